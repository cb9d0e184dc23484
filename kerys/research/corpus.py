"""A corpus of games between bots: records to read, and a Parquet table of all decisions.

The table has one row per decision: `game`, `ply`, `seat`, `bot`, `observation` (what the seat knew,
as the page of the game lists it), `legal` (its legal actions), `action`, `text`, and how the game
ended for the seat: `reward` (from 1 for a sole winner to -1), `score` and `rank`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.bots import Budget
from kerys.bots.arena.deal import Seat
from kerys.bots.arena.tournament import entrant
from kerys.kernel.extras import extra
from kerys.locale import _
from kerys.research.sequence import rewards_of
from kerys.table import GameError, GameRecord, load
from kerys.table.checks import check_game
from kerys.table.commitment import secret_of_seed
from kerys.table.game import dealt

ABOUT, DECISIONS, RECORDS = "corpus.json", "decisions.parquet", "records"
GAMES_A_GROUP = 50
"""Games in a row group of the table."""


class CorpusError(GameError):
    """The folder holds no corpus, or isn't empty; the message says which."""


@dataclass(frozen=True)
class Corpus:
    """The settings of a corpus; the same settings give the same games."""

    game: str
    options: dict[str, Any]
    """As plain values, as in records."""
    bots: tuple[str, ...]
    """One for each seat of game 0; they move up one seat after each game."""
    games: int
    seed: str
    worlds: int

    def seated(self, number: int) -> list[str]:
        """The bots by seat in a game."""
        turn = number % len(self.bots)
        return [*self.bots[turn:], *self.bots[:turn]]


@dataclass(frozen=True)
class Played:
    """One game: its record, and one row per decision."""

    number: int
    record: GameRecord
    rows: list[dict[str, Any]]


def play(corpus: Corpus, number: int) -> Played:
    """Play one game of a corpus."""
    rules = check_game(corpus.game)
    labels = corpus.seated(number)
    secret = secret_of_seed(f"corpus {corpus.seed} game {number}")
    game = dealt(rules, rules.configure(**corpus.options), secret)
    seats = [
        Seat(
            entrant(label),
            Budget(worlds=corpus.worlds),
            random.Random(f"kerys corpus {corpus.seed} game {number} seat {seat}"),
        )
        for seat, label in enumerate(labels)
    ]
    rows: list[dict[str, Any]] = []
    while actors := game.actors:
        seat = actors[0]
        view = game.view(seat)
        seen = np.zeros(rules.observation_size, np.float32)
        rules.observe(view.state, seat, seen)
        chosen = seats[seat].choose(game, seat)
        rows.append(
            {
                "game": number,
                "ply": game.ply,
                "seat": seat,
                "bot": labels[seat],
                "observation": seen,
                "legal": [action.code for action in view.legal],
                "action": chosen.code,
                "text": chosen.text,
            }
        )
        game.push(seat, chosen)
    rewards = rewards_of(rules, game.before(game.ply), game.players)
    for row in rows:
        seat = row["seat"]
        row["reward"], row["score"] = rewards[seat], game.scores[seat]
        row["rank"] = game.player_ranks[seat]
    return Played(number, replace(game.record(), bots=tuple(labels)), rows)


def make(
    corpus: Corpus,
    folder: Path,
    cores: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> int:
    """Play a corpus into a new folder; returns how many decisions it has."""
    with extra("research"):
        import pyarrow.parquet as parquet
    if folder.exists() and any(folder.iterdir()):
        raise CorpusError(_("The folder {folder} is not empty.").format(folder=folder))
    (folder / RECORDS).mkdir(parents=True)
    schema = _schema(check_game(corpus.game).observation_size)
    decisions, waiting = 0, list[dict[str, Any]]()
    with parquet.ParquetWriter(folder / DECISIONS, schema, compression="zstd") as table:
        for played in _play_all(corpus, cores):
            played.record.save(folder / RECORDS / f"{played.number:06d}.kerys")
            waiting += played.rows
            decisions += len(played.rows)
            progress()
            if played.number % GAMES_A_GROUP == GAMES_A_GROUP - 1:
                table.write_table(_table(waiting, schema))
                waiting = []
        if waiting:
            table.write_table(_table(waiting, schema))
    about = {**vars(corpus), "version": check_game(corpus.game).environment, "decisions": decisions}
    (folder / ABOUT).write_text(json.dumps(about, indent=2) + "\n", "utf-8")
    return decisions


def _play_all(corpus: Corpus, cores: int) -> Iterator[Played]:
    """All games in order."""
    numbers = range(corpus.games)
    if cores == 1:
        for number in numbers:
            yield play(corpus, number)
        return
    with ProcessPoolExecutor(cores, get_context("spawn")) as workers:
        yield from workers.map(play, [corpus] * len(numbers), numbers)


def _schema(width: int) -> Any:
    """The columns of the table."""
    import pyarrow as arrow

    return arrow.schema(
        [
            ("game", arrow.int64()),
            ("ply", arrow.int32()),
            ("seat", arrow.int8()),
            ("bot", arrow.string()),
            ("observation", arrow.list_(arrow.float32(), width)),
            ("legal", arrow.list_(arrow.int16())),
            ("action", arrow.int16()),
            ("text", arrow.string()),
            ("reward", arrow.float32()),
            ("score", arrow.int16()),
            ("rank", arrow.int8()),
        ]
    )


def _table(rows: list[dict[str, Any]], schema: Any) -> Any:
    """Rows as an Arrow table."""
    import pyarrow as arrow

    return arrow.Table.from_pylist(rows, schema)


def decisions(folder: str | Path) -> Any:
    """All decisions of a corpus as an Arrow table; `.to_pandas()` turns it into a data frame."""
    with extra("research"):
        import pyarrow.parquet as parquet
    return parquet.read_table(_part(folder, DECISIONS))


def records(folder: str | Path) -> Iterator[GameRecord]:
    """All games of a corpus, one after the other."""
    for path in sorted(_part(folder, RECORDS).glob("*.kerys")):
        yield load(path)


def arrays(folder: str | Path) -> dict[str, NDArray[Any]]:
    """What learning needs: observations, masks, actions and rewards, one row per decision."""
    table = decisions(folder)
    rules = check_game(json.loads(_part(folder, ABOUT).read_text("utf-8"))["game"])
    observations = table["observation"].combine_chunks().flatten().to_numpy()
    masks = np.zeros((len(table), rules.actions), np.bool_)
    for row, legal in enumerate(table["legal"].to_pylist()):
        masks[row, legal] = True
    return {
        "observations": observations.reshape(len(table), rules.observation_size),
        "masks": masks,
        "actions": table["action"].to_numpy(),
        "rewards": table["reward"].to_numpy(),
    }


def _part(folder: str | Path, name: str) -> Path:
    """The path of a part of a corpus, which must exist."""
    path = Path(folder) / name
    if not path.exists():
        raise CorpusError(
            _("{folder} doesn't contain a corpus: {name} is missing.").format(
                folder=folder, name=name
            )
        )
    return path
