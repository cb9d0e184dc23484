"""A guide as text for a terminal: without rule ids, and with pictures in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from kerys.table.guide import Block, Grid, Guide, Items, Line, Paragraph, Picture, Section, plain
from kerys.table.view import View

GAP = "   "
QUOTED = "  | "
UNDERLINES = {1: "=", 2: "-"}
"""The underline characters for titles of the first levels."""


def guide_text(sections: Sequence[Section], width: int) -> str:
    """Some sections of a guide."""
    return "\n\n".join(part for one in sections for part in _section(one, width))


def _section(section: Section, width: int) -> Iterator[str]:
    """A title and its content."""
    title = click.style(section.title, bold=True)
    if section.level in UNDERLINES:
        title += f"\n{UNDERLINES[section.level] * len(section.title)}"
    yield title
    for block in section.blocks:
        text = _block(block, width)
        if text:
            yield text


def _block(block: Block, width: int) -> str:
    """A block; portraits are omitted."""
    match block:
        case Paragraph():
            return paragraph_text(block, width)
        case Items():
            marks = (f"{n}. " if block.ordered else "- " for n in range(1, len(block.items) + 1))
            return "\n".join(map(_item, marks, block.items, [width] * len(block.items)))
        case Grid():
            return _table(block, width)
        case Picture():
            said = f"{block.about} {block.caption}".strip()
            return click.wrap_text(said, width, QUOTED, QUOTED)
    return ""


def paragraph_text(paragraph: Paragraph, width: int, indent: str = "") -> str:
    """A paragraph."""
    return click.wrap_text(plain(paragraph.words), width, indent, indent)


def _item(mark: str, item: Paragraph, width: int) -> str:
    """An item of a list."""
    return click.wrap_text(plain(item.words), width, mark, " " * len(mark))


def _table(grid: Grid, width: int) -> str:
    """A table; only its last column is wrapped."""
    rows = [_cells(grid.head), *(_cells(row) for row in grid.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_row(row, widths, width) for row in rows]
    lines.insert(1, GAP.join("-" * one for one in widths)[:width])
    return "\n".join(lines)


def _cells(cells: Sequence[Line]) -> list[str]:
    """The words of a row."""
    return [plain(cell) for cell in cells]


def _row(row: Sequence[str], widths: Sequence[int], width: int) -> str:
    """One row of a table."""
    first = "".join(
        f"{cell:<{wide}}{GAP}" for cell, wide in zip(row[:-1], widths[:-1], strict=True)
    )
    return click.wrap_text(row[-1], width, first, " " * len(first))


def help_text(guide: Guide, view: View, width: int) -> str:
    """What a guide says about the question to a seat."""
    told = [paragraph_text(one, width, "  ") for one in guide.about_rules(view.rule_ids())]
    words = {word for text in view.legal_texts() for word in text.split(" ")}
    for section in guide.sections:
        if section.portrait and section.anchor in words:
            told.append(f"  {click.style(section.title, bold=True)}")
            told += [paragraph_text(one, width, "  ") for one in section.paragraphs()]
    return "\n\n".join(dict.fromkeys(told))
