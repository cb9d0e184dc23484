"""Finding the weights of an evaluator: tuning by self-play, fitting to played games."""
