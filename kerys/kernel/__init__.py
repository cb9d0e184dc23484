"""What all games share at record level."""
