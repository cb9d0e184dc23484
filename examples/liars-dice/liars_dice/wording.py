"""The words and plain values of Liar's Dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from kerys.kernel.contract import State
from kerys.kernel.seats import NONE
from kerys.kernel.story_step import StoryStep
from kerys.kernel.wording import Choice, Plain, Switch, Wording
from liars_dice.rules import (
    ACTIONS,
    ANSWER,
    DICE,
    LIAR,
    ROUNDS,
    SEATS,
    STATE,
    bid_of,
    deal,
    dice_on_table,
)

ONE = ("one", "two", "three", "four", "five", "six")
MANY = ("ones", "twos", "threes", "fours", "fives", "sixes")
EVERYONE = tuple(range(2, SEATS + 1))


def text(action: int) -> str:
    """`liar`, or a bid: `bid 3 fives`."""
    if action == LIAR:
        return "liar"
    number, face = bid_of(action)
    return f"bid {number} {MANY[face - 1]}"


@cache
def texts() -> dict[str, int]:
    """Every text with its action."""
    return {text(action): action for action in range(ACTIONS)}


def bid_words(action: int) -> str:
    """A bid in a sentence."""
    number, face = bid_of(action)
    return f"{number} {ONE[face - 1] if number == 1 else MANY[face - 1]}"


def heading(state: State) -> str:
    """The round and the dice."""
    if not state.pending:
        return "The game is over"
    return f"Round {int(state.round_number) + 1}, {int(dice_on_table(state))} dice on the table"


def round_name(state: State) -> str:
    """The round."""
    return f"Round {int(state.round_number) + 1}"


def question(state: State, seat: int) -> str:
    """What a seat is asked."""
    if state.question == ANSWER:
        return f"The bid is {bid_words(int(state.bid))}. Bid higher, or call the bidder a liar."
    return "Make the first bid of the round."


def describe(state: State, seat: int, action: int, names: Sequence[str]) -> str:
    """What an answer would do."""
    if action == LIAR:
        return f"Doubt that there are {bid_words(int(state.bid))}: all dice are shown"
    return f"Claim that there are at least {bid_words(action)} on the table"


def refuse(state: State, seat: int, action: int) -> str:
    """Why an action isn't an answer."""
    if action == LIAR:
        return "There is no bid to doubt yet."
    number, _face = bid_of(action)
    total = int(dice_on_table(state))
    if number > total:
        return f"There are only {total} dice on the table."
    return f"A bid must be higher than {bid_words(int(state.bid))}."


def tell(before: State, after: State, seat: int, names: Sequence[str]) -> list[str]:
    """What one step did: a bid, or a doubt and what it showed."""
    step = StoryStep(before, after, seat, names)
    if after.round_number == before.round_number:
        bid = bid_words(int(after.bid))
        return [step.told(int(after.bidder), "{name} bids {bid}.", "You bid {bid}.", bid=bid)]
    return [*_doubt(step), *_loss(step)]


def _doubt(step: StoryStep) -> Iterator[str]:
    """Who called whom a liar, and what the dice say."""
    before, bidder = step.before, int(step.before.bidder)
    doubter = next(one for one in range(len(step.names)) if int(before.pending) >> one & 1)
    theirs = "{name} says that {bidder} lies."
    if bidder == step.seat:
        theirs = "{name} says that you lie."
    yield step.told(doubter, theirs, "You say that {bidder} lies.", bidder=step.name(bidder))
    number, face = bid_of(int(before.bid))
    wild = 1 if before.wild_ones else 0
    found = int(((step.after.shown == face) | (step.after.shown == wild)).sum())
    yield f"There are {found} of the {number} {MANY[face - 1]}."


def _loss(step: StoryStep) -> Iterator[str]:
    """Who loses a die, who is out, and who wins."""
    after, loser = step.after, int(step.after.loser)
    yield step.told(loser, "{name} loses a die.", "You lose a die.")
    if after.dice[loser] == 0:
        yield step.told(loser, "{name} is out.", "You are out.")
    if not after.pending:
        winner = int(np.argmax(after.dice[: len(step.names)]))
        yield step.told(winner, "{name} wins.", "You win.")


# --- Plain values ------------------------------------------------------------------------------


def plain_options(options: State) -> Plain:
    """The agreed options as arguments of `configure`."""
    return {
        "players": int(options.players),
        "dice_each": int(options.dice_each),
        "wild_ones": bool(options.wild_ones),
    }


def plain_deal(options: State, chance: Any) -> Plain:
    """Every roll of every round, and who begins."""
    state = np.zeros(1, STATE)[0]
    deal(state, options, chance)
    players, dice = int(options.players), int(options.dice_each)
    rounds = players * dice - 1
    return {
        "rolls": state.rolls[:rounds, :players, :dice].tolist(),
        "first": int(state.pending).bit_length() - 1,
    }


def plain_action(state: State, seat: int, action: int) -> Plain:
    """The kind of a decision and its named fields."""
    if action == LIAR:
        return {"kind": "liar"}
    number, face = bid_of(action)
    return {"kind": "bid", "number": number, "face": MANY[face - 1]}


def plain_state(state: State, seat: int) -> Plain:
    """The position as a seat may know it."""
    bid, round_number = int(state.bid), int(state.round_number)
    rolls = state.rolls[min(round_number, ROUNDS - 1)]
    players = [
        {
            "seat": one,
            "dice": int(state.dice[one]),
            "under_the_cup": [_seen(rolls[one, die]) for die in range(int(state.dice[one]))],
            "shown_last_round": [_seen(roll) for roll in state.shown[one] if roll != NONE],
        }
        for one in range(int(state.players))
    ]
    return {
        "round": round_number + 1,
        "dice_on_the_table": int(dice_on_table(state)),
        "ones_are_wild": bool(state.wild_ones),
        "bid": "none yet" if bid == NONE else bid_words(bid),
        "bidder_seat": "nobody" if bid == NONE else int(state.bidder),
        "players": players,
    }


def _seen(roll: int) -> int | None:
    """A die, or None if it is hidden."""
    return None if roll == NONE else int(roll)


DICE_EACH = Switch(
    "dice_each",
    "Dice",
    (
        Choice(5, "Five dice each"),
        Choice(4, "Four dice each", "A shorter game."),
        Choice(3, "Three dice each", "A quick game."),
    ),
    EVERYONE,
)
WILD_ONES = Switch(
    "wild_ones",
    "Wild ones",
    (
        Choice(False, "Ones are ones"),
        Choice(True, "Wild ones", "A one counts as every face."),
    ),
    EVERYONE,
)
WORDING = Wording(
    title="Liar's Dice",
    about="Everyone rolls in secret and bids on all dice. Call the liar, or be called one.",
    players=EVERYONE,
    switches=(DICE_EACH, WILD_ONES),
    groups={"number": "How many", "face": "Of which face"},
    text=text,
    texts=texts,
    concealed=lambda state, action, resolved: text(action),
    heading=heading,
    round_name=round_name,
    question=question,
    describe=describe,
    refuse=refuse,
    rule_ids=lambda state, seat: (),
    tell=tell,
    schema={
        "options": {
            "type": "object",
            "properties": {
                "players": {"type": "integer", "minimum": 2, "maximum": SEATS},
                "dice_each": {"type": "integer", "minimum": 3, "maximum": DICE},
                "wild_ones": {"type": "boolean"},
            },
            "required": ["players", "dice_each", "wild_ones"],
            "additionalProperties": False,
        },
        "deal": {
            "type": "object",
            "properties": {"rolls": {"type": "array"}, "first": {"type": "integer"}},
            "required": ["rolls", "first"],
        },
        "decision": {
            "number": {"type": "integer", "minimum": 1, "maximum": SEATS * DICE},
            "face": {"enum": list(MANY)},
        },
    },
    plain_options=plain_options,
    plain_deal=plain_deal,
    plain_action=plain_action,
    plain_state=plain_state,
)
