"""Places worth jumping to in a replay: the start of each round, and the key moments.

A key moment is a decision that changed the lead, or one of those that moved the points most. The
points are those that the replay's viewpoint saw at the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kerys.locale import _, ngettext
from kerys.table.game import Game
from kerys.table.owners import NEUTRAL
from kerys.table.view import View

MOST_TURNS = 5
LEAST_SWING = 2
"""The smallest swing in points that counts as a key moment."""

Points = tuple[int, ...]


class Round(NamedTuple):
    """The start of a round."""

    at: int
    name: str


class Turn(NamedTuple):
    """A decision that changed who leads, or by how much."""

    at: int
    """The ply right after it."""
    owner: int
    """The new leader, or the one who gained most."""
    leads: bool
    """Whether the lead changed hands."""
    gained: int
    swing: int
    """The largest change in the distance between any two."""


class KeyMoment(NamedTuple):
    """A key moment in words."""

    at: int
    seat: int
    """Or NEUTRAL."""
    name: str
    label: str
    about: str


class Jumps(NamedTuple):
    """All places to jump to in a replay."""

    rounds: tuple[Round, ...]
    turns: tuple[KeyMoment, ...]


def jumps(game: Game, seat: int) -> Jumps:
    """The rounds and key moments of a game so far, as a seat saw them."""
    views = [game.view(seat, ply) for ply in range(game.ply + 1)]
    turns = key_moments([view.scores for view in views])
    return Jumps(rounds(views), tuple([_told(views[turn.at], turn) for turn in turns]))


def rounds(views: Sequence[View]) -> tuple[Round, ...]:
    """Where each round begins; empty for games without rounds."""
    found: list[Round] = []
    for view in views:
        name = view.round_name()
        if name and (not found or found[-1].name != name):
            found.append(Round(view.ply, name))
    return tuple(found)


def key_moments(points: Sequence[Points]) -> list[Turn]:
    """The decisions that changed most; those that changed the lead come first."""
    turns = []
    leader = _leader(points[0])
    for at, (before, after) in enumerate(pairwise(points), 1):
        gains = [new - old for old, new in zip(before, after, strict=True)]
        swing = max(gains) - min(gains)
        if not swing:
            continue
        first = _leader(after)
        takes = first is not None and leader is not None and first != leader
        leader = leader if first is None else first
        if takes and first is not None:
            turns.append(Turn(at, first, True, gains[first], swing))
        elif swing >= LEAST_SWING:
            most = max(gains) if max(gains) > 0 else min(gains)
            turns.append(Turn(at, gains.index(most), False, most, swing))
    turns.sort(key=lambda one: (not one.leads, -one.swing))
    return sorted(turns[:MOST_TURNS])


def _leader(points: Points) -> int | None:
    """The sole leader, if there is one."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _told(view: View, turn: Turn) -> KeyMoment:
    """A key moment in words."""
    names = view.owner_names()
    label = _("leads") if turn.leads else f"{turn.gained:+d}"
    seat = turn.owner if turn.owner < view.players else NEUTRAL
    points = ", ".join(f"{name} {score}" for name, score in zip(names, view.scores, strict=True))
    about = _("Decision {number}: {what}. Points: {points}.").format(
        number=turn.at, what=_what(names[turn.owner], turn), points=points
    )
    return KeyMoment(turn.at, seat, names[turn.owner], label, about)


def _what(name: str, turn: Turn) -> str:
    """What happened at a key moment."""
    if turn.leads:
        return _("{name} takes the lead").format(name=name)
    points = ngettext("one point", "{number} points", abs(turn.gained))
    sentence = _("{name} gains {points}") if turn.gained > 0 else _("{name} loses {points}")
    return sentence.format(name=name, points=points)
