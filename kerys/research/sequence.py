"""One game in sequential form, as all environments show it: one seat is asked at a time.

Sealed choices are asked one after the other, from the lowest seat; nobody sees what was sealed
before all have chosen.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.chance import fresh_key, key_of_seed, streams
from kerys.kernel.contract import SPECTATOR, Rules, flags
from kerys.locale import _
from kerys.table import IllegalMove, View
from kerys.table.checks import check_game

LOWEST, HIGHEST = -4.0, 64.0
"""Bounds of every number of an observation."""
PICTURE_WIDTH = 1200
RenderMode = Literal["human", "ansi", "rgb_array"]
RENDER_MODES: list[RenderMode] = ["human", "ansi", "rgb_array"]


def check_render_mode(mode: str | None) -> None:
    """Refuse an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(
            f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {mode!r}"
        )


def rewards_of(rules: Rules, state: Any, players: int) -> list[float]:
    """Each player's reward for a finished game: from 1 (sole winner) to -1 (sole last), sum 0.

    Each pair of players is a point won, lost or shared.
    """
    ranks = rules.player_ranks(state, players)
    return [sum((other > own) - (other < own) for other in ranks) / (players - 1) for own in ranks]


class Sequence:
    """Games of one kind, one after the other, each asking one seat at a time."""

    def __init__(self, game: str, **options: Any) -> None:
        self.rules = check_game(game)
        self.options = self.rules.configure(**options)
        self.players = int(self.options.players)
        self.names = tuple(f"player_{seat}" for seat in range(self.players))
        self.state: Any = None
        self.ply = 0
        self._seed: int | str | None = None
        self._number = 0

    @property
    def title(self) -> str:
        """The name of the environment, with its version."""
        return f"kerys_{self.rules.name}_v{self.rules.environment}"

    def deal(self, seed: int | str | None = None) -> None:
        """Deal game number 0 of a seed; without one, the next game or an unpredictable deal.

        Game number i of a seed is the one that row i of a `Batch` of that seed begins with.
        """
        if seed is not None:
            self._seed, self._number = seed, 0
        else:
            self._number += 1
        key = fresh_key() if self._seed is None else key_of_seed(self._seed)
        self.state, self.ply = self.rules.blank(), 0
        self.rules.deal(self.state, self.options, streams(key, self._number)[0])

    @property
    def seats(self) -> list[int]:
        """The seats that owe a decision, sealed choices in the order of asking."""
        return self.rules.seats(self.state)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.seats

    def mask(self, seat: int) -> NDArray[np.bool_]:
        """The legal actions of a seat; none if it isn't asked."""
        words = np.zeros(self.rules.mask_words, np.int64)
        self.rules.legal(self.state, seat, words)
        return flags(words, self.rules.actions)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat knows, as numbers for learning."""
        out = np.zeros(self.rules.observation_size, np.float32)
        self.rules.observe(self.state, seat, out)
        return out

    def apply(self, seat: int, action: int) -> None:
        """Carry out a seat's action, if it is legal."""
        if not 0 <= action < self.rules.actions or not self.mask(seat)[action]:
            raise self.refusal(seat, action)
        self.rules.apply(self.state, seat, action)
        self.ply += 1

    def refusal(self, seat: int, action: int | None) -> IllegalMove:
        """The error for an illegal action."""
        return IllegalMove(
            _("Action {action} is illegal for {seat}: choose one that its mask marks.").format(
                seat=self.names[seat], action=action
            )
        )

    def rewards(self) -> list[float]:
        """Each player's reward: 0 while the game is running."""
        if not self.over:
            return [0.0] * self.players
        return rewards_of(self.rules, self.state, self.players)

    def view(self, seat: int = SPECTATOR) -> View:
        """Everything that a seat or a spectator may know."""
        return View(self.rules, self.rules.view(self.state, seat), seat, self.names, self.ply)

    def render(self, mode: RenderMode | None) -> str | NDArray[np.uint8] | None:
        """The table as a spectator sees it: printed, as text, or as a picture."""
        if mode == "human":
            print(self.view())
        elif mode == "ansi":
            return str(self.view())
        elif mode == "rgb_array":
            return self._picture()
        return None

    def _picture(self) -> NDArray[np.uint8]:
        """The table in pixels."""
        import io

        from kerys.kernel.extras import extra

        with extra("research"):
            from PIL import Image
        with Image.open(io.BytesIO(self.view().png(width=PICTURE_WIDTH))) as picture:
            return np.array(picture.convert("RGB"))
