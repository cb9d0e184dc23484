"""What a table's page shows to one pair of eyes: all of it from the view of that seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from kerys.kernel.contract import SPECTATOR
from kerys.server.picking import Picking, picking
from kerys.table.game import Game, Told
from kerys.table.panels import Panel
from kerys.table.view import View

WIDE, NARROW = 1200, 360


@dataclass(frozen=True)
class Chapter:
    """A part of the story: where the game stood, and what happened there."""

    heading: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Player:
    """One of those who score, as the strip above the board shows them."""

    name: str
    score: int
    rank: int
    awaited: bool


@dataclass(frozen=True)
class Shown:
    """A running or finished game for one pair of eyes."""

    view: View
    events: int
    heading: str
    question: str
    players: tuple[Player, ...]
    picking: Picking | None
    may_undo: bool
    wide: str
    narrow: str
    panels: tuple[Panel, ...]
    story: tuple[Chapter, ...]
    since: tuple[str, ...]
    """What happened since this seat's last decision."""


def show(game: Game, events: int, seat: int, picks: Sequence[str]) -> Shown:
    """All that a page needs, looked up at once."""
    view = game.view(seat)
    asked = seat in view.actors
    chosen = picking(view, picks) if asked else None
    lit = chosen.lit if chosen else frozenset[str]()
    told = game.story(seat)
    return Shown(
        view=view,
        events=events,
        heading=view.heading(),
        question=view.question(),
        players=players(view),
        picking=chosen,
        may_undo=seat != SPECTATOR and not game.over and game.undoable(seat) is not None,
        wide=view.svg(width=WIDE, theme=None, lit=lit),
        narrow=view.svg(width=NARROW, theme=None, lit=lit),
        panels=view.panels(),
        story=chapters(told),
        since=_since(game, seat, told),
    )


def players(view: View) -> tuple[Player, ...]:
    """Everyone at the table with their points."""
    return tuple(
        Player(name, view.scores[seat], view.ranks[seat], seat in view.actors)
        for seat, name in enumerate(view.names)
    )


def chapters(told: Sequence[Told]) -> tuple[Chapter, ...]:
    """The story, grouped by where the game stood; the newest part first."""
    return tuple(
        Chapter(heading, tuple(line for one in group for line in one.sentences))
        for heading, group in groupby(told, key=lambda one: one.heading)
    )[::-1]


def _since(game: Game, seat: int, told: Sequence[Told]) -> tuple[str, ...]:
    """What happened since a seat's last decision, that decision included."""
    own = [index for index, move in enumerate(game.moves) if move.seat == seat]
    if not own:
        return ()
    return tuple(line for one in told if one.ply >= own[-1] for line in one.sentences)
