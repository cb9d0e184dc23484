"""What the documentation takes from the package itself, so that it cannot drift.

Pages for the numbered rules, the schema of records, a picture of each game, and tables that a page
asks for with a mark: `<!-- observation of ys -->`, `<!-- levels -->`, `<!-- search -->`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from kerys.bots.evaluators import EVALUATORS
from kerys.bots.levels import LEVELS, Level, ratings
from kerys.games import GAMES
from kerys.table.record import load
from kerys.table.record_json import schema

RECORDS = Path(__file__).parents[1] / "tests" / "records"
PICTURES = {"ys": ("ys-4p-quarters4-kingsfavour", 140), "mykerinos": ("mykerinos-4p", 60)}
"""The record and the ply that show each game."""
MARK = re.compile(r"<!-- (observation|levels|search)(?: of (\w+))? -->")
SEARCH = {
    "depth": "decisions that the tree goes down",
    "width": "moves of a node that are tried",
    "stages": "rounds or seasons played on below the tree, at most",
    "playout": "and decisions, at most",
    "samples": "moves that are looked at for each of them",
}


def on_files(files_: Files, config: Any) -> Files:
    """Add the pages and pictures that the package provides."""
    for name in GAMES:
        rulebook = GAMES[name].wording.rulebook
        files_.append(File.generated(config, f"rules/{name}.md", content=rulebook))
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
    """Every level with what it does, how long it thinks and how strong it was found."""
    titles = " | ".join(f"rating in {GAMES[name].wording.title}" for name in GAMES)
    lines = [
        f"| level | what it does | thinks | {titles} |",
        f"| --- | --- | ---: |{' ---: |' * len(GAMES)}",
    ]
    for level in LEVELS:
        thinks = f"{level.milliseconds} ms" if level.milliseconds else "one step"
        found = " | ".join(rating_of(level, name) for name in GAMES)
        lines.append(f"| `{level.name}` | {level.told(*GAMES)} | {thinks} | {found} |")
    return "\n".join(lines)


def rating_of(level: Level, name: str) -> str:
    """How strong a level was found to be in a game, if its ladder was played."""
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
