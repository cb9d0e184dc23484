"""What each player gained in a round, as plain values for pages and programs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.view import FACTS, View


class Item(NamedTuple):
    """One of the things a player won."""

    text: str
    look: str = ""
    """The name of its colour in the drawings, if it has one."""


class Part(NamedTuple):
    """One source of points."""

    word: str
    points: int


@dataclass(frozen=True)
class Gain:
    """What one owner gained in a round."""

    owner: int
    """A seat, or -1 for a neutral party."""
    name: str
    cells: tuple[tuple[Item, ...], ...]
    """What was won, for each column of the summary."""
    parts: tuple[Part, ...]
    total: int
    """All points after the round."""

    @property
    def points(self) -> int:
        """The points of the round."""
        return sum(part.points for part in self.parts)


@dataclass(frozen=True)
class Summary:
    """A round as a table: a row for everyone who scores, best first."""

    title: str
    """Which round it was."""
    heading: str
    """What it changed, in a sentence."""
    columns: tuple[str, ...]
    rows: tuple[Gain, ...]
    note: str = ""
    """What else it changed."""


class Summaries(Protocol):
    """Sums up the rounds of a game: `summaries`, an optional part of its facts (`kerys.facts`)."""

    def rounds(self, view: View) -> int:
        """How many rounds are over."""
        ...

    def title(self, number: int) -> str:
        """The title of a round's summary, counted from 1."""
        ...

    def summary(self, number: int, steps: Sequence[View]) -> Summary:
        """Sum up a round from what one seat could see of it, step by step."""
        ...


def summaries_of(game: str) -> Summaries | None:
    """The summaries of a game, if it has any."""
    found: Summaries | None = getattr(FACTS[game], "summaries", None) if game in FACTS else None
    return found


def rounds_over(view: View) -> int:
    """How many rounds are over, in games with summaries."""
    made = summaries_of(view.game)
    return made.rounds(view) if made else 0


def summary_title(game: str, number: int) -> str:
    """The title of a round's summary, counted from 1; empty if the game has none."""
    made = summaries_of(game)
    return made.title(number) if made and number else ""


def summary(game: Game, seat: int, number: int) -> Summary:
    """What each player gained in a round, counted from 1, as far as a seat saw it."""
    made = summaries_of(game.rules.name)
    if made is None or not 1 <= number <= rounds_over(game.view(seat)):
        raise GameError(_("Round {number} isn't over.").format(number=number))
    return made.summary(number, tuple(_steps(game, seat, made, number)))


def _steps(game: Game, seat: int, made: Summaries, number: int) -> Iterator[View]:
    """The views of a round: from the end of the previous round to its own end.

    A round ends in the middle of a decision, and the next one begins within the same decision.
    """
    plies = range(game.ply + 1)
    first = bisect_left(plies, number - 1, key=lambda ply: made.rounds(game.view(SPECTATOR, ply)))
    if first == 0:
        yield game.view(seat, 0)
    for index in range(max(0, first - 1), game.ply):
        for state in game.steps(index):
            seen = game.rules.view(state, seat)
            view = View(game.rules, seen, seat, game.names, index + 1)
            if made.rounds(view) >= number - 1:
                yield view
            if made.rounds(view) >= number:
                return
