"""Finished games of every variant and every kind of ending still replay, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.table.record import load
from tests.records.wanted import FOLDER, ending, endings, variants

FILES = sorted(FOLDER.glob("*.kerys"))


def test_no_record_is_missing_and_none_is_superfluous() -> None:
    assert {path.stem for path in FILES} == {*variants(), *endings()}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record_replays_to_its_result(path: Path) -> None:
    record = load(path)
    game = record.verify()
    assert game.over
    assert (game.scores, game.ranks) == (record.scores, record.ranks)
    assert record.text().encode() == path.read_bytes()
    assert game.record() == record
    assert game.story(SPECTATOR)[-1].sentences[-1].startswith("The game is won by")


@pytest.mark.parametrize("file", variants())
def test_record_is_of_the_variant_it_is_named_for(file: str) -> None:
    name, options = variants()[file]
    record = load(FOLDER / f"{file}.kerys")
    assert record.game == name
    assert {option: record.options[option] for option in options} == options


@pytest.mark.parametrize("file", endings())
def test_record_ends_the_way_it_is_named_for(file: str) -> None:
    name, end = endings()[file]
    record = load(FOLDER / f"{file}.kerys")
    assert record.game == name
    assert ending(record.replay()) == end
