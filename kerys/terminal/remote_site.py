"""A site before you sit down: the address of a table, a key for a guest, and a seat."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from kerys import __version__
from kerys.kernel.contract import SPECTATOR
from kerys.kernel.extras import extra
from kerys.locale import _, language
from kerys.table.errors import GameError, SeatError
from kerys.terminal.guest_keys import keep_key, kept_key

with extra("serve"):
    import httpx

PATIENCE_S = 30.0
ALIVE = "/alive"
SCHEMES = {"http": "http", "https": "https", "ws": "http", "wss": "https"}
PATH = re.compile(
    r"(?P<base>.*?)/(?:i/(?P<invitation>[\w-]+)|(?:t|api/tables)/(?P<table>[a-z0-9]+))(?:/.*)?"
)


class Address(NamedTuple):
    """Where a table is: an invitation to a seat, or the table itself."""

    site: str
    table: str = ""
    invitation: str = ""


class Refused(GameError):  # noqa: N818 - the name says what it is
    """A site refuses a request."""

    def __init__(self, problem: str, status: int) -> None:
        super().__init__(problem)
        self.status = status


def read_address(url: str) -> Address:
    """The address in a link to a seat or to a table, or in an address of the API."""
    try:
        parts = urlsplit(url.strip())
        scheme, host = SCHEMES.get(parts.scheme, ""), parts.hostname
        parts.port  # noqa: B018 - a port that isn't a number is an error
    except ValueError:
        scheme, host = "", None
    found = PATH.fullmatch(parts.path) if scheme and host else None
    if found is None:
        raise GameError(
            _(
                "'{url}' isn't the address of a table. Give the link to a seat, such as "
                "https://kerys.example.org/i/..., or the address of the table's page, such as "
                "https://kerys.example.org/t/..."
            ).format(url=printable(url)[:200])
        )
    site = f"{scheme}://{parts.netloc}{found['base']}"
    return Address(site, found["table"] or "", found["invitation"] or "")


def printable(text: Any) -> str:
    """A text from outside, without what could change the terminal."""
    return "".join(one if one.isprintable() else " " for one in str(text))


class RemoteSite:
    """A site that answers."""

    def __init__(self, url: str, client: httpx.AsyncClient) -> None:
        self.url = url
        self.client = client

    async def request(self, method: str, path: str, key: str = "", **body: Any) -> Any:
        """The answer to a request; raises Refused."""
        answer = await self._send(method, path, key, body)
        try:
            plain = answer.json() if answer.content else {}
        except ValueError as error:
            raise _no_site(self.url) from error
        if not isinstance(plain, dict):
            raise _no_site(self.url)
        if answer.is_success:
            return plain
        raise Refused(printable(plain.get("error", answer.reason_phrase)), answer.status_code)

    async def check(self) -> None:
        """Make sure that a Kerys site answers, and follow it if it has moved."""
        answer = await self._send("GET", ALIVE)
        if not (answer.is_success and b'"kerys"' in answer.content):
            raise _no_site(self.url)
        self.url = str(answer.url).removesuffix(ALIVE)

    async def _send(
        self, method: str, path: str, key: str = "", body: dict[str, Any] | None = None
    ) -> httpx.Response:
        """Send a request."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            return await self.client.request(
                method, f"{self.url}{path}", headers=headers, json=body or None
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise GameError(
                _("{site} doesn't answer: {error}").format(
                    site=self.url, error=printable(error) or type(error).__name__
                )
            ) from error


def _no_site(url: str) -> GameError:
    """An error for an address where something else answers."""
    return GameError(
        _("There is no Kerys site at {site}: check the address.").format(site=printable(url))
    )


@asynccontextmanager
async def site_at(url: str) -> AsyncIterator[RemoteSite]:
    """The site at an address, if there is one."""
    headers = {"Accept-Language": language(), "User-Agent": f"kerys/{__version__}"}
    async with httpx.AsyncClient(
        headers=headers, timeout=PATIENCE_S, follow_redirects=True
    ) as client:
        site = RemoteSite(url, client)
        await site.check()
        yield site


class Seat(NamedTuple):
    """A seat at a table of a site."""

    key: str
    seen: dict[str, Any]
    """What the site says about the table to whoever sits there."""


async def take_seat(site: RemoteSite, address: Address, name: str, key: str) -> Seat:
    """Sit down at a table, or come back to the seat you have there."""
    table, number, invitation = address.table, None, address.invitation
    if invitation:
        invited = await _invited(site, invitation)
        table, number = str(invited["table"]), int(invited["seat"])
        if not (invited["free"] or key or kept_key(site.url, name)):
            raise SeatError(_("This seat is taken."))
    key = await _known_key(site, name, key)
    path = f"/api/tables/{table}"
    seen = await _look(site, path, key, bool(invitation))
    if seen.get("seat", SPECTATOR) == SPECTATOR:
        await _sit_down(site, path, key, seen, number, invitation)
        seen = await _look(site, path, key)
    return Seat(key, seen)


async def _invited(site: RemoteSite, invitation: str) -> dict[str, Any]:
    """The seat of an invitation."""
    try:
        return dict(await site.request("GET", f"/api/invitations/{invitation}"))
    except Refused as error:
        if error.status != 404:
            raise
        raise SeatError(
            _("{site} knows no such invitation: ask for a new link.").format(site=site.url)
        ) from error


async def _known_key(site: RemoteSite, name: str, key: str) -> str:
    """A key that the site knows: the given one, that of an earlier guest, or of a new one."""
    tried = key or kept_key(site.url, name)
    if tried:
        try:
            await site.request("GET", "/api/account", tried)
            return tried
        except Refused as error:
            if error.status != 401:
                raise
            if key:
                raise GameError(
                    _(
                        "{site} doesn't know this key: make one there, on the page 'Account'."
                    ).format(site=site.url)
                ) from error
    guest = await site.request("POST", "/api/guests", name=name)
    keep_key(site.url, name or str(guest["name"]), str(guest["key"]))
    return str(guest["key"])


async def _look(site: RemoteSite, path: str, key: str, invited: bool = False) -> dict[str, Any]:
    """What you see of a table; nothing if you are only invited there."""
    try:
        return dict(await site.request("GET", f"{path}?moments=true", key))
    except Refused as error:
        if error.status != 404:
            raise
        if invited:
            return {}
        raise GameError(
            _(
                "{site} has no such table, or it is private. Use the link to a seat, or give the "
                "key of someone who plays there."
            ).format(site=site.url)
        ) from error


async def _sit_down(
    site: RemoteSite,
    path: str,
    key: str,
    seen: dict[str, Any],
    invited: int | None,
    invitation: str,
) -> None:
    """Take the seat of an invitation, or the first one that is open to anyone."""
    if invited is not None:
        await site.request("POST", f"{path}/sit", key, seat=invited, invitation=invitation)
        return
    free = [number for number, seat in enumerate(seen["seats"]) if seat["free"]]
    if not free:
        raise SeatError(_("All seats at this table are taken."))
    for number in free:
        try:
            await site.request("POST", f"{path}/sit", key, seat=number)
            return
        except Refused as error:
            if error.status != 409:
                raise
    raise SeatError(
        _("The free seats at this table are reserved: ask its creator for the link to one.")
    )
