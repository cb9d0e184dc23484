"""The friendly face of the games."""
