"""What may be answered: the one generator of legality."""

from __future__ import annotations

from kerys.games.ys.actions import DONE, FAMILY_OFFSET, OR_DONE, Question
from kerys.games.ys.bidding import bid_choices, position_choices
from kerys.games.ys.characters import (
    alchemist_gives,
    alchemist_takes,
    banker_lowers,
    banker_raises,
    captain_ports,
    herald_agents,
    herald_places,
    look_choices,
    magician_agents,
    magician_partners,
    mercenary_agents,
    queen_areas,
)
from kerys.games.ys.city import gem_choices
from kerys.games.ys.gems import COLOURED
from kerys.games.ys.market import next_columns
from kerys.games.ys.placement import neutral_place_choices, place_choices, values_behind
from kerys.games.ys.prices import price_moves
from kerys.games.ys.throne import front_values
from kerys.games.ys.windows import card_choices
from kerys.kernel.bits import count, has, lowest, mask_clear, mask_put, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE

NEVER_FORCED = sum(
    1 << question
    for question in (
        Question.NOTHING,
        Question.BID,
        Question.PLAY_CARD,
        Question.LOOK,
        Question.PLACE,
        Question.PLACE_NEUTRAL,
        Question.CHOOSE_GEM,
        Question.NEXT_COLUMN,
        Question.MOVE_PRICE,
    )
)
"""Questions that are only asked when there is a choice: no need to look.

A team has agents of many values, a card or a look can be declined, the city has room for all
(YS-R38), and only tied columns are asked for.
"""


@rule
def legal(state, seat, mask):
    """Write what a seat may answer; returns how many answers there are."""
    mask_clear(mask)
    if seat < 0 or not has(state.pending, seat):
        return 0
    if state.question == Question.PLACE:
        return place_choices(state, seat, mask)
    if state.question == Question.PLACE_NEUTRAL:
        return neutral_place_choices(state, seat, mask)
    answers = choices(state, seat)
    if answers & OR_DONE:
        mask_put(mask, DONE, 1)
    mask_put(mask, whole(FAMILY_OFFSET[state.question]), answers & ~OR_DONE)
    return count(answers)


@rule
def forced_answer(state):
    """A seat that has only one answer, and that answer; or NONE, NONE (YS-P26)."""
    if has(NEVER_FORCED, state.question):
        return NONE, NONE
    for seat in range(whole(state.players)):
        if has(state.pending, seat):
            answers = narrow_choices(state, seat)
            if answers == OR_DONE:
                return seat, DONE
            if count(answers) == 1:
                return seat, whole(FAMILY_OFFSET[state.question]) + lowest(answers)
    return NONE, NONE


@rule
def choices(state, seat):
    """The set of answers to a question, within its family of actions; OR_DONE besides."""
    question = state.question
    if question == Question.BID:
        return bid_choices(state, seat)
    if question == Question.PLAY_CARD:
        return card_choices(state, seat)
    if question == Question.LOOK:
        return look_choices(state, seat)
    if question == Question.CHOOSE_GEM:
        return COLOURED
    if question == Question.NEXT_COLUMN:
        return next_columns(state)
    if question == Question.MOVE_PRICE:
        return price_moves(state)
    return narrow_choices(state, seat)


@rule
def narrow_choices(state, seat):
    """The same for questions that can turn out to have a single answer."""
    question = state.question
    if question == Question.POSITION:
        return position_choices(state)
    if question == Question.REFILL:
        return values_behind(state, seat)
    if question == Question.TAKE_GEM:
        return gem_choices(state)
    if question == Question.THRONE_AGENT:
        return front_values(state, seat)
    if question == Question.CAPTAIN_PORTS:
        return captain_ports(state)
    if question == Question.QUEEN_AREA:
        return queen_areas(state)
    if question == Question.HERALD_AGENT:
        return herald_agents(state, seat)
    if question == Question.HERALD_PLACE:
        return herald_places(state)
    if question == Question.MAGICIAN_FIRST:
        return magician_agents(state, seat)
    if question == Question.MAGICIAN_SECOND:
        return magician_partners(state, seat, whole(state.chosen))
    if question == Question.MERCENARY_AGENT:
        return mercenary_agents(state)
    if question == Question.ALCHEMIST_GIVES:
        return alchemist_gives(state, seat)
    if question == Question.ALCHEMIST_TAKES:
        return alchemist_takes(state)
    if question == Question.BANKER_RAISES:
        return banker_raises(state)
    return banker_lowers(state)
