"""Every action of Ys as a short text that people read and type, and back.

    bid 4+2 · order 3 · play spy · done · send 3
    place 3 hidden 2-harbour · place 0 open blue-2 · place 4 open 1-palace from front
    blue · blue up · swap 1-3 · 2-shops · agent 7 · throne 2.1

A city area is `quarter-area`, a market space `column-line`. Agents on the board go by their
placement number of this round, throne agents by seat and slot (YS-P19). An action has one text, a
text at most one action.
"""

from __future__ import annotations

from functools import cache

from kerys.games.ys.actions import (
    ACTIONS,
    AGENT,
    BID,
    CARD,
    COLOUR,
    DONE,
    FIRST_PORT,
    PLACE,
    PORTS,
    POSITION,
    PRICE,
    PUT,
    SECOND_PORT,
    UP,
    VALUE,
    pair_high,
    pair_low,
)
from kerys.games.ys.components import (
    AREAS,
    BOARD_AGENTS,
    CHARACTER_NAMES,
    CITY,
    COLOUR_NAMES,
    COLUMNS,
    PLACES,
    THRONE_AGENTS,
    VALUES,
)

AREA_NAMES = ("harbour", "shops", "palace")
FACE_NAMES = ("open", "hidden")
FROM_FRONT_TEXT = " from front"
UNSEEN = "?"
"""Stands for what a reader may not know."""


def place_text(place: int) -> str:
    """An area or a market space: `2-harbour`, `blue-1`."""
    if place < CITY:
        return f"{place // AREAS + 1}-{AREA_NAMES[place % AREAS]}"
    space = place - CITY
    return f"{COLOUR_NAMES[space % COLUMNS]}-{space // COLUMNS + 1}"


def agent_text(agent: int) -> str:
    """An agent on the board or in the throne room: `agent 7`, `throne 2.1`."""
    if agent < BOARD_AGENTS:
        return f"agent {agent + 1}"
    seat, slot = divmod(agent - BOARD_AGENTS, THRONE_AGENTS)
    return f"throne {seat}.{slot + 1}"


def put_parts(action: int) -> tuple[bool, int, int, int]:
    """Whether from the front, the face, the value and the place of an agent that is put down."""
    rest, place = divmod(action - PUT, PLACES)
    rest, value = divmod(rest, VALUES)
    source, face = divmod(rest, 2)
    return bool(source), face, value, place


def put_text(action: int, value_text: str | None = None) -> str:
    """An agent that is put down; its value may be withheld."""
    front, face, value, place = put_parts(action)
    shown = str(value) if value_text is None else value_text
    tail = FROM_FRONT_TEXT if front else ""
    return f"place {shown} {FACE_NAMES[face]} {place_text(place)}{tail}"


@cache
def text(action: int) -> str:
    """The text of an action."""
    if action >= PUT:
        return put_text(action)
    if action >= AGENT:
        return agent_text(action - AGENT)
    if action >= PLACE:
        return place_text(action - PLACE)
    if action >= PORTS:
        pair = action - PORTS
        return f"swap {FIRST_PORT[pair] + 1}-{SECOND_PORT[pair] + 1}"
    if action >= PRICE:
        colour, way = divmod(action - PRICE, 2)
        return f"{COLOUR_NAMES[colour]} {'up' if way == UP else 'down'}"
    if action >= COLOUR:
        return COLOUR_NAMES[action - COLOUR]
    if action >= POSITION:
        return f"order {action - POSITION + 1}"
    if action >= BID:
        return f"bid {pair_high(action - BID)}+{pair_low(action - BID)}"
    if action >= VALUE:
        return f"send {action - VALUE}"
    if action >= CARD:
        return f"play {CHARACTER_NAMES[action - CARD]}"
    assert action == DONE
    return "done"


@cache
def texts() -> dict[str, int]:
    """Every text with its action."""
    return {text(action): action for action in range(ACTIONS)}
