"""Options, deal and decisions of Ys in plain terms, for records and other programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from kerys.games.ys.actions import (
    AGENT,
    BID,
    CARD,
    COLOUR,
    DONE,
    FIRST_PORT,
    HIDDEN,
    PLACE,
    PORTS,
    POSITION,
    PRICE,
    PUT,
    SECOND_PORT,
    UP,
    VALUE,
    Question,
    pair_high,
    pair_low,
)
from kerys.games.ys.components import (
    BOARD_AGENTS,
    CHARACTER_NAMES,
    COLOUR_NAMES,
    ROUNDS,
    THRONE,
    THRONE_AGENTS,
)
from kerys.games.ys.setup import deal_table
from kerys.games.ys.ships import default_ships
from kerys.games.ys.state import STATE, owner_of
from kerys.games.ys.wording.notation import (
    FACE_NAMES,
    UNSEEN,
    place_text,
    put_parts,
    put_text,
    text,
)
from kerys.kernel.wording import Plain

SWITCHES = ("kings_favour", "express", "strong_neutral", "peek_own")


def concealed(state: Any, action: int, resolved: bool) -> str:
    """An answer for those who may not know it: sealed bids, throne agents, hidden values."""
    question = state.question
    if question == Question.BID and not resolved:
        return f"bid {UNSEEN}"
    if question == Question.THRONE_AGENT:
        return f"send {UNSEEN}"
    if action >= PUT:
        front, face, _, _ = put_parts(action)
        if face == HIDDEN and not front:
            return put_text(action, UNSEEN)
    return text(action)


def withheld(state: Any, action: int) -> bool:
    """Nobody is shown again which neutral agent was placed (YS-11.4, YS-P31)."""
    return bool(state.question == Question.PLACE_NEUTRAL)


def plain_options(options: Any) -> Plain:
    """The agreed options as arguments of `configure`; a deck only if it isn't the standard one."""
    found: Plain = {"players": int(options.players), "quarters": int(options.quarters)}
    found |= {name: bool(options[name]) for name in SWITCHES}
    if options.mini:
        return found | {"mini": True}
    deck = tuple(tuple(ship) for ship in options.deck.tolist())
    if deck != default_ships():
        found["ships"] = [plain_ship(ship) for ship in deck]
    return found


def plain_ship(ship: tuple[int, ...]) -> Plain:
    """A ship, as in a ship file."""
    large, *small = (COLOUR_NAMES[colour] for colour in ship)
    return {"large": large, "small": small}


def plain_deal(options: Any, chance: Any) -> Plain:
    """Order cards, character stacks and ships in drawing order (YS-1.4, YS-1.5, YS-2.4)."""
    state = np.zeros(1, STATE)[0]
    deal_table(state, options, chance)
    players, quarters = int(state.players), int(state.quarters)
    characters = [CHARACTER_NAMES[card] for card in state.characters.tolist()]
    stacked = (ROUNDS - 1) * quarters
    drawn = ROUNDS * (quarters + 1)
    return {
        "order": [int(seat) for seat in state.order[:players]],
        "character_stacks": [characters[quarter:stacked:quarters] for quarter in range(quarters)],
        "characters_out": characters[stacked:],
        "ships": [
            plain_ship(tuple(state.deck[ship].tolist())) for ship in state.ships[:drawn].tolist()
        ],
    }


def plain_action(state: Any, seat: int, action: int) -> Plain:
    """The kind of a decision, which is the question it answers, and its named fields."""
    kind = Question(int(state.question)).name.lower()
    return {"kind": kind, **_fields(state, action)}


def _fields(state: Any, action: int) -> Plain:
    """What an action names."""
    if action >= PUT:
        front, face, value, place = put_parts(action)
        return {
            "value": value,
            "face": FACE_NAMES[face],
            "place": place_text(place),
            "from": "front" if front else "screen",
        }
    if action >= AGENT:
        return plain_agent(state, action - AGENT)
    if action >= PLACE:
        return {"place": place_text(action - PLACE)}
    if action >= PORTS:
        pair = action - PORTS
        return {"ports": [int(FIRST_PORT[pair]) + 1, int(SECOND_PORT[pair]) + 1]}
    if action >= PRICE:
        colour, way = divmod(action - PRICE, 2)
        return {"colour": COLOUR_NAMES[colour], "direction": "up" if way == UP else "down"}
    if action >= COLOUR:
        return {"colour": COLOUR_NAMES[action - COLOUR]}
    if action >= POSITION:
        return {"position": action - POSITION + 1}
    if action >= BID:
        return {"values": [int(pair_high(action - BID)), int(pair_low(action - BID))]}
    if action >= VALUE:
        return {"value": action - VALUE}
    if action >= CARD:
        return {"character": CHARACTER_NAMES[action - CARD]}
    assert action == DONE
    return {"declined": True}


def plain_agent(state: Any, agent: int) -> Plain:
    """An agent by its placement number of this round, or by its slot in the throne room."""
    place = int(state.place[agent])
    found: Plain = {"owner": int(owner_of(state, int(state.team[agent])))}
    if agent < BOARD_AGENTS:
        found["agent"] = agent + 1
    else:
        found["throne_agent"] = (agent - BOARD_AGENTS) % THRONE_AGENTS + 1
    found["place"] = "throne" if place == THRONE else place_text(place)
    return found
