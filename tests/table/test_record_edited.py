"""Records that were cut, duplicated, mixed up or edited: an error at a line, never another game.

Names are free text, so a letter of a name can change; everything else is checked.
"""

from __future__ import annotations

import random
import string
from dataclasses import replace

import pytest

from kerys.table import GameRecord, RecordError
from kerys.table.record import sealed_record
from kerys.table.record_text import read
from tests.table.tools import Case, start, walk, whole_game

CASES: list[Case] = [("mykerinos", 0), ("ys", 3), ("ys", 12)]
ALL_DECISIONS = 400
"""The number of decisions that are tried in longer records, besides the whole header."""
LETTERS = string.ascii_lowercase + string.digits + " :.+-?=\"'[]{}#\t\r\x00é日"


def finished(case: Case) -> GameRecord:
    return whole_game(case, 5).record()


def attempt(text: str) -> GameRecord | RecordError:
    """The record or the error from reading a text; any other error is a bug."""
    try:
        return read(text)
    except RecordError as error:
        return error


def check_edited(text: str, right: GameRecord) -> bool:
    """Whether an edited text is refused; if not, it must describe the same game."""
    found = attempt(text)
    if isinstance(found, RecordError):
        assert found.line is not None
        assert 1 <= found.line <= text.count("\n") + 1
        assert str(found).startswith(f"line {found.line}: ")
        assert found.problem
        return True
    assert replace(found, names=right.names) == right
    return False


def tried_lines(text: str, rng: random.Random) -> list[int]:
    """The line numbers of the header, and of decisions: all of them or a sample."""
    lines = text.split("\n")[:-1]
    header = lines.index("") + 1
    rest = range(header, len(lines))
    sample = sorted(rng.sample(rest, min(ALL_DECISIONS, len(rest))))
    return [*range(header), *sample]


@pytest.mark.parametrize("case", CASES)
def test_a_record_that_was_cut_off_is_refused(case: Case) -> None:
    record, rng = finished(case), random.Random(1)
    text = record.text()
    starts = [0]
    for line in text.split("\n")[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    positions = {*starts[:-1], *rng.sample(range(len(text)), 150), len(text) - 1}
    for position in positions:
        assert check_edited(text[:position], record)


@pytest.mark.parametrize("case", CASES)
def test_a_cut_is_named_by_the_last_line_there_is(case: Case) -> None:
    text = finished(case).text()
    lines = text.split("\n")
    for number in (1, 3, lines.index(""), len(lines) - 5, len(lines) - 2):
        with pytest.raises(RecordError) as caught:
            read("\n".join(lines[:number]) + "\n")
        assert caught.value.line == number
        assert "cut off" in str(caught.value)


@pytest.mark.parametrize("case", CASES)
def test_a_line_that_is_missing_doubled_or_swapped_is_noticed(case: Case) -> None:
    record, rng = finished(case), random.Random(2)
    text = record.text()
    lines = text.split("\n")[:-1]
    for number in tried_lines(text, rng):
        before, line, after = lines[:number], lines[number], lines[number + 1 :]
        assert check_edited("\n".join([*before, *after]) + "\n", record)
        assert check_edited("\n".join([*before, line, line, *after]) + "\n", record)
        if after and after[0] != line:
            swapped = [*before, after[0], line, *after[1:]]
            refused = check_edited("\n".join(swapped) + "\n", record)
            assert refused or line.startswith("option ")


@pytest.mark.parametrize("case", CASES)
def test_a_touched_letter_is_noticed(case: Case) -> None:
    record, rng = finished(case), random.Random(3)
    text = record.text()
    header = text.index("\n\n")
    positions = [*rng.sample(range(header), 300), *rng.sample(range(header, len(text)), 100)]
    refused = 0
    for position in positions:
        letter = rng.choice([one for one in LETTERS if one != text[position]])
        refused += check_edited(text[:position] + letter + text[position + 1 :], record)
    assert refused > 0.9 * len(positions)


def test_there_is_one_way_to_write_a_record() -> None:
    text = finished(("ys", 3)).text()
    one, other = "option players = 4\n", "option quarters = 4\n"
    assert one + other in text
    with pytest.raises(RecordError):
        read(text.replace(one + other, other + one))


@pytest.mark.parametrize("case", CASES)
def test_a_decision_that_was_made_otherwise_is_noticed(case: Case) -> None:
    """Another legal decision may lead to the same scores, but it is still another game."""
    record, rng = finished(case), random.Random(4)
    game = record.replay()
    for number in rng.sample(range(game.ply), 60):
        seat = game.moves[number].seat
        others = [one.text for one in game.view(seat, number).legal]
        others.remove(record.decisions[number][1])
        line = f"\n{number + 1}. {seat} "
        right = record.decisions[number][1]
        edited_text = record.text().replace(f"{line}{right}\n", f"{line}{rng.choice(others)}\n")
        with pytest.raises(RecordError):
            read(edited_text)


@pytest.mark.parametrize("case", CASES)
def test_a_running_record_that_was_touched_is_an_error_or_a_record(case: Case) -> None:
    """There is no deal to check against, but nothing crashes."""
    rng = random.Random(5)
    game = walk(start(case, 5), rng, lambda one: one.ply == 40)
    text = game.record(0).text()
    for _ in range(300):
        position = rng.randrange(len(text))
        edited = text[:position] + rng.choice(LETTERS) + text[position + rng.randrange(3) :]
        found = attempt(edited)
        if isinstance(found, RecordError):
            assert found.line is not None
        else:
            assert found.text() == edited.replace("\r\n", "\n")


# --- Lines at fault ---


def edited(case: Case, old: str, new: str) -> tuple[str, int]:
    """A record with one line changed, and the number of that line."""
    lines = finished(case).text().split("\n")
    number = next(index for index, line in enumerate(lines) if line.startswith(old))
    lines[number] = new
    return "\n".join(lines), number + 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kerys record", "kerys record 3"),
        ("status", "status: paused"),
        ("status", "status: "),
        ("game", "game: chess"),
        ("rules", "rules: one"),
        ("rules", "rules: 99"),
        ("rules", "rules: 0"),
        ("option players", "option players = 7"),
        ("option players", "option players = yes"),
        ("option players", "option gamblers = 4"),
        ("option quarters", "option quarters = 3"),
        ("option express", "option express = 1"),
        ("option peek_own", "option peek_own = true\noption peek_own = true"),
        ("seat 1", "seat 2: Player B"),
        ("seat 1", "seat 1:  Player B"),
        ("seat 1", "seat 1: " + "x" * 41),
        ("commitment", "commitment: 00"),
        ("salt", "salt: xyz"),
        ("key", "key: 00"),
        ("scores", "scores: many"),
        ("decisions", "decisions: -1"),
        ("decisions", "decisions: 1000000000000000"),
        ("1. ", "1. 9 bid 4+2"),
        ("1. ", "1. 0 bid 4+9"),
        ("1. ", "1. 0 bid ?"),
        ("1. ", "one. 0 bid 4+2"),
        ("3. ", "3. 0 "),
    ],
)
def test_the_error_names_the_line_that_was_touched(old: str, new: str) -> None:
    text, line = edited(("ys", 3), old, new)
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.line is not None
    assert caught.value.line in (line, line + new.count("\n"))


def test_a_wrong_result_is_named_by_its_line() -> None:
    text, line = edited(("ys", 3), "scores", "scores: 1 2 3 4")
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.line == line


@pytest.mark.parametrize("key", ["commitment", "salt", "key"])
def test_a_deal_that_was_not_committed_to_is_named_by_its_line(key: str) -> None:
    record = finished(("mykerinos", 0))
    value = next(line for line in record.text().split("\n") if line.startswith(key)).split(": ")[1]
    text, line = edited(("mykerinos", 0), key, f"{key}: {value[1:]}{value[0]}")
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.line is not None
    assert abs(caught.value.line - line) <= 2, "one of the three lines that do not fit together"


# --- A sealed record is the truth of a running game ---


@pytest.mark.parametrize("key", ["commitment", "salt", "key"])
def test_a_sealed_record_keeps_to_its_commitment(key: str) -> None:
    """All bids are legal in all deals, so the decisions don't reveal that the deal is different."""
    game = walk(start(("ys", 0), 5), random.Random(5), lambda one: one.ply == 3)
    text = sealed_record(game).text()
    start_of_value = text.index(f"\n{key}: ") + len(key) + 3
    letter = "0" if text[start_of_value] != "0" else "1"
    with pytest.raises(RecordError):
        read(text[:start_of_value] + letter + text[start_of_value + 1 :])
