"""The rules of Liar's Dice, written once for interpreted, compiled and GPU execution.

All players roll in secret. In turn, each player bids how many dice on the whole table show a face,
higher than the bid before, or calls the last bidder a liar. Then all dice are shown, and the player
who was wrong loses a die. The last player with dice wins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kerys.kernel.bits import mask_clear, mask_put, whole
from kerys.kernel.chance import below
from kerys.kernel.compiling import rule
from kerys.kernel.contract import OptionsError, State, checked_revision, record_dtype
from kerys.kernel.seats import NONE, ask, from_seat
from kerys.kernel.steps import Next

SEATS, DICE, FACES = 6, 5, 6
ROUNDS = SEATS * DICE - 1
"""Each round costs a player one die, until one player is left."""
REVISION = 2
"""Since revision 2 the loser of a round begins the next one; before that, the winner did."""

# --- Actions: LIAR, then every bid -------------------------------------------------------------

LIAR = 0
BID = 1
ACTIONS = BID + SEATS * DICE * FACES

NOTHING, OPEN, ANSWER = 0, 1, 2
"""The questions: nothing, the first bid of a round, or a higher bid or a doubt."""


def bid_of(action: int) -> tuple[int, int]:
    """How many dice of which face (from 1) a bid names."""
    number, face = divmod(action - BID, FACES)
    return number + 1, face + 1


# --- Records -----------------------------------------------------------------------------------

small = np.int8
AGREED = [("players", small), ("revision", small), ("dice_each", small), ("wild_ones", small)]
OPTIONS = record_dtype(AGREED)
STATE = record_dtype(
    [
        ("bid", np.int16),  # the last bid, as an action; NONE at the start of a round
        *AGREED,
        ("rolls", small, (ROUNDS, SEATS, DICE)),  # all dice of the game, rolled in the deal
        ("shown", small, (SEATS, DICE)),  # those of the previous round, which everyone has seen
        ("dice", small, (SEATS,)),  # how many each player has left
        ("left", small, (SEATS,)),  # the round in which a player was out, from 1; 0: still in
        ("round_number", small),
        ("bidder", small),
        ("loser", small),  # of the previous round
        ("question", small),
        ("pending", small),
    ]
)


def configure(
    *,
    players: int = 4,
    dice_each: int = 5,
    wild_ones: bool = False,
    revision: int | None = None,
    **unknown: Any,
) -> State:
    """An options record, or an OptionsError that says what is possible."""
    if unknown:
        raise OptionsError(
            f"Liar's Dice has no option {', '.join(map(repr, unknown))}; there are players, "
            "dice_each and wild_ones"
        )
    if type(players) is not int or not 2 <= players <= SEATS:
        raise OptionsError(f"Liar's Dice is for 2 to {SEATS} players, not {players!r}")
    if type(dice_each) is not int or not 3 <= dice_each <= DICE:
        raise OptionsError(f"everyone has 3, 4 or {DICE} dice, not {dice_each!r}")
    if not isinstance(wild_ones, bool):
        raise OptionsError(f"wild_ones is on or off (True or False), not {wild_ones!r}")
    options = np.zeros(1, OPTIONS)[0]
    options.players, options.dice_each, options.wild_ones = players, dice_each, wild_ones
    options.revision = checked_revision("Liar's Dice", revision, REVISION)
    return options


# --- Play --------------------------------------------------------------------------------------


@rule
def deal(state, options, chance):
    """All dice of all rounds; what is rolled later stays under the cups until then."""
    state.players = options.players
    state.revision = options.revision
    state.dice_each = options.dice_each
    state.wild_ones = options.wild_ones
    for seat in range(SEATS):
        state.dice[seat] = options.dice_each if seat < options.players else 0
        state.left[seat] = 0
        for die in range(DICE):
            state.shown[seat, die] = NONE
            for number in range(ROUNDS):
                state.rolls[number, seat, die] = 1 + below(chance, FACES)
    state.round_number = 0
    state.loser = NONE
    begin_round(state, below(chance, whole(options.players)))


@rule
def begin_round(state, seat):
    """Let a seat make the first bid."""
    state.bid = NONE
    state.bidder = NONE
    ask(state, OPEN, seat)


@rule
def dice_on_table(state):
    """How many dice are in play."""
    total = 0
    for seat in range(whole(state.players)):
        total += whole(state.dice[seat])
    return total


@rule
def lowest_bid(state):
    """The lowest action that is a higher bid."""
    return BID if state.bid == NONE else whole(state.bid) + 1


@rule
def legal(state, seat, mask):
    """Any higher bid on the dice in play, or a doubt."""
    mask_clear(mask)
    if seat < 0 or seat >= state.players or not whole(state.pending) >> seat & 1:
        return 0
    choices = 0
    if state.bid != NONE:
        mask_put(mask, LIAR, 1)
        choices = 1
    for action in range(lowest_bid(state), BID + dice_on_table(state) * FACES):
        mask_put(mask, action, 1)
        choices += 1
    return choices


@rule
def apply(state, seat, action):
    """Carry out an answer; after the highest possible bid, also the doubt that must follow."""
    while action != NONE:
        answer(state, seat, action)
        seat, action = forced_answer(state)


@rule
def answer(state, seat, action):
    """A bid, or a doubt that ends the round."""
    if action != LIAR:
        state.bid = action
        state.bidder = seat
        ask(state, ANSWER, next_seat(state, seat))
        return
    bidder = whole(state.bidder)
    stands = matching(state) >= (whole(state.bid) - BID) // FACES + 1
    loser = seat if stands else bidder
    end_round(state, loser, bidder if stands else seat)


@rule
def forced_answer(state):
    """The seat that must call the highest possible bid a lie, with its answer; NONE otherwise."""
    if state.question == ANSWER and lowest_bid(state) == BID + dice_on_table(state) * FACES:
        return next_seat(state, whole(state.bidder)), LIAR
    return NONE, NONE


@rule
def matching(state):
    """How many dice on the table show the face that was bid."""
    face = (whole(state.bid) - BID) % FACES + 1
    found = 0
    for seat in range(whole(state.players)):
        for die in range(whole(state.dice[seat])):
            rolled = state.rolls[state.round_number, seat, die]
            if rolled == face or (state.wild_ones and rolled == 1):
                found += 1
    return found


@rule
def end_round(state, loser, winner):
    """Show all dice, take one from the loser, and begin again while two have dice."""
    for seat in range(SEATS):
        for die in range(DICE):
            seen = die < state.dice[seat]
            state.shown[seat, die] = state.rolls[state.round_number, seat, die] if seen else NONE
            state.rolls[state.round_number, seat, die] = NONE
    state.round_number += 1
    state.loser = loser
    state.dice[loser] -= 1
    if state.dice[loser] == 0:
        state.left[loser] = state.round_number
    if dice_on_table(state) == state.dice[winner]:
        state.question = NOTHING
        state.pending = 0
        return
    first = loser if state.revision >= 2 else winner
    begin_round(state, first if state.dice[first] > 0 else next_seat(state, first))


@rule
def next_seat(state, seat):
    """The next player who has dice."""
    seat = (seat + 1) % whole(state.players)
    while state.dice[seat] == 0:
        seat = (seat + 1) % whole(state.players)
    return seat


def step(state: State, seat: int, action: int) -> Next:
    """One answer; returns the forced one after it, if there is one."""
    answer(state, seat, action)
    seat, action = forced_answer(state)
    return None if action == NONE else (int(seat), int(action))


# --- Points ------------------------------------------------------------------------------------


@rule
def owners(state):
    """The players."""
    return whole(state.players)


@rule
def score(state, seat):
    """The dice that are left."""
    return whole(state.dice[seat])


@rule
def rank(state, seat):
    """More dice are better; of those who are out, whoever stayed longer."""
    ahead = 0
    for other in range(whole(state.players)):
        more = state.dice[other] > state.dice[seat]
        longer = state.dice[seat] == 0 and state.left[other] > state.left[seat]
        if more or (state.dice[other] == 0 and longer):
            ahead += 1
    return 1 + ahead


# --- What a seat may know ----------------------------------------------------------------------


@rule
def is_seen(state, number, seat, owner, die):
    """Whether a seat sees a die: one of its own, in this round."""
    return number == state.round_number and seat == owner and die < state.dice[owner]


@rule
def redact(state, seat):
    """Hide all dice under other cups, and all later rolls."""
    for number in range(whole(state.round_number), ROUNDS):
        for owner in range(SEATS):
            for die in range(DICE):
                if seat >= state.players or not is_seen(state, number, seat, owner, die):
                    state.rolls[number, owner, die] = NONE


@rule
def resample(state, seat, chance):
    """Roll all dice that the seat does not see."""
    for number in range(whole(state.round_number), ROUNDS):
        for owner in range(SEATS):
            for die in range(DICE):
                if seat >= state.players or not is_seen(state, number, seat, owner, die):
                    state.rolls[number, owner, die] = 1 + below(chance, FACES)


OBSERVATION = (
    ("own dice by face", FACES),
    ("dice left by seat, own first", SEATS),
    ("last bid: number", 1),
    ("last bid: face", FACES),
    ("last bidder, from the own seat", SEATS),
    ("dice shown by face after the last round", FACES),
    ("ones are wild", 1),
)


@rule
def observe(state, seat, out):
    """What the seat knows, as numbers for learning."""
    for index in range(out.shape[0]):
        out[index] = 0
    observe_blank(state, seat, out)


@rule
def observe_blank(state, seat, out):
    """The same, into a buffer of zeros."""
    viewer = seat if 0 <= seat < state.players else 0
    for die in range(DICE):
        if 0 <= seat < state.players and die < state.dice[seat] and state.pending != 0:
            out[whole(state.rolls[state.round_number, seat, die]) - 1] += 1
    at = FACES
    for owner in range(whole(state.players)):
        out[at + from_seat(state, viewer, owner)] = state.dice[owner]
    at += SEATS
    if state.bid != NONE:
        out[at] = (whole(state.bid) - BID) // FACES + 1
        out[at + 1 + (whole(state.bid) - BID) % FACES] = 1
        out[at + 1 + FACES + from_seat(state, viewer, whole(state.bidder))] = 1
    at += 1 + FACES + SEATS
    for owner in range(whole(state.players)):
        for die in range(DICE):
            if state.shown[owner, die] != NONE:
                out[at + whole(state.shown[owner, die]) - 1] += 1
    out[at + FACES] = state.wild_ones
