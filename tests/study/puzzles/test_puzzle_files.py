"""Puzzles as files: those that come with Kerys replay, and damaged ones are refused."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kerys.bots.evaluators import evaluator_of
from kerys.kernel.bits import has
from kerys.study.puzzles.finder import CHECKED_MARGIN, FEWEST_ANSWERS, SURE, UNDECIDED
from kerys.study.puzzles.puzzle import Puzzle, PuzzleError
from kerys.study.puzzles.puzzle_file import (
    check_puzzles,
    has_puzzles,
    puzzle_called,
    puzzle_line,
    puzzles_of,
    read_line,
)
from kerys.study.puzzles.schedule import next_puzzle, puzzle_of_day
from kerys.study.puzzles.verdict import judge, read_answer
from kerys.table.errors import GameError

GAMES = ("mykerinos", "ys")
TWO = Path(__file__).parent / "two.jsonl"
ALL = [puzzle for game in GAMES for puzzle in puzzles_of(game)]
ROUNDING = 1e-3


@pytest.mark.parametrize("puzzle", ALL, ids=lambda one: f"{one.game}-{one.id}")
def test_a_puzzle_that_comes_with_kerys_replays_and_is_one(puzzle: Puzzle) -> None:
    puzzle.check()
    view = puzzle.view
    question = int(view.state.question)
    assert len(view.legal) >= FEWEST_ANSWERS
    assert not has(view.rules.sealed, question)
    assert not has(evaluator_of(view.rules).follow, question)
    least, most = UNDECIDED
    assert least - ROUNDING <= puzzle.best.chance <= most + ROUNDING
    assert puzzle.margin >= CHECKED_MARGIN - ROUNDING
    assert puzzle.margin >= SURE * puzzle.error - ROUNDING
    assert puzzle.checked.tree >= 10 * puzzle.found.tree
    assert puzzle.checked.compared >= 10 * puzzle.found.compared


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_comes_twice_and_no_game_gives_more_than_two(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len({one.id for one in puzzles}) == len(puzzles) >= 200
    deals = [one.secret.commitment for one in puzzles]
    assert max(map(deals.count, deals)) <= 2


def test_a_game_of_another_package_has_none() -> None:
    assert not has_puzzles("chess")
    assert puzzles_of("chess") == ()
    assert puzzle_called("chess", "x") is None


@pytest.mark.parametrize("puzzle", [puzzles_of(game)[0] for game in GAMES], ids=GAMES)
def test_what_is_written_is_read(puzzle: Puzzle) -> None:
    line = puzzle_line(puzzle)
    again = read_line(line)
    assert puzzle_line(again) == line
    assert puzzle_called(puzzle.game, again.id) is puzzle
    assert again.view.text() == puzzle.view.text()


def damaged(change: Callable[[dict[str, Any]], None]) -> str:
    """The first line of the file with a change, and the id that goes with it."""
    plain = json.loads(TWO.read_text("utf-8").splitlines()[0])
    change(plain)
    return json.dumps(plain)


def add_decision(plain: dict[str, Any]) -> None:
    plain["decisions"].append(plain["decisions"][0])


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nonsense", "isn't a puzzle"),
        ("[]", "isn't a puzzle"),
        (damaged(lambda one: one.pop("seat")), "'seat' is missing"),
        (damaged(lambda one: one.update(game="chess")), "no game 'chess'"),
        (damaged(lambda one: one.update(key="00")), "a key has 32 bytes"),
        (damaged(lambda one: one.update(seat=9)), "changed by hand"),
        (damaged(add_decision), "changed by hand"),
        (damaged(lambda one: one.update(rating=math.inf)), "isn't a puzzle"),
        (damaged(lambda one: one.update(error=math.nan)), "isn't a number"),
    ],
)
def test_a_damaged_line_is_refused(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(TWO.read_text("utf-8") + line + "\n", "utf-8")
    with pytest.raises(PuzzleError, match=problem) as caught:
        check_puzzles(file)
    assert f"{file}:3: " in str(caught.value)


def resigned(change: Callable[[dict[str, Any]], None]) -> str:
    """A changed line whose id is right, so that only the rules can tell."""

    def with_id(plain: dict[str, Any]) -> None:
        change(plain)
        try:
            read_line(json.dumps(plain))
        except PuzzleError as error:
            plain["id"] = str(error).split("has the id ")[1].split(":")[0]

    return damaged(with_id)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (add_decision, "decision "),
        (lambda one: one["decisions"].append("0 fly"), "'fly' isn't a move"),
        (lambda one: one["answers"].update({"fly": 0.0}), "'fly' isn't a legal answer"),
        (lambda one: one.update(answers={}), "at least two"),
        (lambda one: one.update(answers=dict.fromkeys(one["answers"], 2.0)), "from 0 to 1"),
        (lambda one: one.update(decisions=[]), "nothing to decide|isn't a legal answer"),
        (lambda one: one.update(rules_revision=99), "rules 99"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], problem: str
) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(resigned(change) + "\n", "utf-8")
    with pytest.raises(PuzzleError, match=problem):
        check_puzzles(file)


def test_a_puzzle_is_in_a_file_once(tmp_path: Path) -> None:
    file = tmp_path / "twice.jsonl.gz"
    file.write_bytes(gzip.compress(2 * TWO.read_bytes()))
    with pytest.raises(PuzzleError, match="twice"):
        check_puzzles(file)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(TWO.read_bytes()))
    packed[len(packed) // 2] ^= 255
    for name, content in (("a.jsonl", b"\xff"), ("b.jsonl.gz", b"no"), ("c.jsonl.gz", packed)):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(PuzzleError, match=f"{name} can't be read"):
            check_puzzles(tmp_path / name)


def test_a_file_without_puzzles_is_not_all_right(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("", "utf-8")
    with pytest.raises(PuzzleError, match=r"There are no puzzles in .*none\.jsonl"):
        check_puzzles(tmp_path / "none.jsonl")


# --- Verdicts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", [puzzles_of(game)[0] for game in GAMES], ids=GAMES)
def test_an_answer_is_judged_by_its_chance(puzzle: Puzzle) -> None:
    right = judge(puzzle, puzzle.best.move)
    assert right.right
    assert right.own == right.best[0]
    assert right.own.chance == puzzle.best.chance
    worst = puzzle.answers[-1]
    wrong = judge(puzzle, worst.move)
    assert not wrong.right
    assert wrong.own is not None
    assert wrong.own.chance == worst.chance
    assert wrong.best == right.best
    assert judge(puzzle, "").own is None


def test_an_answer_can_be_typed_loosely_but_must_be_legal() -> None:
    puzzle = puzzles_of("ys")[0]
    assert read_answer(puzzle, f"  {puzzle.best.move.upper()} ") == puzzle.best.move
    with pytest.raises(GameError):
        read_answer(puzzle, "fly")
    with pytest.raises(GameError):
        read_answer(puzzle, "")


# --- Which puzzle comes next -------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_its_day_before_one_comes_again(game: str) -> None:
    puzzles = puzzles_of(game)
    first = date(2026, 1, 1)
    days = [puzzle_of_day(puzzles, first + timedelta(number)) for number in range(len(puzzles))]
    assert {one.id for one in days} == {one.id for one in puzzles}
    assert puzzle_of_day(tuple(reversed(puzzles)), first) is days[0]


def test_the_next_puzzle_is_new_and_fits() -> None:
    puzzles = puzzles_of("ys")
    hardest = max(puzzles, key=lambda one: one.rating)
    found = next_puzzle(puzzles, {hardest.id}, hardest.rating, Random(0))
    assert found is not None
    assert found is not hardest
    nearer = [one for one in puzzles if one.rating > found.rating]
    assert len(nearer) <= 12
    assert next_puzzle(puzzles, {one.id for one in puzzles}, 1500, Random(0)) is None
