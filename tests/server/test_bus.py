"""The news of other processes: whoever brings them notices when they stop."""

from __future__ import annotations

import socket

import pytest

from kerys.server.bus import Bus, Wire
from tests.server.live import wait_for


def test_a_database_that_keeps_silent_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("kerys.server.store.database.CONNECT_S", 1)
    monkeypatch.setattr("kerys.server.bus.AGAIN_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        wire = Wire(f"postgresql://kerys@127.0.0.1:{silent.getsockname()[1]}/kerys", Bus())
        wire.start()
        wait_for(lambda: caplog.text.count("no news from the database") > 1)
        wire.stop()
