"""The API over a WebSocket: what my seat sees comes out, decisions go in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any, Literal

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import OperationalError
from starlette.concurrency import run_in_threadpool

from kerys.locale import _
from kerys.server.api import refusal
from kerys.server.api_views import api_eyes
from kerys.server.authority import NoTable
from kerys.server.decisions import moving, undoing
from kerys.server.identity import Credentials, UnknownKeyError
from kerys.server.journal import NotOwnedError
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.site import Site
from kerys.table.errors import GameError

routes = APIRouter(prefix="/api")
MOST_SENT = 4096
"""How many characters a program may send at once."""
GONE, UNKNOWN, AGAIN = 4404, 4401, 1012
"""Why a socket is closed: no such table, no such key, the site restarts or the table has moved."""


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """What a program wants."""

    type: Literal["move", "undo", "say"]
    id: int | str | None = None
    move: str = ""
    revision: int = -1
    text: str = ""


READ = msgspec.json.Decoder(Wanted)


@routes.websocket("/tables/{table_id}/socket")
async def socket(
    websocket: WebSocket, table_id: str, features: bool = False, since: int = -1
) -> None:
    """Follow a table and decide there."""
    site: Site = websocket.app.state.site
    scheme, _space, key = websocket.headers.get("authorization", "").partition(" ")
    asker = Credentials(key=key.strip() if scheme.lower() == "bearer" else "")
    await websocket.accept()
    try:
        if not asker.key:
            raise UnknownKeyError
        await site.following.enter(asker, table_id)
    except UnknownKeyError:
        await websocket.close(UNKNOWN, _("Send a key: Authorization: Bearer ..."))
        return
    except NoTable:
        await websocket.close(GONE, _("There is no such table."))
        return
    pushing = asyncio.create_task(_push(websocket, site, asker, table_id, features, since))
    try:
        while True:
            await _answer(websocket, site, asker, table_id, await websocket.receive_text())
    except (WebSocketDisconnect, KeyError):  # gone, or bytes where text should be
        pass
    finally:
        pushing.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await pushing


async def _push(
    websocket: WebSocket, site: Site, asker: Credentials, table_id: str, features: bool, since: int
) -> None:
    """Send all news; close the socket when nothing can come any more."""
    choose = partial(api_eyes, features=features)
    async for news in site.following.follow(asker, table_id, choose, since):
        if news.kind == "gone":
            await websocket.close(GONE, _("There is no such table."))
            return
        if news.kind != "pulse":
            await websocket.send_text(news.data.decode())
    await websocket.close(AGAIN)


async def _answer(
    websocket: WebSocket, site: Site, asker: Credentials, table_id: str, text: str
) -> None:
    """Do what a program wants, and tell it once that is on disk."""
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
    except (NoTable, UnknownKeyError):
        answer = _refused(name, 404, _("There is no such table."))
    except GameError as error:
        answer = _refused(name, refusal(error), str(error))
    except (OperationalError, NotOwnedError, OwnedElsewhereError):
        answer = _refused(name, 503, _("The site is busy: try again in a moment."))
    await websocket.send_text(msgspec.json.encode(answer).decode())


async def _done(site: Site, asker: Credentials, table_id: str, wanted: Wanted) -> int:
    """Do it; the number of the state afterwards."""
    if wanted.type == "say":
        say = partial(site.visits.say, asker, table_id, wanted.text)
        return await run_in_threadpool(say, lambda _visit, owned: owned.events)
    move, revision = wanted.move, wanted.revision
    decide = moving(move, revision) if wanted.type == "move" else undoing(revision)
    return await site.visits.decide_soon(asker, table_id, decide)


def _refused(name: Any, status: int, problem: str) -> dict[str, Any]:
    """An answer that says what was wrong."""
    return {"type": "refused", "id": name, "status": status, "error": problem}
