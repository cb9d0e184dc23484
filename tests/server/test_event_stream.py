"""Compressed streams: recently sent data is referred to, for those who received it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import pytest

from kerys.server.event_stream import Reader
from kerys.server.feeds import MOST_KEPT, Feed, News
from kerys.server.following import PULSE
from kerys.server.packing import BEGIN, REACH


class LongChanges:
    """A viewpoint with long changes that mostly repeat."""

    def __init__(self, first: int = 0) -> None:
        self.first = first

    def remember(self, owned: Any) -> int:
        """The first number of the next change."""
        return self.first

    def whole(self, owned: Any, remembered: int) -> bytes:
        """Short, and unlike the changes."""
        return b"all %d" % remembered

    def change(self, owned: Any, events: Any, remembered: int) -> tuple[bytes, int]:
        """A unique sequence of numbers that mostly repeats in the next change."""
        numbers = (
            b"%d" % (number * number * 7919) for number in range(remembered, remembered + 700)
        )
        return b" ".join(numbers), remembered + 1


TABLE: Any = None
"""The viewpoint doesn't look at the table."""


def changes(feed: Feed, first: int, many: int) -> list[News]:
    """The next changes of a feed."""
    found: list[News] = []
    for version in range(first, first + many):
        feed.update(TABLE, version, ())
        found += feed.since(version - 1) or []
    assert len(found) == many
    return found


def read(sent: Sequence[News]) -> tuple[bytes, list[int]]:
    """What a reader decompresses, and the compressed size of each piece."""
    reader, unpacker = Reader(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    text, sizes = unpacker.decompress(BEGIN), []
    for one in sent:
        packed = reader.pack(one)
        text += unpacker.decompress(packed)
        sizes.append(len(packed))
    return text, sizes


def events(sent: Sequence[News]) -> bytes:
    """The same as in an uncompressed stream, without keep-alives."""
    return b"".join(one.event for one in sent if one is not PULSE)


@pytest.fixture
def feed() -> Feed:
    """A feed that has sent nothing."""
    return Feed(LongChanges(), TABLE, 0)


def test_what_recurs_is_sent_once(feed: Feed) -> None:
    sent = [feed.whole(TABLE), *changes(feed, 1, 2 * MOST_KEPT)]
    assert len(events(sent)) > 3 * REACH, "the first changes are out of reach at the end"
    text, sizes = read(sent)
    assert text == events(sent)
    assert max(sizes[2:]) < sizes[1] / 10


def test_signs_of_life_come_in_between(feed: Feed) -> None:
    one, two, three = changes(feed, 1, 3)
    sent = [feed.whole(TABLE), PULSE, one, PULSE, PULSE, two, three]
    text, sizes = read(sent)
    assert text == events(sent)
    assert sizes[5] < sizes[2] / 10


@pytest.mark.parametrize("before", [1, 3, 20])
def test_who_comes_later_understands_what_they_are_sent(feed: Feed, before: int) -> None:
    changes(feed, 1, before)
    sent = [feed.whole(TABLE), *changes(feed, before + 1, 2 * MOST_KEPT)]
    text, sizes = read(sent)
    assert text == events(sent)
    assert sizes[-1] < sizes[1] / 10, "in the end they were sent all that can be referred to"


def test_who_is_shown_the_whole_table_again_understands_what_follows(feed: Feed) -> None:
    first = changes(feed, 1, 5)
    sent = [*first, feed.whole(TABLE), *changes(feed, 6, 5)]
    assert read(sent)[0] == events(sent)


def test_who_changes_over_to_another_feed_understands_it(feed: Feed) -> None:
    other = Feed(LongChanges(first=10_000), TABLE, 0)
    changes(other, 1, 5)
    sent = [*changes(feed, 1, 5), *changes(other, 6, 5)]
    assert read(sent)[0] == events(sent)
