"""Notifications in the browser: the service worker that shows them, and subscriptions."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from kerys.server.assets import A_WEEK, ASK_AGAIN, STATIC
from kerys.server.pages.common import COOKIE, Filled, Here, Who
from kerys.server.passwords import PeopleError
from kerys.table.png import png

routes = APIRouter(include_in_schema=False)
ICON_WIDTH = 192
_icons: list[bytes] = []


@routes.get("/service-worker.js")
def worker() -> Response:
    """The service worker, at an address whose scope covers all pages."""
    script = (STATIC / "service-worker.js").read_bytes()
    return Response(script, media_type="text/javascript", headers={"Cache-Control": ASK_AGAIN})


@routes.get("/icon.png")
def icon() -> Response:
    """The site's icon as a bitmap, where an SVG isn't accepted."""
    if not _icons:
        _icons.append(png((STATIC / "kerys.svg").read_text(), ICON_WIDTH))
    return Response(_icons[0], media_type="image/png", headers={"Cache-Control": A_WEEK})


@routes.get("/push")
def state(request: Request, site: Here, who: Who) -> Response:
    """The key to subscribe with, and whether this browser gets notifications."""
    on = who is not None and site.subscriptions.has(request.cookies.get(COOKIE, ""))
    return JSONResponse({"key": site.subscriptions.signer.public, "on": on})


@routes.post("/push")
def subscribe(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Send notifications to this browser."""
    try:
        site.subscriptions.add(
            request.cookies.get(COOKIE, "") if who is not None else "",
            form.get("endpoint", ""),
            form.get("p256dh", ""),
            form.get("auth", ""),
        )
    except PeopleError as error:
        return PlainTextResponse(str(error), 422)
    return Response(status_code=204)


@routes.post("/push/drop")
def unsubscribe(request: Request, site: Here) -> Response:
    """Send nothing more to this browser."""
    site.subscriptions.drop(request.cookies.get(COOKIE, ""))
    return Response(status_code=204)
