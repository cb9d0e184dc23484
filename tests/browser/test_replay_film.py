"""A replay as a film: played, paused and stepped through by keyboard, on desktop and phone."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import SIZES, Arrive, Visitor
from tests.browser.shots import shot
from tests.serving import Process

PLACES = [("table", "desk"), ("shared", "tablet"), ("table", "phone")]
"""Kinds of replays, and the screens they are tested on."""
WATCH = """() => {
  window.seen = [];
  const words = document.getElementById("film-words"), film = document.getElementById("film");
  const note = () => {
    const at = document.getElementById("at").value;
    const said = film.hidden ? "" : words.textContent.trim();
    const one = `${at}: ${said}`;
    if (said && one !== window.seen.at(-1)) window.seen.push(one);
  };
  for (const one of [words, film, document.querySelector("#scrub output")])
    new MutationObserver(note).observe(one, { childList: true, attributes: true });
}"""
"""Records what the film says, and at which moment."""
SHOWN = """() => {
  const board = [...document.querySelectorAll(".board")].find((one) => one.clientWidth);
  const still = [...board.querySelectorAll("*")].filter((one) => !one.closest(".ghost"));
  const words = (one) => (one.children.length ? "" : one.textContent);
  const looks = ({ attributes }) => [...attributes].filter((one) => one.name !== "style")
    .map((one) => `${one.name}=${one.value}`).sort().join(" ");
  const drawn = still.map((one) => `${one.tagName} ${looks(one)} ${words(one)}`);
  const beside = ["where", "happened", "beside"].map((id) => document.getElementById(id).innerText);
  return [...drawn, ...beside].map((one) => one.trim()).join(" | ");
}"""
"""Everything that a page shows of a moment, without animations."""
MOVES = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.closest(".play")) window.moved += 1;
    return animate.apply(this, how);
  };
}"""
"""Counts the animations on the board."""


@pytest.fixture(scope="module")
def tables(browser: Browser, server: Process) -> dict[str, str]:
    """The addresses of two replays of one finished game: at its table, and by its link."""
    arrive = Arrive(browser, server)
    host = arrive("Host")
    table = host.start("ys", "me", "beginner", "beginner", private=False)
    host.finish(table)
    host.go(f"/t/{table}/replay")
    link = host.page.locator("a[href*='/shared/']").get_attribute("href")
    arrive.all_leave()
    return {"table": f"/t/{table}/replay", "shared": str(link)}


def open_at(visitor: Visitor, address: str, at: int, film: str, size: str = "desk") -> None:
    """Open a moment of a replay."""
    visitor.page.set_viewport_size(SIZES[size])
    visitor.set("film", film)
    visitor.go(f"{address}?at={at}&eyes=open")
    visitor.page.evaluate(WATCH)
    visitor.page.evaluate(MOVES)


def at_of(page: Page) -> int:
    """The moment that the slider shows."""
    return int(page.locator("#at").input_value())


def wait_past(page: Page, moment: int) -> None:
    """Wait until the film has passed a moment."""
    page.wait_for_function("at => Number(document.getElementById('at').value) > at", arg=moment)


def settle(page: Page, moment: int) -> None:
    """Wait until a moment's page is loaded: slider, text and address agree."""
    page.wait_for_url(re.compile(rf"\?at={moment}&"))
    expect(page.locator(f'#replay[data-at="{moment}"]:not(.rolling)')).to_be_visible()
    expect(page.locator("#at")).to_have_value(str(moment))
    expect(page.locator("#scrub output")).to_have_text(re.compile(rf"^{moment} /"))


def check_whole(visitor: Visitor) -> None:
    """Check that the page equals what a visitor of its address would see."""
    page, fresh = visitor.page, visitor.context.new_page()
    assert page.viewport_size
    fresh.set_viewport_size(page.viewport_size)
    fresh.goto(page.url)
    page.wait_for_function(f"wanted => ({SHOWN})() === wanted", arg=fresh.evaluate(SHOWN))
    fresh.close()


@pytest.mark.parametrize(("kind", "size"), PLACES)
def test_a_film_is_played_and_paused_anywhere(
    ada: Visitor, tables: dict[str, str], kind: str, size: str
) -> None:
    page = ada.page
    page.emulate_media(reduced_motion="no-preference")
    open_at(ada, tables[kind], 10, "fast", size)
    ada.mark()
    button = page.locator("#roll")
    expect(button).to_have_text("Play")
    button.click()
    expect(button).to_have_text("Pause")
    wait_past(page, 14)
    expect(page.locator("#film b[class^=told-]").first).to_be_attached()
    assert "at=10&" in page.url, "the address waits until the film rests"
    button.click()
    moment = at_of(page)
    settle(page, moment)
    expect(button).to_have_text("Play")
    expect(page.locator("#film")).to_be_hidden()
    assert ada.has_stayed()
    check_whole(ada)
    seen: list[str] = page.evaluate("window.seen")
    assert {int(one.split(":")[0]) for one in seen} <= set(range(11, moment + 1))
    assert page.evaluate("window.moved") > 0, "pieces travel"
    page.go_back()
    expect(page.locator("#at")).to_have_value("10")


def test_the_film_shows_all_moments_of_a_decision_and_ends_at_the_end(
    ada: Visitor, tables: dict[str, str]
) -> None:
    page = ada.page
    page.goto(tables["table"])
    last = int(page.locator("#at").get_attribute("max") or 0)
    address = tables["table"].replace("/replay", "/film")
    frames = page.request.get(f"{address}?since={last - 40}").json()
    moments = Counter(one["at"] for one in frames[1:])
    several = max(at for at, many in moments.items() if many > 1)
    open_at(ada, tables["table"], several - 1, "fast")
    page.keyboard.press("Space")
    page.wait_for_function(
        f"() => window.seen.filter((one) => one.startsWith('{several}:')).length > 1"
    )
    open_at(ada, tables["table"], last - 1, "fast")
    page.keyboard.press("Space")
    settle(page, last)
    seen: list[str] = page.evaluate("window.seen")
    ends = [one for one in seen if one.startswith(f"{last}:")]
    assert "points in total" in ends[-1], "the last decision ends the game, and points are counted"
    assert page.evaluate("window.moved") == 0, "who wants no motion sees stills"
    check_whole(ada)
    page.keyboard.press("Space")
    page.wait_for_function("() => Number(document.getElementById('at').value) < 9")
    page.keyboard.press("Space")
    settle(page, at_of(page))


def test_where_films_are_off_each_decision_is_one_still(
    ada: Visitor, tables: dict[str, str]
) -> None:
    page = ada.page
    page.emulate_media(reduced_motion="no-preference")
    open_at(ada, tables["table"], 8, "off")
    page.keyboard.press("Space")
    wait_past(page, 11)
    page.locator(".play").click(position={"x": 5, "y": 5})
    settle(page, at_of(page))
    moments = [one.split(":")[0] for one in page.evaluate("window.seen")]
    assert len(moments) == len(set(moments))
    page.keyboard.press("ArrowRight")
    settle(page, at_of(page))
    assert page.evaluate("window.moved") == 0
    check_whole(ada)


def test_what_goes_one_moment_on_or_back_is_seen_to_move(
    ada: Visitor, tables: dict[str, str]
) -> None:
    page = ada.page
    page.emulate_media(reduced_motion="no-preference")
    open_at(ada, tables["table"], 8, "fast")
    for step, moment in (("next", 9), ("next", 10), ("back", 9)):
        page.click(f"#step-{step}")
        settle(page, moment)
    assert page.evaluate("window.moved") > 0
    check_whole(ada)


@pytest.mark.parametrize(("kind", "size"), PLACES)
def test_keys_lead_through_the_game(
    ada: Visitor, tables: dict[str, str], kind: str, size: str
) -> None:
    page = ada.page
    open_at(ada, tables[kind], 5, "on", size)
    last = int(page.locator("#at").get_attribute("max") or 0)
    rounds = [int(one.get_attribute("data-at") or 0) for one in page.locator("#rounds a").all()]
    assert len(rounds) == 4
    for focus in ("body", "#at"):
        page.locator(focus).focus()
        for key, moment in (
            ("Home", 0),
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("ArrowDown", rounds[1]),
            ("PageDown", rounds[2]),
            ("ArrowRight", rounds[2] + 1),
            ("ArrowUp", rounds[2]),
            ("PageUp", rounds[1]),
            ("End", last),
            ("ArrowRight", last),
            ("ArrowUp", rounds[3]),
            ("ArrowDown", last),
        ):
            page.keyboard.press(key)
            settle(page, moment)
    page.locator("#eyes").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#at")).to_have_value(str(last))


@pytest.mark.parametrize("late", [False, True], ids=["at-once", "late"])
def test_no_key_is_lost_however_fast_it_comes(
    ada: Visitor, tables: dict[str, str], late: bool
) -> None:
    """A key pressed before the last response arrives replaces the pending request."""
    ada.forgive("htmx:sendAbort", "htmx:afterRequest")
    page = ada.page
    open_at(ada, tables["table"], 30, "off")
    if late:
        page.route("**/replay?*", lambda _never_answered: None, times=1)
    with page.expect_request("**/replay?*"):
        page.keyboard.press("ArrowRight")
    for pause_ms in (35, 45, 60, 90, 120, 20, 50):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(pause_ms)
    settle(page, 38)
    check_whole(ada)


def test_other_moments_can_be_chosen_while_the_film_is_played(
    ada: Visitor, tables: dict[str, str]
) -> None:
    page = ada.page
    open_at(ada, tables["table"], 20, "fast")
    start = 20
    for choose in ("#step-next", "#rounds a:nth-child(3)", "ArrowLeft", "#step-back"):
        page.click("#roll")
        expect(page.locator("#replay.rolling")).to_be_visible()
        wait_past(page, start)
        if choose.startswith("Arrow"):
            page.keyboard.press(choose)
        else:
            page.click(choose)
        expect(page.locator("#replay.rolling")).to_have_count(0)
        if "rounds" in choose:
            start = int(page.locator(choose).get_attribute("data-at") or 0)
        else:
            start = at_of(page)
        settle(page, start)
        check_whole(ada)
    page.click("#roll")
    wait_past(page, start)
    page.select_option("#eyes", "1")
    page.wait_for_url("**eyes=1")
    settle(page, at_of(page))
    check_whole(ada)


@pytest.mark.parametrize(("kind", "size"), PLACES)
def test_rounds_and_turning_points_are_a_step_away(
    ada: Visitor, tables: dict[str, str], kind: str, size: str
) -> None:
    page = ada.page
    open_at(ada, tables[kind], 0, "off", size)
    expect(page.locator("#rounds [aria-current]")).to_have_text("Round 1")
    links = page.locator(".jumps a")
    assert 4 < links.count() <= 9
    expect(page.locator(".ticks path")).to_have_count(links.count())
    for index in range(links.count()):
        link = links.nth(index)
        moment = int(link.get_attribute("data-at") or 0)
        if index % 2:
            link.click()
        else:
            link.focus()
            page.keyboard.press("Enter")
        settle(page, moment)
    for index in range(4):
        page.locator("#rounds a").nth(index).click()
        expect(page.locator("#rounds [aria-current]")).to_have_text(f"Round {index + 1}")
        expect(page.locator("#where .heading")).to_have_text(re.compile(f"^Round {index + 1} of"))
    turns = page.locator(".turns a")
    for index in range(turns.count()):
        about = turns.nth(index).get_attribute("title") or ""
        assert about.startswith(f"Decision {turns.nth(index).get_attribute('data-at')}: ")


@pytest.mark.parametrize(("kind", "size"), PLACES)
def test_a_replay_is_readable_for_all(
    ada: Visitor, tables: dict[str, str], kind: str, size: str
) -> None:
    page = ada.page
    open_at(ada, tables[kind], 60, "slow", size)
    expect(page.locator("#where .eyes")).to_have_text("all screens down")
    expect(page.locator("#speed")).to_have_value("slow")
    shot(page, f"replay-{kind}-{size}")
    problems = [axe(page)]
    page.click("#roll")
    wait_past(page, 60)
    problems.append(axe(page))
    assert problems == [[], []]
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= SIZES[size]["width"]
    page.click("#roll")
    settle(page, at_of(page))
    page.select_option("#speed", "fast")
    assert page.evaluate("localStorage.getItem('kerys-film')") == "fast"


def axe(page: Page) -> list[Any]:
    """The accessibility violations of a page."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


def test_without_scripts_there_is_no_film_but_all_links(
    arrive: Arrive, tables: dict[str, str]
) -> None:
    plain = arrive("Cleo", script=False)
    plain.go(f"{tables['table']}?at=7&eyes=")
    page = plain.page
    expect(page.locator("#roll")).to_be_hidden()
    expect(page.locator("#speed")).to_be_hidden()
    expect(page.locator(".steps a").filter(visible=True)).to_have_count(4)
    page.locator("#rounds a").nth(1).click()
    expect(page.locator("#rounds [aria-current]")).to_have_text("Round 2")
    expect(page.locator("#where .heading")).to_have_text(re.compile("^Round 2 of"))
    expect(page.locator("#where .eyes")).to_have_text("seen by a spectator")
