"""Conditions on a position, as lessons state them: `me.gems.black >= 1`.

A condition has a path into the plain form of the position (`View.plain`), an operator and a value.
`me` is the player of the lesson, `legal` lists that player's legal moves, and `panels` are the
tables beside the board: `panels.projection.0.blue` is the column "blue" of the first row of "Points
if the game ended now".
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kerys.locale import _
from kerys.table.view import View

OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "has": lambda found, value: value in found,
    "lacks": lambda found, value: value not in found,
}
FORM = re.compile(r"([\w.-]+)\s*(<=|>=|!=|=|<|>|\bhas\b|\blacks\b)\s*(\S.*)")


class ConditionError(ValueError):
    """A condition can't be read, or refers to something that the position doesn't have."""


@dataclass(frozen=True)
class Condition:
    """Something that is true of a position or not."""

    text: str
    path: tuple[str, ...]
    sign: str
    value: Any

    def holds(self, view: View) -> bool:
        """Whether it is true of a seat's view."""
        found = self._found(view)
        if self.sign in ("has", "lacks") and not isinstance(found, list | dict):
            raise ConditionError(
                _("'{path}' isn't a list, so it can't have anything").format(
                    path=".".join(self.path)
                )
            )
        try:
            return OPERATORS[self.sign](found, self.value)
        except TypeError as error:
            raise ConditionError(
                _("'{text}': {found} and {value} can't be compared").format(
                    text=self.text, found=json.dumps(found), value=json.dumps(self.value)
                )
            ) from error

    def _found(self, view: View) -> Any:
        """The value that the path leads to."""
        plain = view.plain()
        here: Any = {**plain, "legal": view.legal_texts()}
        if self.path[0] == "panels":
            here["panels"] = _panels(view)
        if 0 <= view.seat < len(plain.get("players", ())):
            here["me"] = plain["players"][view.seat]
        for step in self.path:
            here = _inside(here, step)
        return here


def _panels(view: View) -> dict[str, list[dict[str, Any]]]:
    """The tables beside the board, as rows of cells by column name."""
    return {
        panel.name: [
            {
                column.name: _value(cell.text)
                for column, cell in zip(panel.columns, row.cells, strict=True)
            }
            for row in panel.rows
        ]
        for panel in view.panels()
    }


def _inside(here: Any, step: str) -> Any:
    """Follow a path by one step."""
    if isinstance(here, list) and step.isdigit() and int(step) < len(here):
        return here[int(step)]
    if isinstance(here, dict) and step in here:
        return here[step]
    if isinstance(here, list | dict):
        known = f"0 to {len(here) - 1}" if isinstance(here, list) else ", ".join(here)
        problem = _("a position has no '{step}' here; it has: {known}")
        raise ConditionError(problem.format(step=step, known=known))
    problem = _("nothing is inside {here}, so it has no '{step}'")
    raise ConditionError(problem.format(here=json.dumps(here), step=step))


def condition(text: str) -> Condition:
    """Parse a condition."""
    found = FORM.fullmatch(text.strip())
    if found is None:
        raise ConditionError(
            _(
                "'{text}' isn't a condition; write PATH SIGN VALUE, with one of the signs {signs}"
            ).format(text=text, signs=" ".join(OPERATORS))
        )
    path, sign, value = found.groups()
    return Condition(text, tuple(path.split(".")), sign, _value(value))


def _value(text: str) -> Any:
    """A value as in JSON; a word needs no quotes."""
    try:
        return json.loads(text)
    except ValueError:
        return text
