"""The authority of a table: the log is the truth, and memory always agrees with it."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from kerys.games import GAMES
from kerys.server.authority import AtSeat, Authority
from kerys.server.decisions import MOST_UNDONE, UNDONE_WITHIN, moving
from kerys.server.new_table import Plan
from kerys.server.owned_table import OwnedTable
from kerys.server.site import Site
from kerys.server.snapshots import LogEvent
from kerys.server.store import Event
from kerys.server.table_errors import NoTable
from kerys.table.commitment import Secret
from kerys.table.errors import (
    GameError,
    IllegalMove,
    NotYourTurn,
    SeatError,
    StaleMove,
    UndoError,
    UnknownMove,
)
from kerys.table.game import dealt
from kerys.table.record import agreement
from tests.server.tools import (
    actors_of,
    decide,
    guests,
    log_of,
    moves_of,
    play,
    row_of,
    states_of,
    table_for,
    view_of,
    watch,
)


def play_with_undos(site: Site, table_id: str, rng: random.Random, most: int) -> int:
    """Make random decisions and undo some of them; returns how many were undone."""
    undone = 0
    for _ in range(most):
        actors = actors_of(site.authority, table_id)
        if not actors:
            break
        decide(site.authority, table_id, rng)
        for seat in actors:
            if rng.random() < 0.5 and _may_undo(site.authority, table_id, seat):
                view = view_of(site.authority, table_id, seat)
                site.authority.undo(table_id, seat, view.revision)
                undone += 1
    return undone


def _may_undo(authority: Authority, table_id: str, seat: int) -> bool:
    return authority.read(table_id, lambda game, _events: game.undoable(seat) is not None)


def test_a_whole_game_is_in_the_log_from_the_first_decision_to_the_last(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    made = play(site.authority, table_id, random.Random(1))
    log = log_of(site.database, table_id)
    row = row_of(site.database, table_id)
    assert [event.number for event in log] == list(range(1, len(log) + 1))
    assert len(log) >= made
    assert (row.status, row.events, row.awaited, row.deadline) == ("over", len(log), 0, None)
    rules = GAMES[row.game]
    game = dealt(rules, agreement(rules, row.options), Secret(row.key, row.salt), ("Ann", "Bob"))
    for event in log:
        game.push(event.seat, event.move)
    assert game.over
    assert game.before(game.ply).tobytes() == states_of(site.authority, table_id)[-1][1]


@pytest.mark.parametrize(("name", "options"), [("mykerinos", {}), ("ys", {})])
def test_the_log_alone_brings_back_every_state_and_revision(
    site: Site, second: Authority, name: str, options: dict[str, Any]
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"), name, options=options)
    undone = play_with_undos(site, table_id, random.Random(5), 30)
    assert undone > 0
    assert any(event.kind == "undo" for event in log_of(site.database, table_id))
    assert states_of(second, table_id) == states_of(site.authority, table_id)
    assert moves_of(second, table_id) == row_of(site.database, table_id).events


def test_a_text_of_several_decisions_is_several_events_or_none(
    site: Site, second: Authority
) -> None:
    """A refused decision must not use up a number: others count from the log."""
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    rng = random.Random(2)
    refused = accepted = 0
    while actors_of(site.authority, table_id) and not (refused > 3 and accepted > 0):
        seat = actors_of(site.authority, table_id)[0]
        view = view_of(site.authority, table_id, seat)
        before = moves_of(site.authority, table_id)
        first = rng.choice(view.legal).text
        try:
            site.authority.move(table_id, seat, f"{first} {rng.choice(view.legal).text}", None)
            accepted += moves_of(site.authority, table_id) > before + 1
        except GameError:
            refused += 1
            assert moves_of(site.authority, table_id) == before
            site.authority.move(table_id, seat, first, view.revision)
        second.drop(table_id)
        assert states_of(second, table_id) == states_of(site.authority, table_id)
    assert refused > 0
    log = log_of(site.database, table_id)
    assert [event.number for event in log] == list(range(1, len(log) + 1))


def test_what_answers_an_older_state_is_refused(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    seat = actors_of(site.authority, table_id)[0]
    view = view_of(site.authority, table_id, seat)
    site.authority.move(table_id, seat, view.legal[0].text, view.revision)
    before = states_of(site.authority, table_id)
    for revision in (view.revision, -1, 10**9):
        with pytest.raises(StaleMove):
            site.authority.move(table_id, seat, view.legal[0].text, revision)
    with pytest.raises(UndoError):
        site.authority.undo(table_id, seat, view.revision)
    assert states_of(site.authority, table_id) == before
    assert row_of(site.database, table_id).events == len(before) - 1


def test_nobody_goes_back_and_forth_without_end(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    seat = actors_of(site.authority, table_id)[0]
    move = view_of(site.authority, table_id, seat).legal[0].text
    for _ in range(MOST_UNDONE):
        site.authority.move(table_id, seat, move, None)
        site.authority.undo(table_id, seat, None)
    site.authority.move(table_id, seat, move, None)
    with pytest.raises(UndoError, match="wait a moment"):
        site.authority.undo(table_id, seat, None)
    with site.database.writing() as session:
        for event in session.query(Event).where(Event.kind == "undo"):
            event.at -= UNDONE_WITHIN
    site.authority.drop(table_id)
    site.authority.undo(table_id, seat, None)
    assert actors_of(site.authority, table_id) == (seat,)


def test_wrong_seats_and_wrong_moves_are_refused_and_leave_no_trace(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    seat = actors_of(site.authority, table_id)[0]
    view = view_of(site.authority, table_id, seat)
    illegal = next(
        text
        for text, code in view.rules.wording.texts().items()
        if code not in {action.code for action in view.legal}
    )
    attempts: list[tuple[int, str | int, type[GameError]]] = [
        (1 - seat, view.legal[0].text, NotYourTurn),
        (2, view.legal[0].text, SeatError),
        (-1, view.legal[0].text, SeatError),
        (seat, "", UnknownMove),
        (seat, "jump over the river", UnknownMove),
        (seat, illegal, IllegalMove),
        (seat, 10**6, UnknownMove),
    ]
    for who, move, error in attempts:
        with pytest.raises(error):
            site.authority.move(table_id, who, move, None)
    with pytest.raises(UndoError):
        site.authority.undo(table_id, seat, None)
    assert log_of(site.database, table_id) == []
    assert states_of(site.authority, table_id)[1:] == []


def test_there_is_nothing_to_decide_before_the_game_and_nowhere(site: Site) -> None:
    (host,) = guests(site, "Ann")
    table_id = site.tables.make(host, Plan("mykerinos", ["me", "friend"]))
    with pytest.raises(GameError, match="has not begun"):
        site.authority.move(table_id, 0, "pass", None)
    with pytest.raises(GameError, match="has not begun"):
        moves_of(site.authority, table_id)
    with pytest.raises(NoTable):
        site.authority.move("nowhere", 0, "pass", None)
    with pytest.raises(NoTable):
        moves_of(site.authority, "nowhere")


def test_a_process_that_asked_too_early_still_learns_who_plays(
    site: Site, second: Authority
) -> None:
    host, friend = guests(site, "Ann", "Bob")
    table_id = site.tables.make(host, Plan("mykerinos", ["me", "friend"]))
    for authority in (site.authority, second):
        with pytest.raises(GameError, match="has not begun"):
            authority.move(table_id, 0, "pass", None)
    seat = site.tables.look(table_id, host).seats[1]
    site.tables.sit_down(friend, table_id, 1, seat.invitation)
    second.drop(table_id)
    for authority in (site.authority, second):
        assert view_of(authority, table_id, 0).names == ("Ann", "Bob")


def test_of_many_answers_to_one_question_exactly_one_counts(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    for turn in range(1, 4):
        outcomes = answer_together(site, table_id, 12)
        assert outcomes.count("accepted") == 1
        assert outcomes.count("StaleMove") == 11
        log = log_of(site.database, table_id)
        assert [event.number for event in log] == list(range(1, turn + 1))


def answer_together(site: Site, table_id: str, number: int) -> list[str]:
    """Answer the same question from many threads; returns the outcomes."""
    seat = actors_of(site.authority, table_id)[0]
    view = view_of(site.authority, table_id, seat)
    together = threading.Barrier(number)
    outcomes: list[str] = []

    def answer(one: int) -> None:
        together.wait()
        try:
            move = view.legal[one % len(view.legal)].text
            site.authority.move(table_id, seat, move, view.revision)
            outcomes.append("accepted")
        except BaseException as error:
            outcomes.append(type(error).__name__)

    threads = [threading.Thread(target=answer, args=(one,)) for one in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_many_readers_and_a_mover_do_not_wait_for_each_other_in_a_circle(site: Site) -> None:
    """Readers hold connections, of which there are few; a mover holds the table."""
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    failures: list[BaseException] = []
    stopped = threading.Event()

    def read() -> None:
        try:
            while not stopped.is_set():
                view_of(site.authority, table_id, 0)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(30)]
    for thread in threads:
        thread.start()
    try:
        play(site.authority, table_id, random.Random(3), 5)
    finally:
        stopped.set()
        for thread in threads:
            thread.join()
    assert failures == []
    assert moves_of(site.authority, table_id) == 5


class PowerCutError(Exception):
    """A failure where nothing should fail."""


def fail(*_arguments: Any) -> None:
    raise PowerCutError


@pytest.mark.parametrize("kind", ["move", "undo"])
def test_what_fails_between_memory_and_disk_happened_in_neither(site: Site, kind: str) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    play(site.authority, table_id, random.Random(4), 6)
    seat = actors_of(site.authority, table_id)[0]
    if kind == "undo":
        decide(site.authority, table_id, random.Random(4))
        assert _may_undo(site.authority, table_id, seat)
    before = states_of(site.authority, table_id)
    view = view_of(site.authority, table_id, seat)
    site.authority.changed.append(fail)
    act = (
        partial(site.authority.undo, table_id, seat, view.revision)
        if kind == "undo"
        else partial(site.authority.move, table_id, seat, view.legal[0].text, view.revision)
    )
    with pytest.raises(PowerCutError):
        act()
    site.authority.changed.remove(fail)
    assert states_of(site.authority, table_id) == before
    assert row_of(site.database, table_id).events == len(before) - 1
    play(site.authority, table_id, random.Random(4), 3)
    log = log_of(site.database, table_id)
    assert [event.number for event in log] == list(range(1, len(log) + 1))


def test_who_waits_while_a_decision_fails_does_not_see_it(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    seat = actors_of(site.authority, table_id)[0]
    view = view_of(site.authority, table_id, seat)
    applied, seen = threading.Event(), []

    def fail_slowly(*_arguments: Any) -> None:
        applied.set()
        reader.join(0.3)  # the reader waits for the table meanwhile
        raise PowerCutError

    def look() -> None:
        applied.wait()
        seen.append(moves_of(site.authority, table_id))

    reader = threading.Thread(target=look)
    reader.start()
    site.authority.changed.append(fail_slowly)
    with pytest.raises(PowerCutError):
        site.authority.move(table_id, seat, view.legal[0].text, view.revision)
    reader.join()
    assert seen == [0]
    assert log_of(site.database, table_id) == []


# --- Showing decisions ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Sore:
    """A viewpoint for which changes can't be rendered."""

    def remember(self, owned: OwnedTable) -> None:
        """Remember nothing."""

    def whole(self, owned: OwnedTable, remembered: None) -> bytes:
        return b"all"

    def change(self, owned: OwnedTable, events: Sequence[LogEvent], remembered: None) -> Any:
        raise PowerCutError


def test_a_change_that_cannot_be_shown_is_made_and_lets_who_watches_look_again(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))

    async def go_on() -> list[bool]:
        site.authority.start()
        both = [watch(site.authority, table_id, Sore()), watch(site.authority, table_id)]
        decide(site.authority, table_id, random.Random(1))
        return [one.is_set() for one in both]

    assert asyncio.run(go_on()) == [True, True]
    assert len(log_of(site.database, table_id)) == moves_of(site.authority, table_id) == 1
    assert f"showing a change of table {table_id}" in caplog.text


def test_what_was_decided_is_told_even_if_who_decided_fails_to_look(site: Site) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    told: list[int] = []
    site.authority.settled.append(lambda table: told.append(table.events))
    seat = actors_of(site.authority, table_id)[0]
    with pytest.raises(PowerCutError):
        site.authority.decide(table_id, lambda _table: AtSeat(seat), moving("pass", None), fail)
    assert told == [1]
    assert len(log_of(site.database, table_id)) == moves_of(site.authority, table_id) == 1


def test_who_fails_to_hear_of_a_decision_disturbs_nobody(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    table_id = table_for(site, guests(site, "Ann", "Bob"))
    told: list[str] = []
    site.authority.settled += [fail, lambda table: told.append(table.id)]
    decide(site.authority, table_id, random.Random(1))
    assert told == [table_id]
    assert f"telling of a change of table {table_id}" in caplog.text
