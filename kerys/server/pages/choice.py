"""A seat's open question as data for its page, so that choosing needs no further requests.

It holds the legal answers and, as far as they are certain, those that can follow in the same turn.
An answer consists of things that people point at (`Wording.things`); its text is a pattern filled
with their names. All of it comes from the seat's own view.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from string import ascii_letters
from typing import Any

from msgspec import Raw
from msgspec.json import encode

from kerys.draw.svg import TOKEN_SHAPES, seat_look
from kerys.kernel.contract import Rules
from kerys.kernel.seats import NONE
from kerys.locale import _, language
from kerys.table.turn import Node, turn
from kerys.table.view import View

MOST_SENTENCES = 24
"""Up to this many answers come with a sentence each; otherwise only their things are named."""
PRIVATE = 0xE000
"""The first of the characters that never occur in a text."""
OWN_KEY = re.compile(r"[0-9]|[a-h][1-9]")
"""Names that are short enough to type in full."""


def choice(view: View) -> Raw:
    """What the seat of a view is asked, as data for its page."""
    return Raw(encode(_Choice(view, turn(view)).told()))


def single_choice(view: View) -> Raw:
    """The same without what could follow in the same turn."""
    answers = tuple(action.code for action in view.legal)
    return Raw(encode(_Choice(view, (Node(answers, ()),)).told()))


class _Choice:
    """Encodes a choice as numbers."""

    def __init__(self, view: View, nodes: Sequence[Node]) -> None:
        self._view = view
        self._nodes = nodes
        self._codes = sorted(set().union(*[node.answers for node in self._nodes]))
        self._bits = {code: 1 << place for place, code in enumerate(self._codes)}
        self._root = self._nodes[-1].answers
        self._things: dict[str, int] = {}
        self._fields: list[str] = []

    def told(self) -> dict[str, Any]:
        """All of it."""
        view, wording = self._view, self._view.rules.wording
        moves, patterns = self._moves()
        groups = list(dict.fromkeys(self._fields))
        about = self._sentences()
        things = self._things
        numbers = map(groups.index, self._fields)
        found: dict[str, Any] = {
            "things": list(
                zip(things, self._labels(about), _keys(tuple(things)), numbers, strict=True)
            ),
            "groups": [_(wording.groups[one]) if one else "" for one in groups],
            "patterns": patterns,
            "moves": moves,
            "nodes": [self._node(node) for node in self._nodes],
            "usual": [things[one] for one in wording.usual_things if one in things],
            "implied": [self._codes.index(one) for one in wording.implied if one in self._root],
            "token": TOKEN_SHAPES[view.seat],
            "look": seat_look(view.seat),
        }
        if about:
            found["about"] = [about.get(code, "") for code in self._codes]
        if len(about) < len(self._codes):
            found["said"] = self._said(moves, len(patterns), about)
        return found

    def _said(self, moves: list[list[int]], patterns: int, about: Mapping[int, str]) -> list[str]:
        """For each pattern, the sentence about its answers with gaps for the labels of things.

        Empty where no such sentence is right for all of them, as in languages that inflect labels.
        """
        labels = self._labels({})
        answers: list[dict[int, list[int]]] = [{} for _pattern in range(patterns)]
        for code, (pattern, *things) in zip(self._codes, moves, strict=True):
            if code not in about:
                answers[pattern][code] = things
        return [self._sentence(some, labels) if some else "" for some in answers]

    def _sentence(self, answers: Mapping[int, list[int]], labels: Sequence[str]) -> str:
        """A sentence with gaps for some answers, given as their things."""
        first = next(iter(answers))
        question = self._question_of(first)
        named = tuple([labels[one] for one in answers[first]])
        sentence = _with_gaps(self._describe(first, question), named)
        if not sentence:
            return ""
        known = _fitting(self._view.game, question, language(), sentence)
        for code in answers.keys() - known:
            named = tuple([labels[one] for one in answers[code]])
            if sentence.format(*named) != self._describe(code, self._question_of(code)):
                return ""
            known.add(code)
        return sentence

    def _question_of(self, code: int) -> int:
        """The question to which an answer is given."""
        return next(node.question for node in reversed(self._nodes) if code in node.answers)

    def _describe(self, code: int, question: int) -> str:
        """What an answer would do, to this question or to one that follows."""
        view, state = self._view, self._view.state
        if question not in (NONE, int(state.question)):
            state = view.rules.copy(state)
            state.question = question
        return view.rules.wording.describe(state, view.seat, code, view.names)

    def _moves(self) -> tuple[list[list[int]], list[str]]:
        """Each answer as the numbers of its pattern and its things; and all patterns."""
        view, things = self._view, self._things
        question = int(view.state.question)
        patterns: dict[str, int] = {}
        moves = []
        for code, (pattern, named) in zip(self._codes, _written(view, self._codes), strict=True):
            move = [patterns.setdefault(pattern, len(patterns))]
            for one in named:
                number = things.get(one)
                if number is None:
                    number = things[one] = len(things)
                    self._fields.append(_field(view.rules, question, one, code))
                move.append(number)
            moves.append(move)
        return moves, list(patterns)

    def _node(self, node: Node) -> list[Any]:
        """A node: its moves as bits, what follows each of them, and what each removes."""
        bits = f"{sum(map(self._bits.__getitem__, node.answers)):x}"
        if not node.without:
            return [bits, node.after] if node.after else [bits]
        return [bits, node.after, [self._things.get(one, NONE) for one in node.without]]

    def _sentences(self) -> dict[int, str]:
        """What each answer would do, if there are few enough."""
        if len(self._root) > MOST_SENTENCES:
            return {}
        return {one.code: one.describe() for one in self._view.legal}

    def _labels(self, about: dict[int, str]) -> list[str]:
        """What each thing is called; if it is an answer by itself, what that would do."""
        rules = self._view.rules
        texts = {rules.wording.text(code): said for code, said in about.items()}
        return [texts.get(one) or _thing_name(rules, one, language()) for one in self._things]


def things_of(view: View) -> list[tuple[str, ...]]:
    """The things that a person points at to give each legal answer."""
    return [named for _pattern, named in _written(view, [one.code for one in view.legal])]


def _written(view: View, codes: Sequence[int]) -> list[tuple[str, tuple[str, ...]]]:
    """The texts of answers as patterns, and the things that complete them."""
    wording = view.rules.wording
    if wording.things is None:
        return [("{}", (wording.text(code),)) for code in codes]
    named = wording.things(view.state, view.seat, codes)
    return [_pattern(wording.text(code), one) for code, one in zip(codes, named, strict=True)]


@lru_cache(maxsize=1024)
def _fitting(_game: str, _question: int, _language: str, _sentence: str) -> set[int]:
    """The answers to a question that a sentence with gaps has been found to fit so far."""
    return set()


@lru_cache(maxsize=4096)
def _with_gaps(sentence: str, labels: tuple[str, ...]) -> str:
    """A sentence with a numbered gap instead of each label; empty if one isn't in it."""
    if "{" in sentence:
        return ""
    gaps = {chr(PRIVATE + place): label for place, label in enumerate(labels)}
    for gap, label in sorted(gaps.items(), key=lambda one: -len(one[1])):
        if label not in sentence:
            return ""
        sentence = sentence.replace(label, gap, 1)
    for place, gap in enumerate(gaps):
        sentence = sentence.replace(gap, f"{{{place}}}")
    return sentence


@lru_cache(maxsize=4096)
def _pattern(text: str, named: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A text with gaps for the names of its things, in order; if that fails, the text itself."""
    pattern, rest = "", text
    for name in named:
        before, found, rest = rest.partition(name)
        if not found:
            return text, named
        pattern += before + "{}"
    return pattern + rest, named


@lru_cache(maxsize=4096)
def _field(rules: Rules, question: int, thing: str, code: int) -> str:
    """The named field of a decision that a thing fills; empty if it fills none."""
    state = rules.blank()
    state.question = question
    for name, value in rules.wording.plain_action(state, 0, code).items():
        values = value if isinstance(value, list) else [value]
        if name in rules.wording.groups and thing in map(str, values):
            return name
    return ""


@lru_cache(maxsize=4096)
def _thing_name(rules: Rules, thing: str, _language: str) -> str:
    """What people call a thing, in the current language."""
    return rules.wording.thing_name(thing)


@lru_cache(maxsize=1024)
def _keys(things: tuple[str, ...]) -> Sequence[str]:
    """A key for each thing, or two to press in sequence; no key is a prefix of another."""
    own = {one: one for one in things if OWN_KEY.fullmatch(one)}
    taken = {key[0] for key in own.values()}
    for one in things:
        if one in own:
            continue
        own[one] = next((key for key in _wanted_keys(one) if key not in taken), "")
        taken.add(own[one])
    return [own[one] for one in things]


@lru_cache(maxsize=1024)
def _wanted_keys(thing: str) -> str:
    """Letters for a thing, best first: its initials, its other letters, then any letter."""
    initials = "".join(word[:1] for word in re.split(r"[ -]", thing))
    return "".join(filter(str.isalpha, initials + thing + ascii_letters))
