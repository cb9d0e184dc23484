"""News as Server-Sent Events, packed once for everyone who is sent the same."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from fastapi import Request
from fastapi.responses import StreamingResponse

from kerys.server.following import News

HEADERS = {"X-Accel-Buffering": "no"}  # a server in front passes every event on at once


def last_event(request: Request, since: int) -> int:
    """The version that whoever asks has already: a browser that comes back says so by itself."""
    told = request.headers.get("last-event-id", "")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 19 else since


def event_stream(news: AsyncGenerator[News]) -> StreamingResponse:
    """An answer that goes on and on."""

    async def events() -> AsyncIterator[bytes]:
        async with aclosing(news):
            async for one in news:
                if one.kind == "pulse":
                    yield b": still here\n\n"
                else:
                    yield b"event: %s\nid: %d\ndata: %s\n\n" % (
                        one.kind.encode(),
                        one.version,
                        one.data or b"{}",
                    )

    return StreamingResponse(events(), media_type="text/event-stream", headers=HEADERS)
