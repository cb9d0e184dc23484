"""A plain drawing of any game from its plain form, for games without their own drawing.

The players and their scores come first, then the position as names, values and tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from kerys.draw import cells
from kerys.draw.cells import Row, Span
from kerys.draw.columns import columns_of, cut
from kerys.draw.measure import fitted, width_of, wrapped
from kerys.draw.palette import Theme
from kerys.draw.svg import at, document, label, panel, seat_look, token
from kerys.kernel.contract import MOST_SEATS
from kerys.locale import _, ngettext
from kerys.table.owners import NEUTRAL, SEAT_LETTERS, seat_letter
from kerys.table.view import View

UNKNOWN = "?"
NOTHING = "-"
MARGIN, LINE, SIZE, TOKEN = 16.0, 22.0, 14.0, 9.0
WIDE = 900
"""From this width on everything is drawn larger, since pages scale it down."""
LARGER = 1.4
INDENT = 18.0
GAP = 20.0


@dataclass(frozen=True)
class Entry:
    """A name with its value; without a value, a heading."""

    depth: int
    name: str
    value: str = ""


@dataclass(frozen=True)
class Grid:
    """Things of one kind, one per row."""

    depth: int
    titles: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block = Entry | Grid


# --- The plain form as blocks ------------------------------------------------------------------


def blocks(plain: Mapping[str, Any], depth: int = 0) -> Iterator[Block]:
    """A plain form as names with values, and tables for lists of similar things."""
    for name, value in plain.items():
        title = name.replace("_", " ")
        if isinstance(value, Mapping):
            yield Entry(depth, title)
            yield from blocks(value, depth + 1)
        elif isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
            yield Entry(depth, title)
            yield from _things(value, depth + 1)
        else:
            yield Entry(depth, title, _said(name, value))


def _things(things: Sequence[Any], depth: int) -> Iterator[Block]:
    """Several things: a table if they are simple and alike, otherwise one after the other."""
    alike = all(isinstance(one, Mapping) and one.keys() == things[0].keys() for one in things)
    if alike and not any(_is_deep(value) for one in things for value in one.values()):
        titles = tuple(name.replace("_", " ") for name in things[0])
        rows = tuple(tuple(_said(*named) for named in one.items()) for one in things)
        yield Grid(depth, titles, rows)
        return
    for number, one in enumerate(things, 1):
        if isinstance(one, Mapping):
            yield Entry(depth, str(number))
            yield from blocks(one, depth + 1)
        else:
            yield Entry(depth, str(number), _said("", one))


def _is_deep(value: Any) -> bool:
    """Whether a value contains names or lists."""
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value)


def _said(name: str, value: Any) -> str:
    """A value in words; seats are shown by letter."""
    if value is None:
        return UNKNOWN
    if name.endswith("seat") and value in range(MOST_SEATS):
        return seat_letter(value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_said(name, one) for one in value) if value else NOTHING
    return str(value)


def _position(view: View) -> tuple[Block, ...]:
    """The position of a view."""
    return tuple(blocks(view.plain()))


def _owners(view: View) -> Iterator[tuple[int, str, int, bool]]:
    """Everyone who scores: a seat or NEUTRAL, the name, the points, and whether it is asked."""
    for owner, name in enumerate(view.owner_names()):
        seat = owner if owner < view.players else NEUTRAL
        yield seat, name, view.scores[owner], owner in view.actors


# --- As text -----------------------------------------------------------------------------------


def text(view: View, *, width: int = 100) -> str:
    """The view as text, for terminals and screen readers."""
    lines = [cut(f"{view.rules.wording.title} · {view.heading()}", width)]
    lines += wrap(view.question(), width)
    lines.append("")
    for seat, name, points, asked in _owners(view):
        mark = ">" if asked else " "
        said = _("{name}: {points} points").format(name=name, points=points)
        lines.append(cut(f"{mark} {seat_letter(seat)} {said}", width))
    lines.append("")
    lines += ["".join(span.text for span in row) for row in _position_rows(view, width)]
    return "\n".join(line.rstrip() for line in lines)


# --- As rows of spans --------------------------------------------------------------------------


def board_cells(view: View, *, width: int, lit: Collection[str] = ()) -> list[Row]:
    """The position; nothing in it can be picked, so nothing is named."""
    return _position_rows(view, width)


def player_cells(view: View, *, width: int) -> list[Row]:
    """Everyone who scores, with their points; players to move are marked."""
    rows = []
    for seat, name, points, asked in _owners(view):
        said = f" {ngettext('{number} point', '{number} points', points)}"
        room = width - columns_of(said) - 2
        row = (
            Span("▶ " if asked else "  ", "now"),
            Span(cut(f"{seat_letter(seat)} {name}", room), f"{seat_look(seat)} bold"),
            Span(said, "bold"),
        )
        rows.append(cells.fitted(row, width))
    return rows


def _position_rows(view: View, width: int) -> list[Row]:
    """The position, one row after the other."""
    rows: list[Row] = []
    for block in _position(view):
        rows += _grid_rows(block) if isinstance(block, Grid) else _entry_rows(block, width)
    return [cells.fitted(row, width) for row in rows]


def _entry_rows(entry: Entry, width: int) -> Iterator[Row]:
    """A name and its value; a long value continues below."""
    indent = "  " * entry.depth
    name = f"{indent}{entry.name}:"
    first, *more = wrap(f"{name} {entry.value}", width, subsequent_indent=f"{indent}    ")
    at = len(name)
    yield Span(first[:at], "dim" if entry.value else "heading"), Span(first[at:])
    yield from ((Span(line),) for line in more)


def _grid_rows(grid: Grid) -> Iterator[Row]:
    """A table whose columns are as wide as their content."""
    lines = (grid.titles, *grid.rows)
    widths = [max(columns_of(line[at]) for line in lines) for at in range(len(grid.titles))]
    for line in lines:
        row = [Span("  " * grid.depth)]
        for title, cell, room in zip(grid.titles, line, widths, strict=True):
            look = "dim" if line is grid.titles else _cell_look(title, cell)
            row.append(Span(cell + " " * (room + 2 - columns_of(cell)), look))
        yield tuple(row)


def _cell_look(title: str, cell: str) -> str:
    """Seats have their colours."""
    if title.endswith("seat") and cell in tuple(SEAT_LETTERS):
        return f"{seat_look(SEAT_LETTERS.index(cell))} bold"
    return ""


# --- As a picture ------------------------------------------------------------------------------


def svg(
    view: View,
    *,
    width: int = 1200,
    theme: Theme | None = "auto",
    lit: Collection[str] = (),
    picked: Collection[str] = (),
) -> str:
    """The view as a picture; nothing in it can be picked, so nothing is highlighted."""
    title = f"{view.rules.wording.title} · {view.heading()}"
    if width >= WIDE:
        width = round(width / LARGER)
    inside = width - 2 * MARGIN
    drawn, y = [], MARGIN + LINE
    for row in wrapped(title, 20, inside):
        drawn.append(label(MARGIN, y, row, 20, "f-ink b"))
        y += LINE + 4
    for row in wrapped(view.question(), SIZE, inside):
        drawn.append(label(MARGIN, y, row, SIZE))
        y += LINE
    y += 4
    drawn.append(at(0, y, _score_panel(view, width)))
    y += _score_height(view) + 14
    for block in _position(view):
        part, height = _drawn(block, width)
        drawn.append(at(MARGIN, y, part))
        y += height
    return "".join(document(width, y + MARGIN, title, theme, *drawn))


def _score_height(view: View) -> float:
    """The height of the score panel."""
    return 16 + LINE * len(view.scores)


def _score_panel(view: View, width: float) -> str:
    """Everyone who scores, with their tokens; players to move stand out."""
    drawn = [at(MARGIN, 0, panel(width - 2 * MARGIN, _score_height(view)))]
    for row, (seat, name, points, asked) in enumerate(_owners(view)):
        y = 8 + LINE * (row + 0.5)
        look = "f-ink b" if asked else "f-ink"
        said = fitted(name, SIZE, width - 6 * MARGIN - 60)
        drawn.append(at(MARGIN + 18, y, token(seat, TOKEN)))
        drawn.append(label(MARGIN + 36, y + 5, said, SIZE, look))
        drawn.append(label(width - MARGIN - 14, y + 5, str(points), SIZE, "f-ink b end"))
    return "".join(drawn)


def _drawn(block: Block, width: float) -> tuple[str, float]:
    """A block, and its height."""
    left = INDENT * block.depth
    if isinstance(block, Grid):
        return _drawn_grid(block, left, width - 2 * MARGIN)
    if not block.value:
        return label(left, LINE - 6, block.name, SIZE, "f-muted b"), LINE
    start = left + width_of(f"{block.name}: ", SIZE) + 6
    rows = wrapped(block.value, SIZE, width - 2 * MARGIN - start)
    drawn = label(left, LINE - 6, f"{block.name}:", SIZE, "f-muted")
    for number, row in enumerate(rows):
        drawn += label(start, LINE * (number + 1) - 6, row, SIZE)
    return drawn, LINE * len(rows)


def _drawn_grid(grid: Grid, left: float, right: float) -> tuple[str, float]:
    """A table; column widths depend on their content."""
    lines = (grid.titles, *grid.rows)
    wanted = [
        max(width_of(line[at], SIZE) for line in lines) + GAP for at in range(len(grid.titles))
    ]
    share = min(1.0, (right - left) / sum(wanted))
    drawn = []
    for number, line in enumerate(lines):
        x, look = left, "f-muted" if number == 0 else "f-ink"
        for cell, room in zip(line, wanted, strict=True):
            words = fitted(cell, SIZE, room * share - 6)
            drawn.append(label(x, LINE * (number + 1) - 6, words, SIZE, look))
            x += room * share
    return "".join(drawn), LINE * len(lines) + 4
