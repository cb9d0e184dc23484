"""The API over a WebSocket: what the seat sees is sent out, decisions come in."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, suppress
from functools import partial
from typing import Any, Literal

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import OperationalError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketState

from kerys.locale import _
from kerys.server.api import refusal
from kerys.server.api_views import api_eyes
from kerys.server.decisions import moving, undoing
from kerys.server.following import Choose
from kerys.server.identity import Credentials, UnknownKeyError
from kerys.server.journal import NotOwnedError
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.site import Site
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError

LOG = logging.getLogger("kerys.server")
routes = APIRouter(prefix="/api")
MOST_SENT = 4096
"""How many characters a program may send at once."""
GONE, UNKNOWN, IMPOSSIBLE, AGAIN = 4404, 4401, 4409, 1012
"""Why a socket is closed: no such table; no such key; a table that can't be shown; the site is
restarting or busy, or the table has moved."""
NOT_TEXT, BROKEN = 1003, 1011
MOST_REASON = 120
BUSY = (OperationalError, NotOwnedError, OwnedElsewhereError)
"""Temporary errors."""


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A request from a program."""

    type: Literal["move", "undo", "say"]
    id: int | str | None = None
    move: str = ""
    revision: int = -1
    text: str = ""


READ = msgspec.json.Decoder(Wanted)


@routes.websocket("/tables/{table_id}/socket")
async def socket(
    websocket: WebSocket,
    table_id: str,
    features: bool = False,
    moments: bool = False,
    since: int = -1,
) -> None:
    """Follow a table and make decisions there."""
    site: Site = websocket.app.state.site
    scheme, _space, key = websocket.headers.get("authorization", "").partition(" ")
    asker = Credentials(key=key.strip() if scheme.lower() == "bearer" else "")
    await websocket.accept()
    try:
        if not asker.key:
            raise UnknownKeyError
        await site.following.enter(asker, table_id)
    except UnknownKeyError:
        await _close(websocket, UNKNOWN, _no_key())
    except NoTable as error:
        await _close(websocket, GONE, str(error))
    except GameError as error:
        await _close(websocket, IMPOSSIBLE, str(error))
    except BUSY:
        await _close(websocket, AGAIN)
    else:
        choose = partial(api_eyes, features=features, moments=moments)
        await _serve(websocket, site, asker, table_id, choose, since)


async def _serve(
    websocket: WebSocket, site: Site, asker: Credentials, table_id: str, choose: Choose, since: int
) -> None:
    """Push and answer until the program disconnects or nothing more can come."""
    pushing = asyncio.create_task(_push(websocket, site, asker, table_id, choose, since))
    try:
        while _is_open(websocket):
            await _answer(websocket, site, asker, table_id, await websocket.receive_text())
    except KeyError:
        await _close(websocket, NOT_TEXT, _("Send text, not bytes."))
    except WebSocketDisconnect:
        pass
    finally:
        pushing.cancel()
        await asyncio.wait((pushing,))


async def _push(
    websocket: WebSocket, site: Site, asker: Credentials, table_id: str, choose: Choose, since: int
) -> None:
    """Send all news; close the socket when nothing more can come."""
    news = site.following.follow(asker, table_id, choose, since)
    with suppress(WebSocketDisconnect):
        try:
            async with aclosing(news):
                async for one in news:
                    if one.kind == "gone":
                        await _close(websocket, GONE, _("There is no such table."))
                    elif one.kind != "pulse":
                        await _send(websocket, one.data)
            await _close(websocket, AGAIN)
        except UnknownKeyError:
            await _close(websocket, UNKNOWN, _no_key())
        except BUSY:
            await _close(websocket, AGAIN)
        except WebSocketDisconnect:
            raise
        except Exception:
            LOG.exception("a socket at table %s", table_id)
            await _close(websocket, BROKEN)


async def _answer(
    websocket: WebSocket, site: Site, asker: Credentials, table_id: str, text: str
) -> None:
    """Carry out a request, and answer it once it is on disk."""
    name: Any = None
    try:
        if len(text) > MOST_SENT:
            raise msgspec.ValidationError(_("this message is too long"))
        wanted = READ.decode(text)
        name = wanted.id
        state = await _done(site, asker, table_id, wanted)
        answer = {"type": "done", "id": name, "state": state}
    except msgspec.MsgspecError as error:
        answer = _refused(name, 422, str(error))
    except NoTable as error:
        answer = _refused(name, 404, str(error))
    except UnknownKeyError:
        answer = _refused(name, 401, _no_key())
    except GameError as error:
        answer = _refused(name, refusal(error), str(error))
    except BUSY as error:
        LOG.warning("a decision at table %s failed: %s", table_id, type(error).__name__)
        answer = _refused(name, 503, _("The site is busy: try again in a moment."))
    except Exception:
        LOG.exception("a decision at table %s", table_id)
        problem = _("Something went wrong here. Nothing was lost; try again.")
        answer = _refused(name, 500, problem)
    await _send(websocket, msgspec.json.encode(answer))


def _is_open(websocket: WebSocket) -> bool:
    """Whether this side has not closed a socket."""
    return websocket.application_state is WebSocketState.CONNECTED


async def _send(websocket: WebSocket, data: bytes) -> None:
    """Send something, unless the socket was closed in the meantime."""
    if _is_open(websocket):
        await websocket.send_text(data.decode())


async def _close(websocket: WebSocket, code: int, reason: str = "") -> None:
    """Close a socket, unless it is closed already; the reason must be short."""
    if _is_open(websocket):
        await websocket.close(code, reason.encode()[:MOST_REASON].decode(errors="ignore"))


async def _done(site: Site, asker: Credentials, table_id: str, wanted: Wanted) -> int:
    """Carry out a request; returns the number of the state afterwards."""
    if wanted.type == "say":
        say = partial(site.visits.say, asker, table_id, wanted.text)
        return await run_in_threadpool(say, lambda _visit, owned: owned.events)
    move, revision = wanted.move, wanted.revision
    decide = moving(move, revision) if wanted.type == "move" else undoing(revision)
    return (await site.visits.decide_soon(asker, table_id, decide)).events


def _no_key() -> str:
    """What to do if a key is missing or no longer valid."""
    return _("Send a key: Authorization: Bearer ...")


def _refused(name: Any, status: int, problem: str) -> dict[str, Any]:
    """An answer that says what was wrong."""
    return {"type": "refused", "id": name, "status": status, "error": problem}
