"""Making puzzles: the same order gives the same ones, in one run or in several."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kerys.study.puzzles.finder import Finder
from kerys.study.puzzles.games import Order, puzzles_in_game
from kerys.study.puzzles.maker import PuzzleFile, WrongFileError, make
from kerys.study.puzzles.puzzle_file import check_puzzles, puzzle_line, read_puzzles
from kerys.table.game import new
from kerys.table.record import load
from tests.records.wanted import FOLDER
from tests.study.puzzles.test_puzzle_files import TWO

ORDER = Order("ys", 1, "tests")


@pytest.mark.slow
def test_puzzles_of_one_seed_are_the_same_however_they_are_made(tmp_path: Path) -> None:
    made = make(ORDER, tmp_path / "one.jsonl")
    assert len(made) == 1
    assert [one.id for one in check_puzzles(tmp_path / "one.jsonl")] == [made[0].id]
    make(ORDER, tmp_path / "two.jsonl", processes=2)
    one, two = ((tmp_path / name).read_text("utf-8") for name in ("one.jsonl", "two.jsonl"))
    assert one == two
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.slow
def test_a_recorded_game_is_looked_through(tmp_path: Path) -> None:
    record = replace(load(FOLDER / "ys-2p.kerys"), names=("Ada", "Ben"))
    file = tmp_path / "friday.kerys"
    record.save(file)
    found = puzzles_in_game(Order("ys", 2, "tests", (file,)), 0)
    assert 1 <= len(found) <= 2
    for puzzle in found:
        puzzle.check()
        assert puzzle.decisions == record.decisions[: len(puzzle.decisions)]
        assert not set(puzzle.start.names) & set(record.names), "people aren't named"


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    order = Order("mykerinos", 2, "tests", (FOLDER / "ys-2p.kerys",))
    with pytest.raises(WrongFileError, match="a game of ys, not of mykerinos"):
        make(order, tmp_path / "mine.jsonl")
    assert not list(tmp_path.iterdir())


def test_a_record_of_a_running_game_is_refused_before_any_work(tmp_path: Path) -> None:
    running = tmp_path / "running.kerys"
    running.write_text(new("ys", seed=1, players=2).record().text(), "utf-8")
    order = Order("ys", 2, "tests", (FOLDER / "ys-2p.kerys", running))
    with pytest.raises(WrongFileError, match=r"running\.kerys: Only the record of a finished game"):
        make(order, tmp_path / "mine.jsonl")
    assert [one.name for one in tmp_path.iterdir()] == ["running.kerys"]


def test_sealed_choices_and_follow_ups_are_no_puzzles() -> None:
    game = new("ys", seed=1, players=3)
    finder = Finder(game.rules, "tests")
    assert not finder.is_eligible(game.view(0)), "bids are sealed"


# --- The file of a run -------------------------------------------------------------------------


def kept(path: Path, number: int = 3, seed: str = "0") -> PuzzleFile:
    found = PuzzleFile(path, Order("ys", number, seed))
    found.read()
    return found


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    first, second = read_puzzles(TWO)
    run = kept(path)
    run.add(1, [second])
    run.add(2, [])
    assert run.puzzles() == [], "game 0 isn't done yet"
    with path.with_name("mine.jsonl.part").open("a", encoding="utf-8") as file:
        file.write('{"number": 3, "puz')  # killed while writing
    again = kept(path, 2)
    assert sorted(again.done) == [1, 2]
    assert len(check_puzzles(path)) == 1, "what is there can be used at any time"
    assert not again.enough
    again.add(0, [first])
    assert again.enough
    assert [one.id for one in again.finish()] == [first.id, second.id]
    assert path.read_text("utf-8") == TWO.read_text("utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["mine.jsonl"]


def test_no_more_puzzles_are_kept_than_wanted(tmp_path: Path) -> None:
    run = kept(tmp_path / "mine.jsonl", 1)
    run.add(0, read_puzzles(TWO))
    assert [puzzle_line(one) for one in run.finish()] == TWO.read_text("utf-8").splitlines()[:1]


def test_a_file_of_another_run_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    kept(path)
    with pytest.raises(WrongFileError, match="other settings"):
        kept(path, seed="1")
    other = tmp_path / "theirs.jsonl"
    other.write_text("something", "utf-8")
    with pytest.raises(WrongFileError, match="already exists"):
        kept(other)
    assert other.read_text("utf-8") == "something"
