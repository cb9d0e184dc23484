"""A push service on this machine, and browsers that can read its messages."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from kerys.server.site import Site
from kerys.server.store import Subscription

CURVE = ec.SECP256R1()


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unwritten(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Parcel:
    """A notification to deliver."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService(ThreadingHTTPServer):
    """Accepts notifications, and answers as told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.got: list[Parcel] = []
        self.status = 201

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, PushService)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append(Parcel(self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Log nothing."""


@contextmanager
def opened_push_service() -> Iterator[PushService]:
    with PushService() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@dataclass
class FakeBrowser:
    """A browser with its keys, subscribed to a push service."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def form(self) -> dict[str, str]:
        """The form that its page sends to the site."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": written(point), "auth": written(self.auth)}

    def read(self, parcel: Parcel) -> dict[str, Any]:
        """The content of a notification, which nobody else can read."""
        assert parcel.headers["Content-Encoding"] == "aes128gcm"
        text = http_ece.decrypt(parcel.body, private_key=self.key, auth_secret=self.auth)
        found: dict[str, Any] = json.loads(text)
        return found


def claims_of(parcel: Parcel, public: str) -> dict[str, Any]:
    """The claims in the site's signature, which must be valid and made with its key."""
    scheme, _space, words = parcel.headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(one.strip().split("=", 1) for one in words.split(","))
    assert parts["k"] == public
    head, claims, signature = parts["t"].split(".")
    assert json.loads(unwritten(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unwritten(signature)
    pair = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unwritten(public))
    signed = f"{head}.{claims}".encode()
    key.verify(encode_dss_signature(*pair), signed, ec.ECDSA(hashes.SHA256()))
    found: dict[str, Any] = json.loads(unwritten(claims))
    return found


class Player:
    """A player with a browser that wants notifications."""

    def __init__(self, site: Site, service: PushService, name: str) -> None:
        self.site = site
        self.person, self.cookie = site.people.welcome(name)
        self.browser = FakeBrowser(f"{service.url}/{name}")
        self.subscribe()

    def subscribe(self) -> None:
        self.site.subscriptions.add(self.cookie, **self.browser.form)


def subscriptions(site: Site) -> set[str]:
    """The addresses of all subscribed browsers."""
    with site.database.reading() as session:
        return set(session.scalars(select(Subscription.endpoint)))
