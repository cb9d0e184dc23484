"""Commands that serve until they are stopped: started, visited and stopped."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path

import httpx

from tests.server.postgres import PostgresServer
from tests.server.visitor import TIMEOUT_S
from tests.serving import AT_ONCE, COMMAND, Process


def serve(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Start the command of a page, request its home page, and stop it as a user would."""
    with ExitStack() as stack:
        if "--db" in arguments:
            given = arguments.index("--db") + 1
            assert arguments[given].startswith("postgresql://")
            arguments[given] = stack.enter_context(PostgresServer()).url
        program = COMMAND if "--workers" in arguments else AT_ONCE  # once with all that it does
        site = stack.enter_context(Process(folder, *arguments[1:], program=program))
        home = httpx.get(site.url, trust_env=False, timeout=TIMEOUT_S).raise_for_status()
        assert "Kerys" in home.text
        return subprocess.CompletedProcess(arguments, site.stop(), site.said(), "")
