"""Choosing a move step by step, on the board or in a list, until it is complete."""

from __future__ import annotations

from typing import NamedTuple

from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.table.errors import GameError
from kerys.table.explanations import describe_move
from kerys.table.picking import Option, label_of, picking
from kerys.table.turn import turn
from kerys.table.view import View


class Group(NamedTuple):
    """Options of which one has to be picked."""

    label: str
    options: tuple[Option, ...]

    @property
    def picked(self) -> bool:
        """Whether one of them is picked."""
        return any(one.picked for one in self.options)


class Chooser:
    """A decision that a person is making."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._things = _things(view, [action.code for action in view.legal])
        self._implied = _implied(view)
        self._picks: list[str] = []
        self._touched: list[str] = []
        """Things on the board that no word of a move stands for."""
        self._whole = ""
        """A move of two decisions, picked by pointing at the second."""
        self._state = picking(view, ())

    @property
    def lit(self) -> frozenset[str]:
        """The places and pieces that can be chosen."""
        named = {thing for one in self._things.values() for thing in one}
        return frozenset(named | {word for text in self._things for word in text.split(" ")}) | {
            *self._implied
        }

    @property
    def picked(self) -> frozenset[str]:
        """The places and pieces that are chosen."""
        chosen = self._state.chosen
        things = self._things[chosen.text] if chosen else frozenset()
        whole = {thing for thing, text in self._implied.items() if text == self._whole}
        return frozenset((*self._state.picks, *self._touched, *things, *whole))

    @property
    def move(self) -> str:
        """The text of the move, once it is complete; empty before."""
        return self._whole or (self._state.chosen.text if self._state.chosen else "")

    @property
    def about(self) -> str:
        """What the move would do."""
        return " ".join(describe_move(self.view, self.move)) if self.move else ""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The options, in groups of which each needs a pick."""
        return tuple(Group(self._label(row), row) for row in self._state.rows if row)

    def press(self, name: str) -> bool:
        """Pick an option, or a thing on the board; returns whether that changed anything.

        What is picked already is taken back.
        """
        if name in self._state.picks:
            self._picks = [one for one in self._state.picks if one != name]
        elif name in self._touched:
            self._touched.remove(name)
        elif any(f" {name} " in f" {text} " for text in self._things):
            self._picks, self._whole = [*self._state.picks, name], ""
        elif name in self._implied:
            whole = self._implied[name]
            self._picks, self._whole = [], "" if whole == self._whole else whole
        elif not self._touch(name):
            return False
        self._state = picking(self.view, self._picks)
        return True

    def fill_in(self, move: str) -> bool:
        """Pick a whole move, of one decision or several; returns whether it can be made."""
        try:
            describe_move(self.view, move)
        except GameError:
            return False
        single = move in self._things
        self._touched, self._picks = [], [move] if single else []
        self._whole = "" if single else move
        self._state = picking(self.view, self._picks)
        return True

    def take_back(self) -> bool:
        """Take back the last pick; returns whether there was one."""
        if self._whole:
            self._whole = ""
        elif self._touched:
            self._touched.pop()
        elif self._state.picks:
            self._picks = list(self._state.picks[:-1])
        else:
            return False
        self._state = picking(self.view, self._picks)
        return True

    def _touch(self, name: str) -> bool:
        """Choose a thing that moves mean without naming it; the only move with it is picked."""
        touched = [*self._touched, name]
        fitting = [text for text, things in self._things.items() if things.issuperset(touched)]
        if not fitting:
            touched = [name]
            fitting = [text for text, things in self._things.items() if name in things]
        if not fitting:
            return False
        self._touched = touched
        if len(fitting) == 1:
            self._picks, self._touched = [fitting[0]], []
        return True

    def _label(self, row: tuple[Option, ...]) -> str:
        """What the options of a group are."""
        return _("Choose one") if row[0].about else label_of(self.view, row[0].pick)


def _things(view: View, codes: list[int]) -> dict[str, frozenset[str]]:
    """The text of each answer, and the things that it is about."""
    wording = view.rules.wording
    texts = [wording.text(code) for code in codes]
    if wording.things is None:
        return {text: frozenset((text,)) for text in texts}
    named = wording.things(view.state, view.seat, codes) if codes else ()
    return {text: frozenset(things) for text, things in zip(texts, named, strict=True)}


def _implied(view: View) -> dict[str, str]:
    """For each thing that can follow an answer that goes without saying, the whole move."""
    wording, found = view.rules.wording, dict[str, str]()
    if not wording.implied or not view.legal:
        return found
    nodes = turn(view)
    root = nodes[-1]
    for first in wording.implied:
        after = root.after[root.answers.index(first)] if first in root.answers else NONE
        for text, things in _things(
            view, list(nodes[after].answers) if after != NONE else []
        ).items():
            for thing in things:
                found.setdefault(thing, f"{wording.text(first)} {text}")
    return found
