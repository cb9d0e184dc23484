"""Files of puzzles: one JSON object per line, plain or compressed (`.gz`)."""

from __future__ import annotations

import gzip
import json
import math
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from kerys.locale import _
from kerys.study.puzzles.puzzle import Puzzle, PuzzleError, Rated, Worlds
from kerys.table.commitment import Secret
from kerys.table.errors import GameError
from kerys.table.record import check_game

FOLDER = Path(__file__).parent / "collections"
SUFFIX = ".jsonl.gz"
CHANCE_DIGITS = 4


def puzzle_line(puzzle: Puzzle) -> str:
    """A puzzle as a line of a file."""
    plain = {
        "id": puzzle.id,
        "game": puzzle.game,
        "rules_revision": puzzle.rules_revision,
        "options": puzzle.options,
        "key": puzzle.secret.key.hex(),
        "salt": puzzle.secret.salt.hex(),
        "seat": puzzle.seat,
        "answers": {one.move: round(one.chance, CHANCE_DIGITS) for one in puzzle.answers},
        "error": round(puzzle.error, CHANCE_DIGITS + 1),
        "found": [puzzle.found.tree, puzzle.found.compared],
        "checked": [puzzle.checked.tree, puzzle.checked.compared],
        "rating": puzzle.rating,
        "decisions": [f"{seat} {text}" for seat, text in puzzle.decisions],
    }
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


def read_line(line: str) -> Puzzle:
    """The puzzle of a line; its position isn't replayed yet."""
    try:
        plain = json.loads(line)
        puzzle = _puzzle(plain)
        name = plain["id"]
    except KeyError as error:
        raise PuzzleError(_("{name} is missing").format(name=error)) from error
    except (ValueError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise PuzzleError(_("this isn't a puzzle: {reason}").format(reason=error)) from error
    check_game(puzzle.game)
    if name != puzzle.id:
        raise PuzzleError(
            _(
                "the id is {id}, but this position has the id {right}: it was changed by hand"
            ).format(id=name, right=puzzle.id)
        )
    return puzzle


def _puzzle(plain: dict[str, Any]) -> Puzzle:
    """A puzzle from plain values."""
    decisions = [text.split(" ", 1) for text in plain["decisions"]]
    answers = [Rated(str(move), _number(chance)) for move, chance in plain["answers"].items()]
    return Puzzle(
        game=str(plain["game"]),
        rules_revision=int(plain["rules_revision"]),
        options=dict(plain["options"]),
        secret=Secret(bytes.fromhex(plain["key"]), bytes.fromhex(plain["salt"])),
        decisions=tuple((int(seat), text) for seat, text in decisions),
        seat=int(plain["seat"]),
        answers=tuple(answers),
        error=_number(plain["error"]),
        found=Worlds(*map(int, plain["found"])),
        checked=Worlds(*map(int, plain["checked"])),
        rating=int(plain["rating"]),
    )


def _number(plain: Any) -> float:
    """A finite number; JSON as Python reads it has others too."""
    number = float(plain)
    if not math.isfinite(number):
        raise ValueError(_("{number} isn't a number").format(number=plain))
    return number


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles in a file; a PuzzleError names the line at fault."""
    found = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        try:
            found.append(read_line(line))
        except GameError as error:
            raise _at(path, number, error) from error
    return found


def check_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles in a file, each replayed by the rules."""
    found = read_puzzles(path)
    if not found:
        raise PuzzleError(_("There are no puzzles in {file}.").format(file=path))
    seen: set[str] = set()
    for number, puzzle in enumerate(found, 1):
        try:
            if puzzle.id in seen:
                raise PuzzleError(_("the puzzle {id} is in this file twice").format(id=puzzle.id))
            puzzle.check()
        except GameError as error:
            raise _at(path, number, error) from error
        seen.add(puzzle.id)
    return found


def _at(path: Path, number: int, error: GameError) -> PuzzleError:
    """An error with the place where it is."""
    return PuzzleError(f"{path}:{number}: {error}")


def _text(path: Path) -> str:
    """The whole text of a file."""
    try:
        data = path.read_bytes()
        return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        message = _("{file} can't be read: {reason}").format(file=path, reason=reason)
        raise PuzzleError(message) from error


def has_puzzles(game: str) -> bool:
    """Whether puzzles of a game come with Kerys."""
    return _collection(game).exists()


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with Kerys for a game; none for the games of other packages."""
    return tuple(read_puzzles(_collection(game))) if has_puzzles(game) else ()


def _collection(game: str) -> Path:
    """The file of a game's puzzles."""
    return FOLDER / f"{game}{SUFFIX}"


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {one.id: one for one in puzzles_of(game)}


def puzzle_called(game: str, name: str) -> Puzzle | None:
    """A puzzle by its id."""
    return _by_id(game).get(name)
