"""Bots from other packages, each in a process of its own."""
