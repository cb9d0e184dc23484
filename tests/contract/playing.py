"""What the test boards of all games share: whose turn it is, and random decisions."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Generic, Self, TypeVar

import numpy as np

from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import Rules
from kerys.kernel.play import random_play

Q = TypeVar("Q", bound=IntEnum)
M = TypeVar("M", bound=IntEnum)


class Playing(Generic[Q, M]):
    """A state of a game in progress."""

    game: Rules
    questions: type[Q]
    moments: type[M]

    def __init__(self, state: Any, seed: int = 0) -> None:
        self.state = state
        self.chance = generator(key_of_seed(f"board {seed}"))

    @classmethod
    def dealt(cls, seed: int = 0, **options: Any) -> Self:
        """A dealt game at its first question."""
        return cls(cls.game.new(seed=seed, **options), seed)

    @property
    def question(self) -> Q:
        return self.questions(int(self.state.question))

    @property
    def moment(self) -> M:
        return self.moments(int(self.state.moment))

    @property
    def asked(self) -> list[int]:
        """The seats that owe an answer; none when the game is over."""
        return self.game.seats(self.state)

    @property
    def over(self) -> bool:
        return not self.asked

    def choices(self, seat: int | None = None) -> list[int]:
        """The legal actions of a seat, or of the first seat that is asked."""
        return self.game.choices(self.state, self.asked[0] if seat is None else seat)

    def random(self) -> tuple[int, int]:
        """A random decision: seat and action."""
        mask = np.zeros(self.game.mask_words, np.int64)
        seat, action = random_play(self.game).decide(self.state, mask, self.chance)
        return int(seat), int(action)

    def until(self, wanted: Q | M | Callable[[Self], bool]) -> Self:
        """Make random decisions until a question, a moment or a condition is reached."""
        while True:
            if isinstance(wanted, self.questions):
                reached = self.question == wanted
            elif isinstance(wanted, self.moments):
                reached = self.moment == wanted
            else:
                assert callable(wanted)
                reached = wanted(self)
            if reached:
                return self
            if self.over:
                raise AssertionError(f"the game ended without {wanted!r}")
            self.random()

    def view(self, seat: int) -> Self:
        """What a seat may know (-1: a spectator)."""
        return type(self)(self.game.view(self.state, seat))
