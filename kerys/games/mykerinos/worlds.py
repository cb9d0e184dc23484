"""Imagining what nobody knows: the lots to come, in any order and direction."""

from __future__ import annotations

from kerys.games.mykerinos.setup import deal_lots
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule


@rule
def resample(state, seat, chance):
    """Fill a redacted state with a world that agrees with it, each world equally likely."""
    deal_lots(state, whole(state.shown), chance)
