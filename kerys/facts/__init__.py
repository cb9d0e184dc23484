"""Facts about a position, from a view alone: majorities, projections, unseen pieces."""
