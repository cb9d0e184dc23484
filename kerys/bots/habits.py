"""What players do in a game, counted: odd play shows there before it shows in who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kerys.bots.evaluators import evaluator_of
from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.table.game import Game


@dataclass(frozen=True)
class Habit:
    """Something that players do more or less of."""

    name: str
    title: str
    """The heading of its column, to be translated."""
    is_share: bool = False

    def shown(self, mean: float | None) -> str:
        """A mean for people: a share or a number, or nothing if it never came up."""
        if mean is None:
            return ""
        return f"{mean:.1%}" if self.is_share else f"{mean:.2f}"

    def heading(self) -> str:
        """Its title in the language of the reader."""
        return _(self.title)


class Seen(NamedTuple):
    """One thing that a player did: so much of a habit, out of so much."""

    habit: Habit
    seat: int
    amount: int
    out_of: int = 1


class Tally(NamedTuple):
    """Everything that was seen of a habit, added up."""

    total: int = 0
    out_of: int = 0

    def plus(self, more: Tally) -> Tally:
        """Both together."""
        return Tally(self.total + more.total, self.out_of + more.out_of)

    @property
    def mean(self) -> float | None:
        """The mean; None if there was nothing to count."""
        return self.total / self.out_of if self.out_of else None


def habits_of(rules: Rules) -> tuple[Habit, ...]:
    """What is counted in a game; empty if its evaluator counts nothing."""
    module = evaluator_of(rules).habits
    return () if module is None else module.HABITS


def tallies(game: Game) -> list[dict[str, Tally]]:
    """What every seat did in a game that is over, by the name of each habit."""
    found = [
        {habit.name: Tally() for habit in habits_of(game.rules)} for _seat in range(game.players)
    ]
    module = evaluator_of(game.rules).habits
    for one in () if module is None else module.seen(game):
        mine, name = found[one.seat], one.habit.name
        mine[name] = mine[name].plus(Tally(one.amount, one.out_of))
    return found
