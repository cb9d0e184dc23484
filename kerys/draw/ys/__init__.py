"""Ys as a picture, in a page and as text."""

from kerys.draw.ys.cells import board_cells, player_cells
from kerys.draw.ys.html import board_pieces, side_pieces
from kerys.draw.ys.parts import parts, portraits
from kerys.draw.ys.svg import svg, svg_pieces
from kerys.draw.ys.text import text
from kerys.draw.ys.text_compact import compact_text

__all__ = [
    "board_cells",
    "board_pieces",
    "compact_text",
    "parts",
    "player_cells",
    "portraits",
    "side_pieces",
    "svg",
    "svg_pieces",
    "text",
]
