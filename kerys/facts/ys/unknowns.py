"""What a view of Ys leaves open: hidden agents, screens, secret answers, characters and ships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.facts.ys.counting import NOBODY, TeamCount, count_team
from kerys.facts.ys.read import AGENT_NAMES, displayed, read
from kerys.facts.ys.words import GEM_LETTERS, colour_word, owner_name
from kerys.games.ys.actions import BID, PAIRS, VALUE, Question, pair_high, pair_low
from kerys.games.ys.components import (
    BOARD_AGENTS,
    CHARACTER_NAMES,
    CHARACTERS,
    COLOUR_NAMES,
    COLOURS,
    ROUNDS,
    SHIPS,
    THRONE_AGENTS,
    VALUES,
    WHITE,
)
from kerys.games.ys.knowledge import characters_seen
from kerys.games.ys.setup import ships_in_use
from kerys.games.ys.state import holder_of, owner_of, teams
from kerys.games.ys.wording import names
from kerys.kernel.contract import State
from kerys.locale import _
from kerys.table.owners import NEUTRAL
from kerys.table.unknowns import Unknown, Value, Worlds
from kerys.table.view import View

NO_MARK = "\N{EN DASH}"
"""The mark of a value that is nothing at all."""
Numbers = NDArray[Any]


def unknowns(view: View) -> tuple[Unknown, ...]:
    """Everything that the view's seat doesn't know."""
    if view.open or view.over:
        return ()
    state = view.state
    found: list[Unknown] = []
    for team in range(int(teams(state))):
        if int(holder_of(state, team)) != view.seat:
            found += _of_team(view, team, count_team(state, view.seat, team))
    return (*found, *_characters(state), *_ships(view))


# --- Agents and answers ------------------------------------------------------------------------


def _of_team(view: View, team: int, counted: TeamCount) -> Iterator[Unknown]:
    """The hidden agents of a team, its screen, and its owner's secret answer."""
    state = view.state
    owner = int(owner_of(state, team))
    token = owner if owner < view.players else NEUTRAL
    name = owner_name(view.names, token)
    for agent, counts in counted.values.items():
        yield _agent(state, agent, token, name, counts, counted.worlds)
    if team >= view.players:
        return
    if sum(map(bool, counted.strongest)) > 1:
        yield _screen(team, name, counted)
    if state.question == Question.BID:
        yield _bid(view, team, name, counted)
    elif state.question == Question.THRONE_AGENT:
        yield _throne_answer(view, team, name, counted)


def _agent(
    state: State, agent: int, token: int, name: str, counts: list[float], total: float
) -> Unknown:
    """A hidden agent on the board or in the throne room."""
    if agent < BOARD_AGENTS:
        label = _("Agent {number} of {name}").format(number=agent + 1, name=name)
        place = names.place(int(state.place[agent]))
        label = _("{agent} in {place}").format(agent=label, place=place)
    else:
        slot = (agent - BOARD_AGENTS) % THRONE_AGENTS
        label = _("Throne agent {number} of {name}").format(number=slot + 1, name=name)

    def read(worlds: Worlds) -> Numbers:
        found: Numbers = worlds.states["value"][:, agent]
        return found

    return Unknown(
        name=AGENT_NAMES[agent],
        label=label,
        values=_values(),
        chances=tuple(number / total for number in counts),
        read=read,
        things=(AGENT_NAMES[agent],),
        owner=token,
    )


def _values() -> tuple[Value, ...]:
    """The values of agents."""
    return tuple(
        Value(str(value), _("Worth {value}").format(value=value), str(value))
        for value in range(VALUES)
    )


def _screen(seat: int, name: str, counted: TeamCount) -> Unknown:
    """The strongest agent behind a screen."""

    def read(worlds: Worlds) -> Numbers:
        there = worlds.states["behind"][:, seat, ::-1] > 0
        return np.where(there.any(axis=1), VALUES - 1 - there.argmax(axis=1), NOBODY)

    return Unknown(
        name=f"behind {seat}",
        label=_("Strongest agent behind the screen of {name}").format(name=name),
        values=(*_values(), Value("nobody", _("nobody"), NO_MARK)),
        chances=tuple(number / counted.worlds for number in counted.strongest),
        read=read,
        things=(f"behind {seat}",),
        owner=seat,
    )


def _bid(view: View, seat: int, name: str, counted: TeamCount) -> Unknown:
    """What a player bids, or has bid in secret; in a chart, bids with the same sum share a bar."""
    values = []
    for pair in range(PAIRS):
        high, low = int(pair_high(pair)), int(pair_low(pair))
        values.append(Value(f"{high}+{low}", f"{high}+{low}", str(high + low)))
    label = _("Bid of {name}, by its sum").format(name=name)
    return _answer(view, seat, f"bid of {seat}", label, tuple(values), counted.answers, BID)


def _throne_answer(view: View, seat: int, name: str, counted: TeamCount) -> Unknown:
    """Which agent a player sends, or has sent in secret, to the throne room."""
    label = _("Agent that {name} sends to the throne room").format(name=name)
    counts = counted.answers[:VALUES]
    return _answer(view, seat, f"sent by {seat}", label, _values(), counts, VALUE)


def _answer(
    view: View,
    seat: int,
    name: str,
    label: str,
    values: tuple[Value, ...],
    counts: list[float],
    family: int,
) -> Unknown:
    """A secret answer of a player, made or not."""

    def read(worlds: Worlds) -> Numbers:
        if seat in worlds.answers:
            return worlds.answers[seat] - family
        found: Numbers = worlds.states["sealed"][:, seat]
        return found

    return Unknown(
        name=name,
        label=label,
        values=values,
        chances=tuple(number / sum(counts) for number in counts),
        read=read,
        things=(f"front of {seat}",),
        owner=seat,
    )


# --- Cards -------------------------------------------------------------------------------------


def _characters(state: State) -> Iterator[Unknown]:
    """When each of the characters that nobody has seen comes; it is the same for all of them."""
    quarters, seen = int(state.quarters), int(characters_seen(state))
    to_come = quarters * (ROUNDS - 1) - seen
    unseen = sorted({*range(CHARACTERS)} - {*state.characters[:seen].tolist()})
    if to_come <= 0:
        return
    first = seen // quarters
    values = [
        Value(f"round {one + 1}", _("Comes in round {round}").format(round=one + 1), str(one + 1))
        for one in range(first, ROUNDS - 1)
    ]
    numbers = [quarters] * len(values) + [len(unseen) - to_come]

    def read(worlds: Worlds) -> Numbers:
        places = (worlds.states["characters"] == unseen[0]).argmax(axis=1)
        found: Numbers = np.minimum(places // quarters - first, len(values))
        return found

    yield Unknown(
        name="characters",
        label=_("Round of each of the {number} characters still out").format(number=len(unseen)),
        values=(*values, Value("never", _("Stays out of the game"), NO_MARK)),
        chances=tuple(number / len(unseen) for number in numbers),
        read=read,
        things=tuple(f"character {CHARACTER_NAMES[card]}" for card in unseen),
    )


def _ships(view: View) -> Iterator[Unknown]:
    """What the ships to come carry."""
    state = view.state
    drawn, draws = int(state.drawn), ROUNDS * (int(state.quarters) + 1)
    if drawn >= draws:
        return
    pile = _pile(state)
    if len(pile) >= draws - drawn:
        label = _("Each ship to come: {what}")
    else:  # a new pile will be made, which leaves out the ships in ports
        label = _("The next ship: {what}")
    in_ports = read(displayed(view).tobytes(), view.seat, view.open).ships
    things = tuple(f"ship {port}" for port, ship in enumerate(in_ports, 1) if ship)
    large = [int(state.deck[ship, 0]) for ship in pile]
    white = [int(WHITE in state.deck[ship].tolist()) for ship in pile]

    def read_large(worlds: Worlds) -> Numbers:
        found: Numbers = state.deck[worlds.states["ships"][:, drawn], 0]
        return found

    def read_white(worlds: Worlds) -> Numbers:
        found: Numbers = (
            (state.deck[worlds.states["ships"][:, drawn]] == WHITE).any(axis=1).astype(int)
        )
        return found

    yield Unknown(
        name="ships large",
        label=label.format(what=_("its large gem")),
        values=tuple(
            Value(COLOUR_NAMES[one], colour_word(one), GEM_LETTERS[one]) for one in range(COLOURS)
        ),
        chances=tuple(large.count(one) / len(pile) for one in range(COLOURS)),
        read=read_large,
        things=things,
    )
    if any(white):
        yield Unknown(
            name="ships white",
            label=label.format(what=_("a white gem or none")),
            values=(
                Value("without", _("Without a white gem"), NO_MARK),
                Value("white", _("With a white gem"), GEM_LETTERS[WHITE]),
            ),
            chances=(1 - sum(white) / len(pile), sum(white) / len(pile)),
            read=read_white,
            things=things,
        )


def _pile(state: State) -> list[int]:
    """The ships from which the next one is drawn (YS-P25)."""
    in_use, a_round = int(ships_in_use(state)), int(state.quarters) + 1
    drawn, pile = state.ships[: int(state.drawn)].tolist(), set[int]()
    for draw in range(len(drawn) + 1):
        if not pile:
            in_ports = drawn[draw - draw % a_round : draw]
            pile = {ship for ship in range(SHIPS) if in_use >> ship & 1} - {*in_ports}
        pile -= {*drawn[draw : draw + 1]}
    return sorted(pile)
