"""The players of Mykerinos beside the region, for pages: points, cubes and cards."""

from __future__ import annotations

from kerys.draw.html import hidden, owner_class, person_heading, picture, seat_icon
from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.mykerinos.svg_players import small_card, tags
from kerys.draw.svg import at, token, words
from kerys.facts.mykerinos.scene import PlayerScene, Track
from kerys.facts.mykerinos.words import patron_word
from kerys.games.mykerinos.components import PATRON_NAMES, PATRONS
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL


def players(
    found: tuple[PlayerScene, ...], neutral_common: int, seat: int, faces: tuple[int, ...]
) -> list[str]:
    """All players in pieces, the viewer first, then in seat order."""
    first = max(seat, 0)
    around = (*found[first:], *found[:first])
    neutral = neutral_tile(neutral_common) if neutral_common != NONE else ""
    tiles = [player_tile(one, one.seat in faces) for one in around]
    return ['<div class="people">\n', *tiles, neutral, "</div>\n"]


@remembered(4096)
def player_tile(one: PlayerScene, has_face: bool) -> str:
    """One player."""
    look = f"tile person {owner_class(one.seat)}{' asked' if one.asked else ''}"
    cards = "".join(
        patron_cards(one.seat, patron, one.cards[patron], one.tilted[patron], one.worth[patron])
        for patron in range(PATRONS)
    )
    return (
        f'<section class="{look}" data-home-of="{one.seat}">'
        f"{person_heading(one.seat, one.name, tags(one), one.points, has_face)}"
        f'<div class="row cubes">{_reserves(one)}</div>\n'
        f'<div class="row patrons">{cards}</div></section>\n'
    )


def _reserves(one: PlayerScene) -> str:
    """Cubes in the reserves, and what the exhibition would score."""
    kept = [
        ("personal", _("Cubes to lay, in the personal reserve"), _("personal"), one.personal),
        ("common", _("Cubes in the common reserve"), _("common"), one.common),
    ]
    if one.neutral != NONE:
        kept.append(("neutral", _("Neutral cubes to lay"), _("neutral"), one.neutral))
    drawn = [
        f'<span data-explain="{name} of {one.seat}" title="{words(title)}"><i>{words(said)}</i>'
        f" <b>{cubes}</b></span>"
        for name, title, said, cubes in kept
    ]
    if one.rank == NONE:
        title = _("What the exhibition would bring now")
        said = f"+{one.exhibition}"
    else:
        title, said = _("The exhibition has brought"), f"{one.exhibition}"
    drawn.append(
        f'<span data-explain="exhibition of {one.seat}" title="{words(title)}">'
        f"<i>{words(_('exhibition'))}</i> <b>{said}</b></span>"
    )
    return "".join(drawn)


@remembered(1024)
def patron_cards(seat: int, patron: int, cards: int, tilted: int, worth: int) -> str:
    """A patron's cards: how many, what each is worth, and which are tilted."""
    look = "" if cards else ' class="none-left"'
    title = _("{patron}: {cards} of {worth} points each, {tilted} used this season").format(
        patron=patron_word(patron), cards=cards, worth=worth, tilted=tilted
    )
    drawn = "".join(
        at(6.5 * card - 6.5 * (cards - 1) / 2, 0, small_card(patron, card >= cards - tilted))
        for card in range(cards)
    )
    lying = picture(drawn, max(8.0, 6.5 * cards + 4), 12) if cards else ""
    return (
        f'<span{look} data-explain="cards {PATRON_NAMES[patron]} of {seat}" title="{words(title)}">'
        f"{picture(mark(patron, 9), 24, 22)}"
        f"{hidden(patron_word(patron))}<b>{cards}</b>\u00d7{worth}{lying}</span>"
    )


@remembered(32)
def neutral_tile(common: int) -> str:
    """The neutral's common reserve."""
    said = words(_("Neutral archaeologist"))
    left = words(_("common"))
    return (
        f'<section class="tile person {owner_class(NEUTRAL)}" data-home-of="{NEUTRAL}">'
        f'<h2 data-explain="player {NEUTRAL}">{seat_icon(NEUTRAL)} <span class="name">{said}</span>'
        f' <span class="note" data-explain="common of {NEUTRAL}">{left} {common}</span></h2>'
        "</section>\n"
    )


@remembered(256)
def pass_track(track: Track) -> str:
    """The spaces of the pass track, and the discs on them."""
    spaces = []
    for space, owner in enumerate(track):
        if owner is None:
            spaces.append(f'<span class="space">{space + 1}</span>')
        else:
            shown = picture(token(owner, 10), 24, 24)
            spaces.append(f'<span class="space taken">{shown}</span>')
    title = _("Whoever passes earlier wins ties; the last starts the next season")
    return (
        f'<section class="tile track" data-explain="pass track" title="{words(title)}">'
        f"<h2>{words(_('Pass track'))}</h2>"
        f"{''.join(spaces)}</section>\n"
    )
