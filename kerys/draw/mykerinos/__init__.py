"""Mykerinos as a picture, in a page and as text."""

from kerys.draw.mykerinos.cells import board_cells, player_cells
from kerys.draw.mykerinos.html import board_pieces, side_pieces
from kerys.draw.mykerinos.parts import parts, portraits
from kerys.draw.mykerinos.svg import svg, svg_pieces
from kerys.draw.mykerinos.text import text
from kerys.draw.mykerinos.text_compact import compact_text

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
