"""Text deltas: the old text and the delta give the new text, and little is sent."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kerys.server.pages.text_delta import chunks_of, delta
from tests.server.page_client import changed

WORDS = st.sampled_from(["", "a", "b", "ab" * 20, "ab" * 20 + "c", "x" + "ab" * 20, "é" * 30, "🙂"])
TEXTS = st.lists(WORDS, max_size=30)


def sent(old: list[str], new: list[str]) -> list[Any]:
    """A delta as a page receives it."""
    found: list[Any] = json.loads(json.dumps(delta(old, new)))
    return found


@given(TEXTS, TEXTS)
def test_the_old_text_and_the_change_give_the_new_text(old: list[str], new: list[str]) -> None:
    assert changed(old, sent(old, new)) == new


@given(TEXTS, st.data())
def test_edits_of_a_long_text_are_found(words: list[str], data: st.DataObject) -> None:
    old = [f"{index} {word}" for index, word in enumerate(words * 3)]
    new = list(old)
    for _edit in range(data.draw(st.integers(0, 5))):
        place = data.draw(st.integers(0, len(new)))
        new[place : place + data.draw(st.integers(0, 3))] = data.draw(TEXTS)
    assert changed(old, sent(old, new)) == new


@given(TEXTS, TEXTS, st.sampled_from(["", "a", "ab"]))
def test_pieces_are_cut_into_chunks(old: list[str], new: list[str], mark: str) -> None:
    assert "".join(chunks_of(old, mark)) == "".join(old)
    told = json.loads(json.dumps(delta(old, new, mark)))
    assert changed(chunks_of(old, mark), told) == chunks_of(new, mark)


@given(TEXTS, st.data())
def test_pieces_that_change_one_by_one_are_found(words: list[str], data: st.DataObject) -> None:
    old = [f"a{index} {word}" for index, word in enumerate(words * 3)]
    new = [
        data.draw(st.sampled_from([piece, piece + "abc", "x" + piece, "", piece.replace("b", "")]))
        for piece in old
    ]
    told = json.loads(json.dumps(delta(old, new, "a")))
    assert changed(chunks_of(old, "a"), told) == chunks_of(new, "a")


def test_what_stays_is_not_sent_again() -> None:
    old = [f"chunk {number} of a text" for number in range(100)]
    assert delta(old, old) == [100, 100]
    new = [*old[:10], "new", *old[10:50], *old[60:]]
    assert delta(old, new) == [100, 10, "new", 40, (10,), 40]
    moved = ["".join([*old[50:], *old[:50]])]
    assert delta(["".join(old)], moved, "chunk") == [100, (50,), 50, (-100,), 50]


def test_of_a_chunk_that_changed_a_little_only_that_is_sent() -> None:
    old = ["begin", 'g class="spot" data-name="2-harbour">', "end"]
    new = ["begin", 'g class="spot lit" data-name="2-harbour">', "end"]
    assert delta(old, new) == [3, 1, (13, 24, " lit"), 1]


def test_characters_that_browsers_count_otherwise_are_sent_whole() -> None:
    old, new = ["🙂" * 20 + " one"], ["🙂" * 20 + " two"]
    assert delta(old, new) == [1, new[0]]
