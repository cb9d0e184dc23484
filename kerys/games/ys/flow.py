"""How the game goes on: the moments of a round, one after the other, until someone is asked."""

from __future__ import annotations

from kerys.games.ys.actions import Moment
from kerys.games.ys.answers import answer
from kerys.games.ys.bidding import ask_bids, ask_position
from kerys.games.ys.characters import ask_looks
from kerys.games.ys.choices import forced_answer
from kerys.games.ys.city import ask_gem, close_quarter, open_quarter, score_areas
from kerys.games.ys.gems import ask_owed_gem
from kerys.games.ys.market import ask_best_bidder, ask_column, open_market, score_line
from kerys.games.ys.placement import ask_agents, ask_neutral_agent, begin_turn, end_turn
from kerys.games.ys.rounds import begin_round, end_round
from kerys.games.ys.setup import deal_table
from kerys.games.ys.throne import ask_throne_agents
from kerys.games.ys.windows import ask_for_card, ask_in_order, ask_turn_player
from kerys.kernel.bits import has
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE
from kerys.kernel.steps import stepper

PASSES_IN_ORDER = sum(
    1 << moment
    for moment in (Moment.BEFORE_PLACEMENT, Moment.BEFORE_SCORING, Moment.END_OF_SCORING)
)
WINDOWS_OF_TURN = sum(1 << moment for moment in (Moment.BEFORE_TURN, Moment.AFTER_TURN))
THE_END = int(Moment.OVER)
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
def apply(state, seat, action):
    """Carry out an answer and all that follows, forced answers too, to the next real question.

    YS-P26. Without an answer (NONE) the game just continues from where it is.
    """
    while True:
        if action != NONE:
            answer(state, seat, action)
        while state.pending == 0 and state.moment != Moment.OVER:
            go_on(state, THE_END)
        seat, action = forced_answer(state)
        if action == NONE:
            return


@rule
def go_on(state, last):
    """One pass through the moments of a round, until a last one or until someone is asked.

    A gem or a card that is due comes first. Each chapter is called from only one place, so that
    on a GPU games at different moments run through the same code together.
    """
    if state.owed > 0:
        ask_owed_gem(state)
    elif state.card != NONE:
        ask_for_card(state)
    if now(state, Moment.BIDS, last):
        ask_bids(state)
    if now(state, Moment.POSITIONS, last):
        ask_position(state)
    if now_one_of(state, PASSES_IN_ORDER, last):
        ask_in_order(state)
    if now(state, Moment.TURN_BEGINS, last):
        begin_turn(state)
    if now_one_of(state, LOOKING, last):
        ask_looks(state)
    if now_one_of(state, WINDOWS_OF_TURN, last):
        ask_turn_player(state)
    if now(state, Moment.TURN_AGENTS, last):
        ask_agents(state)
    if now(state, Moment.TURN_NEUTRAL, last):
        ask_neutral_agent(state)
    if now(state, Moment.TURN_ENDS, last):
        end_turn(state)
    score_on(state, last)


@rule
def score_on(state, last):
    """The part of the pass that is phase 4 and what comes after it."""
    if now(state, Moment.QUARTER_OPENS, last):
        open_quarter(state)
    if now(state, Moment.QUARTER_GEMS, last):
        ask_gem(state)
    if now(state, Moment.QUARTER_AREAS, last):
        score_areas(state)
    if now(state, Moment.QUARTER_CLOSES, last):
        close_quarter(state)
    if now(state, Moment.MARKET_OPENS, last):
        open_market(state)
    if now(state, Moment.MARKET_LINES, last):
        score_line(state)
    if now(state, Moment.MARKET_COLUMNS, last):
        ask_column(state)
    if now(state, Moment.MARKET_BIDDER, last):
        ask_best_bidder(state)
    if now(state, Moment.THRONE_ROOM, last):
        ask_throne_agents(state)
    if now(state, Moment.ROUND_ENDS, last):
        end_round(state)


@rule
def now(state, moment, last):
    """Whether a moment has come and nothing is pending or due."""
    return state.moment == moment and moment <= last and state.pending == 0 and state.owed == 0


@rule
def now_one_of(state, moments, last):
    """Whether one of several moments has come and nothing is pending or due."""
    return (
        has(moments, state.moment)
        and state.moment <= last
        and state.pending == 0
        and state.owed == 0
    )


step = stepper(answer, go_on, forced_answer, Moment.OVER)
