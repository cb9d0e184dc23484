"""The review of a finished game, decision by decision, in any order and any number of sittings."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from os import PathLike

from kerys.bots.evaluators import Effort, evaluator_of
from kerys.bots.search.analyst import Analysis, Analyst
from kerys.locale import _
from kerys.study.review.depths import QUICK, USUAL, Depth, depth_called
from kerys.study.review.results import Alternative, Judgement, PlyReview, Review
from kerys.study.review.summing_up import sum_up
from kerys.study.review.verdicts import verdict_of
from kerys.table.action import Action
from kerys.table.checks import check_seat
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game
from kerys.table.record import GameRecord
from kerys.table.view import View

ALTERNATIVES = 3
FINISHED_EVERY = 6
"""In which of so many decisions worlds are played to the very end."""
FINISHED = 8
"""How many worlds."""
SUSPECTED = 0.03
"""The loss from which a decision is looked at again."""
FOUND = 2
"""How many of the best answers that the first look found the second compares in any case."""

Progress = Callable[[int, int], None]


class Reviewer:
    """Reviews the decisions of a game one by one.

    Each decision has its own luck, drawn from the seed: the result doesn't depend on the order, nor
    on what else is reviewed. So a review can be interrupted, and shared among processes.
    """

    def __init__(
        self, game: Game, seats: Iterable[int] | None = None, depth: str = USUAL, seed: int = 0
    ) -> None:
        if not game.over:
            raise GameError(_("Only a finished game can be reviewed."))
        self.game = game
        wanted = range(game.players) if seats is None else seats
        self.seats = tuple(sorted({check_seat(seat, game.players) for seat in wanted}))
        if not self.seats:
            raise SeatError(_("Name at least one seat to review."))
        self.depth = depth_called(depth)
        self.seed = seed
        self.effort = evaluator_of(game.rules).effort.times(self.depth.factor)
        self._analyst = Analyst()

    @property
    def plies(self) -> range:
        """The decisions to review."""
        return range(self.game.ply)

    def at(self, ply: int) -> PlyReview:
        """Review the decision made at a ply."""
        game, seat = self.game, self.game.move_at(ply).seat
        view, truth = game.view(seat, ply), game.before(ply)
        made, judged, effort = self.action_at(ply), seat in self.seats, self.effort
        judgement = chances = lacking = None
        if judged:
            analysis, checked = _look_twice(
                self._analyst, view, made, effort, self.depth, self.seed
            )
            judgement = judge(ply, made, checked)
        else:
            rng = _rng(self.seed, "answer", ply)
            worlds = effort.others_tree, effort.others_compared
            analysis = self._analyst.analyse(view, *worlds, rng, made, 1)
        if self.begins_turn(ply):
            rng = _rng(self.seed, "chances", ply)
            found = self._analyst.foresee(view, truth, effort.foreseen, rng)
            chances = tuple(map(float, found))
        if judged and ply % FINISHED_EVERY == 0:
            lacking = self._analyst.lacking(view, truth, FINISHED, _rng(self.seed, "points", ply))
        return PlyReview(
            ply=ply,
            seat=seat,
            skill=analysis.skill,
            skill_error=analysis.skill_error,
            chances=chances,
            lacking=lacking,
            stage=int(self._analyst.evaluator.stage(truth)),
            judgement=judgement,
        )

    def action_at(self, ply: int) -> Action:
        """The decision made at a ply."""
        return answer_at(self.game, ply)[1]

    def begins_turn(self, ply: int) -> bool:
        """Whether the decision before was another player's."""
        return ply == 0 or self.game.move_at(ply - 1).seat != self.game.move_at(ply).seat

    def sum_up(self, found: Sequence[PlyReview]) -> Review:
        """The review of the whole game from those of all its decisions."""
        return sum_up(self.game, self.seats, self.depth.name, self.seed, found)


def judge(ply: int, made: Action, analysis: Analysis) -> Judgement:
    """The judgement of a decision."""
    own = analysis.of(made)
    others = [one for one in analysis.answers if one is not own][:ALTERNATIVES]
    return Judgement(
        ply=ply,
        seat=made.seat,
        move=made.text,
        sealed=analysis.sealed,
        chance_before=analysis.chance,
        chance_after=own.chance,
        points_before=analysis.points,
        points_after=own.points,
        loss=own.loss,
        error=own.error,
        verdict=verdict_of(own.loss, own.error),
        alternatives=tuple(
            Alternative(one.action.text, one.chance, one.points, one.share) for one in others
        ),
    )


def judge_answer(
    view: View, answer: Action, *, depth: str = USUAL, seed: int = 0, analyst: Analyst | None = None
) -> Judgement:
    """Judge any answer to the question that a view shows; its points lack what all share."""
    wanted = depth_called(depth)
    effort = evaluator_of(view.rules).effort.times(wanted.factor)
    _first, found = _look_twice(analyst or Analyst(), view, answer, effort, wanted, seed)
    return judge(view.ply, answer, found)


def judge_at(game: Game, ply: int, depth: str = QUICK) -> Judgement:
    """Judge the decision made at a ply, by what its seat could know then."""
    return judge_answer(*answer_at(game, ply), depth=depth)


def answer_at(game: Game, ply: int) -> tuple[View, Action]:
    """The decision made at a ply, with what its seat could see then."""
    move = game.move_at(ply)
    view = game.view(move.seat, ply)
    return view, next(one for one in view.legal if one.code == move.code)


def _look_twice(
    analyst: Analyst, view: View, made: Action, effort: Effort, depth: Depth, seed: int
) -> tuple[Analysis, Analysis]:
    """Analyse an answer; and again with more worlds if it seems to lose much, to judge it by that.

    Trees that grow by chance find different answers and continuations, and the standard error of
    one tree's comparison doesn't show that. Skill is measured by the first look: choosing what to
    look at again by how it looked would bias it.
    """
    first = analyst.analyse(
        view, effort.tree, effort.compared, _rng(seed, "answer", view.ply), made
    )
    if depth.again == 1 or first.of(made).loss < SUSPECTED:
        return first, first
    more = effort.times(depth.again)
    found = [one.action for one in first.answers if one.action.code != made.code][:FOUND]
    rng = _rng(seed, "again", view.ply)
    return first, analyst.analyse(view, more.tree, more.compared, rng, made, also=found)


def _rng(seed: int, what: str, ply: int) -> random.Random:
    """The luck of one part of a review."""
    return random.Random(f"{seed} {what} {ply}")


def review(
    record: GameRecord | Game,
    seats: Iterable[int] | int | None = None,
    *,
    depth: str = USUAL,
    seed: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Review a finished game: `kerys.review(kerys.load("friday.kerys"), seats=0)`.

    `seats` are those whose decisions are judged, by default all. `depth` is "quick", "standard" or
    "deep". `progress` is called with the number of decisions reviewed so far and of all.
    """
    if isinstance(record, str | PathLike):
        raise TypeError(f"review needs a record or a game: kerys.review(kerys.load({record!r}))")
    game = record.verify() if isinstance(record, GameRecord) else record
    wanted = (seats,) if isinstance(seats, int) else seats
    reviewer = Reviewer(game, wanted, depth, seed)
    found = []
    for ply in reviewer.plies:
        found.append(reviewer.at(ply))
        if progress is not None:
            progress(len(found), len(reviewer.plies))
    return reviewer.sum_up(found)
