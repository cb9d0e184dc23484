"""Moments, questions and the numbers of the answers.

The game stands at a *moment* of the round. There it may put a *question* to one seat, or to all
in secret. An answer is an *action*: a number in one space, made of families by what is named (a
card, a colour, an agent, ...). The same number means the same thing in every question.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from kerys.games.ys.components import (
    AGENTS,
    CHARACTERS,
    COLOURS,
    PLACES,
    SEATS,
    SHIP_COLOURS,
    VALUES,
)
from kerys.kernel.compiling import rule


class Moment(IntEnum):
    """Where a round stands; without a jump, each moment is followed by the next."""

    BIDS = 0
    POSITIONS = 1
    BEFORE_PLACEMENT = 2
    TURN_BEGINS = 3
    TURN_LOOKS = 4
    BEFORE_TURN = 5
    TURN_AGENTS = 6
    TURN_NEUTRAL = 7
    TURN_LAST_LOOKS = 8
    AFTER_TURN = 9
    TURN_ENDS = 10
    LAST_LOOKS = 11
    BEFORE_SCORING = 12
    QUARTER_OPENS = 13
    QUARTER_GEMS = 14
    QUARTER_AREAS = 15
    QUARTER_CLOSES = 16
    MARKET_OPENS = 17
    MARKET_LINES = 18
    MARKET_COLUMNS = 19
    MARKET_BIDDER = 20
    END_OF_SCORING = 21
    THRONE_ROOM = 22
    ROUND_ENDS = 23
    OVER = 24


class Question(IntEnum):
    """What is asked."""

    NOTHING = 0
    BID = 1
    POSITION = 2
    PLAY_CARD = 3
    LOOK = 4
    PLACE = 5
    REFILL = 6
    PLACE_NEUTRAL = 7
    TAKE_GEM = 8
    CHOOSE_GEM = 9
    NEXT_COLUMN = 10
    MOVE_PRICE = 11
    THRONE_AGENT = 12
    CAPTAIN_PORTS = 13
    QUEEN_AREA = 14
    HERALD_AGENT = 15
    HERALD_PLACE = 16
    MAGICIAN_FIRST = 17
    MAGICIAN_SECOND = 18
    MERCENARY_AGENT = 19
    ALCHEMIST_GIVES = 20
    ALCHEMIST_TAKES = 21
    BANKER_RAISES = 22
    BANKER_LOWERS = 23


PAIRS = VALUES * (VALUES + 1) // 2
PORT_PAIRS = 6
FIRST_PORT = np.array([0, 0, 0, 1, 1, 2], np.int8)
SECOND_PORT = np.array([1, 2, 3, 2, 3, 3], np.int8)

# The families, one after the other.
DONE = 0
CARD = DONE + 1
VALUE = CARD + CHARACTERS
BID = VALUE + VALUES
POSITION = BID + PAIRS
COLOUR = POSITION + SEATS
PRICE = COLOUR + SHIP_COLOURS
PORTS = PRICE + 2 * COLOURS
PLACE = PORTS + PORT_PAIRS
AGENT = PLACE + PLACES
PUT = AGENT + AGENTS
"""Source (behind, front), face (open, hidden), value and place of an agent that is put down."""
ACTIONS = PUT + 2 * 2 * VALUES * PLACES

BEHIND_SCREEN, FROM_FRONT = 0, 1
OPEN, HIDDEN = 0, 1
UP, DOWN = 0, 1

FAMILY = {
    Question.NOTHING: DONE,
    Question.BID: BID,
    Question.POSITION: POSITION,
    Question.PLAY_CARD: CARD,
    Question.LOOK: AGENT,
    Question.PLACE: PUT,
    Question.REFILL: VALUE,
    Question.PLACE_NEUTRAL: PUT,
    Question.TAKE_GEM: COLOUR,
    Question.CHOOSE_GEM: COLOUR,
    Question.NEXT_COLUMN: COLOUR,
    Question.MOVE_PRICE: PRICE,
    Question.THRONE_AGENT: VALUE,
    Question.CAPTAIN_PORTS: PORTS,
    Question.QUEEN_AREA: PLACE,
    Question.HERALD_AGENT: AGENT,
    Question.HERALD_PLACE: PLACE,
    Question.MAGICIAN_FIRST: AGENT,
    Question.MAGICIAN_SECOND: AGENT,
    Question.MERCENARY_AGENT: AGENT,
    Question.ALCHEMIST_GIVES: COLOUR,
    Question.ALCHEMIST_TAKES: COLOUR,
    Question.BANKER_RAISES: PRICE,
    Question.BANKER_LOWERS: PRICE,
}
FAMILY_OFFSET = np.array([FAMILY[question] for question in Question], np.int16)

OR_DONE = 1 << 47
"""In a set of answers of one family: the answer DONE besides."""


@rule
def pair_index(high, low):
    """The number of an unordered pair of values, the higher named first."""
    return high * (high + 1) // 2 + low


@rule
def pair_high(pair):
    """The higher value of a pair."""
    high = 0
    while pair_index(high + 1, 0) <= pair:
        high += 1
    return high


@rule
def pair_low(pair):
    """The lower value of a pair."""
    return pair - pair_index(pair_high(pair), 0)


@rule
def put_action(source, face, value, place):
    """The action that puts an agent down."""
    return PUT + ((source * 2 + face) * VALUES + value) * PLACES + place
