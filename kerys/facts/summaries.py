"""What the summaries of all games share: who leads now, and the rows in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from kerys.kernel.story_step import StoryStep
from kerys.locale import _, ngettext
from kerys.table.owners import NEUTRAL
from kerys.table.summary import Gain, Item, Part
from kerys.table.view import View


class Ledger:
    """What everyone who scores has won so far, collected while the steps of a round are read."""

    def __init__(
        self, steps: Sequence[View], columns: Sequence[str], sources: Sequence[str]
    ) -> None:
        self.start, self.end = steps[0], steps[-1]
        self.pairs = [(one.state, other.state) for one, other in pairwise(steps)]
        self.owners = range(len(self.end.scores))
        self.columns, self.sources = tuple(columns), tuple(sources)
        self._won: dict[tuple[int, str], list[Item]] = {}
        self._points: dict[tuple[int, str], int] = {}

    def win(self, owner: int, column: str, item: Item) -> None:
        """Record something that an owner won."""
        self._won.setdefault((owner, column), []).append(item)

    def score(self, owner: int, source: str, points: int) -> None:
        """Record points that an owner scored."""
        self._points[owner, source] = self._points.get((owner, source), 0) + points

    def rows(self) -> tuple[Gain, ...]:
        """What everyone has won, the leader first."""
        order = sorted(self.owners, key=lambda owner: (self.end.ranks[owner], owner))
        return tuple(self._row(owner) for owner in order)

    def _row(self, owner: int) -> Gain:
        """What one owner has won; columns and sources are translated here."""
        name = _("You") if owner == self.end.seat else self.end.owner_names()[owner]
        parts = ((source, self._points.get((owner, source), 0)) for source in self.sources)
        return Gain(
            owner if owner < self.end.players else NEUTRAL,
            name,
            tuple(tuple(self._won.get((owner, column), ())) for column in self.columns),
            tuple(Part(_(source), points) for source, points in parts if points),
            self.end.scores[owner],
        )

    def headings(self) -> tuple[str, ...]:
        """The column headings, in the current language."""
        return tuple(_(column) for column in self.columns)

    def heading(self, over: bool) -> str:
        """Who leads now, and whether that is new; who has won, if the game is over."""
        teller = StoryStep(None, None, self.end.seat, self.end.owner_names())
        if over:
            return teller.won([owner for owner in self.owners if self.end.ranks[owner] == 1])
        leaders = _leaders(self.end)
        if len(leaders) > 1:
            return _level(teller, leaders, everybody=len(leaders) == len(self.owners))
        if _leaders(self.start) != leaders:
            return teller.told(leaders[0], _("{name} takes the lead."), _("You take the lead."))
        scores = sorted(self.end.scores)
        return teller.told(
            leaders[0],
            _("{name} stays ahead, by {points}."),
            _("You stay ahead, by {points}."),
            points=points_told(scores[-1] - scores[-2]),
        )


def _leaders(view: View) -> list[int]:
    """The players with the most points."""
    most = max(view.scores)
    return [owner for owner, points in enumerate(view.scores) if points == most]


def _level(teller: StoryStep, leaders: Sequence[int], everybody: bool) -> str:
    """A sentence for a tie for the lead."""
    if everybody:
        return _("Everyone has the same number of points.")
    names = ", ".join(teller.name(owner) for owner in leaders if owner != teller.seat)
    if teller.seat in leaders:
        return _("You share the lead with {names}.").format(names=names)
    return _("The lead is shared: {names}.").format(names=names)


def points_told(number: int) -> str:
    """A number of points."""
    return ngettext("{number} point", "{number} points", number)


def gained(before: Any, after: Any, owners: Sequence[int]) -> list[tuple[int, int]]:
    """Whose points changed in a step, and by how much."""
    changes = ((owner, int(after.points[owner]) - int(before.points[owner])) for owner in owners)
    return [(owner, points) for owner, points in changes if points]
