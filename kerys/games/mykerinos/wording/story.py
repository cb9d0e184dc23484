"""What one step of a game of Mykerinos did, told from the views before and after it.

The steps are those of `Game.steps`: an answer to the pending question, or one moment of the season.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from kerys.games.mykerinos.actions import PATRON_OF, Kind, Moment, Question
from kerys.games.mykerinos.components import ROOMS, WINGS
from kerys.games.mykerinos.ending import rank, set_points, wing_points
from kerys.games.mykerinos.inspection import ranked
from kerys.games.mykerinos.state import colours, cubes_in_area, lots_of_season
from kerys.games.mykerinos.wording import names as words
from kerys.games.mykerinos.wording.notation import space_text
from kerys.kernel.seats import NONE
from kerys.kernel.story_step import StoryStep
from kerys.locale import N_, _

PASSES = (
    (N_("{name} is the first to pass."), N_("You are the first to pass.")),
    (N_("{name} is the second to pass."), N_("You are the second to pass.")),
    (N_("{name} is the third to pass."), N_("You are the third to pass.")),
    (N_("{name} is the fourth to pass."), N_("You are the fourth to pass.")),
)


class Step(StoryStep):
    """Two views of one seat, and the names of the players."""

    def answer(self, theirs: str, yours: str, **values: object) -> str:
        """A sentence about the seat that answered."""
        answered = int(self.before.pending).bit_length() - 1
        return self.told(answered, theirs, yours, **values)

    def name(self, owner: int) -> str:
        """A player's name, or the neutral's."""
        return words.owner(owner, self.names)


def tell(before: Any, after: Any, seat: int, names: Sequence[str]) -> list[str]:
    """What a step did, in sentences."""
    if before.pending:
        teller = ANSWERS.get(int(before.question))
    else:
        teller = MOMENTS.get(int(before.moment))
    return list(teller(Step(before, after, seat, names))) if teller else []


def _action(step: Step) -> Iterator[str]:
    kind = int(step.after.kind)
    if kind == NONE:
        yield from _passing(step)
    elif PATRON_OF[kind] != NONE:
        patron = words.patron(int(PATRON_OF[kind]))
        yield step.answer(_("{name} calls on {patron}."), _("You call on {patron}."), patron=patron)
        if kind in (Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND):
            yield step.answer(
                _("{name} takes a cube from the common reserve."),
                _("You take a cube from the common reserve."),
            )


def _passing(step: Step) -> Iterator[str]:
    passed = [seat for seat in range(len(step.names)) if step.after.pass_space[seat] != NONE]
    for seat in passed:
        if step.before.pass_space[seat] == NONE:
            theirs, yours = PASSES[len(passed) - 1]
            yield step.told(seat, _(theirs), _(yours))


def _last_disc(step: Step) -> Iterator[str]:
    for seat in range(len(step.names)):
        if step.after.pass_space[seat] != step.before.pass_space[seat]:
            yield step.told(
                seat,
                _("{name} is the last to stop digging."),
                _("You are the last to stop digging."),
            )


def _cube(step: Step) -> Iterator[str]:
    space = space_text(int(step.after.last_space))
    if int(step.before.question) == Question.NEUTRAL_SPACE:
        theirs = _("{name} lays a neutral cube on {space}.")
        yours = _("You lay a neutral cube on {space}.")
    else:
        theirs = _("{name} lays a cube on {space}.")
        yours = _("You lay a cube on {space}.")
    yield step.answer(theirs, yours, space=space)


def _room(step: Step) -> Iterator[str]:
    added = 0
    for before, after in zip(step.before.rooms.tolist(), step.after.rooms.tolist(), strict=True):
        added |= after & ~before
    for room in range(ROOMS):
        if added >> room & 1:
            yield step.answer(
                _("{name} puts a cube in {room}."),
                _("You put a cube in {room}."),
                room=words.room(step.after, room),
            )


def _inspection(step: Step) -> Iterator[str]:
    if step.after.lots_left == step.before.lots_left:
        yield from _room(step)
        return
    yield step.answer(_("{name} takes {lot}."), _("You take {lot}."), lot=_lot_taken(step))


def _neutral_lot(step: Step) -> Iterator[str]:
    yield step.answer(
        _("{name} lets the neutral archaeologist take {lot}."),
        _("You let the neutral archaeologist take {lot}."),
        lot=_lot_taken(step),
    )


def _lot_taken(step: Step) -> str:
    """The lot that left the area."""
    taken = int(step.before.lots_left) & ~int(step.after.lots_left)
    return words.lot(step.before, taken.bit_length() - 1)


def _area_opens(step: Step) -> Iterator[str]:
    if int(step.after.moment) != Moment.AREA_RANKS:
        return
    area = int(step.after.area)
    places = [int(ranked(step.after, place)) for place in range(int(colours(step.after)))]
    counts = [
        step.told(
            colour,
            _("{name} {number}"),
            _("you {number}"),
            number=int(cubes_in_area(step.after, colour, area)),
        )
        for colour in places
        if colour != NONE
    ]
    if counts:
        yield _("Area {area} is inspected: {counts}.").format(
            area=area + 1, counts=words.listed(counts)
        )
    else:
        yield _("Nobody dug in area {area}: its lots are lost.").format(area=area + 1)


def _season_ends(step: Step) -> Iterator[str]:
    if int(step.after.moment) != Moment.OVER:
        lots = int(lots_of_season(step.after))
        yield step.told(
            int(step.after.first),
            _("Season {season} begins with {lots} lots; {name} starts."),
            _("Season {season} begins with {lots} lots; you start."),
            season=int(step.after.season) + 1,
            lots=lots,
        )
        return
    for seat in range(len(step.names)):
        museum = sum(int(wing_points(step.after, seat, wing)) for wing in range(WINGS))
        yield step.told(
            seat,
            _("{name}: exhibition {museum}, sets {sets}; {points} in total."),
            _("You: exhibition {museum}, sets {sets}; {points} in total."),
            museum=museum,
            sets=int(set_points(step.after, seat)),
            points=words.points(int(step.after.points[seat])),
        )
    yield step.won([seat for seat in range(len(step.names)) if rank(step.after, seat) == 1])


ANSWERS: dict[int, Callable[[Step], Iterator[str]]] = {
    Question.ACTION: _action,
    Question.SPACE: _cube,
    Question.NEUTRAL_SPACE: _cube,
    Question.ROOM: _room,
    Question.INSPECTION: _inspection,
    Question.LEFTOVER_LOT: _inspection,
    Question.NEUTRAL_LOT: _neutral_lot,
}
MOMENTS: dict[int, Callable[[Step], Iterator[str]]] = {
    Moment.TURN: _passing,
    Moment.TURN_ENDS: _last_disc,
    Moment.AREA_OPENS: _area_opens,
    Moment.SEASON_ENDS: _season_ends,
}
