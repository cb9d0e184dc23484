"""What people point at to answer a question of Ys: agents, places, ships, cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from kerys.games.ys.actions import (
    BID,
    DONE,
    FIRST_PORT,
    PLACE,
    PORTS,
    POSITION,
    PUT,
    SECOND_PORT,
    VALUE,
    Question,
    pair_high,
    pair_low,
)
from kerys.games.ys.components import CITY, PLACES
from kerys.games.ys.wording import names as words
from kerys.games.ys.wording.notation import FACE_NAMES, place_text, put_parts, text
from kerys.kernel.seats import NONE
from kerys.kernel.wording import Following
from kerys.locale import N_, _

USUAL_THINGS = ("open",)
"""An agent lies open unless you turn it over."""
WORDS = {
    "open": N_("open"),
    "hidden": N_("hidden"),
}
FOLLOWING = {
    Question.HERALD_AGENT: Question.HERALD_PLACE,
    Question.MAGICIAN_FIRST: Question.MAGICIAN_SECOND,
    Question.ALCHEMIST_GIVES: Question.ALCHEMIST_TAKES,
    Question.BANKER_RAISES: Question.BANKER_LOWERS,
}
"""Questions that belong together."""


def things(state: Any, seat: int, answers: Sequence[int]) -> list[tuple[str, ...]]:
    """What a person points at to give each answer."""
    from_front = int(state.question) == Question.THRONE_AGENT
    return [_things(action, from_front) for action in answers]


@cache
def _things(action: int, from_front: bool) -> tuple[str, ...]:
    """The same; the agents that are sent away stand in front of the screen or behind it."""
    if action >= PUT:
        front, face, value, place = put_parts(action)
        return front_name(value) if front else str(value), FACE_NAMES[face], place_text(place)
    if PORTS <= action < PLACE:
        pair = action - PORTS
        return ship_name(int(FIRST_PORT[pair])), ship_name(int(SECOND_PORT[pair]))
    if BID <= action < POSITION:
        return str(pair_high(action - BID)), str(pair_low(action - BID))
    if VALUE <= action < BID:
        value = action - VALUE
        return (front_name(value) if from_front else str(value),)
    return (text(action),)


def front_name(value: int) -> str:
    """An agent in front of your own screen."""
    return f"front {value}"


def ship_name(quarter: int) -> str:
    """The ship in the port of a quarter."""
    return f"ship {quarter + 1}"


def thing_name(thing: str) -> str:
    """What people call it."""
    if thing in WORDS:
        return _(WORDS[thing])
    if thing in _places():
        return words.place(_places()[thing])
    kind, _space, number = thing.partition(" ")
    if kind == "front":
        return _("{value}, from the front").format(value=number)
    if kind == "ship":
        return _("the ship of port {number}").format(number=number)
    return thing


@cache
def _places() -> dict[str, int]:
    """The names of all places."""
    return {place_text(place): place for place in range(PLACES)}


def following(state: Any, seat: int, answers: Sequence[int]) -> Sequence[Following | None]:
    """What follows in the same turn: the second agent, or the second half of a character."""
    asked = Question(int(state.question))
    if asked == Question.PLACE:
        return [_second_agent(one) for one in answers] if state.just_placed[0] == NONE else ()
    if asked not in FOLLOWING:
        return ()
    return [None if one == DONE else Following(FOLLOWING[asked], one) for one in answers]


@cache
def _second_agent(action: int) -> Following | None:
    """The second agent of a turn; a market space has room for one, the city for both."""
    front, face, value, place = put_parts(action)
    if front:
        return None  # the front is filled up in between
    taken = place_text(place) if place >= CITY else ""
    return Following(Question.PLACE, (value, face), taken)
