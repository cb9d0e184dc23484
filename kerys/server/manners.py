"""What every answer keeps to: no third parties, no foreign forms, the reader's language."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Manners:
    """Wraps the site."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check where a form comes from, speak the reader's language, add the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] not in SAFE and not comes_from_here(headers):
            refusal = PlainTextResponse(_("This form comes from another site."), 403)
            await refusal(scope, receive, send)
            return

        async def mannered(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    answer.setdefault("Cache-Control", "no-store")
            await send(message)

        with speaking(preferred(headers.get("accept-language", ""))):
            await self.app(scope, receive, mannered)


def comes_from_here(headers: Headers) -> bool:
    """Whether a request was made by a page of this site, or by a program and not by a browser."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def preferred(accepted: str) -> str:
    """The first language of a browser's list that Kerys speaks; English if there is none."""
    for part in accepted.split(","):
        name = part.split(";")[0].strip().lower()
        for candidate in (name, name.split("-")[0]):
            if candidate in languages():
                return candidate
    return languages()[0]
