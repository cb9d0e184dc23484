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
HEADER = re.compile(r"""^[ \t]*\[\[[ \t]*["']?ship["']?[ \t]*\]\]""", re.MULTILINE)


@cache
def default_ships() -> tuple[Ship, ...]:
    """The ships that come with the game."""
    source = files("kerys.games.ys").joinpath("ships.toml")
    return parse_ships(source.read_text("utf-8"), "ships.toml")


def load_ships(path: Path) -> tuple[Ship, ...]:
    """The ships of a user's file; an OptionsError says what is wrong and in which line."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise OptionsError(f"cannot read the ship file {str(path)!r}: {reason}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OptionsError(f"{path}, line {line}: the file is not UTF-8 text") from error
    return parse_ships(text.replace("\r\n", "\n"), str(path))


def parse_ships(text: str, name: str) -> tuple[Ship, ...]:
    """24 ships, each a large gem and two small ones (YS-2.5, YS-2.6, YS-F1, YS-F5)."""
    ships = _entries(text, name)
    starts = [match.start() for match in HEADER.finditer(text)]
    if len(starts) != len(ships):
        line = _line_of(text, "ship")
        raise OptionsError(f"{name}, line {line}: write every ship under a [[ship]] of its own")
    if len(ships) != SHIPS:
        line = _line_at(text, starts[SHIPS] if len(ships) > SHIPS else len(text.rstrip()))
        raise OptionsError(f"{name}, line {line}: the file has {len(ships)} ships, not {SHIPS}")
    found = []
    for number, (ship, start) in enumerate(zip(ships, starts, strict=True), 1):
        key, problem = _problem(ship)
        if problem:
            line = _line_of(text, key, start) if key else _line_at(text, start)
            raise OptionsError(f"{name}, line {line} (ship {number} of {SHIPS}): {problem}")
        large, small, other = (COLOUR_NAMES.index(gem) for gem in (ship["large"], *ship["small"]))
        found.append((large, small, other))
    return tuple(found)


def _entries(text: str, name: str) -> list[dict[str, Any]]:
    """The [[ship]] tables of a TOML text, whatever is in them."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = "" if "line" in str(error) else f" (at line {_line_at(text, len(text.rstrip()))})"
        raise OptionsError(f"{name}: not a TOML file: {error}{where}") from error
    for key in document:
        if key != "ship":
            line = _line_of(text, key)
            raise OptionsError(f"{name}, line {line}: unknown entry {key!r}; expected [[ship]]")
    ships = document.get("ship", [])
    if not isinstance(ships, list) or not all(isinstance(ship, dict) for ship in ships):
        line = _line_of(text, "ship")
        raise OptionsError(f"{name}, line {line}: every ship starts with a line [[ship]]")
    return ships


def _problem(ship: dict[str, Any]) -> tuple[str, str]:
    """The key at fault in an entry and what is wrong with it; empty when all is well."""
    for key in ship:
        if key not in ("large", "small"):
            return key, f"unknown key {key!r}; a ship has 'large' and 'small'"
    for key in ("large", "small"):
        if key not in ship:
            return "", f"{key!r} is missing; a ship has a large gem and two small ones"
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


def _line_at(text: str, position: int) -> int:
    """The number of the line at a position of the text."""
    return text.count("\n", 0, position) + 1


def _line_of(text: str, key: str, start: int = 0) -> int:
    """The number of the first line from `start` on that a key stands at the head of, else 1."""
    pattern = re.compile(rf"""^[ \t]*\[*[ \t]*["']?{re.escape(key)}(?!\w)""", re.MULTILINE)
    found = pattern.search(text, start)
    return _line_at(text, found.start()) if found else 1
