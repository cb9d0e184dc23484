"""Portraits of the traders of Ys: alchemist, banker, captain, jeweler, merchant; a shell."""

from __future__ import annotations

from kerys.draw.portraits import (
    ball,
    fill,
    fist,
    flat,
    gleam,
    head,
    line,
    medallion,
    robe,
    rod,
    shade,
)
from kerys.draw.svg import at
from kerys.draw.ys.svg_pieces import GEM_SHAPES
from kerys.games.ys.components import COLOUR_NAMES

WAVES = "M-18.3 4Q-15 2-12 4T-6 4T0 4T6 4T12 4T18.3 4A18.4 18.4 0 0 1-18.3 4Z"
"""The sea behind a figure."""


def alchemist() -> str:
    """Bald, in spectacles, with a flask in which one gem turns into another."""
    flask = (
        "M10.8-4V3.6C6.2 5.4 4.2 9 4.2 12.4C4.2 17.4 8 20.8 13 20.8"
        "C18 20.8 21.8 17.4 21.8 12.4C21.8 9 19.8 5.4 15.2 3.6V-4Z"
    )
    return medallion(
        "sage",
        "gold",
        robe("plum"),
        fill("gold", "M-3.6 8L-6.4 8.8L-2 22.6H2L6.4 8.8L3.6 8L0 13.4Z"),
        fill(
            "ivory",
            "M-5.6-5.4C-9.8-7.6-12-3.4-9.8-1.4C-12 .8-10.4 4.6-7.6 4.4"
            "C-7 6-4.6 5.6-4.6 4ZM5.6-5.4C9.8-7.6 12-3.4 9.8-1.4"
            "C12 .8 10.4 4.6 7.6 4.4C7 6 4.6 5.6 4.6 4Z",
        ),
        head(
            "fair",
            "M-5.4-6.2Q-3.4-7.4-1.6-6.2M2-6.2Q3.8-7.4 5.4-6.2M-1.6 3.8Q0 4.6 1.8 3.4",
            "",
        ),
        gleam("M-5-6.6C-4-8.8-1.8-9.2 0-8.4C-1.8-8.2-3.4-7.8-5-6.6Z"),
        flat("white", "M-3-5.2a2.8 2.8 0 1 1-.01 0ZM3.8-5.2a2.8 2.8 0 1 1-.01 0Z", ".45"),
        line("M-3-5.2a2.8 2.8 0 1 1-.01 0ZM3.8-5.2a2.8 2.8 0 1 1-.01 0ZM-.2-2.8Q.4-3.2 1-2.8", 0.9),
        line("M-2.7-2.5v.4M4-2.5v.4", 1.8),
        front=fill("white", flask)
        + flat(
            "green",
            "M4.9 11.4C4.6 17 8.6 20.1 13 20.1C17.4 20.1 21.4 17 21.1 11.4"
            "Q17 13.6 13 11.8T4.9 11.4Z",
        )
        + flat("yellow", "M9.6 14.2l1.6 2-1.6 2-1.6-2Z")
        + flat("red", "M15.6 13.6l1.9 2.3-1.9 2.3-1.9-2.3Z")
        + gleam("M6.4 10C7.2 7 9.4 5.8 11.4 5.2V7.2Q8.8 8 8.2 10.6Z")
        + shade(
            "M15.2-4V3.6C19.8 5.4 21.8 9 21.8 12.4C21.8 17.4 18 20.8 13 20.8"
            "C18.6 16 18.6 9 13.6 4V-4Z"
        )
        + rod("brown", "M10.8-4.6H15.2", 1.6)
        + ball("green", 11.8, -9, 1.3)
        + ball("green", 15, -12.4, 1.8)
        + ball("green", 11.6, -16, 1.1),
    )


def banker() -> str:
    """A velvet cap, a fur collar, and two piles of coins, one growing and one shrinking."""
    coin = "M{x} {y}c0-2.6 10-2.6 10 0v2.2c0 2.6-10 2.6-10 0Z"
    left = "".join(fill("gold", coin.format(x=-21, y=y)) for y in (18, 15.2, 12.4, 9.6, 6.8))
    rims = "M-21 6.8c0 2.6 10 2.6 10 0M11 15.2c0 2.6 10 2.6 10 0"
    right = "".join(fill("gold", coin.format(x=11, y=y)) for y in (18, 15.2))
    return medallion(
        "wheat",
        "gold",
        robe("slate"),
        fill("chestnut", "M-6.4 7.4C-12 9.4-12 16-8 21L0 22.7L8 21C12 16 12 9.4 6.4 7.4L0 17Z"),
        fill("ivory", "M-4.4 7.6L0 14.4L4.4 7.6L3 6H-3Z"),
        fill("ginger", "M-7-7C-9.4-4-8.4 2-6.4 4H6.4C8.4 2 9.4-4 7-7Z"),
        head("fair", "M-5.4-5.6L-2-4.8M2-5.6Q3.6-6.6 5.2-5.8M-1.4 4.6H1.6"),
        fill(
            "ginger",
            "M0 1.4C-2 .6-4.6 1.6-6 4.2C-3.6 4.6-1.4 4 0 2.8C1.4 4 3.6 4.6 6 4.2"
            "C4.6 1.6 2 .6 0 1.4Z",
        ),
        fill("slate", "M-10.4-7C-13-13-8-17.4 1-17.4C10-17.4 13.4-12 10.4-7Q0-9.8-10.4-7Z"),
        shade("M4-17.2C8-14 8.4-11 7-7.8L10.4-7C13.4-12 10-16.8 4-17.2Z"),
        fill("crimson", "M-9.6-6.6Q0-9.6 9.6-6.6V-9.4Q0-12.4-9.6-9.4Z"),
        ball("gold", -5.4, -10.2, 1.7),
        front=f"{left}{right}{line(rims, 0.9)}",
    )


def captain() -> str:
    """A weathered face, a cocked hat, and the wheel of a ship."""
    brim = "M-17.6-13.4C-13.6-8-6-6.4 0-6.4C6-6.4 13.6-8 17.6-13.4"
    return medallion(
        "wheat",
        "gold",
        robe("navy"),
        fill("ivory", "M-4.4 8L0 14L4.4 8L3 5H-3Z"),
        line("M0 14V22.6", 0.9),
        ball("gold", 3, 16, 1.2),
        ball("gold", 3, 19.6, 1.2),
        fill("ginger", "M-7.4-7C-9-2-8.6 2-7.4 4H7.4C8.6 2 9-2 7.4-7Z"),
        head("tan", "M-5.4-5L-2-4.4M2-4.4L5.4-5M-6-1.8l-.8-.4M-5.8-1l-.8.3"),
        fill(
            "ginger",
            "M-6.9-3.4C-8.6 5-5.8 11.6 0 12.4C5.8 11.6 8.6 5 6.9-3.4"
            "C6.2.6 4.8 2.2 2.6 2.4Q0 1.8-2.6 2.4C-4.8 2.2-6.2.6-6.9-3.4Z",
        ),
        shade("M6.9-3.4C8.6 5 5.8 11.6 0 12.4C4 9.6 4.4 6.4 2.6 2.4C4.8 2.2 6.2.6 6.9-3.4Z"),
        line("M-5 3Q-2 1.6 0 3Q2 1.6 5 3M-1.6 5.6H1.6M-2.4 8.4l.6 1.6M2.4 8.4l-.6 1.6", 0.9),
        fill("slate", f"{brim}C12-13 8.6-21 0-21C-8.6-21-12-13-17.6-13.4Z"),
        shade("M2-20.8C9-20 12-13 17.6-13.4C14-8.6 8.6-7 4-6.6C8-11 6-17 2-20.8Z"),
        line(brim, 2.6),
        line(brim, 1.4, "gold"),
        line("M0-17.4V-11.4M-2.2-15.6h4.4M-3.2-13.4Q-2.6-11.2 0-11.2T3.2-13.4", 1.1, "gold"),
        front=at(
            -11.2,
            11.8,
            rod("brown", "M0-10.6V10.6M-10.6 0H10.6M-7.5-7.5L7.5 7.5M-7.5 7.5L7.5-7.5", 1.5),
            rod("brown", "M0-6.6a6.6 6.6 0 1 1-.01 0Z", 1.8),
            ball("gold", 0, 0, 2.2),
        )
        + fist("tan", -4.6, 10.4),
        behind=flat("navy", WAVES, ".35"),
    )


def jeweler() -> str:
    """A bright headscarf, a lens over one eye, a gem between the fingers."""
    lens = "M-3.4-8a5.2 5.2 0 1 1-.01 0Z"
    return medallion(
        "rose",
        "gold",
        robe("forest"),
        fill("gold", "M-8 8.8Q0 18.4 8 8.8L6.2 8.2Q0 14.4-6.2 8.2Z"),
        head("umber", "M2-5.8Q3.8-6.8 5.4-5.4", "M3.6-3v.7"),
        line("M-1.2 3.6Q.6 4.6 2.4 3.4", 1.5, "crimson"),
        fill("gold", "M-7.4-4.6C-12-11-9-19.6 0-20C9-20.4 12-11 7.4-4.6C4-8.4-4-8.4-7.4-4.6Z"),
        fill("crimson", "M-10-9.4C-6-14.6 4-16 9.8-14L9.8-10C4-12.4-4-11.4-8.2-5.6Z"),
        shade("M4-19.4C8-15 7.6-10 5-6.6L7.4-4.6C12-11 9.6-18 4-19.4Z"),
        line("M-5.6-17Q-1-18.4 4.6-17.2", 0.9),
        ball("blue", 1.6, -12.6, 1.7),
        ball("gold", 7, 2.4, 1.7),
        ball("gold", -7, 4, 1.7),
        front=rod("brown", "M-7.4 1.4L-13 9.6", 1.3)
        + flat("sky", lens, ".55")
        + fill("white", "M-6.8-2.6Q-3.4-6.6 0-2.6Q-3.4.6-6.8-2.6Z")
        + line("M-3.2-3v.5", 2.6)
        + line(lens, 2.9)
        + line(lens, 1.5, "gold")
        + fist("umber", -13.6, 11)
        + fill("red", "M9 2L11.6-1.4H18L20.6 2L14.8 9Z")
        + flat("white", "M9.7 2L12-.8L12.8 2L14.4 7.6Z", ".45")
        + line("M9 2H20.6M12.8 2L14.8-1.4L16.8 2L14.8 9Z", 0.7)
        + rod("umber", "M13 12.6L12.6 8M16.6 12.6L17 8", 1.5)
        + fist("umber", 14.8, 13.4),
    )


def merchant() -> str:
    """A red chaperon, and a pair of scales."""
    return medallion(
        "sky",
        "gold",
        robe("forest"),
        fill("ivory", "M-5.4 8L0 12.8L5.4 8L3.4 6H-3.4Z"),
        fill("crimson", "M8-9C13-7 14 4 12 14L17 14.6C18.6 4 17-8 10-12Z"),
        fill("chestnut", "M-7.6-8C-9.4-3-8.6.6-7 3H7C8.6.6 9.4-3 7.6-8Z"),
        head("tan", "M-5.2-5Q-3.6-6.4-2-5.4M2-5.4Q3.6-6.4 5.2-5M-2 4.4Q.2 5.6 2.4 4.2"),
        fill(
            "chestnut",
            "M0 2.4C-1.6 1.4-4.4.8-6.4 2.4C-4.8 4.2-2 4.4 0 3.4"
            "C2 4.4 4.8 4.2 6.4 2.4C4.4.8 1.6 1.4 0 2.4Z",
        ),
        fill("crimson", "M-6-11C-6-18-1-22 4-20.4C8-19 11-20.6 14.6-17.8C13-16 13-13 9-10Z"),
        line("M-1-13Q0-17.6 3.6-20M5-12Q7-16 11-18.6", 0.9),
        fill(
            "crimson",
            "M-10.4-8C-11.6-12.6-6-13.6 0-13.6C6-13.6 11.6-12.6 10.4-8"
            "C9-5 5-7.4 0-7.4C-5-7.4-9-5-10.4-8Z",
        ),
        gleam("M-9-9.6C-8.6-11.6-5-12.2-2-12.4C-5-11.2-7-10.6-9-9.6Z"),
        shade("M2-13.6C7-13.4 11.6-12.6 10.4-8C9-5 6-7.2 2-7.4C7-9 7-11.6 2-13.6Z"),
        front=rod("forest", "M-6 20Q-12.6 16-12.6 8", 4)
        + line("M-20.2 7l-3 8.4h6Z", 1, "brown")
        + line("M-5 5.2l-3.2 8h6.4Z", 1, "gold")
        + rod("gold", "M-20.4 7L-4.8 5.2", 1.2)
        + fill("gold", "M-23.4 15.2c.2 4.8 6.2 4.8 6.4 0ZM-8.4 13c.2 4.8 6.6 4.8 6.8 0Z")
        + fist("tan", -12.6, 4.6),
    )


def blue_card() -> str:
    """A seashell with gems of all colours."""
    shell = (
        "M-4 15C-12 12-18.4 3-16.4-3C-15-7-12-6.8-10.4-5.6C-10-10.6-6-12-3.8-9.4"
        "C-2.4-14 2.4-14 3.8-9.4"
        "C6-12 10-10.6 10.4-5.6C12-6.8 15-7 16.4-3C18.4 3 12 12 4 15Z"
    )
    gems = ((2, -6.6, 6, 4.6), (1, 6.4, 5.4, 4), (3, 7.6, 12.6, 4.2), (0, -0.6, 9.8, 5.2))
    return medallion(
        "sky",
        "blue",
        fill("ivory", shell),
        shade("M5-11C8-11.4 10-9.6 10.4-5.6C12-6.8 15-7 16.4-3C18.4 3 12 12 4 15C10 8 10-4 5-11Z"),
        line("M-2 14L-10.4-5.6M-.8 14L-3.8-9.4M.8 14L3.8-9.4M2 14L10.4-5.6", 0.9),
        *(gem(colour, x, y, radius) for colour, x, y, radius in gems),
        gleam(
            "M-3.8 11.4Q-4 9-1.8 6.6Q-2.4 9.4-2 12.4ZM4 3.4L5.2 2.2L5 7.6L4 7Z"
            "M5 11.4Q5 10 6.4 9.8V13Z"
        ),
        front=fill(
            "ivory", "M-15.8 11.6C-12.4 24 12.4 24 15.8 11.6Q8 16.4 0 16.4Q-8 16.4-15.8 11.6Z"
        )
        + line("M-8.4 15.2l1.8 4.6M0 16.6v4.4M8.4 15.2l-1.8 4.6", 0.9),
        behind=flat("navy", WAVES, ".3"),
    )


def gem(colour: int, x: float, y: float, radius: float) -> str:
    """A gem in the same shape as on the board."""
    return (
        f'<path d="{GEM_SHAPES[colour]}" transform="translate({x:g} {y:g}) scale({radius:g})"'
        f' stroke-width="{1.2 / radius:.2g}" class="f-{COLOUR_NAMES[colour]}"/>'
    )
