"""Asking the master: who may, how often, who learns what, and what survives."""

from __future__ import annotations

import random
import threading
from typing import Any

import httpx

from kerys.server.authority import Authority
from kerys.server.bus import Bus
from kerys.server.new_table import Plan
from kerys.server.store import Database
from tests.server.alike import deal_as, put_in, seat_down
from tests.server.live import Live, wait_for
from tests.server.programs import Program
from tests.server.tools import actors_of, change_row, log_of, play, row_of, view_of
from tests.table.worlds import twin_games


def table_with(asks: int, *programs: Program, **more: Any) -> str:
    """A running table of Mykerinos where everyone may ask that often."""
    host, *friends = programs
    seats = ["me", *("friend" for _ in friends)]
    made = host.make(*seats, asks=asks, **more)
    for number, friend in enumerate(friends, 1):
        body = {"seat": number, "invitation": made["seats"][number]["invitation"]}
        assert friend.post(f"/tables/{made['id']}/sit", **body).status_code == 200
    return str(made["id"])


def in_turn(live: Live, table_id: str, *programs: Program) -> tuple[int, Program, Program]:
    """The seat to decide, its program and the other one."""
    seat = actors_of(live.site.authority, table_id)[0]
    return seat, programs[seat], programs[1 - seat]


def ask(live: Live, table_id: str, seat: int, program: Program) -> httpx.Response:
    """Ask about what a seat sees now."""
    revision = view_of(live.site.authority, table_id, seat).revision
    return program.post(f"/tables/{table_id}/ask", revision=revision)


def next_turn(live: Live, table_id: str, seat: int) -> None:
    """Random decisions until a seat is asked something new."""
    play(live.site.authority, table_id, random.Random(1), 1)
    while seat not in actors_of(live.site.authority, table_id):
        play(live.site.authority, table_id, random.Random(1), 1)


def test_the_answer_is_the_askers_and_everyone_learns_of_the_question(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_with(2, ann, bob)
    seat, asker, other = in_turn(live, table_id, ann, bob)
    with other.socket(table_id, "?moments=true") as socket:
        assert socket.news()["asks_left"] == [2, 2]
        answer = ask(live, table_id, seat, asker)
        assert answer.status_code == 200, answer.text
        told = socket.news()
    found = answer.json()
    legal = view_of(live.site.authority, table_id, seat).legal_texts()
    assert all(one["first"] in legal for one in found["answers"])
    assert found["why"]
    assert found["left"] == told["asks_left"][seat] == 1
    assert told["moves"] == [{"seat": seat, "ask": True}]
    assert told["moments"] == []
    record = other.get(f"/tables/{table_id}/record").json()
    assert (record["asks"], record["asked"]) == (2, [int(one == seat) for one in (0, 1)])


def test_a_question_counts_once_for_each_position_and_survives(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_with(2, ann, bob)
    seat, asker, _other = in_turn(live, table_id, ann, bob)
    first = ask(live, table_id, seat, asker).json()
    assert ask(live, table_id, seat, asker).json() == first, "known already"
    live.site.authority.drop(table_id)
    assert ask(live, table_id, seat, asker).json() == first, "read from the log, thought anew"
    assert [one.kind for one in log_of(live.site.database, table_id)] == ["ask"]
    next_turn(live, table_id, seat)
    assert ask(live, table_id, seat, asker).json()["left"] == 0
    database = Database(live.site.database.url)
    with Authority(database, Bus()).holding(table_id) as owned:
        assert (owned.asks_left(seat), owned.asks_left(1 - seat)) == (0, 2)
        assert owned.asked_now(seat)
    database.close()
    next_turn(live, table_id, seat)
    refused = ask(live, table_id, seat, asker)
    assert refused.status_code == 409
    assert refused.json()["error"] == "You have asked all 2 of your questions."
    play(live.site.authority, table_id, random.Random(2))
    over = ask(live, table_id, seat, asker)
    assert (over.status_code, over.json()["error"][:16]) == (409, "The game is over")


def test_questions_that_cannot_be_asked_are_refused_and_cost_nothing(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_with(1, ann, bob, private=False)
    seat, asker, other = in_turn(live, table_id, ann, bob)
    path = f"/tables/{table_id}/ask"
    assert ask(live, table_id, 1 - seat, other).status_code == 422, "not their turn"
    assert Program(live, "Eve").post(path, revision=0).status_code == 403, "only watching"
    assert asker.post(path, revision=99).status_code == 409, "another position"
    assert asker.post(path).status_code == 422
    assert row_of(live.site.database, table_id).events == 0
    plain = table_with(0, ann, bob)
    seat, asker, _other = in_turn(live, plain, ann, bob)
    refused = ask(live, plain, seat, asker)
    assert refused.status_code == 409
    assert "wasn't agreed" in refused.json()["error"]
    for wrong in (-1, 11):
        body = {"game": "mykerinos", "seats": ["me", "friend"], "asks": wrong}
        assert ann.post("/tables", **body).status_code == 422


def test_an_answer_to_a_position_that_is_gone_is_dropped_and_not_counted(
    live: Live, ann: Program, bob: Program
) -> None:
    table_id = table_with(1, ann, bob)
    seat, asker, _other = in_turn(live, table_id, ann, bob)
    thinker = live.site.bot_workers.processes._free.get()  # the only process: nobody can think
    answers: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: answers.append(ask(live, table_id, seat, asker)))
    try:
        asking.start()
        wait_for(lambda: live.site.master._thinking)
        view = view_of(live.site.authority, table_id, seat)
        live.site.authority.move(table_id, seat, view.legal[0].text, view.revision)
    finally:
        live.site.bot_workers.processes._free.put(thinker)
    asking.join()
    assert answers[0].status_code == 409
    assert "isn't counted" in answers[0].json()["error"]
    assert [one.kind for one in log_of(live.site.database, table_id)] == ["move"]


def test_a_question_gives_no_more_time(live: Live, ann: Program, bob: Program) -> None:
    table_id = table_with(1, ann, bob, clock="days", pace=1)
    before = row_of(live.site.database, table_id).deadline
    seat, asker, _other = in_turn(live, table_id, ann, bob)
    assert ask(live, table_id, seat, asker).status_code == 200
    assert row_of(live.site.database, table_id).deadline == before


def test_worlds_that_look_alike_get_the_same_answer(live: Live) -> None:
    game, other = next(
        (one, another)
        for seed in range(1, 9)
        for one, another, differences in [twin_games(("ys", 0), seed, 0, 24)]
        if differences and 0 in one.actors
    )
    table_id, people = seat_down(live, "ys", game.players)
    change_row(live.site.authority, table_id, asks=3)
    deal_as(live, table_id, game)
    answers = []
    for world in (game, other):
        put_in(live, table_id, world)
        body = {"revision": world.view(0).revision}
        url = f"/api/tables/{table_id}/ask"
        answers.append(people[0].visitor.client.post(url, json=body, headers=people[0].token))
    assert answers[0].status_code == 200, answers[0].text
    assert answers[0].content == answers[1].content


def test_pages_offer_and_show_it_without_scripts(live: Live) -> None:
    table_id, people = seat_down(live, "mykerinos", 2)
    change_row(live.site.authority, table_id, asks=3)
    seat = actors_of(live.site.authority, table_id)[0]
    mine, theirs = people[seat].visitor, people[1 - seat].visitor
    assert "Ask the master" in mine.get(f"/t/{table_id}").text
    assert "ask-form" not in theirs.get(f"/t/{table_id}").text
    mine.get(f"/t/{table_id}")
    mine.send("/ask")
    assert mine.path == f"/t/{table_id}"
    assert 'id="advice"' in mine.page.text
    for page in (mine, theirs):
        told = f"Player {seat} asked the master (2 of 3 left)."
        assert told in page.get(f"/t/{table_id}").text
    assert 'id="advice"' not in theirs.page.text
    mine.get(next(one for one in mine.page.links if "?pick=" in one))
    legal = view_of(live.site.authority, table_id, seat).legal_texts()
    assert mine.form("/move").fields["move"] in legal


def test_whoever_sits_down_knows_and_a_rematch_keeps_it(live: Live, bob: Program) -> None:
    host, cookie = live.site.people.welcome("Ann")
    table_id = live.site.tables.make(host, Plan("mykerinos", ["me", "friend"], asks=5))
    invitation = live.site.tables.look(table_id, host).seats[1].invitation
    said = "Each player may ask the master 5 times what to do."
    assert said in live.visitor().get(f"/i/{invitation}").text
    hosting = live.visitor()
    hosting.client.cookies.set("kerys", cookie)
    assert said in hosting.get(f"/t/{table_id}").text
    bob.post(f"/tables/{table_id}/sit", seat=1, invitation=invitation)
    assert "Players may ask the master." in hosting.get("/").text
    play(live.site.authority, table_id, random.Random(1))
    again = live.site.tables.play_again(host, table_id)
    assert row_of(live.site.database, again).asks == 5


def test_the_form_of_a_new_table_offers_it(live: Live) -> None:
    visitor = live.visitor()
    visitor.get("/new/mykerinos?players=2")
    assert visitor.form("/tables").choices["asks"] == ["0", "3", "5", "10"]
    visitor.send("/tables", name="Ann", seat1="beginner", asks="10")
    assert row_of(live.site.database, visitor.path.removeprefix("/t/")).asks == 10
