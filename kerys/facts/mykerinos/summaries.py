"""What each player won in a season of Mykerinos: areas, cubes, lots, rooms and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.facts.mykerinos.scene import Lot
from kerys.facts.mykerinos.words import lot_words, patron_word
from kerys.facts.summaries import Ledger, gained
from kerys.games.mykerinos.actions import Moment, Question
from kerys.games.mykerinos.components import FIVE_ROOM, PATRON_NAMES, ROOMS, TWO_ROOM, WINGS
from kerys.games.mykerinos.ending import set_points, wing_points
from kerys.games.mykerinos.inspection import first_lot, ranked
from kerys.kernel.seats import NONE
from kerys.locale import N_, _
from kerys.table.summary import Item, Summary
from kerys.table.view import View

AREAS, CUBES, LOTS, MUSEUM = N_("Areas"), N_("Cubes"), N_("Lots"), N_("Museum")
LOT_POINTS, EXHIBITION, SETS = N_("lots"), N_("exhibition"), N_("sets")
WORD = (1 << 64) - 1
LOT_QUESTIONS = (Question.INSPECTION, Question.LEFTOVER_LOT)


def rounds(view: View) -> int:
    """How many seasons are over; the mini game has only one."""
    before = 0 if view.state.mini else int(view.state.season)
    return before + (int(view.state.moment) == Moment.OVER)


def title(number: int) -> str:
    """The title of a season's summary."""
    return _("Summary of season {number}").format(number=number)


def summary(number: int, steps: Sequence[View]) -> Summary:
    """A season, summed up from what one seat could see of it."""
    ledger = Ledger(steps, (AREAS, CUBES, LOTS, MUSEUM), (LOT_POINTS, EXHIBITION, SETS))
    dug = dict.fromkeys(ledger.owners, 0)
    for before, after in ledger.pairs:
        if after.moment == Moment.OVER != before.moment:
            _score_end(ledger, after)
        else:
            for owner, points in gained(before, after, ledger.owners):
                ledger.score(owner, LOT_POINTS, points)
        if after.moment == Moment.AREA_RANKS != before.moment:
            _win_area(ledger, after)
        if before.pending and before.question in LOT_QUESTIONS:
            _take_lot(ledger, before, after)
        for owner in ledger.owners:
            dug[owner] += _laid(before, after, owner)
            _enter_rooms(ledger, before, after, owner)
    for owner, cubes in dug.items():
        ledger.win(owner, CUBES, Item(str(cubes)))
    return Summary(
        title(number),
        ledger.heading(steps[-1].state.moment == Moment.OVER),
        ledger.headings(),
        ledger.rows(),
    )


def _win_area(ledger: Ledger, after: Any) -> None:
    """Credit the player with the most cubes in an area that is inspected."""
    winner = int(ranked(after, 0))
    if winner in ledger.owners:  # not the neutral archaeologist
        ledger.win(winner, AREAS, Item(str(int(after.area) + 1)))


def _take_lot(ledger: Ledger, before: Any, after: Any) -> None:
    """Credit a lot that a player took from the area."""
    taken = int(before.lots_left) & ~int(after.lots_left)
    if not taken:
        return  # a cube for the museum instead
    card = int(before.pile[int(first_lot(before)) + taken.bit_length() - 1])
    lot = Lot(int(before.lot_patrons[card]), int(before.lot_values[card]))
    look = "" if lot.patron == NONE else PATRON_NAMES[lot.patron]
    owner = int(before.pending).bit_length() - 1
    ledger.win(owner, LOTS, Item(lot_words(lot), look))


def _laid(before: Any, after: Any, owner: int) -> int:
    """How many cubes of an owner were added to the region."""
    words = zip(before.cubes[owner].tolist(), after.cubes[owner].tolist(), strict=True)
    return sum((new & ~old & WORD).bit_count() for old, new in words)


def _enter_rooms(ledger: Ledger, before: Any, after: Any, owner: int) -> None:
    """Credit the museum rooms where an owner placed a cube."""
    fresh = int(after.rooms[owner]) & ~int(before.rooms[owner])
    for room in range(ROOMS):
        if fresh >> room & 1:
            ledger.win(owner, MUSEUM, _room(after, room))


def _room(state: Any, room: int) -> Item:
    """A room, by its patrons and its size."""
    patron = int(state.wings[room % WINGS])
    if room < TWO_ROOM:
        said = _("{patron} {size}").format(
            patron=patron_word(patron), size=5 if room >= FIVE_ROOM else 3
        )
        return Item(said, PATRON_NAMES[patron])
    other = int(state.wings[(room + 1) % WINGS])
    return Item(
        _("{one} and {other} 2").format(one=patron_word(patron), other=patron_word(other)),
        PATRON_NAMES[patron],
    )


def _score_end(ledger: Ledger, after: Any) -> None:
    """Credit what the exhibition scores at the end of the game."""
    for owner in ledger.owners:
        museum = sum(int(wing_points(after, owner, wing)) for wing in range(WINGS))
        ledger.score(owner, EXHIBITION, museum)
        ledger.score(owner, SETS, int(set_points(after, owner)))
