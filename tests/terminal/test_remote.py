"""A seat at a table of a site: joined, played, lost and found again."""

from __future__ import annotations

import asyncio
import random
import stat
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kerys.server.settings import Settings
from kerys.server.store import Person
from kerys.table.errors import GameError
from kerys.table.story import Told
from kerys.terminal.guest_keys import keep_key, kept_key, keys_file
from kerys.terminal.remote import RemoteSitting, join, wait_for_game
from kerys.terminal.remote_site import Address, read_address
from kerys.terminal.sitting import Sitting
from tests.server.live import Live, wait_for
from tests.server.programs import Program
from tests.server.tools import log_of, view_of
from tests.server.visitor import invitations
from tests.serving import free_port
from tests.terminal.remote_tools import Relay, both_at, open_table, seated

MINI = {"mini": True}


def story_of(live: Live, table_id: str, seat: int) -> list[Told]:
    """The story of a table for a seat."""
    return live.site.authority.read(table_id, lambda game, _events: game.story(seat))


def moments_of(live: Live, table_id: str, seat: int) -> list[tuple[Told, bytes]]:
    """Every moment of a table as a seat saw it."""
    found = live.site.authority.read(table_id, lambda game, _events: game.moments(seat))
    return [(one.told, one.state.tobytes()) for one in found]


def check_same(live: Live, table_id: str, sitting: Sitting) -> None:
    """Check that a seat shows exactly what the site would show it."""
    view = view_of(live.site.authority, table_id, sitting.view.seat)
    assert sitting.view.state.tobytes() == view.state.tobytes()
    assert (sitting.view.ply, sitting.view.revision) == (view.ply, view.revision)
    assert sitting.view.names == view.names
    assert list(sitting.story()) == story_of(live, table_id, view.seat)
    frames = [(one.told, one.view.state.tobytes()) for one in sitting.frames(0)]
    moments = moments_of(live, table_id, view.seat)
    assert frames == moments[len(moments) - len(frames) :]
    assert [one.view.ply for one in sitting.frames(0)] == [
        one.told.ply + 1 for one in sitting.frames(0)
    ]


# --- Playing --------------------------------------------------------------------------------------


def test_two_remote_seats_and_a_bot_play_a_whole_game(live: Live, host: Program) -> None:
    """One has an account and a key, the other only the link to a seat."""
    table_id, links = open_table(host, "me", "friend", "beginner")

    async def play() -> list[RemoteSitting]:
        async with seated(f"{live.url}/t/{table_id}", key=host.token) as one:
            assert one.sitting.waiting == "Waiting for 1 more player."
            async with seated(live.url + links[1], name="Bob") as other:
                for player in (one, other):
                    await player.until(lambda sitting: not sitting.waiting)
                    assert player.sitting.place == f"{live.url}/t/{table_id}"
                    assert player.sitting.bots == ("", "", "beginner")
                rng = random.Random(1)
                await asyncio.gather(one.play(rng), other.play(rng))
                return [one.sitting, other.sitting]

    sittings = asyncio.run(play())
    assert [one.view.seat for one in sittings] == [0, 1]
    for sitting in sittings:
        assert sitting.view.names[:2] == ("Hilda", "Bob")
        assert sitting.frames(0)
        check_same(live, table_id, sitting)
        last = sitting.frames(0)[-1]
        assert sitting.frames(last.told.ply)[-1] == last
        assert sitting.frames(last.told.ply + 1) == []
    made_by = {event.seat: event.made_by for event in log_of(live.site.database, table_id)}
    assert made_by == {0: "person", 1: "person", 2: "bot"}


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_a_seat_sees_every_moment_of_a_small_game(live: Live, host: Program, game: str) -> None:
    table_id, links = open_table(host, "friend", "friend", options=MINI, game=game)

    async def play() -> None:
        async with both_at(live, table_id, links) as players:
            await asyncio.gather(*(player.play(random.Random(1)) for player in players))
            for player in players:
                check_same(live, table_id, player.sitting)
                told = [one.told for one in player.sitting.frames(0)]
                assert told == list(player.sitting.story()), "connected from the start"

    asyncio.run(play())


def test_somebody_in_a_browser_plays_at_the_same_table(live: Live) -> None:
    browser = live.visitor()
    table_id = browser.make_table(seat0="me", seat1="friend")
    (link,) = invitations(browser)

    async def play() -> None:
        async with seated(live.url + link, name="Bob") as bob:
            await bob.until(lambda sitting: sitting.connected and not sitting.waiting)
            assert bob.sitting.view.names == ("Ann", "Bob")
            decided: set[int] = set()
            while decided != {0, 1}:
                browser.get(f"/t/{table_id}")
                decided.add(0 if browser.is_asked else 1)
                if browser.is_asked:
                    browser.decide()
                else:
                    await bob.play(random.Random(1), 1)
                await bob.reaches(view_of(live.site.authority, table_id, 1).ply)
                check_same(live, table_id, bob.sitting)

    asyncio.run(play())


def test_what_cannot_be_decided_is_refused_with_the_reason(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        async with both_at(live, table_id, links) as (first, second):
            with pytest.raises(GameError, match="fly"):
                await first.sitting.decide("fly")
            with pytest.raises(GameError, match="turn"):
                await second.sitting.decide("pass")
            with pytest.raises(GameError, match="nothing to take back"):
                await first.sitting.undo()
            check_same(live, table_id, first.sitting)

    asyncio.run(play())
    assert log_of(live.site.database, table_id) == []


def test_a_decision_is_taken_back_for_everyone(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        async with both_at(live, table_id, links) as (first, second):
            before = first.sitting.view.state.tobytes()
            assert not first.sitting.may_undo
            await first.sitting.decide("pass")
            assert first.sitting.may_undo
            assert first.sitting.story()
            await second.until(lambda sitting: sitting.story())
            await first.sitting.undo()
            assert first.sitting.view.state.tobytes() == before
            assert not first.sitting.may_undo
            await second.until(lambda sitting: not sitting.story())
            for player in (first, second):
                check_same(live, table_id, player.sitting)
                assert player.sitting.frames(0) == []

    asyncio.run(play())


def test_people_talk(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        async with both_at(live, table_id, links) as players:
            first, second = players
            await first.sitting.decide("pass")
            frames = first.sitting.frames(0)
            assert frames
            await first.sitting.say("Good luck")
            await second.until(lambda sitting: sitting.messages)
            await second.sitting.say("And you")
            said = [("Good luck", first), ("And you", second)]
            names = [(one.sitting.view.names[one.sitting.view.seat], text) for text, one in said]
            for player in players:
                await player.until(lambda sitting: len(sitting.messages) == 2)
                assert list(player.sitting.messages) == names
            assert first.sitting.frames(0) == frames, "a message changes nothing else"
            with pytest.raises(GameError, match="empty"):
                await first.sitting.say(" ")

    asyncio.run(play())


# --- Lost connections -----------------------------------------------------------------------------


def test_a_restarted_site_loses_nothing(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'kerys.db'}", thinkers=1)

    async def play() -> None:
        async with AsyncExitStack() as held:
            with Live(settings) as live:
                relay = Relay(live)
                table_id, links = open_table(Program(live, "Hilda"), "friend", "friend")
                players = await held.enter_async_context(both_at(live, table_id, links, relay))
                await players[0].sitting.decide("pass")
                before = players[0].sitting.story()
            for player in players:
                await player.until(lambda sitting: sitting.trouble)
                with pytest.raises(GameError, match="trying again"):
                    await player.sitting.decide("pass")
            with Live(settings) as live:
                relay.to(live)
                for player in players:
                    await player.until(lambda sitting: not sitting.trouble)
                    await player.until(lambda sitting: sitting.story())
                assert players[0].sitting.story() == before
                await asyncio.gather(*(player.play(random.Random(2)) for player in players))
                for player in players:
                    check_same(live, table_id, player.sitting)

    asyncio.run(play())


def test_what_happens_while_the_line_is_cut_is_told_afterwards(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        relay = Relay(live)
        async with both_at(live, table_id, links, relay) as (first, second):
            check_same(live, table_id, second.sitting)
            relay.refuses = True
            relay.cut()
            for player in (first, second):
                await player.until(lambda sitting: sitting.trouble)
            view = first.sitting.view
            live.site.authority.move(table_id, view.seat, "pass", view.revision)
            relay.refuses = False
            for player in (first, second):
                await player.until(lambda sitting: sitting.story() and not sitting.trouble)
                check_same(live, table_id, player.sitting)
                assert player.sitting.frames(0), "missed for a moment only"

    asyncio.run(play())


def test_a_move_that_never_arrived_is_sent_again(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        relay = Relay(live)
        async with both_at(live, table_id, links, relay) as (first, _second):
            relay.refuses = True
            relay.cut()
            deciding = asyncio.create_task(first.sitting.decide("pass"))
            await first.until(lambda sitting: sitting.trouble)
            relay.refuses = False
            await deciding
            check_same(live, table_id, first.sitting)

    asyncio.run(play())
    assert [event.move for event in log_of(live.site.database, table_id)] == ["pass"]


def test_a_move_whose_answer_was_lost_is_made_once(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        relay = Relay(live)
        async with both_at(live, table_id, links, relay) as (first, _second):
            relay.deaf = True
            deciding = asyncio.create_task(first.sitting.decide("pass"))
            await asyncio.to_thread(wait_for, lambda: log_of(live.site.database, table_id))
            relay.deaf = False
            relay.cut()
            await deciding
            await first.until(lambda sitting: sitting.story())
            check_same(live, table_id, first.sitting)

    asyncio.run(play())
    assert [event.move for event in log_of(live.site.database, table_id)] == ["pass"]


def test_a_seat_that_is_gone_ends_it(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "me", "friend")

    async def play() -> None:
        sitting = await join(live.url + links[1], name="Bob")
        news = asyncio.Event()
        running = asyncio.create_task(sitting.run(news.set))
        await news.wait()
        number = live.site.tables.look(table_id, host.person).seats[1].person_id
        with live.site.database.reading() as session:
            bob = session.get_one(Person, number)
        live.site.tables.give_up(bob, table_id)
        await running
        assert sitting.ended
        assert "no longer have a seat" in sitting.trouble
        with pytest.raises(GameError, match="no longer have a seat"):
            await sitting.decide("pass")

    asyncio.run(play())


# --- Joining --------------------------------------------------------------------------------------


def test_the_same_guest_comes_back_to_the_same_seat(live: Live, host: Program) -> None:
    _table_id, links = open_table(host, "me", "friend", "friend")
    link = live.url + links[1]

    async def come() -> list[RemoteSitting]:
        return [
            await join(link, name="Bob"),
            await join(link, name="Bob"),
            await join(link),
            await join(live.url + links[2], name="Cleo"),
        ]

    sittings = asyncio.run(come())
    assert [one.view.seat for one in sittings if not one.waiting] == [2]
    assert sittings[-1].view.names == ("Hilda", "Bob", "Cleo")
    assert stat.S_IMODE(keys_file().stat().st_mode) == 0o600
    again = asyncio.run(join(live.url + links[1], name="Bob"))
    assert again.view.seat == 1


def test_a_public_table_has_seats_for_anyone(live: Live, host: Program) -> None:
    table_id, _links = open_table(host, "me", "friend", "anyone", private=False)
    sitting = asyncio.run(join(f"{live.url}/t/{table_id}", name="Bob"))
    assert sitting.waiting == "Waiting for 1 more player."
    seats = live.site.tables.look(table_id, host.person).seats
    assert [seat.name for seat in seats] == ["Hilda", "", "Bob"]
    with pytest.raises(GameError, match="reserved"):
        asyncio.run(join(f"{live.url}/t/{table_id}", name="Cleo"))


def test_waiting_for_the_game_ends_when_it_begins(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "me", "friend", "friend")
    told: list[str] = []

    async def wait() -> RemoteSitting:
        sitting = await join(f"{live.url}/t/{table_id}", key=host.token)
        with pytest.raises(GameError, match="not begun"):
            sitting.view.text()
        waiting = asyncio.create_task(wait_for_game(sitting, told.append))
        for seat, link in links.items():
            await join(live.url + link, name=f"Guest {seat}")
        await waiting
        return sitting

    assert asyncio.run(wait()).view.names == ("Hilda", "Guest 1", "Guest 2")
    assert told[0] == "Waiting for 2 more players."


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://kerys.example/i/a-b_c", Address("https://kerys.example", "", "a-b_c")),
        (" http://[::1]:8000/t/abc23 ", Address("http://[::1]:8000", "abc23")),
        ("http://host/t/abc23/replay?at=3#x", Address("http://host", "abc23")),
        ("http://host/api/tables/abc23", Address("http://host", "abc23")),
        ("wss://host/api/tables/abc23/socket", Address("https://host", "abc23")),
        ("https://host/games/t/abc23", Address("https://host/games", "abc23")),
    ],
)
def test_every_address_of_a_table_is_understood(url: str, address: Address) -> None:
    assert read_address(url) == address


@pytest.mark.parametrize(
    "url",
    [
        *("", "t/abc", "kerys.example/t/abc", "http://", "http://host", "http://host/"),
        *("http:///t/abc", "ftp://host/t/abc", "http://host:x/t/abc", "http://[/t/abc"),
        *("http://host/t/", "\x1b[2J"),
    ],
)
def test_what_is_no_address_of_a_table_is_refused(url: str) -> None:
    with pytest.raises(GameError, match="isn't the address of a table") as refused:
        asyncio.run(join(url))
    assert "\x1b" not in str(refused.value)


def test_tables_that_cannot_be_joined_are_refused_with_what_would_be_right(
    live: Live, host: Program
) -> None:
    private, links = open_table(host, "me", "friend")
    asyncio.run(join(live.url + links[1], name="Bob"))
    public, _links = open_table(host, "me", "beginner", private=False)
    cases: list[tuple[str, dict[str, str], str]] = [
        ("/t/nowherexyz", {}, "no such table, or it is private"),
        (f"/t/{private}", {"name": "Eve"}, "Use the link to a seat"),
        (f"/t/{public}", {"name": "Eve"}, "All seats at this table are taken"),
        ("/i/guess", {}, "ask for a new link"),
        (links[1], {"name": "Zoe"}, "This seat is taken"),
        (links[1], {"key": host.token}, ""),
        (f"/t/{private}", {"key": "wrong"}, "doesn't know this key"),
        (f"/t/{private}", {"name": "x" * 41}, "at most 40 characters"),
    ]
    for path, who, problem in cases:
        if problem:
            with pytest.raises(GameError, match=problem):
                asyncio.run(join(live.url + path, **who))
        else:
            assert asyncio.run(join(live.url + path, **who)).view.seat == 0


def test_a_site_that_does_not_answer_is_named(live: Live) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(GameError, match=f"{nobody} doesn't answer"):
        asyncio.run(join(f"{nobody}/t/abc"))
    with pytest.raises(GameError, match="There is no Kerys site at"):
        asyncio.run(join(f"{live.url}/guide/t/abc"))


def test_a_guest_whom_the_site_has_forgotten_is_made_again(live: Live, host: Program) -> None:
    _table_id, links = open_table(host, "me", "friend")
    keep_key(live.url, "Bob", "kerys_old")
    asyncio.run(join(live.url + links[1], name="Bob"))
    assert kept_key(live.url, "Bob") not in ("", "kerys_old")
    assert kept_key(live.url) == kept_key(live.url, "Bob")


def test_a_broken_file_of_keys_is_named_and_kept(live: Live, host: Program) -> None:
    _table_id, links = open_table(host, "me", "friend")
    keys_file().parent.mkdir(parents=True)
    for text in ("{", "[]", '{"a": 1}'):
        keys_file().write_text(text)
        with pytest.raises(GameError, match=r"guests\.json isn't a file"):
            asyncio.run(join(live.url + links[1]))
        assert keys_file().read_text() == text


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"rules_revision": 99}, "Update yours"),
        ({"record": "AAAA"}, "Update yours"),
        ({"record": "?"}, "Update yours"),
        ({"names": ["One"]}, "Update yours"),
        ({"told": None}, "Update yours"),
        ({"game": "chess"}, "isn't installed here"),
    ],
)
def test_another_version_of_kerys_is_named(
    live: Live, host: Program, change: dict[str, Any], problem: str
) -> None:
    table_id, _links = open_table(host, "me", "beginner")
    seen = host.get(f"/tables/{table_id}?moments=true").json()
    assert RemoteSitting(live.url, host.token, seen).view.players == 2
    with pytest.raises(GameError, match=problem):
        RemoteSitting(live.url, host.token, {**seen, **change})
    del seen["rules_revision"]
    with pytest.raises(GameError, match="Update yours"):
        RemoteSitting(live.url, host.token, seen)


def test_nothing_from_a_site_can_change_the_terminal(live: Live, host: Program) -> None:
    table_id, _links = open_table(host, "me", "beginner")
    seen = host.get(f"/tables/{table_id}?moments=true").json()
    seen["names"] = ["A\x1b[2J", "B\nC"]
    seen["messages"] = [{"name": "Eve", "text": "\x1b]0;hello\x07"}]
    seen["told"] = [{"ply": 0, "heading": "\x9b1m", "sentences": ["one\rtwo"]}]
    sitting = RemoteSitting(live.url, host.token, seen)
    (told,), (message,) = sitting.story(), sitting.messages
    for text in (*sitting.view.names, *message, told.heading, *told.sentences):
        assert text.isprintable()
