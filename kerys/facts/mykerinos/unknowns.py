"""What a view of Mykerinos leaves open: the lots to come, in any order and either way up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.facts.mykerinos.words import PATRON_LETTERS, patron_word
from kerys.games.mykerinos.components import LOTS, PATRON_NAMES, PATRONS, SEASON_LOTS, SEASONS
from kerys.games.mykerinos.wording.names import points
from kerys.kernel.contract import State
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.table.unknowns import Unknown, Value, Worlds
from kerys.table.view import View

NO_MARK = "\N{EN DASH}"
"""The mark of the lot without a patron."""
TO_COME = "lots to come"
"""What the drawing calls the lots to come."""
Numbers = NDArray[Any]


def unknowns(view: View) -> tuple[Unknown, ...]:
    """Everything that the view's seat doesn't know; it is the same for all."""
    state = view.state
    if view.open or view.over or state.mini or state.season == SEASONS - 1:
        return ()
    seen = {*state.pile[: int(state.shown)].tolist()}
    left = [lot for lot in range(LOTS) if lot not in seen]
    return (*_each_lot(state, left), *_next_season(state, left), *_without_patron(state, left))


def _each_lot(state: State, left: Sequence[int]) -> Iterator[Unknown]:
    """The patron, the points and the pyramids of any lot to come."""
    patrons = [int(state.lot_patrons[lot]) for lot in range(LOTS)]
    values = [
        Value(PATRON_NAMES[one], patron_word(one), PATRON_LETTERS[one]) for one in range(PATRONS)
    ]
    values.append(Value("no patron", patron_word(NONE), NO_MARK))
    numbers = [PATRONS if one == NONE else one for one in patrons]
    yield _of_lots("lots patron", _("Each lot to come: its patron"), values, numbers, state, left)
    worth = [int(state.lot_values[lot]) for lot in range(LOTS)]
    yield _counted("lots points", _("Each lot to come: its points"), points, worth, state, left)
    pyramids = [int(state.lot_pyramids[lot]).bit_count() for lot in range(LOTS)]
    yield _counted(
        "lots pyramids", _("Each lot to come: its pyramids"), _pyramids, pyramids, state, left
    )


def _pyramids(number: int) -> str:
    """A number of pyramids."""
    return ngettext("{number} pyramid", "{number} pyramids", number)


def _counted(
    name: str,
    label: str,
    say: Callable[[int], str],
    amounts: Sequence[int],
    state: State,
    left: Sequence[int],
) -> Unknown:
    """A number that every lot has."""
    found = sorted({*amounts})
    values = [Value(str(one), say(one), str(one)) for one in found]
    return _of_lots(name, label, values, [found.index(one) for one in amounts], state, left)


def _of_lots(
    name: str,
    label: str,
    values: Sequence[Value],
    numbers: Sequence[int],
    state: State,
    left: Sequence[int],
) -> Unknown:
    """Something about any lot to come, given the number of its value for each of all lots."""
    first, of_lot = int(state.shown), np.array(numbers)
    there = [numbers[lot] for lot in left]

    def read(worlds: Worlds) -> Numbers:
        found: Numbers = of_lot[worlds.states["pile"][:, first]]
        return found

    return Unknown(
        name=name,
        label=label,
        values=tuple(values),
        chances=tuple(there.count(one) / len(left) for one in range(len(values))),
        read=read,
        things=(TO_COME,),
    )


def _next_season(state: State, left: Sequence[int]) -> Iterator[Unknown]:
    """How many lots of each patron come next season."""
    first, drawn = int(state.shown), int(SEASON_LOTS[int(state.season) + 1])
    if drawn == len(left):
        return  # all that are left
    for patron in range(PATRONS):
        lots = [lot for lot in range(LOTS) if state.lot_patrons[lot] == patron]
        there = len({*lots} & {*left})
        if not there:
            continue
        yield Unknown(
            name=f"season {PATRON_NAMES[patron]}",
            label=_("Lots of {patron} next season").format(patron=patron_word(patron)),
            values=tuple(
                Value(str(one), ngettext("{number} lot", "{number} lots", one), str(one))
                for one in range(min(there, drawn) + 1)
            ),
            chances=hypergeometric(len(left), there, drawn),
            read=_number_of(lots, first, drawn),
            things=(f"patron {PATRON_NAMES[patron]}",),
        )


def _number_of(lots: Sequence[int], first: int, drawn: int) -> Callable[[Worlds], Numbers]:
    """Reads how many of some lots come next."""

    def read(worlds: Worlds) -> Numbers:
        found: Numbers = np.isin(worlds.states["pile"][:, first : first + drawn], lots).sum(axis=1)
        return found

    return read


def hypergeometric(all_of_them: int, wanted: int, drawn: int) -> tuple[float, ...]:
    """How likely it is to draw 0, 1, 2, ... of the wanted ones among all, without replacement."""
    ways = comb(all_of_them, drawn)
    return tuple(
        comb(wanted, one) * comb(all_of_them - wanted, drawn - one) / ways
        for one in range(min(wanted, drawn) + 1)
    )


def _without_patron(state: State, left: Sequence[int]) -> Iterator[Unknown]:
    """The season in which the lot without a patron comes."""
    lot = state.lot_patrons.tolist().index(NONE)
    seasons = range(int(state.season) + 1, SEASONS)
    if lot not in left or len(seasons) == 1:
        return
    numbers = [int(SEASON_LOTS[season]) for season in seasons]
    ends = np.cumsum(numbers) + int(state.shown)

    def read(worlds: Worlds) -> Numbers:
        places = (worlds.states["pile"] == lot).argmax(axis=1)
        found: Numbers = np.searchsorted(ends, places, side="right")
        return found

    yield Unknown(
        name="season without patron",
        label=_("Season of the lot without a patron ({points})").format(
            points=points(int(state.lot_values[lot]))
        ),
        values=tuple(
            Value(
                f"season {one + 1}",
                _("Comes in season {season}").format(season=one + 1),
                str(one + 1),
            )
            for one in seasons
        ),
        chances=tuple(number / len(left) for number in numbers),
        read=read,
        things=(TO_COME,),
    )
