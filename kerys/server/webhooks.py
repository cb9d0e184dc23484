"""Calls to people's programs: never into the site's own network, and never for long."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx

TIMEOUT_S = 10.0
MOST_HOST = 255
JSON = {"Content-Type": "application/json"}
PUBLIC = ipaddress.ip_network("2000::/3")
RELAYS = (ipaddress.ip_network("2001::/32"), ipaddress.ip_network("2002::/16"))
"""Public addresses that embed an IPv4 address, which may be inside."""


class Undelivered(Exception):  # noqa: N818 - the name says what it is
    """A notification didn't arrive; the message contains no secrets."""


def call(address: str, news: dict[str, Any], private: bool) -> None:
    """Call a program."""
    status = post(address, json.dumps(news).encode(), JSON, private)
    if not 200 <= status < 300:
        raise Undelivered(f"the answer was {status}")


def post(address: str, body: bytes, headers: Mapping[str, str], private: bool) -> int:
    """Post something; the machine that is called is the one that was checked."""
    machine = check_address(address, private)
    return asyncio.run(_post(address, machine, body, headers))


async def _post(address: str, machine: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Post something, within a total time limit; returns the status code."""
    url = httpx.URL(address)
    async with (
        asyncio.timeout(TIMEOUT_S),
        httpx.AsyncClient(timeout=None, follow_redirects=False, trust_env=False) as client,
    ):
        request = client.build_request(
            "POST",
            url.copy_with(host=machine),
            content=body,
            headers={**headers, "Host": url.netloc.decode()},
            extensions={"sni_hostname": url.host},
        )
        answer = await client.send(request, stream=True)  # only the status code matters
        await answer.aclose()
        return answer.status_code


def check_address(address: str, private: bool) -> str:
    """The machine behind an address.

    Those inside the site's own network are refused, unless the operator allows them (`private`).
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Undelivered("this is no web address")
    found = socket.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    machines = [str(one[4][0]) for one in found]
    if not private and not all(_is_public(one) for one in machines):
        raise Undelivered(f"{parts.hostname} is inside a private network")
    return machines[0]


def _is_public(machine: str) -> bool:
    """Whether an address is public, and doesn't lead to another one."""
    address = ipaddress.ip_address(machine)
    if address.version == 6 and (
        address not in PUBLIC or any(address in relay for relay in RELAYS)
    ):
        return False
    return address.is_global and not address.is_multicast


def host_of(address: str) -> str:
    """The host name in a web address; empty if there is none."""
    try:
        return (urlsplit(address).hostname or "")[:MOST_HOST]
    except ValueError:
        return ""
