"""Checks the claims of refusals against the table: every sentence must be provably true.

Each game has a list of sentences, as patterns, with what must be true when they are used. Actions
are parsed from their texts, and pieces are counted independently.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from kerys.table import View


class Asked:
    """A seat that is asked something, and its legal answers."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.question = view.question()
        self.answers = [action.text for action in view.legal]

    @cached_property
    def sorts(self) -> set[str]:
        """The sorts of the legal answers."""
        return {sort(text) for text in self.answers}


@dataclass(frozen=True)
class Refused:
    """A refused action, and the words of the refusal."""

    asked: Asked
    text: str
    found: re.Match[str]

    @property
    def state(self) -> Any:
        return self.asked.view.state

    @property
    def seat(self) -> int:
        return self.asked.view.seat

    @property
    def words(self) -> list[str]:
        """The words of the action."""
        return self.text.split(" ")

    def number(self, group: int = 1) -> int:
        """A number in the sentence."""
        return int(self.found[group])


Claims = dict[str, Callable[[Refused], bool]]
"""What must be true when a sentence matches a pattern."""


def check_claim(claims: Claims, asked: Asked, text: str, sentence: str) -> str:
    """Check that the sentence is a known one, and true; returns its pattern."""
    for pattern, is_true in claims.items():
        found = re.fullmatch(pattern, sentence)
        if found:
            assert is_true(Refused(asked, text, found)), (text, sentence)
            return pattern
    raise AssertionError(f"nobody knows what {sentence!r} claims, for {text!r}")


def is_off_the_question(refused: Refused) -> bool:
    """The sentence repeats the question, and the action is of another sort than all answers."""
    asked = refused.asked
    return refused.found[1] == asked.question and sort(refused.text) not in asked.sorts


@cache
def sort(text: str) -> str:
    """The sort of an action: the same for all that could answer one question."""
    if text == "done":
        return text
    rest = re.sub(r"\b(blue|green|yellow|red|black|white)\b", "C", text)
    rest = re.sub(r"\b[1-4]-(harbour|shops|palace)\b|\bC-\d", "P", rest)
    rest = re.sub(r"^place \d (open|hidden) P( from front)?$", "put", rest)
    rest = re.sub(r"^(agent \d+|throne \d\.\d)$", "agent", rest)
    rest = re.sub(r"^play \w+$", "play", rest)
    rest = re.sub(r"^[235]-room .*$", "room", rest)
    rest = re.sub(r"^lot \w+$", "lot", rest)
    rest = re.sub(r"^[a-h]\d$", "space", rest)
    rest = re.sub(KINDS, "kind", rest)
    return re.sub(r"\d", "N", rest).replace("up", "way").replace("down", "way")


KINDS = (
    r"^(place|extend|pass|violet place|violet extend|lemon place|lemon extend|brown|blackmore"
    r"|tangerine)$"
)
