"""A review as text: players, turning points, luck and skill, and what could have been better."""

from __future__ import annotations

from collections.abc import Iterator

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.study.review import Judgement, Review, Step, Verdict
from kerys.study.review.words import (
    SIGNS,
    alternatives_told,
    before_and_after,
    counted,
    describe_move,
    luck_parts,
    luck_titles,
    percent,
    verdict_word,
)
from kerys.table.game import Game

SHOWN = (Verdict.INACCURACY, Verdict.MISTAKE, Verdict.BLUNDER)
"""The verdicts whose decisions are listed, unless all are."""


def review_lines(review: Review, game: Game, every: bool = False) -> Iterator[str]:
    """The review of a game, line by line; with `every`, good decisions are listed too."""
    yield from _players(review)
    yield ""
    yield _("Turning points")
    for first in review.turning_points:
        yield from _turning_point(review, game, first)
    yield ""
    yield from _decisions(review, game, every)
    yield from _luck_and_skill(review)


def _players(review: Review) -> Iterator[str]:
    """How accurately everyone played."""
    yield _("Accuracy")
    for player in review.players:
        if player.accuracy is None:
            continue
        counts = ", ".join(
            f"{number} {counted(verdict, number)}"
            for verdict, number in player.verdicts.items()
            if number
        )
        yield f"  {review.names[player.seat]}: {percent(player.accuracy / 100)}"
        yield f"    {counts}"


def _turning_point(review: Review, game: Game, first: int) -> Iterator[str]:
    """A turn that changed much."""
    step = next(one for one in review.steps if one.first == first)
    before, after = review.lasting_change(first)
    changes = ", ".join(
        f"{review.names[seat]} {percent(before[seat])} → {percent(after[seat])}"
        for seat in range(game.players)
        if percent(before[seat]) != percent(after[seat])
    )
    where = game.view(SPECTATOR, step.first).round_name()
    yield "  " + _("{round}, decision {number}: {name}").format(
        round=where, number=step.first + 1, name=review.names[step.seat]
    )
    for told in game.story(SPECTATOR, step.first, step.last)[:2]:
        yield from (f"      {sentence}" for sentence in told.sentences[:2])
    yield f"      {changes} ({_reason(step, review)})"


def _reason(step: Step, review: Review) -> str:
    """Whether a turn changed things by what was decided or by what was hidden."""
    seat = max(review.seats, key=lambda one: abs(step.after[one] - step.before[one]))
    if abs(step.decided[seat]) >= abs(step.revealed[seat]):
        return _("by what was decided")
    return _("by what was hidden")


def _decisions(review: Review, game: Game, every: bool) -> Iterator[str]:
    """The decisions that could have been better, or all."""
    listed = [one for one in review.judgements if every or one.verdict in SHOWN]
    yield _("Decisions") if every else _("What could have been better")
    if not listed:
        yield "  " + _("Nothing that a search of this depth would notice.")
    for one in listed:
        yield from _decision(one, review, game)
    yield ""


def _decision(one: Judgement, review: Review, game: Game) -> Iterator[str]:
    """A decision with its judgement."""
    told = describe_move(game, one.ply, one.seat, one.move)
    sign, name = SIGNS[one.verdict], review.names[one.seat]
    yield f"{one.ply + 1:>5}. {sign:<2} {name}: {told} ({verdict_word(one.verdict)})"
    lost = _("{loss} ± {error} lost").format(loss=percent(one.loss, 1), error=percent(one.error, 1))
    yield f"          {lost}; {before_and_after(one)}"
    for number, other in enumerate(alternatives_told(game, one), 1):
        yield f"          {number}. {other}"


def _luck_and_skill(review: Review) -> Iterator[str]:
    """Where everyone's result came from."""
    yield _("Luck and skill, in percent of a win")
    titles = luck_titles()
    room = max(map(len, titles))
    for player in review.players:
        yield f"  {review.names[player.seat]}"
        for title, part in zip(titles, luck_parts(player.luck_and_skill), strict=True):
            number, plus_minus, error = part.partition(" ± ")
            yield f"    {title:<{room}} {number:>6}{plus_minus}{error}"
