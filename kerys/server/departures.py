"""Carries out departures from tables, a moment after people ask to leave.

Departures are stored in the database, so they survive a restart of the server.
"""

from __future__ import annotations

import logging
import threading

from kerys.server.store.models import now
from kerys.server.tables import Tables

LOG = logging.getLogger("kerys.server")
ROUND_S = 2.0
"""How often to check the database."""


class Departures:
    """A thread that looks for departures that are due."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="departures", daemon=True)

    def start(self) -> None:
        """Start, first with everything left over from before."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; what is due waits for the next start."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(ROUND_S):
            try:
                self.tables.carry_out_departures(now())
            except Exception:
                LOG.exception("carrying out departures")
