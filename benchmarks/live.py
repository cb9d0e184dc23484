"""How soon a decision appears on a friend's page: `python -m benchmarks.live`.

Two people play against each other in two browsers. This measures the time from the click on one
page until the other shows the new state: first while nobody else is on the site, then while bots of
the strongest level think at other tables of the same server.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import ARGUMENTS
from tests.browser.finding import find_chromium
from tests.browser.people import PATIENCE_MS, Arrive, Visitor, next_to_decide, sit_together, stream
from tests.serving import Process

DECISIONS = 60
BUSY_TABLES = 4
LEVEL = "grandmaster"

PRESSED = """() => document.addEventListener("click", (event) => {
  if (event.target.closest("#confirm")) window.pressed = Date.now();
}, true)"""
SHOWN = """() => {
  const look = () => {
    const state = Number(document.getElementById("table").dataset.state);
    if (state > (window.seen ?? -1)) { window.seen = state; window.shown = Date.now(); }
  };
  look();
  new MutationObserver(look).observe(
    document.body, { attributes: true, childList: true, subtree: true });
}"""


def keep_busy(server: Process, key: str, enough: threading.Event) -> None:
    """Play any move against three bots, game after game, so that they keep thinking."""
    headers = {"Authorization": f"Bearer {key}"}
    with (
        suppress(httpx.TransportError),  # the server stops before its last stream ends
        httpx.Client(base_url=server.url, headers=headers, timeout=60) as site,
    ):
        while not enough.is_set():
            wanted = {"game": "ys", "seats": ["me", LEVEL, LEVEL, LEVEL]}
            table = site.post("/api/tables", json=wanted).raise_for_status().json()["id"]
            for seen in stream(f"{server.url}/api/tables/{table}/stream", headers):
                if enough.is_set():
                    return
                if seen["my_turn"]:
                    answer = {"move": seen["legal"][0], "revision": seen["revision"]}
                    site.post(f"/api/tables/{table}/moves", json=answer)


def waits(ada: Visitor, ben: Visitor) -> list[float]:
    """Milliseconds from one player's click until the other sees the result, for some decisions."""
    sit_together("mykerinos", ada, ben)
    for one in (ada, ben):
        one.page.evaluate(PRESSED)
        one.page.evaluate(SHOWN)
    found: list[float] = []
    while len(found) < DECISIONS:
        deciding = next_to_decide((ada, ben))
        assert deciding is not None, "the game ended before enough decisions were made"
        other = ben if deciding is ada else ada
        deciding.choose()
        before = deciding.state
        deciding.confirm()
        other.wait_for_state(before + 1)
        shown = other.page.evaluate("window.shown")
        found.append(shown - deciding.page.evaluate("window.pressed"))
    return found


def measured(browser: Browser, server: Process, busy: int) -> list[float]:
    """The waits while some number of other tables are busy."""
    arrive = Arrive(browser, server)
    enough = threading.Event()
    ada, ben = arrive("Ada"), arrive("Ben", phone=True)
    host = arrive("Host")
    host.start("mykerinos", "me", "beginner")
    key = host.key()
    others = [
        threading.Thread(target=keep_busy, args=(server, key, enough), daemon=True)
        for _table in range(busy)
    ]
    for one in others:
        one.start()
    try:
        return waits(ada, ben)
    finally:
        enough.set()


def main() -> None:
    """Measure and print."""
    expect.set_options(timeout=PATIENCE_MS)
    print("| other tables with bots thinking | decisions | median ms | 95% ms | most ms |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        for busy in (0, BUSY_TABLES):
            home = Path(folder) / str(busy)
            home.mkdir()
            with Process(home) as server:
                found = measured(browser, server, busy)
            print(
                f"| {busy} | {len(found)} | {statistics.median(found):.0f} | "
                f"{statistics.quantiles(found, n=20)[-1]:.0f} | {max(found):.0f} |"
            )


if __name__ == "__main__":
    main()
