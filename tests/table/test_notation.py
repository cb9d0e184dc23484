"""Notation: every action has a text, and texts, codes and actions mean the same."""

from __future__ import annotations

import random
import string
import tracemalloc

import pytest

from kerys.kernel.contract import Rules
from kerys.table import UnknownMove
from kerys.table.parsing import MOST_NEAREST, tidy
from tests.contract.subjects import CASES, SUBJECTS, case_name
from tests.table.tools import REAL_CASES, Case, choose, nodes, refusal, start, state_of

RULES = [subject.game for subject in SUBJECTS.values()]
BLANKS = (" ", "  ", "\t", "\n", "\u00a0", " \r\n ")


def name_of(rules: Rules) -> str:
    return rules.name


# --- Every action has one text ---


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_texts_and_actions_are_each_others_inverse(rules: Rules) -> None:
    found = [rules.wording.text(action) for action in range(rules.actions)]
    assert len(set(found)) == rules.actions
    assert rules.wording.texts() == {text: action for action, text in enumerate(found)}


@pytest.mark.parametrize("rules", RULES, ids=name_of)
def test_texts_are_short_and_can_be_typed_on_any_keyboard(rules: Rules) -> None:
    allowed = set(string.ascii_lowercase + string.digits + " +-.")
    for text in rules.wording.texts():
        assert text == tidy(text)
        assert set(text) <= allowed
        assert 0 < len(text) <= 40


# --- Text, code and Action are the same move ---


def messy(text: str, rng: random.Random) -> str:
    """The same text, typed carelessly."""
    words = [rng.choice((word, word.upper(), word.title())) for word in text.split(" ")]
    return rng.choice(("", *BLANKS)) + "".join(word + rng.choice(BLANKS) for word in words)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_text_code_and_action_lead_to_the_same_game(case: Case) -> None:
    rng = random.Random(5)
    games = by_code, by_text, by_action, by_mess = tuple(start(case, 5) for _ in range(4))
    while not by_code.over:
        seat, code = choose(by_code, rng)
        text = by_code.rules.wording.text(code)
        action = next(one for one in by_action.legal(seat) if one.code == code)
        made = by_code.push(seat, code)
        assert (made.seat, made.code, made.text, str(made)) == (seat, code, text, text)
        assert by_text.push(seat, text) == made
        assert by_action.push(seat, action) == made
        assert by_mess.push(seat, messy(text, rng)) == made
        assert len({state_of(game).tobytes() for game in games}) == 1
    assert all(game.over for game in games)
    assert len({game.moves for game in games}) == 1


# --- Invalid actions ---


def test_a_slip_of_the_finger_is_answered_with_what_was_meant() -> None:
    rng = random.Random(8)
    for case in REAL_CASES:
        for game in nodes(start(case, 8), rng):
            if game.ply % 5:
                continue
            seat = game.actors[0]
            meant = rng.choice(game.legal(seat)).text
            typed = meant[0] + meant
            error = refusal(game, seat, typed)
            assert isinstance(error, UnknownMove)
            legal = {action.text for action in game.legal(seat)}
            assert meant in error.nearest
            assert set(error.nearest) <= legal
            assert len(set(error.nearest)) == len(error.nearest) <= MOST_NEAREST
            assert all(f"'{one}'" in str(error) for one in (typed, *error.nearest))


STRANGE = ["", " ", "\n", "0", "?", "bid ?", "card ?", "日本", "🂡", "\x00"]
STRANGE += [
    "bid 4+2;",
    "bid 2+4x",
    "\uff42\uff49\uff44 4+2",
    "{text}",
    "%s",
    "'",
    "done'",
    "-1",
    "1e3",
]


@pytest.mark.parametrize("text", STRANGE)
@pytest.mark.parametrize("name", SUBJECTS)
def test_strange_texts_are_refused_with_something_that_is_legal(name: str, text: str) -> None:
    game = start((name, 0), 1)
    seat = game.actors[0]
    error = refusal(game, seat, text)
    assert isinstance(error, UnknownMove)
    assert error.nearest
    assert set(error.nearest) <= {one.text for one in game.legal(seat)}


@pytest.mark.parametrize("text", ["bid 4+2\x1b[2J", "bid\n4+2\nx", "x\u202e", "a\x00b"])
def test_the_message_for_a_strange_text_is_one_printable_line(text: str) -> None:
    message = str(refusal(start(("ys", 0)), 0, text))
    assert message.isprintable(), repr(message)


def test_the_message_for_a_huge_text_is_short() -> None:
    length = len(str(refusal(start(("ys", 0)), 0, "x" * 100_000)))
    assert length < 1_000


def test_a_text_of_many_words_costs_no_more_than_its_length() -> None:
    game, text = start(("ys", 0)), "x " * 4_000
    tracemalloc.start()
    try:
        error = refusal(game, 0, text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(error, UnknownMove)
    assert peak < 200 * len(text), "memory grows with the square of the text"
