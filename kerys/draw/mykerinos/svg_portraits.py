"""Portraits of the five patrons in front of the pyramids, and their cards."""

from __future__ import annotations

from functools import cache

from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.portraits import (
    Card,
    ball,
    fill,
    fist,
    flat,
    gleam,
    head,
    illustrated_card,
    line,
    medallion,
    robe,
    rod,
    shade,
)
from kerys.draw.svg import at, path
from kerys.facts.mykerinos.words import POWER_WORDS, patron_word
from kerys.games.mykerinos.components import (
    BLACKMORE,
    BROWN,
    LEMON,
    PATRON_NAMES,
    TANGERINE,
    VIOLET,
)
from kerys.locale import _
from kerys.locale.word_cache import remembered

DESERT = (
    flat("stone", "M-1 7L10-8L17.8 7Z")
    + shade("M10-8L13 7H17.8Z")
    + flat("stone", "M-17.8 7L-12-1.6L-5 7Z")
    + shade("M-12-1.6L-10 7H-5Z")
    + flat("sandline", "M-17.9 7Q-9 4.6 0 6.6T17.9 7A18.4 18.4 0 0 1-17.9 7Z")
)
"""The background of the patrons."""


def before_pyramids(patron: int, ground: str, *figure: str, front: str = "") -> str:
    """A patron in a ring of their colour."""
    return medallion(ground, PATRON_NAMES[patron], *figure, front=front, behind=DESERT)


def violet() -> str:
    """A wide hat with flowers and a feather, a collar of lace."""
    petals = ("2.4 1.6", "-.9 2.8", "-3 0", "-.9-2.8", "2.4-1.6")
    flower = "m0-2.6" + "".join(f"a1.5 1.5 0 0 1 {petal}" for petal in petals) + "z"
    return before_pyramids(
        VIOLET,
        "sky",
        robe("violet"),
        fill("chestnut", "M-6.6-9C-12-7-10.6 1.4-7 2.4H7C10.6 1.4 12-7 6.6-9Z"),
        fill("ivory", "M-4.2 4.6Q-4.4 8-6 10.6Q0 15 6 10.6Q4.4 8 4.2 4.6Z"),
        line("M-2.4 6.6L-3.4 11.6M2.4 6.6L3.4 11.6M0 8V12.8", 0.7),
        head("fair", "M-5-5Q-3.6-6.4-2-5.6M2-5.6Q3.6-6.4 5-5M-5.2-3.6l.6.6M5.2-3.6l-.6.6"),
        line("M-1.3 3.5Q.3 4.4 1.9 3.4", 1.3, "crimson"),
        fill("ivory", "M-4.4 6.4Q0 9.6 4.4 6.4L4.8 9.4Q0 12.6-4.8 9.4Z"),
        ball("violet", 0, 10, 1.6),
        fill(
            "chestnut", "M-7-1.4C-8.6-8-4-10 0-9C4-10 8.6-8 7-1.4C6-5-1-5.6-2-7.6C-3-5.6-6-5-7-1.4Z"
        ),
        fill("ivory", "M5-15C9-22.6 18-23.4 22-18C18.6-18.8 16-14.6 9-12Z"),
        line("M8-14Q13-19 18.6-19.2", 0.8),
        fill("violet", "M-8.6-9.6C-9-15.6-5-18.6 1-18.6C7-18.6 9.4-14.6 9-10Z"),
        shade("M3.6-18.4C6-15.6 6.4-12.6 5.8-9.6H9C9.4-14.2 7.6-17.6 3.6-18.4Z"),
        fill(
            "violet", "M-18-6.6C-17.4-12 16-13.4 18.4-8.6C16-5.4 6-7.6 0-7.6C-7-7.6-15-3.6-18-6.6Z"
        ),
        shade("M4-11.6C11-11.8 17.4-10.8 18.4-8.6C16-6 9-6.8 4-7.4C10-8.6 10-10.4 4-11.6Z"),
        fill("ivory", f"M-10.6-12{flower}M-5-14.6{flower}M-5.6-10{flower}"),
        line("M-10.6-11.2v.1M-5-13.8v.1M-5.6-9.2v.1", 1.5, "gold"),
    )


def lemon() -> str:
    """A straw boater, spectacles, a bow tie, a small pyramid on the palm."""
    return before_pyramids(
        LEMON,
        "rose",
        robe("lemon"),
        fill("ivory", "M-4.6 7.8L0 19L4.6 7.8L3 6H-3Z"),
        line("M-4.6 8L-6.6 13L-3.6 13.6L0 20L3.6 13.6L6.6 13L4.6 8", 1),
        fill("ginger", "M-7-9C-8.6-6-8.4-3-7-1.4H7C8.4-3 8.6-6 7-9Z"),
        head(
            "fair",
            "M-5.2-5.8Q-3.6-6.8-2-6M2-6Q3.6-6.8 5.4-5.8M-1.2 4.8Q.2 5.4 1.6 4.6",
            "",
        ),
        fill(
            "ginger",
            "M.2 2.4C-1.4 1.2-3 3.2-5.6 1.4C-5.2 4.6-1.6 4.8.2 3.4"
            "C2 4.8 5.4 4.6 6 1.4C3.4 3.2 1.8 1.2.2 2.4Z",
        ),
        flat("white", "M-3.1-5a2.6 2.6 0 1 1-.01 0ZM3.5-5a2.6 2.6 0 1 1-.01 0Z", ".4"),
        line("M-3.1-5a2.6 2.6 0 1 1-.01 0ZM3.5-5a2.6 2.6 0 1 1-.01 0ZM-.5-2.8Q.2-3.2.9-2.8", 0.9),
        line("M-3-2.6v.4M3.6-2.6v.4", 1.8),
        fill("navy", "M0 9.4L-4.2 7.4V12L0 10.2L4.2 12V7.4Z"),
        fill("straw", "M-8.4-9V-17.6Q0-19.6 8.4-17.6V-9Z"),
        fill("navy", "M-8.4-9V-13Q0-15 8.4-13V-9Z"),
        shade("M3.4-18.4Q6-18.2 8.4-17.6V-9H3.4Z"),
        fill("straw", "M-14-8.6C-13-11.6 13-11.6 14-8.6C12-6 6-7.4 0-7.4C-6-7.4-12-6-14-8.6Z"),
        shade("M3-10.8C9-10.6 13.4-10 14-8.6C12-6.4 8-7 3-7.4C7-8.4 7-9.8 3-10.8Z"),
        rod("lemon", "M6 20.4L12 17.4", 4.2),
        front=fill(
            "fair", "M9.6 13.6Q15 15.4 20.6 13Q22 15 18.8 17.2Q14.6 19.4 11.6 17.6Q9 16 9.6 13.6Z"
        )
        + fill("gold", "M8.4 13.8L15 3.6L21.6 13.8Z")
        + shade("M15 3.6L16.8 13.8H21.6Z")
        + line("M11.8 8.6L16 8.9L18.2 8.6M10 11.4L16.4 11.7L20 11.4", 0.7),
    )


def brown() -> str:
    """A sun helmet, a mighty moustache, and a cat for the museum."""
    return before_pyramids(
        BROWN,
        "wheat",
        robe("brown"),
        fill("ivory", "M-4.6 7.8L0 13.4L4.6 7.8L3 6H-3Z"),
        line(
            "M-4.6 8L-7.4 12L-3.4 13.4L0 13.6L3.4 13.4L7.4 12L4.6 8M0 13.6V22.6M-12 15.4h5.4v4.4", 1
        ),
        fill("silver", "M-7-9C-8.6-6-8.2-2-7 .8H7C8.2-2 8.6-6 7-9Z"),
        head("tan", "M-5.4-4.6Q-3.6-5.6-2-4.4M2-4.4Q3.6-5.6 5.4-4.6M-1.4 5.4H1.6"),
        fill(
            "silver",
            "M0 1.8C-2-.4-6 .6-8 4.6C-5.4 6.4-1.6 5.8 0 3.6C1.6 5.8 5.4 6.4 8 4.6"
            "C6 .6 2 -.4 0 1.8Z",
        ),
        shade("M0 1.8C2-.4 6 .6 8 4.6C5.4 6.4 2.4 5.8 1 4.4Z"),
        fill("ivory", "M-9.6-7.6C-10.6-15.6-6-20 0-20.4C6-20 10.6-15.6 9.6-7.6Z"),
        shade("M2-20C6-16 6.4-12 5.6-7.6H9.6C10.6-15 7-19 2-20Z"),
        line("M0-20.4V-11.4M-5-18.6Q-6.4-15-6.2-11M5-18.6Q6.4-15 6.2-11", 0.8),
        fill("brown", "M-9.8-7V-11.4Q0-14 9.8-11.4V-7Z"),
        fill("ivory", "M-15.4-3.6C-13.6-9.6 13.6-9.6 15.4-3.6C10-7-10-7-15.4-3.6Z"),
        shade("M3-7.8C10-7.4 14.4-6.6 15.4-3.6C12-5.4 8-6 3-6.2Z"),
        ball("ivory", 0, -21.2, 1.4),
        front=fill(
            "slate",
            "M10.4 21.4C9.4 15.6 11.4 12.4 12.8 10.4C11.4 9.4 11.2 7.4 11.6 5.8"
            "L11.8 2.4L13.8 4.4H16.2L18.2 2.4L18.4 5.8C18.8 7.4 18.6 9.4 17.2 10.4"
            "C18.8 12.8 19.8 17 19.4 21.4Z",
        )
        + line("M13.4 7.2v.2M16.6 7.2v.2", 1.3, "gold")
        + line("M12.9 10.8Q15 12.4 17.1 10.8", 1.4, "gold")
        + line("M13.6 15V21M16 15V21", 0.8)
        + gleam("M11.6 19C11.4 16 12 13.6 13 12Q12.6 15 12.8 19Z")
        + fill("gold", "M8.8 20.8H21.2V23H8.8Z"),
    )


def blackmore() -> str:
    """A top hat, a monocle, a cane with a silver knob."""
    return before_pyramids(
        BLACKMORE,
        "twilight",
        robe("blackmore"),
        fill("white", "M-4.8 7.8L0 19.6L4.8 7.8L3 6H-3Z"),
        line("M-4.8 8L-7.4 12.4L-4.2 13.2L0 20.6L4.2 13.2L7.4 12.4L4.8 8", 1, "steel"),
        fill("silver", "M-6.6-9C-8.8-6-8.4-2-7.2 1.4H7.2C8.4-2 8.8-6 6.6-9Z"),
        head("fair", "M-5.4-5.2L-2-4.8M2-5.8Q3.6-7 5.4-6M-2 3.8Q.4 3.4 2.2 4.2"),
        fill(
            "silver",
            "M-6.7-3.4C-7.6 1-7.2 5-4.4 6.4C-3.4 4.4-5.4 3-6.7-3.4ZM6.7-3.4"
            "C7.6 1 7.2 5 4.4 6.4C3.4 4.4 5.4 3 6.7-3.4Z",
        ),
        line("M3.4-5.4a2.9 2.9 0 1 1-.01 0Z", 2),
        line("M3.4-5.4a2.9 2.9 0 1 1-.01 0ZM5.8-1Q8 6 5.4 13.4", 0.9, "gold"),
        fill("violet", "M-2.4 8.4Q0 7.4 2.4 8.4L1.6 10.6L2.2 15L0 17.6L-2.2 15L-1.6 10.6Z"),
        ball("gold", 0, 13, 0.9),
        fill("blackmore", "M-8-8.6L-9-21.6Q0-24 9-21.6L8-8.6Z"),
        gleam("M-7.6-20.6L-5-21.2L-4.6-13.6L-6.8-13.2Z"),
        fill("silver", "M-8-8.6L-8.3-12.4Q0-14.4 8.3-12.4L8-8.6Z"),
        shade("M3.6-22.8Q7-22.4 9-21.6L8-8.6H4Z"),
        fill(
            "blackmore", "M-14-9.4C-10-8.4 10-8.4 14-9.4C13-5.6 7-6.8 0-6.8C-7-6.8-13-5.6-14-9.4Z"
        ),
        front=rod("chestnut", "M-14.8 22L-14.8 8", 1.5)
        + ball("silver", -14.8, 5.4, 2.6)
        + gleam("M-16.4 5Q-16 3.4-14.4 3.6Q-15.8 4-16.4 5Z")
        + fist("white", -14.4, 12.6),
    )


def tangerine() -> str:
    """A felt hat, a long braid, a trowel."""
    return before_pyramids(
        TANGERINE,
        "sage",
        robe("ivory"),
        fill("chestnut", "M-6.6-9C-10-6-9.4 1-7.4 5H7.4C9.4 1 10-6 6.6-9Z"),
        head("tan", "M-5-5.2Q-3.6-6.4-2-5.6M2-5.6Q3.6-6.4 5-5.2M-2.2 3Q.2 5.2 2.6 2.8Z"),
        fill(
            "tangerine",
            "M-6.6 8Q0 12.6 6.6 7.6L7.4 10.6Q3 13.4 1 13.2L3.6 18.6L-1 17.4"
            "L-2.6 13.2Q-6 12.4-7.4 10.8Z",
        ),
        shade("M2 11.2Q5 10 6.6 7.6L7.4 10.6Q4.4 13.4 1 13.2Z"),
        fill(
            "chestnut", "M-7-1C-8.4-8-4-9.6 0-9C4-9.6 8.4-8 7-1C6-4.6 3.6-6-1-7.4C-3.6-6-6-4.6-7-1Z"
        ),
        fill(
            "chestnut",
            "M6.6 1C10 2 11.4 4 10 6.4C12 8 12 10.4 10.2 12C12 14 11.4 16.4 9.4 18.4"
            "C7 16.6 6.6 14.4 8 12C6.2 10.4 6.2 8 7.8 6.4C6.4 4.6 6 3 6.6 1Z",
        ),
        line("M7.8 6.4L10 6.4M8 12H10.2", 1.4, "tangerine"),
        fill("tangerine", "M-8.6-9.6C-9-14.6-7.4-20-3.6-19.6Q0-17 3.6-19.6C7.4-20 9-14.6 8.6-9.6Z"),
        fill("brown", "M-8.6-9V-12.6Q0-14.8 8.6-12.6V-9Z"),
        shade("M3.6-19.6C7.4-20 9-14.6 8.6-9.6H4.6Q6-15 3.6-19.6Z"),
        line("M0-17.8Q.6-16 0-14.6", 0.8),
        fill(
            "tangerine",
            "M-15.6-9.4C-11-11 11-11 15.6-9.4C14-4.8 7-7.2 0-7.2C-7-7.2-14-4.8-15.6-9.4Z",
        ),
        shade("M4-10.4Q11-10.2 15.6-9.4C14-5.4 9-6.6 4-7Q9-8.6 4-10.4Z"),
        front=fill("silver", "M-14 9.6C-17.6 5.6-18.6 1-17.4-4.6C-13-2-10.2 2-10.6 8.4Z")
        + line("M-16.6-2.6Q-14.6 3-12.6 8", 0.8)
        + shade("M-17.4-4.6C-13-2-10.2 2-10.6 8.4L-12.6 9Q-14.4 2-17.4-4.6Z")
        + rod("brown", "M-12 10L-9.4 18", 1.8)
        + fist("tan", -10.8, 15),
    )


DRAWN = {VIOLET: violet, LEMON: lemon, BROWN: brown, BLACKMORE: blackmore, TANGERINE: tangerine}


@cache
def portrait(patron: int) -> str:
    """A patron around the origin, in a box of 48 units."""
    return DRAWN[patron]()


@remembered(64)
def card(patron: int, width: float, height: float) -> str:
    """The card of a patron: portrait, name, mark and, if there is room, what it does."""
    deck = powers()
    name, look = patron_word(patron), PATRON_NAMES[patron]
    one = Card(portrait(patron), name, deck[patron], deck, look, dunes)
    radius = min(max(6.0, min(width, height) * 0.08), 10)
    corner = at(radius * 1.7, radius * 1.7, mark(patron, radius))
    return illustrated_card(one, width, height) + corner


@remembered(1)
def powers() -> tuple[str, ...]:
    """What each patron does, in a short sentence."""
    said = [_(power) for power in POWER_WORDS]
    return tuple(power[:1].upper() + power[1:] for power in said)


@cache
def dunes(width: float, height: float) -> str:
    """Sand under a warm sky."""
    sky = f"M0 {height:g}V7Q0 0 7 0H{width - 7:g}Q{width:g} 0 {width:g} 7V{height:g}Z"
    drawn = path(sky, "f-street2")
    for share, rise, look in ((0.66, -1, "f-sand"), (0.82, 1, "f-sandline")):
        top, lift = height * share, rise * height * 0.07
        hills = f"Q{width / 4:g} {top + lift:g} {width / 2:g} {top:g}T{width:g} {top:g}"
        drawn += path(f"M0 {top:g}{hills}V{height:g}H0Z", look)
    return at(1.5, 1.5, drawn)
