"""Questions to the master: who may ask, the thinking, and the count.

A question counts once its answer is there and the position is still the same. Asking again about
the same position costs nothing. Everyone learns that somebody asked; the answer is the asker's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from anyio import CapacityLimiter, to_thread

from kerys.locale import _
from kerys.server.bot_processes import BotProcesses, Lost, Stopped
from kerys.server.decisions import Decide, Decided, Turn
from kerys.server.identity import Asker
from kerys.server.owned_table import OwnedTable
from kerys.server.snapshots import TableSnapshot
from kerys.server.visits import Visits, seated
from kerys.study.advice import Weighed, weigh
from kerys.study.asks import AskError, check_asks
from kerys.table.errors import StaleMove
from kerys.table.view import View


class Answered(NamedTuple):
    """An answer of the master, and the table after the question."""

    table: TableSnapshot
    view: View
    """What was asked about."""
    weighed: Sequence[Weighed]
    left: int
    """How many questions the asker has left."""


class Master:
    """Answers the questions of players, in the processes of the bots."""

    def __init__(self, visits: Visits, processes: BotProcesses) -> None:
        self.visits = visits
        self._processes = processes
        self._limiter = CapacityLimiter(processes.number)
        self._thinking: dict[tuple[str, int, int], asyncio.Task[Sequence[Weighed]]] = {}
        """The questions that are being thought about, by table, seat and revision."""

    async def ask(self, asker: Asker, table_id: str, revision: int) -> Answered:
        """What the master would do at the question that the asker saw in this revision."""
        identity = await self.visits.identities.identify_soon(asker)
        async with self.visits.authority.held(table_id) as owned:
            seat = seated(owned.known, identity).seat
            check_question(owned, seat, revision)
            view = owned.begun.view(seat)
            weighed = owned.advice(seat)
        if weighed is None:
            weighed = await self._weigh(table_id, view)
        table = await self._count(asker, table_id, revision, weighed)
        async with self.visits.authority.held(table_id) as owned:
            return Answered(table, view, weighed, owned.asks_left(seat))

    async def _count(
        self, asker: Asker, table_id: str, revision: int, weighed: Sequence[Weighed]
    ) -> TableSnapshot:
        """Count a question, unless the position has changed."""
        try:
            return await self.visits.decide_soon(asker, table_id, asking(revision, weighed))
        except StaleMove as error:
            raise StaleMove(
                _("The game moved on while the master was thinking: the question isn't counted."),
                error.revision,
            ) from error

    async def _weigh(self, table_id: str, view: View) -> Sequence[Weighed]:
        """Let the master think; those who ask the same meanwhile wait for the same answer."""
        key = table_id, view.seat, view.revision
        task = self._thinking.get(key)
        if task is None:
            task = self._thinking[key] = asyncio.create_task(self._think(table_id, view))
            task.add_done_callback(lambda _task: self._thinking.pop(key))
        return await asyncio.shield(task)

    async def _think(self, table_id: str, view: View) -> Sequence[Weighed]:
        """The answer of a process; its luck depends on nothing that the asker doesn't know."""
        call = partial(weigh, view, seed=f"{table_id} {view.revision}")
        who = f"the master, asked by seat {view.seat} at table {table_id},"
        try:
            return await to_thread.run_sync(
                self._processes.answer, who, call, limiter=self._limiter, abandon_on_cancel=True
            )
        except (Lost, Stopped) as error:
            raise AskError(_("The master can't answer now: try again in a moment.")) from error


def check_question(owned: OwnedTable, seat: int, revision: int) -> None:
    """Refuse a question that wasn't agreed on, or that can't be asked now."""
    game = owned.begun
    left = owned.known.asks if owned.asked_now(seat) else owned.asks_left(seat)
    check_asks(game.view(seat), owned.known.asks, left)
    game.check_fresh(seat, revision)


def asking(revision: int, weighed: Sequence[Weighed]) -> Decide:
    """Counts a question about the state with this revision, once, and keeps its answer."""

    def decide(turn: Turn) -> Decided:
        owned, seat = turn.owned, turn.seat
        check_question(owned, seat, revision)
        asked = owned.asked_now(seat)
        owned.keep_advice(seat, weighed)
        if asked:
            return Decided([], changes_game=False)
        return Decided([("ask", str(owned.begun.view(seat).revision))], changes_game=False)

    return decide
