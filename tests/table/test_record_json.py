"""Records as JSON for other programs: in plain values, with a published schema, and back."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kerys.games.ys.components import CHARACTER_NAMES, COLOUR_NAMES
from kerys.table import SPECTATOR, GameRecord, RecordError, load
from kerys.table.record import record_of, sealed_record
from kerys.table.record_json import read_json, schema
from tests.contract.offering import offer
from tests.contract.subjects import case_name
from tests.contract.tiny import TINY
from tests.table.test_record_text import OWN_DECKS
from tests.table.tools import REAL_CASES, Case, start, walk, whole_game

STRANGE: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    10**30,
    "",
    "\ud800",
    "x\ny",
    [],
    {},
    [[]],
    {"x": 1},
    "0" * 64,
]
SMALL: Case = ("mykerinos", 2)


def check_json(record: GameRecord) -> None:
    """Check a record against the schema, and that it survives a round trip."""
    found = record.json()
    text = json.dumps(found)
    assert json.loads(text) == found
    Draft202012Validator(schema()).validate(found)
    assert read_json(text) == record
    assert read_json(text).json() == found


# --- Round trips ---


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_every_kind_of_record_goes_to_json_and_back(case: Case) -> None:
    game = whole_game(case, 2)
    check_json(game.record())
    half = walk(start(case, 2), random.Random(2), lambda one: one.ply == 25)
    check_json(sealed_record(half))
    for seat in (SPECTATOR, 0):
        check_json(half.record(seat))


@pytest.mark.parametrize(("case", "deck"), OWN_DECKS, ids=["ships", "lots"])
def test_decks_of_ones_own_are_in_the_json(case: Case, deck: dict[str, Any]) -> None:
    check_json(whole_game(case, 3, **deck).record())


def test_bots_are_in_the_json() -> None:
    record = record_of(whole_game(SMALL), bots=("random", ""))
    check_json(record)
    assert [seat["bot"] for seat in record.json()["seats"]] == ["random", None]


def test_questions_to_the_master_are_in_the_json() -> None:
    record = record_of(whole_game(SMALL), asks=3, asked=(2, 0))
    check_json(record)
    assert (record.json()["asks"], record.json()["asked"]) == (3, [2, 0])


def test_a_json_file_is_loaded_like_a_text_file(tmp_path: Path) -> None:
    record, file = whole_game(SMALL).record(), tmp_path / "game.json"
    for indent in (None, 2):
        file.write_text(json.dumps(record.json(), indent=indent))
        assert load(file) == record


def test_a_game_that_is_added_has_json_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, TINY)
    schema.cache_clear()
    try:
        check_json(whole_game(("tiny", 1)).record())
    finally:
        schema.cache_clear()


# --- Content ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_decisions_have_their_seat_text_kind_and_fields(case: Case) -> None:
    game = whole_game(case, 4)
    decisions = game.record().json()["decisions"]
    assert [(one["seat"], one["text"]) for one in decisions] == list(game.record().decisions)
    for one in decisions:
        fields = one.keys() - {"seat", "text", "kind"}
        assert fields, "a decision names nothing"
        assert ("declined" in one) == (one["text"] == "done")


@pytest.mark.rule("YS-1.4", "YS-1.5", "YS-2.4")
def test_the_deal_of_ys_is_what_was_seen_round_by_round() -> None:
    for case in [one for one in REAL_CASES if one[0] == "ys"]:
        game = whole_game(case, 5)
        deal = game.record().json()["deal"]
        state = game.before(0)
        quarters = int(state.quarters)
        assert deal["order"] == state.order[: game.players].tolist()
        rounds: dict[int, Any] = {}
        for ply in range(game.ply + 1):
            rounds.setdefault(int(game.before(ply).round_number), game.view(-1, ply).state)
        for number, seen in rounds.items():
            ships = deal["ships"][number * (quarters + 1) :][:quarters]
            shown = [seen.deck[card] for card in seen.ports[:quarters]]
            assert [ship["large"] for ship in ships] == [COLOUR_NAMES[one[0]] for one in shown]
            if number < 3:
                first = number * quarters
                prizes = seen.characters[first : first + quarters]
                assert [stack[number] for stack in deal["character_stacks"]] == [
                    CHARACTER_NAMES[card] for card in prizes
                ]
        everyone = [*deal["characters_out"], *chain.from_iterable(deal["character_stacks"])]
        assert sorted(everyone) == sorted(CHARACTER_NAMES)


@pytest.mark.rule("MY-1.4", "MY-2.4")
def test_the_deal_of_mykerinos_is_what_was_laid() -> None:
    for case in [one for one in REAL_CASES if one[0] == "mykerinos"]:
        game = whole_game(case, 5)
        deal, state = game.record().json()["deal"], game.before(0)
        assert deal["first_player"] == game.moves[0].seat
        assert len(deal["lots"]) == 36
        values = [int(state.lot_values[card]) for card in state.pile]
        assert [lot["value"] for lot in deal["lots"]] == values


# --- Edited ---


def leaves(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything in a document."""
    if path:
        yield path
    if isinstance(found, dict):
        for name in found:
            yield from leaves(found[name], (*path, name))
    if isinstance(found, list):
        for index in range(len(found)):
            yield from leaves(found[index], (*path, index))


def parent(found: Any, path: tuple[Any, ...]) -> Any:
    for step in path[:-1]:
        found = found[step]
    return found


def is_refused(found: Any, right: Any) -> bool:
    """Whether a document is refused; if not, it must be read correctly."""
    try:
        record = read_json(json.dumps(found))
    except RecordError:
        return True
    assert record.json() == right
    return False


@pytest.mark.parametrize("status", ["over", "running", "sealed"])
def test_whatever_is_changed_in_a_document_is_noticed(status: str) -> None:
    rng = random.Random(6)
    game = whole_game(SMALL, 6)
    half = walk(start(SMALL, 6), rng, lambda one: one.ply == 20)
    record = {"over": game.record(), "running": half.record(0), "sealed": sealed_record(half)}
    right = record[status].json()
    paths = [*leaves(right)]
    free = {"name", "bot"}  # and what the text form doesn't check in such a record
    if status != "over":
        free |= {"commitment", "salt", "key", "seat", "text"}
    for path in rng.sample(paths, min(len(paths), 20)):
        for value in rng.sample(STRANGE, 3):
            found = copy.deepcopy(right)
            parent(found, path)[path[-1]] = value
            if path[-1] not in free:
                is_refused(found, right)
            else:
                read_or_refuse(found)
        if status == "over" or path[0] != "decisions":
            found = copy.deepcopy(right)
            del parent(found, path)[path[-1]]
            assert is_refused(found, right)
        if isinstance(parent(right, path), dict):
            found = copy.deepcopy(right)
            parent(found, path)["surprise"] = 1
            assert is_refused(found, right)


def read_or_refuse(found: Any) -> None:
    """Check that reading gives a record, or no other error than a RecordError."""
    try:
        record = read_json(json.dumps(found))
    except RecordError:
        return
    assert record.text()


# --- Foreign ---


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{}",
        "[]",
        "null",
        "{'format': 1}",
        '{"format": NaN}',
        '{"format": "kerys-record", "version": 1}',
        '{"a":' * 100_000,
        '{"rules": ' + "9" * 5000 + "}",
        '{"x": "\\ud800"}',
        "kerys record 1\n",
        "\ufeff{}",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_foreign_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_json(text)
    length = len(str(caught.value))
    assert 0 < length < 2_000


def test_json_that_is_broken_is_named_by_its_line() -> None:
    text = json.dumps(whole_game(SMALL).record().json(), indent=1)
    lines = text.split("\n")
    lines[30] += ","
    with pytest.raises(RecordError) as caught:
        read_json("\n".join(lines[:30]) + "\n" + lines[30] + "\n,")
    assert caught.value.line in (31, 32)


def test_the_same_name_twice_in_an_object_is_refused() -> None:
    """Parsers differ in which of the two they use, so two of them could see different games."""
    text = json.dumps(whole_game(SMALL).record().json())
    assert text.startswith("{")
    with pytest.raises(RecordError):
        read_json('{"rules": 99, ' + text[1:])


def test_a_bot_whose_name_cannot_be_written_is_refused() -> None:
    found = whole_game(SMALL).record().json()
    for name in ("\ud800", "\x1b[2J", "a\u2028b"):
        found["seats"][0]["bot"] = name
        with pytest.raises(RecordError):
            read_json(json.dumps(found))
