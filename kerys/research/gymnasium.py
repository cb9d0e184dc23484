"""One seat of a game as a Gymnasium environment; bots play the others.

Importing this module registers `kerys/ys-v2`, `kerys/mykerinos-v1` and so on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence as Several
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.bots import Budget, bot_named
from kerys.bots.base import BotError, check_plays
from kerys.games import GAMES
from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra
from kerys.locale import _
from kerys.research.sequence import (
    HIGHEST,
    LOWEST,
    RENDER_MODES,
    RenderMode,
    Sequence,
    check_render_mode,
)
from kerys.table.checks import check_seat

with extra("research"):
    import gymnasium
    from gymnasium import spaces


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A seat that is asked, sees what it knows, and gets from 1 (first) to -1 (last) at the end.

    `info["action_mask"]` and `action_masks()` say what is legal; anything else is refused.
    """

    def __init__(
        self,
        game: str,
        *,
        seat: int | None = 0,
        bots: str | Several[str] = "random",
        worlds: int = 16,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        """`seat` None is drawn for every game; `bots` is one name for all or one for each other
        seat, clockwise; `worlds` is how many worlds a bot imagines for a decision.
        """
        check_render_mode(render_mode)
        self.sequence = Sequence(game, **options)
        rules, players = self.sequence.rules, self.sequence.players
        self.wanted_seat = check_wanted_seat(seat, players)
        self.bots = [bot_named(name) for name in check_bots(bots, rules, players)]
        self.budget = Budget(worlds=worlds)
        self.render_mode = self.shown = render_mode
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 1}
        spaces: Any = spaces_of(rules)
        self.observation_space, self.action_space = spaces

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a game and let the bots play until this seat is asked."""
        super().reset(seed=seed)
        self.dice = random.Random(int(self.np_random.integers(1 << 62)))
        self.seat = (
            self.dice.randrange(self.sequence.players)
            if self.wanted_seat is None
            else self.wanted_seat
        )
        self.sequence.deal(seed)
        self._let_bots_play()
        return self.sequence.observe(self.seat), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Carry out this seat's action, then the bots' until it is asked again."""
        self.sequence.apply(self.seat, int(action))
        self._let_bots_play()
        reward = self.sequence.rewards()[self.seat]
        return self.sequence.observe(self.seat), reward, self.sequence.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that sb3-contrib expects."""
        return self.sequence.mask(self.seat)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return self.sequence.render(self.shown)

    def _let_bots_play(self) -> None:
        """Let the bots answer until this seat is asked or the game is over."""
        while (seats := self.sequence.seats) and seats[0] != self.seat:
            bot = self.bots[(seats[0] - self.seat) % self.sequence.players - 1]
            choice = bot.choose(self.sequence.view(seats[0]), self.budget, self.dice)
            self.sequence.apply(seats[0], choice.code)

    def _info(self) -> dict[str, Any]:
        """The mask, and everyone's points."""
        view = self.sequence.view()
        return {"action_mask": self.action_masks().astype(np.int8), "scores": view.scores}


def spaces_of(rules: Rules) -> tuple[spaces.Box, spaces.Discrete]:
    """The observations and the actions of a seat."""
    seen = spaces.Box(LOWEST, HIGHEST, (rules.observation_size,), np.float32)
    return seen, spaces.Discrete(rules.actions)


def check_wanted_seat(seat: int | None, players: int) -> int | None:
    """A seat of the game, or None for one that is drawn."""
    return None if seat is None else check_seat(seat, players)


def check_bots(bots: str | Several[str], rules: Rules, players: int) -> list[str]:
    """One bot for every other seat; bots that cheat are refused."""
    others = players - 1
    named = [bots] * others if isinstance(bots, str) else list(bots)
    if len(named) != others:
        raise BotError(
            _("Name one bot, or {number}: one for each other seat.").format(number=others)
        )
    for name in named:
        bot = bot_named(name)
        check_plays(name, bot.games, rules.name)
        if bot.cheats:
            raise BotError(
                _("The bot '{name}' cheats, so it can't play in an environment.").format(name=name)
            )
    return named


for _name, _rules in GAMES.items():
    gymnasium.register(
        id=f"kerys/{_name}-v{_rules.environment}",
        entry_point="kerys.research.gymnasium:SeatEnv",
        vector_entry_point="kerys.research.vector:SeatVectorEnv",
        kwargs={"game": _name},
    )
