"""A game with links and forms alone: decisions, undo, chat, played to the end."""

from __future__ import annotations

import pytest

from kerys.server.clocks import By
from kerys.server.store.models import MOST_MISSED
from kerys.table.parsing import MOST_SHOWN
from tests.server.live import Live, wait_for
from tests.server.tools import actors_of, changing, log_of, row_of
from tests.server.visitor import Visitor, Visitors, join


def test_a_whole_game_is_played_with_links_and_forms(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table(seat0="me", seat1="beginner")
    decided = 0
    while row_of(live.site.database, table_id).status != "over":
        wait_for(
            lambda: (
                row_of(live.site.database, table_id).status == "over"
                or 0 in actors_of(live.site.authority, table_id)
            )
        )
        ann.get(f"/t/{table_id}")
        if ann.is_asked:
            ann.decide()
            assert ann.status == 200
            decided += 1
    ann.get(f"/t/{table_id}")
    assert "The game is over" in ann.page.text
    log = log_of(live.site.database, table_id)
    assert sum(event.made_by == "person" for event in log) == decided > 3
    assert {event.made_by for event in log} == {"person", "bot"}
    for part in ("replay?at=0", "replay?eyes=open", "replay?at=3&eyes=1", "record.kerys", "proof"):
        assert ann.get(f"/t/{table_id}/{part}").status_code == 200, part
    ann.get("/")
    assert f"/t/{table_id}" in ann.page.links


def two_at_a_table(visitors: Visitors, **filled: str) -> tuple[str, list[Visitor]]:
    """Two players, the one to move first."""
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend", **filled)
    join(ann, bob)
    bob.get(bob.path)
    both = sorted([ann, bob], key=lambda one: not one.is_asked)
    assert both[0].is_asked
    return table_id, both


def test_a_stale_click_gets_the_current_state_and_a_sentence(visitors: Visitors) -> None:
    table_id, (first, _second) = two_at_a_table(visitors)
    while not any("confirm" in one.ids for one in first.page.forms):
        first.get(first.page.picks[0])
    form = first.form("/move").fields
    first.send("/move")
    assert first.status == 200
    for headers in ({}, {"HX-Request": "true"}):
        first.post(f"/t/{table_id}/move", form, headers=headers)
        assert first.status == 409
        assert "The game has moved on since you last saw it" in first.problem
        assert 'id="question"' in first.page.text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "moved on"),
        ({"move": "pass", "revision": "x"}, "moved on"),
        ({"move": "pass", "revision": "-1"}, "moved on"),
        ({"move": "dance", "revision": "0"}, "dance"),
        ({"move": "", "revision": "0"}, "Nearest:"),
        ({"move": "x" * 5000, "revision": "0"}, f"'{'x' * MOST_SHOWN}...'"),
    ],
)
def test_nonsense_is_no_decision(visitors: Visitors, form: dict[str, str], sentence: str) -> None:
    table_id, (first, _second) = two_at_a_table(visitors)
    first.post(f"/t/{table_id}/move", form)
    assert first.status == 409
    assert sentence
    assert sentence in first.problem
    assert first.is_asked


def test_others_and_watchers_do_not_decide(visitors: Visitors) -> None:
    table_id, (first, second) = two_at_a_table(visitors)
    second.post(f"/t/{table_id}/move", {"move": "pass", "revision": "0"})
    assert second.status == 409
    assert second.problem
    watcher = visitors()
    assert watcher.post(f"/t/{table_id}/move", {"move": "pass", "revision": "0"}).status_code == 404
    assert first.get(f"/t/{table_id}").status_code == 200
    assert first.is_asked


def test_a_decision_is_taken_back_by_who_made_it(visitors: Visitors) -> None:
    table_id, (first, second) = two_at_a_table(visitors)
    before = first.page.picks
    while not any("confirm" in one.ids for one in first.page.forms):
        first.get(first.page.picks[0])
    first.send("/move")
    second.post(f"/t/{table_id}/undo", {"revision": "1"})
    assert second.status == 409
    assert "nothing to take back" in second.problem
    first.get(f"/t/{table_id}")
    first.send("/undo")
    assert first.status == 200
    assert first.page.picks == before
    first.post(f"/t/{table_id}/undo", {"revision": "0"})
    assert first.status == 409
    assert first.problem


def test_what_the_clock_decided_is_not_offered_to_be_taken_back(
    live: Live, visitors: Visitors
) -> None:
    cases: list[tuple[By, bool]] = [("person", True), ("clock", False)]
    for by, offered in cases:
        table_id, (first, _second) = two_at_a_table(visitors, clock="days", pace="3")
        seat = actors_of(live.site.authority, table_id)[0]
        live.site.authority.move(table_id, seat, "pass", None, by)
        first.get(f"/t/{table_id}")
        assert any(one.action.endswith("/undo") for one in first.page.forms) == offered, by


def test_the_page_says_what_happens_to_who_misses_turns(live: Live, visitors: Visitors) -> None:
    table_id, (first, second) = two_at_a_table(visitors, clock="days", pace="3")
    assert "then a bot takes the turn" in first.page.text
    assert "missed two turns" not in first.page.text
    with changing(live.site.authority, table_id) as table:
        seat = table.seats[table.awaited.bit_length() - 1]
        seat.missed = MOST_MISSED
    assert "You have missed two turns" in first.get(f"/t/{table_id}").text
    assert f"{seat.name} has missed two turns" in second.get(f"/t/{table_id}").text
    first.decide()
    assert "missed two turns" not in first.get(f"/t/{table_id}").text


def test_people_talk_at_their_table(visitors: Visitors) -> None:
    table_id, (first, second) = two_at_a_table(visitors)
    first.send("/say", text="  Good\x00 luck \n <b>you</b> & all  ")
    assert first.status == 200
    second.get(f"/t/{table_id}")
    assert "Good luck &lt;b&gt;you&lt;/b&gt; &amp; all" in second.page.text
    for text, sentence in (("   ", "The message is empty."), ("x" * 501, "500 characters")):
        first.post(f"/t/{table_id}/say", {"text": text})
        assert first.status == 409
        assert sentence in first.problem


@pytest.mark.parametrize("address", ["ftp://example.org", "nonsense", "http://" + "x" * 600])
def test_a_webhook_has_an_address(visitors: Visitors, address: str) -> None:
    table_id, (first, _second) = two_at_a_table(visitors)
    first.post(f"/t/{table_id}/webhook", {"address": address})
    assert first.status == 409
    assert "http://" in first.problem


@pytest.mark.parametrize("eyes", ["2", "-1", "01", "\u0663", "x", "9" * 5000])
def test_there_are_no_other_seats(visitors: Visitors, eyes: str) -> None:
    table_id, (first, _second) = two_at_a_table(visitors)
    first.get(f"/t/{table_id}/replay", params={"eyes": eyes})
    assert first.status == 404
    assert first.problem == "There is no such seat."
