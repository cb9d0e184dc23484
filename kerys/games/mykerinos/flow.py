"""How the game goes on: the moments of a season, one after the other, until someone is asked."""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.answers import answer
from kerys.games.mykerinos.choices import forced_answer
from kerys.games.mykerinos.digging import ask_action, ask_cube, end_turn
from kerys.games.mykerinos.inspection import ask_ranked, close_area, open_area
from kerys.games.mykerinos.neutral import ask_neutral_action, ask_neutral_cube
from kerys.games.mykerinos.seasons import begin_season, end_season
from kerys.games.mykerinos.setup import deal_table
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE
from kerys.kernel.steps import stepper

THE_END = int(Moment.OVER)


@rule
def deal(state, options, chance):
    """The whole setup and the first question."""
    deal_table(state, options, chance)
    begin_season(state)
    nothing = whole(NONE)
    apply(state, nothing, nothing)


@rule
def apply(state, seat, action):
    """Carry out an answer and all that follows, forced answers too, to the next real question.

    MY-P19. Without an answer (NONE) the game just continues from where it is.
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
    """One pass through the moments of a season, until a last one or until someone is asked."""
    if now(state, Moment.TURN, last):
        ask_action(state)
    if now(state, Moment.TURN_CUBES, last):
        ask_cube(state)
    if now(state, Moment.TURN_NEUTRAL, last):
        ask_neutral_action(state)
    if now(state, Moment.NEUTRAL_CUBES, last):
        ask_neutral_cube(state)
    if now(state, Moment.TURN_ENDS, last):
        end_turn(state)
    if now(state, Moment.AREA_OPENS, last):
        open_area(state)
    if now(state, Moment.AREA_RANKS, last):
        ask_ranked(state)
    if now(state, Moment.AREA_CLOSES, last):
        close_area(state)
    if now(state, Moment.SEASON_ENDS, last):
        end_season(state)


@rule
def now(state, moment, last):
    """Whether a moment has come and nobody is asked."""
    return state.moment == moment and moment <= last and state.pending == 0


step = stepper(answer, go_on, forced_answer, Moment.OVER)
