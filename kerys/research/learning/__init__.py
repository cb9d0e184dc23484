"""Training a network that plays a game: cloning `greedy`, then self-play. Needs PyTorch."""
