"""Kerys in the terminal: playing, replaying and showing games at a prompt."""
