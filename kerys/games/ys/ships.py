"""The ship cards: a TOML file that whoever owns the game may replace (YS-F5)."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kerys.games.ys.components import COLOUR_NAMES, COLOURS, SHIPS, WHITE
from kerys.kernel.contract import OptionsError

Ship = tuple[int, int, int]

LARGE_COLOURS = COLOUR_NAMES[:COLOURS]
SMALL_COLOURS = (*LARGE_COLOURS, COLOUR_NAMES[WHITE])
HEADER = re.compile(r"^\s*\[\[\s*ship\s*\]\]", re.MULTILINE)


@cache
def default_ships() -> list[Ship]:
    """The ships that come with the game."""
    source = files("kerys.games.ys").joinpath("ships.toml")
    return parse_ships(source.read_text("utf-8"), "ships.toml")


def load_ships(path: Path) -> list[Ship]:
    """The ships of a user's file; an OptionsError says what is wrong and in which line."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise OptionsError(f"cannot read the ship file {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise OptionsError(f"{path}, line {line}: the file is not UTF-8 text") from error
    return parse_ships(text, str(path))


def parse_ships(text: str, name: str) -> list[Ship]:
    """24 ships, each a large gem and two small ones (YS-2.5, YS-2.6, YS-F1, YS-F5)."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OptionsError(f"{name}: not a TOML file: {error}") from error
    extra = sorted(set(document) - {"ship"})
    if extra:
        line = _line_of(text, rf"^\s*\[*\s*{re.escape(extra[0])}\b")
        raise OptionsError(f"{name}, line {line}: unknown entry '{extra[0]}'; expected [[ship]]")
    ships = document.get("ship", [])
    if not isinstance(ships, list):
        line = _line_of(text, r"^\s*\[?\s*ship\b")
        raise OptionsError(f"{name}, line {line}: every ship starts with a line [[ship]]")
    starts = [match.start() for match in HEADER.finditer(text)]
    blocks = [text[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    if len(blocks) != len(ships):
        line = _line_of(text, r"^\s*ship\b")
        raise OptionsError(
            f"{name}, line {line}: write every ship under a line [[ship]] of its own"
        )
    if len(ships) != SHIPS:
        line = text.count("\n", 0, starts[SHIPS]) + 1 if len(ships) > SHIPS else _last_line(text)
        raise OptionsError(f"{name}, line {line}: the file has {len(ships)} ships, not {SHIPS}")
    found = []
    for number, (ship, start, block) in enumerate(zip(ships, starts, blocks, strict=True), 1):
        key, problem = _problem(ship)
        if problem:
            inside = re.search(rf"^\s*[\"']?{key}\b", block, re.MULTILINE) if key else None
            at = start + (inside.end() if inside else 0)
            line = text.count("\n", 0, at) + 1
            raise OptionsError(f"{name}, line {line} (ship {number} of {SHIPS}): {problem}")
        gems = (ship["large"], *ship["small"])
        found.append(tuple(COLOUR_NAMES.index(gem) for gem in gems))
    return found


def _problem(ship: dict[str, Any]) -> tuple[str, str]:
    """The key at fault in an entry and what is wrong with it; empty when all is well."""
    for key in ship:
        if key not in ("large", "small"):
            return key, f"unknown key '{key}'; a ship has 'large' and 'small'"
    if "large" not in ship or "small" not in ship:
        missing = "large" if "large" not in ship else "small"
        return "", f"'{missing}' is missing; a ship has a large gem and two small ones"
    large, small = ship["large"], ship["small"]
    if large == COLOUR_NAMES[WHITE]:
        return "large", "white is never the large gem"
    if large not in LARGE_COLOURS:
        return "large", f"{large!r} is no large gem; there are {', '.join(LARGE_COLOURS)}"
    if not isinstance(small, list) or len(small) != 2:
        return "small", 'a ship has two small gems, written like ["green", "yellow"]'
    for gem in small:
        if gem not in SMALL_COLOURS:
            return "small", f"{gem!r} is no small gem; there are {', '.join(SMALL_COLOURS)}"
    return "", ""


def _line_of(text: str, pattern: str) -> int:
    """The number of the first line that matches; 1 if none does."""
    found = re.search(pattern, text, re.MULTILINE)
    return text.count("\n", 0, found.end()) + 1 if found else 1


def _last_line(text: str) -> int:
    """The number of the last line with something in it."""
    return text.rstrip().count("\n") + 1
