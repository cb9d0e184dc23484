"""The first minute: pictures, a game in one click, and a default name that can be changed."""

from __future__ import annotations

import random
import re

import pytest

from kerys.games import GAMES
from kerys.server.guest_names import CREATURES, PLACES, guest_name
from kerys.table.checks import MOST_NAME
from tests.server.live import Live
from tests.server.tools import guests, play, table_for
from tests.server.visitor import Visitors, join

PICTURE = re.compile(r'<img class="(?:thumb|showing)" src="([^"]+)"')
GIVEN = re.compile(f"({'|'.join(PLACES)}) ({'|'.join(CREATURES)})")


def pictures(text: str, folder: str = "/") -> list[str]:
    return [one for one in PICTURE.findall(text) if one.startswith(folder)]


@pytest.mark.parametrize("name", GAMES)
def test_one_click_without_a_name_leads_to_a_game_against_bots(
    visitors: Visitors, name: str
) -> None:
    ann = visitors()
    ann.get("/")
    form = next(one for one in ann.page.forms if one.fields.get("game") == name)
    assert "name" not in form.fields
    ann.post("/tables", form.fields)
    assert ann.status == 200
    assert 'id="question"' in ann.page.text
    assert GIVEN.search(ann.page.text)


def test_a_given_name_is_two_pleasant_words() -> None:
    names = {guest_name() for _ in range(200)}
    assert len(names) > 100, "unique enough"
    assert all(GIVEN.fullmatch(one) and len(one) <= MOST_NAME for one in names)


def test_a_name_is_changed_on_the_page_of_a_table(visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend", name="")
    join(ann, bob, "")
    ann.send("/account/name", name="Ann")
    assert ann.path == f"/t/{table_id}"
    bob.send("/account/name", name="Ann")
    for one in (ann, bob):
        text = one.get(f"/t/{table_id}").text
        strip = re.search(r'<ol class="players">.*?</ol>', text, re.S)
        assert strip
        assert re.findall(r'class="name">([^<]+)', strip[0]) == ["Ann", "Ann 2"]
    ann.send("/account/name", name="A" * 41)
    assert ann.status == 422
    assert "characters" in ann.problem


def test_only_tables_that_are_not_over_take_another_name(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    people = guests(live.site, "Ann", "Bob")
    over = table_for(live.site, people)
    play(live.site.authority, over, random.Random(1))
    running = table_for(live.site, people)
    person = live.site.people.change(people[0], name="Antonia", email="", theme="auto")
    live.site.tables.rename(person)
    names = {one: live.site.tables.look(one, person).seats[0].name for one in (over, running)}
    assert names == {over: "Ann", running: "Antonia"}
    assert ann.post("/account/name", {"name": "Eve"}).url.path == "/account", "nobody yet"


# --- Pictures -------------------------------------------------------------------------------------


def test_the_pictures_of_the_games_are_light_and_kept(visitors: Visitors) -> None:
    ann = visitors()
    found = pictures(ann.get("/").text, "/picture/")
    assert {one.split("/")[2] for one in found} >= set(GAMES)
    for address in found:
        answer = ann.client.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-encoding"] in ("br", "gzip")
        assert answer.num_bytes_downloaded < 10_000
        assert "unsafe-inline" in answer.headers["content-security-policy"]
        old = ann.client.get(f"{address.split('?')[0]}?old")
        assert "immutable" not in old.headers["cache-control"]
    for address in ("/picture/chess/auto.svg", "/picture/ys/pink.svg"):
        assert ann.get(address).status_code == 404


def test_a_table_in_a_list_has_a_picture_that_changes_with_its_game(
    live: Live, visitors: Visitors
) -> None:
    ann = visitors()
    people = guests(live.site, "Ann", "Bob")
    table_id = table_for(live.site, people, game="ys", private=False)
    seen = []
    for _ in range(2):
        (address,) = pictures(ann.get("/").text, f"/t/{table_id}/")
        answer = ann.client.get(address)
        assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert "<text" not in answer.text
        assert ann.client.get(f"{address}0").headers["cache-control"] == "no-store"
        seen.append(answer.text)
        play(live.site.authority, table_id, random.Random(1), 20)
    assert seen[0] != seen[1]


def test_the_picture_of_a_private_table_is_not_for_others(live: Live, visitors: Visitors) -> None:
    ann, eve = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="beginner")
    address = f"/t/{table_id}/picture/auto.svg"
    assert ann.get(address).status_code == 200
    assert eve.get(address).status_code == 404
    assert eve.get(f"/t/{table_id}/picture/pink.svg").status_code == 404


def test_nobody_sees_more_in_a_picture_than_a_spectator(live: Live) -> None:
    people = [live.site.people.welcome(name) for name in ("Ann", "Bob")]
    table_id = table_for(live.site, [one for one, _cookie in people], game="ys", private=False)
    play(live.site.authority, table_id, random.Random(1), 12)
    seen = set()
    for cookie in ("", *(cookie for _one, cookie in people)):
        visitor = live.visitor()
        visitor.client.cookies.set("kerys", cookie)
        seen.add(visitor.get(f"/t/{table_id}/picture/light.svg").text)
    assert len(seen) == 1


def test_a_finished_game_is_listed_with_its_date_and_result(live: Live, visitors: Visitors) -> None:
    people = guests(live.site, "Ann", "Bob")
    table_id = table_for(live.site, people, private=False)
    play(live.site.authority, table_id, random.Random(1))
    scores, ranks = live.site.authority.read(
        table_id, lambda game, _events: (game.scores, game.ranks)
    )
    table = live.site.tables.look(table_id, None)
    assert [tuple(one) for one in table.result] == list(zip(scores, ranks, strict=True))
    card = visitors().get("/").text.split(f'href="/t/{table_id}"')[1].split("</li>")[0]
    assert f"{table.changed:%Y-%m-%d}" in card
    assert re.findall(r'class="points">(\d+)<', card) == [str(one) for one in scores]
