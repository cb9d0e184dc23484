"""A tiny third game, which keeps the contract general: it knows nothing about the others.

Two or three players get three of nine cards each. Three times, all choose a card in secret, and the
highest card wins a point for each card it beats. The last card is forced, so it is never asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kerys.kernel.bits import bit, count, has, lowest, mask_clear, mask_put, nth, whole
from kerys.kernel.chance import below
from kerys.kernel.compiling import rule
from kerys.kernel.contract import OptionsError, Rules, State, checked_revision, record_dtype
from kerys.kernel.steps import Next
from kerys.kernel.wording import Plain, Wording

CARDS, HAND, SEATS, HIDDEN = 9, 3, 3, -1

OPTIONS = record_dtype([("players", np.int8), ("revision", np.int8)])
STATE = record_dtype(
    [
        ("hands", np.int16, (SEATS,)),  # sets of cards; HIDDEN if not shown
        ("played", np.int16, (SEATS,)),
        ("points", np.int8, (SEATS,)),
        ("sealed", np.int8, (SEATS,)),
        ("players", np.int8),
        ("question", np.int8),  # the only question is 0
        ("pending", np.int8),
        ("revision", np.int8),
    ]
)


@rule
def deal(state, options, chance):
    """Three cards each."""
    state.players = options.players
    state.revision = options.revision
    state.question = 0
    state.pending = (1 << whole(options.players)) - 1
    for seat in range(SEATS):
        state.hands[seat] = 0
        state.played[seat] = 0
        state.points[seat] = 0
        state.sealed[seat] = HIDDEN
    deal_hands(state, HIDDEN, (1 << CARDS) - 1, chance)


@rule
def deal_hands(state, seat, left, chance):
    """Fill the hands of all seats but one with what is left, drawing where there is a choice."""
    for other in range(whole(state.players)):
        if other != seat:
            hand = 0
            for _ in range(HAND - count(whole(state.played[other]))):
                card = nth(left, below(chance, count(left)))
                left &= ~bit(card)
                hand |= bit(card)
            state.hands[other] = hand


@rule
def actors(state):
    """The seats that have not chosen."""
    return whole(state.pending)


@rule
def legal(state, seat, mask):
    """Any card of the hand."""
    mask_clear(mask)
    if seat < 0 or not has(state.pending, seat):
        return 0
    mask_put(mask, 0, whole(state.hands[seat]))
    return count(whole(state.hands[seat]))


@rule
def apply(state, seat, action):
    """Seal a card; when all are sealed, reveal them."""
    state.sealed[seat] = action
    state.pending &= ~bit(seat)
    if state.pending == 0:
        reveal(state)
        if count(whole(state.hands[0])) == 1:
            for other in range(whole(state.players)):
                state.sealed[other] = lowest(whole(state.hands[other]))
            reveal(state)


@rule
def reveal(state):
    """The highest card wins a point for each card it beats."""
    best = 0
    for seat in range(whole(state.players)):
        card = whole(state.sealed[seat])
        state.hands[seat] &= ~bit(card)
        state.played[seat] |= bit(card)
        if card > state.sealed[best]:
            best = seat
    state.points[best] += state.players - 1
    for seat in range(whole(state.players)):
        state.sealed[seat] = HIDDEN
    state.pending = (1 << whole(state.players)) - 1 if state.hands[0] != 0 else 0


@rule
def owners(state):
    """The players."""
    return whole(state.players)


@rule
def score(state, seat):
    """Points so far."""
    return whole(state.points[seat])


@rule
def rank(state, seat):
    """1 + the number of those with more points."""
    ahead = 0
    for other in range(whole(state.players)):
        if state.points[other] > state.points[seat]:
            ahead += 1
    return 1 + ahead


@rule
def redact(state, seat):
    """Hide the other hands and sealed cards."""
    for other in range(whole(state.players)):
        if other != seat:
            state.hands[other] = HIDDEN
            state.sealed[other] = HIDDEN


@rule
def resample(state, seat, chance):
    """Deal the unseen cards again; a sealed card is any of the new hand."""
    left = (1 << CARDS) - 1
    for other in range(whole(state.players)):
        left &= ~whole(state.played[other])
    if seat >= 0:
        left &= ~whole(state.hands[seat])
    deal_hands(state, seat, left, chance)
    for other in range(whole(state.players)):
        if other != seat and state.pending != 0 and not has(state.pending, other):
            hand = whole(state.hands[other])
            state.sealed[other] = nth(hand, below(chance, count(hand)))


@rule
def observe(state, seat, out):
    """The seat's own hand, then the cards played."""
    for card in range(CARDS):
        out[card] = 1 if seat >= 0 and has(state.hands[seat], card) else 0
        out[CARDS + card] = 0
        for other in range(whole(state.players)):
            if has(state.played[other], card):
                out[CARDS + card] = 1


def step(state: State, seat: int, action: int) -> Next:
    """The tiny game runs from decision to decision in one step."""
    apply(state, seat, action)
    return None


def configure(*, players: int = 2, revision: int | None = None) -> State:
    """Two or three players."""
    if players not in (2, 3):
        raise OptionsError(f"the tiny game is for 2 or 3 players, not {players}")
    options = np.zeros(1, OPTIONS)[0]
    options.players = players
    options.revision = checked_revision("Tiny", revision, 1)
    return options


def text(action: int) -> str:
    """A card."""
    return f"card {action}"


def tell(before: State, after: State, seat: int, names: Sequence[str]) -> list[str]:
    """Who sealed a card, or who won a trick."""
    if after.points.tolist() == before.points.tolist():
        given = int(before.pending) & ~int(after.pending)
        return [f"{names[given.bit_length() - 1]} has sealed a card."]
    return [
        f"{name} wins."
        for seat, name in enumerate(names)
        if after.points[seat] > before.points[seat]
    ]


def plain_deal(options: State, chance: Any) -> Plain:
    """The hands."""
    state = np.zeros(1, STATE)[0]
    deal(state, options, chance)
    return {"hands": [int(state.hands[seat]) for seat in range(int(options.players))]}


def plain_state(view: State, seat: int) -> Plain:
    """The cards of every player; None where a hand is hidden."""
    return {
        "asked": [one for one in range(int(view.players)) if has(view.pending, one)],
        "players": [
            {
                "points": int(view.points[one]),
                "played": cards_of(view.played[one]),
                "hand": None if view.hands[one] == HIDDEN else cards_of(view.hands[one]),
                "sealed": None if view.sealed[one] == HIDDEN else int(view.sealed[one]),
            }
            for one in range(int(view.players))
        ],
    }


def cards_of(cards: Any) -> list[int]:
    """The cards of a set."""
    return [card for card in range(CARDS) if int(cards) >> card & 1]


WORDING = Wording(
    title="Tiny",
    text=text,
    texts=lambda: {text(action): action for action in range(CARDS)},
    concealed=lambda state, action, resolved: text(action) if resolved else "card ?",
    heading=lambda state: "Three tricks",
    question=lambda state, seat: "Seal a card.",
    describe=lambda state, seat, action, names: f"Seal card {action}",
    refuse=lambda state, seat, action: f"You do not hold card {action}.",
    rule_ids=lambda state, seat: (),
    tell=tell,
    schema={
        "options": {"type": "object"},
        "deal": {"type": "object"},
        "decision": {"card": {"type": "integer"}},
        "position": {
            "type": "object",
            "required": ["asked", "players"],
            "properties": {"asked": {"type": "array"}, "players": {"type": "array"}},
            "additionalProperties": False,
        },
    },
    plain_options=lambda options: {"players": int(options.players)},
    plain_deal=plain_deal,
    plain_action=lambda state, seat, action: {"kind": "card", "card": action},
    plain_state=plain_state,
    about="Everyone seals a card; the highest wins.",
    players=(2, 3),
    switches=(),
)

TINY = Rules(
    name="tiny",
    revision=1,
    wording=WORDING,
    state=STATE,
    options=OPTIONS,
    actions=CARDS,
    observation=(("own hand", CARDS), ("cards played", CARDS)),
    most_owners=SEATS,
    sealed=1,
    variants=({"players": 2}, {"players": 3}),
    configure=configure,
    deal=deal,
    actors=actors,
    legal=legal,
    apply=apply,
    step=step,
    owners=owners,
    score=score,
    rank=rank,
    redact=redact,
    resample=resample,
    observe=observe,
    observe_blank=observe,
)


class TinyScorer:
    """The points of the tiny game, counted independently from the decisions alone."""

    def __init__(self, state: Any) -> None:
        self.players = int(state.players)
        self.hands = [
            {card for card in range(CARDS) if int(state.hands[seat]) >> card & 1}
            for seat in range(self.players)
        ]
        self.chosen: dict[int, int] = {}
        self.points = [0] * self.players

    def apply(self, seat: int, action: int) -> None:
        self.chosen[seat] = action
        while len(self.chosen) == self.players:
            winner = max(self.chosen, key=lambda one: self.chosen[one])
            self.points[winner] += self.players - 1
            for one, card in self.chosen.items():
                self.hands[one].remove(card)
            self.chosen = {
                one: next(iter(hand)) for one, hand in enumerate(self.hands) if len(hand) == 1
            }


def check_cards(state: Any) -> None:
    """Check that no card is held or played twice, and that everyone has three."""
    seen: list[int] = []
    for seat in range(int(state.players)):
        own = [
            c for c in range(CARDS) if (int(state.hands[seat]) | int(state.played[seat])) >> c & 1
        ]
        assert len(own) == HAND
        seen += own
    assert len(seen) == len(set(seen))
