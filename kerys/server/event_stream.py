"""News as Server-Sent Events, compressed once for all who get the same."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from fastapi import Request
from fastapi.responses import StreamingResponse

from kerys.server.feeds import News
from kerys.server.packing import BEGIN, GzipStream

HEADERS = {
    "X-Accel-Buffering": "no",  # makes a proxy forward every event at once
    "Vary": "Accept-Encoding",
}


def last_event(request: Request, since: int) -> int:
    """The version that a client already has; a browser that reconnects sends it by itself."""
    told = request.headers.get("last-event-id", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 19 else since


def event_stream(request: Request, news: AsyncGenerator[News]) -> StreamingResponse:
    """A response without an end, compressed for clients that support it."""
    packed = takes_gzip(request)
    headers = {**HEADERS, "Content-Encoding": "gzip"} if packed else HEADERS
    body = _packed(news) if packed else _plain(news)
    return StreamingResponse(body, media_type="text/event-stream", headers=headers)


async def _plain(news: AsyncGenerator[News]) -> AsyncIterator[bytes]:
    """Event by event."""
    async with aclosing(news):
        async for one in news:
            yield one.event


async def _packed(news: AsyncGenerator[News]) -> AsyncIterator[bytes]:
    """The same as one gzip stream."""
    stream, reader = GzipStream(), Reader()
    yield BEGIN
    async with aclosing(news):
        async for one in news:
            if one.kind != "pulse":
                stream.count(one.event)
            yield reader.pack(one)
    yield stream.end()


class Reader:
    """A reader of a compressed stream, and what it was sent last."""

    def __init__(self) -> None:
        self._feed: object = None
        self._changes = 0
        """How many changes of this feed it was sent in a row."""

    def pack(self, one: News) -> bytes:
        """The next piece, in as few bytes as this reader can understand."""
        recent = one.recent
        if recent is None:
            if one.kind != "pulse":
                self._feed, self._changes = None, 0
            return one.packed
        if recent.feed is not self._feed:
            self._feed, self._changes = recent.feed, 0
        known = self._changes >= len(recent.changes)
        self._changes += 1
        return one.packed_after_recent if known else one.packed


def takes_gzip(request: Request) -> bool:
    """Whether a response may be compressed, according to the request's headers."""
    accepted = request.headers.get("accept-encoding", "")
    for part in accepted.lower().split(","):
        name, _semicolon, weight = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
