"""Makes puzzles on several cores, into a file from which a stopped run goes on."""

from __future__ import annotations

import itertools
import json
import multiprocessing
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from pathlib import Path

from kerys.bots.arena.executors import end_with_parent, ignore_sigint_in_children
from kerys.games import GAMES
from kerys.locale import _
from kerys.study.puzzles.finder import Finder
from kerys.study.puzzles.games import Order, puzzles_in_game
from kerys.study.puzzles.puzzle import Puzzle, PuzzleError
from kerys.study.puzzles.puzzle_file import puzzle_line, read_line
from kerys.table.errors import GameError
from kerys.table.record import load, write_whole


class WrongFileError(PuzzleError):
    """A file that was named can't be used for this; the message says why."""


class PuzzleFile:
    """The file of puzzles in the making, and beside it a list of the games that are done.

    Puzzles are added as they come. A run that was stopped goes on; the finished file has the same
    puzzles in the same order, whoever was faster.
    """

    def __init__(self, path: Path, order: Order) -> None:
        self.path = path
        self.notes = path.with_name(f"{path.name}.part")
        self.order = order
        self.done: dict[int, list[Puzzle]] = {}

    @property
    def enough(self) -> bool:
        """Whether the games up to the first open one have as many puzzles as are wanted."""
        return len(self.puzzles()) >= self.order.number

    def puzzles(self) -> list[Puzzle]:
        """The puzzles of all games up to the first that isn't done, in order."""
        found: list[Puzzle] = []
        for number in itertools.count():
            if number not in self.done or len(found) >= self.order.number:
                return found[: self.order.number]
            found += self.done[number]
        raise AssertionError

    @property
    def number(self) -> int:
        """How many puzzles there are so far."""
        return sum(map(len, self.done.values()))

    def read(self) -> None:
        """Take up the work of an earlier run."""
        if not self.notes.exists():
            if self.path.exists() and self.path.stat().st_size:
                raise WrongFileError(_("{file} already exists.").format(file=self.path))
            self.notes.write_text(self._header() + "\n", "utf-8")
            self.path.write_text("", "utf-8")
            return
        header, *lines = self.notes.read_text("utf-8").split("\n")
        if header != self._header():
            raise WrongFileError(
                _(
                    "{file} belongs to a run with other settings or another version. Name another "
                    "file, or remove it."
                ).format(file=self.notes)
            )
        for line in lines[:-1]:
            plain = json.loads(line)
            self.done[plain["number"]] = [read_line(one) for one in plain["puzzles"]]
        whole = header + "\n" + "".join(f"{line}\n" for line in lines[:-1])
        write_whole(self.notes, whole, private=False)
        self._write([one for some in self.done.values() for one in some])

    def add(self, number: int, found: list[Puzzle]) -> None:
        """Keep what a game gave."""
        self.done[number] = found
        lines = [puzzle_line(one) for one in found]
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        with self.notes.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, "puzzles": lines}) + "\n")

    def finish(self) -> list[Puzzle]:
        """Put the puzzles in order and remove the notes."""
        found = self.puzzles()
        self._write(found)
        self.notes.unlink()
        return found

    def _write(self, puzzles: Sequence[Puzzle]) -> None:
        text = "".join(f"{puzzle_line(one)}\n" for one in puzzles)
        write_whole(self.path, text, private=False)

    def _header(self) -> str:
        return json.dumps(self.order.settings())


def make(
    order: Order, path: Path, processes: int = 1, progress: Callable[[int], None] = lambda _: None
) -> list[Puzzle]:
    """Make puzzles into a file; `progress` is called with their number so far after each game."""
    _check_records(order)
    kept = PuzzleFile(path, order)
    kept.read()
    progress(kept.number)
    if not kept.enough:
        Finder(GAMES[order.game], order.seed).warm_up()
        numbers = (number for number in order.games if number not in kept.done)
        with closing(_source(order, numbers, processes)) as source:
            for number, found in source:
                kept.add(number, found)
                progress(kept.number)
                if kept.enough:
                    break
    return kept.finish()


def _check_records(order: Order) -> None:
    """Refuse records of other games, or of games that aren't over, before the work begins."""
    for path in order.records:
        record = load(path)
        if record.game != order.game:
            problem = _("{file} is a game of {other}, not of {game}.")
            raise WrongFileError(problem.format(file=path, other=record.game, game=order.game))
        try:
            record.verify()
        except GameError as error:
            raise WrongFileError(f"{path}: {error}") from error


def _source(
    order: Order, numbers: Iterator[int], processes: int
) -> Generator[tuple[int, list[Puzzle]], None, None]:
    """The puzzles of games, in the order in which these are done."""
    if processes == 1:
        for number in numbers:
            yield number, puzzles_in_game(order, number)
    else:
        yield from _in_processes(order, numbers, processes)


def _in_processes(
    order: Order, numbers: Iterator[int], processes: int
) -> Generator[tuple[int, list[Puzzle]], None, None]:
    """The same on several cores; unfinished games are dropped when the caller stops."""
    before = set(multiprocessing.active_children())
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, spawn, initializer=end_with_parent)
    running: dict[Future[list[Puzzle]], int] = {}

    def start(many: int) -> None:
        with ignore_sigint_in_children():
            for number in itertools.islice(numbers, many):
                running[pool.submit(puzzles_in_game, order, number)] = number

    try:
        start(processes)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                number = running.pop(future)
                start(1)
                yield number, future.result()
    except BrokenProcessPool as error:
        raise PuzzleError(
            _("A process died. Run the same command to go on where it stopped.")
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
