"""Reviews in the background: who may ask, what is kept, and that everything else comes first."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from sqlalchemy import select

from kerys.server import bot_workers
from kerys.server.authority import Authority
from kerys.server.bot_processes import BotProcesses, Lost
from kerys.server.bot_workers import BotQueue
from kerys.server.bus import Bus
from kerys.server.leases import Leases
from kerys.server.limits import TooManyReviews
from kerys.server.review_worker import ReviewWorker
from kerys.server.reviews import NotOver, OnlyForPlayers, ReviewsBounded
from kerys.server.settings import Settings
from kerys.server.site import Site, open_site
from kerys.server.store import Database, Person, Review, ReviewedPly, Table
from kerys.server.table_errors import NoTable
from kerys.study.review import errand
from kerys.table.errors import GameError, SeatError
from tests.server.live import DEADLINE_S, wait_for
from tests.server.postgres import PostgresServer
from tests.server.reviewed import FACTOR, ask, finished, kept_of, reviewed, reviewer_of
from tests.server.tools import PASSWORD, Opening, change_row, guests, table_for

Found = TypeVar("Found")
WAITERS = "_waiters"
"""Where a condition of `threading` lists who waits for it."""


class InThread(BotProcesses):
    """Reviews are worked out in this process, where a test can stop them."""

    def __init__(self, number: int = 0) -> None:
        super().__init__(number)
        self.plies: list[int] = []
        """What was asked for."""
        self.fails: Callable[[int], Exception | None] = lambda ply: None
        self.until = 10**6
        """How many are answered before the rest has to wait."""
        self.going_on = threading.Event()

    def work(self, call: Callable[[], Found]) -> Found:
        asked: object = call
        assert isinstance(asked, errand.ReviewErrand)
        self.plies.append(asked.ply)
        problem = self.fails(asked.ply)
        if problem is not None:
            raise problem
        if len(self.plies) > self.until:
            assert self.going_on.wait(DEADLINE_S)
            self.check()
        return call()

    def stop(self) -> None:
        super().stop()
        self.going_on.set()


@pytest.fixture(autouse=True)
def in_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_workers, "BotProcesses", InThread)
    monkeypatch.setattr(errand, "come_last", lambda: None)  # this process does other things too


@pytest.fixture
def open_one(opened: Opening) -> Iterator[Opening]:
    """A site where reviews hardly think; the test starts its worker."""
    sites: list[Site] = []

    def open_it(**settings: object) -> Site:
        sites.append(opened(review_factor=FACTOR, **settings))
        return sites[-1]

    yield open_it
    for site in sites:
        stop(site)


def processes_of(site: Site) -> InThread:
    found = site.bot_workers.processes
    assert isinstance(found, InThread)
    return found


def stop(site: Site) -> None:
    site.bot_workers.processes.stop()
    site.review_worker.stop()


def state_of(site: Site, review_id: int) -> str:
    with site.database.reading() as session:
        return session.get_one(Review, review_id).state


def test_a_review_is_worked_out_and_kept_for_good(open_one: Opening) -> None:
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    asked = ask(site, ann, table_id, 0)
    assert (asked.state, asked.seats, asked.found) == ("waiting", (0,), {})
    site.review_worker.start()
    wait_for(lambda: state_of(site, asked.id) == "done")
    site.authority.drop(table_id)  # from the database again
    (kept,) = kept_of(site, table_id)
    with site.authority.holding(table_id) as owned:
        game = owned.begun.copy()
    assert sorted(kept.found) == list(range(game.ply)) == processes_of(site).plies
    reviewer = reviewer_of(game, (0,), kept.seed)
    for ply in (0, game.ply // 2, game.ply - 1):
        assert kept.found[ply] == reviewer.at(ply)
    whole = kept.whole(game)
    assert {one.seat for one in whole.judgements} == {0}
    assert whole.of(1).accuracy is None
    assert ask(site, bob, table_id, 0) is kept, "nobody has to wait for it again"


def test_after_a_restart_a_review_goes_on_where_it_was(open_one: Opening) -> None:
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    asked = ask(site, ann, table_id)
    processes_of(site).until = 5
    site.review_worker.start()
    wait_for(lambda: len(processes_of(site).plies) == 6)
    stop(site)
    assert state_of(site, asked.id) == "waiting"
    change_row(site.authority, table_id, owner="")
    again = open_one()
    again.review_worker.start()
    wait_for(lambda: state_of(again, asked.id) == "done")
    (kept,) = kept_of(again, table_id)
    assert processes_of(again).plies == list(range(5, len(kept.found))), "nothing twice"


def test_reviews_take_turns(open_one: Opening) -> None:
    """A long one keeps nobody else waiting."""
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    tables = [finished(site, [ann, bob]), finished(site, [ann, bob], seed=6)]
    for table_id in tables:
        ask(site, ann, table_id)
    processes_of(site).until = 6
    site.review_worker.start()
    wait_for(lambda: len(processes_of(site).plies) == 7)
    assert processes_of(site).plies == [0, 0, 1, 1, 2, 2, 3]


def test_where_people_wait_for_a_bot_no_review_goes_on() -> None:
    row = BotQueue()
    row.put("of bots", last=True)
    row.wait_until_calm()
    row.put("of people")
    waiting = threading.Thread(target=row.wait_until_calm)
    waiting.start()
    wait_for(lambda: getattr(row._calm, WAITERS))
    assert row.take() == ("of people", False)
    waiting.join(DEADLINE_S)
    assert not waiting.is_alive()
    row.put("of people")
    row.close()
    row.wait_until_calm()


def test_a_review_that_fails_is_given_up_until_someone_asks_again(
    open_one: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    processes_of(site).fails = lambda ply: ValueError("odd") if ply == 2 else None
    asked = ask(site, ann, table_id)
    site.review_worker.start()
    wait_for(lambda: state_of(site, asked.id) == "failed")
    assert f"reviewing table {table_id}" in caplog.text
    processes_of(site).fails = lambda ply: None
    assert ask(site, bob, table_id).id == asked.id
    site.review_worker.hurry()
    wait_for(lambda: state_of(site, asked.id) == "done")


def test_a_table_that_cannot_be_loaded_holds_up_no_other_review(open_one: Opening) -> None:
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    bad, good = finished(site, [ann, bob]), finished(site, [ann, bob], seed=6)
    first, second = ask(site, ann, bad), ask(site, ann, good)
    change_row(site.authority, bad, rules_revision=99)
    site.authority.drop(bad)
    site.review_worker.start()
    wait_for(lambda: state_of(site, second.id) == "done")
    assert state_of(site, first.id) == "failed"


def test_a_review_that_costs_process_after_process_is_given_up(
    open_one: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    processes_of(site).fails = lambda ply: Lost()
    asked = ask(site, ann, table_id)
    site.review_worker.start()
    wait_for(lambda: state_of(site, asked.id) == "failed")
    lost = f"the review of table {table_id} lost its process"
    assert caplog.messages == [lost, lost, lost]


def test_a_review_goes_with_its_table(open_one: Opening) -> None:
    site = open_one()
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    reviewed(site, table_id, ann, until=2)
    with site.database.writing() as session:
        session.delete(session.get_one(Table, table_id))
    with site.database.reading() as session:
        assert session.scalars(select(Review)).all() == []
        assert session.scalars(select(ReviewedPly)).all() == []
    assert site.review_worker._waiting() == []


def test_one_process_works_on_a_review_and_another_takes_over(
    postgres: PostgresServer, blank_database: str
) -> None:
    site = open_site(Settings(database=postgres.database(blank_database), process_url="http://one"))
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    asked = ask(site, ann, table_id)
    database = Database(site.settings.database)
    authority = Authority(database, Bus(), Leases(database, "http://two"))
    other = ReviewWorker(site.reviews, authority, site.bot_workers)
    assert [one for one, _table in site.review_worker._waiting()] == [asked.id]
    assert other._waiting() == [], "the first process owns the table"
    change_row(site.authority, table_id, owner="")
    assert [one for one, _table in other._waiting()] == [asked.id]
    for one in (authority, site.authority):
        one.stop()
        one.database.close()


# --- Who may ask, and for how much ----------------------------------------------------------------


@pytest.fixture
def people(site: Site) -> list[Person]:
    return guests(site, "Ann", "Bob", "Eve")


def test_a_running_game_keeps_its_secrets(site: Site, people: list[Person]) -> None:
    table_id = table_for(site, people[:2])
    with pytest.raises(NotOver, match="isn't over yet"):
        ask(site, people[0], table_id)
    with pytest.raises(NotOver), site.authority.holding(table_id) as owned:
        site.reviews.of(owned)


def test_players_and_the_host_may_ask_and_spectators_see_what_there_is(
    site: Site, people: list[Person]
) -> None:
    ann, bob, eve = people
    table_id = finished(site, [ann, bob])
    with pytest.raises(NoTable):
        ask(site, eve, table_id)
    change_row(site.authority, table_id, private=False)
    with pytest.raises(OnlyForPlayers, match="Only players"):
        ask(site, eve, table_id)
    mine = ask(site, bob, table_id)
    assert mine.seats == (0, 1)
    shown = site.visits.look(eve, table_id, lambda _visit, owned: site.reviews.of(owned))
    assert [one.id for one in shown] == [mine.id]


def test_a_review_of_all_is_also_one_of_each(site: Site, people: list[Person]) -> None:
    ann, bob, _eve = people
    table_id = finished(site, [ann, bob])
    one = ask(site, ann, table_id, 1)
    everyone = ask(site, ann, table_id)
    assert one.id != everyone.id
    assert ask(site, bob, table_id, 0) is everyone
    assert ask(site, bob, table_id, 1) is one
    assert ask(site, bob, table_id, 1, "standard").id not in (one.id, everyone.id)


def test_what_cannot_be_reviewed_is_said(site: Site, people: list[Person]) -> None:
    table_id = finished(site, people[:2])
    with pytest.raises(SeatError, match="no seat 2; seats are numbered from 0 to 1"):
        ask(site, people[0], table_id, 2)
    with pytest.raises(GameError, match="no depth 'bottomless' of a review; choose from quick"):
        ask(site, people[0], table_id, depth="bottomless")
    with pytest.raises(ReviewsBounded, match="choose from quick, standard"):
        ask(site, people[0], table_id, depth="deep")


def test_a_site_can_offer_deep_reviews_or_none(opened: Opening) -> None:
    site = opened(reviews="deep")
    ann, bob = guests(site, "Ann", "Bob")
    table_id = finished(site, [ann, bob])
    deep = ask(site, ann, table_id, depth="deep")
    assert deep.depth == "deep"
    change_row(site.authority, table_id, owner="")
    off = opened(reviews="none")
    with pytest.raises(ReviewsBounded, match="switched off"):
        ask(off, ann, table_id)
    assert [one.id for one in kept_of(off, table_id)] == [deep.id], "what there is stays"


def test_nobody_has_too_many_reviews_waiting(opened: Opening) -> None:
    site = opened(reviews_per_person=1, reviews_in_all=2)
    ann, bob, cleo = guests(site, "Ann", "Bob", "Cleo")
    table_id = finished(site, [ann, bob, cleo])
    first = ask(site, ann, table_id, 0)
    assert ask(site, ann, table_id, 0) is first, "it is no other one"
    with pytest.raises(TooManyReviews, match="A review that you have asked for"):
        ask(site, ann, table_id, 1)
    ask(site, bob, table_id, 1)
    with pytest.raises(TooManyReviews, match="Many reviews are waiting on this site"):
        ask(site, cleo, table_id, 2)
    with site.database.writing() as session:
        session.get_one(Review, first.id).state = "done"
    ask(site, cleo, table_id, 2)


def test_a_guest_who_signs_in_keeps_their_reviews(site: Site) -> None:
    account, guest, bob = guests(site, "Ann", "Ann", "Bob")
    site.people.make_account(account, "ann-reviews", PASSWORD)
    asked = ask(site, guest, finished(site, [guest, bob]))
    site.people.sign_in("ann-reviews", PASSWORD, guest)
    with site.database.reading() as session:
        assert session.get_one(Review, asked.id).person_id == account.id
