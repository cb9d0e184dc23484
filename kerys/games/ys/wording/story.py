"""What one step of a game of Ys did, told from two views: the one before it and the one after.

The steps are those of `Game.steps`: an answer to the pending question, or one moment of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.games.ys.wording.steps import Step
from kerys.games.ys.wording.story_answers import ANSWERS
from kerys.games.ys.wording.story_moments import MOMENTS


def tell(before: Any, after: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What a step did, in sentences."""
    if before.pending:
        teller = ANSWERS.get(int(before.question))
    elif before.owed:
        teller = None  # a gem is asked for first; the moment comes after it
    else:
        teller = MOMENTS.get(int(before.moment))
    return list(teller(Step(before, after, seat, names))) if teller else []
