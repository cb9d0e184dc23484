"""What a review finds and how long it takes: `python benchmarks/review.py`.

Grandmasters play games of both kinds with four players. Then:

* every decision of theirs is judged at the usual depth, twice with different luck: how many are
  called mistakes or blunders, and how many verdicts differ by more than one step;
* random answers are planted in their place, and judged at the usual depth and by a search ten
  times as long: of those that cost over 5 points of winning chance by the long search, how many
  are called mistakes or blunders;
* a whole game is reviewed for one seat, on one core.

`--records FILE` keeps the games, or takes them from there. `--only` picks parts. `--json` prints
one object.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from kerys.bots import bot_named
from kerys.bots.search.analyst import Analyst
from kerys.study.review import Reviewer, Verdict, judge_answer
from kerys.table import Game, new
from kerys.table.record import record_of
from kerys.table.record_text import read

GAMES = ("ys", "mykerinos")
PLAYERS = 4
COSTLY = 0.05
"""The loss of winning chance from which a planted answer should be noticed."""
HARMLESS = 0.02
PARTS = ("own", "planted", "time")
BAD = (Verdict.MISTAKE, Verdict.BLUNDER)
STEPS = {verdict: step for step, verdict in enumerate(Verdict)}
CHUNK = 8
"""How many decisions a process judges at a time."""


def play(game: str, seed: int) -> str:
    """The record of a game between grandmasters."""
    table, rng = new(game, players=PLAYERS, seed=f"review {seed}"), random.Random(seed)
    bots = [bot_named("grandmaster") for _seat in range(PLAYERS)]
    while not table.over:
        seat = table.actors[0]
        table.push(seat, bots[seat].choose(table.view(seat), bots[seat].budget, rng))
    return record_of(table).text()


@cache
def game_of(record: str) -> Game:
    """The game of a record."""
    return read(record).replay()


@cache
def analyst() -> Analyst:
    """One for each process."""
    return Analyst()


def own(record: str, plies: Sequence[int]) -> list[tuple[str, float, str]]:
    """The verdicts on decisions of a game, with two seeds, and the loss with the first."""
    reviewers = [Reviewer(game_of(record), seed=seed) for seed in (1, 2)]
    found = []
    for ply in plies:
        first, second = (one.at(ply).judgement for one in reviewers)
        assert first is not None
        assert second is not None
        found.append((str(first.verdict), first.loss, str(second.verdict)))
    return found


def planted(record: str, plies: Sequence[int]) -> list[tuple[str, float, float]]:
    """The verdicts on random answers in place of decisions, and the losses by a long search."""
    game, found = game_of(record), []
    for ply in plies:
        move = game.move_at(ply)
        view = game.view(move.seat, ply)
        rng = random.Random(f"planted {ply}")
        answer = rng.choice([one for one in view.legal if one.code != move.code])
        usual = judge_answer(view, answer, seed=3, analyst=analyst())
        long = judge_answer(view, answer, depth="deep", seed=4, analyst=analyst())
        found.append((str(usual.verdict), usual.loss, long.loss))
    return found


def timed(record: str) -> float:
    """How long the review of one seat takes, in seconds of one core."""
    reviewer = Reviewer(game_of(record), (0,))
    reviewer.at(0)  # loads compiled code
    start = time.process_time()
    reviewer.sum_up([reviewer.at(ply) for ply in reviewer.plies])
    return time.process_time() - start


def chunks(plies: Sequence[int]) -> Iterator[Sequence[int]]:
    """The plies in groups."""
    for start in range(0, len(plies), CHUNK):
        yield plies[start : start + CHUNK]


def interval(hits: int, of: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson)."""
    if not of:
        return 0.0, 1.0
    share, z = hits / of, 1.96
    middle = share + z * z / (2 * of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)


def share(hits: Iterable[bool]) -> dict[str, Any]:
    """A share with its interval."""
    every = list(hits)
    low, high = interval(sum(every), len(every))
    part = sum(every) / len(every) if every else None
    return {"share": part, "low": low, "high": high, "of": len(every)}


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All that was asked for."""
    found: dict[str, Any] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(options.processes, mp_context=context) as pool:
        records = kept_records(options, pool)
        for game in GAMES:
            mine = records[game][: options.games]
            found[game] = {"games": len(mine)}
            if "time" in options.only:
                found[game]["seconds_a_seat"] = pool.submit(timed, mine[0]).result()
            if "own" in options.only:
                found[game] |= judge_own(pool, mine)
            if "planted" in options.only:
                found[game] |= judge_planted(pool, mine, options.planted)
            print(game, found[game], file=sys.stderr, flush=True)
    return found


def kept_records(options: argparse.Namespace, pool: ProcessPoolExecutor) -> dict[str, list[str]]:
    """The games to review."""
    if options.records and options.records.exists():
        kept: dict[str, list[str]] = json.loads(options.records.read_text("utf-8"))
        return kept
    asked = {
        game: [pool.submit(play, game, seed) for seed in range(options.games)] for game in GAMES
    }
    records = {game: [one.result() for one in some] for game, some in asked.items()}
    if options.records:
        options.records.write_text(json.dumps(records), "utf-8")
    return records


def judge_own(pool: ProcessPoolExecutor, records: Sequence[str]) -> dict[str, Any]:
    """How grandmasters' own decisions are judged."""
    tasks = [
        pool.submit(own, record, plies)
        for record in records
        for plies in chunks(range(len(read(record).decisions)))
    ]
    rows = [row for task in tasks for row in task.result()]
    return {
        "verdicts": {str(one): [first for first, *_ in rows].count(one) for one in Verdict},
        "own_called_bad": share(first in BAD for first, *_ in rows),
        "verdicts_two_steps_apart": share(
            abs(STEPS[Verdict(first)] - STEPS[Verdict(second)]) > 1 for first, _loss, second in rows
        ),
        "mean_loss": statistics.fmean(loss for _first, loss, _second in rows),
    }


def judge_planted(pool: ProcessPoolExecutor, records: Sequence[str], number: int) -> dict[str, Any]:
    """How planted answers are judged."""
    rng, wanted = random.Random(5), [number // len(records)] * len(records)
    for more in range(number - sum(wanted)):
        wanted[more] += 1
    tasks = [
        pool.submit(planted, record, [ply])
        for record, some in zip(records, wanted, strict=True)
        for ply in rng.sample(range(len(read(record).decisions)), some)
    ]
    rows = [row for task in tasks for row in task.result()]
    costly = [row for row in rows if row[2] > COSTLY]
    harmless = [row for row in rows if row[2] < HARMLESS]
    return {
        "planted": len(rows),
        "costly_called_bad": share(verdict in BAD for verdict, *_ in costly),
        "harmless_called_bad": share(verdict in BAD for verdict, *_ in harmless),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=8, help="games of each kind")
    parser.add_argument("--planted", type=int, default=100, help="planted answers of each kind")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--records", type=Path, help="keep the games here, or take them from here")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measure(options)
    if options.json:
        print(json.dumps(found))
        return
    for game, figures in found.items():
        print(f"{game}:")
        for name, figure in figures.items():
            print(f"  {name}: {figure}")


if __name__ == "__main__":
    main()
