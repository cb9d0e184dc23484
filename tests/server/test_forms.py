"""Tables with links and forms alone: created, joined, left."""

from __future__ import annotations

import threading

import pytest

from kerys.games import GAMES
from kerys.server.bot_workers import STAND_IN
from kerys.server.store import Letter, Person, Seat
from kerys.server.store.models import now
from kerys.server.tables import OPEN_FOR
from tests.server.live import Live, wait_for
from tests.server.tools import actors_of, change_row, depart, log_of, row_of
from tests.server.visitor import Visitors, invitations, join

# --- The home page, and new tables --------------------------------------------------------------


def test_the_first_page_leads_to_every_game_in_one_click(visitors: Visitors) -> None:
    ann = visitors()
    ann.get("/")
    assert ann.status == 200
    links = ann.page.links
    for name in GAMES:
        assert any(one.startswith(f"/new/{name}") for one in links)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_can_be_chosen(live: Live, visitors: Visitors, name: str) -> None:
    ann = visitors()
    for players in GAMES[name].wording.players:
        switches = [one for one in GAMES[name].wording.switches if players in one.players]
        seats = {f"seat{number}": "friend" for number in range(1, players)}
        chosen = {one.name: "1" for one in switches}
        table_id = ann.make_table(
            name, seat0="me", clock="days", pace="2", private="yes", **seats, **chosen
        )
        row = row_of(live.site.database, table_id)
        assert (row.private, row.clock, row.pace) == (True, "days", 2)
        assert row.options["players"] == players
        for switch in switches:
            assert row.options[switch.name] == switch.choices[1].value


def test_what_is_not_chosen_is_not_played(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    ann.get("/new/ys?players=3")
    form = ann.form("/tables")
    assert "private" in form.fields, "private unless somebody says otherwise"
    del form.fields["private"]
    ann.post("/tables", {**form.fields, "name": "Ann", "seat1": "anyone"})
    row = row_of(live.site.database, ann.path.removeprefix("/t/"))
    assert (row.private, row.clock, row.pace, row.status) == (False, "none", 0, "open")
    plain = GAMES["ys"].wording.plain_options(GAMES["ys"].configure(players=3))
    assert row.options == plain


BAD_TABLES = [
    ({"name": "x" * 41}, "characters"),
    ({"name": "\x07"}, "one line"),
    ({"seat0": "me", "seat1": "me"}, "only one seat"),
    ({"seat1": "grandmother"}, "can't be seated"),
    ({"seat1": "oracle"}, "can't be seated"),
    ({"seat1": "random"}, "can't be seated"),
    ({"clock": "hours"}, "clock must be"),
    ({"clock": "days", "pace": "31"}, "1 to 30"),
    ({"clock": "days", "pace": "0"}, "1 to 30"),
    ({"clock": "minutes", "pace": "soon"}, "1 to 1440"),
    ({"clock": "minutes", "pace": "-5"}, "1 to 1440"),
    ({"clock": "minutes", "pace": "٣"}, "1 to 1440"),
]


@pytest.mark.parametrize(("bad", "sentence"), BAD_TABLES)
def test_a_table_that_cannot_be_is_refused_and_nothing_typed_is_lost(
    visitors: Visitors, bad: dict[str, str], sentence: str
) -> None:
    ann = visitors()
    ann.get("/new/ys?players=3")
    typed = {
        "name": "Ann",
        "seat0": "friend",
        "seat2": "beginner",
        "express": "1",
        "clock": "days",
        "pace": "7",
        **bad,
    }
    ann.send("/tables", **typed)
    assert ann.status == 422
    assert sentence in ann.problem
    form = ann.form("/tables")
    known = {
        name: value
        for name, value in typed.items()
        if (name != "name" or "name" in form.fields)
        and (name not in form.choices or value in form.choices[name])
    }
    assert {name: form.fields.get(name) for name in known} == known
    if "name" not in bad:
        assert "Ann" in ann.page.text


def test_a_seat_for_anyone_makes_the_table_public(live: Live, visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    ann.get("/new/mykerinos?players=2")
    assert ann.form("/tables").fields["private"] == "yes", "as the form is at first"
    ann.send("/tables", name="Ann", seat1="anyone")
    assert ann.status == 200
    bob.get("/")
    assert ann.path in bob.page.links


def test_another_number_of_players_loses_nothing(visitors: Visitors) -> None:
    ann = visitors()
    ann.get("/new/ys?players=4")
    form = {
        **ann.form("/tables").fields,
        "name": "Ann <3",
        "seat0": "friend",
        "seat2": "beginner",
        "express": "1",
        "clock": "days",
        "pace": "7",
    }
    del form["private"]
    ann.get("/new/ys", params={**form, "players": "3"})
    del form["seat3"]
    assert ann.form("/tables").fields == form


def test_a_form_that_was_not_filled_in_is_the_usual_one(visitors: Visitors) -> None:
    ann = visitors()
    usual = ann.get("/new/ys?players=3").text
    assert ann.get("/new/ys?players=3&from=elsewhere&clock=days").text == usual


def test_who_watched_sets_up_a_table_with_the_same_bots_options_and_clock(
    live: Live, visitors: Visitors
) -> None:
    ann, bob, eve = visitors(), visitors(), visitors()
    chosen = {"seat0": "friend", "seat1": "me", "seat2": "beginner", "clock": "days", "pace": "2"}
    first = ann.make_table("ys", **chosen, express="1")
    join(ann, bob)
    change_row(live.site.authority, first, status="over", private=False)
    eve.get(f"/t/{first}")
    eve.get(next(one for one in eve.page.links if one.startswith("/new/")))
    fields = eve.form("/tables").fields
    assert [fields[f"seat{number}"] for number in range(3)] == ["me", "friend", "beginner"]
    assert (fields["express"], fields["clock"], fields["pace"]) == ("1", "days", "2")
    assert "private" not in fields


def test_no_guest_is_made_twice_by_trying_again(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    ann.get("/new/mykerinos?players=2")
    ann.send("/tables", name="Agathe", seat1="nobody")
    assert ann.status == 422
    ann.send("/tables", seat1="beginner")
    assert ann.path.startswith("/t/")
    with live.site.database.reading() as session:
        assert session.query(Person).where(Person.name == "Agathe").count() == 1


@pytest.mark.parametrize("path", ["/new/chess", "/new/", "/t/nowhere", "/t/", "/i/none", "/x"])
def test_what_is_not_there_is_said_so(visitors: Visitors, path: str) -> None:
    ann = visitors()
    assert ann.get(path).status_code == 404
    assert "Page not found" in ann.page.text


@pytest.mark.parametrize("seats", [{}, {"seat0": "me"}])
def test_too_few_seats_are_refused(visitors: Visitors, seats: dict[str, str]) -> None:
    ann = visitors()
    ann.post("/tables", {"game": "ys", "name": "Ann", **seats})
    assert ann.status == 422
    assert ann.problem


# --- Seats ----------------------------------------------------------------------------------------


def test_a_friend_sits_down_by_invitation_and_the_game_begins(visitors: Visitors) -> None:
    ann, bob, eve = visitors(), visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    assert len(invitations(ann)) == 1
    link = invitations(ann)[0]
    bob.get(link)
    assert "free" in bob.page.text
    assert invitations(bob) == []
    bob.send("/sit", name="Bob")
    assert bob.path == f"/t/{table_id}"
    ann.get(ann.path)
    for one in (ann, bob):
        assert 'id="question"' in one.page.text
    assert bob.get(link).url.path == f"/t/{table_id}"
    eve.get(link)
    assert "This seat is taken." in eve.problem
    assert all("/sit" not in form.action for form in eve.page.forms)


def test_a_bad_name_at_an_invitation_is_said_and_the_seat_stays_free(visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    ann.make_table(seat0="me", seat1="friend")
    bob.get(invitations(ann)[0])
    bob.send("/sit", name="B" * 41)
    assert bob.status == 409
    assert "characters" in bob.problem
    assert bob.form("/sit").fields["name"] == "B" * 41
    bob.send("/sit", name="Bob")
    assert bob.status == 200
    assert 'id="question"' in bob.page.text


def test_two_friends_of_one_name_are_told_apart(visitors: Visitors) -> None:
    ann, other = visitors(), visitors()
    ann.make_table(seat0="me", seat1="friend", name="Ann")
    join(ann, other, "Ann")
    assert "Ann 2" in ann.page.text


def test_anyone_sits_down_from_the_lobby_and_may_leave_again(visitors: Visitors) -> None:
    ann, bob, eve = visitors(), visitors(), visitors()
    ann.get("/new/mykerinos?players=3")
    form = {**ann.form("/tables").fields, "name": "Ann", "seat1": "anyone", "seat2": "anyone"}
    del form["private"]
    ann.post("/tables", form)
    table = ann.path
    bob.get("/")
    assert table in bob.page.links
    bob.get(table)
    bob.send("/sit", name="Bob")
    assert bob.status == 200
    assert "Bob" in bob.page.text
    eve.post(f"{table}/sit", {"seat": "1", "name": "Eve"})
    assert eve.status == 409
    assert eve.problem == "This seat is taken."
    bob.post(f"{table}/sit", {"seat": "2"})
    assert bob.problem == "You already have a seat at this table."
    bob.get(table)
    bob.send("/leave")
    assert bob.path == "/"
    eve.get(table)
    eve.send("/sit")
    assert eve.status == 200
    assert "Eve" in eve.page.text


@pytest.mark.parametrize("number", ["9", "-1", "", "x", "1e1", "9" * 50])
def test_there_are_no_other_seats(visitors: Visitors, number: str) -> None:
    ann, bob = visitors(), visitors()
    ann.get("/new/mykerinos?players=2")
    form = {**ann.form("/tables").fields, "name": "Ann", "seat1": "anyone"}
    del form["private"]
    ann.post("/tables", form)
    bob.post(f"{ann.path}/sit", {"seat": number, "name": "Bob"})
    assert bob.status == 409
    assert bob.problem == "There is no such seat."
    ann.post(f"{ann.path}/bot", {"seat": number, "bot": "beginner"})
    assert ann.problem == "There is no such seat."


def test_a_seat_kept_for_a_friend_is_for_nobody_else(visitors: Visitors) -> None:
    ann, eve = visitors(), visitors()
    ann.get("/new/mykerinos?players=2")
    form = {**ann.form("/tables").fields, "name": "Ann", "seat1": "friend"}
    del form["private"]
    ann.post("/tables", form)
    for word in ("", "guess", "é", "\udcff".encode("utf-8", "replace").decode()):
        eve.post(f"{ann.path}/sit", {"seat": "1", "name": "Eve", "invitation": word})
        assert eve.status == 409
        assert eve.problem == "This seat is reserved for a friend."


def test_of_many_who_sit_down_at_once_one_has_the_seat(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    ann.get("/new/mykerinos?players=2")
    form = {**ann.form("/tables").fields, "name": "Ann", "seat1": "anyone"}
    del form["private"]
    ann.post("/tables", form)
    rush = [visitors() for _ in range(6)]
    threads = [
        threading.Thread(
            target=one.post, args=(f"{ann.path}/sit", {"seat": "1", "name": f"Rush {number}"})
        )
        for number, one in enumerate(rush)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(one.status for one in rush) == [200] + [409] * 5


def test_when_the_host_closes_it_the_table_is_gone(live: Live, visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend", seat2="friend")
    join(ann, bob)
    ann.send("/close")
    assert ann.path == "/"
    depart(live.site)
    assert bob.get(f"/t/{table_id}").status_code == 404


def test_nobody_leaves_a_game_that_has_begun(visitors: Visitors) -> None:
    ann = visitors()
    ann.make_table(seat0="me", seat1="beginner")
    ann.post(f"{ann.path}/leave")
    assert ann.status == 409
    assert "nobody can leave any more" in ann.problem


def test_the_host_seats_bots_and_others_do_not(visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend", seat2="friend")
    join(ann, bob)
    bob.post(f"/t/{table_id}/bot", {"seat": "2", "bot": "beginner"})
    assert bob.status == 409
    assert bob.problem == "Only the creator of the table can seat bots."
    ann.post(f"/t/{table_id}/bot", {"seat": "2", "bot": "magician"})
    assert "can't be seated" in ann.problem
    ann.post(f"/t/{table_id}/bot", {"seat": "1", "bot": "beginner"})
    assert ann.problem == "This seat is taken."
    ann.get(f"/t/{table_id}")
    ann.send("/bot", bot="beginner")
    assert ann.status == 200
    assert 'id="question"' in ann.page.text


def test_a_host_who_only_looks_on_finds_the_table_again(visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table(seat0="friend", seat1="friend")
    ann.get("/")
    assert f"/t/{table_id}" in ann.page.links
    ann.get(f"/t/{table_id}")
    assert len(invitations(ann)) == 2


def test_a_host_who_only_looked_on_sits_down_after_all(visitors: Visitors) -> None:
    ann = visitors()
    ann.make_table(seat0="beginner", seat1="friend")
    ann.send("/sit")
    assert ann.status == 200
    assert 'id="question"' in ann.page.text


def test_the_host_frees_a_seat_and_the_old_link_leads_nowhere(visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend", seat2="friend")
    old = invitations(ann)[0]
    join(ann, bob)
    bob.post(f"/t/{table_id}/free", {"seat": "0"})
    assert bob.problem == "Only the creator of the table can free seats."
    ann.send("/free", 1)
    assert ann.status == 200
    assert "Bob" not in ann.page.text
    assert len(invitations(ann)) == 2
    assert bob.get(f"/t/{table_id}").status_code == 404
    assert bob.get(old).status_code == 404
    ann.post(f"/t/{table_id}/free", {"seat": "7"})
    assert ann.problem == "There is no such seat."


def test_no_seat_is_freed_once_the_game_has_begun(visitors: Visitors) -> None:
    ann = visitors()
    ann.make_table(seat0="me", seat1="beginner")
    ann.post(f"{ann.path}/free", {"seat": "1"})
    assert ann.problem == "The game has begun: seats can't be freed any more."


def test_a_table_that_has_waited_too_long_goes(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    old = ann.make_table(seat0="me", seat1="friend")
    running = ann.make_table(seat0="me", seat1="beginner")
    for table_id in (old, running):
        change_row(live.site.authority, table_id, changed=now() - 2 * OPEN_FOR)
    ann.make_table(seat0="me", seat1="friend")
    assert ann.get(f"/t/{old}").status_code == 404
    assert ann.get(f"/t/{running}").status_code == 200


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ({}, "No clock: take as long as you like."),
        ({"clock": "minutes", "pace": "1"}, "1 minute per decision; then a bot takes the turn."),
        ({"clock": "days", "pace": "3"}, "3 days per decision; then a bot takes the turn."),
        ({"express": "1"}, "Ys Express. No clock: take as long as you like."),
    ],
)
def test_what_was_agreed_is_told_before_anybody_sits_down(
    visitors: Visitors, chosen: dict[str, str], told: str
) -> None:
    ann, bob = visitors(), visitors()
    ann.get("/new/ys?players=3")
    form = {**ann.form("/tables").fields, "name": "Ann", "seat1": "anyone", **chosen}
    form.pop("private")
    ann.post("/tables", form)
    card = bob.get("/").text.split(f'href="{ann.path}"')[1].split("</li>")[0]
    for text in (card, bob.get(ann.path).text, bob.get(invitations(ann)[0]).text):
        assert told in " ".join(text.split())


def test_a_deadline_is_told_as_a_moment(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table("ys", seat0="me", seat1="friend", clock="days", pace="2")
    join(ann, visitors())
    deadline = row_of(live.site.database, table_id).deadline
    assert deadline is not None
    moment = f'<time datetime="{deadline.isoformat(timespec="seconds")}"'
    for page in ("/", f"/t/{table_id}"):
        text = ann.get(page).text
        assert f"Until {moment}" in text
        assert f"{deadline:%Y-%m-%d %H:%M UTC}</time>" in text, "as it is without a script"


def test_who_waits_asks_for_notices_before_the_first_turn(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    address = "http://127.0.0.1:9/turns"
    ann.send("/webhook", address=address)
    assert ann.form("/webhook").fields["address"] == address
    join(ann, visitors())
    with live.site.database.reading() as session:
        assert session.get_one(Seat, (table_id, 0)).webhook == address


def test_who_waits_without_a_script_looks_again(visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    again = f'<noscript><p><a class="plain" href="/t/{table_id}">Refresh</a>'
    assert again in ann.page.text
    join(ann, bob)
    bob.get(f"/t/{table_id}")
    assert ann.is_asked != bob.is_asked
    for one in (ann, bob):
        assert (again in one.page.text) != one.is_asked


# --- Leaving a running game -----------------------------------------------------------------------


def test_a_seat_is_given_to_a_bot_which_plays_on(live: Live, visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    join(ann, bob)
    bob.get(f"/t/{table_id}")
    bob.send("/webhook", address="https://example.org/turns")
    with live.site.database.writing() as session:
        session.add(Letter(table_id=table_id, seat=1, state=0, way="mail", address="bob@a.example"))
    bob.send("/give-up")
    assert bob.path == "/"
    depart(live.site)
    assert bob.get(f"/t/{table_id}").status_code == 404, "private: for those who sit there"
    with live.site.database.reading() as session:
        assert session.query(Letter).where(Letter.table_id == table_id).count() == 0
        seat = session.get_one(Seat, (table_id, 1))
    assert (seat.name, seat.bot, seat.person_id, seat.webhook) == ("Bob", STAND_IN, None, "")
    ann.get(f"/t/{table_id}")
    assert "<b>Bob</b> has left the game; a bot has taken over." in ann.page.text
    while actors_of(live.site.authority, table_id) == (0,):
        ann.get(f"/t/{table_id}")
        ann.decide()
    wait_for(lambda: any(one.made_by == "bot" for one in log_of(live.site.database, table_id)))


def test_a_game_against_bots_is_closed_by_its_host(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    ann.make_table(seat0="me", seat1="beginner")
    table = ann.path
    ann.send("/close")
    assert ann.path == "/"
    depart(live.site)
    assert ann.get(table).status_code == 404


def test_a_game_that_others_play_too_is_not_closed(live: Live, visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    join(ann, bob)
    for one in (ann, bob):
        one.post(f"/t/{table_id}/close")
        assert one.problem == "A table can be closed by its creator if nobody else plays."
    ann.get(f"/t/{table_id}")
    ann.send("/give-up")
    depart(live.site)
    ann.get(f"/t/{table_id}")
    assert ann.status == 200, "who made the table may look on"
    assert not ann.is_asked
    ann.post(f"/t/{table_id}/give-up")
    assert ann.problem == "You have no seat at this table."
    assert visitors().post(f"/t/{table_id}/give-up").status_code == 404
