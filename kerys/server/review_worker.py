"""Reviews are worked out in the background, one decision at a time, after everything else.

A review that is interrupted goes on where it was, also in another process.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from contextlib import suppress

from sqlalchemy import select

from kerys.games import GAMES
from kerys.server.authority import Authority
from kerys.server.bot_processes import MOST_LOST, Lost, Stopped
from kerys.server.bot_workers import BotWorkers
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.reviews import WAITING, Reviews
from kerys.server.store import Review, Table
from kerys.server.table_errors import NoTable

LOG = logging.getLogger("kerys.server")
ROUND_S = 2.0
"""How often to look for reviews that nobody works on."""


class ReviewWorker:
    """The thread of this process that works out reviews, each in turn."""

    def __init__(self, reviews: Reviews, authority: Authority, bots: BotWorkers) -> None:
        self.reviews = reviews
        self.authority = authority
        self.bots = bots
        self._lost: Counter[int] = Counter()
        """How many processes each review has cost."""
        self._wanted = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="reviews", daemon=True)

    def start(self) -> None:
        """Start, first with everything left over from before."""
        if self.reviews.depths:
            self._thread.start()

    def stop(self) -> None:
        """Stop, once the processes have been stopped."""
        self._stopped = True
        self._wanted.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def hurry(self) -> None:
        """Look for reviews now."""
        self._wanted.set()

    def _run(self) -> None:
        """Work on one review after another, a decision each time."""
        while not (self._stopped or self.bots.stopped):
            self._wanted.clear()
            found: list[tuple[int, str]] = []
            try:
                found = self._waiting()
                for review_id, table_id in found:
                    self.bots.let_people_pass()
                    self._work_on(review_id, table_id)
            except Stopped:
                return
            except Exception:
                LOG.exception("looking for reviews")
                found = []
            if not found:
                self._wanted.wait(ROUND_S)

    def _waiting(self) -> list[tuple[int, str]]:
        """The reviews to work on, with their tables, at tables that may be ours."""
        query = (
            select(Review.id, Review.table_id)
            .join(Table, Table.id == Review.table_id)
            .where(
                Review.state == WAITING,
                Table.game.in_(GAMES.names()),
                self.authority.ownership.possible(),
            )
            .order_by(Review.id)
        )
        with self.reviews.database.reading() as session:
            return [(one.id, one.table_id) for one in session.execute(query)]

    def _work_on(self, review_id: int, table_id: str) -> None:
        """Review the next decision of a game."""
        try:
            with self.authority.holding(table_id) as owned:
                kept = self.reviews.waiting(owned, review_id)
                if kept is None:
                    return
                errand = kept.next_errand(owned.begun, self.reviews.settings.review_factor)
            assert errand is not None
            found = self.bots.processes.work(errand)
            with self.authority.holding(table_id) as owned:
                self.reviews.keep(owned, review_id, found)
        except (NoTable, OwnedElsewhereError):
            pass  # deleted, or another process goes on with it
        except Stopped:
            raise
        except Lost:
            self._lost[review_id] += 1
            LOG.warning("the review of table %s lost its process", table_id)
            if self._lost[review_id] >= MOST_LOST:
                self._give_up(review_id, table_id)
        except Exception:
            LOG.exception("reviewing table %s", table_id)
            self._give_up(review_id, table_id)

    def _give_up(self, review_id: int, table_id: str) -> None:
        """Mark a review as failed, so that it isn't tried for ever."""
        del self._lost[review_id]
        self.reviews.fail(review_id)
        with suppress(Exception), self.authority.holding(table_id) as owned:
            self.reviews.read_again(owned)  # if its table can't be loaded, nothing is in memory
