"""Options, deal and decisions of Mykerinos in plain terms, for records and other programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from kerys.games.mykerinos.actions import DONE, KIND, LOT, ROOM, SPACE, Question
from kerys.games.mykerinos.components import FIVE_ROOM, LOT_SPACES, PATRON_NAMES, TWO_ROOM, WINGS
from kerys.games.mykerinos.lots import Lot, default_lots
from kerys.games.mykerinos.setup import deal_table
from kerys.games.mykerinos.state import STATE
from kerys.games.mykerinos.wording.notation import LOT_NAMES, kind_text, space_text, text
from kerys.kernel.seats import NONE
from kerys.kernel.wording import Plain


def concealed(state: Any, action: int, resolved: bool) -> str:
    """An answer for other readers: in Mykerinos all of them are public."""
    return text(action)


def plain_options(options: Any) -> Plain:
    """The agreed options as arguments of `configure`; lots only if not the standard ones."""
    found: Plain = {"players": int(options.players)}
    if options.mini:
        found["mini"] = True
    lots = _lots(options)
    if lots != default_lots():
        found["lots"] = [plain_lot(lot) for lot in lots]
    return found


def _lots(options: Any) -> tuple[Lot, ...]:
    """All lots, as `default_lots` has them."""
    return tuple(
        zip(
            options.lot_patrons.tolist(),
            options.lot_values.tolist(),
            options.lot_pyramids.tolist(),
            strict=True,
        )
    )


def plain_lot(lot: Lot) -> Plain:
    """A lot, as in a file of lots."""
    patron, value, pyramids = lot
    found: Plain = {} if patron == NONE else {"patron": PATRON_NAMES[patron]}
    found["value"] = value
    found["pyramids"] = [space + 1 for space in range(LOT_SPACES) if pyramids >> space & 1]
    return found


def plain_deal(options: Any, chance: Any) -> Plain:
    """First player, wings, and lots in laying order with their half turns (MY-1.4, MY-2.4)."""
    state = np.zeros(1, STATE)[0]
    deal_table(state, options, chance)
    lots = _lots(options)
    return {
        "first_player": int(state.first),
        "wings": [PATRON_NAMES[patron] for patron in state.wings.tolist()],
        "lots": [
            {**plain_lot(lots[card]), "half_turn": bool(turned)}
            for card, turned in zip(state.pile.tolist(), state.turned.tolist(), strict=True)
        ],
    }


def plain_action(state: Any, seat: int, action: int) -> Plain:
    """The kind of a decision, which is the question it answers, and its named fields."""
    kind = Question(int(state.question)).name.lower()
    return {"kind": kind, **_fields(state, action)}


def _fields(state: Any, action: int) -> Plain:
    """What an action names."""
    if action >= SPACE:
        return {"space": space_text(action - SPACE)}
    if action >= ROOM:
        return {"room": plain_room(state, action - ROOM)}
    if action >= LOT:
        return {"lot": LOT_NAMES[action - LOT]}
    if action >= KIND:
        return {"action": kind_text(action - KIND)}
    assert action == DONE
    return {"declined": True}


def plain_room(state: Any, room: int) -> Plain:
    """A room by its size and the wings it belongs to, counted from 1, with their patrons."""
    size = 2 if room >= TWO_ROOM else 5 if room >= FIVE_ROOM else 3
    wings = [room % WINGS, (room + 1) % WINGS] if size == 2 else [room % WINGS]
    return {
        "size": size,
        "wings": [wing + 1 for wing in wings],
        "patrons": [PATRON_NAMES[int(state.wings[wing])] for wing in wings],
    }
