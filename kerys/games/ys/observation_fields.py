"""The fields of an observation, for learning: their names, widths and beginnings.

Most numbers are 0 or 1; the others are shares of a power of two, which every target adds up and
rounds alike.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from kerys.games.ys.actions import PAIRS, Moment, Question
from kerys.games.ys.components import (
    AGENTS,
    BOARD_AGENTS,
    CHARACTERS,
    CITY,
    COLOURS,
    COLUMNS,
    JEWELER_GEMS,
    LINES,
    LOOKS,
    MARKED_VALUE,
    OWNED_COLOURS,
    PLACES,
    QUARTERS,
    ROUNDS,
    SEATS,
    SHIP_COLOURS,
    SHIPS,
    TEAMS,
    VALUES,
)

OBSERVATION_VERSION = 1
"""Raised when a number of an observation comes to mean something else."""
MOMENTS = len(Moment)
QUESTIONS = len(Question)
CURSORS = 1 + SEATS
MOST_TAKEN = 4
SPACES = PLACES - CITY
THRONE_SLOTS = AGENTS - BOARD_AGENTS
ROWS = QUARTERS + LINES
AGENT_FIELDS = SEATS + ROWS + COLUMNS + 3

# Shares of whole numbers that are looked up: to convert and divide takes its time.
HALVES = np.array([number / 2 for number in range(128)], np.float32)
QUARTER_SHARES = np.array([number / 4 for number in range(128)], np.float32)
EIGHTHS = np.array([number / 8 for number in range(128)], np.float32)
SIXTEENTHS = np.array([number / 16 for number in range(128)], np.float32)
THIRTY_SECONDS = np.array([number / 32 for number in range(128)], np.float32)

OBSERVATION = (
    ("players: 2, 3 or 4", 3),
    ("quarter 4 in use, King's Favour, Ys Express, strong neutral, mini Ys", 5),
    ("round", ROUNDS),
    ("moment", MOMENTS),
    ("question", QUESTIONS),
    ("owner owes an answer", SEATS),
    ("quarter being scored", QUARTERS),
    ("at other moments: place in the order, line or column that comes next", CURSORS),
    ("placement turns finished, sixteenths", 1),
    ("turns until each owner's next placement turn", SEATS * SEATS),
    ("faces already used this turn: open, hidden", 2),
    ("order card of each owner", SEATS * SEATS),
    ("place of each owner in the next order, as far as chosen", SEATS * SEATS),
    ("own sealed choice: a pair of agents, or a throne agent's value", PAIRS),
    ("points of each owner, sixty-fourths", SEATS),
    ("points of each owner if the game ended now, without the throne room, sixty-fourths", SEATS),
    ("gems of each owner by colour, eighths", SEATS * OWNED_COLOURS),
    ("price of each colour, sixteenths", COLOURS),
    ("rank of each colour by price", COLOURS * COLOURS),
    ("agents behind the own screen by value, then neutral ones, quarters", 2 * VALUES),
    ("agents of each team that may be anywhere, by value, quarters", TEAMS * VALUES),
    ("agents of each team seen going home this round, by value, quarters", TEAMS * VALUES),
    ("front of each owner by value, halves", SEATS * VALUES),
    ("sum of the front of each owner, eighths", SEATS),
    ("known total in each area by owner, eighths", CITY * SEATS),
    ("agents of known value in each area by owner, quarters", CITY * SEATS),
    ("agents of unknown value in each area by owner, quarters", CITY * SEATS),
    ("hidden agents in each area by owner, known ones too, quarters", CITY * SEATS),
    ("owner ahead in each area by what is known", CITY * SEATS),
    ("known lead of the seat in each area over the best other, eighths", CITY),
    ("known total in each quarter by owner, eighths", QUARTERS * SEATS),
    ("owner of the agent on each market space", SPACES * SEATS),
    ("known value of the agent on each market space, 5 if marked", SPACES * (1 + MARKED_VALUE)),
    ("hidden agent on each market space", SPACES),
    ("known total in each line by owner, eighths", LINES * SEATS),
    ("known total in each column, eighths", COLUMNS),
    ("agents in each column, quarters", COLUMNS),
    ("known total in the market by owner, eighths", SEATS),
    ("place of the Mercenary's agent", PLACES),
    ("area closed by the Queen", CITY),
    ("gems of the ship in each port by colour, halves", QUARTERS * SHIP_COLOURS),
    ("gems left of the ship that is scored, halves", SHIP_COLOURS),
    ("gems already taken of it: 1 to 4", MOST_TAKEN),
    ("gems of free choice that are due: 1 or 2", JEWELER_GEMS),
    ("owner who takes them", SEATS),
    ("how often each ship was drawn, in the order of the file, halves", SHIPS),
    ("gem on each line: a colour or white", LINES * (COLOURS + 1)),
    ("place of each column, as far as settled", COLUMNS * COLUMNS),
    ("prize of each palace: a character or a blue card", QUARTERS * (CHARACTERS + 1)),
    ("characters turned up so far", CHARACTERS),
    ("hand of each owner, cards won this round included", SEATS * CHARACTERS),
    ("cards won this round", CHARACTERS),
    ("cards played this round by owner", CHARACTERS * SEATS),
    ("number of cards played this round by owner, halves", SEATS),
    ("looks left of the Spy: 1, 2 or 3", LOOKS),
    ("character being carried out", CHARACTERS),
    ("place of the agent chosen first", PLACES + 1),
    ("its value, if known", VALUES),
    ("it is hidden", 1),
    ("colour chosen first, or price moved first", SHIP_COLOURS),
    (
        "each agent: owner; quarter or line; area or column; value + 1 in eighths; if hidden, the "
        "set of its values for all in 32nds; the set of who looked at it in sixteenths",
        BOARD_AGENTS * AGENT_FIELDS,
    ),
    ("agents just placed", BOARD_AGENTS),
    ("known value of each throne agent", THRONE_SLOTS * VALUES),
    ("possible values of each throne agent for all", THRONE_SLOTS * VALUES),
    ("set of who looked at each throne agent, in sixteenths", THRONE_SLOTS),
    ("two throne agents of a team share two values, one each", TEAMS),
    ("number of the seat, since throne agents are named by it; only with King's Favour", SEATS),
)
"""Name and width of each field."""

(
    PLAYERS_AT,
    OPTIONS_AT,
    ROUND_AT,
    MOMENT_AT,
    QUESTION_AT,
    PENDING_AT,
    QUARTER_AT,
    CURSOR_AT,
    TURN_AT,
    DISTANCE_AT,
    FACES_AT,
    ORDER_AT,
    PICKS_AT,
    SEALED_AT,
    POINTS_AT,
    END_POINTS_AT,
    GEMS_AT,
    PRICES_AT,
    PRICE_RANKS_AT,
    BEHIND_AT,
    POOLS_AT,
    SHOWN_AT,
    FRONT_AT,
    FRONT_SUM_AT,
    TOTALS_AT,
    KNOWN_AT,
    UNKNOWN_AT,
    HIDDEN_AT,
    LEADER_AT,
    LEAD_AT,
    QUARTER_TOTALS_AT,
    SPACE_OWNER_AT,
    SPACE_VALUE_AT,
    SPACE_HIDDEN_AT,
    LINE_TOTALS_AT,
    COLUMN_TOTALS_AT,
    COLUMN_AGENTS_AT,
    MARKET_TOTALS_AT,
    MARKED_AT,
    CLOSED_AT,
    PORTS_AT,
    SHIP_GEMS_AT,
    TAKEN_AT,
    OWED_AT,
    OWED_TO_AT,
    DRAWN_AT,
    LINES_AT,
    RANKING_AT,
    PALACES_AT,
    SEEN_AT,
    HAND_AT,
    WON_AT,
    PLAYED_AT,
    CARDS_PLAYED_AT,
    LOOKS_AT,
    CARD_AT,
    CHOSEN_PLACE_AT,
    CHOSEN_VALUE_AT,
    CHOSEN_HIDDEN_AT,
    CHOSEN_COLOUR_AT,
    AGENTS_AT,
    JUST_PLACED_AT,
    THRONE_VALUES_AT,
    THRONE_CANDIDATES_AT,
    THRONE_LOOKED_AT,
    PAIRED_AT,
    SEAT_AT,
) = accumulate((width for _, width in OBSERVATION[:-1]), initial=0)
"""Where each field begins."""
