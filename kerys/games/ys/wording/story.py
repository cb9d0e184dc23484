"""What one step of a game of Ys did, told from two views: the one before it and the one after.

The steps are those of `Game.steps`: an answer to the pending question, or one moment of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.wording.steps import Step
from kerys.games.ys.wording.story_answers import ANSWERS
from kerys.games.ys.wording.story_moments import MOMENTS


def tell(before: Any, after: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What a step did, in sentences."""
    step = Step(before, after, seat, names)
    if before.pending:
        teller = ANSWERS.get(Question(int(before.question)))
    else:
        teller = MOMENTS.get(Moment(int(before.moment)))
    return list(teller(step)) if teller else []
