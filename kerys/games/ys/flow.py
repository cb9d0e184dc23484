"""How the game goes on: who is asked, what may be answered, what follows.

`advance` runs the moments of a round until there is a question with more than one answer.
"""

from __future__ import annotations

from kerys.games.ys.actions import (
    AGENT,
    BID,
    COLOUR,
    DONE,
    FAMILY_OFFSET,
    OR_DONE,
    PLACE,
    PORTS,
    POSITION,
    PRICE,
    VALUE,
    Moment,
    Question,
)
from kerys.games.ys.arrivals import begin_round
from kerys.games.ys.bidding import (
    ask_bids,
    ask_position,
    bid_choices,
    pick_position,
    position_choices,
    reveal_bids,
)
from kerys.games.ys.characters import (
    alchemist_gives,
    alchemist_takes,
    ask_for_card,
    ask_in_order,
    ask_looks,
    ask_turn_player,
    banker_lowers,
    banker_raises,
    captain_ports,
    card_choices,
    end_effects,
    finish_card,
    herald_agents,
    herald_places,
    look_at,
    look_choices,
    magician_agents,
    magician_partners,
    mark_agent,
    mercenary_agents,
    move_agent,
    move_price,
    play_card,
    price_moves,
    queen_areas,
    swap_agents,
    swap_gem,
    swap_ports,
)
from kerys.games.ys.city import (
    ask_gem,
    close_quarter,
    gem_choices,
    open_quarter,
    score_areas,
    take_from_ship,
)
from kerys.games.ys.components import NONE, ROUNDS
from kerys.games.ys.ending import end_game
from kerys.games.ys.gems import COLOURED, ask_owed_gem, choose_gem
from kerys.games.ys.market import (
    ask_best_bidder,
    ask_column,
    close_market,
    next_columns,
    open_market,
    rank_column,
    score_line,
)
from kerys.games.ys.placement import (
    ask_agents,
    ask_neutral_agent,
    begin_turn,
    end_turn,
    neutral_place_choices,
    place_agent,
    place_choices,
    place_neutral_agent,
    refill_front,
    values_behind,
)
from kerys.games.ys.returning import return_front
from kerys.games.ys.setup import deal_table
from kerys.games.ys.throne import ask_throne_agents, front_values, send_throne_agents
from kerys.kernel.bits import bit, count, has, lowest, mask_clear, mask_put, whole
from kerys.kernel.compiling import rule

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

PASSES_IN_ORDER = sum(
    1 << moment
    for moment in (Moment.BEFORE_PLACEMENT, Moment.BEFORE_SCORING, Moment.END_OF_SCORING)
)
WINDOWS_OF_TURN = sum(1 << moment for moment in (Moment.BEFORE_TURN, Moment.AFTER_TURN))
LOOKING = sum(
    1 << moment for moment in (Moment.TURN_LOOKS, Moment.TURN_LAST_LOOKS, Moment.LAST_LOOKS)
)


@rule
def deal(state, options, chance):
    """The whole setup and the first question."""
    deal_table(state, options, chance)
    begin_round(state)
    ask_bids(state)


@rule
def actors(state):
    """The set of seats that owe a decision."""
    return whole(state.pending)


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
def apply(state, seat, action):
    """Carry out an answer and go on to the next real question."""
    carry_on(state, seat, action)


@rule
def advance(state):
    """Run the game to the next real question."""
    nothing = whole(NONE)
    carry_on(state, nothing, nothing)


@rule
def carry_on(state, seat, action):
    """An answer, if there is one, all that follows, and the answers that are forced (YS-P26)."""
    while True:
        if action != NONE:
            answer(state, seat, action)
        while state.pending == 0 and state.moment != Moment.OVER:
            go_on(state)
        seat, action = forced_answer(state)
        if action == NONE:
            return


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
def go_on(state):
    """One pass through the moments of a round, as far as nobody is asked.

    A gem or a card that is due comes first. Each chapter is called from one place only: on a GPU
    games at different moments then run through the same code together.
    """
    if state.owed > 0:
        ask_owed_gem(state)
    elif state.card != NONE:
        ask_for_card(state)
    if now(state, Moment.BIDS):
        ask_bids(state)
    if now(state, Moment.POSITIONS):
        ask_position(state)
    if now_one_of(state, PASSES_IN_ORDER):
        ask_in_order(state)
    if now(state, Moment.TURN_BEGINS):
        begin_turn(state)
    if now_one_of(state, LOOKING):
        ask_looks(state)
    if now_one_of(state, WINDOWS_OF_TURN):
        ask_turn_player(state)
    if now(state, Moment.TURN_AGENTS):
        ask_agents(state)
    if now(state, Moment.TURN_NEUTRAL):
        ask_neutral_agent(state)
    if now(state, Moment.TURN_ENDS):
        end_turn(state)
    score_on(state)


@rule
def score_on(state):
    """The part of the pass that is phase 4 and what comes after it."""
    if now(state, Moment.QUARTER_OPENS):
        open_quarter(state)
    if now(state, Moment.QUARTER_GEMS):
        ask_gem(state)
    if now(state, Moment.QUARTER_AREAS):
        score_areas(state)
    if now(state, Moment.QUARTER_CLOSES):
        close_quarter(state)
    if now(state, Moment.MARKET_OPENS):
        open_market(state)
    if now(state, Moment.MARKET_LINES):
        score_line(state)
    if now(state, Moment.MARKET_COLUMNS):
        ask_column(state)
    if now(state, Moment.MARKET_BIDDER):
        ask_best_bidder(state)
    if now(state, Moment.THRONE_ROOM):
        ask_throne_agents(state)
    if now(state, Moment.ROUND_ENDS):
        end_round(state)


@rule
def now(state, moment):
    """Whether a moment has come and nothing is pending or due."""
    return state.moment == moment and state.pending == 0 and state.owed == 0


@rule
def now_one_of(state, moments):
    """Whether one of several moments has come and nothing is pending or due."""
    return has(moments, state.moment) and state.pending == 0 and state.owed == 0


@rule
def end_round(state):
    """Everything goes home; the next round begins, or the game ends (YS-6.6, YS-6.8, YS-2.1)."""
    return_front(state)
    end_effects(state)
    state.placed = 0
    state.turn = 0
    if state.round_number == ROUNDS - 1:
        end_game(state)
    else:
        state.round_number += 1
        begin_round(state)


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


@rule
def answer(state, seat, action):
    """Carry out one answer; what follows from it is `advance`'s."""
    question = state.question
    if question == Question.BID:
        seal(state, seat, action - BID)
    elif question == Question.THRONE_AGENT:
        seal(state, seat, action - VALUE)
    else:
        state.pending = 0
        if question == Question.PLACE:
            place_agent(state, seat, action)
        elif question == Question.PLACE_NEUTRAL:
            place_neutral_agent(state, seat, action)
        elif question == Question.POSITION:
            pick_position(state, seat, action - POSITION)
        elif question == Question.PLAY_CARD:
            play_card(state, seat, action)
        elif question == Question.LOOK:
            answer_look(state, seat, action)
        elif question == Question.REFILL:
            refill_front(state, seat, action - VALUE)
        elif question == Question.TAKE_GEM:
            take_from_ship(state, seat, action - COLOUR)
        elif question == Question.CHOOSE_GEM:
            choose_gem(state, seat, action - COLOUR)
        elif question == Question.NEXT_COLUMN:
            rank_column(state, action - COLOUR)
        elif question == Question.MOVE_PRICE:
            move_price(state, action - PRICE)
            close_market(state)
        else:
            answer_card(state, seat, action)


@rule
def seal(state, seat, choice):
    """Keep a secret answer; when all are in, they are revealed together (YS-3.1, YS-R35)."""
    state.sealed[seat] = choice
    state.pending &= ~bit(seat)
    if state.pending == 0:
        if state.question == Question.BID:
            reveal_bids(state)
        else:
            send_throne_agents(state)


@rule
def answer_look(state, seat, action):
    """Look at one agent, or go on for now (YS-P5)."""
    if action == DONE:
        state.moment += 1
    else:
        look_at(state, seat, action - AGENT)


@rule
def answer_card(state, seat, action):
    """Carry out half or all of a character's effect (YS-P2, YS-P21)."""
    question = state.question
    if question == Question.HERALD_AGENT or question == Question.MAGICIAN_FIRST:
        state.chosen = action - AGENT
    elif question == Question.ALCHEMIST_GIVES and action != DONE:
        state.chosen = action - COLOUR
    elif question == Question.BANKER_RAISES:
        state.chosen = action - PRICE
        move_price(state, action - PRICE)
    else:
        if question == Question.CAPTAIN_PORTS:
            swap_ports(state, action - PORTS)
        elif question == Question.QUEEN_AREA:
            state.closed = action - PLACE
        elif question == Question.HERALD_PLACE:
            move_agent(state, action - PLACE)
        elif question == Question.MAGICIAN_SECOND:
            swap_agents(state, action - AGENT)
        elif question == Question.MERCENARY_AGENT:
            mark_agent(state, action - AGENT)
        elif question == Question.ALCHEMIST_TAKES:
            swap_gem(state, seat, action - COLOUR)
        elif question == Question.BANKER_LOWERS:
            move_price(state, action - PRICE)
        finish_card(state)
