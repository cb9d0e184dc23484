"""How the bots judge Ys: estimate, prospects, beliefs and their weights."""
