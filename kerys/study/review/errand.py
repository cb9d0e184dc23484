"""One decision of a review, to be worked out in another process at the lowest priority."""

from __future__ import annotations

import os
import pickle
from dataclasses import dataclass
from functools import cache

from kerys.study.review.results import PlyReview
from kerys.study.review.reviewer import Reviewer

LAST = 19
"""The lowest priority there is."""


@dataclass(frozen=True)
class ReviewErrand:
    """A decision to review: call it where the work is to be done."""

    game: bytes
    """The finished game, pickled."""
    seats: tuple[int, ...]
    depth: str
    seed: int
    ply: int
    factor: float = 1.0
    """How many worlds it imagines, compared with what the depth says."""

    def __call__(self) -> PlyReview:
        """Review the decision, after everything else that this machine has to do."""
        come_last()
        found = _reviewer(self.game, self.seats, self.depth, self.seed, self.factor)
        return found.at(self.ply)


@cache
def come_last() -> None:
    """Lower the priority of this process for good."""
    if hasattr(os, "nice"):
        os.nice(LAST)


_last: dict[tuple[bytes, tuple[int, ...], str, int, float], Reviewer] = {}
"""The reviewer of the last game, which is usually also the next one's."""


def _reviewer(
    game: bytes, seats: tuple[int, ...], depth: str, seed: int, factor: float
) -> Reviewer:
    """The reviewer of a game."""
    key = game, seats, depth, seed, factor
    if key not in _last:
        _last.clear()
        _last[key] = Reviewer(pickle.loads(game), seats, depth, seed)
        _last[key].effort = _last[key].effort.times(factor)
    return _last[key]
