"""The review of a whole game from those of its decisions: chances, luck and skill."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from kerys.study.review.results import (
    Judgement,
    LuckAndSkill,
    PlayerReview,
    PlyReview,
    Review,
    Step,
    count_verdicts,
    lasting_change,
)
from kerys.study.review.verdicts import accuracy
from kerys.table.game import Game

TURNING_POINTS = 5
APART = 2
"""How many turns lie between two turning points, at least."""


def sum_up(
    game: Game, seats: tuple[int, ...], depth: str, seed: int, found: Sequence[PlyReview]
) -> Review:
    """Put together what was found about every decision, in the order of the game."""
    assert [one.ply for one in found] == list(range(game.ply))
    steps = _steps(game, found)
    chances = ((0, steps[0].before), *((step.last, step.after) for step in steps))
    judgements = _with_whole_points(found)
    return Review(
        game=game.name,
        names=game.names,
        seats=seats,
        depth=depth,
        seed=seed,
        judgements=judgements,
        chances=chances,
        steps=steps,
        players=tuple(
            PlayerReview(
                seat,
                accuracy([one for one in judgements if one.seat == seat]),
                count_verdicts(judgements, seat),
                _luck_and_skill(seat, game.players, found, steps),
            )
            for seat in range(game.players)
        ),
        turning_points=_turning_points(seats, steps),
    )


def result_of(game: Game) -> tuple[float, ...]:
    """Everyone's share of the win."""
    winners = game.ranks.count(1)
    return tuple(1.0 / winners if rank == 1 else 0.0 for rank in game.ranks)


def _steps(game: Game, found: Sequence[PlyReview]) -> tuple[Step, ...]:
    """The turns of a game; each begins where the one before ended."""
    firsts = [one.ply for one in found if one.chances is not None]
    befores = [one.chances for one in found if one.chances is not None]
    steps = []
    for number, (first, before) in enumerate(zip(firsts, befores, strict=True)):
        is_last = number + 1 == len(firsts)
        last = game.ply if is_last else firsts[number + 1]
        after = result_of(game) if is_last else befores[number + 1]
        decided = _sum(one.skill for one in found[first:last])
        revealed = tuple(
            end - start - part for end, start, part in zip(after, before, decided, strict=True)
        )
        steps.append(Step(first, last, found[first].seat, before, after, decided, revealed))
    return tuple(steps)


def _sum(vectors: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """The sums of some vectors, place by place."""
    return tuple(map(math.fsum, zip(*vectors, strict=True)))


def _luck_and_skill(
    seat: int, players: int, found: Sequence[PlyReview], steps: Sequence[Step]
) -> LuckAndSkill:
    """Where a player's result came from."""
    start = steps[0].before
    fair = fmean(start[:players])
    return LuckAndSkill(
        fair=fair,
        deal=start[seat] - fair,
        own=math.fsum(step.decided[seat] for step in steps if step.seat == seat),
        others=math.fsum(step.decided[seat] for step in steps if step.seat != seat),
        revealed=math.fsum(step.revealed[seat] for step in steps),
        result=steps[-1].after[seat],
        own_error=math.hypot(*(one.skill_error[seat] for one in found if one.seat == seat)),
        others_error=math.hypot(*(one.skill_error[seat] for one in found if one.seat != seat)),
    )


def _turning_points(seats: tuple[int, ...], steps: Sequence[Step]) -> tuple[int, ...]:
    """Where the turns begin that changed the chances of the reviewed seats most, and for good.

    What the next turn undoes isn't a turning point. Neighbours aren't counted twice.
    """
    chances = [steps[0].before, *(step.after for step in steps)]

    def swing(place: int) -> float:
        before, after = lasting_change(chances, place)
        return max(abs(after[seat] - before[seat]) for seat in seats)

    found: list[int] = []
    for place in sorted(range(len(steps)), key=swing, reverse=True):
        if len(found) < TURNING_POINTS and all(abs(place - one) > APART for one in found):
            found.append(place)
    return tuple(steps[place].first for place in sorted(found))


def _with_whole_points(found: Sequence[PlyReview]) -> tuple[Judgement, ...]:
    """The judgements, with what their points lack added: the mean of a stage of the game."""
    samples: dict[int, list[float]] = defaultdict(list)
    for one in found:
        if one.lacking is not None:
            samples[one.stage].append(one.lacking)
    every = [lacking for some in samples.values() for lacking in some] or [0.0]

    def whole(one: PlyReview, judgement: Judgement) -> Judgement:
        more = fmean(samples[one.stage] or every)
        return replace(
            judgement,
            points_before=judgement.points_before + more,
            points_after=judgement.points_after + more,
            alternatives=tuple(
                replace(other, points=other.points + more) for other in judgement.alternatives
            ),
        )

    return tuple(whole(one, one.judgement) for one in found if one.judgement is not None)
