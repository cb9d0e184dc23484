"""A site that listens on an address, in a thread of the test."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Self, TypeVar

from kerys.server.app import create_app
from kerys.server.run import Server, configured
from kerys.server.settings import Settings
from kerys.server.site import Site
from tests.server.visitor import Visitor

DEADLINE_S = 60.0
Found = TypeVar("Found")


def wait_for(look: Callable[[], Found], deadline_s: float = DEADLINE_S) -> Found:
    """Poll until there is a result; fail after a generous deadline."""
    give_up = time.monotonic() + deadline_s
    while not (found := look()):
        assert time.monotonic() < give_up, "waited in vain"
        time.sleep(0.02)
    return found


class Live:
    """A running site; use it with `with`."""

    def __init__(self, settings: Settings) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        app = create_app(replace(settings, url=self.url))
        self.site: Site = app.state.site
        config = configured(app)
        config.timeout_graceful_shutdown = 1
        self.server = Server(config, self.site.bus)
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))
        self.visitors: list[Visitor] = []

    def __enter__(self) -> Self:
        self.thread.start()
        wait_for(lambda: self.server.started)
        return self

    def visitor(self, **headers: str) -> Visitor:
        """A new visitor with a browser, until the site closes."""
        self.visitors.append(Visitor(self.url, **headers))
        return self.visitors[-1]

    def __exit__(self, *_problem: object) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.server.should_exit = True
        self.thread.join(DEADLINE_S)
        self.socket.close()
        assert not self.thread.is_alive(), "the site does not stop"
