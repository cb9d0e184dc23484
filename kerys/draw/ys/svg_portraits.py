"""Portraits of the characters of Ys, and their cards."""

from __future__ import annotations

from functools import cache

from kerys.draw.portraits import Card, illustrated_card
from kerys.draw.svg import at, path
from kerys.draw.ys import svg_portraits_court as court
from kerys.draw.ys import svg_portraits_guild as guild
from kerys.draw.ys import svg_portraits_shadow as shadow
from kerys.facts.ys.scene import BLUE_CARD
from kerys.facts.ys.words import character_word
from kerys.games.ys.components import (
    ALCHEMIST,
    BANKER,
    CAPTAIN,
    CARDINAL,
    HERALD,
    ILLUSIONIST,
    INTRIGUER,
    JEWELER,
    KING,
    MAGICIAN,
    MERCENARY,
    MERCHANT,
    PRINCE,
    QUEEN,
    SPY,
)
from kerys.games.ys.wording.explanations import effect
from kerys.locale.word_cache import remembered

DRAWN = {
    ALCHEMIST: guild.alchemist,
    BANKER: guild.banker,
    CAPTAIN: guild.captain,
    CARDINAL: court.cardinal,
    SPY: shadow.spy,
    HERALD: court.herald,
    ILLUSIONIST: shadow.illusionist,
    INTRIGUER: shadow.intriguer,
    JEWELER: guild.jeweler,
    MAGICIAN: shadow.magician,
    MERCHANT: guild.merchant,
    MERCENARY: shadow.mercenary,
    QUEEN: court.queen,
    PRINCE: court.prince,
    KING: court.king,
    BLUE_CARD: guild.blue_card,
}


@cache
def portrait(character: int) -> str:
    """A character, or the blue card, around the origin, in a box of 48 units."""
    return DRAWN[character]()


@remembered(256)
def card(character: int, width: float, height: float) -> str:
    """The card of a character: portrait, name and, if there is room, what it does."""
    look = "blue" if character == BLUE_CARD else "gold"
    deck = effects()
    name, does = character_word(character), deck[character]
    return illustrated_card(Card(portrait(character), name, does, deck, look, sea), width, height)


@remembered(1)
def effects() -> tuple[str, ...]:
    """What each card does."""
    return tuple(effect(card) for card in range(BLUE_CARD + 1))


@cache
def sea(width: float, height: float) -> str:
    """Waves under a pale sky."""
    drawn = path(
        f"M0 {height:g}V7Q0 0 7 0H{width - 7:g}Q{width:g} 0 {width:g} 7V{height:g}Z", "f-sea"
    )
    step = width / 6
    for share, look in ((0.7, "f-sealine"), (0.84, "f-sky")):
        top = height * share
        waves = f"Q{step / 2:g} {top - step / 3:g} {step:g} {top:g}"
        waves += "".join(f"T{step * wave:g} {top:g}" for wave in range(2, 7))
        drawn += path(f"M0 {top:g}{waves}V{height:g}H0Z", look)
    return at(1.5, 1.5, drawn)
