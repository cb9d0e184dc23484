"""What a page shows about questions to the master: who has asked, and the viewer's own answer."""

from __future__ import annotations

from typing import NamedTuple

from kerys.server.owned_table import OwnedTable
from kerys.study.advice import Advice, advice_of
from kerys.study.asks import asked_words


class Questions(NamedTuple):
    """Questions to the master at a table, as one seat sees them."""

    told: tuple[str, ...]
    """Who has asked, and what they have left."""
    may_ask: bool
    left: int
    """How many questions the seat has left."""
    again: bool
    """Whether it has asked about this position already; the answer costs nothing then."""
    advice: Advice | None
    """The master's answer to its open question."""


def questions_at(owned: OwnedTable, seat: int) -> Questions | None:
    """What a seat is shown; None where nobody may ask."""
    game, asks = owned.begun, owned.known.asks
    if not asks or game.over:
        return None
    told = tuple(
        asked_words(name, owned.asks_left(number), asks)
        for number, name in enumerate(game.names)
        if owned.asked(number)
    )
    if seat not in game.actors:
        return Questions(told, may_ask=False, left=0, again=False, advice=None)
    weighed, again, left = owned.advice(seat), owned.asked_now(seat), owned.asks_left(seat)
    return Questions(
        told,
        may_ask=weighed is None and (again or left > 0),
        left=left,
        again=again,
        advice=None if weighed is None else advice_of(game.view(seat), weighed),
    )
