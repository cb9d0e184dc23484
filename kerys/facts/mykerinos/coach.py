"""The coach of Mykerinos: what a choice does, from facts alone.

No move is made: the cubes, cards and rooms that a choice would add are added to what the view
shows. Only the lots to come are hidden in this game, and no line mentions them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kerys.facts.mykerinos.read import first_space, read
from kerys.facts.mykerinos.scene import Area, Scene, Standing, ranking
from kerys.facts.mykerinos.words import lot_words
from kerys.games.mykerinos.actions import CUBES_OF, DONE, KIND, LOT, ROOM, SPACE, Kind, Question
from kerys.games.mykerinos.components import AREA_WIDTH, COLUMNS, LOT_HEIGHT, WINGS
from kerys.games.mykerinos.ending import set_points, wing_points
from kerys.games.mykerinos.inspection import first_lot
from kerys.games.mykerinos.wording import names
from kerys.games.mykerinos.wording.names import points
from kerys.kernel.bits import bit
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.table.action import Action
from kerys.table.owners import NEUTRAL
from kerys.table.view import View

NEUTRAL_QUESTIONS = (Question.NEUTRAL_ACTION, Question.NEUTRAL_SPACE)


def coach(view: View, actions: Sequence[Action]) -> tuple[str, ...]:
    """What is certain about the answers of one turn."""
    scene = read(view)
    lines: list[str] = []
    spaces = [one for one in actions if one.code >= SPACE]
    for action in actions:
        code = action.code
        if code == DONE or code >= SPACE:
            continue
        if code >= ROOM:
            lines += _room(view, code - ROOM, int(action.view.question))
        elif code >= LOT:
            lines += _lot(view, scene, code - LOT, int(action.view.question))
        elif code == KIND + Kind.PASS:
            lines += _pass(scene)
    if spaces:
        lines += _cubes(scene, actions, [one.code - SPACE for one in spaces])
    return tuple(lines)


# --- Digging ----------------------------------------------------------------------------------


def _cubes(scene: Scene, actions: Sequence[Action], spaces: list[int]) -> Iterator[str]:
    """What new cubes change in the areas, and how many cubes are left."""
    neutral = int(actions[-1].view.question) in NEUTRAL_QUESTIONS
    owner = NEUTRAL if neutral else scene.seat
    for number in sorted({_area_of(space) for space in spaces}):
        here = [space - first_space(number) for space in spaces if _area_of(space) == number]
        yield _area_told(scene, scene.areas[number], owner, sum(1 << one for one in here))
    player = scene.players[scene.seat]
    if neutral:
        left = player.neutral - len(spaces)
        yield ngettext("You keep {number} neutral cube.", "You keep {number} neutral cubes.", left)
        return
    kind = int(actions[-1].view.kind)
    brought = int(kind in (Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND) and actions[0].code < SPACE)
    left = player.personal + brought - len(spaces)
    yield ngettext(
        "You keep {number} cube to lay this season.",
        "You keep {number} cubes to lay this season.",
        left,
    )
    if len(spaces) < int(CUBES_OF[kind]) - int(actions[-len(spaces)].view.laid):
        yield _("More cubes of the same action follow.")


def _area_of(space: int) -> int:
    """The area that a space belongs to."""
    row, column = divmod(space, COLUMNS)
    return row // LOT_HEIGHT * 2 + column // AREA_WIDTH


def _area_told(scene: Scene, area: Area, owner: int, cubes: int) -> str:
    """An area before and after."""
    boards = tuple(
        board | cubes if who == owner else board
        for who, board in zip(area.owners, area.cubes, strict=True)
    )
    before = _stand(scene, ranking(area))
    after = _stand(scene, ranking(area._replace(cubes=boards)))
    lots = ", ".join(lot_words(lot) for lot in area.lots if lot)
    what = _("Area {area} ({lots})").format(area=area.number + 1, lots=lots)
    if before == after:
        return _("{what}: {stand}.").format(what=what, stand=after)
    return _("{what}: now {before}; then {after}.").format(what=what, before=before, after=after)


def _stand(scene: Scene, standings: tuple[Standing, ...]) -> str:
    """How the seat ranks in an area."""
    owners = [one.owner for one in standings]
    if scene.seat not in owners:
        if not owners:
            return _("nobody is there")
        return _("you aren't there, {name} leads").format(name=_name(scene, owners[0]))
    if len(owners) == 1:
        return _("you are the only one there")
    place = owners.index(scene.seat)
    mine = standings[place].cubes
    other = standings[1 if place == 0 else 0]
    level = [
        _name(scene, one.owner)
        for one in standings
        if one.cubes == mine and one.owner != scene.seat
    ]
    said = _("you are {place} with {cubes}").format(
        place=_place(place), cubes=ngettext("{number} cube", "{number} cubes", mine)
    )
    if level:
        settled = all(one.ahead for one in standings if one.cubes == mine)
        tied = _(", level with {names}; the pass track has decided")
        if not settled:
            tied = _(", level with {names} until the pass track decides")
        return said + tied.format(names=", ".join(level))
    margin = mine - other.cubes
    if margin > 0:
        return said + _(", {margin} ahead of {name}").format(
            margin=margin, name=_name(scene, other.owner)
        )
    return said + _(", {margin} behind {name}").format(
        margin=-margin, name=_name(scene, other.owner)
    )


def _place(place: int) -> str:
    """A place in a ranking."""
    return (_("first"), _("second"), _("third"), _("fourth"))[place]


def _name(scene: Scene, token: int) -> str:
    """The name of a player, or of the neutral archaeologist."""
    return names.owner(len(scene.names) if token == NEUTRAL else token, scene.names)


def _pass(scene: Scene) -> Iterator[str]:
    """Which space of the pass track the seat gets, and what it keeps."""
    space = next(at for at in range(len(scene.passes)) if at not in scene.passes)
    earlier = sum(one != NONE and one < space for one in scene.passes)
    yield _("You take space {space} of the pass track.").format(space=space + 1)
    if earlier:
        yield ngettext(
            "In ties, {number} of the others is ahead of you.",
            "In ties, {number} of the others are ahead of you.",
            earlier,
        )
    else:
        yield _("You win every tie this season.")
    yield ngettext(
        "You keep {number} cube for later.",
        "You keep {number} cubes for later.",
        scene.players[scene.seat].personal,
    )


# --- Inspection -------------------------------------------------------------------------------


def _lot(view: View, scene: Scene, side: int, question: int) -> Iterator[str]:
    """What a lot is worth now and at the end."""
    if question == Question.NEUTRAL_LOT:
        yield _("This lot leaves the game; it brings nobody points.")
        return
    state = view.rules.copy(view.state)
    card = int(state.pile[int(first_lot(state)) + side])
    yield _("You score {points} at once.").format(points=points(int(state.lot_values[card])))
    patron = int(state.lot_patrons[card])
    if patron == NONE:
        return
    before = _exhibition(state, view.seat)
    state.cards[view.seat, patron] += 1
    yield _exhibition_told(_exhibition(state, view.seat) - before)


def _room(view: View, room: int, question: int) -> Iterator[str]:
    """What a room adds at the end."""
    state = view.rules.copy(view.state)
    before = _exhibition(state, view.seat)
    state.rooms[view.seat] |= int(bit(room))
    yield _exhibition_told(_exhibition(state, view.seat) - before)
    if question == Question.ROOM:
        yield _("The cube comes from your personal reserve.")


def _exhibition(state: Any, seat: int) -> int:
    """What a player's cards and sets would score."""
    museum = sum(int(wing_points(state, seat, wing)) for wing in range(WINGS))
    return museum + int(set_points(state, seat))


def _exhibition_told(gain: int) -> str:
    """How much more the exhibition would score."""
    if not gain:
        return _("With your cards of now, it adds nothing to your exhibition.")
    return _("With your cards of now, it adds {points} to your exhibition.").format(
        points=points(gain)
    )
