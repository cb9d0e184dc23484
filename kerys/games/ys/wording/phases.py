"""Where a game of Ys stands, in words: the round and its phase."""

from __future__ import annotations

from typing import Any

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import ROUNDS
from kerys.locale import N_, _
from kerys.locale.word_cache import remembered

PHASES: dict[int, str] = {
    Moment.BIDS: N_("bids for the order"),
    Moment.POSITIONS: N_("the new order"),
    Moment.BEFORE_PLACEMENT: N_("characters before the placement"),
    Moment.LAST_LOOKS: N_("the Spy's last looks"),
    Moment.BEFORE_SCORING: N_("characters before the scoring"),
    Moment.MARKET_OPENS: N_("scoring of the market"),
    Moment.MARKET_LINES: N_("scoring of the market lines"),
    Moment.MARKET_COLUMNS: N_("scoring of the market columns"),
    Moment.MARKET_BIDDER: N_("best bidder of the market"),
    Moment.END_OF_SCORING: N_("characters after the scoring"),
    Moment.THRONE_ROOM: N_("the throne room"),
    Moment.ROUND_ENDS: N_("the end of the round"),
    Moment.OVER: N_("The game is over"),
}
"""The moments with words of their own; the others are turns of placement and scored quarters."""


def round_words(number: int) -> str:
    """Which round it is, counted from 0."""
    return _("Round {round} of {rounds}").format(round=number + 1, rounds=ROUNDS)


def round_name(state: Any) -> str:
    """The same in short."""
    return _("Round {round}").format(round=int(state.round_number) + 1)


def phase(moment: int, quarter: int) -> str:
    """Where the round stands; `quarter` is the one that is scored, if one is."""
    if Moment.TURN_BEGINS <= moment <= Moment.TURN_ENDS:
        return _("placement")
    if Moment.QUARTER_OPENS <= moment <= Moment.QUARTER_CLOSES:
        return _("scoring of quarter {quarter}").format(quarter=quarter + 1)
    return _(PHASES[moment])


def last_board(state: Any) -> bool:
    """The city is at its fullest just before it is scored."""
    return int(state.moment) == Moment.BEFORE_SCORING


def heading(state: Any) -> str:
    """Where the game stands: round and phase."""
    return _heading(int(state.round_number), int(state.moment), int(state.cursor))


@remembered(512)
def _heading(round_number: int, moment: int, quarter: int) -> str:
    """The same from its numbers."""
    where = phase(moment, quarter)
    if moment == Moment.OVER:
        return where
    return _("{round}: {phase}").format(round=round_words(round_number), phase=where)
