"""Files that aren't Kerys records: an error that says so, at a line, and never a crash."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from kerys.table import GameRecord, RecordError, load
from kerys.table.record_text import read
from tests.table.tools import whole_game

PGN = """[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2
"""


def finished() -> GameRecord:
    return whole_game(("mykerinos", 0), 1).record()


def refused(data: bytes, folder: Path) -> RecordError:
    """The error for a file with these bytes."""
    file = folder / "file"
    file.write_bytes(data)
    with pytest.raises(RecordError) as caught:
        load(file)
    assert str(caught.value).startswith(str(file))
    return caught.value


def noise(seed: int, size: int) -> bytes:
    return random.Random(seed).randbytes(size)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00",
        b"kerys record 1",
        b"kerys record 1\n",
        b"KERYS RECORD 1\n",
        PGN.encode(),
        b"<html></html>\n",
        b"#!/bin/sh\n",
        b"\x7fELF\x02\x01\x01\x00",
        b"PK\x03\x04",
        b"x" * 5_000_000,
        b"kerys record 1\nstatus: " + b"x" * 5_000_000 + b"\n",
        b"1. 0 bid 4+2\n" * 1000,
        "kerys record 1\n".encode("utf-16"),
        noise(1, 1),
        noise(2, 1000),
        noise(3, 100_000),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_foreign_files_are_refused_at_a_line(data: bytes, tmp_path: Path) -> None:
    error = refused(data, tmp_path)
    assert error.line is not None
    assert 1 <= error.line <= data.count(b"\n") + 1


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\n\n\n" * 1000])
def test_an_empty_file_is_called_empty(data: bytes, tmp_path: Path) -> None:
    assert refused(data, tmp_path).problem == "the file is empty"


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"<html></html>", b"Kerys record 1\n", b"x"])
def test_a_file_of_another_kind_is_not_called_cut_off(data: bytes, tmp_path: Path) -> None:
    assert refused(data, tmp_path).problem.startswith("this isn't a Kerys record")


def test_a_byte_that_is_no_text_is_named_by_its_line(tmp_path: Path) -> None:
    lines = finished().text().encode().split(b"\n")
    lines[20] += b"\xff"
    assert refused(b"\n".join(lines), tmp_path).line == 21


def test_a_mark_of_the_byte_order_is_forgiven(tmp_path: Path) -> None:
    """Some editors start files with one; ship and lot files may have it too."""
    file = tmp_path / "file"
    record = finished()
    file.write_bytes(b"\xef\xbb\xbf" + record.text().encode())
    assert load(file) == record


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path, tmp_path / ("x" * 300)):
        with pytest.raises(RecordError, match="can't be read"):
            load(path)


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_what_can_be_no_path_is_refused(path: str) -> None:
    with pytest.raises(RecordError):
        load(path)


# --- Long and odd lines in a Kerys record ---


def with_line(start: str, line: str) -> str:
    """A record in which the first line with this start is replaced."""
    lines = finished().text().split("\n")
    number = next(index for index, one in enumerate(lines) if one.startswith(start))
    return "\n".join([*lines[:number], line, *lines[number + 1 :]])


@pytest.mark.parametrize(
    ("start", "line"),
    [
        ("1. ", "1" * 5000 + ". 0 place"),
        ("1. ", "1. 0 " + "place " * 5000),
        ("1. ", "\u0661. \u0660 place"),
        ("1. ", "1. ² place"),
        ("1. ", "1. 0 place\x0b"),
        ("1. ", "1. 0 place\x85"),
        ("1. ", "1. 0 PLACE"),
        ("rules", "rules: " + "9" * 5000),
        ("rules", "rules: \u0661"),
        ("rules", "rules: 01"),
        ("option", "option players = " + "9" * 5000),
        ("option", "option players = " + "[" * 5000),
        ("option", "option players = 0x4"),
        ("option", "option players = 4 # four"),
        ("option", "option players = nan"),
        ("option", "option players = 1979-05-27"),
        ("option", "option players.x = 4"),
        ("option", "option 'players' = 4"),
        ("option", "option players = 4\noption lots = []"),
        ("option", "option players = 4\noption lots = 'x'"),
        ("option", "option players = 4\noption self = 1"),
        ("option", "option "),
        ("key", "key: " + "00" * 100_000),
        ("key", "key: " + "0" * 63),
        ("key", "key: " + "é" * 64),
        ("scores", "scores: " + "1 " * 5000 + "1"),
        ("scores", "scores: 1"),
        ("scores", "scores:  1 2 3 4"),
        ("decisions", "decisions: \u0663"),
        ("decisions", "decisions: 0"),
    ],
    ids=lambda text: repr(text[:24]),
)
def test_long_and_strange_lines_are_refused_at_a_line(start: str, line: str) -> None:
    text = with_line(start, line)
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.line is not None


def test_a_message_about_a_long_line_is_short() -> None:
    with pytest.raises(RecordError) as caught:
        read(with_line("1. ", "1. 0 " + "x" * 100_000))
    length = len(str(caught.value))
    assert length < 1_000


# --- What a record must never do ---


def test_a_record_does_not_read_other_files(tmp_path: Path) -> None:
    """`lots` may be a path if a program sets it; a file from outside must not refer to files."""
    secret = tmp_path / "secret.toml"
    texts = []
    for content in (None, "password = 'swordfish'", "[[lot]]\n"):
        if content is not None:
            secret.write_text(content)
        with pytest.raises(RecordError) as caught:
            read(with_line("option", f'option players = 4\noption lots = "{secret}"'))
        texts.append(str(caught.value))
    assert len(set(texts)) == 1, "the error tells what is in another file"


def test_a_record_does_not_wait_for_other_files(tmp_path: Path) -> None:
    """Opening a pipe that nobody writes to would block forever."""
    opened = []
    honest = Path.read_bytes

    def watched(self: Path) -> bytes:
        opened.append(self)
        raise OSError("watched")

    os.mkfifo(tmp_path / "pipe")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", watched)
        with pytest.raises(RecordError):
            read(with_line("option", f'option players = 4\noption lots = "{tmp_path}/pipe"'))
    assert Path.read_bytes is honest
    assert opened == []
