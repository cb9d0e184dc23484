"""Many games of random legal play, on the interpreter, the CPU or the GPU."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numba
import numpy as np
from numpy.typing import NDArray

from kerys.kernel.chance import key_of_seed
from kerys.kernel.contract import Rules
from kerys.kernel.play import play_on_cpu, standings
from kerys.locale import _

Target = Literal["python", "cpu", "gpu"]
CHUNK = {"python": 1, "cpu": 500, "gpu": 262_144}
"""Games between two steps of the progress bar."""
PERCENTILES = (0, 5, 25, 50, 75, 95, 100)


class TargetError(RuntimeError):
    """The target cannot be used here; the message says what to do."""


@dataclass(frozen=True)
class Result:
    """The result of a simulation."""

    game: str
    players: int
    games: int
    target: str
    threads: int
    seconds: float
    compile_seconds: float
    decisions: int
    scores: NDArray[np.int16]
    """One row per game, one column per owner; a neutral owner is last."""
    ranks: NDArray[np.int8]

    @property
    def games_per_s(self) -> float:
        """Games per second, without compilation."""
        return self.games / self.seconds

    @property
    def decisions_per_s(self) -> float:
        """Decisions per second, without compilation."""
        return self.decisions / self.seconds

    @property
    def wins(self) -> NDArray[np.float64]:
        """The share of games that each owner wins; a shared victory counts in equal parts."""
        return _firsts(self.ranks)

    @property
    def wins_among_players(self) -> NDArray[np.float64]:
        """The same for the players alone, whatever a neutral does."""
        return _firsts(self.ranks[:, : self.players])

    def summary(self) -> dict[str, Any]:
        """Everything as plain values."""
        columns = range(self.scores.shape[1])
        return {
            "game": self.game,
            "players": self.players,
            "target": self.target,
            "threads": self.threads,
            "games": self.games,
            "seconds": self.seconds,
            "compile_seconds": self.compile_seconds,
            "games_per_s": self.games_per_s,
            "decisions_per_s": self.decisions_per_s,
            "decisions_per_game": self.decisions / self.games,
            "seats": [
                {
                    "seat": column if column < self.players else "neutral",
                    "win_share": float(self.wins[column]),
                    **(
                        {"win_share_among_players": float(self.wins_among_players[column])}
                        if column < self.players
                        else {}
                    ),
                    "mean_score": float(self.scores[:, column].mean()),
                    "score_percentiles": {
                        str(one): float(np.percentile(self.scores[:, column], one))
                        for one in PERCENTILES
                    },
                }
                for column in columns
            ],
            "mean_winning_score": float(self.scores.max(axis=1).mean()),
        }


def _firsts(ranks: NDArray[np.int8]) -> NDArray[np.float64]:
    """How often each column has the best rank of its row, in equal parts where it is shared."""
    first = ranks == ranks.min(axis=1, keepdims=True)
    shares: NDArray[np.float64] = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares


def check_target(target: Target) -> None:
    """Refuse a target that this process or machine doesn't support."""
    interpreted = bool(numba.config.DISABLE_JIT)
    if target == "python" and not interpreted:
        raise TargetError(_("the interpreted target needs NUMBA_DISABLE_JIT=1 in the environment"))
    if target == "cpu" and interpreted:
        raise TargetError(_("NUMBA_DISABLE_JIT is set: unset it, or use the target python"))
    if target == "gpu":
        from kerys.kernel.gpu import is_available

        if not is_available():
            raise TargetError(_("no CUDA device: use the target cpu, or a machine with a GPU"))


def simulate(
    game: Rules,
    options: Any,
    games: int,
    seed: int | str,
    target: Target = "cpu",
    threads: int = 1,
    progress: Callable[[int], None] = lambda played: None,
) -> Result:
    """Play games number 0 to `games` - 1 of a seed at random; `progress` gets their number."""
    check_target(target)
    key, play = key_of_seed(seed), play_on_cpu
    if target == "gpu":
        from kerys.kernel.gpu import play_on_gpu as play
    threads = threads if target == "cpu" else 1

    def run(chunk: range) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
        states, decisions = np.zeros(len(chunk), game.state), np.zeros(len(chunk), np.int64)
        play(game, options, key, chunk.start, states, decisions)
        return *standings(game, states), int(decisions.sum())

    start = time.perf_counter()
    if target != "python":
        run(range(1))
    compile_seconds = time.perf_counter() - start

    scores, ranks, decisions = [], [], 0
    start = time.perf_counter()
    with ThreadPoolExecutor(threads) as workers:
        for some_scores, some_ranks, made in workers.map(run, _chunks(games, CHUNK[target])):
            scores.append(some_scores.astype(np.int16))
            ranks.append(some_ranks.astype(np.int8))
            decisions += made
            progress(len(some_scores))
    seconds = time.perf_counter() - start
    return Result(
        game=game.name,
        players=int(options.players),
        games=games,
        target=target,
        threads=threads,
        seconds=seconds,
        compile_seconds=compile_seconds,
        decisions=decisions,
        scores=np.concatenate(scores),
        ranks=np.concatenate(ranks),
    )


def _chunks(games: int, size: int) -> Iterator[range]:
    """The numbers of the games, in parts."""
    for first in range(0, games, size):
        yield range(first, min(first + size, games))
