"""The throne room and the characters beside the city, for pages."""

from __future__ import annotations

from kerys.draw.html import owner_class, picture, portrait, seat_icon
from kerys.draw.svg import disc, path, words
from kerys.draw.ys.svg_cards import stacks, throne_agent, where_words
from kerys.draw.ys.svg_pieces import moved
from kerys.draw.ys.svg_portraits import effects
from kerys.facts.ys.characters import AWAY, IN_FORCE, IN_HAND, whereabouts
from kerys.facts.ys.scene import BLUE_CARD, Agent, Scene
from kerys.facts.ys.words import character_word
from kerys.games.ys.components import CHARACTER_NAMES, THRONE_AGENTS
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

SEAT_WIDE, SEAT_HIGH = 34.0, 34.0
BLUE_NAME = "blue-card"
"""The name of the blue card's portrait."""


def card_name(card: int) -> str:
    """The name of a character's portrait."""
    return BLUE_NAME if card == BLUE_CARD else CHARACTER_NAMES[card]


# --- The throne room ---------------------------------------------------------------------------


@remembered(1024)
def throne(thrones: tuple[tuple[Agent, ...], ...], paired: tuple[int, ...]) -> str:
    """Three seats for each player; an unknown agent shows its possible values."""
    rows = []
    for seat, agents in enumerate(thrones):
        drawn = []
        for slot in range(THRONE_AGENTS):
            middle = (slot - 1) * SEAT_WIDE
            here = throne_agent(agents[slot]) if slot < len(agents) else disc(0, 0, 3, "f-line")
            drawn.append(moved(middle, 0, here))
        if paired[seat]:
            drawn.append(path(f"M{-SEAT_WIDE:g} 13v2.5h{SEAT_WIDE:g}v-2.5", "none s-muted", 1.2))
        room = picture("".join(drawn), THRONE_AGENTS * SEAT_WIDE, SEAT_HIGH)
        rows.append(f"<span>{seat_icon(seat)} {room}</span>")
    title = f'<h2 data-explain="throne room">{words(_("Throne room"))}</h2>'
    return f'<section class="tile throne">{title}{"".join(rows)}</section>\n'


# --- Characters --------------------------------------------------------------------------------


def characters(table: Scene, art: str) -> tuple[str, ...]:
    """The characters to be won now and what they do; then where the others are."""
    return all_characters(table.prizes, whereabouts(table), stacks(table), art)


@remembered(256)
def all_characters(
    prizes: tuple[int, ...], found: tuple[tuple[int, int], ...], stacked: str, art: str
) -> tuple[str, ...]:
    """The same; most decisions change nothing here."""
    won = [to_be_won(quarter, prize, art) for quarter, prize in enumerate(prizes)]
    return (characters_begin(), *won, others(found, stacked, art))


@remembered(1)
def characters_begin() -> str:
    """The title."""
    title = words(_("In the palaces"))
    return f'<section class="tile characters"><h2 data-explain="palaces">{title}</h2>\n'


@remembered(128)
def to_be_won(quarter: int, prize: int, art: str) -> str:
    """The illustrated card of a palace; empty once it has been won."""
    if prize == NONE:
        return ""
    where = words(_("Palace {quarter}").format(quarter=quarter + 1))
    return (
        f'<div class="character" data-explain="character {card_name(prize)}">'
        f"{portrait(art, card_name(prize))}"
        f"<p><b>{words(character_word(prize))}</b>"
        f' <span class="note">{where}</span><br>{words(effects()[prize])}</p></div>\n'
    )


@remembered(256)
def others(found: tuple[tuple[int, int], ...], stacked: str, art: str) -> str:
    """All characters, folded: who has them, or that nobody can know."""
    drawn = [_one(card, where, who, art) for card, (where, who) in enumerate(found)]
    title = words(_("All characters"))
    return (
        f'<details class="all"><summary data-explain="all characters">{title}'
        f' <span class="note">{words(stacked)}</span></summary>'
        f'<ul class="deck">{"".join(drawn)}</ul></details></section>\n'
    )


def _one(card: int, where: int, who: int, art: str) -> str:
    """A character and where it is."""
    look = "away" if where in AWAY else ""
    said = where_words(where, who) or _("not out yet")
    holder = f"{seat_icon(who)} " if IN_HAND <= where <= IN_FORCE else ""
    mine = f" {owner_class(who)}" if holder else ""
    return (
        f'<li class="{look}{mine}" data-explain="character {card_name(card)}"'
        f' title="{words(effects()[card])}">'
        f"{portrait(art, card_name(card))}"
        f'<span><b>{words(character_word(card))}</b><br><span class="note">{holder}'
        f"{words(said)}</span></span></li>"
    )
