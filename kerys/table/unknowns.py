"""What a view leaves open, thing by thing, as the facts of a game list it.

`unknowns(view)` is an optional part of a game's facts. Whatever it lists can be counted there, or
read from imagined worlds by whoever has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray

from kerys.table.view import FACTS, View


class Worlds(NamedTuple):
    """Worlds that agree with a view."""

    states: NDArray[Any]
    """An array of states."""
    answers: Mapping[int, NDArray[Any]]
    """For each seat that still owes a secret answer, the action it takes in each world."""


class Value(NamedTuple):
    """One of the values that something can have."""

    name: str
    """For programs: the same in all languages, and stable."""
    label: str
    """In words."""
    mark: str
    """A sign or two for a chart; values with the same mark share a bar."""


@dataclass(frozen=True)
class Unknown:
    """Something that a seat can't see."""

    name: str
    """For programs: the same in all languages, and stable."""
    label: str
    values: tuple[Value, ...]
    """Everything that it can be."""
    chances: tuple[float, ...] | None
    """How likely each value is if all worlds are; None if they are too many to count."""
    read: Callable[[Worlds], NDArray[Any]]
    """read(worlds): the number of its value in each of many worlds."""
    things: tuple[str, ...] = ()
    """What it concerns, by the names in the drawing (`data-name`, `data-explain`)."""
    owner: int | None = None
    """The seat that hides it, -1 for a neutral party; None if no player does."""


class ListsUnknowns(Protocol):
    """Lists what a view leaves open: `unknowns`, an optional part of a game's facts."""

    def __call__(self, view: View) -> tuple[Unknown, ...]:
        """Everything that the view's seat doesn't know."""
        ...


def unknowns_of(game: str) -> ListsUnknowns | None:
    """The function that lists what a view of a game leaves open, if the game has one."""
    found: ListsUnknowns | None = getattr(FACTS[game], "unknowns", None) if game in FACTS else None
    return found
