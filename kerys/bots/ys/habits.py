"""What players of Ys do: how they bid, and where they send their strength."""

from __future__ import annotations

from collections.abc import Iterator

from kerys.bots.habits import Habit, Seen
from kerys.games.ys import actions
from kerys.games.ys.actions import Question, pair_high, pair_low
from kerys.games.ys.state import in_market
from kerys.games.ys.wording.notation import put_parts
from kerys.locale import N_
from kerys.table.game import Game

ZERO_BIDS = Habit("zero_bids", N_("bids of 0+0"), is_share=True)
BID = Habit("bid", N_("mean bid"))
HIDDEN = Habit("hidden", N_("strength hidden"), is_share=True)
MARKET = Habit("market", N_("strength in the market"), is_share=True)
HABITS = (ZERO_BIDS, BID, HIDDEN, MARKET)


def seen(game: Game) -> Iterator[Seen]:
    """Bids by their sum, and agents of one's own by their values."""
    for index, (seat, code) in enumerate((move.seat, move.code) for move in game.moves):
        question = game.before(index).question
        if question == Question.BID:
            pair = code - actions.BID
            bid = int(pair_high(pair) + pair_low(pair))
            yield Seen(ZERO_BIDS, seat, int(bid == 0))
            yield Seen(BID, seat, bid)
        elif question == Question.PLACE:
            _front, face, value, place = put_parts(code)
            yield Seen(HIDDEN, seat, value if face == actions.HIDDEN else 0, value)
            yield Seen(MARKET, seat, value if in_market(place) else 0, value)
