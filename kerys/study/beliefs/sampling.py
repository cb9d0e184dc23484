"""Worlds drawn at random that agree with a view, and how often unknowns have a value in them.

The generator is keyed with the position, so that equal views give equal results.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from kerys.bots.evaluators import evaluator_of
from kerys.kernel.bits import has
from kerys.kernel.chance import KEY_BYTES, below, generator
from kerys.kernel.contract import SPECTATOR, Rules, State
from kerys.kernel.seats import NONE, ask_all
from kerys.table.unknowns import Unknown, Worlds
from kerys.table.view import View

REMEMBERED = 512
"""How many views' results are kept: of each seat, while nothing changes at its table."""


class Shares(NamedTuple):
    """How often an unknown has each value, and how far that may be off."""

    chances: tuple[float, ...]
    errors: tuple[float, ...]
    """The standard errors."""


_known: dict[Hashable, Mapping[str, Shares]] = {}


def believes(rules: Rules) -> bool:
    """Whether the bots have an opinion on what others hide in a game."""
    return evaluator_of(rules).beliefs is not None


def shares(
    view: View, unknowns: Sequence[Unknown], worlds: int, bots: bool
) -> Mapping[str, Shares]:
    """How often each unknown of a view has each value; in the worlds of bots, as they expect it."""
    key = view.rules, view.state.tobytes(), view.seat, worlds, bots
    found = _known.get(key)
    if found is None:
        imagined = imagine(view, worlds, bots)
        found = {one.name: _shares(one, imagined) for one in unknowns}
        if len(_known) >= REMEMBERED:
            _known.clear()
        _known[key] = found
    return found


def _shares(unknown: Unknown, imagined: Worlds) -> Shares:
    """How often an unknown has each value."""
    numbers = unknown.read(imagined)
    chances = np.bincount(numbers, minlength=len(unknown.values)) / len(numbers)
    errors = np.sqrt(chances * (1 - chances) / len(numbers))
    return Shares(tuple(chances.tolist()), tuple(errors.tolist()))


def imagine(view: View, worlds: int, bots: bool) -> Worlds:
    """Worlds that agree with a view, and the secret answers that are given in them."""
    rules, seat = view.rules, view.seat
    states, asked = np.zeros(worlds, rules.state), _asked(view, bots)
    states[:] = asked
    chance = generator(_key(view, asked))
    evaluator = evaluator_of(rules)
    weights, model = evaluator.weights(), evaluator.beliefs if bots else None
    waiting = [other for other in rules.seats(asked) if other != seat] if _is_secret(view) else []
    answers = {other: np.zeros(worlds, np.int64) for other in waiting}
    for number in range(worlds):
        world = states[number]
        rules.resample(world, seat, chance)
        if model is not None:
            model.believe(world, seat, weights, chance)
        for other in waiting:
            legal = rules.choices(world, other)
            draw = model.sealed_answer if model is not None else _any_answer
            answers[other][number] = legal[draw(world, len(legal), chance)]
    return Worlds(states, answers)


def _asked(view: View, bots: bool) -> State:
    """The state of a view; for bots, secret answers are still to be given by everyone.

    That somebody has answered in secret says nothing about the answer.
    """
    state = view.rules.copy(view.state)
    if bots and _is_secret(view):
        ask_all(state, state.question)
    return state


def _is_secret(view: View) -> bool:
    """Whether everyone is asked at once, in secret."""
    question = int(getattr(view.state, "question", NONE))
    return question != NONE and bool(has(view.rules.sealed, question))


def _key(view: View, asked: State) -> bytes:
    """A key made of what everyone sees, so that chance tells nothing about a seat's own secrets."""
    public = view.rules.copy(asked)
    view.rules.redact(public, SPECTATOR)
    return blake2b(public.tobytes(), digest_size=KEY_BYTES, salt=bytes([view.seat + 1])).digest()


def _any_answer(_world: State, legal: int, chance: Any) -> int:
    """Any of the legal answers, each equally likely."""
    return int(below(chance, legal))
