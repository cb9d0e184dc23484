"""What the documentation takes from the package itself, so that it cannot drift.

Pages for the numbered rules, the schema of records, a picture of each game, and the tables of
observation fields, which a page asks for with `<!-- observation of ys -->`.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from kerys.draw import ARTISTS
from kerys.games import GAMES
from kerys.table.record import load
from kerys.table.record_json import schema

RECORDS = Path(__file__).parents[1] / "tests" / "records"
PICTURES = {"ys": ("ys-4p-quarters4-kingsfavour", 140), "mykerinos": ("mykerinos-4p", 60)}
"""The record and the ply that show each game."""
MARK = re.compile(r"<!-- observation of (\w+) -->")


def on_files(files_: Files, config: Any) -> Files:
    """Add the pages and pictures that the package provides."""
    for name in GAMES:
        rules = files(f"kerys.games.{name}").joinpath("rules.md").read_text("utf-8")
        files_.append(File.generated(config, f"rules/{name}.md", content=rules))
        if name in ARTISTS:
            record, ply = PICTURES[name]
            drawn = load(RECORDS / f"{record}.kerys").replay().view(0, ply).svg()
            files_.append(File.generated(config, f"games/{name}.svg", content=drawn))
    published = json.dumps(schema(), indent=2)
    files_.append(File.generated(config, "record.schema.json", content=published))
    return files_


def on_page_markdown(markdown: str, **_context: Any) -> str:
    """Fill in the tables of observation fields."""
    return MARK.sub(lambda found: observation_table(found[1]), markdown)


def observation_table(name: str) -> str:
    """Every field of an observation with its place and width."""
    lines = ["| from | width | what it is |", "| ---: | ---: | --- |"]
    start = 0
    for field, width in GAMES[name].observation:
        lines.append(f"| {start} | {width} | {field} |")
        start += width
    return "\n".join(lines)
