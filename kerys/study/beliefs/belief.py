"""What a seat can know of everything that it can't see, as typed values for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _, speaking
from kerys.study.beliefs.sampling import Shares, believes, shares
from kerys.table.errors import GameError
from kerys.table.unknowns import Unknown, unknowns_of
from kerys.table.view import View

WORLDS = 1000
"""How many worlds are imagined; more take longer and are more precise."""
MOST_WORLDS = 1_000_000


class Outcome(NamedTuple):
    """One of the values that something can have, and how likely it is."""

    name: str
    """For programs: the same in all languages, and stable."""
    label: str
    """In words."""
    mark: str
    """A sign or two for a chart; outcomes with the same mark share a bar."""
    chance: float
    """From 0 to 1, if all worlds that fit the view are equally likely."""
    error: float
    """Its standard error; 0 if it was counted."""
    bots: float | None
    """How likely the bots think it is; None if no player hides it, or they have no opinion."""
    bots_error: float | None
    """The standard error of `bots`."""


@dataclass(frozen=True)
class Belief:
    """Something that a seat can't see, and how likely each of its values is."""

    about: str
    """For programs: the same in all languages, and stable; such as `agent 12`."""
    label: str
    """What it is, in words."""
    outcomes: tuple[Outcome, ...]
    """All values that it can have; their chances add up to 1."""
    exact: bool
    """Whether all possibilities were counted; otherwise some were drawn at random."""
    things: tuple[str, ...]
    """What it concerns, by the names in the drawing (`data-name`, `data-explain`)."""
    owner: int | None
    """The seat that hides it, -1 for a neutral party; None if no player does."""

    def __getitem__(self, outcome: str) -> Outcome:
        """An outcome by its name."""
        for one in self.outcomes:
            if one.name == outcome:
                return one
        names = ", ".join(one.name for one in self.outcomes)
        raise KeyError(f"'{self.about}' can't be '{outcome}', only {names}")


def has_beliefs(game: str) -> bool:
    """Whether a game says what its views leave open."""
    return unknowns_of(game) is not None


def beliefs(view: View, *, worlds: int = WORLDS, lang: str | None = None) -> tuple[Belief, ...]:
    """Everything that a view's seat can't see, and how likely each possibility is.

    Possibilities are counted where that is exact; otherwise they are read from that many worlds
    (`View.resample`), and so is what the bots expect of how players hide. Equal views have equal
    beliefs. A game without hidden things, or without facts about them, has none.
    """
    if not 1 <= worlds <= MOST_WORLDS:
        raise GameError(
            _("worlds must be a number from 1 to {most}, not {value}").format(
                most=MOST_WORLDS, value=repr(worlds)
            )
        )
    list_unknowns = unknowns_of(view.game)
    if list_unknowns is None:
        return ()
    with speaking(lang):
        return believed(view, list_unknowns(view), worlds)


def about_thing(view: View, thing: str) -> tuple[Belief, ...]:
    """The beliefs about a thing in the drawing, if it isn't fully known."""
    list_unknowns = unknowns_of(view.game)
    if list_unknowns is None or not is_shown(view):
        return ()
    unknowns = list_unknowns(view)
    if not any(thing in one.things for one in unknowns):
        return ()
    return tuple(one for one in believed(view, unknowns, WORLDS) if thing in one.things)


def is_shown(view: View) -> bool:
    """Whether people see beliefs beside a view: only those of a seat, while something is hidden."""
    hides = not (view.open or view.over or view.seat == SPECTATOR)
    return hides and has_beliefs(view.game)


def believed(view: View, unknowns: Sequence[Unknown], worlds: int) -> tuple[Belief, ...]:
    """How likely the values of all unknowns of a view are."""
    counts: Mapping[str, Shares] = {}
    bots: Mapping[str, Shares] = {}
    if any(one.chances is None for one in unknowns):
        counts = shares(view, unknowns, worlds, bots=False)
    if believes(view.rules) and any(one.owner is not None for one in unknowns):
        bots = shares(view, unknowns, worlds, bots=True)
    return tuple(
        _belief(one, counts.get(one.name), bots.get(one.name) if one.owner is not None else None)
        for one in unknowns
    )


def _belief(unknown: Unknown, drawn: Shares | None, bots: Shares | None) -> Belief:
    """An unknown with its chances; values that are impossible are left out."""
    exact = unknown.chances is not None
    counted = Shares(unknown.chances, (0.0,) * len(unknown.chances)) if unknown.chances else drawn
    assert counted is not None
    outcomes = [
        Outcome(
            *value,
            chance=counted.chances[at],
            error=counted.errors[at],
            bots=bots.chances[at] if bots else None,
            bots_error=bots.errors[at] if bots else None,
        )
        for at, value in enumerate(unknown.values)
        if counted.chances[at] > 0
    ]
    return Belief(
        unknown.name, unknown.label, tuple(outcomes), exact, unknown.things, unknown.owner
    )
