"""Visitors with browsers: how they create and join tables, pick, confirm, and what they see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Request,
    Response,
    TimeoutError,
    expect,
)

from tests.serving import Process

PATIENCE_MS = 30_000
GLANCE_MS = 150
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
SIZES: dict[str, Any] = {
    "desk": {"width": 1440, "height": 900},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
}
"""The screen sizes that every page is tested on."""
ASKED = "#decision.asks"
INSIDE = """node => {
  const free = (x, y) => {
    const top = document.elementFromPoint(x, y);
    return top && node.contains(top);
  };
  const inside = () => {
    const box = node.getBoundingClientRect();
    const cells = [...Array(361).keys()].map((cell) => [1 + cell % 19, 1 + Math.floor(cell / 19)]);
    cells.sort((a, b) => Math.hypot(a[0] - 10, a[1] - 10) - Math.hypot(b[0] - 10, b[1] - 10));
    for (const [across, down] of cells) {
      const x = box.left + box.width * across / 20, y = box.top + box.height * down / 20;
      const around = [[0, 0], [-2, -2], [2, -2], [-2, 2], [2, 2]];
      if (around.every(([dx, dy]) => free(x + dx, y + dy))) return [x, y];
    }
    return null;
  };
  for (const block of ["nearest", "start", "center"]) {
    node.scrollIntoView({ block });
    const found = inside();
    if (found) return found;
  }
  return null;
}"""
"""Finds an uncovered point of a drawn shape: a ring has none in its middle."""
OVER = "#table[data-state]:not(:has(#question))"
SHOWN_VERSION = re.compile(r'data-version="(\d+)"')


def is_decision(answer: Response) -> bool:
    """Whether this answers a decision that a page has sent."""
    return answer.request.method == "POST" and urlsplit(answer.url).path.endswith("/move")


@dataclass(frozen=True)
class Sight:
    """What everyone at a table sees the same."""

    state: int
    heading: str
    players: str


class Visitor:
    """A visitor with a separate browser; records its errors and requests to other sites."""

    def __init__(
        self, browser: Browser, server: Process, name: str, *, phone: bool, dark: bool, script: bool
    ) -> None:
        self.name = name
        self.phone = phone
        self.server = server
        self.context = browser.new_context(
            viewport=PHONE if phone else DESK,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            base_url=server.url,
            locale="en-GB",
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.set("film", "off")  # tests don't wait for pictures
        self.set("summary", "off")
        self.problems: list[str] = []
        self._forgiven: list[str] = []
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self.problems.append(str(error.error)))
        self.context.on("request", self._asked)
        self.page = self.context.new_page()

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if (
            parts.scheme not in ("data", "blob")
            and parts.netloc != urlsplit(self.server.url).netloc
        ):
            self.problems.append(f"asked {request.url}")

    def forgive(self, *words: str) -> None:
        """Allow errors that a test causes on purpose."""
        self._forgiven += words

    def unforgiven(self) -> list[str]:
        """The unexpected errors."""
        return [
            f"{self.name}: {one}"
            for one in self.problems
            if not any(words in one for words in self._forgiven)
        ]

    def set(self, name: str, value: str) -> None:
        """Change a setting before a page is opened."""
        keep = f"localStorage.setItem('kerys-{name}', '{value}')"
        self.context.add_init_script(f"if (location.protocol === 'http:') {keep}")

    # --- Sitting down ----------------------------------------------------------------------

    def go(self, address: str) -> None:
        """Open a page."""
        self.page.goto(address)

    def start(
        self,
        game: str,
        *seats: str,
        private: bool = True,
        variants: str = "",
        choices: Mapping[str, str] = MappingProxyType({}),
        clock: str = "none",
        pace: int = 1,
    ) -> str:
        """Create a table with the form; returns its name."""
        self.go(f"/new/{game}?players={len(seats)}")
        self._say_name()
        for number, who in enumerate(seats):
            self.page.select_option(f"select[name=seat{number}]", who)
        for name in variants.split():
            self._unfold(f"input[name={name}]").check()
        for name, choice in choices.items():
            self._unfold(f"select[name={name}]").select_option(choice)
        if not private:
            self._unfold("input[name=private]").uncheck()
        if clock != "none":
            self._unfold("select[name=clock]").select_option(clock)
            self.page.fill("input[name=pace]", str(pace))
        self.page.click("form[action='/tables'] button.button")
        self.page.wait_for_url("**/t/*")
        return self.table

    def _say_name(self) -> None:
        """Enter the visitor's name if asked."""
        for field in self.page.locator("form:has(button.button) input[name=name]").all()[:1]:
            field.fill(self.name)

    def _unfold(self, selector: str) -> Locator:
        """A form field that may be inside a folded section."""
        field = self.page.locator(selector)
        if not field.is_visible():
            self.page.locator("details", has=field).locator("summary").click()
        return field

    @property
    def table(self) -> str:
        """The name of the table in the address."""
        found = re.search(r"/t/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def invitation(self) -> str:
        """The link for a friend, as the page shows it."""
        return self.page.locator("input[value*='/i/']").first.input_value()

    def accept(self, link: str) -> None:
        """Follow an invitation and sit down."""
        self.go(urlsplit(link).path)
        self.sit_down()

    def sit_down(self) -> None:
        """Click the button of a free seat."""
        self._say_name()
        self.page.locator("form[action$='/sit'] button.button").first.click()
        self.page.wait_for_url("**/t/*")

    # --- Deciding --------------------------------------------------------------------------

    @property
    def question(self) -> Locator:
        """The sentence that says what to decide."""
        return self.page.locator("#question")

    @property
    def problem(self) -> Locator:
        """The sentence that says what was wrong."""
        return self.page.locator(".problem[role=alert]")

    def is_asked(self) -> bool:
        """Whether it is this visitor's turn."""
        return self.page.locator(ASKED).count() > 0

    def wait_until_asked(self) -> None:
        """Wait for this visitor's turn."""
        self.page.wait_for_selector(ASKED)

    def is_over(self) -> bool:
        """Whether the page shows a result."""
        return self.page.locator(OVER).count() > 0

    def option(self, pick: str) -> Locator:
        """One of the options."""
        return self.page.locator(f'[data-pick="{pick}"]')

    def spot(self, name: str) -> Locator:
        """A place or piece on the board that can be clicked."""
        return self.page.locator(f'svg .lit[data-name="{name}"]').filter(visible=True)

    def press(self, place: Locator) -> None:
        """Click or tap something."""
        if self.phone:
            place.tap()
        else:
            place.click()

    def press_spot(self, name: str) -> None:
        """Click a place or piece on the board."""
        spot = self.spot(name).first
        inside = spot.evaluate(INSIDE)
        assert inside is not None, f"{name} is covered"
        if self.phone:
            self.page.touchscreen.tap(*inside)
        else:
            self.page.mouse.click(*inside)

    def pick(self, pick: str, *, on_board: bool = False) -> None:
        """Pick an option, in the list or on the board, and wait until it is picked.

        `4+3` picks two agents.
        """
        if "+" in pick:
            for one in pick.split("+"):
                self.pick(one, on_board=on_board)
            return
        listed = not on_board and self.option(pick).first.is_visible()
        # Live updates redraw the board, so a tap may hit nothing; and one that a busy machine draws
        # out is a long press, which explains the thing instead. Then it is repeated.
        for last in (False, False, True):
            if listed:
                self.press(self.option(pick))
            else:
                self.press_spot(pick)
            try:
                self.wait_picked(pick, PATIENCE_MS if last else PATIENCE_MS // 10)
                return
            except TimeoutError:
                if last:
                    raise

    def wait_picked(self, pick: str, patience_ms: int = PATIENCE_MS) -> None:
        """Wait until the page shows a pick."""
        listed = f'#choosing [data-pick="{pick}"][aria-pressed=true]'
        held = f'{listed}, .play .picked[data-name="{pick}"]'
        self.page.wait_for_selector(held, timeout=patience_ms, state="attached")

    def choose(self, which: int = 0) -> str:
        """Pick the first or last (-1) open options until a move is complete."""
        while not self.page.locator("#confirm:enabled").count():
            pick = self._open(which)
            self.pick(pick, on_board=self.spot(pick).count() > 0)
        return self.page.locator("form:has(#confirm) input[name=move]").input_value()

    def _open(self, which: int) -> str:
        """An option that can be picked, preferably in a group without a pick."""
        fresh = self.page.locator("#choosing .options:not(:has([aria-pressed=true]))").first
        everywhere = self.page.locator("#choosing")
        for place in (fresh, everywhere):
            for look in (":not(.picked)", ""):
                found = place.locator(f"[data-pick]:not(.off){look}")
                if found.count():
                    return str(found.nth(which).get_attribute("data-pick"))
        raise AssertionError("nothing can be picked")

    def confirm(self) -> None:
        """Send the choice, and wait for the answer."""
        with self.answering():
            self.press(self.page.locator("#confirm"))

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While a decision is sent; afterwards the page shows what it led to.

        The page may change before that: others seal their answers at the same time.
        """
        with self.page.expect_response(is_decision) as sent:
            yield
        version = sent.value.header_value("x-version")
        if version is None:  # the page gets no live updates, and the answer is the table itself
            version = SHOWN_VERSION.findall(sent.value.text())[0]
        self.page.wait_for_function(
            "version => Number(document.getElementById('table').dataset.version) >= version",
            arg=int(version),
        )

    def decide(self, which: int = 0) -> str:
        """Choose the first or last of everything and send it; returns the move."""
        move = self.choose(which)
        self.confirm()
        return move

    def unfold(self) -> None:
        """Open all panels beside the board, and wait for their content."""
        self.page.evaluate(
            "for (const one of document.querySelectorAll('[data-panel]')) one.open = true"
        )
        panels = self.page.locator("[data-panel]")
        expect(self.page.locator("[data-panel]:has(p, table)")).to_have_count(panels.count())

    # --- Seeing ----------------------------------------------------------------------------

    @property
    def state(self) -> int:
        """The number of the state that the page shows."""
        return int(self.page.locator("#table").get_attribute("data-state") or -1)

    def wait_for_state(self, state: int) -> None:
        """Wait until the page has caught up by itself."""
        self.page.wait_for_function(
            "state => Number(document.getElementById('table').dataset.state) >= state", arg=state
        )

    def sight(self) -> Sight:
        """What everyone sees the same, at one moment."""
        found: list[Any] = self.page.evaluate(
            """() => [Number(document.getElementById('table').dataset.state),
                document.querySelector('.heading').textContent,
                document.querySelector('.players').textContent.replace(/\\s+/g, ' ').trim()]"""
        )
        return Sight(*found)

    def result(self) -> list[str]:
        """Names and points, the winner first."""
        return self.page.locator("ol.result li").all_text_contents()

    def mark(self) -> None:
        """Mark the page, to notice whether it is reloaded."""
        self.page.evaluate("window.stayed = true")

    def has_stayed(self) -> bool:
        """Whether the page hasn't been reloaded since it was marked."""
        return bool(self.page.evaluate("window.stayed === true"))

    # --- Programs --------------------------------------------------------------------------

    def key(self) -> str:
        """An API key, from the account page."""
        page = self.context.new_page()
        page.goto("/account")
        page.fill("form[action='/account/token'] input[name=label]", "a program")
        page.click("form[action='/account/token'] button")
        key = page.locator(".done code").inner_text()
        page.close()
        return key

    def finish(self, table: str, *, watching: bool = False) -> None:
        """Let a program play for this seat until the game is over.

        A page that is watching shows every move; otherwise it is elsewhere meanwhile.
        """
        headers = {"Authorization": f"Bearer {self.key()}"}
        address, shown = f"/api/tables/{table}", self.page.url
        if not watching:
            self.go("about:blank")
        for seen in stream(self.server.url + address + "/stream", headers):
            if seen["status"] == "running" and seen["my_turn"]:
                move = {"move": seen["legal"][0], "revision": seen["revision"]}
                answer = self.context.request.post(f"{address}/moves", headers=headers, data=move)
                # A line of the stream may be older than the last move; another one follows.
                assert answer.ok or answer.status == 409, answer.text()
        if not watching:
            self.go(shown)


def stream(url: str, headers: dict[str, str]) -> Iterator[dict[str, Any]]:
    """The events of an API stream, until it ends."""
    with httpx.stream("GET", url, headers=headers, timeout=httpx.Timeout(60)) as answer:
        answer.raise_for_status()
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


class Arrive:
    """Creates visitors of a site."""

    def __init__(self, browser: Browser, server: Process) -> None:
        self._browser = browser
        self._server = server
        self._came: list[Visitor] = []

    def __call__(
        self,
        name: str,
        *,
        phone: bool = False,
        dark: bool = False,
        script: bool = True,
        server: Process | None = None,
    ) -> Visitor:
        """A new visitor."""
        site = server or self._server
        visitor = Visitor(self._browser, site, name, phone=phone, dark=dark, script=script)
        self._came.append(visitor)
        return visitor

    def all_leave(self) -> None:
        """Close all browsers; checks that nothing went wrong in them."""
        for visitor in self._came:
            visitor.context.close()
        problems = [problem for visitor in self._came for problem in visitor.unforgiven()]
        assert not problems, problems


def sit_together(game: str, ada: Visitor, ben: Visitor, *others: str, variants: str = "") -> str:
    """Seat both at one table, the second by invitation; the first page updates by itself."""
    table = ada.start(game, "me", "friend", *others, variants=variants)
    ben.accept(ada.invitation())
    for visitor in (ada, ben):
        expect(visitor.page.locator("#table[data-state]")).to_be_visible()
    return table


def next_to_decide(visitors: Sequence[Visitor]) -> Visitor | None:
    """The visitor to decide next; None once all pages show the result."""
    for _glance in range(PATIENCE_MS // GLANCE_MS):
        for visitor in visitors:
            try:
                visitor.page.wait_for_selector(f"{ASKED}, {OVER}", timeout=GLANCE_MS)
            except TimeoutError:
                continue
            if visitor.is_asked():
                return visitor
        if all(visitor.is_over() for visitor in visitors):
            return None
    raise AssertionError([visitor.question.all_text_contents() for visitor in visitors])
