"""Sentences, panels, summaries and results as rows of spans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap

from kerys.draw.cells import Cell as GridCell
from kerys.draw.cells import Row, Span, fitted, grid_row, row_width, wrapped
from kerys.draw.chart import text_chart
from kerys.draw.columns import columns_of
from kerys.draw.svg import seat_look
from kerys.locale import _, ngettext
from kerys.table.owners import NEUTRAL, seat_letter
from kerys.table.panels import Cell, Emphasis, Panel
from kerys.table.story import Told
from kerys.table.summary import Summary
from kerys.table.view import View

NARROWEST = 5
EMPHASIS = {Emphasis.CERTAIN: "bold", Emphasis.LEADS: "", Emphasis.TIES: "", Emphasis.OPEN: "dim"}
SHADES = "█▓▒░▚▞▤▥"
"""The patterns of the parts of a bar: never only a colour."""


@lru_cache(maxsize=4096)
def sentence_rows(line: str, names: tuple[str, ...], width: int) -> tuple[Row, ...]:
    """A sentence, with the names of players in their colours."""
    looks = {name: f"{seat_look(seat)} bold" for seat, name in enumerate(names)}
    known = "|".join(re.escape(name) for name in sorted(looks, key=len, reverse=True))
    rows = []
    for number, part in enumerate(wrap(line, max(10, width - 2)) or [""]):
        words = [Span(word, looks.get(word, "")) for word in re.split(f"({known})", part)]
        rows.append((Span("  " if number else ""), *words))
    return tuple(rows)


def story_rows(told: Sequence[Told], names: tuple[str, ...], width: int) -> list[Row]:
    """What has happened, newest first."""
    rows: list[Row] = []
    heading = None
    for one in reversed(told):
        if one.heading != heading:
            heading = one.heading
            rows += [(Span(line, "dim"),) for line in wrap(heading, width)]
        for line in reversed(one.sentences):
            rows += sentence_rows(line, names, width)
    return rows


# --- Panels ------------------------------------------------------------------------------------


def panel_rows(panel: Panel, view: View, width: int) -> list[Row]:
    """A panel as a table that fits the width; long cells are wrapped."""
    if any(cell.chart for row in panel.rows for cell in row.cells):
        return _chart_rows(panel, view, width)
    head = [("", "", "")] + [
        (_short(column.heading, column.owner, view), _look(column.owner), "")
        for column in panel.columns
    ]
    lines = [head]
    for row in panel.rows:
        name = row.places[0] if len(row.places) == 1 else ""
        first = (_short(row.heading, row.owner, view), _look(row.owner), name)
        lines.append([first, *(_said(cell, view, name) for cell in row.cells)])
    widths = _widths([[text for text, _l, _n in line] for line in lines], width)
    rows: list[Row] = [(Span(panel.title, "title", f"panel {panel.name}"),)]
    for number, line in enumerate(lines):
        rows += _wrapped_cells(line, widths)
        if number == 0:
            rows.append((Span("─" * min(width, sum(widths) - 1), "frame"),))
    rows += [(Span(line, "dim"),) for line in wrap(panel.note, width)]
    return rows


def _chart_rows(panel: Panel, view: View, width: int) -> list[Row]:
    """A panel of charts: every heading is above its charts."""
    wide = max(NARROWEST, width // len(panel.columns))
    widths = [wide] * len(panel.columns)
    rows: list[Row] = [(Span(panel.title, "title", f"panel {panel.name}"),)]
    rows += _wrapped_cells([(one.heading, "heading", "") for one in panel.columns], widths)
    rows.append((Span("─" * width, "frame"),))
    for row in panel.rows:
        name = row.places[0] if len(row.places) == 1 else ""
        rows += [(Span(line, _look(row.owner), name),) for line in wrap(row.heading, width)]
        rows += _wrapped_cells([_said(cell, view, name) for cell in row.cells], widths)
    return rows + [(Span(line, "dim"),) for line in wrap(panel.note, width)]


def _wrapped_cells(cells: Sequence[tuple[str, str, str]], widths: Sequence[int]) -> list[Row]:
    """A row of a table, with its cells wrapped: text, look and name of each."""
    return grid_row(
        [
            GridCell(
                [(Span(part, look, name),) for part in wrap(text, max(1, wide - 1))] or [()], name
            )
            for (text, look, name), wide in zip(cells, widths, strict=True)
        ],
        widths,
    )


def _short(words: str, owner: int | None, view: View) -> str:
    """A player's letter instead of a name: columns are narrow."""
    if owner is None or words not in (*view.names, *view.owner_names()):
        return words
    return seat_letter(owner)


def _look(owner: int | None) -> str:
    """The look of a heading."""
    return "heading" if owner is None else f"{seat_look(owner)} bold"


def _said(cell: Cell, view: View, name: str) -> tuple[str, str, str]:
    """A cell: its text, look and the place it is about."""
    look = "" if cell.owner is None else seat_look(cell.owner)
    if cell.emphasis is not None:
        look = f"{look} {EMPHASIS[cell.emphasis]}"
    text = text_chart(cell.chart) if cell.chart else _short(cell.text, cell.owner, view)
    return text, look, name


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """The widths of columns; the widest give way first, and words are broken last."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(columns_of, column)) + 1 for column in columns]
    longest = [
        max((columns_of(word) for text in column for word in text.split()), default=0) + 1
        for column in columns
    ]
    for least in (longest, [NARROWEST] * len(widths)):
        while sum(widths) > width + 1:
            spare = [wide - one for wide, one in zip(widths, least, strict=True)]
            if max(spare) <= 0:
                break
            widths[max(range(len(widths)), key=lambda one: (spare[one] > 0, widths[one]))] -= 1
    return widths


# --- Rounds and the end ------------------------------------------------------------------------


def summary_rows(summary: Summary, view: View, width: int) -> list[Row]:
    """What a round brought everyone."""
    rows: list[Row] = [(Span(summary.title, "title"),)]
    rows += sentence_rows(summary.heading, view.names, width)
    rows.append(())
    most = max((gain.points for gain in summary.rows), default=0)
    for gain in summary.rows:
        look = seat_look(gain.owner)
        points = ngettext("{number} point", "{number} points", gain.points)
        total = _("{total} in all").format(total=gain.total)
        letter = seat_letter(gain.owner)
        rows.append(
            (Span(f"{letter} {gain.name}", f"{look} bold"), Span(f"  {points}, {total}", "bold"))
        )
        rows += _bar([(part.word, part.points) for part in gain.parts], look, most, width)
        for column, items in zip(summary.columns, gain.cells, strict=True):
            if items:
                spans = [Span(f"{column}:", "dim")]
                spans += [Span(item.text, _item_look(item.look)) for item in items]
                rows += [(Span("  "), *row) for row in wrapped(spans, width - 2)]
    if summary.note:
        rows += [(), *((Span(line, "dim"),) for line in wrap(summary.note, width))]
    return rows


def _item_look(look: str) -> str:
    """The look of something won, if its colour has one."""
    gems = ("blue", "green", "yellow", "red", "black", "white")
    return f"gem-{gems.index(look)}" if look in gems else ""


def _bar(parts: Sequence[tuple[str, int]], look: str, most: int, width: int) -> Iterator[Row]:
    """Points as a bar with a pattern for each part, and what the patterns mean."""
    shown = [(word, points) for word, points in parts if points > 0]
    if not shown or most <= 0:
        return
    room = max(10, width - 4)
    spans, key = [Span("  ")], []
    for number, (word, points) in enumerate(shown):
        shade = SHADES[number % len(SHADES)]
        spans.append(Span(shade * max(1, round(points / most * room)), look))
        key.append(Span(f"{shade} {word} {points}", "dim"))
    yield fitted(spans, min(width, row_width(spans)))
    for row in wrapped(key, width - 2, "  "):
        yield Span("  "), *row


def result_rows(view: View, width: int) -> list[Row]:
    """The end of a game: who is where, with bars that show where the points come from."""
    rows: list[Row] = [(Span(view.heading(), "title"),), ()]
    names = view.owner_names()
    parts = _parts(view)
    most = max(view.scores)
    for owner in sorted(range(len(names)), key=lambda one: (view.ranks[one], one)):
        seat = owner if owner < view.players else NEUTRAL
        points = ngettext("{number} point", "{number} points", view.scores[owner])
        said = f"{view.ranks[owner]}. {seat_letter(seat)} {names[owner]}"
        rows.append((Span(said, f"{seat_look(seat)} bold"), Span(f"  {points}", "bold")))
        found = parts.get(names[owner]) or [(_("points"), view.scores[owner])]
        rows += _bar(found, seat_look(seat), most, width)
    return rows


def _parts(view: View) -> dict[str, list[tuple[str, int]]]:
    """For each owner, where the points come from, as the panel of points says it."""
    for panel in view.panels():
        if panel.name == "projection":
            last = ("total", "place")
            return {
                row.heading: [
                    (column.heading, int(cell.text))
                    for column, cell in zip(panel.columns, row.cells, strict=True)
                    if column.name not in last and cell.text.lstrip("-").isdigit()
                ]
                for row in panel.rows
            }
    return {}
