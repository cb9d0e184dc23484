"""The web application: pages, streams and the API of one site."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from kerys import __version__
from kerys.draw.palette import THEMES
from kerys.locale import _
from kerys.server import api, api_guests, api_review, api_socket
from kerys.server.assets import FONTS, FOR_GOOD, STATIC, Assets, colours, colours_address
from kerys.server.handing_on import HandingOn
from kerys.server.identity import UnknownKeyError
from kerys.server.journal import NotOwnedError
from kerys.server.leases import site_of
from kerys.server.middleware import Compressed, SiteMiddleware
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.pages import (
    account,
    explain,
    explore,
    film,
    guide,
    home,
    learn,
    pictures,
    push,
    puzzles,
    replay,
    replay_film,
    review,
    seats,
    shared,
    summary,
    table,
)
from kerys.server.pages.common import is_part, page, person_of
from kerys.server.settings import Settings
from kerys.server.site import open_site
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError

LOG = logging.getLogger("kerys.server")


def create_app(settings: Settings) -> FastAPI:
    """A site as an application; its background work runs while the application does."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        site.start()
        try:
            yield
        finally:
            await run_in_threadpool(site.stop)  # decisions in progress still need the loop

    app = FastAPI(
        title="Kerys",
        version=__version__,
        description="Play with programs of your own.",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    site = open_site(settings)
    app.state.site = site
    rooms = (home, table, film, summary, explain, seats, replay, replay_film, account, pictures)
    for room in (*rooms, review, push, shared, guide, learn, puzzles, explore):
        app.include_router(room.routes)
    app.include_router(api.routes)
    app.include_router(api_review.routes)
    app.include_router(api_guests.routes)
    app.include_router(api_socket.routes)
    app.mount("/static/fonts", Assets(directory=str(FONTS)), name="fonts")
    app.mount("/static", Assets(directory=str(STATIC)), name="static")
    app.add_middleware(Compressed)
    app.add_middleware(SiteMiddleware, url=settings.url, broken=_broken)
    if site.leases is not None:
        app.add_middleware(HandingOn, authority=site.authority, siblings=site_of(settings.worker))
    app.add_exception_handler(NoTable, _not_found)
    app.add_exception_handler(UnknownKeyError, _unknown_key)
    app.add_exception_handler(GameError, _impossible)
    for problem in (OperationalError, NotOwnedError, OwnedElsewhereError):
        app.add_exception_handler(problem, _busy)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _misread)

    @app.get("/colours/{theme}.css", include_in_schema=False)
    def colours_of(request: Request, theme: str) -> Response:
        """The colours of the drawings and of the pages."""
        if theme not in THEMES:
            raise HTTPException(404)
        asked = f"{request.url.path}?{request.url.query}"
        headers = {"Cache-Control": FOR_GOOD} if asked == colours_address(theme) else {}
        return Response(colours(theme), media_type="text/css", headers=headers)

    @app.get("/alive", include_in_schema=False)
    def alive() -> Response:
        """A health check."""
        with site.database.reading() as session:
            session.execute(text("SELECT count(*) FROM tables"))
            return JSONResponse({"kerys": __version__})

    return app


def _answer(
    request: Request, status: int, problem: str, headers: Mapping[str, str] | None = None
) -> Response:
    """An error, as a page or for a program."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": problem or _("Not found.")}, status, headers)
    person = None if status >= 500 else person_of(request)
    answer = page(request, "error.html", person, status, problem=problem)
    answer.headers.update(headers or {})
    if is_part(request):
        answer.headers["HX-Retarget"] = "body"  # a whole page replaces the current one
        answer.headers["HX-Reswap"] = "innerHTML"
        answer.headers["HX-Reselect"] = "unset"
    return answer


def _not_found(request: Request, error: Exception) -> Response:
    """What doesn't exist looks the same as what isn't public."""
    return _answer(request, 404, "")


def _unknown_key(request: Request, error: Exception) -> Response:
    """A program without a key, or with an unknown one."""
    problem = _("Send a key from your account page: Authorization: Bearer ...")
    return _answer(request, 401, problem, {"WWW-Authenticate": "Bearer"})


def _impossible(request: Request, error: Exception) -> Response:
    """An action that isn't possible at a table right now."""
    return _answer(request, 409, str(error))


def _refused(request: Request, error: Exception) -> Response:
    """An error with a status code."""
    assert isinstance(error, HTTPException)
    problem = "" if error.status_code == 404 else error.detail
    return _answer(request, error.status_code, problem, error.headers)


def _misread(request: Request, error: Exception) -> Response:
    """An address or a body that can't be read: which part, and why."""
    assert isinstance(error, RequestValidationError)
    problems = "; ".join(
        f"{'.'.join(str(part) for part in one['loc'][1:])}: {one['msg']}" for one in error.errors()
    )
    return _answer(request, 422, problems)


def _busy(request: Request, error: Exception) -> Response:
    """The database was busy or unreachable, or the table just moved: logged, and worth a retry."""
    reason = error.orig if isinstance(error, OperationalError) else "the table has moved"
    LOG.warning("%s %s failed: %s", request.method, _address(request), reason)
    problem = _("The site is busy: try again in a moment.")
    return _answer(request, 503, problem, {"Retry-After": "5"})


def _broken(request: Request, error: Exception) -> Response:
    """An unexpected error: logged, without details on the page."""
    LOG.error("%s %s failed", request.method, _address(request), exc_info=error)
    return _answer(request, 500, _("Something went wrong here. Nothing was lost; try again."))


def _address(request: Request) -> str:
    """The requested address in a form safe to log: without the secrets in links."""
    secrets = (request.path_params.get(name) for name in ("invitation", "word", "share"))
    secret = next(filter(None, secrets), None)
    return request.url.path.replace(secret, "...") if secret else request.url.path
