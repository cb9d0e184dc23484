"""How the bots judge Mykerinos: the estimate and its weights."""
