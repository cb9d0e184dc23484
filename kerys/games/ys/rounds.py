"""YS-2 and YS-6.8: a round begins, with ships and characters, and ends."""

from __future__ import annotations

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import COLOURS, LINES, ROUNDS, SHIP_GEMS, WHITE
from kerys.games.ys.ending import end_game
from kerys.games.ys.returning import return_front
from kerys.games.ys.state import first_line
from kerys.games.ys.windows import end_effects
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def begin_round(state):
    """Ships to the ports in quarter order, then one to the market (YS-2.1, YS-2.4, YS-P16)."""
    for quarter in range(whole(state.quarters)):
        state.ports[quarter] = draw_ship(state)
    fill_lines(state, draw_ship(state))
    state.moment = Moment.BIDS


@rule
def draw_ship(state):
    """The next ship of the pile."""
    ship = whole(state.ships[state.drawn])
    state.drawn += 1
    return ship


@rule
def fill_lines(state, ship):
    """The gems of the market ship on the open lines, white first (YS-2.7, YS-10.2, YS-R17, YS-P1).

    With four players all three gems count, size ignored; with fewer only the two small ones.
    """
    line = first_line(state)
    first_gem = SHIP_GEMS - (LINES - line)
    for gem in range(first_gem, SHIP_GEMS):
        if state.deck[ship, gem] == WHITE:
            state.line_gems[line] = WHITE
            line += 1
    for colour in range(COLOURS):
        for gem in range(first_gem, SHIP_GEMS):
            if state.deck[ship, gem] == colour:
                state.line_gems[line] = colour
                line += 1


@rule
def palace_prize(state, quarter):
    """The character face up at a palace, or NONE for a blue card in round 4 (YS-2.2, YS-2.3)."""
    if state.round_number == ROUNDS - 1:
        return NONE
    return whole(
        state.characters[whole(state.round_number) * whole(state.quarters) + whole(quarter)]
    )


@rule
def fill_pool(state, quarter):
    """The gems of the ship in a port: the large one counts twice with four players.

    YS-2.5, YS-2.6, YS-10.1, YS-C7.
    """
    ship = whole(state.ports[quarter])
    for gem in range(SHIP_GEMS):
        state.ship_gems[state.deck[ship, gem]] += 1
    if state.players == 4:
        state.ship_gems[state.deck[ship, 0]] += 1


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
