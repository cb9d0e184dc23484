"""Learning from games: lessons, played on the board and checked by the rules."""
