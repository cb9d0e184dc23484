"""Forwarding: requests for a table that another process owns go there and back through here."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress

import httpx
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from kerys.locale import _
from kerys.server.authority import Authority
from kerys.server.ownership import OwnedElsewhereError

LOG = logging.getLogger("kerys.server")
TABLE_PATH = re.compile(r"/(?:t|api/tables)/([a-z0-9]{10})(?:/|$)")
FOR, CLIENT = "x-kerys-for", "x-kerys-client"
"""Headers between processes: which process a request is for, and which client sent it. Only other
processes of the site know that name."""
OWN_HEADERS = (b"host", b"connection", b"upgrade", b"transfer-encoding", b"keep-alive", b"te")
CONNECT_S, ANSWER_S = 5.0, 8.0
"""How long the other process may take to accept a request, and to begin its answer."""
IDLE_S = 30.0
"""How long a connection to another process is kept; that one must keep it longer."""


class HandingOn:
    """Sends each request to the process that owns its table."""

    def __init__(self, app: ASGIApp, authority: Authority, siblings: str = "") -> None:
        self.app = app
        self.authority = authority
        self.siblings = siblings
        """What the names of the workers behind the same address begin with, if there are any."""
        self._client: httpx.AsyncClient | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer requests for our own tables here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        handed_on = self._take_headers(scope)
        found = TABLE_PATH.match(scope["path"])
        if found is None or self.authority.owns(found[1]):
            await self.app(scope, receive, send)
            return
        try:
            await run_in_threadpool(self.authority.ownership.claim, found[1])
        except OwnedElsewhereError as elsewhere:
            if handed_on:  # it has just moved: the client may try again
                await _busy(scope, receive, send)
            elif scope["type"] == "http":
                await self._hand_on_request(scope, receive, send, elsewhere)
            else:
                await _hand_on_socket(scope, receive, send, elsewhere)
            return
        await self.app(scope, receive, send)

    def _take_headers(self, scope: Scope) -> bool:
        """Whether another process sent this, which can't be forged; restores the client address."""
        headers = Headers(scope=scope)
        name, client = headers.get(FOR), headers.get(CLIENT)
        if name is None and client is None:
            return False
        kept = [one for one in scope["headers"] if one[0].decode() not in (FOR, CLIENT)]
        scope["headers"] = kept
        if not name or name != self.authority.ownership.name:
            return False
        if client:
            scope["client"] = (client, 0)
        return True

    async def _hand_on_request(
        self, scope: Scope, receive: Receive, send: Send, elsewhere: OwnedElsewhereError
    ) -> None:
        """Forward a request, and send its response back piece by piece."""
        if self._client is None:
            limits = httpx.Limits(max_keepalive_connections=100, keepalive_expiry=IDLE_S)
            timeout = httpx.Timeout(None, connect=CONNECT_S)
            self._client = httpx.AsyncClient(limits=limits, timeout=timeout, trust_env=False)
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        query = scope["query_string"].decode("latin-1")
        url = httpx.URL(elsewhere.address).copy_with(
            raw_path=scope["raw_path"] + (f"?{query}".encode("latin-1") if query else b"")
        )
        request = self._client.build_request(
            scope["method"], url, headers=_passed_on(scope, elsewhere), content=bytes(body)
        )
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await self._client.send(request, stream=True)
        except (httpx.TransportError, TimeoutError) as error:
            LOG.warning("a request could not be handed on: %s", type(error).__name__)
            await _busy(scope, receive, send)
            return
        gone = asyncio.create_task(_until_gone(receive))
        # The next connection goes to the right worker at once.
        last = bool(self.siblings) and elsewhere.owner.startswith(self.siblings)
        passing = asyncio.create_task(_pass_back(answer, send, last))
        try:
            await asyncio.wait((gone, passing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, passing):
                task.cancel()
                with suppress(asyncio.CancelledError, httpx.TransportError):
                    await task
            await answer.aclose()


async def _pass_back(answer: httpx.Response, send: Send, last: bool) -> None:
    """Send a response back as it comes, maybe as the last one over its connection."""
    headers = [one for one in answer.headers.raw if one[0].lower() not in OWN_HEADERS]
    if last:
        headers.append((b"connection", b"close"))
    start: Message = {"type": "http.response.start", "status": answer.status_code}
    await send({**start, "headers": headers})
    async for chunk in answer.aiter_raw():
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive) -> None:
    """Wait until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _passed_on(scope: Scope, elsewhere: OwnedElsewhereError) -> list[tuple[bytes, bytes]]:
    """The headers of a request, as another process needs them."""
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    client = (scope["client"] or ("",))[0]
    return [
        *((name, value) for name, value in scope["headers"] if name not in OWN_HEADERS),
        (b"host", host),
        (FOR.encode(), elsewhere.owner.encode()),
        (CLIENT.encode(), str(client).encode("latin-1", "replace")),
    ]


async def _hand_on_socket(
    scope: Scope, receive: Receive, send: Send, elsewhere: OwnedElsewhereError
) -> None:
    """Forward messages both ways."""
    query = scope["query_string"].decode("latin-1")
    path = scope["raw_path"].decode("latin-1") + (f"?{query}" if query else "")
    url = elsewhere.address.replace("http", "ws", 1) + path
    ours = (b"host", b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions")
    headers = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in _passed_on(scope, elsewhere)
        if name not in ours
    ]
    try:
        there = await connect(
            url, additional_headers=headers, compression=None, open_timeout=CONNECT_S, proxy=None
        )
    except (OSError, TimeoutError, WebSocketException) as error:
        LOG.warning("a socket could not be handed on to %s: %s", elsewhere.address, error)
        await _busy(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    tasks = [asyncio.create_task(_in(receive, there)), asyncio.create_task(_out(there, send))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, ConnectionClosed):
                await task
        await there.close()


async def _in(receive: Receive, there: ClientConnection) -> None:
    """Forward what a program sends, until it is gone."""
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await there.send(message["bytes"] if text is None else text)


async def _out(there: ClientConnection, send: Send) -> None:
    """Send back what the other process sends, until it closes the socket."""
    async for data in there:
        await send({"type": "websocket.send", "text" if isinstance(data, str) else "bytes": data})
    code = there.close_code or 1012
    await send({"type": "websocket.close", "code": 1012 if code == 1006 else code})


async def _busy(scope: Scope, receive: Receive, send: Send) -> None:
    """The owner is gone; another one will take over soon."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})  # otherwise the client doesn't get the code
        await send({"type": "websocket.close", "code": 1012})
        return
    problem = _("The site is busy: try again in a moment.")
    headers = {"Retry-After": "5"}
    if scope["path"].startswith("/api/"):
        answer: Response = JSONResponse({"error": problem}, 503, headers)
    else:
        answer = PlainTextResponse(problem, 503, headers)
    await answer(scope, receive, send)
