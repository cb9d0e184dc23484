"""Liar's Dice, a traditional game of 2 to 6 players, for Kerys."""

from kerys.kernel.contract import Rules
from kerys.kernel.seats import actors
from liars_dice.rules import (
    ACTIONS,
    OBSERVATION,
    OPTIONS,
    REVISION,
    SEATS,
    STATE,
    apply,
    configure,
    deal,
    legal,
    observe,
    observe_blank,
    owners,
    rank,
    redact,
    resample,
    score,
    step,
)
from liars_dice.wording import WORDING

LIARS_DICE = Rules(
    name="liars_dice",
    revision=REVISION,
    wording=WORDING,
    state=STATE,
    options=OPTIONS,
    actions=ACTIONS,
    observation=OBSERVATION,
    most_owners=SEATS,
    sealed=0,
    variants=tuple(
        {"players": players, "wild_ones": wild}
        for players in range(2, SEATS + 1)
        for wild in (False, True)
    ),
    configure=configure,
    deal=deal,
    actors=actors,
    legal=legal,
    apply=apply,
    step=step,
    owners=owners,
    score=score,
    rank=rank,
    redact=redact,
    resample=resample,
    observe=observe,
    observe_blank=observe_blank,
)

__all__ = ["LIARS_DICE"]
