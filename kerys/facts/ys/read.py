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
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL, SEAT_LETTERS
from kerys.table.view import View

Fields = dict[str, Any]
"""The fields of a record as plain numbers and lists."""

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
FLAT = (
    *("quarters", "round_number", "moment", "pending", "cursor", "turn", "faces", "card"),
    *("chosen", "looks", "owed", "closed"),
)
"""Fields copied to the scene unchanged."""


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
    fields: Fields = {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in zip(STATE.names or (), state.tolist(), strict=True)
    }
    seats = fields["players"]
    places = _places(fields)
    turned_up = int(characters_seen(state))
    return Scene(
        seat=seat,
        open=open_,
        seats=seats,
        kings_favour=bool(fields["kings_favour"]),
        express=bool(fields["express"]),
        strong_neutral=bool(fields["strong_neutral"]),
        question=fields["question"] if fields["pending"] else int(Question.NOTHING),
        played_by=tuple(fields["played_by"]),
        city=tuple(map(tuple, places[:CITY])),
        market=tuple(found[0] if found else None for found in places[MARKET:]),
        throne=_throne(fields),
        paired=tuple(fields["paired"][:seats]),
        ships=tuple([_ship(fields, quarter) for quarter in range(QUARTERS)]),
        prizes=tuple([_prize(fields, quarter) for quarter in range(QUARTERS)]),
        seen=tuple(fields["characters"][:turned_up]),
        to_come=tuple(fields["characters"][turned_up:]),
        line_gems=tuple(fields["line_gems"]),
        steps=_steps(fields),
        prices=tuple(fields["prices"]),
        order=tuple(fields["order"][:seats]),
        picks=tuple(fields["picks"][:seats]),
        players=_players(fields, state, seat),
        **{name: fields[name] for name in FLAT},
    )


# --- Agents ------------------------------------------------------------------------------------


def _places(fields: Fields) -> list[list[Agent]]:
    """The agents at every place of the board, ordered by number."""
    places: list[list[Agent]] = [[] for _ in range(PLACES)]
    for agent, place in enumerate(fields["place"][: fields["placed"]]):
        if place != NONE:
            places[place].append(_agent(fields, agent, agent + 1))
    return places


def _throne(fields: Fields) -> tuple[tuple[Agent, ...], ...]:
    """Every player's agents in the throne room; empty without King's Favour."""
    if not fields["kings_favour"]:
        return ()
    return tuple(
        tuple(
            _agent(fields, agent, slot + 1)
            for slot in range(THRONE_AGENTS)
            if fields["place"][agent := BOARD_AGENTS + THRONE_AGENTS * team + slot] != NONE
        )
        for team in range(fields["players"])
    )


def _agent(fields: Fields, agent: int, number: int) -> Agent:
    """One agent, with its value if the record has it."""
    team, value = fields["team"][agent], fields["value"][agent]
    hidden = bool(fields["hidden"][agent])
    candidates = fields["candidates"][agent]
    return Agent(
        AGENT_NAMES[agent],
        number,
        team if team < fields["players"] else NEUTRAL,
        value,
        hidden,
        candidates & (candidates - 1) == 0,
        bool(fields["marked"][agent]),
        LETTERS_OF[fields["looked"][agent]] if hidden else "",
        CANDIDATES_OF[candidates] if value == UNKNOWN else "",
    )


# --- Ships, prizes, columns --------------------------------------------------------------------


def _ship(fields: Fields, quarter: int) -> Ship | None:
    """What lies in a harbour: a whole ship, the gems left on it, or nothing."""
    moment, port = fields["moment"], fields["ports"][quarter]
    scoring = Moment.QUARTER_OPENS <= moment <= Moment.QUARTER_CLOSES
    if port == NONE or moment > Moment.QUARTER_CLOSES:
        return None
    if scoring and quarter <= fields["cursor"]:
        left = tuple((colour, many) for colour, many in enumerate(fields["ship_gems"]) if many)
        return Ship(left, False) if left and quarter == fields["cursor"] else None
    large, one, other = fields["deck"][port]
    return Ship(((large, 2 if fields["players"] == 4 else 1), (one, 1), (other, 1)), True)


def _prize(fields: Fields, quarter: int) -> int:
    """The prize that a quarter's palace still offers this round."""
    moment, cursor = fields["moment"], fields["cursor"]
    if quarter >= fields["quarters"] or moment > Moment.QUARTER_CLOSES:
        return NONE
    if moment == Moment.QUARTER_CLOSES and quarter <= cursor:
        return NONE
    if moment >= Moment.QUARTER_OPENS and quarter < cursor:
        return NONE
    if fields["round_number"] == ROUNDS - 1:
        return BLUE_CARD
    prize: int = fields["characters"][fields["round_number"] * fields["quarters"] + quarter]
    return prize


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
    secret = fields["question"] in (Question.BID, Question.THRONE_AGENT) and fields["pending"]
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
        front=_front(fields, owner),
        behind=_behind(fields, owner, TEAM_TOTALS[base]),
        neutral_behind=neutral,
        gems=tuple(fields["gems"][owner]),
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
        gems=tuple(fields["gems"][owner]),
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


def _front(fields: Fields, team: int) -> tuple[int, ...]:
    """The values in front of a screen."""
    return tuple([value for value in fields["front"][team] if value != NONE])


def _behind(fields: Fields, team: int, size: int) -> Groups:
    """The agents behind a screen: all if this seat knows them, else those that returned openly.

    Every agent sent to the throne room is replaced by an extra 2, so board, front and screen always
    add up to the size of the team.
    """
    known = fields["behind"][team]
    if known[0] == NONE:
        known = fields["shown"][team]
        unknown = size - sum(known) - len(_front(fields, team))
        unknown -= fields["team"][: fields["placed"]].count(team)
    else:
        unknown = 0
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


def _in_force(played_by: list[int], owner: int) -> tuple[int, ...]:
    """The characters that a player has played this round, usually none."""
    if owner not in played_by:
        return ()
    return tuple([card for card, by in enumerate(played_by) if by == owner])


def _cards(members: int) -> tuple[int, ...]:
    """The characters of a set."""
    return tuple([card for card in range(members.bit_length()) if members >> card & 1])
