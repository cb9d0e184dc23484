"""YS-1: the setup. All randomness of the game is here."""

from __future__ import annotations

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    AGENTS,
    CHARACTERS,
    COLOURS,
    COLUMNS,
    FRONT,
    LINES,
    OWNED_COLOURS,
    QUARTERS,
    ROUNDS,
    SEATS,
    SHIP_COLOURS,
    SHIP_GEMS,
    SHIPS,
    SHIPS_DRAWN,
    START_PRICE,
    TEAMS,
    VALUES,
    WHITE,
)
from kerys.games.ys.state import team_size, teams
from kerys.kernel.bits import bit, count, nth, whole
from kerys.kernel.chance import below, deal_rest, shuffle
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def deal_table(state, options, chance):
    """Everything before round 1, from a secret generator (YS-1.1 to YS-1.7)."""
    clear(state)
    agree(state, options)
    deal_order(state, chance)
    deal_characters(state, 0, chance)
    deal_ships(state, 0, chance)
    for team in range(teams(state)):
        for value in range(VALUES):
            state.behind[team, value] = team_size(state, team, value)
    for colour in range(COLOURS):
        state.prices[colour] = START_PRICE


@rule
def clear(state):
    """An empty table."""
    for seat in range(SEATS):
        state.points[seat] = 0
        state.hand[seat] = 0
        state.won[seat] = 0
        state.sealed[seat] = NONE
        state.order[seat] = NONE
        state.picks[seat] = NONE
        state.cards_played[seat] = 0
        for colour in range(OWNED_COLOURS):
            state.gems[seat, colour] = 0
    for team in range(TEAMS):
        state.paired[team] = 0
        for value in range(VALUES):
            state.behind[team, value] = 0
            state.shown[team, value] = 0
        for index in range(FRONT):
            state.front[team, index] = NONE
    for agent in range(AGENTS):
        clear_agent(state, agent)
    for draw in range(SHIPS_DRAWN):
        state.ships[draw] = NONE
    for card in range(CHARACTERS):
        state.characters[card] = NONE
        state.played_by[card] = NONE
    for quarter in range(QUARTERS):
        state.ports[quarter] = NONE
    for line in range(LINES):
        state.line_gems[line] = NONE
    for colour in range(SHIP_COLOURS):
        state.ship_gems[colour] = 0
    for place in range(COLUMNS):
        state.ranking[place] = NONE
    for index in range(2):
        state.just_placed[index] = NONE
    state.round_number = 0
    state.moment = Moment.BIDS
    state.cursor = 0
    state.turn = 0
    state.question = Question.NOTHING
    state.pending = 0
    state.drawn = 0
    state.placed = 0
    state.faces = 0
    state.card = NONE
    state.chosen = NONE
    state.looks = 0
    state.closed = NONE
    state.taken = 0
    state.owed = 0
    state.owed_to = NONE


@rule
def clear_agent(state, agent):
    """A place in the list of agents that no agent has."""
    state.team[agent] = NONE
    state.place[agent] = NONE
    state.value[agent] = NONE
    state.hidden[agent] = 0
    state.marked[agent] = 0
    state.looked[agent] = 0
    state.candidates[agent] = 0


@rule
def agree(state, options):
    """Copy the agreed options into the state."""
    state.players = options.players
    state.revision = options.revision
    state.quarters = options.quarters
    state.strong_neutral = options.strong_neutral
    state.kings_favour = options.kings_favour
    state.express = options.express
    state.peek_own = options.peek_own
    state.mini = options.mini
    if options.mini:
        state.round_number = ROUNDS - 1
    for ship in range(SHIPS):
        for gem in range(SHIP_GEMS):
            state.deck[ship, gem] = options.deck[ship, gem]


@rule
def deal_order(state, chance):
    """Order cards 1 to 4 (3, 2), one each, at random (YS-1.4, YS-R20, YS-11.3)."""
    for seat in range(whole(state.players)):
        state.order[seat] = seat
    shuffle(state.order, whole(state.players), chance)


@rule
def deal_characters(state, known, chance):
    """Stacks of three on the card places, the rest unseen out of the game (YS-1.5, YS-R19).

    The first `known` cards, counted quarter by quarter and round by round, stay as they are.
    """
    deal_rest(state.characters, CHARACTERS, known, chance)


@rule
def deal_ships(state, known, chance):
    """The ships in the order in which they will be drawn (YS-1.1, YS-12.2, YS-R18, YS-P25).

    The first `known` draws stay as they are. When the pile is empty, all ships except those in
    ports make a new pile; since it doesn't depend on what players do, it is shuffled here.
    """
    a_round = whole(state.quarters) + 1
    pile = 0
    for draw in range(ROUNDS * a_round):
        if pile == 0:
            pile = ships_in_use(state)
            for port in range(draw - draw % a_round, draw):
                pile &= ~bit(state.ships[port])
        if draw >= known:
            state.ships[draw] = nth(pile, below(chance, count(pile)))
        pile &= ~bit(state.ships[draw])


@rule
def ships_in_use(state):
    """The set of ship cards; Ys Express plays without those that show white (YS-12.2)."""
    cards = 0
    for ship in range(SHIPS):
        white = state.deck[ship, 0] == WHITE
        for gem in range(1, SHIP_GEMS):
            white = white or state.deck[ship, gem] == WHITE
        if not (state.express and white):
            cards |= bit(ship)
    return cards
