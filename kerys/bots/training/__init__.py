"""Finding an evaluator's weights: tuning by self-play, fitting to played games."""
