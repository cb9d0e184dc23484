"""Notifications to browsers by Web Push: encrypted for one browser, signed by the site.

They are encrypted according to RFC 8291, so that the push service can't read them, and signed
according to RFC 8292 (VAPID), so that it accepts them only from this site.
"""

from __future__ import annotations

import base64
import binascii
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kerys.server.store import Subscription
from kerys.server.webhooks import Undelivered, post

CURVE = ec.SECP256R1()
SECRET_BYTES, AUTH_BYTES = 32, 16
SIGNED_S = 12 * 3600
"""How long a signature is valid for a push service; at most a day."""
KEPT_S = 24 * 3600
"""How long a push service keeps a notification for a browser that is away."""
GONE = (404, 410)


class Gone(Exception):  # noqa: N818 - the name says what it is
    """The browser no longer accepts notifications at this address."""


@dataclass(frozen=True)
class Signer:
    """The key that a site signs its notifications with, and where it can be reached."""

    secret: bytes = field(repr=False)
    contact: str
    """A link that begins with mailto: or https:."""

    @property
    def key(self) -> ec.EllipticCurvePrivateKey:
        """The key itself."""
        return ec.derive_private_key(int.from_bytes(self.secret, "big"), CURVE)

    @property
    def public(self) -> str:
        """The public key, as browsers need it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def new_secret() -> bytes:
    """A new key for a site."""
    value = ec.generate_private_key(CURVE).private_numbers().private_value
    return value.to_bytes(SECRET_BYTES, "big")


def is_receiver(p256dh: str, auth: str) -> bool:
    """Whether these keys of a browser can be used for encryption."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decoded(p256dh))
        return len(_decoded(auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        return False


def _decoded(text: str) -> bytes:
    """Decode base64url, with or without padding."""
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)


def is_endpoint(address: str, private: bool) -> bool:
    """Whether an address can be a push service; in your own network, also one without https."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return False
    schemes = ("http", "https") if private else ("https",)
    return (
        parts.scheme in schemes
        and bool(parts.hostname)
        and port != 0
        and not parts.username
        and address.isascii()
        and address.isprintable()
        and " " not in address
    )


def send(to: Subscription, told: dict[str, Any], topic: str, signer: Signer, private: bool) -> None:
    """Send a notification to a browser; a later one on the same topic replaces it."""
    # Imported here: they load two more HTTP clients, which a site without subscribers doesn't need.
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    if not is_endpoint(to.endpoint, private):
        raise Undelivered("this is no address of a push service")
    parts = urlsplit(to.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_S,
        "sub": signer.contact,
    }
    keys = {"p256dh": to.p256dh, "auth": to.auth}
    text = json.dumps(told, ensure_ascii=False).encode()
    body: bytes = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(text)["body"]
    headers = {
        **Vapid02(signer.key, {"no-strict": True}).sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_S),
        "Topic": topic,
        "Urgency": "high",
    }
    status = post(to.endpoint, body, headers, private)
    if status in GONE:
        raise Gone
    if not 200 <= status < 300:
        raise Undelivered(f"the answer was {status}")
