"""What is pushed to pages always equals what a page loaded at that moment would show."""

from __future__ import annotations

import random

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.server.new_table import Plan
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.page_feed import PageEyes, page_eyes
from kerys.server.site import Site
from kerys.server.snapshots import LogEvent, TableSnapshot
from kerys.server.store import Person
from kerys.server.store.models import now
from tests.server.live import Live
from tests.server.page_client import PageClient, fetched
from tests.server.tools import actors_of, decide, guests, say, table_for, view_of

MOST_MOVES = 40


class Watcher:
    """A visitor whose page follows a table, in this process."""

    def __init__(self, site: Site, table_id: str, person: Person | None, layout: str) -> None:
        self.site, self.table_id, self.person, self.layout = site, table_id, person, layout
        self.page = PageClient()
        self.seen: list[bytes] = []
        with site.authority.holding(table_id) as owned:
            self.eyes = self.eyes_on(owned.known)
            self.remembered = self.eyes.remember(owned)
            self.take(self.eyes.whole(owned, self.remembered))

    def eyes_on(self, table: TableSnapshot) -> PageEyes:
        return page_eyes(self.site, table, self.person, self.layout, "http://here")

    def take(self, data: bytes) -> None:
        self.seen.append(data)
        self.page.receive(data)

    def update(self, owned: OwnedTable, kinds: tuple[str, ...]) -> None:
        """Apply a change, and compare with a page loaded now."""
        events = [happened(kind) for kind in kinds]
        data, self.remembered = self.eyes.change(owned, events, self.remembered)
        self.take(data)
        fresh = self.eyes.remember(owned)
        assert self.eyes.whole(owned, fresh) == self.eyes.whole(owned, self.remembered)
        loaded = PageClient()
        loaded.receive(self.eyes.whole(owned, fresh))
        assert self.page.page() == loaded.page()


def happened(kind: str) -> LogEvent:
    """An event of the log."""
    return LogEvent(0, 0, kind, "", "person", None, now())


def may_undo(site: Site, table_id: str, seat: int) -> bool:
    """Whether a seat can undo something."""
    return site.authority.read(table_id, lambda game, _events: game.undoable(seat) is not None)


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_changes_lead_to_the_page_that_would_be_loaded(live: Live, game: str, layout: str) -> None:
    site = live.site
    people = guests(site, "Ann", "Bob", "<Cleo> & 🙂")
    table_id = table_for(site, people, game)
    watchers = [Watcher(site, table_id, one, layout) for one in (*people, None)]
    rng = random.Random(3)
    undone = 0

    def told(*kinds: str) -> None:
        with site.authority.holding(table_id) as owned:
            for watcher in watchers:
                watcher.update(owned, kinds)

    for number in range(MOST_MOVES):
        if not actors_of(site.authority, table_id):
            break
        decide(site.authority, table_id, rng)
        told("move")
        if number % 7 == 3:
            say(site, rng.choice(people), table_id, f"Move <{number}> 🙂")
            told()
        for seat in range(len(people)):
            revision = view_of(site.authority, table_id, seat).revision
            if may_undo(site, table_id, seat) and rng.random() < 0.4:
                site.authority.undo(table_id, seat, revision)
                told("undo")
                undone += 1
                break
    assert undone > 2
    sizes = [len(data) for watcher in watchers for data in watcher.seen[1:]]
    whole = min(len(watcher.seen[0]) for watcher in watchers)
    assert sum(sizes) / len(sizes) < whole / 4, "what stays is sent again"


def test_pushed_pages_are_those_that_are_fetched(live: Live) -> None:
    ann, cookie = live.site.people.welcome("Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob")], "ys")
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", cookie)
    headers = {"HX-Request": "true", "X-Layout": "narrow"}
    for moves in (0, 6):
        for _move in range(moves):
            decide(live.site.authority, table_id, random.Random(moves))
        watcher = Watcher(live.site, table_id, ann, "narrow")
        text = visitor.get(f"/t/{table_id}", headers=headers).text
        assert fetched(text) == watcher.page.page()
        assert fetched(text) != text


def test_two_who_look_through_the_same_eyes_are_equal_and_others_are_not(live: Live) -> None:
    site = live.site
    ann, bob, eve, dan = guests(site, "Ann", "Bob", "Eve", "Dan")
    plan = Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    table_id = site.tables.make(ann, plan)

    def eyes(person: Person | None, layout: str = "wide") -> PageEyes:
        with site.authority.holding(table_id) as owned:
            return page_eyes(site, owned.known, person, layout, "http://here")

    assert eyes(eve) == eyes(dan)
    assert eyes(eve).base == eyes(dan).base
    assert eyes(None) != eyes(eve), "who has no name is asked for one"
    site.tables.sit_down(bob, table_id, 1)
    seats = site.tables.look(table_id, ann).seats
    site.tables.sit_down(dan, table_id, 2, seats[2].invitation)
    assert eyes(None) == eyes(eve)
    different = [eyes(ann), eyes(bob), eyes(dan), eyes(eve), eyes(eve, "narrow")]
    assert len({one.base for one in different}) == len(set(different)) == len(different)
    assert eyes(eve).who.seat == SPECTATOR
