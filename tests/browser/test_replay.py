"""Replaying a finished game: its moments, its viewpoints, its record and its proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Arrive, Visitor
from tests.serving import Process
from tests.terminal.tools import kerys_process


@pytest.fixture(scope="module")
def over(browser: Browser, server: Process) -> str:
    """The name of a public table with a finished game."""
    arrive = Arrive(browser, server)
    host = arrive("Host")
    table = host.start("ys", "me", "beginner", private=False)
    host.finish(table)
    arrive.all_leave()
    return table


def drawn(page: Page) -> str:
    """The board as currently drawn."""
    board = page.locator("#replay .board > svg").filter(visible=True)
    return str(board.evaluate("node => node.outerHTML"))


def scrub(page: Page, moment: int) -> None:
    """Drag the slider to a moment."""
    page.locator("#at").fill(str(moment))
    expect(page.locator("#replay output")).to_contain_text(f"{moment} /")


def test_every_moment_can_be_seen_again_and_linked_to(
    ada: Visitor, over: str, arrive: Arrive
) -> None:
    ada.go(f"/t/{over}/replay?at=0")
    page = ada.page
    ada.mark()
    first = page.locator(".heading").first.inner_text()
    last = int(page.locator("#at").get_attribute("max") or 0)
    scrub(page, last // 2)
    half = page.locator(".heading").first.inner_text()
    assert half != first
    page.locator(".steps a").nth(2).click()
    expect(page.locator("#at")).to_have_value(str(last // 2 + 1))
    page.locator(".steps a").nth(1).click()
    expect(page.locator("#at")).to_have_value(str(last // 2))
    expect(page.locator(".heading").first).to_have_text(half)
    assert ada.has_stayed()

    guest = arrive("Cleo", phone=True)
    guest.go(page.url)
    expect(guest.page.locator("#at")).to_have_value(str(last // 2))
    expect(guest.page.locator(".heading").first).to_have_text(half)


def test_going_back_in_the_browser_goes_back_in_the_game(ada: Visitor, over: str) -> None:
    ada.go(f"/t/{over}/replay?at=0")
    scrub(ada.page, 5)
    scrub(ada.page, 9)
    ada.page.go_back()
    expect(ada.page.locator("#at")).to_have_value("5")
    expect(ada.page.locator("#replay output")).to_contain_text("5 /")


def test_eyes_choose_what_is_hidden_and_screens_come_down_once_over(
    ada: Visitor, over: str
) -> None:
    ada.go(f"/t/{over}/replay?at=20")
    boards = {}
    for eyes in ("", "0", "1", "open"):
        ada.page.select_option("#eyes", eyes)
        ada.page.wait_for_url(f"**eyes={eyes}")
        expect(ada.page.locator("#replay output")).to_contain_text("20 /")
        boards[eyes] = drawn(ada.page)
    assert len(set(boards.values())) == 4, "some eyes see what others see"


def test_screens_stay_up_while_the_game_runs(ada: Visitor) -> None:
    table = ada.start("ys", "me", "beginner", private=False)
    ada.wait_until_asked()
    ada.go(f"/t/{table}/replay")
    expect(ada.page.locator("#eyes option")).to_have_count(2)
    ada.forgive("404")
    for eyes in ("1", "open"):
        answer = ada.page.goto(f"/t/{table}/replay?eyes={eyes}")
        assert answer is not None
        assert answer.status == 404
        expect(ada.problem).to_be_visible()


def test_the_record_of_a_game_verifies(ada: Visitor, over: str, tmp_path: Path) -> None:
    ada.go(f"/t/{over}")
    with ada.page.expect_download() as started:
        ada.page.locator("#table a[download]").first.click()
    record = tmp_path / started.value.suggested_filename
    started.value.save_as(record)
    assert record.suffix == ".kerys"
    done = kerys_process("verify", record)
    assert done.returncode == 0, done.stderr
    record.write_text(record.read_text().replace("open", "hidden", 1))
    assert kerys_process("verify", record).returncode != 0


def test_the_deal_is_shown_before_and_proved_after(ada: Visitor) -> None:
    table = ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    ada.go(f"/t/{table}/proof")
    commitment = ada.page.locator("code").first.inner_text()
    assert len(commitment) == 64
    expect(ada.page.locator(".done")).to_have_count(0)
    ada.finish(table)
    expect(ada.page.locator(".done")).to_be_visible()
    assert ada.page.locator("code").first.inner_text() == commitment
