"""Kerys in the terminal: the full-screen table, and the same line by line."""
