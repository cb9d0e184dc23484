"""How a turn of Mykerinos is clicked together, without asking for the obvious."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.mykerinos.actions import CUBES_OF, DONE, KIND, Kind, Question
from kerys.kernel.wording import Following

IMPLIED = (KIND + Kind.EXTEND, KIND + Kind.PLACE)
"""A space next to one of your own cubes begins an extension; any other is a placement."""


def following(state: Any, seat: int, answers: Sequence[int]) -> Sequence[Following | None]:
    """What follows in the same turn: the first cube of an action, or the next of a chain."""
    asked = Question(int(state.question))
    if asked == Question.ACTION:
        return [_after_kind(Kind(one - KIND)) for one in answers]
    if asked == Question.NEUTRAL_ACTION:
        return [None if one == DONE else Following(Question.NEUTRAL_SPACE, one) for one in answers]
    if asked not in (Question.SPACE, Question.NEUTRAL_SPACE):
        return ()
    if int(state.laid) + 1 >= int(CUBES_OF[int(state.kind)]):
        return ()
    return [Following(asked, one) for one in answers]


def _after_kind(kind: Kind) -> Following | None:
    """What follows once the kind of an action is chosen."""
    if kind == Kind.BROWN:
        return Following(Question.ROOM, kind)
    return Following(Question.SPACE, kind) if CUBES_OF[kind] else None
