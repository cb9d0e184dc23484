"""Picking a move by its words: a piece, a place, in any order, until one move is left.

A move is a few words (`place 3 hidden 2-harbour`). A pick is one of them, or several in a row: what
a person clicks on the board or in the list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kerys.locale import _
from kerys.table.action import Action
from kerys.table.view import View

FEW = 9
"""Up to this many moves are listed with their sentences; more are picked word by word."""
MOST_PICKS = 8


class Option(NamedTuple):
    """Something that can be picked."""

    pick: str
    text: str
    about: str = ""
    picked: bool = False


@dataclass(frozen=True)
class Picking:
    """How far a person has come with a decision."""

    picks: tuple[str, ...]
    """The picks that still lead to a move."""
    rows: tuple[tuple[Option, ...], ...]
    """Groups of options; one option of each group is needed."""
    chosen: Action | None
    """The only move left, to be confirmed."""
    about: str
    """What it would do."""


def picking(view: View, picks: Sequence[str]) -> Picking:
    """What is left after some picks; newer picks win over older ones that don't fit."""
    left = list(view.legal)
    kept: list[str] = []
    for pick in reversed(picks[-MOST_PICKS:]):
        fitting = _fitting(left, pick)
        if fitting and pick not in kept:
            left = fitting
            kept.insert(0, pick)
    chosen = left[0] if len(left) == 1 and (kept or len(view.legal) == 1) else None
    return Picking(
        picks=tuple(kept),
        rows=() if not left else _rows(left, view.legal, kept),
        chosen=chosen,
        about=chosen.describe() if chosen else "",
    )


def label_of(view: View, pick: str) -> str:
    """What a pick stands for in the moves that contain it."""
    wording = view.rules.wording
    for action in view.legal:
        if not _fits(action.text, pick):
            continue
        for name, value in wording.plain_action(view.state, view.seat, action.code).items():
            said = "+".join(str(one) for one in value) if isinstance(value, list) else str(value)
            if said == pick and name in wording.groups:
                return _(wording.groups[name])
    return _("Choose one")


def _rows(
    left: list[Action], legal: Sequence[Action], picks: list[str]
) -> tuple[tuple[Option, ...], ...]:
    """The options: whole moves if they are few or dissimilar, otherwise the words in each place."""
    if len(legal) <= FEW or _unlike(legal):
        return (_sentences(legal, picks),)
    words = [pick for pick in picks if all(action.text != pick for action in legal)]
    rows = [
        tuple(Option(word, word, picked=word in words) for word in column)
        for column in _columns(left, legal, words)
        if len(column) > 1
    ]
    if len(words) < len(picks) or (
        len(left) > 1 and all(any(one.picked for one in row) for row in rows)
    ):
        # One move may be a prefix of another: no word tells them apart, but their sentences do.
        alike = [one for one in legal if all(_fits(one.text, pick) for pick in words)]
        rows.append(_sentences(alike, picks))
    return tuple(rows)


def _sentences(moves: Iterable[Action], picks: Sequence[str]) -> tuple[Option, ...]:
    """Whole moves, each with what it would do."""
    return tuple(
        Option(action.text, action.text, action.describe(), action.text in picks)
        for action in moves
    )


def _unlike(legal: Sequence[Action]) -> bool:
    """Whether moves of several words differ in the first word: `lot left`, `3-room 2`."""
    words = [action.text.split(" ") for action in legal]
    return len({one[0] for one in words}) > 1 and any(len(one) > 1 for one in words)


def _columns(left: list[Action], legal: Sequence[Action], picks: list[str]) -> list[list[str]]:
    """The possible words in each place; where one is picked, all alternatives."""
    columns = []
    for place in range(max(len(action.text.split(" ")) for action in legal)):
        words = _words(left, place)
        picked = [word for word in words if word in picks]
        if picked:
            others = [pick for pick in picks if pick not in picked]
            words = _words(
                [one for one in legal if all(_fits(one.text, pick) for pick in others)], place
            )
        columns.append(words)
    return columns


def _words(actions: Iterable[Action], place: int) -> list[str]:
    """The words in one place of moves, each once."""
    found: dict[str, None] = {}
    for action in actions:
        words = action.text.split(" ")
        if place < len(words):
            found[words[place]] = None
    return list(found)


def _fitting(left: Sequence[Action], pick: str) -> list[Action]:
    """The move that a pick is, or else all moves that contain it."""
    whole = [action for action in left if action.text == pick]
    return whole or [action for action in left if _fits(action.text, pick)]


def _fits(text: str, pick: str) -> bool:
    """Whether a pick is in a move."""
    return f" {pick} " in f" {text} "
