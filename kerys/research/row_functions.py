"""Many games step by step, compiled: deal, show, choose at random, carry out, deal again.

The functions below the line are templates, bound to one game by `kerys.kernel.play.bind`. Each
works on one row of the arrays of a batch, so that a loop on the CPU and a thread on the GPU run
the very same code.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import MASK_BITS, has, lowest, mask_nth, whole
from kerys.kernel.chance import CHANCE_WORDS, below, branch
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Rules, record_dtype
from kerys.kernel.play import bind


def spread_bits(actions: int) -> int:
    """How many actions of a mask are written at once; masks have no gaps between rows."""
    return next(bits for bits in (8, 4, 1) if actions % bits == 0)


def spread(bits: int) -> NDArray[Any]:
    """Each set of so many actions as one number of as many bytes, each 0 or 1."""
    sets = np.arange(1 << bits, dtype=np.uint8)[:, None]
    ones = np.unpackbits(sets, axis=1, bitorder="little")[:, :bits].copy()
    found: NDArray[Any] = ones.view(f"u{bits}")[:, 0]
    return found


class Rows(NamedTuple):
    """The arrays of a batch, one row a game, all on one device."""

    states: Any
    """The true states: nothing that a player may look at."""
    options: Any
    """One record: what was agreed for all games."""
    master: Any
    """The generator that the keys of all games come from."""
    books: Any
    """What a row keeps for itself, see `books_dtype`."""
    seats: Any
    masks: Any
    observations: Any
    rewards: Any
    done: Any
    scores: Any


def books_dtype(game: Rules) -> np.dtype[Any]:
    """The number of the game that a row plays, its generators, and the legal actions of the moment.

    In one record, since compiled code counts who holds an array, but not who holds a record.
    """
    return record_dtype(
        [
            ("number", np.int64),
            ("chance", np.int64, (CHANCE_WORDS,)),
            ("dealer", np.int64, (CHANCE_WORDS,)),
            ("words", np.int64, (game.mask_words,)),
            ("choices", np.int64),
        ]
    )


@dataclass(frozen=True)
class Stepping:
    """The compiled functions of one game: for one row, then for a range of rows."""

    begin: Any
    """begin(row, states, options, master, books, seats, rewards, done, scores): deals a row's first
    game and notes its first question."""
    turn: Any
    """turn(row, actions, states, ...): carries out the row's action; whether it was legal."""
    is_legal: Any
    """is_legal(action, words): whether an action is in the row's set."""
    sample: Any
    """sample(book): any legal action of a row."""
    start_rows: Any
    """start_rows(first, last, *rows): rows `first` to `last` - 1, like all below."""
    advance_rows: Any
    """advance_rows(first, last, actions, *rows)"""
    find_illegal: Any
    """find_illegal(first, last, actions, books): the first row with a wrong action, or `last`."""
    sample_rows: Any
    """sample_rows(first, last, actions, books)"""
    spread_part: Any
    """spread_part(words, part): one part of a mask, several actions in one number."""
    observe_blank: Any
    """The game's own, for rows that were cleared before."""


@cache
def stepping(game: Rules) -> Stepping:
    """The functions of a game, made once."""
    bits = spread_bits(game.actions)
    names: dict[str, Any] = {
        "deal": game.deal,
        "actors": game.actors,
        "legal": game.legal,
        "apply": game.apply,
        "owners": game.owners,
        "score": game.score,
        "rank": game.rank,
        "observe": game.observe,
        "ACTIONS": game.actions,
        "SPREAD": spread(bits),
        "SPREAD_BITS": bits,
        "PARTS": MASK_BITS // bits,
    }
    made: dict[str, Any] = {}
    for name, template in (
        ("ask", _ask),
        ("spread_part", _spread_part),
        ("show", _show),
        ("settle", _settle),
        ("is_legal", _is_legal),
        ("sample", _sample),
        ("begin", _begin),
        ("turn", _turn),
        ("start_rows", _start_rows),
        ("advance_rows", _advance_rows),
        ("find_illegal", _find_illegal),
        ("sample_rows", _sample_rows),
    ):
        made[name] = rule(bind(template, game, {**names, **made}))
    del made["ask"], made["show"], made["settle"]
    return Stepping(**made, observe_blank=game.observe_blank)


@rule
def clear(numbers):
    """Make a row of numbers zero."""
    for index in range(numbers.shape[0]):
        numbers[index] = 0


# --- templates -------------------------------------------------------------------------------

# What `bind` fills in.
deal: Any = None
actors: Any = None
legal: Any = None
apply: Any = None
owners: Any = None
score: Any = None
rank: Any = None
observe: Any = None
ask: Any = None
spread_part: Any = None
show: Any = None
settle: Any = None
is_legal: Any = None
sample: Any = None
begin: Any = None
turn: Any = None
ACTIONS: int = 0
SPREAD: Any = None
SPREAD_BITS: int = 1
PARTS: int = 1


def _ask(state, words):
    """The next seat that is asked, and the number of its answers, which go into `words`.

    Sealed choices are asked one after the other, from the lowest seat; an observation is made of
    what its seat knows, so that none sees what another has sealed.
    """
    seat = lowest(actors(state))
    return seat, legal(state, seat, words)


def _spread_part(words, part):
    """One part of a mask: the bits of several actions as bytes."""
    members = words[part // PARTS] >> (part % PARTS * SPREAD_BITS)
    return SPREAD[members & ((1 << SPREAD_BITS) - 1)]


def _show(row, states, books, seats, masks, seen):
    """Write what the next seat may answer and what it knows."""
    mask = masks[row]
    for part in range(mask.shape[0]):
        mask[part] = spread_part(books[row].words, part)
    observe(states[row], whole(seats[row]), seen[row])


def _settle(state, rewards, scores):
    """Write what a finished game brought: each pair of players is a point won, lost or shared."""
    players = rewards.shape[0]
    for seat in range(players):
        lead = 0
        for other in range(players):
            own, others = rank(state, seat), rank(state, other)
            lead += (own < others) - (own > others)
        rewards[seat] = lead / (players - 1)
    for owner in range(owners(state)):
        scores[owner] = score(state, owner)


def _is_legal(action, words):
    """Whether an action is in the set of legal ones."""
    if action < 0 or action >= ACTIONS:
        return False
    return has(words[action // MASK_BITS], action % MASK_BITS)


def _begin(row, states, options, master, books, seats, rewards, done, scores):
    """Deal a row's first game and note its first question."""
    book = books[row]
    book.number = row
    done[row] = 0
    clear(rewards[row])
    clear(scores[row])
    branch(master, book.number, book.dealer, book.chance)
    deal(states[row], options[0], book.dealer)
    seats[row], book.choices = ask(states[row], book.words)


def _turn(row, actions, states, options, master, books, seats, rewards, done, scores):
    """Carry out a row's action; a game that ends gives way to the row's next one.

    An illegal action leaves its row as it is; returns whether it was legal.
    """
    book, state, action = books[row], states[row], whole(actions[row])
    done[row] = 0
    clear(rewards[row])
    if not is_legal(action, book.words):
        return False
    apply(state, whole(seats[row]), action)
    if actors(state) == 0:
        done[row] = 1
        settle(state, rewards[row], scores[row])
        book.number += states.shape[0]
        branch(master, book.number, book.dealer, book.chance)
        deal(state, options[0], book.dealer)
    seats[row], book.choices = ask(state, book.words)
    return True


def _start_rows(
    first, last, states, options, master, books, seats, masks, seen, rewards, done, scores
):
    """Deal and show a range of rows."""
    for row in range(first, last):
        begin(row, states, options, master, books, seats, rewards, done, scores)
        show(row, states, books, seats, masks, seen)


def _advance_rows(
    first, last, actions, states, options, master, books, seats, masks, seen, rewards, done, scores
):
    """Carry out the actions of a range of rows."""
    for row in range(first, last):
        if turn(row, actions, states, options, master, books, seats, rewards, done, scores):
            show(row, states, books, seats, masks, seen)


def _find_illegal(first, last, actions, books):
    """The first row of a range whose action is not legal, or `last`."""
    for row in range(first, last):
        if not is_legal(whole(actions[row]), books[row].words):
            return row
    return last


def _sample(book):
    """Any legal action of a row, each as likely as the other."""
    return mask_nth(book.words, below(book.chance, book.choices))


def _sample_rows(first, last, actions, books):
    """Choose at random for a range of rows."""
    for row in range(first, last):
        actions[row] = sample(books[row])
