"""Every word that a person reads comes from the catalogue, as a made-up language shows.

It turns every message into full-width letters between brackets. A plain letter outside names and
notation was never marked for translation.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kerys.locale import speaking
from kerys.table import SPECTATOR, Game, GameError, OptionsError, RecordError, new
from kerys.table.record_json import read_json
from kerys.table.record_text import read
from tests.contract.subjects import case_name
from tests.table.languages import CLOSE, OPEN, PSEUDO, teach
from tests.table.tools import REAL_CASES, Case, nodes, seat_down, start, walk, whole_game
from tests.ys.board import Board

NAMES = ("Ζωή", "李", "Ана", "שרה")
SPACES = re.compile(r"\b[a-h][1-9]\b")
KINDS = re.compile(r"\((violet |lemon )?(place|extend|brown|blackmore|tangerine)\)")
QUOTED = re.compile(r"(?<!\w)'[^']*'")


@pytest.fixture(autouse=True)
def _taught(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    teach(monkeypatch)
    with speaking(PSEUDO):
        yield


def check_translated(sentence: str) -> None:
    """Check that only names, notation and numbers are outside the translated text."""
    assert sentence
    rest = sentence
    for name in NAMES:
        rest = rest.replace(name, "")
    for notation in (QUOTED, SPACES, KINDS):
        rest = notation.sub("", rest)
    assert not re.search("[A-Za-z]", rest), sentence
    depth = 0
    for letter in rest:
        depth += (letter == OPEN) - (letter == CLOSE)
        assert depth >= 0
        assert depth > 0 or not letter.isalpha(), sentence
    assert depth == 0


def sit(case: Case, seed: int) -> Game:
    game = start(case, seed)
    game.names = NAMES[: game.players]
    return game


# --- Games ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_questions_answers_and_refusals_are_translated(case: Case) -> None:
    rng = random.Random(1)
    said = set()
    for game in nodes(sit(case, 1), rng):
        asked = game.actors[0]
        for seat in (asked, SPECTATOR):
            view = game.view(seat)
            said |= {view.heading(), view.question()}
        legal = game.legal(asked)
        said |= {action.describe() for action in rng.sample(legal, min(len(legal), 8))}
        codes = {action.code for action in legal}
        others = [code for code in range(game.rules.actions) if code not in codes]
        for code in rng.sample(others, 8):
            said.add(game.rules.wording.refuse(game.view(asked).state, asked, code))
    said |= {game.view(0).heading(), game.view(0).question()}
    for sentence in said:
        check_translated(sentence)


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_stories_are_translated(case: Case) -> None:
    game = walk(sit(case, 2), random.Random(2))
    for one in game.story(0):
        check_translated(one.heading)
        for sentence in one.sentences:
            check_translated(sentence)


def test_players_without_names_are_named_in_the_language_of_the_moment() -> None:
    for name in new("ys", seed=1).names:
        assert re.fullmatch(rf"{OPEN}[^A-Za-z]* [ABCD]{CLOSE}", name)


# --- Errors ---


def said_by(attempt: Callable[[], object]) -> str:
    with pytest.raises(GameError) as caught:
        attempt()
    return str(caught.value)


def bidding() -> Game:
    game = sit(("ys", 0), 1)
    game.push(1, "bid 4+2")
    return game


ERRORS: dict[str, Callable[[], object]] = {
    "not your turn": lambda: bidding().push(1, "bid 4+2"),
    "over": lambda: whole_game(("mykerinos", 2)).push(0, "pass"),
    "unknown text": lambda: bidding().push(0, "zz"),
    "unknown code": lambda: bidding().push(0, 10**6),
    "illegal": lambda: bidding().push(0, "done"),
    "stale": lambda: bidding().push(0, "bid 4+2", revision=9),
    "no seat": lambda: bidding().push(9, "bid 4+2"),
    "no ply": lambda: bidding().view(0, 9),
    "another's action": lambda: bidding().push(2, bidding().legal(0)[0]),
    "screens": lambda: bidding().open_view(0),
    "nothing to pop": lambda: sit(("ys", 0), 1).pop(),
    "nothing to undo": lambda: bidding().undo(0),
    "no record": lambda: bidding().view(0).resample(1).record(),
    "running record": lambda: bidding().record().replay(),
    "running verify": lambda: bidding().record().verify(),
    "number of names": lambda: new("ys", names=("1", "2")),
    "empty name": lambda: new("ys", names=("1", "2", "3", "")),
    "long name": lambda: new("ys", names=("1", "2", "3", "4" * 99)),
}


@pytest.mark.parametrize("error", ERRORS)
def test_errors_are_translated(error: str) -> None:
    check_translated(said_by(ERRORS[error]))


def test_an_unknown_game_is_told_in_translated_words() -> None:
    said = said_by(lambda: new("chess"))
    check_translated(said.replace("mykerinos", "").replace("ys", ""))


RECORD = "kerys record 1\nstatus: running\ngame: ys\nrules: 1\n"


@pytest.mark.parametrize("text", ["", "kerys record 1\n", RECORD + "option 1\n", "x\n"])
def test_errors_of_records_are_translated_to_the_line_number(text: str) -> None:
    """`line 3` and `decision 3` are words, too."""
    said = said_by(lambda: read(text)).replace("option name = value", "").replace("line 1", "@")
    check_translated(re.sub(r"\(at [^)]*\)|Expected [^(]*|Invalid [^(]*", "", said))


def test_a_decision_at_fault_is_told_in_translated_words() -> None:
    record = whole_game(("mykerinos", 2)).record()
    changed = record.text().replace("\n2. ", "\n2. 0 pass\n2. ", 1)
    with pytest.raises(RecordError) as caught:
        read(changed)
    check_translated(caught.value.problem)
    found = record.json()
    found["decisions"][3]["text"] = "lot left"
    check_translated(said_by(lambda: read_json(json.dumps(found))))


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("ys", {"players": 7}),
    ("ys", {"players": 4, "quarters": 3}),
    ("ys", {"players": 2, "express": True, "kings_favour": True}),
    ("ys", {"players": 4, "strong_neutral": True}),
    ("ys", {"express": 1}),
    ("ys", {"ships": 1}),
    ("ys", {"ships": []}),
    ("ys", {"ships": [1] * 24}),
    ("ys", {"ships": [{}] * 24}),
    ("mykerinos", {"players": 7}),
    ("mykerinos", {"lots": 1}),
    ("mykerinos", {"lots": []}),
    ("mykerinos", {"lots": [{"pyramids": 1}] * 36}),
]


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_options_that_do_not_fit_are_told_in_translated_words(
    game: str, options: dict[str, Any]
) -> None:
    with pytest.raises(OptionsError) as caught:
        new(game, **options)
    check_translated(re.sub(r"\b(express|ship|lot)\b", "", str(caught.value)))


# --- Code must not parse its own sentences ---


def test_the_line_of_a_broken_commitment_does_not_depend_on_the_language() -> None:
    text = whole_game(("mykerinos", 2)).record().text()
    value = re.search(r"commitment: (\S+)", text)
    assert value
    broken = text.replace(value[1], value[1][::-1])
    lines = set()
    for language in ("en", PSEUDO):
        with speaking(language), pytest.raises(RecordError) as caught:
            read(broken)
        lines.add(caught.value.line)
    assert len(lines) == 1


# --- Sentences that start with a placeholder ---


@pytest.mark.parametrize("text", ["agent 2", "agent 3"])
def test_a_word_at_the_beginning_keeps_the_capitals_of_its_language(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """`der Agent Nr. 2` begins a sentence as `Der Agent Nr. 2`, not as `Der agent nr. 2`."""
    teach(monkeypatch, lambda one: one.replace("agent {number}", "der Agent Nr. {number}"), "de")
    board = Board.ready()
    board.give(0, 5)
    for seat in (0, 1, 0):
        board.put(seat, 3, 4)
    game = seat_down(board.at(board.moments.BEFORE_SCORING))
    with speaking("de"):
        game.push(0, "play herald")
        if text == "agent 2":
            assert "Der Agent Nr. 2" in said_by(lambda: game.push(0, text))
        else:
            game.push(0, f"{text} blue-1")
            told = [sentence for one in game.story(0) for sentence in one.sentences]
            assert any(sentence.startswith("Der Agent Nr. 3") for sentence in told)


def test_the_neutral_has_a_name_in_every_language() -> None:
    game = walk(sit(("ys", 12), 3), random.Random(3))
    told = [sentence for one in game.story(SPECTATOR) for sentence in one.sentences]
    with speaking("en"):
        plain = [sentence for one in game.story(SPECTATOR) for sentence in one.sentences]
    assert any("Neutral" in sentence for sentence in plain)
    assert not any("Neutral" in sentence for sentence in told)
