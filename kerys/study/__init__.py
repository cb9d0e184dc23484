"""Learning from games: lessons on the board, and how likely everything is that is hidden."""
