"""The same play in small steps, so that a story can tell each of them.

`apply` runs from one real decision to the next: answers, scoring and forced answers in one go.
A *step* is one answer or one moment of that run. Both call the same compiled functions.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from kerys.kernel.seats import NONE

Next = tuple[int, int] | None
"""The seat and action of a forced answer, (NONE, NONE) to continue, or None if someone is asked."""


def stepper(
    answer: Any, go_on: Any, forced_answer: Any, over: IntEnum
) -> Callable[[Any, int, int], Next]:
    """The step function of a game with moments."""
    last = int(over)  # a number of NumPy is compared with a plain one a hundred times as fast

    def step(state: Any, seat: int, action: int) -> Next:
        """Carry out one answer or, without one, one moment; returns what the next step is."""
        if action != NONE:
            answer(state, seat, action)
        else:
            go_on(state, int(state.moment))
        if state.pending:
            seat, action = forced_answer(state)
            return None if action == NONE else (int(seat), int(action))
        return None if state.moment == last else (NONE, NONE)

    return step
