"""What a review finds: typed results, in plain numbers.

Chances are shares of the win from 0 to 1, as a seat could expect them; a shared win counts in
parts. Points are final points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

Chances = tuple[float, ...]
"""Everyone's."""


class Verdict(StrEnum):
    """How good a decision was, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True)
class Alternative:
    """An answer that was considered."""

    move: str
    """Its text."""
    chance: float
    points: float
    share: float | None = None
    """How often the mixture of a sealed choice takes it."""


@dataclass(frozen=True)
class Judgement:
    """A decision, compared with the best that a search finds from the seat's view."""

    ply: int
    seat: int
    move: str
    sealed: bool
    """Whether it was chosen in secret: then it is compared with a mixture of good answers."""
    chance_before: float
    """The chance with the best answer, or with the mixture."""
    chance_after: float
    points_before: float
    points_after: float
    loss: float
    """What the decision lost of the chance; never below 0."""
    error: float
    """The standard error of the loss."""
    verdict: Verdict
    alternatives: tuple[Alternative, ...]
    """The three best answers, without the one given."""


@dataclass(frozen=True)
class PlyReview:
    """What is worked out about one decision, independently of all others."""

    ply: int
    seat: int
    skill: tuple[float, ...]
    """How each owner's chance changed against what the search would have done in its place."""
    skill_error: tuple[float, ...]
    chances: tuple[float, ...] | None
    """Everyone's chances before it with all screens down; None inside a turn."""
    lacking: float | None
    """What the estimated points lack, by playing on to the end; None if it wasn't tried."""
    stage: int
    judgement: Judgement | None
    """None if the seat isn't reviewed."""


@dataclass(frozen=True)
class Step:
    """A turn of one player, and how it changed everyone's chances."""

    first: int
    """The ply of its first decision."""
    last: int
    """The ply after its last decision."""
    seat: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    decided: tuple[float, ...]
    """The change by the decisions, judged by what the seat could know."""
    revealed: tuple[float, ...]
    """The rest: what was hidden, and came to light or took effect."""


@dataclass(frozen=True)
class LuckAndSkill:
    """Where the result of a player came from; the parts add up exactly."""

    fair: float
    """The mean chance of the players after the deal: an equal share of what no neutral takes."""
    deal: float
    own: float
    """Own decisions, against what the search would have done."""
    others: float
    """Decisions of the others."""
    revealed: float
    """The rest: what was hidden, and the errors of the search."""
    result: float
    """The share of the win in the end."""
    own_error: float
    others_error: float

    @property
    def revealed_error(self) -> float:
        """The standard error of the rest: what decisions were credited with too much, it lacks."""
        return math.hypot(self.own_error, self.others_error)

    @property
    def luck(self) -> float:
        """What the player could not decide: the deal and what was revealed."""
        return self.deal + self.revealed


@dataclass(frozen=True)
class PlayerReview:
    """A player's game at a glance."""

    seat: int
    accuracy: float | None
    """From 0 to 100; None if the seat isn't reviewed."""
    verdicts: Mapping[Verdict, int]
    luck_and_skill: LuckAndSkill


@dataclass(frozen=True)
class Review:
    """The review of a finished game."""

    game: str
    names: tuple[str, ...]
    seats: tuple[int, ...]
    """The seats whose decisions are judged."""
    depth: str
    seed: int
    judgements: tuple[Judgement, ...]
    chances: tuple[tuple[int, tuple[float, ...]], ...]
    """Everyone's chances by ply, from the deal to the result."""
    steps: tuple[Step, ...]
    players: tuple[PlayerReview, ...]
    turning_points: tuple[int, ...]
    """The plies of the turns that changed most, in the order of the game."""

    def of(self, seat: int) -> PlayerReview:
        """The review of one player."""
        return self.players[seat]

    def lasting_change(self, first: int) -> tuple[Chances, Chances]:
        """Everyone's chances before and after the turn that begins at a ply: means of two turns.

        What the next turn undoes hardly counts.
        """
        place = next(place for place, step in enumerate(self.steps) if step.first == first)
        return lasting_change([one for _ply, one in self.chances], place)

    def judgement_at(self, ply: int) -> Judgement | None:
        """The judgement of the decision made at a ply, if its seat is reviewed."""
        return next((one for one in self.judgements if one.ply == ply), None)


def lasting_change(chances: Sequence[Chances], place: int) -> tuple[Chances, Chances]:
    """The means of the chances just before and just after a turn, given those between all turns."""
    before, after = chances[max(0, place - 1) : place + 1], chances[place + 1 : place + 3]
    return _means(before), _means(after)


def _means(vectors: Sequence[Chances]) -> Chances:
    """The mean of some vectors, place by place."""
    return tuple(map(fmean, zip(*vectors, strict=True)))


def count_verdicts(judgements: Sequence[Judgement], seat: int) -> dict[Verdict, int]:
    """How many decisions of a seat got each verdict."""
    mine = [one.verdict for one in judgements if one.seat == seat]
    return {verdict: mine.count(verdict) for verdict in Verdict}
