"""Bots in the background, and the clock: who moves for whom, and that no table is forgotten."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from kerys.bots import bot_named
from kerys.bots.guard import Guarded
from kerys.server import bot_workers
from kerys.server.bot_processes import BotProcesses
from kerys.server.bot_workers import BotQueue, BotWorkers
from kerys.server.clocks import By
from kerys.server.limits import MOST_OF_BOTS
from kerys.server.new_table import Plan
from kerys.server.site import Site
from kerys.server.store.models import now
from kerys.table.action import Action
from kerys.table.errors import SeatError, UndoError
from kerys.table.view import View
from tests.server.live import DEADLINE_S, wait_for
from tests.server.tools import (
    actors_of,
    change_row,
    changing,
    decide,
    depart,
    guests,
    log_of,
    moves_of,
    play,
    row_of,
    table_for,
    view_of,
)

LONG_AGO = timedelta(days=-1)


class InThread(BotProcesses):
    """Bots that think in this process, where a test can control them."""

    def choose(self, name: str, view: View) -> int:
        return Guarded(name, bot_named(name)).choose(view, None, random.Random()).code


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_workers, "BotProcesses", InThread)


@pytest.fixture
def workers(site: Site, monkeypatch: pytest.MonkeyPatch) -> Iterator[BotWorkers]:
    """Bot workers that check for tables often; the test starts them."""
    monkeypatch.setattr(bot_workers, "ROUND_S", 0.05)
    bots = BotWorkers(site.authority, 2)
    yield bots
    bots.stop()


def is_over(site: Site, table_id: str) -> bool:
    return row_of(site.database, table_id).status == "over"


def test_bots_play_by_themselves_to_the_end(site: Site, workers: BotWorkers) -> None:
    (host,) = guests(site, "Ann")
    workers.start()
    table_id = site.tables.make(host, Plan("mykerinos", ["beginner", "beginner"]))
    wait_for(lambda: is_over(site, table_id))
    log = log_of(site.database, table_id)
    assert {event.made_by for event in log} == {"bot"}


def test_what_was_left_open_is_taken_up(site: Site, workers: BotWorkers) -> None:
    (host,) = guests(site, "Ann")
    table_id = site.tables.make(host, Plan("mykerinos", ["beginner", "beginner"]))
    workers.start()
    wait_for(lambda: moves_of(site.authority, table_id) > 0)


def test_a_thought_that_was_cut_off_is_thought_again(site: Site, held: Thoughts) -> None:
    """A process that takes over the tables of another lets the bots there think again."""
    (host,) = guests(site, "Ann")
    table_id = site.tables.make(host, Plan("mykerinos", ["beginner", "beginner"]))
    died = BotWorkers(site.authority, 1)
    died.start()
    wait_for(lambda: held.begun)
    died._stopped.set()  # it is gone, and its result is dropped
    held.going_on.set()
    died.stop()
    assert moves_of(site.authority, table_id) == 0
    bots = BotWorkers(site.authority, 1)
    bots.start()
    wait_for(lambda: moves_of(site.authority, table_id) > 0)
    bots.stop()


class Thoughts:
    """Bots that think until the test lets them finish."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.going_on = threading.Event()
        self.begun: list[int] = []
        """The revisions that bots started to think about."""
        self.together: list[int] = []
        """How many were thinking at once, each time one started."""
        self._now = 0
        guard, choose = threading.Lock(), Guarded.choose

        def think(bot: Guarded, view: View, budget: None, rng: random.Random) -> Action:
            with guard:
                self._now += 1
                self.together.append(self._now)
                self.begun.append(view.revision)
            try:
                assert self.going_on.wait(DEADLINE_S)
                return choose(bot, view, budget, rng)
            finally:
                with guard:
                    self._now -= 1

        monkeypatch.setattr(Guarded, "choose", think)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thoughts]:
    held = Thoughts(monkeypatch)
    yield held
    held.going_on.set()


def test_tables_that_wait_for_a_bot_are_found(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    bots = BotWorkers(site.authority, 1)
    of_bots = site.tables.make(ann, Plan("mykerinos", ["beginner", "beginner"]))
    of_people = table_for(site, [ann, bob], clock="days", pace=3)
    site.tables.make(ann, Plan("mykerinos", ["me", "beginner", "friend"]))
    assert [table.id for table in bots._idle()] == [of_bots]
    change_row(site.authority, of_people, deadline=now() + LONG_AGO)
    assert {table.id for table in bots._idle()} == {of_bots, of_people}
    change_row(site.authority, of_bots, game="uninstalled")
    assert [table.id for table in bots._idle()] == [of_people]


def test_a_bot_that_is_not_awaited_is_not_looked_for(site: Site) -> None:
    (ann,) = guests(site, "Ann")
    table_id = table_for(site, [ann], bots=["beginner"])
    bots = BotWorkers(site.authority, 1)
    while actors_of(site.authority, table_id) != (0,):
        decide(site.authority, table_id, random.Random(1))
    assert bots._idle() == []
    bots._decide(table_id)
    assert all(event.seat for event in log_of(site.database, table_id))


def test_nobody_thinks_twice_at_one_table_at_a_time(
    site: Site, workers: BotWorkers, held: Thoughts
) -> None:
    """Two threads, and repeated news of the same table."""
    (host,) = guests(site, "Ann")
    workers.start()
    table_id = site.tables.make(host, Plan("mykerinos", ["beginner", "beginner"]))
    wait_for(lambda: held.begun)
    table = site.tables.look(table_id, host)
    for _ in range(20):
        workers._hear(table)
        wait_for(lambda: not workers._queue._standing)  # a thread has taken it, and put it aside
    assert held.begun == [0]
    held.going_on.set()
    wait_for(lambda: is_over(site, table_id))
    assert set(held.together) == {1}
    assert held.begun == sorted(set(held.begun)), "each question was thought about once"


def test_news_that_come_while_a_bot_thinks_are_taken_up_at_once(
    site: Site, held: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not at the next search for waiting tables, which never happens here."""
    monkeypatch.setattr(bot_workers, "ROUND_S", 10_000.0)
    ann, bob = guests(site, "Ann", "Bob")
    table_id = table_for(site, [ann, bob], "ys", bots=["beginner"])
    bots = BotWorkers(site.authority, 2)
    bots.start()
    assert actors_of(site.authority, table_id) == (0, 1, 2), "all bid at once"
    wait_for(lambda: held.begun)
    for seat in (0, 1):
        view = view_of(site.authority, table_id, seat)
        site.authority.move(table_id, seat, view.legal[0].text, view.revision)
    wait_for(lambda: bots._busy.get(table_id))
    held.going_on.set()
    wait_for(lambda: 2 in {event.seat for event in log_of(site.database, table_id)})
    bots.stop()


def test_a_stale_thought_is_thought_again_at_once(
    site: Site, held: Thoughts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player undoes the move that the bot is thinking about, and decides again."""
    monkeypatch.setattr(bot_workers, "ROUND_S", 10_000.0)
    (ann,) = guests(site, "Ann")
    table_id = table_for(site, [ann], bots=["beginner"])
    while actors_of(site.authority, table_id) != (0,):  # until a deal lets Ann start
        site.tables.close_soon(ann, table_id)
        depart(site)
        table_id = table_for(site, [ann], bots=["beginner"])
    bots = BotWorkers(site.authority, 2)
    bots.start()
    site.authority.move(table_id, 0, "pass", None)
    wait_for(lambda: held.begun)
    before = moves_of(site.authority, table_id)
    site.authority.undo(table_id, 0, None)
    site.authority.move(table_id, 0, "pass", None)
    held.going_on.set()
    wait_for(lambda: moves_of(site.authority, table_id) > before + 2)
    bots.stop()
    log = log_of(site.database, table_id)[before - 1 :]
    assert [event.made_by for event in log[:4]] == ["person", "person", "person", "bot"]
    assert [event.kind for event in log[:4]] == ["move", "undo", "move", "move"]


def test_a_table_of_bots_keeps_no_other_table_waiting(site: Site) -> None:
    """One thread and two games between bots: the games take turns."""
    (host,) = guests(site, "Ann")
    plan = Plan("mykerinos", ["beginner", "beginner"])
    tables = [site.tables.make(host, plan), site.tables.make(host, plan)]
    told: list[str] = []
    bots = BotWorkers(site.authority, 1)
    site.authority.settled.append(lambda table: told.append(table.id))
    bots.start()
    wait_for(lambda: len(told) >= 8)
    bots.stop()
    assert set(told[:3]) == set(told[3:6]) == set(tables)


def test_a_table_stands_in_the_row_once_however_often_it_is_told_of() -> None:
    row = BotQueue()
    for table_id in ("one", "one", "another", "one"):
        row.put(table_id)
    assert row.take() == ("one", False)
    row.put("one")
    assert [row.take(), row.take()] == [("another", False), ("one", False)]
    row.close()
    assert row.take() is None


def test_where_people_wait_bots_think_before_they_play_among_themselves(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    going_on, called = threading.Event(), threading.Event()
    choose = Guarded.choose

    def wait(self: Guarded, view: View, budget: None, rng: random.Random) -> Action:
        called.set()
        going_on.wait()
        return choose(self, view, budget, rng)

    monkeypatch.setattr(Guarded, "choose", wait)
    monkeypatch.setattr(bot_workers, "ROUND_S", 0.05)
    (ann,) = guests(site, "Ann")
    for _ in range(MOST_OF_BOTS):
        site.tables.make(ann, Plan("mykerinos", ["beginner", "beginner"]))
    bots = BotWorkers(site.authority, 1)
    bots.start()
    wait_for(called.is_set)
    mine = table_for(site, [ann], bots=["beginner"])
    if actors_of(site.authority, mine) == (0,):
        site.authority.move(mine, 0, "pass", None)
    told: list[str] = []
    site.authority.settled.append(lambda table: told.append(table.id))
    going_on.set()
    wait_for(lambda: len(told) >= 2)
    bots.stop()
    assert mine == told[1], "after the thought that was under way"


def test_somebody_has_only_so_many_tables_where_bots_play_alone(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    alone = Plan("mykerinos", ["beginner", "beginner"])
    first, *_more = [site.tables.make(ann, alone) for _ in range(MOST_OF_BOTS)]
    with pytest.raises(SeatError, match="playing alone"):
        site.tables.make(ann, alone)
    filling = site.tables.make(ann, Plan("mykerinos", ["friend", "beginner"]))
    with pytest.raises(SeatError, match="playing alone"):
        site.tables.seat_bot(ann, filling, 0, "beginner")
    assert row_of(site.database, filling).status == "open"
    site.tables.make(bob, alone)
    table_for(site, [ann], bots=["beginner"])
    change_row(site.authority, first, status="over")
    site.tables.seat_bot(ann, filling, 0, "beginner")


def test_a_bot_that_fails_disturbs_no_other(
    site: Site, workers: BotWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    (host,) = guests(site, "Ann")
    plan = Plan("mykerinos", ["beginner", "beginner"])
    broken = site.tables.make(host, plan)
    change_row(site.authority, broken, rules_revision=99)
    workers.start()
    table_id = site.tables.make(host, plan)
    wait_for(lambda: moves_of(site.authority, table_id) > 2)
    wait_for(lambda: caplog.records)
    assert f"a bot at table {broken}" in caplog.text
    assert row_of(site.database, broken).events == 0


def test_a_person_who_takes_a_decision_back_is_quicker_than_the_bot(
    site: Site, workers: BotWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    seat = actors_of(site.authority, table_id)[0]
    before = [action.text for action in view_of(site.authority, table_id, seat).legal]
    site.authority.move(table_id, seat, "pass", None)
    assert actors_of(site.authority, table_id) == (1 - seat,)
    thought = threading.Event()
    choose = Guarded.choose

    def interrupted(self: Guarded, view: View, budget: None, rng: random.Random) -> Action:
        action = choose(self, view, budget, rng)
        site.authority.undo(table_id, seat, view.revision)
        thought.set()
        return action

    monkeypatch.setattr(Guarded, "choose", interrupted)
    with changing(site.authority, table_id) as table:
        table.seats[1 - seat].bot = "beginner"
    workers.start()
    wait_for(thought.is_set)
    workers.stop()
    assert actors_of(site.authority, table_id) == (seat,)
    assert [event.kind for event in log_of(site.database, table_id)] == ["move", "undo"]
    assert [one.text for one in view_of(site.authority, table_id, seat).legal] == before


# --- The clock ------------------------------------------------------------------------------------


def test_when_the_time_is_up_a_stand_in_moves_and_the_log_says_so(
    site: Site, workers: BotWorkers
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"), clock="days", pace=3)
    seat = actors_of(site.authority, table_id)[0]
    deadline = row_of(site.database, table_id).deadline
    assert deadline is not None
    assert timedelta(days=2.9) < deadline - now() <= timedelta(days=3)
    change_row(site.authority, table_id, deadline=now() + LONG_AGO)
    workers.start()
    wait_for(lambda: actors_of(site.authority, table_id) == (1 - seat,))
    for event in log_of(site.database, table_id):
        assert (event.seat, event.made_by, event.kind) == (seat, "clock", "move")
    deadline = row_of(site.database, table_id).deadline
    assert deadline is not None
    assert deadline > now(), "the next turn has its own time"


def test_before_the_time_is_up_and_without_a_clock_nobody_stands_in(
    site: Site, workers: BotWorkers
) -> None:
    people = guests(site, "Ann", "Bob")
    slow = table_for(site, people, clock="minutes", pace=5)
    never = table_for(site, people)
    assert row_of(site.database, never).deadline is None
    workers.start()
    watch = table_for(site, people, clock="days", pace=1)
    change_row(site.authority, watch, deadline=now() + LONG_AGO)
    wait_for(lambda: log_of(site.database, watch))
    assert log_of(site.database, slow) == log_of(site.database, never) == []


def is_late(deadline: datetime | None) -> bool:
    """Whether the deadline of a table has passed."""
    assert deadline is not None
    return deadline < now()


def test_a_stand_in_takes_the_whole_turn(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    table_id = table_for(site, [ann, bob], clock="days", pace=3)
    rng, went_on = random.Random(1), 0
    while (actors := actors_of(site.authority, table_id)) and went_on < 3:
        seat, before = actors[0], row_of(site.database, table_id).awaited
        change_row(site.authority, table_id, deadline=now() + LONG_AGO)
        move = rng.choice(view_of(site.authority, table_id, seat).legal).text
        site.authority.move(table_id, seat, move, None, "clock")
        row = row_of(site.database, table_id)
        goes_on = row.awaited == before
        assert is_late(row.deadline) == goes_on, "it has begun with that turn: it goes on at once"
        missed = site.tables.look(table_id, ann).seats[seat].missed
        assert (missed == 0) == goes_on, "a turn is missed once, however long it is"
        went_on += goes_on
        with changing(site.authority, table_id) as table:
            table.seats[seat].missed = 0
    assert went_on == 3


def test_who_misses_turn_after_turn_has_little_time_until_they_are_back(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    table_id = table_for(site, [ann, bob], "ys", clock="days", pace=3)  # enough turns in any game
    rng = random.Random(1)

    def go_on(by: By) -> timedelta:
        """Let Bob play until Ann is asked, then she or a stand-in decides; returns her time."""
        while 0 not in actors_of(site.authority, table_id):
            decide(site.authority, table_id, rng)
        deadline = row_of(site.database, table_id).deadline
        assert deadline is not None
        left = deadline - now()
        while 0 in actors_of(site.authority, table_id):
            move = rng.choice(view_of(site.authority, table_id, 0).legal).text
            site.authority.move(table_id, 0, move, None, by)
        return left

    whole, day = timedelta(days=2), timedelta(days=1)
    assert go_on("clock") > whole
    assert go_on("clock") > whole
    assert site.tables.look(table_id, ann).seats[0].absent
    assert timedelta(0) < go_on("clock") < day, "two were missed"
    assert timedelta(0) < go_on("person") < day, "three were missed"
    assert not site.tables.look(table_id, ann).seats[0].absent
    assert go_on("clock") > whole


def test_taking_back_gives_no_new_time(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"), clock="days", pace=3)
    seat = actors_of(site.authority, table_id)[0]
    soon = now() + timedelta(minutes=1)
    change_row(site.authority, table_id, deadline=soon)
    site.authority.move(table_id, seat, "pass", None)
    later = row_of(site.database, table_id).deadline
    assert later is not None
    assert later > soon, "the next decision has its own time"
    site.authority.undo(table_id, seat, None)
    assert row_of(site.database, table_id).deadline == soon


def test_what_was_decided_when_the_time_was_up_stands(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"), clock="days", pace=3)
    seat = actors_of(site.authority, table_id)[0]
    site.authority.move(table_id, seat, "pass", None, "clock")
    with pytest.raises(UndoError, match="time ran out"):
        site.authority.undo(table_id, seat, None)
    assert [event.kind for event in log_of(site.database, table_id)] == ["move"]
    assert actors_of(site.authority, table_id) == (1 - seat,), "in memory as on disk"


def test_the_clock_stops_when_the_game_is_over(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"), clock="days", pace=1)
    play(site.authority, table_id, random.Random(1))
    row = row_of(site.database, table_id)
    assert (row.status, row.deadline, row.awaited) == ("over", None, 0)
