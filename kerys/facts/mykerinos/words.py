"""The words used in drawings, in the current language."""

from __future__ import annotations

from kerys.facts.mykerinos.scene import Lot, Scene
from kerys.games.mykerinos.actions import CUBES_OF, Kind, Question
from kerys.games.mykerinos.wording import names as words
from kerys.games.mykerinos.wording import phases
from kerys.kernel.seats import NONE
from kerys.locale import N_, _

PATRON_LETTERS = "VLBKT"
POWER_WORDS = (
    N_("one more cube"),
    N_("on a pyramid"),
    N_("to the museum"),
    N_("place two"),
    N_("extend by three"),
)
"""What a card of each patron does, in as few words as possible."""
RANK_WORDS = (N_("1st"), N_("2nd"), N_("3rd"), N_("4th"))
KIND_WORDS = {
    Kind.PLACE: N_("place"),
    Kind.EXTEND: N_("extend"),
    Kind.PASS: N_("pass"),
    Kind.VIOLET_PLACE: N_("place with Violet"),
    Kind.VIOLET_EXTEND: N_("extend with Violet"),
    Kind.LEMON_PLACE: N_("place with Lemon"),
    Kind.LEMON_EXTEND: N_("extend with Lemon"),
    Kind.BROWN: N_("museum with Brown"),
    Kind.BLACKMORE: N_("place with Blackmore"),
    Kind.TANGERINE: N_("extend with Tangerine"),
}
CUBES_OF_KIND: tuple[int, ...] = tuple(CUBES_OF.tolist())


def patron_word(patron: int) -> str:
    """The name of a patron; "no patron" for the lot without one."""
    return _("no patron") if patron == NONE else words.patron(patron)


def lot_words(lot: Lot) -> str:
    """The patron and points of a lot."""
    return f"{patron_word(lot.patron)} {lot.value}" if lot.value else patron_word(lot.patron)


def season_words(scene: Scene) -> str:
    """Which season it is."""
    return phases.season_words(scene.season)


def phase_words(scene: Scene) -> str:
    """What happens in the season."""
    phase = phases.phase(scene.moment, scene.area)
    return phase[:1].upper() + phase[1:]


def title(scene: Scene) -> str:
    """The whole drawing, described in a sentence."""
    said = {"season": season_words(scene), "phase": phase_words(scene)}
    if scene.open:
        return _("Mykerinos. {season}. {phase}. All screens down.").format(**said)
    if scene.seat == NONE:
        return _("Mykerinos. {season}. {phase}. Seen by a spectator.").format(**said)
    return _("Mykerinos. {season}. {phase}. Seen by {name}.").format(
        name=scene.names[scene.seat], **said
    )


def board_title(scene: Scene) -> str:
    """The board described in a sentence, which is the same for all who see it."""
    return _("Mykerinos. {season}. {phase}.").format(
        season=season_words(scene), phase=phase_words(scene)
    )


def asked(scene: Scene) -> str:
    """Who has to decide what, or who has won."""
    if scene.over:
        return result(scene)
    if scene.asked == NONE:
        return ""  # between two questions
    name = scene.names[scene.asked]
    if scene.question in (Question.SPACE, Question.NEUTRAL_SPACE):
        return asked_space(scene, name)
    if scene.question in (Question.INSPECTION, Question.LEFTOVER_LOT, Question.NEUTRAL_LOT):
        return asked_lot(scene, name)
    if scene.question == Question.ROOM:
        return _("{name} chooses a room of the museum for a cube, with Brown.").format(name=name)
    if scene.question == Question.NEUTRAL_ACTION:
        return _("{name} may lay neutral cubes.").format(name=name)
    if scene.last_action:
        return _("{name} chooses the last action of this season.").format(name=name)
    return _("{name} chooses an action.").format(name=name)


def asked_space(scene: Scene, name: str) -> str:
    """Which cube of which action is laid next."""
    if scene.question == Question.SPACE:
        sentence = _("{name} lays cube {number} of {total}: {kind}.")
    else:
        sentence = _("{name} lays neutral cube {number} of {total}: {kind}.")
    return sentence.format(
        name=name,
        number=scene.laid + 1,
        total=CUBES_OF_KIND[scene.kind],
        kind=_(KIND_WORDS[Kind(scene.kind)]),
    )


def asked_lot(scene: Scene, name: str) -> str:
    """Who chooses in the area being inspected."""
    if scene.question == Question.NEUTRAL_LOT:
        sentence = _("{name} chooses the neutral archaeologist's lot in area {area}.")
    elif scene.question == Question.LEFTOVER_LOT:
        sentence = _("{name} takes one of the remaining lots in area {area}.")
    elif scene.place == 0:
        sentence = _("{name} is first in area {area}: a lot or the museum.")
    else:
        sentence = _("{name} is second in area {area}: a lot or the museum.")
    return sentence.format(name=name, area=scene.area + 1)


def result(scene: Scene) -> str:
    """Who has won."""
    winners = [player for player in scene.players if player.rank == 1]
    points = winners[0].points
    if len(winners) == 1:
        return _("{name} wins. Points: {points}.").format(name=winners[0].name, points=points)
    names = ", ".join(player.name for player in winners)
    return _("The victory is shared: {names}. Points: {points}.").format(names=names, points=points)


def no_lots_words() -> str:
    """The words shown once the last season has begun."""
    return _("All lots are laid out")
