"""The players of Ys beside the city, for pages: points, agents, gems and characters."""

from __future__ import annotations

from kerys.draw.html import hidden, owner_class, person_heading, picture, portrait
from kerys.draw.svg import rounded, token, touch, words
from kerys.draw.svg import spot as named_spot
from kerys.draw.ys.svg_pieces import gem, hollow, spot
from kerys.draw.ys.svg_players import doing_words
from kerys.draw.ys.svg_portraits import effects
from kerys.facts.ys.scene import UNKNOWN, Groups, PlayerScene, Scene
from kerys.facts.ys.words import TIMES, character_word, colour_word, owner_name
from kerys.games.ys.actions import Question
from kerys.games.ys.components import CHARACTER_NAMES, COLOUR_NAMES
from kerys.locale import _
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL

OWN, OTHERS = 13.0, 10.5
"""The radius of agents: larger for the viewer's own, which can be clicked."""


def players(table: Scene, names: tuple[str, ...], faces: tuple[int, ...], art: str) -> list[str]:
    """All players in pieces, the viewer first, then in seat order."""
    first = max(table.seat, 0)
    seated = [one for one in table.players if one.owner != NEUTRAL]
    around = [*seated[first:], *seated[:first]]
    others = [one for one in table.players if one.owner == NEUTRAL]
    return [
        '<div class="people">\n',
        *[player(table, one, names, one.owner in faces, art) for one in (*around, *others)],
        "</div>\n",
    ]


def player(table: Scene, one: PlayerScene, names: tuple[str, ...], has_face: bool, art: str) -> str:
    """One player."""
    gives = table.question == Question.ALCHEMIST_GIVES and one.asked
    return player_tile(one, owner_name(names, one.owner), has_face, gives, art)


@remembered(4096)
def player_tile(one: PlayerScene, name: str, has_face: bool, gives: bool, art: str) -> str:
    """The whole tile; `gives`: this player must give a gem."""
    look = f"tile person {owner_class(one.owner)}{' asked' if one.asked else ''}"
    heading = person_heading(one.owner, name, doing_words(one), one.points, has_face)
    drawn = [f'<section class="{look}" data-home-of="{one.owner}">{heading}']
    if one.owner != NEUTRAL:
        drawn.append(_agents(one))
    drawn.append(
        f'<div class="row">{_gems(one.owner, one.gems, gives)}{_cards(one, art)}</div></section>\n'
    )
    return "".join(drawn)


def _agents(one: PlayerScene) -> str:
    """The agents in front of the screen, and those behind it."""
    drawn = _front(one.owner, one.front, one.own) + _behind(one.owner, one.behind, one.own)
    if one.neutral_behind is not None:
        drawn += _neutral(one.owner, one.neutral_behind)
    return f'<div class="row agents">{drawn}</div>\n'


@remembered(4096)
def _front(owner: int, front: tuple[int, ...], own: bool) -> str:
    """The agents in front of the screen, which break ties."""
    radius = OWN if own else OTHERS
    drawn = []
    for index, value in enumerate(front):
        name = f"front {value}" if own and value not in front[:index] else ""
        drawn.append(_token(owner, value, radius, name))
    total = f' <span class="note">= {sum(front)}</span>' if len(front) > 1 else ""
    title = words(_("In front of the screen: they break ties"))
    said = words(_("Front"))
    shown = "".join(drawn) or "-"
    return (
        f'<span class="kept" data-explain="front of {owner}" title="{title}"><i>{said}</i>'
        f" {shown}{total}</span>\n"
    )


@remembered(4096)
def _behind(owner: int, groups: Groups, own: bool) -> str:
    """The agents behind the screen: the viewer's own one by one, those of others as a count."""
    drawn = []
    for value, many in groups:
        if own:
            drawn += [_token(owner, value, OWN, str(value))] * many
        else:
            drawn.append(_counted(owner, value, many))
    said = words(_("Behind"))
    shown = "".join(drawn) or "-"
    return f'<span class="kept" data-explain="behind {owner}"><i>{said}</i> {shown}</span>\n'


@remembered(512)
def _neutral(holder: int, groups: Groups) -> str:
    """The neutral agents that a player holds."""
    drawn = "".join(_counted(NEUTRAL, value, many) for value, many in groups)
    said = words(_("Neutral"))
    return (
        f'<span class="kept" data-explain="neutral agents of {holder}"><i>{said}</i>'
        f" {drawn or '-'}</span>\n"
    )


@remembered(256)
def _token(owner: int, value: int, radius: float, name: str) -> str:
    """An agent; it can be chosen if it has a name."""
    drawn = token(owner, radius * 0.86, str(value))
    if name:
        half = radius + 1
        drawn = spot(name, rounded(-half, -half, 2 * half, 2 * half), drawn)
    side = 2 * radius + 3
    return picture(drawn, side, side, said=str(value))


@remembered(512)
def _counted(owner: int, value: int, many: int) -> str:
    """Agents of the same value, and their number."""
    side = 2 * OTHERS + 2
    if value == UNKNOWN:
        shown = picture(hollow(owner, 9, "?", "f-muted", False), side, side, said="?")
    else:
        shown = picture(token(owner, 9, str(value)), side, side, said=str(value))
    return f'{shown}<span class="many">{TIMES}{many}</span>'


@remembered(2048)
def _gems(owner: int, gems: tuple[int, ...], gives: bool) -> str:
    """A player's gems, of the four colours and black."""
    drawn = []
    for colour, many in enumerate(gems):
        shape = gem(colour, 8.5)
        if gives and many:
            shape = spot(COLOUR_NAMES[colour], rounded(-12, -12, 24, 24), shape)
        shown = picture(shape, 24, 24)
        look = "" if many else ' class="none-left"'
        name = f"gems {COLOUR_NAMES[colour]} of {owner}"
        said = hidden(colour_word(colour))
        drawn.append(f'<span{look} data-explain="{name}">{shown}{said}{many}</span>')
    return f'<span class="gems">{"".join(drawn)}</span>\n'


def _cards(one: PlayerScene, art: str) -> str:
    """Characters: filled if in force, plain in hand, dashed if won for the next round."""
    drawn = [_card(card, "in-force", "", art) for card in one.in_force]
    drawn += [_card(card, "in-hand", f"play {CHARACTER_NAMES[card]}", art) for card in one.hand]
    drawn += [_card(card, "won", "", art) for card in one.won]
    return f'<span class="cards-held">{"".join(drawn)}</span>\n' if drawn else ""


@remembered(256)
def _card(card: int, look: str, name: str, art: str) -> str:
    """A player's character; its effect is shown on request."""
    said = character_word(card)
    kept = {"in-force": _("in force"), "in-hand": _("in hand"), "won": _("next round")}[look]
    title = words(f"{said} ({kept}): {effects()[card]}")
    shown = f"{portrait(art, CHARACTER_NAMES[card])} {words(said)}"
    explained = f"character {CHARACTER_NAMES[card]}"
    begin = f'<span class="card-held {look}" data-explain="{explained}" title="{title}">'
    if not name:
        return f"{begin}{shown}</span>"
    pressed = named_spot(name, touch("M0 0H100V28H0Z"))
    cover = f'<svg class="cover" viewBox="0 0 100 28" preserveAspectRatio="none">{pressed}</svg>'
    return f"{begin}{shown}{cover}</span>"
