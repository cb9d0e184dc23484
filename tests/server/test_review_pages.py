"""The page of a review, its traces on other pages, and the same for programs."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

import pytest

from kerys.server.store import Person
from kerys.study.review.plain import ply_to_plain
from kerys.study.review.results import Verdict
from tests.server.live import Live
from tests.server.programs import Program
from tests.server.reviewed import finished, kept_of, reviewed
from tests.server.tools import change_row, guests, row_of, table_for
from tests.server.visitor import Visitor

PART = {"HX-Request": "true"}


@dataclass
class Reviewed:
    """A finished game and its first player."""

    live: Live
    table_id: str
    person: Person
    cookie: str

    @property
    def path(self) -> str:
        return f"/t/{self.table_id}/review"

    def visitor(self) -> Visitor:
        """The player's browser."""
        visitor = self.live.visitor()
        visitor.client.cookies.set("kerys", self.cookie)
        return visitor


def a_game(live: Live, game: str = "mykerinos") -> Reviewed:
    """A finished game without a review."""
    person, cookie = live.site.people.welcome("Ann <3")
    table_id = finished(live.site, [person, *guests(live.site, "Bob", "Cleo")], game)
    return Reviewed(live, table_id, person, cookie)


@pytest.fixture(scope="module", params=["ys", "mykerinos"])
def whole(quiet: Live, request: pytest.FixtureRequest) -> Reviewed:
    """A game with a finished review."""
    found = a_game(quiet, request.param)
    reviewed(quiet.site, found.table_id, found.person)
    return found


@pytest.fixture(scope="module")
def half(quiet: Live) -> Reviewed:
    """A game with a review that has only begun."""
    found = a_game(quiet)
    reviewed(quiet.site, found.table_id, found.person, until=7)
    return found


def test_a_finished_review_shows_everything(whole: Reviewed) -> None:
    ann = whole.visitor()
    text = ann.get(whole.path).text
    assert ann.status == 200
    assert "Ann &lt;3" in text
    assert " style=" not in text, "the site's policy forbids it"
    assert "<style" not in text
    assert "hx-trigger" not in text, "nothing more will come"
    for title in ("Everyone's chances", "Turning points", "Luck and skill", "What these numbers"):
        assert title.replace("'", "&#39;") in text or title in text
    (kept,) = kept_of(whole.live.site, whole.table_id)
    mine = [one for one in kept.found.values() if one.seat == 0]
    listed = re.findall(r'<details id="decision-(\d+)" class="(\w+)">', text)
    assert [int(ply) for ply, _verdict in listed] == [one.ply for one in mine]
    assert [verdict for _ply, verdict in listed] == [
        one.judgement.verdict for one in mine if one.judgement
    ]
    for one in mine:
        assert f"/t/{whole.table_id}/replay?at={one.ply}&amp;eyes=0" in text


def test_the_decisions_of_everyone_who_is_judged_can_be_listed(whole: Reviewed) -> None:
    ann = whole.visitor()
    text = ann.get(f"{whole.path}?of=2").text
    (kept,) = kept_of(whole.live.site, whole.table_id)
    listed = [int(ply) for ply in re.findall(r'id="decision-(\d+)"', text)]
    assert listed == [one.ply for one in kept.found.values() if one.seat == 2]
    assert ann.get(f"{whole.path}?of=77").status_code == 200
    assert ann.get(f"{whole.path}?number=999999").status_code == 200


def test_a_review_that_has_begun_shows_what_was_found_and_comes_again(half: Reviewed) -> None:
    ann = half.visitor()
    text = ann.get(half.path).text
    assert '<progress max="' in text
    assert 'value="7"' in text
    assert "7 of " in text
    assert "Luck and skill" not in text
    (address,) = re.findall(r'hx-get="([^"]+)" hx-trigger="every', text)
    address = address.replace("&amp;", "&")
    assert ann.get(address, headers=PART).status_code == 204, "nothing new"
    part = ann.get(address.replace("have=7", "have=6"), headers=PART).text
    assert 'id="review"' in part
    assert "<html" not in part
    assert ann.get(address).status_code == 200, "without scripts, the whole page"


def test_a_page_that_waits_is_told_when_a_review_stops(quiet: Live) -> None:
    game = a_game(quiet)
    reviewed(quiet.site, game.table_id, game.person, until=3)
    ann = game.visitor()
    (address,) = re.findall(r'hx-get="([^"]+)" hx-trigger="every', ann.get(game.path).text)
    (kept,) = kept_of(quiet.site, game.table_id)
    quiet.site.reviews.fail(kept.id)
    quiet.site.authority.drop(game.table_id)
    answer = ann.get(address.replace("&amp;", "&"), headers=PART)
    assert answer.status_code == 200
    assert "stopped because of an error" in answer.text
    assert "hx-trigger" not in answer.text, "it asks no more"


def test_a_site_without_reviews_promises_none(
    quiet: Live, half: Reviewed, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = dataclasses.replace(quiet.site.settings, reviews="none")
    monkeypatch.setattr(quiet.site.reviews, "settings", settings)
    text = half.visitor().get(half.path).text
    assert "Reviews are switched off on this site. This one goes on" in text
    assert "Working on it" not in text
    assert "hx-trigger" not in text


def test_the_button_starts_a_review(quiet: Live) -> None:
    game = a_game(quiet)
    ann = game.visitor()
    ann.get(f"/t/{game.table_id}")
    assert "Review this game" in ann.page.text
    ann.get(game.path)
    assert "Find out where this game was won" in ann.page.text
    ann.send("/review", 0, seat="0", depth="quick")
    assert ann.status == 200
    assert ann.path == game.path
    assert "Working on it" in ann.page.text
    (kept,) = kept_of(quiet.site, game.table_id)
    assert (kept.seats, kept.depth) == ((0,), "quick")
    assert ann.post(game.path, {"seat": "9"}).status_code == 409
    assert "no seat 9" in ann.problem
    assert ann.post(game.path, {"seat": "x"}).status_code == 409
    assert ann.post(game.path, {"depth": "bottomless"}).status_code == 409
    assert len(kept_of(quiet.site, game.table_id)) == 1


def test_a_running_game_is_not_reviewed(quiet: Live) -> None:
    person, cookie = quiet.site.people.welcome("Ann")
    table_id = table_for(quiet.site, [person, *guests(quiet.site, "Bob")])
    ann = Reviewed(quiet, table_id, person, cookie).visitor()
    for answer in (ann.get(f"/t/{table_id}/review"), ann.post(f"/t/{table_id}/review")):
        assert answer.status_code == 409
        assert "this one isn&#39;t over yet" in answer.text
    assert "/review" not in ann.get(f"/t/{table_id}/replay").text
    share = row_of(quiet.site.database, table_id).share
    assert ann.get(f"/t/{table_id}/shared/{share}/review").status_code == 404


def test_only_who_may_see_the_game_sees_its_review(whole: Reviewed) -> None:
    live, eve = whole.live, whole.live.visitor()
    assert eve.get(whole.path).status_code == 404
    share = row_of(live.site.database, whole.table_id).share
    link = f"/t/{whole.table_id}/shared/{share}/review"
    text = eve.get(link).text
    assert eve.status == 200
    assert 'content="noindex"' in text
    assert "Luck and skill" in text
    assert f"/t/{whole.table_id}/replay" not in text, "only what the link opens"
    assert 'name="depth"' not in text
    assert eve.get(link.replace(share, "wrong")).status_code == 404
    change_row(live.site.authority, whole.table_id, private=False)
    try:
        assert "Luck and skill" in eve.get(whole.path).text
        assert eve.post(whole.path).status_code == 409
    finally:
        change_row(live.site.authority, whole.table_id, private=True)


def test_the_replay_says_what_the_review_thinks_of_a_decision(whole: Reviewed) -> None:
    ann = whole.visitor()
    (kept,) = kept_of(whole.live.site, whole.table_id)
    for at in (0, 5, max(kept.found) + 1):
        text = ann.get(f"/t/{whole.table_id}/replay?at={at}").text
        near = [kept.found[ply].judgement for ply in (at - 1, at) if ply in kept.found]
        assert text.count('class="verdict"') == len(near)
        for one in near:
            assert one is not None
            assert f'aria-label="{one.verdict}"' in text
    assert "Review this game" in text


def test_the_list_of_games_leads_to_reviews(whole: Reviewed) -> None:
    assert f'href="{whole.path}"' in whole.visitor().get("/").text


# --- Programs -------------------------------------------------------------------------------------


def test_a_program_asks_for_a_review_and_reads_it(quiet: Live) -> None:
    ann, bob = Program(quiet, "Ann"), Program(quiet, "Bob")
    table_id = finished(quiet.site, [ann.person, bob.person])
    path = f"/tables/{table_id}/review"
    none = ann.get(path)
    assert (none.status_code, "no such review" in none.json()["error"]) == (409, True)
    asked = ann.post(path, seat=1, depth="quick")
    assert asked.status_code == 202
    assert asked.json()["state"] == "waiting"
    assert asked.json()["seats"] == [1]
    assert asked.json() == ann.post(path, seat=1, depth="quick").json() == bob.get(path).json()
    found = reviewed(quiet.site, table_id, ann.person)
    seen = bob.get(path).json()
    assert (seen["state"], seen["seats"], seen["depth"]) == ("done", [0, 1], "quick")
    assert seen["decisions"] == len(seen["found"]) == len(found)
    assert seen["found"][0]["seat"] == ply_to_plain(found[0])["seat"]
    assert seen["review"]["game"] == "mykerinos"
    assert bob.get(f"{path}?number={asked.json()['number']}").json() == asked.json()
    assert bob.get(f"{path}?number=0").status_code == 409


def test_a_program_is_told_why_there_is_no_review(quiet: Live) -> None:
    ann, bob, eve = (Program(quiet, name) for name in ("Ann", "Bob", "Eve"))
    running = table_for(quiet.site, [ann.person, bob.person])
    for answer in (ann.get(f"/tables/{running}/review"), ann.post(f"/tables/{running}/review")):
        assert answer.status_code == 409
        assert "isn't over yet" in answer.json()["error"]
    over = finished(quiet.site, [ann.person, bob.person])
    path = f"/tables/{over}/review"
    assert eve.post(path).status_code == eve.get(path).status_code == 404
    change_row(quiet.site.authority, over, private=False)
    assert eve.post(path).status_code == 403
    for wrong in ({"seat": 2}, {"depth": "bottomless"}, {"depth": "deep"}, {"deep": "yes"}):
        assert ann.post(path, **wrong).status_code == 422
    for seat, depth in ((0, "quick"), (1, "quick"), (0, "standard")):
        assert ann.post(path, seat=seat, depth=depth).status_code == 202
    assert ann.post(path, seat=1, depth="standard").status_code == 429


def test_every_verdict_has_a_mark_of_its_own(whole: Reviewed) -> None:
    text = whole.visitor().get(whole.path).text
    for verdict in Verdict:
        assert f'aria-label="{verdict}"' in text
