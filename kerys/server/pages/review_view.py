"""What the page of a review shows: every number with its words, from what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.pages.jumps import Round, rounds
from kerys.server.review_words import counted_verdicts
from kerys.server.reviews import KeptReview, best_of
from kerys.study.review import Judgement, LuckAndSkill, PlayerReview, PlyReview, Review, Verdict
from kerys.study.review.results import count_verdicts
from kerys.study.review.verdicts import accuracy
from kerys.table.game import Game
from kerys.table.view import View

MOST_TOLD = 4
"""How many sentences tell a turning point."""


class Alternative(NamedTuple):
    """Another answer, in words."""

    told: str
    chance: float
    points: float | None
    """None as long as the review isn't finished."""
    share: float | None


@dataclass(frozen=True)
class ShownDecision:
    """A decision with its judgement, in words."""

    ply: int
    seat: int
    told: str
    judgement: Judgement
    points: float | None
    """None as long as the review isn't finished."""
    alternatives: tuple[Alternative, ...]

    @property
    def verdict(self) -> Verdict:
        """How good it was."""
        return self.judgement.verdict


class Chapter(NamedTuple):
    """The decisions of a seat in one round."""

    name: str
    decisions: tuple[ShownDecision, ...]

    @property
    def verdicts(self) -> tuple[tuple[Verdict, int], ...]:
        """How many decisions got each verdict, without those that none got."""
        return counted_verdicts(one.verdict for one in self.decisions)


class Change(NamedTuple):
    """How a player's chance changed in a turn that lasted: means over two turns."""

    seat: int
    name: str
    before: float
    after: float

    @property
    def gained(self) -> float:
        """By how much."""
        return self.after - self.before


class TurningPoint(NamedTuple):
    """A turn that changed much."""

    at: int
    seat: int
    name: str
    round: str
    told: tuple[str, ...]
    changes: tuple[Change, ...]
    """The players whose chances changed, most changed first."""
    lucky: bool
    """Whether it was rather what was revealed than what was decided."""
    worst: ShownDecision | None
    """The decision of this turn that lost most, if one lost much."""


@dataclass(frozen=True)
class ShownPlayer:
    """A player's game at a glance."""

    seat: int
    name: str
    score: int
    rank: int
    judged: bool
    accuracy: float | None
    verdicts: tuple[tuple[Verdict, int], ...]
    luck: LuckAndSkill | None


@dataclass(frozen=True)
class ShownReview:
    """A review as far as it has got."""

    number: int
    seats: tuple[int, ...]
    depth: str
    state: str
    done: int
    of: int
    review: Review
    """Whole, or as far as it has got."""
    players: tuple[ShownPlayer, ...]
    chapters: dict[int, tuple[Chapter, ...]]
    """By seat."""
    turning_points: tuple[TurningPoint, ...]

    @property
    def whole(self) -> bool:
        """Whether everything has been found."""
        return self.state == "done"


def shown_review(game: Game, kept: KeptReview) -> ShownReview:
    """What a page shows of a review."""
    found = [kept.found[ply] for ply in sorted(kept.found)]
    review = kept.whole(game) if kept.done else so_far(game, kept, found)
    begin = rounds([game.view(SPECTATOR, ply) for ply in range(game.ply + 1)])
    decisions = [shown_decision(game, one, kept.done) for one in review.judgements]
    return ShownReview(
        number=kept.id,
        seats=kept.seats,
        depth=kept.depth,
        state=kept.state,
        done=len(found),
        of=game.ply,
        review=review,
        players=tuple(_player(game, review, one) for one in review.players),
        chapters={
            seat: _chapters(begin, [one for one in decisions if one.seat == seat])
            for seat in kept.seats
        },
        turning_points=tuple(_turning_points(game, review, begin, decisions)),
    )


def so_far(game: Game, kept: KeptReview, found: Sequence[PlyReview]) -> Review:
    """A review that isn't finished: its judgements and chances, without a sum."""
    judgements = tuple(one.judgement for one in found if one.judgement is not None)
    nothing = LuckAndSkill(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Review(
        game=game.name,
        names=game.names,
        seats=kept.seats,
        depth=kept.depth,
        seed=kept.seed,
        judgements=judgements,
        chances=tuple((one.ply, one.chances) for one in found if one.chances is not None),
        steps=(),
        players=tuple(
            PlayerReview(
                seat,
                accuracy([one for one in judgements if one.seat == seat]),
                count_verdicts(judgements, seat),
                nothing,
            )
            for seat in range(game.players)
        ),
        turning_points=(),
    )


def shown_decision(game: Game, judgement: Judgement, whole: bool) -> ShownDecision:
    """A decision in words, as its player could have put it."""
    view = game.view(judgement.seat, judgement.ply)
    return ShownDecision(
        ply=judgement.ply,
        seat=judgement.seat,
        told=_describe(view, judgement.move),
        judgement=judgement,
        points=judgement.points_after if whole else None,
        alternatives=tuple(
            Alternative(
                _describe(view, one.move), one.chance, one.points if whole else None, one.share
            )
            for one in judgement.alternatives
        ),
    )


def _describe(view: View, move: str) -> str:
    """A move of a view in a sentence."""
    wording, code = view.rules.wording, view.rules.code_of(move)
    return wording.describe(view.state, view.seat, code, view.names)


def _player(game: Game, review: Review, one: PlayerReview) -> ShownPlayer:
    """A player at a glance."""
    judged = one.seat in review.seats
    return ShownPlayer(
        seat=one.seat,
        name=game.names[one.seat],
        score=game.scores[one.seat],
        rank=game.player_ranks[one.seat],
        judged=judged,
        accuracy=one.accuracy if judged else None,
        verdicts=tuple(one.verdicts.items()),
        luck=one.luck_and_skill if review.steps else None,
    )


def _round_at(begin: Sequence[Round], ply: int) -> str:
    """The name of the round in which a decision was made."""
    names = [one.name for one in begin if one.at <= ply]
    return names[-1] if names else ""


def _chapters(begin: Sequence[Round], decisions: Iterable[ShownDecision]) -> tuple[Chapter, ...]:
    """The decisions of a seat, round by round."""
    grouped = groupby(decisions, key=lambda one: _round_at(begin, one.ply))
    return tuple(Chapter(name, tuple(some)) for name, some in grouped)


def _turning_points(
    game: Game, review: Review, begin: Sequence[Round], decisions: Sequence[ShownDecision]
) -> Iterable[TurningPoint]:
    """The turning points, in words."""
    for step in review.steps:
        if step.first not in review.turning_points:
            continue
        before, after = review.lasting_change(step.first)
        told = [
            sentence
            for one in game.story(SPECTATOR, step.first, step.last)
            for sentence in one.sentences
        ]
        within = [one for one in decisions if step.first <= one.ply < step.last]
        worst = max(within, key=lambda one: one.judgement.loss, default=None)
        changes = sorted(
            (Change(seat, name, before[seat], after[seat]) for seat, name in enumerate(game.names)),
            key=lambda one: -abs(one.gained),
        )
        most = changes[0].seat
        yield TurningPoint(
            at=step.first,
            seat=step.seat,
            name=game.names[step.seat],
            round=_round_at(begin, step.first),
            told=tuple(told[:MOST_TOLD]),
            changes=tuple(one for one in changes if round(100 * one.gained)),
            lucky=abs(step.revealed[most]) > abs(step.decided[most]),
            worst=worst if worst and worst.verdict not in (Verdict.BEST, Verdict.GOOD) else None,
        )


class JudgedHere(NamedTuple):
    """A decision next to a moment of a replay."""

    next: bool
    """Whether it comes after the moment."""
    name: str
    decision: ShownDecision
    review: int
    """The number of the review that judges it."""


def judged_at(game: Game, kept: Sequence[KeptReview], ply: int) -> tuple[JudgedHere, ...]:
    """What reviews say about the decision that led to a moment, and about the one made there."""
    found = []
    for at in (ply - 1, ply):
        if not 0 <= at < game.ply:
            continue
        judging = [one for one in kept if at in one.found and one.found[at].judgement]
        best = best_of(judging, game.move_at(at).seat)
        if best is None:
            continue
        whole = best.whole(game).judgement_at(at) if best.done else best.found[at].judgement
        assert whole is not None
        decision = shown_decision(game, whole, best.done)
        name = game.names[decision.seat]
        found.append(JudgedHere(at == ply, name, decision, best.id))
    return tuple(found)


def scope(game: Game, seats: Sequence[int]) -> str:
    """Whose decisions a review judges, in words."""
    if len(seats) == game.players:
        return _("all players")
    return ", ".join(game.names[seat] for seat in seats)
