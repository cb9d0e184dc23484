"""A page that follows a table as static/live.js and static/film.js do, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.server.live import Live
from tests.server.visitor import TIMEOUT_S

EVENT = re.compile(r"event: (\w+)\nid: (-?\d+)\ndata: (.*)")
PAGE_ONLY = re.compile(r' data-(?:version|title|state|revision|ply|rounds|choice)="[^"]*"')
"""Attributes that only a fetched page has."""


def changed(old: Sequence[str], told: Sequence[Any]) -> list[str]:
    """The new chunks of a text, built from the old ones."""
    assert told[0] == len(old), "a change of another text"
    new: list[str] = []
    place = 0
    for step in told[1:]:
        if isinstance(step, str):
            new.append(step)
        elif isinstance(step, int):
            assert step > 0
            assert place + step <= len(old)
            new += old[place : place + step]
            place += step
        elif len(step) == 1:
            place += step[0]
            assert 0 <= place <= len(old)
        else:
            front, back, between = step
            new.append(old[place][:front] + between + old[place][len(old[place]) - back :])
            place += 1
    return new


class PageClient:
    """What has been pushed to a page."""

    def __init__(self) -> None:
        self.frame: list[str] = []
        self.parts: dict[str, tuple[str, list[str]]] = {}
        self.news: dict[str, Any] = {}

    def receive(self, data: bytes | str) -> dict[str, Any]:
        """Process the data of an event."""
        self.news = json.loads(data)
        if "base" in self.news:
            self.parts = {}
        self.frame = self.news.get("frame", self.frame)
        for name, told in self.news["parts"].items():
            if isinstance(told[0], str):
                self.parts[name] = told[0], told[1:]
            else:
                glue, chunks = self.parts[name]
                self.parts[name] = glue, changed(chunks, told)
        self.parts = {name: self.parts[name] for name in self.frame[1::2]}
        return self.news

    def text(self, name: str) -> str:
        """The text of a part."""
        glue, chunks = self.parts[name]
        return glue.join(chunks)

    def page(self) -> str:
        """Everything that the page shows."""
        return "".join(self.text(one) if index % 2 else one for index, one in enumerate(self.frame))


def fetched(text: str) -> str:
    """A fetched page, without what only fetched pages have."""
    return PAGE_ONLY.sub("", text, count=7)


Event = tuple[str, int, str]
"""Its kind, its number and its data."""


@contextmanager
def page_stream(
    live: Live, cookie: str, table_id: str, **asked: str | int
) -> Iterator[Iterator[Event]]:
    """The events for one visitor's page."""
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", cookie)
    path = f"/t/{table_id}/stream"
    with visitor.client.stream("GET", path, params=asked, timeout=TIMEOUT_S) as answer:
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        yield events(answer.iter_lines())


def events(lines: Iterator[str]) -> Iterator[Event]:
    """The events of a stream."""
    told: list[str] = []
    for line in lines:
        if line:
            told.append(line)
            continue
        found = EVENT.fullmatch("\n".join(told))
        told = []
        if found:
            yield found[1], int(found[2]), found[3]
