"""Sample tables for people who just want to look around."""

from __future__ import annotations

import random

from kerys.bots import Budget, bot_named
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR, Rules
from kerys.locale import _
from kerys.server.new_table import ANYONE, ME, Plan
from kerys.server.site import Site
from kerys.table.game import Game
from kerys.table.view import View

QUICK = Budget(worlds=1)
LEVELS = ("journeyman", "apprentice", "beginner", "journeyman")


def set_up_demo(site: Site) -> None:
    """Create a finished, a running and an open table for each game, all of them public.

    The running one waits for its host, who never comes, so it stays as it is.
    """
    host, _cookie = site.people.welcome(_("Host"))
    for seed, (name, rules) in enumerate(GAMES.items()):
        bots = (LEVELS * 2)[: _nearest(rules, len(LEVELS))]
        for decisions, seats in ((None, bots), (60, (ME, *bots[1:]))):
            table = site.tables.make(host, Plan(name, seats, private=False))
            _play(site, table, decisions, random.Random(seed))
        free = (ANYONE,) * (_nearest(rules, 3) - 1)
        site.tables.make(host, Plan(name, (*free, LEVELS[0]), private=False))


def _nearest(rules: Rules, wanted: int) -> int:
    """The possible number of players that is nearest to the wanted one."""
    return min(rules.wording.players, key=lambda players: abs(players - wanted))


def _play(site: Site, table: str, decisions: int | None, rng: random.Random) -> None:
    """Quick bots play this many decisions, or to the end."""
    quick, made = bot_named(LEVELS[0]), 0
    while decisions is None or made < decisions:
        view = site.authority.read(table, _next_view)
        if view.over:
            return
        action = quick.choose(view, QUICK, rng)
        site.authority.move(table, view.seat, action.code, view.revision, "bot")
        made += 1


def _next_view(game: Game, _events: int) -> View:
    """What the next player to decide sees."""
    return game.view(game.actors[0] if game.actors else SPECTATOR)
