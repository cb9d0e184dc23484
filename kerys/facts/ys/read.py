"""A view's record, read once into plain values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kerys.facts.ys.points import points_by_part
from kerys.facts.ys.scene import BLUE_CARD, UNKNOWN, Agent, Groups, PlayerScene, Scene, Ship
from kerys.games.ys.actions import Moment, Question, pair_high, pair_low
from kerys.games.ys.components import (
    ANY_VALUE,
    BOARD_AGENTS,
    CITY,
    COLUMN_STEPS,
    COLUMNS,
    EXPRESS_TEAM,
    FULL_TEAM,
    MARKET,
    NEUTRAL_TEAM,
    PLACES,
    QUARTERS,
    ROUNDS,
    STRONG_TEAM,
    TEAM_SIZES,
    THRONE_AGENTS,
    VALUES,
)
from kerys.games.ys.ending import rank
from kerys.games.ys.knowledge import characters_seen, peeks
from kerys.games.ys.state import STATE
from kerys.games.ys.wording.notation import agent_text
from kerys.kernel.contract import SPECTATOR, State
from kerys.kernel.fields import Fields, fields_reader
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL, SEAT_LETTERS
from kerys.table.view import View

AGENT_NAMES = tuple(agent_text(agent) for agent in range(STATE["team"].shape[0]))
SETS = 1 << len(SEAT_LETTERS)
LETTERS_OF = tuple(
    "".join(letter for seat, letter in enumerate(SEAT_LETTERS) if seats >> seat & 1)
    for seats in range(SETS)
)
"""The letters of a set of seats."""
CANDIDATES_OF = tuple(
    "/".join(str(value) for value in range(VALUES) if values >> value & 1)
    if values != ANY_VALUE
    else ""
    for values in range(ANY_VALUE + 1)
)
"""The text of a set of values; empty for the set of all values."""
TEAM_TOTALS = TEAM_SIZES.sum(axis=1).tolist()
STEPS = COLUMN_STEPS.tolist()
GEM_ROW, SHIP_ROW, FRONT_ROW, VALUE_ROW = (
    STATE[name].shape[1] for name in ("gems", "deck", "front", "behind")
)
"""The lengths of the rows of fields with two dimensions."""
SECRET = (Question.BID, Question.THRONE_AGENT)
"""The questions that all players answer in secret."""
FLAT = (
    *("quarters", "round_number", "moment", "pending", "cursor", "turn", "faces", "card"),
    *("chosen", "looks", "owed", "closed"),
)
"""Fields copied to the scene unchanged."""
AGENT_FIELDS = ("team", "value", "hidden", "marked", "looked", "candidates")
"""What a record says about each agent, besides its place."""
_fields = fields_reader(STATE)


def displayed(view: View) -> State:
    """A view's record without the values that the table doesn't show the seat again.

    A seat knows which agents it placed hidden, but the players may have agreed not to look at their
    own, and nobody looks at neutral ones again (YS-R4, YS-P18, YS-P31). Nothing is withheld when
    all screens are down. If there is nothing to withhold, this is the view's own record: don't
    change it.
    """
    state = view.state
    may_withhold = state.players == 2 or not state.peek_own
    if view.seat == SPECTATOR or view.open or not may_withhold:
        return state
    state = view.rules.copy(state)
    hidden = np.flatnonzero((state.hidden != 0) & (state.value != NONE))
    for agent in hidden.tolist():
        if not peeks(state, view.seat, agent):
            state.value[agent] = NONE
    return state


@lru_cache(maxsize=512)
def read(record: bytes, seat: int, open_: bool = False) -> Scene:
    """The table from the bytes of a displayed record, for drawings and panels alike."""
    state: Any = np.frombuffer(record, STATE)[0]
    fields = _fields(record)
    seats = fields["players"]
    places = _places(fields)
    characters, moment, cursor = fields["characters"], fields["moment"], fields["cursor"]
    turned_up = int(characters_seen(state))
    return Scene(
        seat=seat,
        open=open_,
        seats=seats,
        kings_favour=bool(fields["kings_favour"]),
        express=bool(fields["express"]),
        strong_neutral=bool(fields["strong_neutral"]),
        question=fields["question"] if fields["pending"] else int(Question.NOTHING),
        played_by=fields["played_by"],
        city=tuple(map(tuple, places[:CITY])),
        market=tuple([found[0] if found else None for found in places[MARKET:]]),
        throne=_throne(fields),
        paired=fields["paired"][:seats],
        ships=_ships(fields["ports"], fields["deck"], seats, moment, cursor, fields["ship_gems"]),
        prizes=_prizes(characters, fields["quarters"], fields["round_number"], moment, cursor),
        seen=characters[:turned_up],
        to_come=characters[turned_up:],
        line_gems=fields["line_gems"],
        steps=_steps(fields),
        prices=fields["prices"],
        order=fields["order"][:seats],
        picks=fields["picks"][:seats],
        players=_players(fields, state, seat),
        **{name: fields[name] for name in FLAT},
    )


# --- Agents ------------------------------------------------------------------------------------


def _places(fields: Fields) -> list[list[Agent]]:
    """The agents at every place of the board, ordered by number."""
    places: list[list[Agent]] = [[] for _ in range(PLACES)]
    seats = fields["players"]
    known = zip(*[fields[name] for name in AGENT_FIELDS], strict=True)
    for agent, place, about in zip(range(fields["placed"]), fields["place"], known, strict=False):
        if place != NONE:
            places[place].append(_agent(seats, agent, agent + 1, *about))
    return places


def _throne(fields: Fields) -> tuple[tuple[Agent, ...], ...]:
    """Every player's agents in the throne room; empty without King's Favour."""
    if not fields["kings_favour"]:
        return ()
    seats = fields["players"]
    return tuple(
        tuple(
            _agent(seats, agent, slot + 1, *[fields[name][agent] for name in AGENT_FIELDS])
            for slot in range(THRONE_AGENTS)
            if fields["place"][agent := BOARD_AGENTS + THRONE_AGENTS * team + slot] != NONE
        )
        for team in range(seats)
    )


@lru_cache(maxsize=8192)
def _agent(
    seats: int,
    agent: int,
    number: int,
    team: int,
    value: int,
    hidden: int,
    marked: int,
    looked: int,
    candidates: int,
) -> Agent:
    """One agent, with its value if the record has it."""
    return Agent(
        AGENT_NAMES[agent],
        number,
        team if team < seats else NEUTRAL,
        value,
        bool(hidden),
        candidates & (candidates - 1) == 0,
        bool(marked),
        LETTERS_OF[looked] if hidden else "",
        CANDIDATES_OF[candidates] if value == UNKNOWN else "",
    )


# --- Ships, prizes, columns --------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _ships(
    ports: tuple[int, ...],
    deck: tuple[int, ...],
    seats: int,
    moment: int,
    cursor: int,
    left: tuple[int, ...],
) -> tuple[Ship | None, ...]:
    """What lies in each harbour: a whole ship, the gems `left` on it, or nothing."""
    if moment > Moment.QUARTER_CLOSES:
        return (None,) * QUARTERS
    scored = cursor if moment >= Moment.QUARTER_OPENS else NONE
    ships: list[Ship | None] = []
    for quarter, port in enumerate(ports):
        if port == NONE or quarter < scored:
            ships.append(None)
        elif quarter == scored:
            gems = tuple([(colour, many) for colour, many in enumerate(left) if many])
            ships.append(Ship(gems, False) if gems else None)
        else:
            large, one, other = _row(deck, SHIP_ROW, port)
            ships.append(Ship(((large, 2 if seats == 4 else 1), (one, 1), (other, 1)), True))
    return tuple(ships)


@lru_cache(maxsize=1024)
def _prizes(
    characters: tuple[int, ...], quarters: int, round_number: int, moment: int, cursor: int
) -> tuple[int, ...]:
    """The prize that each quarter's palace still offers this round."""
    if moment > Moment.QUARTER_CLOSES:
        return (NONE,) * QUARTERS
    first = 0  # the first quarter whose prize hasn't been won
    if moment >= Moment.QUARTER_OPENS:
        first = cursor + 1 if moment == Moment.QUARTER_CLOSES else cursor
    prizes = characters[round_number * quarters : (round_number + 1) * quarters]
    if round_number == ROUNDS - 1:
        prizes = (BLUE_CARD,) * quarters
    gone = min(first, quarters)
    return (NONE,) * gone + prizes[gone:] + (NONE,) * (QUARTERS - quarters)


def _steps(fields: Fields) -> tuple[int, ...]:
    """How far each column will move its price, as far as that is settled."""
    steps = [0] * COLUMNS
    for place, column in enumerate(fields["ranking"]):
        if column != NONE:
            steps[column] = STEPS[place]
    return tuple(steps)


# --- Players -----------------------------------------------------------------------------------


def _players(fields: Fields, state: Any, seat: int) -> tuple[PlayerScene, ...]:
    """The players and, with two of them, the neutral merchant."""
    seats = fields["players"]
    players = tuple([_player(fields, state, seat, owner) for owner in range(seats)])
    return (*players, _neutral(fields, state)) if seats == 2 else players


def _player(fields: Fields, state: Any, seat: int, owner: int) -> PlayerScene:
    """One player."""
    asked = bool(fields["pending"] >> owner & 1)
    secret = fields["question"] in SECRET and fields["pending"]
    base = EXPRESS_TEAM if fields["express"] else FULL_TEAM
    neutral: Groups | None = None
    if fields["players"] == 2:
        size = TEAM_TOTALS[STRONG_TEAM if fields["strong_neutral"] else NEUTRAL_TEAM]
        neutral = _behind(fields, owner + 2, size)
    return PlayerScene(
        owner=owner,
        points=fields["points"][owner],
        rank=_rank(fields, state, owner),
        parts=_parts(fields, state, owner),
        order_card=fields["order"].index(owner) + 1,
        asked=asked,
        answered=bool(secret and not asked),
        own=owner == seat,
        sealed=_sealed(fields, owner),
        front=_front(_row(fields["front"], FRONT_ROW, owner)),
        behind=_behind(fields, owner, TEAM_TOTALS[base]),
        neutral_behind=neutral,
        gems=_row(fields["gems"], GEM_ROW, owner),
        hand=_cards(fields["hand"][owner]),
        won=_cards(fields["won"][owner]),
        in_force=_in_force(fields["played_by"], owner),
    )


def _neutral(fields: Fields, state: Any) -> PlayerScene:
    """The neutral merchant, who has points and gems and nothing else."""
    owner = fields["players"]
    return PlayerScene(
        owner=NEUTRAL,
        points=fields["points"][owner],
        rank=_rank(fields, state, owner),
        parts=_parts(fields, state, owner),
        order_card=0,
        asked=False,
        answered=False,
        own=False,
        sealed="",
        front=(),
        behind=(),
        neutral_behind=None,
        gems=_row(fields["gems"], GEM_ROW, owner),
        hand=(),
        won=(),
        in_force=(),
    )


def _rank(fields: Fields, state: Any, owner: int) -> int:
    """The final rank of an owner."""
    return int(rank(state, owner)) if fields["moment"] == Moment.OVER else NONE


def _parts(fields: Fields, state: Any, owner: int) -> tuple[int, ...]:
    """The final points of an owner by origin."""
    return points_by_part(state, owner) if fields["moment"] == Moment.OVER else ()


@lru_cache(maxsize=1024)
def _front(values: tuple[int, ...]) -> tuple[int, ...]:
    """The values in front of a screen."""
    return tuple([value for value in values if value != NONE])


def _behind(fields: Fields, team: int, size: int) -> Groups:
    """The agents behind a screen: all if this seat knows them, else those that returned openly.

    Every agent sent to the throne room is replaced by an extra 2, so board, front and screen always
    add up to the size of the team.
    """
    known = _row(fields["behind"], VALUE_ROW, team)
    if known[0] != NONE:
        return _groups(known, 0)
    known = _row(fields["shown"], VALUE_ROW, team)
    front = _front(_row(fields["front"], FRONT_ROW, team))
    on_board = fields["team"][: fields["placed"]].count(team)
    return _groups(known, size - sum(known) - len(front) - on_board)


@lru_cache(maxsize=4096)
def _groups(known: tuple[int, ...], unknown: int) -> Groups:
    """How many agents there are of each value, highest first; then the unknown ones."""
    groups = [(value, known[value]) for value in range(VALUES - 1, -1, -1) if known[value]]
    return (*groups, (UNKNOWN, unknown)) if unknown else tuple(groups)


def _sealed(fields: Fields, seat: int) -> str:
    """The viewer's own bid (`4+2`) or throne agent, while others may not know it."""
    choice = fields["sealed"][seat]
    if choice == NONE:
        return ""
    if fields["question"] == Question.BID:
        return f"{pair_high(choice)}+{pair_low(choice)}"
    return str(choice)


def _in_force(played_by: tuple[int, ...], owner: int) -> tuple[int, ...]:
    """The characters that a player has played this round, usually none."""
    if owner not in played_by:
        return ()
    return tuple([card for card, by in enumerate(played_by) if by == owner])


@lru_cache(maxsize=4096)
def _cards(members: int) -> tuple[int, ...]:
    """The characters of a set."""
    return tuple([card for card in range(members.bit_length()) if members >> card & 1])


def _row(numbers: tuple[int, ...], length: int, index: int) -> tuple[int, ...]:
    """One row of a field with two dimensions."""
    return numbers[length * index : length * (index + 1)]
