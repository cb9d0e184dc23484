"""What a player wants to see beside the board, as plain data for pages, terminals and programs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Emphasis(StrEnum):
    """Why a cell stands out."""

    LEADS = "leads"
    """Ahead as far as this view knows; it may still change."""
    CERTAIN = "certain"
    """True, whatever the view doesn't know."""
    TIES = "ties"
    """Tied, and nothing public breaks the tie yet."""
    OPEN = "open"
    """Not certain."""


class Bar(NamedTuple):
    """A bar of a small chart."""

    mark: str
    """A sign or two below it."""
    share: float
    """Its height, from 0 to 1."""
    label: str
    """What it is and how high, in words."""


@dataclass(frozen=True)
class Cell:
    """One cell of a table."""

    text: str = ""
    owner: int | None = None
    """The seat that gives it its colour; -1 for a neutral party."""
    emphasis: Emphasis | None = None
    title: str = ""
    """A longer explanation."""
    chart: tuple[Bar, ...] = ()
    """The same as `text`, as a chart."""


@dataclass(frozen=True)
class Column:
    """What the cells of a column mean."""

    name: str
    """For programs: the same in all languages, and stable."""
    heading: str
    owner: int | None = None


@dataclass(frozen=True)
class Row:
    """A heading and one cell for each column of the panel."""

    name: str
    """For programs: the same in all languages, and stable."""
    heading: str
    cells: tuple[Cell, ...]
    owner: int | None = None
    places: tuple[str, ...] = ()
    """The places on the board that it is about, by their names in the drawing (`data-name`)."""


@dataclass(frozen=True)
class Panel:
    """A table with a title and a note on how to read it."""

    name: str
    title: str
    note: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    folded: bool = False
    """Only the title was requested."""

    def cell(self, row: str, column: str) -> Cell:
        """The cell of a row and a column, both by name."""
        rows = {one.name: one for one in self.rows}
        columns = {one.name: index for index, one in enumerate(self.columns)}
        for name, known in ((row, rows), (column, columns)):
            if name not in known:
                raise KeyError(f"the panel '{self.name}' has no '{name}', only {', '.join(known)}")
        return rows[row].cells[columns[column]]
