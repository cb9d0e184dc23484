"""A drawing made of characters, for full-screen terminals: rows of spans with looks and names.

A look is one or more words, such as `seat0` or `gem-blue dim`: whoever shows the spans decides what
they mean. A span's name is that of the place or piece it belongs to, as in the other drawings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kerys.draw.columns import columns_of, cut


class Span(NamedTuple):
    """Some characters of a row."""

    text: str
    look: str = ""
    name: str = ""


Row = tuple[Span, ...]
"""A row of the drawing."""


def row_width(row: Iterable[Span]) -> int:
    """How many columns a row takes."""
    return sum(columns_of(span.text) for span in row)


def fitted(row: Sequence[Span], width: int, name: str = "") -> Row:
    """A row cut or padded to a width; what is added belongs to `name`."""
    left, kept = width, []
    for span in row:
        if left <= 0:
            break
        text = cut(span.text, left) if columns_of(span.text) > left else span.text
        kept.append(span._replace(text=text[:left]))
        left -= columns_of(kept[-1].text)
    return (*kept, Span(" " * left, "", name)) if left > 0 else tuple(kept)


def wrapped(spans: Iterable[Span], width: int, gap: str = " ") -> list[Row]:
    """Spans on as many rows as they need, with a gap between two."""
    rows: list[list[Span]] = [[]]
    for span in spans:
        if rows[-1] and row_width(rows[-1]) + len(gap) + columns_of(span.text) > width:
            rows.append([])
        if rows[-1]:
            rows[-1].append(Span(gap, "", span.name if rows[-1][-1].name == span.name else ""))
        rows[-1].append(span)
    return [tuple(row) for row in rows]


def beside(*blocks: tuple[Sequence[Row], int]) -> list[Row]:
    """Blocks of rows next to each other, each with its width."""
    height = max(len(rows) for rows, _width in blocks)
    return [
        tuple(
            span
            for rows, width in blocks
            for span in fitted(rows[number] if number < len(rows) else (), width)
        )
        for number in range(height)
    ]


class Cell(NamedTuple):
    """A cell of a grid: its rows, and the name of what it stands for."""

    rows: Sequence[Row]
    name: str = ""


def grid_row(cells: Sequence[Cell], widths: Sequence[int]) -> list[Row]:
    """A row of a grid; as high as its highest cell."""
    height = max(len(cell.rows) for cell in cells)
    return [
        tuple(
            span
            for cell, width in zip(cells, widths, strict=True)
            for span in fitted(
                cell.rows[number] if number < len(cell.rows) else (), width, cell.name
            )
        )
        for number in range(height)
    ]


def text_rows(text: str) -> Iterator[Row]:
    """Plain text as rows."""
    for line in text.rstrip("\n").split("\n"):
        yield (Span(line),)
