"""What the Tab key offers."""

from __future__ import annotations

from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from kerys.terminal.prompt import NextWord
from tests.terminal.tools import Script, forever, play, started


def offered(texts: list[str], typed: str) -> list[str]:
    """The words that completion offers."""
    document = Document(typed, len(typed))
    return [one.text for one in NextWord(texts).get_completions(document, CompleteEvent())]


TEXTS = ["bid 4+2", "bid 4+3", "bid 1+0", "board", "place 3 open 1-shops", "place 3 hidden 1-shops"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", ["bid", "board", "place"]),
        ("b", ["bid", "board"]),
        ("BI", ["bid"]),
        ("bid ", ["4+2", "4+3", "1+0"]),
        ("bid 4", ["4+2", "4+3"]),
        ("place 3 ", ["open", "hidden"]),
        ("place 3 open ", ["1-shops"]),
        ("x", []),
        ("bid 4+2 ", []),
        ("bidding", []),
    ],
)
def test_completion_goes_word_by_word(typed: str, words: list[str]) -> None:
    assert offered(TEXTS, typed) == words


def test_words_chosen_from_completion_alone_are_moves(tmp_path: Path) -> None:
    """Accepting the first suggestion again and again leads to a legal move."""
    saved = started(tmp_path / "game.kerys")

    def completed(moves: object) -> str:
        texts = [action.text for action in saved.game.view(0).legal]
        typed = ""
        while words := offered(texts, typed):
            typed += words[0]
            if typed in texts:
                return typed
            typed += " "
        raise AssertionError(f"no completion leads on from {typed!r}")

    play(saved, Script(forever(completed)))
    assert saved.game.over
