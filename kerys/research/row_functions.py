"""Many games step by step, compiled: deal, show, choose at random, carry out, deal again."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import MASK_BITS
from kerys.kernel.chance import CHANCE_WORDS
from kerys.kernel.contract import Rules, record_dtype
from kerys.kernel.linking import contract_names, link
from kerys.research import row_templates


def spread_bits(actions: int) -> int:
    """How many actions of a mask are written at once; masks have no gaps between rows."""
    return next(bits for bits in (8, 4, 1) if actions % bits == 0)


def spread(bits: int) -> NDArray[Any]:
    """Each set of so many actions as one number of as many bytes, each 0 or 1."""
    sets = np.arange(1 << bits, dtype=np.uint8)[:, None]
    ones = np.unpackbits(sets, axis=1, bitorder="little")[:, :bits].copy()
    found: NDArray[Any] = ones.view(f"u{bits}")[:, 0]
    return found


def as_records(states: Any, record: np.dtype[Any]) -> NDArray[Any]:
    """States in plain memory; those from a file have lost the class and alignment of records."""
    given: NDArray[Any] = np.require(states, requirements=["C", "W"])
    return given.view(record) if given.dtype == record else given


def flags_of(rows: NDArray[np.int64], n: int) -> NDArray[np.uint8]:
    """For each of n rows, whether it is among these."""
    found = np.zeros(n, np.uint8)
    found[rows] = 1
    return found


class Rows(NamedTuple):
    """The arrays of a batch, one row per game, all on one device."""

    states: Any
    """The true states, which players may not see."""
    options: Any
    """One record: the options of all games."""
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
    reward: Any
    """One number: the kind of rewards, as the templates number them."""


def books_dtype(rules: Rules) -> np.dtype[Any]:
    """The number of a row's game, its generators, and the current legal actions.

    In one record, since compiled code counts who holds an array, but not who holds a record.
    """
    return record_dtype(
        [
            ("number", np.int64),
            ("chance", np.int64, (CHANCE_WORDS,)),
            ("dealer", np.int64, (CHANCE_WORDS,)),
            ("words", np.int64, (rules.mask_words,)),
            ("choices", np.int64),
        ]
    )


@dataclass(frozen=True)
class Stepping:
    """The compiled functions of one game: for one row, then for a range of rows."""

    begin: Any
    """begin(row, states, options, master, books, seats, rewards, done, scores, reward): deals a
    row's first game and notes its first question."""
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
    """find_illegal(first, last, actions, books): the first row with an illegal one, or `last`."""
    sample_rows: Any
    """sample_rows(first, last, actions, books)"""
    sample_where: Any
    """sample_where(row, actions, where, books): any legal action of a row if it is wanted."""
    sample_some_rows: Any
    """sample_some_rows(first, last, actions, where, books)"""
    observe_rows: Any
    """observe_rows(first, last, states, viewers, seen): what one seat of each row knows."""
    observe_all_rows: Any
    """observe_all_rows(first, last, states, seen): what every seat knows."""
    refresh: Any
    """refresh(row, states, books, seats, rewards, done): notes the question of a changed row."""
    refresh_rows: Any
    """refresh_rows(first, last, changed, *rows): does so where `changed` says, and shows it."""
    imagine: Any
    """imagine(row, viewers, states, books): any world that agrees with what a seat knows."""
    imagine_rows: Any
    """imagine_rows(first, last, viewers, states, books)"""
    is_playable: Any
    """is_playable(state, rewards, scores): whether it fits into a row and waits for a decision."""
    find_unplayable: Any
    """find_unplayable(first, last, states, rewards, scores): the first one, or `last`."""
    spread_part: Any
    """spread_part(words, part): one part of a mask, several actions in one number."""
    observe_blank: Any
    """The game's own, for rows that were cleared before."""


@cache
def stepping(rules: Rules) -> Stepping:
    """The functions of a game, compiled once."""
    bits = spread_bits(rules.actions)
    names = {
        **contract_names(rules),
        "SPREAD": spread(bits),
        "SPREAD_BITS": bits,
        "PARTS": MASK_BITS // bits,
    }
    linked = {**link(rules.name, names, row_templates), "observe_blank": rules.observe_blank}
    return Stepping(**{field.name: linked[field.name] for field in fields(Stepping)})
