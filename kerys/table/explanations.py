"""What a thing at the table is, what it is worth now and what can be done with it.

Things have the names that drawings give them (`data-name`, `data-explain`). Every explanation comes
from one seat's view. A game explains its own things (`Explains`, an optional part of its facts);
this module covers panels, answers and games without explanations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol

from kerys.kernel.bits import bit
from kerys.kernel.seats import NONE
from kerys.locale import _, speaking
from kerys.table.action import Action
from kerys.table.errors import GameError, IllegalMove
from kerys.table.panels import Bar, Panel
from kerys.table.parsing import check_legal, check_turn, read, shown
from kerys.table.view import FACTS, View

Beside = Callable[[View, Collection[str]], Sequence[Panel]]
"""Gives the panels beside the board, those with these names in full."""


class Chart(NamedTuple):
    """A small chart, and what it shows."""

    title: str
    bars: tuple[Bar, ...]


class Explanation(NamedTuple):
    """An explanation of a thing."""

    title: str
    """Its name."""
    lines: tuple[str, ...]
    """What it is, its value now, its owner, what it can do: a sentence or two each."""
    charts: tuple[Chart, ...] = ()
    """How likely it is to be what, if that isn't known."""


class Explains(Protocol):
    """Explains the things of a game: `explanations`, an optional part of its facts."""

    def explain(self, view: View, thing: str) -> Explanation | None:
        """What a thing is; None if there is no such thing in the view."""
        ...

    def explain_column(self, view: View, panel: str, column: str) -> str:
        """What a column of a panel shows."""
        ...


class Coach(Protocol):
    """Says what a choice does, from facts alone: `coach`, an optional part of a game's facts."""

    def coach(self, view: View, actions: Sequence[Action]) -> tuple[str, ...]:
        """What is certain about the answers of one turn, and what hidden things could change."""
        ...


def explain(
    view: View, thing: str, lang: str | None = None, beside: Beside = View.panels
) -> Explanation:
    """What a thing is, as far as a view's seat may know; `beside` gives the panels by name."""
    with speaking(lang):
        kind, _space, rest = thing.partition(" ")
        if kind in ("panel", "column", "row", "cell"):
            found = _in_panel(view, kind, rest, beside)
        else:
            found = _of_game(view, thing)
        if found is None:
            raise GameError(_("There is no '{thing}' at this table.").format(thing=shown(thing)))
        return found


def describe_move(view: View, text: str, lang: str | None = None) -> tuple[str, ...]:
    """What a move would do, a sentence for each of its decisions."""
    with speaking(lang):
        return tuple(one.describe() for one in read_move(view, text))


def coach(view: View, text: str, lang: str | None = None) -> tuple[str, ...]:
    """What a move does, from facts alone, as far as a view's seat knows them."""
    made: Coach | None = _part(view, "coach")
    with speaking(lang):
        actions = read_move(view, text)
        return made.coach(view, actions) if made else ()


def read_move(view: View, text: str) -> list[Action]:
    """The decisions of a planned turn; none of them is made.

    What follows a decision is looked up only where no secret can change it (`Wording.following`).
    """
    rules, seat, names = view.rules, view.seat, view.names
    check_turn(rules, view.state, seat, names)
    state, rest, found = view.state, text, []
    while True:
        code, rest = read(rules, state, seat, rest)
        check_legal(rules, state, seat, code)
        found.append(Action(seat, code, rules, state, names))
        if not rest:
            return found
        after = rules.wording.following(state, seat, [code])
        world = rules.copy(state)
        if after and after[0] is not None:
            rules.apply(world, seat, code)
        if not after or after[0] is None or not _asks(view, world, after[0].question):
            raise IllegalMove(
                _("'{text}' is as far as can be told before it is made.").format(
                    text=found[-1].text
                )
            )
        state = world


def _asks(view: View, world: Any, question: int) -> bool:
    """Whether a state asks exactly this question, and only to the view's seat."""
    return bool(view.rules.actors(world) == int(bit(view.seat)) and world.question == question)


def guide_section(view: View) -> str:
    """The section of the guide that explains the open question; empty if there is none."""
    return "" if view.over else view.rules.wording.guide_sections.get(_question(view), "")


def _question(view: View) -> int:
    """The number of the open question; NONE in games that don't number theirs."""
    return int(getattr(view.state, "question", NONE))


# --- Things of a game --------------------------------------------------------------------------


def _of_game(view: View, thing: str) -> Explanation | None:
    """A thing that the drawing or an answer names."""
    made: Explains | None = _part(view, "explanations")
    found = made.explain(view, thing) if made else None
    answers = {named: code for named, code in _answers(view) if thing in named}
    if found is None:
        if made or not (answers or thing in view.rules.wording.texts()):
            return None
        found = Explanation(view.rules.wording.thing_name(thing), ())
    if (thing,) in answers:
        said = Action(view.seat, answers[thing,], view.rules, view.state, view.names).describe()
        return Explanation(
            found.title,
            (*found.lines, _("You can choose it: {does}.").format(does=said.rstrip("."))),
        )
    if answers:
        return Explanation(found.title, (*found.lines, _("You can choose it now.")))
    return found


def _answers(view: View) -> list[tuple[tuple[str, ...], int]]:
    """What the view's seat can point at now, and the answers that stand for it."""
    wording = view.rules.wording
    codes = [one.code for one in view.legal]
    if wording.things is None or not codes:
        return [((wording.text(code),), code) for code in codes]
    return list(zip(wording.things(view.state, view.seat, codes), codes, strict=True))


def _part(view: View, name: str) -> Any:
    """An optional part of a game's facts."""
    return getattr(FACTS[view.game], name, None) if view.game in FACTS else None


# --- Panels ------------------------------------------------------------------------------------


def _in_panel(view: View, kind: str, rest: str, beside: Beside) -> Explanation | None:
    """A panel, or one of its columns, rows or cells, counted from 0: `cell majorities 3 1`."""
    name, *numbers = rest.split(" ")
    panel = next((one for one in beside(view, {name}) if one.name == name and not one.folded), None)
    wanted = {"panel": 0, "column": 1, "row": 1, "cell": 2}[kind]
    if panel is None or len(numbers) != wanted or not all(one.isdecimal() for one in numbers):
        return None
    at = [int(one[:4]) for one in numbers]
    if kind == "panel":
        return Explanation(panel.title, _said(_about(view, name, ""), panel.note))
    if kind == "column":
        return _column(view, panel, at[0])
    return _row(view, panel, *at)


def _column(view: View, panel: Panel, number: int) -> Explanation | None:
    """A column of a panel."""
    if number >= len(panel.columns):
        return None
    column = panel.columns[number]
    return Explanation(column.heading, _said(_about(view, panel.name, column.name), panel.note))


def _row(view: View, panel: Panel, number: int, column: int = NONE) -> Explanation | None:
    """A row of a panel, or a cell of it."""
    if number >= len(panel.rows) or column >= len(panel.columns):
        return None
    row = panel.rows[number]
    if column == NONE:
        cells = zip(panel.columns, row.cells, strict=True)
        lines = [f"{head.heading}: {cell.text}" for head, cell in cells if cell.text]
        return Explanation(row.heading, _said(_about(view, panel.name, ""), *lines))
    cell, head = row.cells[column], panel.columns[column]
    title = (
        f"{row.heading}, {head.heading}: {cell.text}"
        if cell.text
        else f"{row.heading}, {head.heading}"
    )
    return Explanation(title, _said(_about(view, panel.name, head.name), cell.title))


def _about(view: View, panel: str, column: str) -> str:
    """What the game says about a panel of its own, or one of its columns."""
    made: Explains | None = _part(view, "explanations")
    if made is None or panel not in [one.name for one in view.panels(())]:
        return ""
    return made.explain_column(view, panel, column)


def _said(*lines: str) -> tuple[str, ...]:
    """The lines that aren't empty."""
    return tuple(filter(None, lines))
