"""Games at the prompt for tests: started in a folder, answered by a script."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from kerys.cli import main
from kerys.table.commitment import secret_of_seed
from kerys.table.game import new
from kerys.terminal.saves import SEALED_SUFFIX, Saved
from kerys.terminal.seats import seats, usual_asks
from kerys.terminal.session import TableSession

RECORDS = Path(__file__).parents[1] / "records"
COMMANDS = ("help", "moves", "board", "log", "undo", "ask", "save", "quit")
PANELS = {
    "ys": ("majorities", "prices", "points", "unseen", "characters", "beliefs"),
    "mykerinos": ("majorities", "patrons", "points", "cubes", "lots", "beliefs"),
}
WORDS = {*COMMANDS, *(word for words in PANELS.values() for word in words)}
"""Everything at the prompt that isn't a move."""
RELUCTANT = ("pass", "done")
ENDLESS = 20_000
"""More questions than any game asks: a script that gets there is stuck in a loop."""


@dataclass(frozen=True)
class Done:
    """How a command ended, and its output."""

    code: int
    output: str

    @property
    def words(self) -> str:
        """The output without line breaks."""
        return " ".join(self.output.split())


def kerys_command(*arguments: str | Path, lines: Iterable[str] = (), **environment: str) -> Done:
    """Run the `kerys` command in this process, with lines on its standard input."""
    text = "".join(f"{line}\n" for line in lines)
    done = CliRunner(env=environment).invoke(main, [str(one) for one in arguments], input=text)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Done(done.exit_code, done.output)


def kerys_process(
    *arguments: str | Path, stdin: bytes = b"", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the `kerys` command in its own process."""
    return subprocess.run(
        [sys.executable, "-m", "kerys.cli", *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **environment},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )


Answer = Callable[[Sequence[str]], str]
"""From the texts of all legal moves to the typed line."""


@dataclass
class Script:
    """A player whose lines are known beforehand, or depend on the moves offered."""

    lines: Iterable[str | Answer]
    typed: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    before: Callable[[str], None] = lambda _prompt: None
    """Called at every prompt, before the line is typed."""

    def __post_init__(self) -> None:
        self.left = iter(self.lines)

    def forget(self) -> None:
        """Do nothing: a script has no history."""

    def ask(self, prompt: str, texts: Sequence[str]) -> str:
        """The next line; at the end of the script, the player leaves the table."""
        self.prompts.append(prompt)
        assert len(self.prompts) < ENDLESS, "asked in circles"
        self.before(prompt)
        line = next(self.left, None) if texts else ""
        if line is None:
            raise EOFError
        if not isinstance(line, str):
            line = line([text for text in texts if text not in WORDS])
        self.typed.append(line)
        return line


def started(
    path: Path,
    game: str = "ys",
    *,
    players: int = 3,
    bots: int | None = None,
    seat: int = 0,
    names: list[str] | None = None,
    seed: str = "7",
    bot: str = "random",
    **options: Any,
) -> Saved:
    """A new game in a file, as `kerys play` starts it; nothing is written yet."""
    playing = [bot] * (players - 1 if bots is None else bots)
    called, who = seats(game, players, seat, playing, names, secret_of_seed(seed).commitment)
    saved = Saved(new(game, seed=seed, names=called, players=players, **options), who, path)
    saved.agree(usual_asks(who))
    return saved


def play(saved: Saved, asker: Any, seed: str = "7") -> None:
    """Play a game at the prompt."""
    TableSession(saved, asker, random.Random(seed)).run()


def at_random(seed: str | int) -> Answer:
    """A random legal move that doesn't end the game early."""
    rng = random.Random(f"moves {seed}")
    return lambda moves: rng.choice([one for one in moves if one not in RELUCTANT] or moves)


def forever(answer: Answer) -> Iterable[Answer]:
    """The same answer again and again."""
    while True:
        yield answer


def some(number: int, seed: str | int = 0) -> list[Answer]:
    """A few random moves, after which the player leaves."""
    return [at_random(seed)] * number


def running(path: Path, game: str = "ys", moves: int = 5, **options: Any) -> Saved:
    """A game that was started and left."""
    saved = started(path, game, **options)
    play(saved, Script(some(moves)))
    assert not saved.game.over
    return saved


def finished(path: Path, game: str = "mykerinos", **options: Any) -> Saved:
    """A game that was played to the end."""
    saved = started(path, game, **options)
    play(saved, Script(forever(at_random(0))))
    assert saved.game.over
    return saved


def sealed_of(path: Path) -> Path:
    """The file next to it with the full state of a running game."""
    return path.with_name(path.name + SEALED_SUFFIX)


def on_disk(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def refused(folder: Path, *arguments: str | Path, code: int = 1) -> str:
    """Run a command that must fail with a message and leave nothing behind."""
    before = on_disk(folder)
    done = kerys_command(*arguments)
    assert done.code == code, done.output[-300:]
    assert "Error: " in done.output
    assert on_disk(folder) == before
    return done.words
