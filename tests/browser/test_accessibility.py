"""Every page, on desktop and phone, in light and dark: accessible, and never too wide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.lines import leave_the_game
from tests.browser.people import DESK, PHONE, Arrive, Visitor, sit_together
from tests.browser.shots import shot
from tests.server.postbox import opened_postbox
from tests.serving import AT_ONCE, Process

SIZES = {"desk": DESK, "phone": PHONE}
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SERIOUS = ("serious", "critical")
COLOURS_ONLY = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}

BELOW_FOOTER = """() => document.documentElement.scrollHeight - window.scrollY - Math.max(
  window.innerHeight, document.querySelector("body > footer").getBoundingClientRect().bottom)"""


class Inspection:
    """Checks pages in all sizes and colour schemes, and collects the problems."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def __call__(self, page: Page, name: str) -> None:
        """Check a page and keep screenshots."""
        for size, room in SIZES.items():
            page.set_viewport_size(room)  # type: ignore[arg-type]
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > room["width"]:
                self.found.append(f"{name} is {wide} wide on a {size}")
            if size == "desk" and page.evaluate(BELOW_FOOTER) > 1:
                self.found.append(f"{name} goes on below its end on a {size}")
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                options: dict[str, Any] = {"resultTypes": ["violations"]}
                if scheme == "dark":
                    options |= COLOURS_ONLY  # everything else is the same in both colour schemes
                self._note(f"{name}, {size}, {scheme}", Axe().run(page, options=options).response)
                shot(page, f"{name}-{size}-{scheme}")
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
        page.emulate_media(color_scheme="light")

    def _note(self, where: str, response: dict[str, Any]) -> None:
        for one in response["violations"]:
            if one["impact"] in SERIOUS:
                places = [" ".join(node["target"]) for node in one["nodes"]][:3]
                self.found.append(f"{where}: {one['id']} ({one['help']}) at {places}")


@pytest.fixture
def inspect() -> Iterator[Inspection]:
    """An inspection that must find no problems."""
    inspection = Inspection()
    yield inspection
    assert not inspection.found, "\n".join(inspection.found)


def test_pages_before_a_game(inspect: Inspection, arrive: Arrive, ada: Visitor) -> None:
    new = arrive("Cleo")
    new.go("/")
    inspect(new.page, "home-first-visit")
    new.go("/account")
    inspect(new.page, "account-nobody")
    new.forgive("404")
    new.go("/t/nosuchtabl")
    inspect(new.page, "error")
    for game in ("ys", "mykerinos"):
        new.go(f"/new/{game}")
        unfold_all(new.page)
        inspect(new.page, f"new-{game}")
    ada.start("ys", "me", "friend", "anyone", "beginner", private=False)
    inspect(ada.page, "waiting-host")
    new.go(ada.invitation())
    inspect(new.page, "invited")
    new.go(f"/t/{ada.table}")
    inspect(new.page, "waiting-lobby")
    ada.go("/account")
    inspect(ada.page, "account-guest")
    ada.go("/")
    inspect(ada.page, "home-my-tables")


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_a_table_from_its_first_question_to_its_proof(
    game: str, inspect: Inspection, ada: Visitor, arrive: Arrive
) -> None:
    table = ada.start(game, "me", "beginner", "beginner")
    if game == "ys":
        ada.wait_for_state(2)  # both bots have sealed their bids
    ada.wait_until_asked()
    with quiet(ada):
        inspect(ada.page, f"{game}-first-question")
    for _decision in range(6):
        ada.wait_until_asked()
        ada.decide()
    ada.wait_until_asked()
    ada.choose()
    unfold_all(ada.page)
    with quiet(ada):
        inspect(ada.page, f"{game}-to-be-confirmed-all-unfolded")
    ada.finish(table)
    expect(ada.page.locator("#question")).to_have_count(0)
    ada.unfold()
    unfold_all(ada.page)
    inspect(ada.page, f"{game}-over")
    ada.go(f"/t/{table}/replay?at=20&eyes=open")
    inspect(ada.page, f"{game}-replay-open")
    leave_the_game(ada, table, 20)
    inspect(ada.page, f"{game}-line")
    ada.page.click("#keep button")
    expect(ada.page.locator("#kept li")).to_have_count(1)
    inspect(ada.page, f"{game}-kept-line")
    ada.page.click("#play-on")
    ada.page.wait_for_selector("form#play-on")
    inspect(ada.page, f"{game}-play-on")
    ada.go(f"/t/{table}/proof")
    inspect(ada.page, f"{game}-proof")


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_pages_to_learn_from(game: str, inspect: Inspection, arrive: Arrive) -> None:
    new = arrive("Cleo")
    new.go(f"/guide/{game}")
    new.page.locator(".rule button").first.focus()
    inspect(new.page, f"guide-{game}")
    new.go(f"/rules/{game}")
    inspect(new.page, f"rules-{game}")


def test_a_table_while_others_decide(inspect: Inspection, ada: Visitor, ben: Visitor) -> None:
    sit_together("mykerinos", ada, ben)
    waiting, asked = (ben, ada) if ada.is_asked() else (ada, ben)
    waiting.page.fill("#say", "Take your time")
    waiting.page.press("#say", "Enter")
    expect(asked.page.locator("#messages")).to_contain_text("Take your time")
    inspect(waiting.page, "mykerinos-waiting-for-a-friend")


def test_pages_of_an_account_and_of_its_mail(
    inspect: Inspection, arrive: Arrive, tmp_path: Path
) -> None:
    with opened_postbox() as (box, port):
        sender = ("--mail-from", "kerys@example.org", "--url", "http://kerys.example")
        mail = ("--mail", f"127.0.0.1:{port}", *sender)
        with Process(tmp_path, *mail, program=AT_ONCE) as server:
            ada = arrive("Ada", server=server)
            ada.go("/account")
            ada.page.fill("form[action='/account/make'] input[name=login]", "ada")
            ada.page.fill("form[action='/account/make'] input[name=password]", "a long secret")
            ada.page.click("form[action='/account/make'] button")
            ada.page.fill("input[name=email]", "ada@example.org")
            ada.page.click("form[action='/account'] button")
            expect(ada.page.locator("form[action='/account/mail']")).to_be_visible()
            inspect(ada.page, "account-with-password-and-mail")
            [(_to, letter)] = box.got
            asked = re.search(r"http://kerys\.example(/mail/\S+)", letter.partition("\r\n\r\n")[2])
            assert asked
            ada.go(asked[1])
            inspect(ada.page, "mail")
            ada.page.click("button[value=yes]")
            expect(ada.page.locator(".done")).to_contain_text("ada@example.org")
            inspect(ada.page, "mail-confirmed")


def unfold_all(page: Page) -> None:
    """Open all folded sections."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


@contextmanager
def quiet(visitor: Visitor) -> Iterator[None]:
    """Check that the page doesn't change during an inspection: only this visitor can move."""
    state = visitor.state
    yield
    assert visitor.state == state
