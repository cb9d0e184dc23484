"""Whether an observation shows everything that its seat may know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.contract import Rules, State
from kerys.kernel.play import random_play
from kerys.testing.cases import Case

GAMES = 2
POSITIONS = 40
"""Positions of each game in which every number is changed."""
Index = tuple[int, ...]
Element = tuple[str, Index]
"""A number of a record: the name of its field, and its place there."""


@dataclass(frozen=True)
class Unread:
    """Why a field needn't show in an observation, and when: always, unless it says.

    `when` gets a view, the view with one number of the field changed, and which one.
    """

    why: str
    when: Callable[[State, State, Index], bool] = lambda view, changed, index: True


def check_observed(
    case: Case, unread: Mapping[str, Unread], games: int = GAMES, positions: int = POSITIONS
) -> None:
    """Change every number that a seat may know, one at a time, and find another observation.

    Numbers are changed to ones that the same number has in other views of the same games; what a
    view hides, redaction blanks again. What an observation doesn't have to show is `unread`, by the
    name of the field.
    """
    rules, dice = case.rules, Random("observed")
    views = [one for number in range(games) for one in _views(case, number)]
    values = _values(rules, [view for view, _ in views])
    for view, seat in dice.sample(views, min(games * positions, len(views))):
        seen, shown = _observed(rules, view, seat), view.tobytes()
        for (name, index), known in values.items():
            for value in _others(int(view[name][index]), known, dice):
                changed = rules.copy(view)
                _write(changed, name, index, value)
                rules.redact(changed, seat)
                exempt = name in unread and unread[name].when(view, changed, index)
                if exempt or changed.tobytes() == shown:
                    continue
                assert _observed(rules, changed, seat) != seen, (
                    f"seat {seat} observes no difference between {name}{list(index)} = "
                    f"{view[name][index]} and {value}, question {view.question}"
                )


def _views(case: Case, number: int) -> Iterator[tuple[State, int]]:
    """The view of a seat at every decision of a random game, each seat in turn."""
    rules = case.rules
    dealer, player = streams(key_of_seed("observed"), number)
    mask = np.zeros(rules.mask_words, np.int64)
    state = rules.blank()
    rules.deal(state, case.configure(), dealer)
    seat = 0
    while rules.actors(state):
        yield rules.view(state, seat), seat
        seat = (seat + 1) % case.players
        random_play(rules).decide(state, mask, player)


def _values(rules: Rules, views: list[State]) -> Mapping[Element, list[int]]:
    """The values that each number of a record has, where it has several."""
    found: dict[Element, set[int]] = defaultdict(set)
    for name in rules.state.names or ():
        columns = np.array([view[name] for view in views])
        for index in np.ndindex(columns.shape[1:]):
            found[name, index] = set(columns[(slice(None), *index)].tolist())
    return {element: sorted(known) for element, known in found.items() if len(known) > 1}


def _others(value: int, known: list[int], dice: Random) -> set[int]:
    """Two other values of a number: one with as many equal bits as possible, and any one."""
    others = [one for one in known if one != value]
    return {
        min(others, key=lambda one: ((one ^ value) & ~(-1 << 64)).bit_count()),
        dice.choice(others),
    }


def _write(state: State, name: str, index: Index, value: int) -> None:
    """Change one number of a record."""
    if index:
        state[name][index] = value
    else:
        state[name] = value


def _observed(rules: Rules, state: Any, seat: int) -> bytes:
    """The observation, as bytes."""
    out = np.zeros(rules.observation_size, np.float32)
    rules.observe_blank(state, seat, out)
    return out.tobytes()
