"""The tiny game of `javascript/game.js` for Kerys: the same for both servers.

Play a card from a secret hand, draw another. The pile is bounded, and its oldest card goes back
under the deck, so that the state stays small. Kerys games end, but this one later than any run.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kerys.kernel.bits import mask_clear, mask_put, whole
from kerys.kernel.chance import shuffle
from kerys.kernel.compiling import rule
from kerys.kernel.contract import OptionsError, Rules, State, checked_revision, record_dtype
from kerys.kernel.seats import NONE, actors, ask
from kerys.kernel.wording import Plain, Wording

SEATS, CARDS, HAND, PILE = 4, 52, 5, 12
DECK = CARDS - SEATS * HAND
TURNS = 20_000
NOTHING, PLAY = 0, 1
"""The questions."""
OBSERVATION = (("own hand", CARDS), ("pile", CARDS))

small = np.int8
AGREED = [("players", small), ("revision", small)]
OPTIONS = record_dtype(AGREED)
STATE = record_dtype(
    [
        ("turns", np.int32),
        *AGREED,
        ("deck", small, (DECK,)),  # the next card first
        ("pile", small, (PILE,)),  # the oldest card first
        ("hands", small, (SEATS, HAND)),
        ("in_deck", small),
        ("in_pile", small),
        ("question", small),
        ("pending", small),
    ]
)


def configure(*, players: int = SEATS, revision: int | None = None, **unknown: Any) -> State:
    """An options record, or an OptionsError that says what is possible."""
    if unknown or players != SEATS:
        raise OptionsError("the tiny game is for four, without options")
    options = np.zeros(1, OPTIONS)[0]
    options.players, options.revision = players, checked_revision("Tiny", revision, 1)
    return options


@rule
def deal(state, options, chance):
    """Five cards for everyone."""
    state.players = options.players
    state.revision = options.revision
    cards = np.empty(CARDS, np.int64)
    for card in range(CARDS):
        cards[card] = card
    shuffle(cards, CARDS, chance)
    for index in range(DECK):
        state.deck[index] = cards[index]
    for seat in range(SEATS):
        for index in range(HAND):
            state.hands[seat, index] = cards[DECK + seat * HAND + index]
    for index in range(PILE):
        state.pile[index] = NONE
    state.in_deck = DECK
    state.in_pile = 0
    state.turns = 0
    ask(state, PLAY, 0)


@rule
def legal(state, seat, mask):
    """Any card of the seat's hand."""
    mask_clear(mask)
    if seat < 0 or seat >= SEATS or not whole(state.pending) >> seat & 1:
        return 0
    for index in range(HAND):
        mask_put(mask, whole(state.hands[seat, index]), 1)
    return HAND


@rule
def apply(state, seat, action):
    """Play a card, draw another."""
    index = 0
    while state.hands[seat, index] != action:
        index += 1
    if state.in_pile == PILE:
        state.deck[state.in_deck] = state.pile[0]
        state.in_deck += 1
        state.in_pile -= 1
        for place in range(PILE - 1):
            state.pile[place] = state.pile[place + 1]
    state.pile[state.in_pile] = action
    state.in_pile += 1
    state.hands[seat, index] = state.deck[0]
    state.in_deck -= 1
    for place in range(whole(state.in_deck)):
        state.deck[place] = state.deck[place + 1]
    state.deck[state.in_deck] = NONE
    state.turns += 1
    if state.turns < TURNS:
        ask(state, PLAY, (seat + 1) % SEATS)
    else:
        state.question = NOTHING
        state.pending = 0


def step(state: State, seat: int, action: int) -> None:
    """Nothing follows a card."""
    apply(state, seat, action)


@rule
def owners(state):
    """The players."""
    return whole(state.players)


@rule
def nothing(state, seat):
    """There are no points."""
    return 0


@rule
def first(state, seat):
    """Everyone is first."""
    return 1


@rule
def redact(state, seat):
    """Hide the deck and the hands of others."""
    for index in range(DECK):
        state.deck[index] = NONE
    for owner in range(SEATS):
        if owner != seat:
            for index in range(HAND):
                state.hands[owner, index] = NONE


@rule
def resample(state, seat, chance):
    """Deal the cards that the seat doesn't see."""
    unseen = np.empty(CARDS, np.int64)
    count = 0
    for card in range(CARDS):
        seen = False
        for index in range(whole(state.in_pile)):
            seen = seen or state.pile[index] == card
        for index in range(HAND):
            seen = seen or (0 <= seat < SEATS and state.hands[seat, index] == card)
        if not seen:
            unseen[count] = card
            count += 1
    shuffle(unseen, count, chance)
    for owner in range(SEATS):
        for index in range(HAND):
            if owner != seat:
                count -= 1
                state.hands[owner, index] = unseen[count]
    for index in range(whole(state.in_deck)):
        state.deck[index] = unseen[index]


@rule
def observe(state, seat, out):
    """What the seat knows, as numbers for learning."""
    for index in range(out.shape[0]):
        out[index] = 0
    observe_blank(state, seat, out)


@rule
def observe_blank(state, seat, out):
    """The same, into a buffer of zeros."""
    if 0 <= seat < SEATS:
        for index in range(HAND):
            out[whole(state.hands[seat, index])] = 1
    for index in range(whole(state.in_pile)):
        out[CARDS + whole(state.pile[index])] = 1


# --- Words -------------------------------------------------------------------------------------


@cache
def text(action: int) -> str:
    """`play 17`."""
    return f"play {action}"


@cache
def texts() -> dict[str, int]:
    """Every text with its action."""
    return {text(action): action for action in range(CARDS)}


def tell(before: State, after: State, seat: int, names: Sequence[str]) -> list[str]:
    """What one step did."""
    return [f"{after.pile[int(after.in_pile) - 1]} is played."]


def plain_deal(options: State, chance: Any) -> Plain:
    """The hands and the deck."""
    state = np.zeros(1, STATE)[0]
    deal(state, options, chance)
    return {"hands": state.hands.tolist(), "deck": state.deck.tolist()}


def plain_state(state: State, seat: int) -> Plain:
    """The position as a seat may know it."""
    hands = [[None if card == NONE else int(card) for card in hand] for hand in state.hands]
    return {"hands": hands, "pile": state.pile[: int(state.in_pile)].tolist()}


WORDING = Wording(
    title="Tiny",
    about="Play a card, draw another.",
    players=(SEATS,),
    text=text,
    texts=texts,
    concealed=lambda state, action, resolved: text(action),
    heading=lambda state: "A long game",
    question=lambda state, seat: "Play a card.",
    describe=lambda state, seat, action, names: f"Play {action}",
    refuse=lambda state, seat, action: "That card isn't in your hand.",
    rule_ids=lambda state, seat: (),
    tell=tell,
    schema={
        "options": {"type": "object"},
        "deal": {"type": "object"},
        "decision": {"card": {"type": "integer"}},
    },
    plain_options=lambda options: {"players": int(options.players)},
    plain_deal=plain_deal,
    plain_action=lambda state, seat, action: {"kind": "play", "card": action},
    plain_state=plain_state,
)
TINY = Rules(
    name="tiny",
    revision=1,
    wording=WORDING,
    state=STATE,
    options=OPTIONS,
    actions=CARDS,
    observation=OBSERVATION,
    most_owners=SEATS,
    sealed=0,
    variants=({"players": SEATS},),
    configure=configure,
    deal=deal,
    actors=actors,
    legal=legal,
    apply=apply,
    step=step,
    owners=owners,
    score=nothing,
    rank=first,
    redact=redact,
    resample=resample,
    observe=observe,
    observe_blank=observe_blank,
)
