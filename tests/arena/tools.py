"""Small tournaments, hand-made deals, and the commands as a user runs them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from click.testing import CliRunner, Result

from kerys.bots.arena import Deal, Tournament
from kerys.bots.arena.deal import Played
from kerys.bots.base import Budget
from kerys.cli.arena import arena, ladder

TIMES = ("ms_per_decision", "ms_95")


def tournament(
    *bots: str, game: str = "mykerinos", players: int | None = None, seed: str = "0"
) -> Tournament:
    """A repeatable tournament, with as many players as bots unless specified."""
    options = {"players": players or len(bots)}
    return Tournament(game, options, bots, seed, Budget(worlds=1))


def deal(number: int, *ranks: Sequence[int], won: bool = True) -> Deal:
    """A deal in which the seats got these ranks, one tuple for each rotation.

    If `won` is false, a neutral party was ahead of them all.
    """
    games = [
        Played(
            ranks=tuple(game),
            wins=tuple(int(won and rank == 1) for rank in game),
            scores=tuple(10 * (5 - rank) for rank in game),
            faults=(0,) * len(game),
        )
        for game in ranks
    ]
    return Deal(number, tuple(games), {}, {})


def outcome(deals: Sequence[Deal]) -> list[dict[str, Any]]:
    """The reproducible part of the deals: everything but times."""
    return [{name: value for name, value in one.plain().items() if name != "pace"} for one in deals]


def run_arena(*arguments: str) -> Result:
    """`kerys arena`, in this process."""
    return CliRunner().invoke(arena, ["mykerinos", "--cores", "1", *arguments])


def run_ladder(*arguments: str) -> Result:
    """`kerys ladder`, in this process."""
    return CliRunner().invoke(ladder, ["mykerinos", "--cores", "1", *arguments])


def found(result: Result) -> dict[str, Any]:
    """What `--json` printed, without times."""
    assert result.exit_code == 0, result.output
    plain: dict[str, Any] = json.loads(result.stdout)
    for bot in plain["bots"]:
        for name in TIMES:
            del bot[name]
    return plain
