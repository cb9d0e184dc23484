"""What a seat knows, as numbers for learning.

Everything is seen from the seat: owners are counted from it clockwise, the neutral last. Only
what `redact` leaves is read, so that the full and the redacted state give the same numbers. What is
added up is whole numbers: fractions would be rounded differently on different targets.
"""

from __future__ import annotations

import numpy as np

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    AGENTS,
    BOARD_AGENTS,
    CARDINAL,
    CARDS_PER_ROUND,
    CHARACTERS,
    CITY,
    COLOURS,
    COLUMNS,
    FRONT,
    HERALD,
    HIGHEST_PRICE,
    ILLUSIONIST,
    INTRIGUER,
    LINES,
    LOOKS,
    MAGICIAN,
    MARKED_VALUE,
    MERCHANT,
    OWNED_COLOURS,
    PLACES,
    QUARTERS,
    ROUNDS,
    SEATS,
    SHIP_COLOURS,
    SHIP_GEMS,
    SPY,
    START_PRICE,
    TEAMS,
    THRONE,
    TURNS,
    VALUES,
    WHITE,
)
from kerys.games.ys.knowledge import knows_value
from kerys.games.ys.rounds import palace_prize
from kerys.games.ys.state import (
    counted_value,
    front_sum,
    has_neutral,
    neutral_set,
    order_card,
    owner_of,
    owners,
    teams,
)
from kerys.games.ys.worlds import in_group, off_board
from kerys.kernel.bits import has, lowest, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, from_seat

MOMENTS = len(Moment)
QUESTIONS = len(Question)
LASTING = (CARDINAL, ILLUSIONIST, INTRIGUER, MERCHANT, SPY)
BLUE_CARD = CHARACTERS

# Fractions that are looked up: dividing takes its time, and there are many.
TENTHS = np.array([number / 10 for number in range(128)], np.float32)
PRICE_SHARES = np.array(
    [(price - START_PRICE) / (START_PRICE - 1) for price in range(HIGHEST_PRICE + 1)], np.float32
)
PLACE_SHARES = np.array([(1 + place) / (1 + THRONE) for place in range(1 + THRONE)], np.float32)
VALUE_SHARES = np.array([level / (1 + VALUES) for level in range(2 + MARKED_VALUE)], np.float32)
"""By one more than a value; 0 for none."""

OBSERVATION = (
    ("players: 2, 3 or 4", 3),
    ("quarter 4 in use, King's Favour, Ys Express, strong neutral", 4),
    ("round", ROUNDS),
    ("moment", MOMENTS),
    ("question", QUESTIONS),
    ("placement turns finished, sixteenths", 1),
    ("faces already used this turn: open, hidden", 2),
    ("places of the next order already chosen", SEATS),
    ("owner owes an answer", SEATS),
    ("order card of each owner", SEATS * SEATS),
    ("points of each owner, hundreds", SEATS),
    ("gems of each owner by colour, tens", SEATS * OWNED_COLOURS),
    ("price of each colour, from -1 to 1", COLOURS),
    ("agents behind the own screen by value", VALUES),
    ("neutral agents behind the own screen by value", VALUES),
    ("agents of each team that may be anywhere, by value", TEAMS * VALUES),
    ("front of each owner by value, and its sum in tens", SEATS * (VALUES + 1)),
    ("known total on each place by owner", PLACES * SEATS),
    ("agents of unknown value on each place by owner", PLACES * SEATS),
    ("area closed by the Queen", CITY),
    ("gems of the ship in each port by colour", QUARTERS * SHIP_COLOURS),
    ("gems left of the ship that is scored", SHIP_COLOURS),
    ("prize of each palace: a character or a blue card", QUARTERS * (CHARACTERS + 1)),
    ("gem on each line: a colour or white", LINES * (COLOURS + 1)),
    ("place of each column, as far as settled", COLUMNS * COLUMNS),
    ("hand of each owner; half for cards won this round", SEATS * CHARACTERS),
    ("cards played this round by owner, halves", SEATS),
    (
        "owner of each lasting effect: Cardinal, Illusionist, Intriguer, Merchant, Spy",
        len(LASTING) * SEATS,
    ),
    ("looks left, thirds", 1),
    ("character being carried out", CHARACTERS),
    ("place of the agent chosen first", PLACES + 1),
    ("colour chosen first, or price moved first", SHIP_COLOURS),
    ("each agent: owner, place, value, 0 for none or unknown", AGENTS * 3),
    ("agents just placed", BOARD_AGENTS),
    ("possible values of each throne agent", (AGENTS - BOARD_AGENTS) * VALUES),
)
"""Name and width of each field, in the order in which `observe` writes them."""


@rule
def observe(state, seat, out):
    """Write what a seat knows into the caller's buffer."""
    for index in range(out.shape[0]):
        out[index] = 0
    observe_blank(state, seat, out)


@rule
def observe_blank(state, seat, out):
    """The same into a buffer that is all zero already."""
    at = observe_stand(state, seat, out, 0)
    at = observe_owners(state, seat, out, at)
    screens = at
    at = observe_screens(state, seat, out, at)
    places = at
    at = observe_closed(state, out, at)
    at = observe_prizes(state, out, at)
    at = observe_cards(state, seat, out, at)
    for agent in range(whole(state.placed)):
        observe_agent(state, seat, agent, out, screens, places, at)
    if state.kings_favour:
        for agent in range(BOARD_AGENTS, AGENTS):
            observe_agent(state, seat, agent, out, screens, places, at)
    observe_throne(state, out, at)


@rule
def observe_stand(state, seat, out, at):
    """Variant, round, question, turn."""
    out[at + whole(state.players) - 2] = 1
    at += 3
    out[at] = 1 if state.quarters == QUARTERS else 0
    out[at + 1] = state.kings_favour
    out[at + 2] = state.express
    out[at + 3] = state.strong_neutral
    at += 4
    out[at + whole(state.round_number)] = 1
    at += ROUNDS
    out[at + whole(state.moment)] = 1
    at += MOMENTS
    out[at + whole(state.question)] = 1
    at += QUESTIONS
    out[at] = state.turn / (TURNS * SEATS)
    at += 1
    for face in range(2):
        out[at + face] = 1 if has(state.faces, face) else 0
    at += 2
    for position in range(SEATS):
        out[at + position] = 1 if state.picks[position] != NONE else 0
    return at + SEATS


@rule
def observe_owners(state, seat, out, at):
    """Who is asked, order cards, points, gems, prices."""
    cards = at + SEATS
    points = cards + SEATS * SEATS
    gems = points + SEATS
    prices = gems + SEATS * OWNED_COLOURS
    for owner in range(owners(state)):
        number = from_seat(state, seat, owner)
        if owner < state.players:
            out[at + number] = 1 if has(state.pending, owner) else 0
            out[cards + SEATS * number + order_card(state, owner)] = 1
        out[points + number] = state.points[owner] / 100
        for colour in range(OWNED_COLOURS):
            out[gems + OWNED_COLOURS * number + colour] = TENTHS[state.gems[owner, colour]]
    for colour in range(COLOURS):
        out[prices + colour] = PRICE_SHARES[state.prices[colour]]
    return prices + COLOURS


@rule
def observe_screens(state, seat, out, at):
    """Agents behind screens and in front of them."""
    if 0 <= seat < state.players:
        for value in range(VALUES):
            out[at + value] = state.behind[seat, value]
            if has_neutral(state):
                out[at + VALUES + value] = state.behind[neutral_set(state, seat), value]
    at += 2 * VALUES
    fronts = at + TEAMS * VALUES
    for team in range(teams(state)):
        number = team_number(state, seat, team)
        pool = off_board(state, seat, team)
        for value in range(VALUES):
            out[at + VALUES * number + value] = in_group(pool, value)
        if team < state.players:
            front = fronts + (VALUES + 1) * number
            for index in range(FRONT):
                if state.front[team, index] != NONE:
                    out[front + whole(state.front[team, index])] += 1
            out[front + VALUES] = TENTHS[front_sum(state, team)]
    return fronts + SEATS * (VALUES + 1)


@rule
def team_number(state, seat, team):
    """A team's number counted from a seat: the players' teams, then the sets of neutral agents."""
    if team >= state.players:
        return 2 + from_seat(state, seat, whole(team) - 2)
    return from_seat(state, seat, team)


@rule
def observe_closed(state, out, at):
    """The area closed by the Queen; what stands on the places before it, agents write."""
    at += 2 * PLACES * SEATS
    if state.closed != NONE:
        out[at + whole(state.closed)] = 1
    return at + CITY


@rule
def observe_prizes(state, out, at):
    """Ships, palaces, lines and columns."""
    left = at + QUARTERS * SHIP_COLOURS
    palaces = left + SHIP_COLOURS
    lines = palaces + QUARTERS * (CHARACTERS + 1)
    columns = lines + LINES * (COLOURS + 1)
    for quarter in range(whole(state.quarters)):
        ship = whole(state.ports[quarter])
        for gem in range(SHIP_GEMS):
            count = 2 if gem == 0 and state.players == 4 else 1
            out[at + SHIP_COLOURS * quarter + whole(state.deck[ship, gem])] += count
        prize = palace_prize(state, quarter)
        out[palaces + (CHARACTERS + 1) * quarter + (BLUE_CARD if prize == NONE else prize)] = 1
    for colour in range(SHIP_COLOURS):
        out[left + colour] = state.ship_gems[colour]
    for line in range(LINES):
        gem = whole(state.line_gems[line])
        if gem != NONE:
            out[lines + (COLOURS + 1) * line + (COLOURS if gem == WHITE else gem)] = 1
    for place in range(COLUMNS):
        if state.ranking[place] != NONE:
            out[columns + COLUMNS * whole(state.ranking[place]) + place] = 1
    return columns + COLUMNS * COLUMNS


@rule
def observe_cards(state, seat, out, at):
    """Hands, effects in force, and the card that is being carried out."""
    played = at + SEATS * CHARACTERS
    effects = played + SEATS
    looks = effects + len(LASTING) * SEATS
    card = looks + 1
    place = card + CHARACTERS
    colour = place + PLACES + 1
    for other in range(whole(state.players)):
        number = from_seat(state, seat, other)
        observe_set(state.won[other], 0.5, out, at + CHARACTERS * number)
        observe_set(state.hand[other], 1, out, at + CHARACTERS * number)
        out[played + number] = state.cards_played[other] / CARDS_PER_ROUND
        for index in range(len(LASTING)):
            if state.played_by[LASTING[index]] == other:
                out[effects + SEATS * index + number] = 1
    out[looks] = state.looks / LOOKS
    if state.card != NONE:
        out[card + whole(state.card)] = 1
        if state.chosen != NONE:
            if state.card == HERALD or state.card == MAGICIAN:
                out[place + whole(state.place[state.chosen])] = 1
            else:
                out[colour + chosen_colour(state)] = 1
    return colour + SHIP_COLOURS


@rule
def observe_set(members, number, out, at):
    """Write a number for each member of a set."""
    left = whole(members)
    while left != 0:
        out[at + lowest(left)] = number
        left &= left - 1


@rule
def chosen_colour(state):
    """The colour of the Alchemist's gem or of the Banker's first move."""
    if state.question == Question.BANKER_LOWERS:
        return whole(state.chosen) // 2
    return whole(state.chosen)


@rule
def observe_agent(state, seat, agent, out, screens, places, at):
    """One agent, by its number, since characters name agents by number; and where it counts.

    It is one less of its team that may be anywhere, and adds to what stands on its place. There are
    many agents, and branches on which ones are known are hard to predict, so sums replace them.
    """
    team = whole(state.team[agent])
    if team == NONE:
        return
    known = whole(knows_value(state, seat, agent))
    pool = screens + 2 * VALUES + VALUES * team_number(state, seat, team)
    out[pool + known * whole(state.value[agent])] -= known
    place = whole(state.place[agent])
    if place == NONE:
        return
    owner = from_seat(state, seat, owner_of(state, team))
    counted = known | whole(state.marked[agent])
    value = counted * counted_value(state, agent)
    out[at + 3 * agent] = (1 + owner) / SEATS
    out[at + 3 * agent + 1] = PLACE_SHARES[place]
    out[at + 3 * agent + 2] = VALUE_SHARES[counted + value]
    if agent < BOARD_AGENTS:
        here = places + SEATS * place + owner + (1 - counted) * PLACES * SEATS
        out[here] += value + 1 - counted


@rule
def observe_throne(state, out, at):
    """The agents just placed, and what those in the throne room can be."""
    at += 3 * AGENTS
    candidates = at + BOARD_AGENTS
    for index in range(2):
        if state.just_placed[index] != NONE:
            out[at + whole(state.just_placed[index])] = 1
    if state.kings_favour:
        for slot in range(AGENTS - BOARD_AGENTS):
            if state.place[BOARD_AGENTS + slot] != NONE:
                for value in range(VALUES):
                    if has(state.candidates[BOARD_AGENTS + slot], value):
                        out[candidates + VALUES * slot + value] = 1
