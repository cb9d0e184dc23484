"""Puzzles: decisions of real games in which one answer is clearly best."""
