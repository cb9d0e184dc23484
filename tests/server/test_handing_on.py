"""Forwarding: requests for a table owned by another process reach it, or are told to retry."""

from __future__ import annotations

import socket

from kerys.server.leases import Leases
from kerys.server.settings import Settings
from tests.server.live import Live
from tests.server.postgres import PostgresServer
from tests.server.programs import Program
from tests.server.tools import change_row


def test_an_owner_who_is_away_is_said_so_as_all_errors_are(postgres: PostgresServer) -> None:
    with Live(Settings(database=postgres.database(), thinkers=1)) as live:
        ann = Program(live, "Ann")
        table_id = ann.make("me", "friend")["id"]
        with socket.create_server(("127.0.0.1", 0)) as gone:
            address = f"http://127.0.0.1:{gone.getsockname()[1]}"
        away = Leases(live.site.database, address)
        away.renew()
        change_row(live.site.authority, table_id, owner=away.name)
        answers = [ann.client.get(path) for path in (f"/api/tables/{table_id}", f"/t/{table_id}")]
    for answer in answers:
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert answers[0].json() == {"error": answers[1].text}
    assert answers[1].text == "The site is busy: try again in a moment."
