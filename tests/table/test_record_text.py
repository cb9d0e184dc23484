"""Records as text files: reading and writing gives the same bytes."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from kerys.games.mykerinos.lots import default_lots
from kerys.games.mykerinos.wording.json_form import plain_lot
from kerys.games.ys.ships import default_ships
from kerys.games.ys.wording.json_form import plain_ship
from kerys.table import Game, GameRecord, RecordError, SeatError, load, new
from kerys.table.record import record_of, sealed_record
from kerys.table.record_text import read
from tests.contract.offering import offer
from tests.contract.subjects import case_name
from tests.contract.tiny import TINY
from tests.table.tools import REAL_CASES, Case, start, state_of, walk, watchers, whole_game

NAMES = ("Ζωή", "李 小龍", "O'Brien: «x»", "{name} 100%")


def halfway(case: Case, ply: int = 30) -> Game:
    return walk(start(case, 7), random.Random(7), lambda game: game.ply == ply)


def check_round_trip(record: GameRecord) -> None:
    text = record.text()
    again = read(text)
    assert again == record
    assert again.text() == text


# --- The same bytes ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_a_finished_game_is_read_as_it_was_written(case: Case) -> None:
    game = whole_game(case, 1)
    record = game.record()
    check_round_trip(record)
    assert record.status == "over"
    assert all(game.record(seat) == record for seat in watchers(game))
    again = read(record.text()).verify()
    assert again.moves == game.moves
    assert state_of(again).tobytes() == state_of(game).tobytes()
    assert (again.scores, again.ranks, again.names) == (game.scores, game.ranks, game.names)


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_a_running_game_is_read_as_it_was_written_for_each_seat(case: Case) -> None:
    game = halfway(case)
    for seat in watchers(game):
        record = game.record(seat)
        check_round_trip(record)
        with pytest.raises(RecordError, match="running"):
            record.replay()


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_a_sealed_game_is_continued_where_it_was_left(case: Case) -> None:
    game = halfway(case)
    record = sealed_record(game)
    check_round_trip(record)
    again = read(record.text()).replay()
    assert state_of(again).tobytes() == state_of(game).tobytes()
    for one in (game, again):
        walk(one, random.Random(8))
    assert state_of(again).tobytes() == state_of(game).tobytes()
    assert again.record() == game.record()


def test_a_game_before_its_first_decision_has_a_record() -> None:
    for case in REAL_CASES[:4]:
        game = start(case)
        check_round_trip(game.record())
        check_round_trip(sealed_record(game))
        assert read(game.record().text()).decisions == ()


def test_bots_are_named_beside_the_seats_they_play() -> None:
    game = whole_game(("mykerinos", 0))
    record = record_of(game, bots=("", "random", "", "greedy 3.1"))
    check_round_trip(record)
    assert "bot 1: random\nbot 3: greedy 3.1\n" in record.text()


def test_questions_to_the_master_are_in_the_record() -> None:
    game = whole_game(("mykerinos", 0))
    record = record_of(game, asks=3, asked=(1, 0, 3, 0))
    check_round_trip(record)
    assert "asks: 3\nasked: 1 0 3 0\n" in record.text()
    assert "asks" not in game.record().text()


@pytest.mark.parametrize("asked", ["1 0 3", "1 0 4 0", "one 0 0 0"])
def test_more_questions_than_were_agreed_are_refused(asked: str) -> None:
    text = record_of(whole_game(("mykerinos", 0)), asks=3, asked=(1, 0, 3, 0)).text()
    line = text.split("\n").index("asked: 1 0 3 0") + 1
    with pytest.raises(RecordError, match=f"line {line}"):
        read(text.replace("asked: 1 0 3 0", f"asked: {asked}"))


@pytest.mark.parametrize("name", ["a\nb: c", " x", "\x1b[2J", "\ud800"])
def test_bots_have_names_that_stand_on_a_line(name: str) -> None:
    """Like players: a record that can't be read again must not be written."""
    game = whole_game(("mykerinos", 0))
    with pytest.raises((ValueError, SeatError)):
        record_of(game, bots=("", name, "", ""))


# --- Files ---


def test_a_file_is_saved_and_loaded(tmp_path: Path) -> None:
    record, file = whole_game(("mykerinos", 0)).record(), tmp_path / "friday.kerys"
    record.save(file)
    assert load(file) == load(str(file)) == record
    assert file.read_bytes() == record.text().encode()
    record.save(file)
    assert [one.name for one in tmp_path.iterdir()] == ["friday.kerys"]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    record = whole_game(("mykerinos", 0)).record()
    with pytest.raises(OSError, match="missing"):
        record.save(tmp_path / "missing" / "friday.kerys")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        record.save(tmp_path / "folder")
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_line_ends_of_another_system_are_forgiven(tmp_path: Path) -> None:
    record, file = whole_game(("mykerinos", 0)).record(), tmp_path / "friday.kerys"
    file.write_bytes(record.text().replace("\n", "\r\n").encode())
    assert load(file) == record


# --- Names ---


def test_names_of_all_languages_are_kept() -> None:
    game = new("mykerinos", seed=1, names=NAMES)
    check_round_trip(game.record())
    check_round_trip(walk(game, random.Random(1)).record())
    assert read(game.record().text()).names == NAMES


@pytest.mark.parametrize(
    "names",
    [
        ("A", "B", "C"),
        ("A", "B", "C", "D", "E"),
        ("A", "B", "C", ""),
        ("A", "B", "C", " "),
        ("A", "B", "C", " D"),
        ("A", "B", "C", "D\n"),
        ("A", "B", "C", "D\nkey: 00"),
        ("A", "B", "C", "\u202eD"),
        ("A", "B", "C", "\ud800"),
        ("A", "B", "C", "x" * 41),
        ("A", "B", "C", 4),
        ("A", "B", "C", None),
        "ABCD",
        (),
    ],
)
def test_other_names_are_refused(names: Any) -> None:
    with pytest.raises(SeatError):
        new("mykerinos", seed=1, names=names)


# --- Custom decks ---


def own_ships() -> list[dict[str, Any]]:
    """The standard ships with blue and red swapped, in reverse order."""
    swapped = {"blue": "red", "red": "blue"}
    found = []
    for ship in reversed(default_ships()):
        entry = plain_ship(ship)
        small = [swapped.get(one, one) for one in entry["small"]]
        found.append({"large": swapped.get(entry["large"], entry["large"]), "small": small})
    return found


def own_lots() -> list[dict[str, Any]]:
    """The standard lots with a pyramid on the last space of each."""
    return [{**plain_lot(lot), "pyramids": [6]} for lot in default_lots()]


OWN_DECKS = [(("ys", 0), {"ships": own_ships()}), (("mykerinos", 1), {"lots": own_lots()})]


@pytest.mark.parametrize(("case", "deck"), OWN_DECKS, ids=["ships", "lots"])
def test_a_deck_of_ones_own_travels_with_the_record(case: Case, deck: dict[str, Any]) -> None:
    game = whole_game(case, 3, **deck)
    record = game.record()
    check_round_trip(record)
    assert {name: record.options[name] for name in deck} == deck
    assert state_of(record.verify()).tobytes() == state_of(game).tobytes()
    standard = start(case, 3)
    assert not standard.record().options.keys() & deck.keys()
    assert state_of(standard).tobytes() != game.before(0).tobytes()


def test_a_deck_from_a_file_is_written_into_the_record(tmp_path: Path) -> None:
    file = tmp_path / "ships.toml"
    entries = (
        f'[[ship]]\nlarge = "{ship["large"]}"\nsmall = {ship["small"]}\n' for ship in own_ships()
    )
    file.write_text("".join(entries))
    game = whole_game(("ys", 0), 3, ships=file)
    text = game.record().text()
    file.unlink()
    assert str(tmp_path) not in text
    assert read(text).options["ships"] == own_ships()
    assert state_of(read(text).verify()).tobytes() == state_of(game).tobytes()


@pytest.mark.parametrize(("case", "deck"), OWN_DECKS, ids=["ships", "lots"])
def test_the_standard_deck_given_as_a_list_is_the_standard_deck(
    case: Case, deck: dict[str, Any]
) -> None:
    rows: list[Any] = (
        [plain_ship(ship) for ship in default_ships()]
        if "ships" in deck
        else [plain_lot(lot) for lot in default_lots()]
    )
    game = start(case, 3, **dict.fromkeys(deck, rows))
    assert game.record() == start(case, 3).record()


# --- A third game ---


def test_a_game_that_is_added_has_records_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, TINY)
    for variant in range(2):
        game = whole_game(("tiny", variant), 2)
        check_round_trip(game.record())
        assert state_of(game.record().verify()).tobytes() == state_of(game).tobytes()
        running = walk(start(("tiny", variant)), random.Random(1), lambda one: one.ply == 3)
        for seat in watchers(running):
            check_round_trip(running.record(seat))
