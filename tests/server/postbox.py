"""A mail server for the tests."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller


class Postbox:
    """Accepts mail, and refuses it as often as told."""

    def __init__(self) -> None:
        self.got: list[tuple[list[str], str]] = []
        self.refuse = 0

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refuse:
            self.refuse -= 1
            return "451 not now"
        self.got.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 thank you"


@contextmanager
def opened_postbox() -> Iterator[tuple[Postbox, int]]:
    """A mail server, and its port."""
    box = Postbox()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    yield box, port
    controller.stop()
