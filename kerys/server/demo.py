"""Sample tables for someone who just wants to look around."""

from __future__ import annotations

import random

from kerys.bots import Budget, bot_named
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.new_table import ANYONE, ME, Plan
from kerys.server.site import Site
from kerys.table.game import Game
from kerys.table.view import View

QUICK = Budget(worlds=1)
LEVELS = ("journeyman", "apprentice", "beginner", "journeyman")


def set_up_demo(site: Site) -> None:
    """For each game a finished, a running and an open table, all for everyone to see.

    The running one waits for its host, who never comes: so it stays to be looked at.
    """
    host, _cookie = site.people.welcome(_("Host"))
    for seed, name in enumerate(GAMES):
        for decisions, seats in ((None, LEVELS), (60, (ME, *LEVELS[1:]))):
            table = site.tables.make(host, Plan(name, seats, private=False))
            _play(site, table, decisions, random.Random(seed))
        site.tables.make(host, Plan(name, (ANYONE, ANYONE, "journeyman"), private=False))


def _play(site: Site, table: str, decisions: int | None, rng: random.Random) -> None:
    """Quick bots play so many decisions, or to the end."""
    bots = [bot_named(name) for name in LEVELS]
    made = 0
    while decisions is None or made < decisions:
        view = site.authority.read(table, _next_view)
        if view.over:
            return
        action = bots[view.seat].choose(view, QUICK, rng)
        site.authority.move(table, view.seat, action.code, view.revision, "bot")
        made += 1


def _next_view(game: Game, _events: int) -> View:
    """What the next one to decide sees."""
    return game.view(game.actors[0] if game.actors else SPECTATOR)
