"""What every request needs: a check of forms, the language, security headers."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette_compress import CompressMiddleware

from kerys.locale import _, languages, speaking

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; manifest-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BODY = 256 * 1024
"""How many bytes a form or a program may send at once."""


LEAST_COMPRESSED, BROTLI_LEVEL, GZIP_LEVEL = 1024, 5, 5
"""Compress from this size on, at this level: a page shrinks to a tenth in milliseconds."""


AS_IT_IS = ("/stream", ".woff2", ".png")


Broken = Callable[[Request, Exception], Response]


class SiteMiddleware:
    """Checks every request and completes every response."""

    def __init__(self, app: ASGIApp, url: str, broken: Broken) -> None:
        self.app = app
        self.own = urlsplit(url).netloc
        self.broken = broken
        """Handles unexpected errors; its responses get the same headers."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check where a form comes from, speak the reader's language, add the headers."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope["path"] = scope["path"].replace("\0", "\ufffd")  # no database accepts it
        if scope["type"] == "websocket":
            with speaking(preferred(headers.get("accept-language", ""))):
                await self.app(scope, receive, send)
            return
        started, read = False, 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > MOST_BODY:
                raise HTTPException(413, _("This request is too large."))
            return message

        async def mannered(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    answer.setdefault("Cache-Control", "no-store")
            await send(message)

        with speaking(preferred(headers.get("accept-language", ""))):
            if scope["method"] not in SAFE and not comes_from_here(headers, self.own):
                refusal = PlainTextResponse(_("This form was sent from another site."), 403)
                await refusal(scope, receive, mannered)
                return
            try:
                await self.app(scope, limited, mannered)
            except Exception as error:
                if started:
                    raise
                answer = await run_in_threadpool(self.broken, Request(scope), error)
                await answer(scope, receive, mannered)


class Compressed:
    """Compresses responses, except streams and what is already compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        # Of the encodings browsers accept, Brotli makes pages smallest.
        self.compressing = CompressMiddleware(
            app,
            minimum_size=LEAST_COMPRESSED,
            zstd=False,
            brotli_quality=BROTLI_LEVEL,
            gzip_level=GZIP_LEVEL,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compress where it helps."""
        as_it_is = scope["type"] == "http" and scope["path"].endswith(AS_IT_IS)
        await (self.app if as_it_is else self.compressing)(scope, receive, send)


def comes_from_here(headers: Headers, own: str) -> bool:
    """Whether a request was made by a page of this site, or by a program and not by a browser."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return False
    return netloc != "" and netloc in (headers.get("host"), own)


def preferred(accepted: str) -> str:
    """The first language of a browser's list that Kerys speaks; English if there is none."""
    for part in accepted.split(","):
        name = part.split(";")[0].strip().lower()
        for candidate in (name, name.split("-")[0]):
            if candidate in languages():
                return candidate
    return languages()[0]
