"""Explains everything in Mykerinos: what it is, what it is worth now, who owns it.

What a thing is comes from the wording of the game; the rest is computed from the view.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kerys.facts.mykerinos.areas import areas
from kerys.facts.mykerinos.read import first_space, read
from kerys.facts.mykerinos.scene import PlayerScene, Scene, Stage, lots_left, room_holders, track_of
from kerys.facts.mykerinos.words import lot_words, patron_word
from kerys.games.mykerinos.actions import PATRON_OF, ROOM, Kind
from kerys.games.mykerinos.components import AREA_WIDTH, COLUMNS, LOT_HEIGHT, PATRON_NAMES, WINGS
from kerys.games.mykerinos.wording import names, phases
from kerys.games.mykerinos.wording.explanations import EFFECTS, EXPLANATIONS
from kerys.games.mykerinos.wording.names import points
from kerys.games.mykerinos.wording.notation import COLUMN_LETTERS, LOT_NAMES, kind_text, texts
from kerys.kernel.seats import NONE
from kerys.locale import N_, _, ngettext
from kerys.table.explanations import Explanation
from kerys.table.owners import NEUTRAL
from kerys.table.view import View

TITLES = {
    "place": N_("Place"),
    "extend": N_("Extend"),
    "pass": N_("Pass"),
    "done": N_("Continue"),
    "result": N_("Result"),
}
"""Things whose explanation never changes."""
PATRON_KINDS = {kind_text(kind): int(PATRON_OF[kind]) for kind in Kind if PATRON_OF[kind] != NONE}
"""The actions that use a patron's card, by name."""


def explain(view: View, thing: str) -> Explanation | None:
    """What a thing is, as far as a view shows it."""
    if thing in TITLES:
        return Explanation(_(TITLES[thing]), (about(thing),))
    scene = read(view)
    if thing in PATRON_KINDS:
        return _patron(view, scene, PATRON_NAMES[PATRON_KINDS[thing]])
    for pattern, explained in THINGS:
        if found := pattern.fullmatch(thing):
            return explained(view, scene, *found.groups())
    return None


def explain_column(view: View, panel: str, column: str) -> str:
    """What a panel, or one of its columns, shows."""
    if not column:
        return about(panel)
    kind = column.split(" ")[0]
    if kind == "neutral" and panel == "majorities":
        kind = "seat"
    return about(f"{panel} {'patron' if kind in PATRON_NAMES else kind}")


def about(kind: str) -> str:
    """What a kind of thing is, in the current language."""
    return _(EXPLANATIONS[kind])


def _explanation(title: str, *lines: str) -> Explanation:
    """A title and its lines; empty lines are omitted."""
    return Explanation(title[:1].upper() + title[1:], tuple(filter(None, lines)))


# --- The region -------------------------------------------------------------------------------


def _area(view: View, scene: Scene, number: str) -> Explanation | None:
    """An area of the region."""
    if int(number) > len(scene.areas) or scene.over:
        return None
    title = _("Area {area}").format(area=number)
    return _explanation(title, about("area"), *_standing(scene, int(number) - 1))


def _standing(scene: Scene, number: int) -> list[str]:
    """The lots of an area, who has cubes there, and who would act."""
    panel, area = areas(scene), scene.areas[number]
    row = panel.rows[number]
    if area.stage == Stage.DONE:
        return [_("It has been inspected.")]
    lots, *cubes, first, second = row.cells
    has = [
        f"{column.heading} {cell.text}"
        for column, cell in zip(panel.columns[1:], cubes, strict=False)
        if cell.text
    ]
    acting = _("First by now: {names}.").format(names=first.text) if first.text else ""
    if second.text:
        acting += " " + _("Second: {names}.").format(names=second.text)
    return [
        _("Lots: {lots}.").format(lots=lots.text) if lots.text else "",
        _("Cubes there: {cubes}.").format(cubes=", ".join(has)) if has else _("Nobody is there."),
        acting,
        first.title,
    ]


def _space(view: View, scene: Scene, column: str, row: str) -> Explanation | None:
    """A space of the region."""
    across, down = COLUMN_LETTERS.index(column), int(row) - 1
    number = down // LOT_HEIGHT * 2 + across // AREA_WIDTH
    if number >= len(scene.areas) or scene.over:
        return None
    area = scene.areas[number]
    at_bit = down * COLUMNS + across - first_space(number)
    held = [who for who, board in zip(area.owners, area.cubes, strict=True) if board >> at_bit & 1]
    lies = _("A cube of {name} lies here.").format(name=_name(scene, held[0])) if held else ""
    lot = area.lots[across % AREA_WIDTH // 2]
    return _explanation(
        _("Space {space}, area {area}").format(space=f"{column}{row}", area=number + 1),
        about("space"),
        about("pyramid") if area.pyramids >> at_bit & 1 else "",
        lies or _("It is free."),
        _("It is part of the lot {lot}.").format(lot=lot_words(lot)) if lot else "",
        *_standing(scene, number)[1:],
    )


def _lot(view: View, scene: Scene, area: str | None, side: str) -> Explanation | None:
    """A lot in an area; without a number, in the area being inspected."""
    number = scene.area if area is None else int(area) - 1
    if not 0 <= number < len(scene.areas):
        return None
    lot = scene.areas[number].lots[LOT_NAMES.index(side)]
    if lot is None:
        return None
    brings = _("It brings {points} at once.").format(points=points(lot.value))
    card = ""
    if lot.patron == NONE:
        card = _("It has no patron: nothing else comes of it.")
    else:
        card = f"{patron_word(lot.patron)}: {_(EFFECTS[lot.patron])}"
        if scene.seat >= 0:
            worth = scene.players[scene.seat].worth[lot.patron]
            card += " " + _("At the end such a card would bring you {points}.").format(
                points=points(worth)
            )
    title = _("Lot {lot} in area {area}").format(lot=lot_words(lot), area=number + 1)
    return _explanation(title, about("lot"), brings, card, *_standing(scene, number)[1:])


def _to_come(view: View, scene: Scene) -> Explanation:
    """The lots that haven't been laid out yet."""
    left = lots_left(scene.to_come)
    title = ngettext("{number} lot to come", "{number} lots to come", left)
    return _explanation(title, about("lots to come"))


# --- The museum and the patrons ---------------------------------------------------------------


def _room(view: View, scene: Scene, room: str) -> Explanation | None:
    """A room of the museum."""
    if room not in texts():
        return None
    number = texts()[room] - ROOM
    holder = room_holders(scene.rooms, scene.owners)[number]
    held = _("It is free.")
    if holder is not None:
        held = _("{name} holds it.").format(name=_name(scene, holder))
    wing = number % WINGS
    wings = (wing, (wing + 1) % WINGS) if room.startswith("2") else (wing,)
    worth = [_cards_told(scene, scene.wings[one]) for one in wings]
    return _explanation(
        names.room(view.state, number), about(room.split(" ")[0]), held, *filter(None, worth)
    )


def _wing(view: View, scene: Scene, number: str) -> Explanation:
    """A wing of the museum."""
    patron = scene.wings[int(number) - 1]
    title = _("Wing {number}: {patron}").format(number=number, patron=patron_word(patron))
    return _explanation(title, about("wing"), _cards_told(scene, patron))


def _cards_told(scene: Scene, patron: int) -> str:
    """How many cards of a patron each player has, and what each is worth."""
    has = [
        _("{name} {cards} (worth {worth} each)").format(
            name=one.name, cards=one.cards[patron], worth=one.worth[patron]
        )
        for one in scene.players
        if one.cards[patron]
    ]
    if not has:
        return _("Nobody has a card of {patron}.").format(patron=patron_word(patron))
    return _("Cards of {patron}: {cards}.").format(patron=patron_word(patron), cards=", ".join(has))


def _patron(view: View, scene: Scene, name: str) -> Explanation:
    """A patron: what a card does, and who has any."""
    patron = PATRON_NAMES.index(name)
    return _explanation(
        patron_word(patron), _(EFFECTS[patron]), about("patron"), _cards_told(scene, patron)
    )


def _cards(view: View, scene: Scene, name: str, seat: str) -> Explanation | None:
    """A player's cards of a patron."""
    player, patron = _player_of(scene, seat), PATRON_NAMES.index(name)
    if player is None:
        return None
    cards, worth = player.cards[patron], player.worth[patron]
    now = (
        ngettext("{number} card.", "{number} cards.", cards)
        + " "
        + ngettext(
            "Each is worth {number} point in the exhibition.",
            "Each is worth {number} points in the exhibition.",
            worth,
        )
    )
    ready = _("{ready} can still be used this season.").format(ready=cards - player.tilted[patron])
    title = _("{patron} cards of {name}").format(patron=patron_word(patron), name=player.name)
    return _explanation(title, now, ready if cards else "", _(EFFECTS[patron]), about("cards"))


# --- People -----------------------------------------------------------------------------------


def _reserve(view: View, scene: Scene, kind: str, seat: str) -> Explanation | None:
    """A number beside a player: cubes to lay, cubes in the common reserve, the exhibition."""
    if seat == str(NEUTRAL):
        many = scene.neutral_common
        if kind != "common" or many == NONE:
            return None
        title = _("Cubes in the common reserve: {number}").format(number=many)
        return _explanation(title, about("common"))
    player = _player_of(scene, seat)
    if player is None or (kind == "neutral" and player.neutral == NONE):
        return None
    number = getattr(player, kind)
    title = _(RESERVES[kind]).format(name=player.name, number=number)
    return _explanation(title, about(kind))


RESERVES = {
    "personal": N_("Cubes that {name} can lay: {number}"),
    "common": N_("Cubes of {name} in the common reserve: {number}"),
    "neutral": N_("Neutral cubes that {name} can lay: {number}"),
    "exhibition": N_("The exhibition of {name}: {number}"),
}


def _player(view: View, scene: Scene, seat: str) -> Explanation | None:
    """A player with their points, or the neutral archaeologist."""
    if seat == str(NEUTRAL):
        if NEUTRAL not in scene.owners:
            return None
        return _explanation(_("Neutral archaeologist"), about("neutral archaeologist"))
    player = _player_of(scene, seat)
    if player is None:
        return None
    if scene.over:
        now = _("{points} in the end.").format(points=points(player.points))
        return _explanation(player.name, now, about("player"))
    return _explanation(
        player.name,
        _("{points} now.").format(points=points(player.points)),
        _("{points} if the game ended now, place {place}.").format(
            points=points(player.total), place=player.place
        ),
        ngettext("{number} cube left to lay.", "{number} cubes left to lay.", player.personal),
        _("Passed: space {number} of the track.").format(number=player.passed + 1)
        if player.passed != NONE
        else "",
        about("player"),
    )


def _pass_track(view: View, scene: Scene) -> Explanation:
    """The pass track, and who is on it."""
    passed = [_name(scene, owner) for owner in track_of(scene) if owner is not None]
    who = _("Passed so far: {names}.").format(names=", ".join(passed))
    return _explanation(_("Pass track"), about("pass track"), who if passed else "")


def _heading(view: View, scene: Scene) -> Explanation:
    """Where the game stands."""
    return _explanation(phases.heading(view.state), about("heading"))


def _player_of(scene: Scene, seat: str) -> PlayerScene | None:
    """A player by seat number."""
    return next((one for one in scene.players if one.seat == int(seat)), None)


def _name(scene: Scene, token: int) -> str:
    """The name of a player, or of the neutral archaeologist."""
    return names.owner(len(scene.names) if token == NEUTRAL else token, scene.names)


PATRON = rf"({'|'.join(PATRON_NAMES)})"
THINGS: tuple[tuple[re.Pattern[str], Callable[..., Explanation | None]], ...] = tuple(
    (re.compile(pattern), explained)
    for pattern, explained in (
        (r"area ([1-6])", _area),
        (r"([a-h])([1-9])", _space),
        (r"lot (?:([1-6]) )?(left|right)", _lot),
        (r"lots to come", _to_come),
        (r"([35]-room [1-5]|2-room [1-5]-[1-5])", _room),
        (r"wing ([1-5])", _wing),
        (rf"patron {PATRON}", _patron),
        (rf"cards {PATRON} of (\d)", _cards),
        (r"(personal|common|neutral|exhibition) of (-1|\d)", _reserve),
        (r"player (-1|\d)", _player),
        (r"pass track", _pass_track),
        (r"heading", _heading),
    )
)
"""How things are named, and the function that explains each."""
