"""A view as a picture and as text: pure functions, no decisions.

Each folder draws one game and provides `svg(view, width, theme, lit, picked)` and
`text(view, width)`; it is found through the entry point `kerys.drawings`. `generic` draws all other
games.
"""
