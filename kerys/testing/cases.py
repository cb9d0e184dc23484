"""Every way to play a game: each revision, number of players and switch, in all combinations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from kerys.kernel.contract import OptionsError, Rules, State


@dataclass(frozen=True, eq=False)
class Case:
    """A game with its options."""

    rules: Rules
    options: Mapping[str, Any]
    revision: int

    def configure(self) -> State:
        """The options record."""
        return self.rules.configure(**self.options, revision=self.revision)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.configure().players)

    def __str__(self) -> str:
        said = [f"{name}={value}" for name, value in self.options.items()]
        if self.revision != self.rules.revision:
            said.append(f"revision={self.revision}")
        return "-".join([self.rules.name, *said])


def cases(rules: Rules) -> list[Case]:
    """Every number of players times every switch available with it, in every revision.

    A switch that says it goes with so many players must be accepted with each choice.
    """
    found = []
    for revision, players in product(rules.revisions, rules.wording.players):
        switches = [one for one in rules.wording.switches if players in one.players]
        for choices in product(*(one.choices for one in switches)):
            chosen = {one.name: choice.value for one, choice in zip(switches, choices, strict=True)}
            case = Case(rules, {"players": players, **chosen}, revision)
            try:
                case.configure()
            except OptionsError as error:
                raise AssertionError(f"{case} is offered but refused: {error}") from error
            found.append(case)
    return found


def variants(rules: Rules) -> list[Case]:
    """The combinations that a game lists as changing how it is played, in every revision."""
    return [
        Case(rules, options, revision) for revision in rules.revisions for options in rules.variants
    ]
