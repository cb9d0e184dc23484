"""What a page shows beside a board: HTML with small drawings in it.

Words are ordinary text of the page; pieces have the same shapes as on the board. It works only in
pages, since it relies on their style sheet and portraits.
"""

from __future__ import annotations

from functools import cache, lru_cache

from kerys.draw.faces import face
from kerys.draw.svg import number, seat_look, token, words


@lru_cache(maxsize=4096)
def picture(inside: str, width: float, height: float, look: str = "", said: str = "") -> str:
    """A small drawing centred on the origin; `said` describes it, unless words beside it do."""
    box = f"{number(-width / 2)} {number(-height / 2)} {number(width)} {number(height)}"
    named = f' role="img" aria-label="{words(said)}"' if said else ' aria-hidden="true"'
    kind = f' class="{look}"' if look else ""
    size = f'width="{number(width)}" height="{number(height)}"'
    return f'<svg{kind} {size} viewBox="{box}"{named}>{inside}</svg>'


@cache
def seat_icon(owner: int) -> str:
    """The token of a seat, shown before its name."""
    return picture(token(owner, 10), 24, 24, "mark")


def person_heading(owner: int, name: str, note: str, points: int, has_face: bool) -> str:
    """The heading of a player's tile: name, status and points."""
    shown = face(name) if has_face else ""
    return (
        f'<h2 data-explain="player {owner}">{seat_icon(owner)}{shown}'
        f' <span class="name">{words(name)}</span>'
        f' <span class="note">{words(note)}</span><b class="points">{points}</b></h2>\n'
    )


@cache
def portrait(art: str, name: str) -> str:
    """A portrait; `art` is the address of the file with all portraits of a game."""
    return (
        '<svg class="portrait" viewBox="-24 -24 48 48" aria-hidden="true">'
        f'<use href="{words(art)}#{words(name)}"/></svg>'
    )


def owner_class(owner: int) -> str:
    """The CSS class for an owner's colour."""
    return f"of-{seat_look(owner)}"


def hidden(said: str) -> str:
    """Words for screen readers only."""
    return f'<span class="hidden">{words(said)}</span>'
