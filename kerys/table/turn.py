"""A whole turn as a tree: the answers to a question, and those that can follow each of them.

Pages include it, so that you can choose a whole turn before anything is sent. It is computed from
a view alone, as far as the game says that no secret can change what follows.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from kerys.kernel.bits import bit
from kerys.kernel.contract import Rules, State, flags
from kerys.kernel.seats import NONE
from kerys.table.view import View

MOST_TRIED = 500
"""The most answers to follow; what follows the others is asked at the table."""


class Node(NamedTuple):
    """A question within a turn."""

    answers: tuple[int, ...]
    """The codes of the actions, in ascending order."""
    after: tuple[int, ...]
    """For each answer, the node that follows, or NONE; empty if nothing follows any of them."""
    without: tuple[str, ...] = ()
    """For each answer, the thing it uses up: answers that contain it don't follow. Empty if no
    answer uses anything up."""
    question: int = NONE
    """What is asked; NONE for what the view itself asks."""


def turn(view: View) -> tuple[Node, ...]:
    """The question to a view's seat, which comes last, and those that can follow it."""
    return tuple(_Tree(view.rules, view.seat).grown(view.state))


class _Tree:
    """A turn under construction; equal nodes are merged."""

    def __init__(self, rules: Rules, seat: int) -> None:
        self._rules = rules
        self._seat = seat
        self._asked = int(bit(seat))
        self._nodes: dict[Node, int] = {}
        self._answers: dict[bytes, tuple[int, ...]] = {}
        self._mask = np.zeros(rules.mask_words, np.int64)
        self._left = MOST_TRIED

    def grown(self, state: State) -> list[Node]:
        """All nodes reachable from a state."""
        self._node(state)
        return list(self._nodes)

    def _node(self, state: State) -> int:
        """The number of a state's node."""
        answers = self._choices(state)
        following = self._rules.wording.following(state, self._seat, answers)
        if not following:
            return self._number(Node(answers, (), (), int(state.question)))
        behind: dict[tuple[int, Hashable], int] = {}
        for action, one in zip(answers, following, strict=True):
            if one is not None and not one.without and one[:2] not in behind:
                behind[one[:2]] = self._behind(state, action, one.question)
        after, without = [], []
        for action, one in zip(answers, following, strict=True):
            number, taken = NONE, ""
            if one is not None and one[:2] in behind:
                number, taken = behind[one[:2]], one.without
            elif one is not None:
                number = self._behind(state, action, one.question)
            after.append(number)
            without.append(taken)
        gone = tuple(without) if any(without) else ()
        return self._number(Node(answers, tuple(after), gone, int(state.question)))

    def _number(self, node: Node) -> int:
        """The number of a node."""
        return self._nodes.setdefault(node, len(self._nodes))

    def _behind(self, state: State, action: int, question: int) -> int:
        """The node after an answer, if it leads to the question that should follow."""
        if not self._left:
            return NONE
        self._left -= 1
        world = self._rules.copy(state)
        self._rules.apply(world, self._seat, action)
        if int(world.question) != question or self._rules.actors(world) != self._asked:
            return NONE  # the next answer was forced, and is made already
        return self._node(world)

    def _choices(self, state: State) -> tuple[int, ...]:
        """The legal answers; the same few sets come up again and again."""
        mask = self._mask
        mask[:] = 0
        self._rules.legal(state, self._seat, mask)
        key = mask.tobytes()
        if key not in self._answers:
            self._answers[key] = tuple(flags(mask, self._rules.actions).nonzero()[0].tolist())
        return self._answers[key]
