"""Variations in a record: kept, nested, written, read and checked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kerys.table import Game, GameError, GameRecord, RecordError, Variation, load, new
from kerys.table import variations as module
from kerys.table.record_json import read_json
from kerys.table.record_text import read
from kerys.table.variations import VariationError, Variations, walk
from tests.contract.subjects import case_name
from tests.table.tools import REAL_CASES, Case, choose, state_of, whole_game

CASES = [
    next(case for case in REAL_CASES if case[0] == game)
    for game in dict.fromkeys(case[0] for case in REAL_CASES)
]
LINES = 12
COMMENTS = ("", "", "bid less", "Was ist mit «Ζωή»?", "a: b", "variation from 3", "7. 1 pass")


def varied(case: Case, seed: int, lines: int = LINES) -> GameRecord:
    """A finished game with random variations, many of them nested."""
    rng = random.Random(seed)
    game = whole_game(case, seed)
    record, tried = game.record(), [game]
    while sum(1 for _one in walk(record.variations)) < lines:
        base = rng.choice(tried)
        earliest = 0 if base is game else base.ply - 5
        line = base.fork(rng.randrange(earliest, base.ply))
        for _step in range(rng.randint(1, 9)):
            if not line.over:
                line.push(*choose(line, rng))
        with suppress(GameError):  # it is already there
            record = record.with_line(line, rng.choice(COMMENTS))
            tried.append(line)
    return record


def small() -> GameRecord:
    """A short game with a variation and one nested in it."""
    game = whole_game(CASES[1], 3)
    line = game.fork(10)
    other_than(line, game, 10)
    line.push(*choose(line, random.Random(1)))
    record = game.record().with_line(line, "another way")
    nested = line.fork(11)
    other_than(nested, line, 11)
    return record.with_line(nested)


def other_than(line: Game, played: Game, ply: int) -> None:
    """Make a decision that another game didn't make at a ply."""
    move = played.move_at(ply)
    seat = move.seat
    line.push(seat, next(one for one in line.legal(seat) if one.code != move.code))


def check_round_trip(record: GameRecord) -> None:
    text = record.text()
    again = read(text)
    assert again == record
    assert again.text() == text
    from_json = read_json(json.dumps(record.json()))
    assert from_json == record
    assert from_json.text() == text


# --- The same bytes ---


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_random_nested_variations_are_read_as_they_were_written(case: Case, seed: int) -> None:
    record = varied(case, seed)
    assert max(len(place) for place, _one in walk(record.variations)) > 1
    check_round_trip(record)
    game = record.verify()
    assert game.moves == whole_game(case, seed).moves


def test_a_record_without_variations_keeps_its_form() -> None:
    record = whole_game(CASES[0], 1).record()
    assert record.text().startswith("kerys record 1\n")
    assert record.json()["version"] == 1
    assert "variations" not in record.text()
    assert "variations" not in record.json()


def test_the_text_is_nested_and_can_be_read_by_people() -> None:
    record = small()
    first, nested = record.variations[0], record.variations[0].variations[0]
    (seat, text), (other, answer) = first.decisions
    lines = record.text().splitlines()
    assert lines[0] == "kerys record 2"
    assert "variations: 2" in lines
    assert lines[lines.index("variation from 11: another way") - 1 :] == [
        "",
        "variation from 11: another way",
        f"  11. {seat} {text}",
        f"  12. {other} {answer}",
        "  variation from 12",
        f"    12. {nested.decisions[0][0]} {nested.decisions[0][1]}",
    ]


def test_the_digest_covers_variations() -> None:
    record = small()
    text = record.text()
    with pytest.raises(RecordError, match="changed after it was written"):
        read(text.replace("another way", "another one"))
    assert record.digest != replace(record, variations=()).digest


def test_a_file_with_variations_is_loaded(tmp_path: Path) -> None:
    record = small()
    record.save(tmp_path / "text.kerys")
    (tmp_path / "plain.kerys").write_text(json.dumps(record.json()), "utf-8")
    assert load(tmp_path / "text.kerys") == load(tmp_path / "plain.kerys") == record


# --- Changes ---


def test_what_a_line_shares_with_the_game_is_not_repeated() -> None:
    game = whole_game(CASES[0], 2)
    line = game.fork(5)
    for ply in (5, 6):
        move = game.move_at(ply)
        line.push(move.seat, move.code)
    other_than(line, game, 7)
    [kept] = game.record().with_line(line).variations
    assert kept.at == 7
    assert len(kept.decisions) == 1


def test_a_line_that_goes_on_makes_a_variation_longer() -> None:
    record = small()
    line, left = record.line((0,))
    assert left == 10
    line.push(*choose(line, random.Random(4)))
    longer = record.with_line(line)
    assert longer.variations[0].decisions[:-1] == record.variations[0].decisions
    assert longer.variations[0].comment == "another way"
    assert len(longer.variations) == 1


def test_a_line_that_is_there_is_refused_but_its_comment_can_change() -> None:
    record = small()
    line, _left = record.line((0,))
    for known in (line, line.fork(11), record.replay()):
        with pytest.raises(GameError, match="already part"):
            record.with_line(known)
    assert record.with_line(line, "better").variations[0].comment == "better"


def test_a_line_of_another_deal_is_refused() -> None:
    record = small()
    for other in (whole_game(CASES[1], 4), whole_game(CASES[0], 3)):
        with pytest.raises(GameError, match="another deal"):
            record.with_line(other.fork(3))


def test_a_variation_is_removed_with_those_nested_in_it() -> None:
    record = small()
    assert record.without_variation((0, 0)).variations[0].variations == ()
    assert record.without_variation((0,)).variations == ()
    check_round_trip(record.without_variation((0, 0)))
    for place in [(1,), (0, 1), (0, 0, 0), (-1,), ()]:
        with pytest.raises(GameError, match="no variation"):
            record.without_variation(place)


def test_a_nested_line_is_played_from_the_game() -> None:
    record = small()
    line, left = record.line((0, 0))
    assert (left, line.ply) == (10, 12)
    texts = [line.rules.wording.text(move.code) for move in line.moves[10:]]
    assert texts == [
        record.variations[0].decisions[0][1],
        record.variations[0].variations[0].decisions[0][1],
    ]


# --- Forks ---


def test_a_fork_goes_on_by_itself_with_all_screens_down() -> None:
    game = whole_game(CASES[0], 5)
    before = game.moves
    line = game.fork(20)
    assert (line.ply, line.over, line.revealed) == (20, False, True)
    assert state_of(line).tobytes() == game.before(20).tobytes()
    assert line.open_view(line.actors[0]).legal == game.open_view(line.actors[0], 20).legal
    line.push(*choose(line, random.Random(2)))
    assert (game.moves, line.ply) == (before, 21)


def test_a_fork_of_a_running_game_keeps_its_screens() -> None:
    game = new("ys", players=3, seed=1)
    line = game.fork()
    assert not line.revealed
    with pytest.raises(GameError, match="Screens stay up"):
        line.open_view(0)
    with pytest.raises(GameError, match="no ply"):
        game.fork(1)


# --- Errors ---


def at_line(text: str) -> int:
    with pytest.raises(RecordError) as found:
        read(text)
    assert found.value.line is not None
    return found.value.line


def line_number(text: str, start: str) -> int:
    return next(number for number, one in enumerate(text.splitlines(), 1) if one.startswith(start))


def test_an_illegal_decision_in_a_variation_is_named_by_its_line() -> None:
    record = small()
    first = record.variations[0]
    seat = first.decisions[1][0]
    illegal = next(
        text
        for text in record.replay().rules.wording.texts()
        if text not in [one.text for one in record.line((0,))[0].fork(11).legal(seat)]
    )
    bad = replace(first, decisions=(first.decisions[0], (seat, illegal)), variations=())
    text = replace(record, variations=(bad,)).text()
    assert at_line(text) == line_number(text, "  12. ")
    with pytest.raises(VariationError, match="variation 1, decision 12: "):
        replace(record, variations=(bad,)).replay()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda one: (replace(one, at=500),), "must start from decision"),
        (
            lambda one: (replace(one, variations=(replace(one, variations=()),)),),
            "from decision 12",
        ),
        (lambda one: (one, one), "already begins"),
        (lambda one: (one, replace(one, at=9, variations=())), "in the order"),
        (lambda one: (replace(one, decisions=()),), "at least one"),
        (lambda one: (replace(one, comment="a\nb"),), "one line"),
        (lambda one: (replace(one, comment=" a"),), "one line"),
        (lambda one: (replace(one, comment="a" * 201),), "at most 200"),
    ],
)
def test_variations_without_a_place_are_refused(
    change: Callable[[Variation], Variations], problem: str
) -> None:
    record = small()
    wrong = change(record.variations[0])
    with pytest.raises(RecordError, match=problem):
        replace(record, variations=wrong).verify()


def test_a_variation_must_differ_from_the_game() -> None:
    record = small()
    played = Variation(10, record.decisions[10:12])
    text = replace(record, variations=(played,)).text()
    assert at_line(text) == line_number(text, "  11. ")


def test_running_games_have_no_variations() -> None:
    game = whole_game(CASES[1], 3).fork(10)
    record = replace(game.record(), variations=small().variations)
    with pytest.raises(RecordError, match="finished"):
        read(record.text())


def test_a_record_of_a_later_form_is_called_one() -> None:
    text = small().text().replace("kerys record 2", "kerys record 3", 1)
    with pytest.raises(RecordError, match="later version") as found:
        read(text)
    assert found.value.line == 1


def test_the_form_must_fit_the_variations() -> None:
    text = small().text()
    assert at_line(text.replace("kerys record 2", "kerys record 1", 1)) == line_number(
        text, "variations"
    )
    plain = whole_game(CASES[1], 3).record().text()
    assert at_line(plain.replace("kerys record 1", "kerys record 2", 1)) == line_number(
        plain, "digest"
    )
    assert at_line(text.replace("variations: 2", "variations: 0")) == line_number(
        text, "variations"
    )


# --- Limits ---


def deep(record: GameRecord, depth: int) -> Variations:
    """Variations nested as deep as wanted; only their shape matters."""
    found: Variations = ()
    for _one in range(depth):
        found = (Variation(10, record.variations[0].decisions, "", found),)
    return found


def test_too_many_too_deep_and_too_long_are_refused() -> None:
    record = small()
    one = replace(record.variations[0], variations=())
    for wrong, problem in [
        ((one,) * 201, "at most 200 variations"),
        (deep(record, 33), "at most 32 deep"),
        ((replace(one, decisions=one.decisions * 5001),), "at most 10000 decisions"),
    ]:
        bad = replace(record, variations=wrong)
        with pytest.raises(RecordError, match=problem):
            bad.verify()
        with pytest.raises(RecordError, match=problem):
            read(bad.text())


def test_json_that_is_nested_too_deep_is_refused() -> None:
    found = small().json()
    inside: list[object] = []
    for _one in range(400):
        inside = [{"at": 1, "comment": "", "decisions": [], "variations": inside}]
    found["variations"] = inside
    with pytest.raises(RecordError, match="nested at most"):
        read_json(json.dumps(found))


# --- Fuzz ---


def broken(text: str, rng: random.Random) -> str:
    """A text with something wrong in its variations, most of the time."""
    lines = text.split("\n")
    start = next(at for at, one in enumerate(lines) if one.startswith("variation from"))
    at = rng.randrange(start - 1, len(lines))
    kind = rng.randrange(7)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, rng.choice(lines[start:]))
    elif kind == 2:
        lines[at] = "  " + lines[at]
    elif kind == 3:
        lines[at] = lines[at][rng.randint(1, 2) :]
    elif kind == 4:
        place = rng.randrange(len(lines[at]) + 1)
        lines[at] = lines[at][:place] + rng.choice("0 9:x\t?é.") + lines[at][place:]
    elif kind == 5:
        other = rng.randrange(start, len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines = lines[:at]
    return "\n".join(lines)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_broken_variations_are_a_record_error_with_a_line(case: Case) -> None:
    record, rng = varied(case, 11), random.Random(11)
    text = record.text()
    for _try in range(150):
        touched = broken(text, rng)
        if touched == text:
            continue
        assert 1 <= at_line(touched) <= touched.count("\n") + 1


def changed(found: list[Any], rng: random.Random) -> None:
    """Change one value somewhere in a list of variations."""
    one = rng.choice(found)
    if one["variations"] and rng.random() < 0.5:
        changed(one["variations"], rng)
        return
    value: Any = rng.choice([None, -1, 0, 10**9, "", "x", [], {}, 1.5, True, "a\nb"])
    where = rng.choice(["at", "comment", "decisions", "variations", "surprise", "seat", "text"])
    target = rng.choice(one["decisions"]) if where in ("seat", "text") else one
    target[where] = value


def test_broken_json_variations_are_a_record_error() -> None:
    record, rng = varied(CASES[1], 12), random.Random(12)
    right = json.dumps(record.json())
    refused = 0
    for _try in range(60):
        found = json.loads(right)
        changed(found["variations"], rng)
        try:
            read_json(json.dumps(found))
        except RecordError:
            refused += 1
        else:
            assert found == json.loads(right)
    assert refused > 40


def test_limits_are_wide_enough_for_a_whole_table_of_lines() -> None:
    assert module.MOST_NESTED * 100 <= module.MOST_VARIED
