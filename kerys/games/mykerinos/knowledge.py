"""What a seat may know: all but order and direction of the lots to come (MY-1.4, MY-2.4, MY-P6)."""

from __future__ import annotations

from kerys.games.mykerinos.components import LOTS
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def redact(state, seat):
    """Blank the order and direction of the lots to come, the same for every seat."""
    for index in range(whole(state.shown), LOTS):
        state.pile[index] = NONE
        state.turned[index] = 0
