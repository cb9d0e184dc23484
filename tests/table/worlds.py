"""Worlds that look the same to one seat, which must be told the same in all of them."""

from __future__ import annotations

import random
from typing import Any

from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import Rules
from kerys.table import Game
from tests.table.tools import Case, choose, start, state_of

Told = list[tuple[str, tuple[str, ...]]]


def seen(rules: Rules, state: Any, seat: int, code: int, watcher: int) -> tuple[bytes, ...]:
    """What a watcher sees while a decision is carried out, step by step."""
    return tuple(rules.view(step, watcher).tobytes() for step in rules.steps(state, seat, code))


def alone(rules: Rules, state: Any, names: tuple[str, ...], seat: int, code: int) -> Game:
    """A game of a single decision."""
    game = Game(rules, rules.copy(state), names)
    game.push(seat, code)
    return game


def told(game: Game, watcher: int) -> Told:
    """The headings and sentences of a story."""
    return [(one.heading, one.sentences) for one in game.story(watcher)]


def another_world(game: Game, watcher: int, seed: int) -> Any:
    """A state that the watcher can't tell from the true one."""
    world = game.rules.view(state_of(game), watcher)
    game.rules.resample(world, watcher, generator(key_of_seed(f"another {seed}")))
    return world


def same_looking(
    rules: Rules, world: Any, seat: int, watcher: int, wanted: tuple[bytes, ...]
) -> list[int]:
    """The decisions of a seat in a world that look exactly like what was seen."""
    found = []
    for code in rules.choices(world, seat):
        after = rules.copy(world)
        rules.apply(after, seat, code)
        if rules.view(after, watcher).tobytes() == wanted[-1]:
            if seen(rules, world, seat, code, watcher) == wanted:
                found.append(code)
    return found


def twin_games(case: Case, seed: int, watcher: int, most: int) -> tuple[Game, Game, int]:
    """Two histories of one deal that look the same to a watcher, and how often they differ.

    In the second, the others do something else whenever the watcher can't see the difference.
    """
    rng = random.Random(seed)
    one, other = start(case, seed), start(case, seed)
    differences = 0
    while not one.over and one.ply < most:
        seat, code = choose(one, rng)
        wanted = seen(one.rules, state_of(one), seat, code, watcher)
        possible = same_looking(one.rules, state_of(other), seat, watcher, wanted)
        if seat == watcher:
            possible = [one for one in possible if one == code]
        if not possible:
            break
        chosen = rng.choice([one for one in possible if one != code] or possible)
        differences += chosen != code
        one.push(seat, code)
        other.push(seat, chosen)
    if one.over:  # from here on, everything is told
        one.pop()
        other.pop()
    return one, other, differences
