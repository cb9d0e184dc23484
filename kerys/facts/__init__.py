"""What a position says at a glance, from a view alone: majorities, projections, unseen pieces."""
