"""What passes between a table and a guest's process: views, budgets and words, in plain values."""

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
    """What a bot did wrong, in words that go on after its name."""


def plain_view(view: View) -> dict[str, Any]:
    """A view as JSON can hold it: the redacted record and what stands beside it."""
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
    """The bytes of a record."""
    return str(state.tobytes().hex())


def state_of(rules: Rules, plain: str) -> State:
    """A record of its own memory."""
    return np.frombuffer(bytes.fromhex(plain), rules.state).copy()[0]


def plain_budget(budget: Budget) -> dict[str, int | None]:
    """A budget as JSON can hold it."""
    return asdict(budget)


def legal_code(answer: Any, codes: Sequence[int]) -> int:
    """The code of what a bot chose, an Action or a plain code, if that is legal."""
    code = getattr(answer, "code", answer)
    for one in codes:
        if one == code:
            return one
    raise Fault(f"answered illegally: {shown(answer)}")


def shown(thing: object) -> str:
    """Something of another package's in words, even if it cannot say them itself."""
    try:
        return one_line(repr(thing))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return type(thing).__name__


def one_line(text: object) -> str:
    """What another package says about itself, fit for a line of a list."""
    printable = "".join(letter if letter.isprintable() else " " for letter in str(text))
    return " ".join(printable.split())[:MOST_SHOWN]
