"""A finished game for everyone with its link, and its previews on other sites."""

from __future__ import annotations

import random
import re
import struct

import pytest

from kerys.server.store import Person
from tests.server.live import Live
from tests.server.tools import guests, play, row_of, say, table_for

META = re.compile(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">')


@pytest.fixture(scope="module")
def people(quiet: Live) -> list[Person]:
    return guests(quiet.site, "Ann <3", "Bob")


@pytest.fixture(scope="module")
def over(quiet: Live, people: list[Person]) -> str:
    """A private table with a finished game."""
    table_id = table_for(quiet.site, people, game="ys")
    say(quiet.site, people[0], table_id, "between us")
    play(quiet.site.authority, table_id, random.Random(3))
    return table_id


def link_of(live: Live, table_id: str) -> str:
    return f"/t/{table_id}/shared/{row_of(live.site.database, table_id).share}"


def test_a_private_game_opens_for_everyone_with_the_link_once_it_is_over(
    quiet: Live, people: list[Person], over: str
) -> None:
    eve = quiet.visitor()
    link = link_of(quiet, over)
    assert eve.get(link).status_code == 200
    text = eve.page.text
    assert "Ann &lt;3" in text
    assert "between us" not in text, "what was said stays there"
    assert f"{quiet.url}{link}" in text, "to be copied"
    assert 'content="noindex"' in text
    assert f'href="/t/{over}"' not in text
    assert eve.get(f"{link}?at=3&eyes=0").status_code == 200
    assert eve.get(f"{link}?at=3&eyes=9").status_code == 404
    for path in ("", "/replay", "/record.kerys", "/proof", "/stream"):
        assert eve.get(f"/t/{over}{path}").status_code == 404, path


def test_no_other_word_opens_it_and_none_before_the_end(
    quiet: Live, people: list[Person], over: str
) -> None:
    eve = quiet.visitor()
    running = table_for(quiet.site, people, game="ys")
    wrong = [f"/t/{over}/shared/{'x' * 22}", f"/t/{over}/shared/é", link_of(quiet, running)]
    for link in (*wrong, link_of(quiet, over).replace(over, running)):
        for path in (link, f"{link}/preview.png"):
            assert eve.get(path).status_code == 404, path


def test_who_sat_there_finds_the_link(quiet: Live, over: str) -> None:
    person, cookie = quiet.site.people.welcome("Cleo")
    table_id = table_for(quiet.site, [person, *guests(quiet.site, "Dan")])
    cleo = quiet.visitor()
    cleo.client.cookies.set("kerys", cookie)
    assert "/shared/" not in cleo.get(f"/t/{table_id}").text
    assert "/shared/" not in cleo.get(f"/t/{table_id}/replay").text
    play(quiet.site.authority, table_id, random.Random(3))
    for page in ("", "/replay"):
        cleo.get(f"/t/{table_id}{page}")
        assert link_of(quiet, table_id) in cleo.page.links


def test_other_sites_show_the_result_and_a_picture(quiet: Live, over: str) -> None:
    eve = quiet.visitor()
    told = dict(META.findall(eve.get(link_of(quiet, over)).text))
    assert told["og:url"] == f"{quiet.url}{link_of(quiet, over)}"
    assert "Ys" in told["og:title"]
    assert "Bob" in told["og:description"]
    assert told["og:image"].startswith(quiet.url)
    assert told["twitter:card"] == "summary_large_image"
    check_picture(quiet, told["og:image"])


def test_other_sites_show_the_games_on_the_home_page(quiet: Live) -> None:
    told = dict(META.findall(quiet.visitor().get("/").text))
    assert told["og:url"] == f"{quiet.url}/"
    assert told["og:title"].startswith("Kerys")
    check_picture(quiet, told["og:image"])


def check_picture(live: Live, address: str) -> None:
    """Check that it is a PNG of the declared size that other sites may embed."""
    for _again in range(2):
        answer = live.visitor().get(address.removeprefix(live.url))
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert "max-age" in answer.headers["cache-control"]
        assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
