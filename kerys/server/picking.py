"""Picking a move by its words: a piece, a place, in any order, until one move is left.

A move is a few words (`place 3 hidden 2-harbour`). A pick is one of them, or several in a row: what
a person presses on the board or in the list. Nothing of this is kept on the server; picks travel in
the address of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kerys.table.action import Action
from kerys.table.view import View

FEW = 9
"""So many moves are listed with their sentences; more are picked word by word."""
MOST_PICKS = 8


@dataclass(frozen=True)
class Option:
    """Something that can be picked."""

    pick: str
    text: str
    about: str = ""
    picked: bool = False


@dataclass(frozen=True)
class Picking:
    """How far a person has come with a decision."""

    picks: tuple[str, ...]
    """Those that lead to a move."""
    rows: tuple[tuple[Option, ...], ...]
    """Groups of options, one of each is needed."""
    chosen: Action | None
    """The one move that is left, to be confirmed."""
    about: str
    """What it would do."""
    lit: frozenset[str]
    """The names of all pieces and places that can be picked."""


def picking(view: View, picks: Sequence[str]) -> Picking:
    """What is left after some picks; the newest count, older ones only where they fit to them."""
    left = list(view.legal)
    kept: list[str] = []
    for pick in reversed(picks[-MOST_PICKS:]):
        fitting = [action for action in left if _fits(action.text, pick)]
        if fitting and pick not in kept:
            left = fitting
            kept.insert(0, pick)
    chosen = left[0] if len(left) == 1 and (kept or len(view.legal) == 1) else None
    return Picking(
        picks=tuple(kept),
        rows=() if not left else _rows(left, view.legal, kept),
        chosen=chosen,
        about=chosen.describe() if chosen else "",
        lit=frozenset(name for action in left for name in _names(action.text)),
    )


def _rows(
    left: list[Action], legal: Sequence[Action], picks: list[str]
) -> tuple[tuple[Option, ...], ...]:
    """The options: few moves with their sentences, or the words of each place of many."""
    if len(legal) <= FEW:
        return (
            tuple(
                Option(action.text, action.text, action.describe(), action.text in picks)
                for action in legal
            ),
        )
    return tuple(
        tuple(Option(word, word, picked=word in picks) for word in words)
        for words in _columns(left, legal, picks)
        if len(words) > 1
    )


def _columns(left: list[Action], legal: Sequence[Action], picks: list[str]) -> list[list[str]]:
    """The words that can stand in each place; where one is picked, all that could be instead."""
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


def _names(text: str) -> list[str]:
    """All words of a move, alone and in a row."""
    words = text.split(" ")
    return [
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
    ]


def _fits(text: str, pick: str) -> bool:
    """Whether a pick is in a move."""
    return f" {pick} " in f" {text} "
