"""What passes between a table and a guest's process: views, budgets and text, in plain values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from kerys.bots.base import Budget
from kerys.games import GAMES
from kerys.kernel.contract import Rules, State
from kerys.table.view import View

MOST_SHOWN = 200


class Fault(RuntimeError):  # noqa: N818 - the word that tables use
    """What a bot did wrong, as a phrase that follows its name."""


def plain_view(view: View) -> dict[str, Any]:
    """A view as JSON values: the redacted state and what belongs to it."""
    return {
        "game": view.game,
        "state": plain_state(view.state),
        "seat": view.seat,
        "names": view.names,
        "ply": view.ply,
        "revision": view.revision,
        "open": view.open,
    }


def view_of(plain: dict[str, Any]) -> View:
    """The same view, in another process."""
    rules = GAMES[plain["game"]]
    return View(
        rules,
        state_of(rules, plain["state"]),
        plain["seat"],
        tuple(plain["names"]),
        plain["ply"],
        plain["revision"],
        plain["open"],
    )


def plain_state(state: State) -> str:
    """The bytes of a state, in hexadecimal."""
    return str(state.tobytes().hex())


def state_of(rules: Rules, plain: str) -> State:
    """The state of those bytes, in its own memory."""
    return np.frombuffer(bytes.fromhex(plain), rules.state).copy()[0]


def plain_budget(budget: Budget) -> dict[str, int | None]:
    """A budget as JSON values."""
    return asdict(budget)


def legal_code(answer: Any, codes: Sequence[int]) -> int:
    """The code of what a bot chose, an Action or a plain code, if that is legal."""
    code = getattr(answer, "code", answer)
    for one in codes:
        if one == code:
            return one
    raise Fault(f"gave an illegal answer: {shown(answer)}")


def shown(thing: object) -> str:
    """The repr of a foreign object, even if its own repr fails."""
    try:
        return one_line(repr(thing))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return type(thing).__name__


def one_line(text: object) -> str:
    """Text from another package, made to fit one line."""
    printable = "".join(letter if letter.isprintable() else " " for letter in str(text))
    return " ".join(printable.split())[:MOST_SHOWN]
