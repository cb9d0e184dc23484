"""Pages that receive pushed changes always equal a freshly loaded page."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from kerys.server.pages.text_delta import delta
from tests.browser.people import Visitor, sit_together
from tests.server.visitor import TIMEOUT_S

MOVES = 30
LEAST_PARTS = 5
ICON = re.compile(r"/static/(kerys|turn)\.svg\?\w+$")
"""The icon of the tab, which shows whose turn it is; browsers keep both."""
TREES = """async () => {
  const own = ["open", "tabindex", "selected",
    "data-version", "data-state", "data-title", "data-revision",
    "data-ply", "data-choice", "hx-get"];
  const tree = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim();
    if (node.id === "choosing" || node.matches(".ghost")) return "";
    const byScript = / lit| picked|fresh/g;  // what choose.js lights up
    const kept = [...node.attributes].filter((one) => !(node.id === "table" ? own : own.slice(0, 3))
      .includes(one.name)).map((one) => `${one.name}=${one.value.replace(byScript, "").trim()}`)
      .filter((one) => one !== "class=")
      .sort();
    const inside = [...node.childNodes].map(tree).filter((one) => one !== "");
    return [node.localName, kept, inside];
  };
  const layout = innerWidth >= 768 ? "wide" : "narrow";
  const headers = { "HX-Request": "true", "X-Layout": layout };
  const answer = await fetch(location.pathname, { headers });
  const loaded = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = (root) => [...root.querySelectorAll("#table > *, #beside > *")]
    .filter((one) => one.id !== "beside");
  const both = [loaded, document].map((root) => parts(root).map((one) => [one.id, tree(one)]));
  const versions = [loaded, document].map((root) => root.getElementById("table").dataset.version);
  const same = JSON.stringify(both[0]) === JSON.stringify(both[1]);
  const [before, now] = same ? [[], []] : both;
  return { versions, loaded: before, shown: now, parts: both[1].length };
}"""
"""The parts of the page as shown, and as they would be if loaded now, where they differ."""


class Seat:
    """Plays for a visitor through the API, so that their page is updated by the stream alone."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.headers = {"Authorization": f"Bearer {visitor.key()}"}
        self.address = f"{visitor.server.url}/api/tables/{table}"

    def ask(self, path: str = "", **body: Any) -> httpx.Response:
        """Call the API."""
        return httpx.request(
            "POST" if body else "GET",
            self.address + path,
            json=body or None,
            headers=self.headers,
            timeout=TIMEOUT_S,
            trust_env=False,
            verify=False,  # loading certificates takes longer than a request
        )

    def decide(self, rng: random.Random) -> int | None:
        """Make a random decision if it is their turn; returns the new state's number."""
        seen = self.ask().json()
        if not seen["my_turn"]:
            return None
        answer = self.ask("/moves", move=rng.choice(seen["legal"]), revision=seen["revision"])
        return int(answer.raise_for_status().json()["state"])

    def undo(self) -> int | None:
        """Undo if possible; returns the new state's number."""
        answer = self.ask("/undo", revision=self.ask().json()["revision"])
        return int(answer.json()["state"]) if answer.is_success else None


def check(visitor: Visitor) -> None:
    """Check that the page equals a freshly loaded one."""
    found = visitor.page.evaluate(TREES)
    assert found["versions"][0] == found["versions"][1]
    assert found["parts"] > LEAST_PARTS
    assert [name for name, _tree in found["shown"]] == [name for name, _tree in found["loaded"]]
    for (name, shown), (_name, loaded) in zip(found["shown"], found["loaded"], strict=True):
        assert shown == loaded, name


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_pushed_pages_never_drift(game: str, ada: Visitor, ben: Visitor) -> None:
    table = sit_together(game, ada, ben)
    seats = [Seat(ada, table), Seat(ben, table)]
    rng = random.Random(4)
    asked: list[str] = []
    for visitor in (ada, ben):
        visitor.mark()
        visitor.page.on("request", lambda request: asked.append(request.url))
    undone = 0
    for number in range(MOVES):
        states = [state for seat in seats if (state := seat.decide(rng)) is not None]
        if not states:
            break  # the game is over
        if number % 3 == 2:
            taken_back = [state for seat in seats if (state := seat.undo()) is not None]
            states += taken_back
            undone += len(taken_back)
        if number % 10 == 5:
            seats[0].ask("/say", text=f"<i>{number}</i> 🙂 & more")
            for visitor in (ada, ben):
                messages = visitor.page.locator("#messages")
                expect(messages).to_contain_text(f"<i>{number}</i> 🙂 & more")
        for visitor in (ada, ben):
            visitor.wait_for_state(max(states))
            check(visitor)
    assert undone > 0
    others = [url for url in asked if not (url.endswith(f"/t/{table}") or ICON.search(url))]
    assert not others, "something was fetched"
    assert ada.has_stayed()


def test_the_script_applies_changes_as_they_are_meant(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "friend")
    rng = random.Random(1)
    words = ["", "a", "<", "ab" * 20, "ab" * 20 + "c", "é" * 20, "🙂" * 20, "🙂" * 19 + "x"]
    cases = []
    for _case in range(300):
        old = rng.choices(words, k=rng.randrange(30))
        new = [word for word in old if rng.random() < 0.8] + rng.choices(words, k=rng.randrange(5))
        cases.append([old, json.loads(json.dumps(delta(old, new))), new])
    applied = ada.page.evaluate(
        "cases => cases.map(([old, told]) => changed({ glue: '', chunks: old }, told).chunks)",
        cases,
    )
    assert applied == [new for _old, _told, new in cases]


def hears(page: Page) -> None:
    """Wait until a page follows its table."""
    page.wait_for_function("pushed !== null && stream.readyState === EventSource.OPEN")


def test_a_page_that_lost_the_thread_asks_for_everything(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ben.wait_for_state(1)
    hears(ben.page)
    ben.page.evaluate("for (const part of Object.values(pushed.parts)) part.chunks.push('x')")
    ada.wait_until_asked()
    ada.decide()
    ben.wait_for_state(2)
    check(ben)


def test_a_decision_whose_news_get_lost_is_shown_nevertheless(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    hears(ada.page)
    ada.choose()
    before = ada.state
    ada.page.evaluate("receive = () => {}")
    ada.page.click("#confirm")
    ada.wait_for_state(before + 1)


def test_a_screen_that_is_turned_gets_the_drawing_that_fits(ada: Visitor, ben: Visitor) -> None:
    sit_together("ys", ada, ben, "beginner")
    ada.wait_for_state(1)
    ben.decide()
    ada.wait_for_state(2)
    expect(ada.page.locator(".board")).to_have_count(1)
    expect(ada.page.locator("#board-wide")).to_be_visible()
    ada.pick("2+1")
    for width, layout in ((500, "narrow"), (1280, "wide")):
        ada.page.set_viewport_size({"width": width, "height": 800})
        expect(ada.page.locator(f"#board-{layout}")).to_be_visible()
        expect(ada.page.locator(".board")).to_have_count(1)
        expect(ada.page.locator("#summary")).to_have_text("Bid 2 and 1, 3 in total")
        check_board(ada)


def check_board(visitor: Visitor) -> None:
    """Check that exactly one drawing is visible."""
    assert visitor.page.locator(".board svg").filter(visible=True).count() == 1


def test_nothing_is_fetched_while_a_game_goes_on(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    hears(ada.page)
    for _decision in range(3):
        ada.wait_until_asked()
        with ada.page.expect_response(lambda one: one.request.method == "POST") as answer:
            ada.decide()
        assert answer.value.status == 204
