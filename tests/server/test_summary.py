"""The summary of a round: part of the table's page, and a separate page without scripts."""

from __future__ import annotations

import random
import re

import pytest

from kerys.table.summary import rounds_over, summary
from tests.server.live import Live
from tests.server.tools import decide, table_for, view_of
from tests.server.visitor import Visitor

PART = {"HX-Request": "true"}


def after_a_round(live: Live, game: str) -> tuple[str, Visitor]:
    """A table whose first round is over, and the visitor in its first seat."""
    people = [live.site.people.welcome(name) for name in ("Ann", "Bob & Co", "Cleo")]
    table_id = table_for(live.site, [person for person, _cookie in people], game)
    rng = random.Random(4)
    while not rounds_over(view_of(live.site.authority, table_id, 0)):
        decide(live.site.authority, table_id, rng)
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", people[0][1])
    return table_id, visitor


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_a_round_is_summed_up_for_whoever_asks(live: Live, game: str) -> None:
    table_id, ann = after_a_round(live, game)
    with live.site.authority.holding(table_id) as owned:
        found = summary(owned.begun, 0, 1)
    card = ann.get(f"/t/{table_id}/summary?round=1", headers=PART).text
    assert "<html" not in card
    assert " style=" not in card, "the site's policy forbids it"
    assert found.title in card
    gains = [int(points) for points in re.findall(r"<b>\+(\d+)</b>", card)]
    assert gains == [row.points for row in found.rows]
    totals = [
        int(points) for points in re.findall(r'class="total" data-label="Total">(\d+)<', card)
    ]
    assert totals == [row.total for row in found.rows]
    names = re.findall(r'<b class="told-seat\d">([^<]*)</b></th>', card)
    assert names == [row.name.replace("&", "&amp;") for row in found.rows]
    assert "You" in names
    assert "Ann" not in names


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_the_newest_summary_is_linked_from_the_table(live: Live, game: str) -> None:
    table_id, ann = after_a_round(live, game)
    page = ann.get(f"/t/{table_id}").text
    link = re.search(r'<a href="(/t/\w+/summary\?round=1)" data-summary="1">([^<]*)</a>', page)
    assert link
    assert 'data-rounds="1"' in page
    alone = ann.get(link[1]).text
    assert f"<title>{link[2]}" in alone
    assert f'href="/t/{table_id}"' in alone, "without scripts there is a way back"


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_round_that_is_not_over_is_not_summed_up(live: Live, number: int) -> None:
    table_id, ann = after_a_round(live, "mykerinos")
    answer = ann.get(f"/t/{table_id}/summary?round={number}")
    assert 400 <= answer.status_code < 500
    assert f"Round {number} isn&#39;t over." in answer.text


def test_strangers_are_shown_no_summary_of_a_private_table(live: Live) -> None:
    table_id, _ann = after_a_round(live, "mykerinos")
    assert live.visitor().get(f"/t/{table_id}/summary?round=1").status_code == 404


def test_a_table_has_no_summary_before_its_first_round_is_over(live: Live) -> None:
    ann, cookie = live.site.people.welcome("Ann")
    bob, _cookie = live.site.people.welcome("Bob")
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", cookie)
    page = visitor.get(f"/t/{table_for(live.site, [ann, bob], 'ys')}").text
    assert 'data-rounds="0"' in page
    assert "data-summary" not in page
