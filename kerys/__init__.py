"""Kerys: play, study and master the board games Ys and Mykerinos."""

__version__ = "0.1.0"
