"""Generates parts of the documentation from the package, so that they stay true.

Pages for the guides and the numbered rules, the schema of records, a picture of each game, and
tables that a page requests with a mark: `<!-- observation of ys -->`, `<!-- levels -->`,
`<!-- search -->`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from kerys.bots.evaluators import EVALUATORS
from kerys.bots.levels import LEVELS, Level, ratings
from kerys.draw.parts import part_picture, portrait_picture
from kerys.games import GAMES
from kerys.table.guide import (
    Block,
    Grid,
    Guide,
    Items,
    Line,
    Paragraph,
    Picture,
    Portrait,
    guide_of,
    has_guide,
)
from kerys.table.record import load
from kerys.table.record_json import schema
from kerys.table.rulebook import STATEMENT

RECORDS = Path(__file__).parents[1] / "tests" / "records"
PICTURES = {"ys": ("ys-4p-quarters4-kingsfavour", 140), "mykerinos": ("mykerinos-4p", 60)}
"""The record and the ply that show each game."""
MARK = re.compile(r"<!-- (observation|levels|search)(?: of (\w+))? -->")
SEARCH = {
    "depth": "depth of the tree, in decisions",
    "width": "moves tried at a node",
    "stages": "rounds or seasons played out below the tree, at most",
    "playout": "decisions played out below the tree, at most",
    "samples": "moves considered for each of those decisions",
}


def on_files(files_: Files, config: Any) -> Files:
    """Add the pages and pictures that the package provides."""
    for name in GAMES:
        rulebook = STATEMENT.sub(r"- **\1**{ #\1 } \2", GAMES[name].wording.rulebook)
        files_.append(File.generated(config, f"rules/{name}.md", content=rulebook))
        if has_guide(name):
            for path, content in guide_files(guide_of(name)).items():
                files_.append(File.generated(config, path, content=content))
        if name in PICTURES:
            record, ply = PICTURES[name]
            drawn = load(RECORDS / f"{record}.kerys").replay().view(0, ply).svg()
            files_.append(File.generated(config, f"games/{name}.svg", content=drawn))
    published = json.dumps(schema(), indent=2)
    files_.append(File.generated(config, "record.schema.json", content=published))
    return files_


def on_page_markdown(markdown: str, **_context: Any) -> str:
    """Fill in the tables that a page asks for."""
    return MARK.sub(lambda found: table(found[1], found[2]), markdown)


def table(what: str, name: str | None) -> str:
    """The table that a mark stands for."""
    if what == "levels":
        return levels_table()
    return search_table() if name is None else observation_table(name)


def observation_table(name: str) -> str:
    """Every field of an observation with its place and width."""
    lines = ["| from | width | what it is |", "| ---: | ---: | --- |"]
    start = 0
    for field, width in GAMES[name].observation:
        lines.append(f"| {start} | {width} | {field} |")
        start += width
    return "\n".join(lines)


def levels_table() -> str:
    """Every level: what it does, how many worlds it imagines, and its ratings."""
    games = [GAMES[name].wording.title for name in GAMES]
    heading = [*(f"worlds in {game}" for game in games), *(f"rating in {game}" for game in games)]
    lines = [
        f"| level | what it does | {' | '.join(heading)} |",
        f"| --- | --- |{' ---: |' * len(heading)}",
    ]
    for level in LEVELS:
        worlds = [f"{level.worlds(name):,}" if level.milliseconds else "one step" for name in GAMES]
        found = " | ".join([*worlds, *(rating_of(level, name) for name in GAMES)])
        lines.append(f"| `{level.name}` | {level.told(*GAMES)} | {found} |")
    return "\n".join(lines)


def rating_of(level: Level, name: str) -> str:
    """The rating of a level in a game, if it was measured."""
    found = ratings(name).get(level.name)
    return "not measured" if found is None else f"{found.rating} ({found.low} to {found.high})"


def search_table() -> str:
    """How deep and how wide the search looks in each game."""
    lines = [
        f"| | {' | '.join(GAMES[name].wording.title for name in EVALUATORS)} |",
        f"| --- |{' ---: |' * len(EVALUATORS)}",
    ]
    for name, what in SEARCH.items():
        numbers = " | ".join(str(getattr(one.settings, name)) for one in EVALUATORS.values())
        lines.append(f"| {what} | {numbers} |")
    return "\n".join(lines)


# --- The guides --------------------------------------------------------------------------------


def guide_files(guide: Guide) -> dict[str, str]:
    """The page of a guide and its pictures, by path."""
    written = []
    for section in guide.sections:
        written.append(f"{'#' * section.level} {section.title} {{ #{section.anchor} }}")
        written += [guide_block(guide, block) for block in section.blocks]
    folder = f"games/{guide.game}-guide"
    files = {f"{folder}.md": "\n\n".join(written) + "\n"}
    for picture in guide.pictures.values():
        drawn = part_picture(guide.view(picture), picture.part, "light")
        files[f"{folder}/{picture.name}.svg"] = drawn
    for portrait in (section.portrait for section in guide.sections):
        if portrait:
            drawn = portrait_picture(guide.game, portrait.name, "light")
            files[f"{folder}/{portrait.name}.svg"] = drawn
    return files


def guide_block(guide: Guide, block: Block) -> str:
    """A block of a guide, in the Markdown of these pages."""
    folder = f"{guide.game}-guide"
    match block:
        case Paragraph():
            return guide_paragraph(guide, block)
        case Items():
            mark = "1." if block.ordered else "-"
            return "\n".join(f"{mark} {guide_paragraph(guide, one)}" for one in block.items)
        case Grid():
            rows = [block.head, *block.rows]
            lines = [f"| {' | '.join(guide_line(cell) for cell in row)} |" for row in rows]
            return "\n".join([lines[0], f"|{' --- |' * len(block.head)}", *lines[1:]])
        case Portrait():
            return f"![{block.about}]({folder}/{block.name}.svg){{ width=96 align=left }}"
        case Picture():
            return f"![{block.about}]({folder}/{block.name}.svg)\n\n*{block.caption}*"


def guide_paragraph(guide: Guide, paragraph: Paragraph) -> str:
    """Words, and after them the rules behind them as small links."""
    links = " ".join(f"[{one}](../rules/{guide.game}.md#{one})" for one in paragraph.rules)
    return guide_line(paragraph.words) + (f" <small>{links}</small>" if links else "")


def guide_line(line: Line) -> str:
    """Words with bold, emphasis and links."""
    written = ""
    for one in line:
        text = f"[{one.text}]({one.link})" if one.link else one.text
        text = f"*{text}*" if one.emphasis else text
        written += f"**{text}**" if one.strong else text
    return written
