"""The panels beside the board as text: the words that show them, and tables that fit a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from kerys.draw.columns import columns_of, cut
from kerys.locale import _
from kerys.study.beliefs.panel import panels
from kerys.table.errors import GameError
from kerys.table.panels import Cell, Emphasis, Panel
from kerys.table.view import View

WORDS = {
    "majorities": ("majorities",),
    "prices": ("columns",),
    "points": ("projection",),
    "unseen": ("screens", "lots"),
}
"""What players call some panels: for each word, the panels it can mean in any game."""
GAP = "  "
NARROWEST = 6
"""The narrowest column."""
CERTAIN = "!"


def panel_words(view: View) -> dict[str, str]:
    """The word that shows each panel of a game, and its title."""
    others = {panel: word for word, named in WORDS.items() for panel in named[:1]}
    return {others.get(one.name, one.name): one.title for one in panels(view, ())}


def named_panel(view: View, word: str) -> Panel:
    """The panel that a word stands for in this game."""
    names = WORDS.get(word, (word,))
    for place, panel in enumerate(panels(view, ())):
        if panel.name in names:
            return panels(view, (panel.name,))[place]
    title, there_are = view.rules.wording.title, ", ".join(panel_words(view))
    if not there_are:
        raise GameError(_("{game} has no panels.").format(game=title))
    raise GameError(
        _("{game} has no '{word}'. You can ask for: {words}.").format(
            game=title, word=word, words=there_are
        )
    )


def panel_text(panel: Panel, over: bool, width: int) -> str:
    """A panel: its title, how to read it, and its table."""
    rows = [["", *(column.heading for column in panel.columns)]]
    rows += [[row.heading, *(_said(cell, over) for cell in row.cells)] for row in panel.rows]
    note = panel.note
    if any(cell.endswith(CERTAIN) for row in rows for cell in row):
        note += " " + _("{mark} means certain.").format(mark=CERTAIN)
    lines = [click.style(panel.title, bold=True), click.wrap_text(note.strip(), width)]
    return "\n".join([*lines, "", *_table(rows, width)])


def _said(cell: Cell, over: bool) -> str:
    """A cell, and whether it is certain; at the end everything is."""
    certain = cell.emphasis == Emphasis.CERTAIN and cell.text and not over
    return f"{cell.text}{CERTAIN}" if certain else cell.text


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Aligned rows below a ruled header; the widest columns are wrapped first."""
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        yield from _row(row, widths)
        if number == 0:
            yield GAP.join("-" * one for one in widths)


def _row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """One row, on as many lines as its longest cell needs."""
    cells = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for line in range(max(map(len, cells))):
        shown = [cell[line] if line < len(cell) else "" for cell in cells]
        padded = [
            text + " " * (width - columns_of(text))
            for text, width in zip(shown, widths, strict=True)
        ]
        yield GAP.join(padded).rstrip()


def _wrapped(text: str, width: int) -> list[str]:
    """A cell wrapped to a width."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if columns_of(longer) <= width:
            lines[-1] = longer
        else:
            lines += [cut(word, width)] if lines[-1] else []
            lines[-1] = cut(word, width)
    return lines
