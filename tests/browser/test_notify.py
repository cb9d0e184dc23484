"""Turn notices: sounds, the title, the icon and notifications."""

from __future__ import annotations

import base64
from typing import Any

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.people import SIZES, Arrive, Visitor, sit_together
from tests.browser.shots import shot
from tests.browser.test_chat import say
from tests.server.live import wait_for
from tests.server.push_service import FakeBrowser
from tests.server.visitor import TIMEOUT_S

SPY = """
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard.push(this.frequency.value);
    return start.call(this, at);
  };
  const burst = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at) {
    window.heard.push("noise");
    return burst.call(this, at);
  };
"""
"""Records the sounds that are played, since tests can't hear them."""
ASKED_FOR = """
  window.locks = 0;
  if (navigator.locks) {  // about:blank has none
    const request = LockManager.prototype.request;
    LockManager.prototype.request = function (name, options, first) {
      const decided = async (lock) => {
        const played = first(lock);
        window.locks += 1;
        if (lock) await new Promise((done) => setTimeout(done, 60_000));
        return played;
      };
      return request.call(this, name, options, decided);
    };
  }
"""
"""Counts how often a tab has asked whether it may sound; who may goes on for a minute, so that a
slow tab still finds it busy."""
HIDE = """
  Object.defineProperty(document, "hidden", { get: () => true });
  Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
"""
"""Makes a page think that it is in the background; in tests, pages are always in front."""
NOTE = """
  const kept = () => JSON.parse(localStorage.getItem("shown") || "[]");
  const keep = (all) => localStorage.setItem("shown", JSON.stringify(all));
  const worker = ServiceWorkerRegistration.prototype, show = worker.showNotification;
  worker.showNotification = async function (title, more) {
    await show.call(this, title, more);
    keep([...kept(), { title, body: more.body, tag: more.tag, data: more.data }]);
  };
  worker.getNotifications = async () => kept().map((one) =>
    ({ ...one, close: () => keep(kept().filter((other) => other.tag !== one.tag)) }));
"""
"""Records the notifications that a page shows and closes.

A headless browser shows them nowhere, and sometimes forgets one when asked for the list.
"""
SHOWN = "JSON.parse(localStorage.getItem('shown') || '[]')"
MOST_SCRIPTS = 3000


def icon(page: Page) -> str:
    return str(page.locator("#icon").get_attribute("href"))


def turn_icon(page: Page) -> bool:
    return "/turn.svg" in icon(page)


def expect_icon(page: Page, name: str) -> None:
    page.wait_for_function("name => document.getElementById('icon').href.includes(name)", arg=name)


def by_turns(ada: Visitor, ben: Visitor) -> tuple[Visitor, Visitor]:
    """The visitor to move, and the one who waits."""
    return (ada, ben) if ada.is_asked() else (ben, ada)


def pass_on(asked: Visitor, waiting: Visitor) -> None:
    """Decide until it is the other visitor's turn."""
    while not waiting.is_asked():
        asked.decide()
        for visitor in (asked, waiting):
            visitor.wait_for_state(max(asked.state, waiting.state))


# --- Title and icon -----------------------------------------------------------------------------


def test_the_title_and_the_icon_tell_whose_turn_it_is(ada: Visitor, ben: Visitor) -> None:
    ada.page.set_viewport_size(SIZES["tablet"])
    sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    expect(asked.page).to_have_title("● Your turn · Mykerinos · Kerys")
    expect(waiting.page).to_have_title("Mykerinos · Kerys")
    expect_icon(asked.page, "turn.svg")
    expect_icon(waiting.page, "kerys.svg")
    address = icon(asked.page)
    assert httpx.get(asked.server.url + address, trust_env=False, timeout=TIMEOUT_S).is_success
    pass_on(asked, waiting)
    expect(waiting.page).to_have_title("● Your turn · Mykerinos · Kerys")
    expect_icon(waiting.page, "turn.svg")
    expect_icon(asked.page, "kerys.svg")
    waiting.go(f"/t/{waiting.table}")
    assert turn_icon(waiting.page), "as the server sends it"


def test_the_list_of_tables_tells_that_one_of_them_waits(ada: Visitor, ben: Visitor) -> None:
    table = sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    home = waiting.context.new_page()
    home.goto("/")
    assert not turn_icon(home)
    pass_on(asked, waiting)
    home.evaluate("htmx.ajax('GET', '/', {source: '#tables-live', select: '#tables-live'})")
    expect_icon(home, "turn.svg")
    expect(home).to_have_title("(1) Kerys")
    home.goto(f"/t/{table}/replay")
    assert not turn_icon(home)


# --- Sounds -------------------------------------------------------------------------------------


def played(page: Page) -> list[Any]:
    found: list[Any] = page.evaluate("window.heard")
    return found


def sounding(page: Page) -> bool:
    """Whether a tab of this browser has just played a sound."""
    return bool(page.evaluate("navigator.locks.query().then(({ held }) => held.length)"))


def hear(page: Page, number: int) -> None:
    """Wait until this many sounds have been played."""
    page.wait_for_function("number => window.heard.length >= number", arg=number)


def switch_sound(visitor: Visitor) -> None:
    visitor.page.evaluate("document.getElementById('settings').open = true")
    visitor.page.locator("[data-setting=sound]").click()


def test_sounds_are_off_until_somebody_switches_them_on(ada: Visitor, ben: Visitor) -> None:
    for visitor in (ada, ben):
        visitor.context.add_init_script(SPY)
    sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    box = waiting.page.locator("[data-setting=sound]")
    expect(box).not_to_be_checked()
    switch_sound(waiting)
    hear(waiting.page, 1)
    bell = len(played(waiting.page))
    wait_for(lambda: not sounding(waiting.page))
    pass_on(asked, waiting)
    hear(waiting.page, 2 * bell)
    assert played(waiting.page)[:bell] == played(waiting.page)[bell : 2 * bell]
    assert played(asked.page) == []
    switch_sound(waiting)
    expect(box).not_to_be_checked()
    known = len(played(waiting.page))
    pass_on(waiting, asked)
    pass_on(asked, waiting)
    assert len(played(waiting.page)) == known


def test_of_several_tabs_one_sounds(ada: Visitor, ben: Visitor) -> None:
    for visitor in (ada, ben):
        visitor.set("sound", "on")
        visitor.context.add_init_script(SPY + ASKED_FOR)
    table = sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    other = waiting.context.new_page()
    other.goto(f"/t/{table}")
    for page in (waiting.page, other):
        page.locator("#content").click(position={"x": 1, "y": 1})
        page.evaluate("window.heard = [], window.locks = 0")
    pass_on(asked, waiting)
    for page in (waiting.page, other):
        page.wait_for_function("() => window.locks > 0")
    heard = [len(played(page)) > 0 for page in (waiting.page, other)]
    assert sorted(heard) == [False, True]


def test_what_is_revealed_and_the_end_have_sounds_of_their_own(ada: Visitor) -> None:
    ada.set("sound", "on")
    ada.context.add_init_script(SPY)
    table = ada.start("ys", "me", "beginner", "beginner")
    ada.wait_until_asked()
    ada.page.locator("#content").click(position={"x": 1, "y": 1})
    ada.page.evaluate("document.dispatchEvent(new Event('kerys:revealed'))")
    ada.page.wait_for_function("() => window.heard.includes('noise')")
    ada.finish(table, watching=True)
    expect(ada.page.locator("#decision.over")).to_be_visible()
    ada.page.wait_for_function("() => window.heard.includes(392)")  # the lowest note of the chord


def test_a_page_that_nobody_has_touched_keeps_silent(ada: Visitor, ben: Visitor) -> None:
    """Browsers would log a warning. Test actions count as user activation, so it is overridden."""
    for visitor in (ada, ben):
        visitor.set("sound", "on")
        visitor.context.add_init_script(SPY)
        visitor.context.add_init_script(
            "Object.defineProperty(navigator, 'userActivation', "
            "{ value: { hasBeenActive: false } })"
        )
    sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    pass_on(asked, waiting)
    assert waiting.page.evaluate("setting('sound')") == "on"
    assert played(waiting.page) == []


# --- Notifications ------------------------------------------------------------------------------


def pretend_to_subscribe(context: BrowserContext, browser: FakeBrowser) -> None:
    """Let the browser subscribe to a push service that doesn't exist.

    Real ones can't be reached from a test, and Chromium's own `subscribe` fails without one.
    """
    form = browser.form
    keys = {name: form[name] for name in ("p256dh", "auth")}
    told = {"endpoint": form["endpoint"], "keys": keys}
    context.add_init_script(
        f"""if (window.PushManager) {{
          PushManager.prototype.subscribe = async (how) => {{
            window.asked = how;
            return {{ toJSON: () => ({told}) }};
          }};
        }}"""
    )


def switch(visitor: Visitor) -> None:
    """Toggle notifications."""
    visitor.page.evaluate("document.getElementById('notices')?.setAttribute('open', '')")
    visitor.page.locator("#push-on").click()


def shown(page: Page) -> list[dict[str, str]]:
    """The notifications currently shown."""
    found: list[dict[str, str]] = page.evaluate(SHOWN)
    return found


def is_subscribed(visitor: Visitor) -> bool:
    return bool(visitor.context.request.get("/push").json()["on"])


def wait_switched(visitor: Visitor, value: str | None) -> None:
    visitor.page.wait_for_function(
        "value => localStorage.getItem('kerys-notify') === value", arg=value
    )
    expect(visitor.page.locator("#push-on")).to_be_enabled()


def test_a_browser_subscribes_with_a_click_and_unsubscribes_with_another(ada: Visitor) -> None:
    ada.context.grant_permissions(["notifications"])
    pretend_to_subscribe(ada.context, FakeBrowser("https://push.example/ada"))
    ada.start("ys", "me", "beginner", "beginner")
    ada.wait_until_asked()
    worker = "navigator.serviceWorker.getRegistration().then(Boolean)"
    assert not ada.page.evaluate(worker), "nothing is registered before somebody wants it"
    switch(ada)
    wait_switched(ada, "push")
    expect(ada.page.locator("#push-on")).to_be_checked()
    expect(ada.page.locator("#push-note")).to_be_empty()
    assert ada.page.evaluate(worker)
    assert is_subscribed(ada)
    asked = ada.page.evaluate("window.asked")
    assert asked["userVisibleOnly"] is True
    key = asked["applicationServerKey"]
    assert len(base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))) == 65
    ada.go("/account")
    expect(ada.page.locator("#push-on")).to_be_checked()
    shot(ada.page, "account-with-notifications")
    switch(ada)
    wait_switched(ada, None)
    expect(ada.page.locator("#push-on")).not_to_be_checked()
    assert not is_subscribed(ada)


def test_who_signs_out_is_no_longer_subscribed(ada: Visitor) -> None:
    ada.context.grant_permissions(["notifications"])
    pretend_to_subscribe(ada.context, FakeBrowser("https://push.example/ada-who-leaves"))
    ada.start("ys", "me", "beginner", "beginner")
    ada.go("/account")
    ada.page.fill("form[action='/account/make'] input[name=login]", "ada-who-leaves")
    ada.page.fill("form[action='/account/make'] input[name=password]", "a long secret")
    ada.page.click("form[action='/account/make'] button")
    switch(ada)
    wait_switched(ada, "push")
    ada.page.get_by_role("button", name="Sign out on this device").click()
    ada.page.wait_for_url("**/")
    ada.start("ys", "me", "beginner", "beginner")
    wait_switched(ada, None)
    expect(ada.page.locator("#push-on")).not_to_be_checked()


def test_without_a_push_service_an_open_page_tells(ada: Visitor, ben: Visitor) -> None:
    """As in Chromium here, which has no push service."""
    for visitor in (ada, ben):
        visitor.context.grant_permissions(["notifications"])
        visitor.context.add_init_script(NOTE)
        visitor.forgive("Push API")
    table = sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    switch(waiting)
    wait_switched(waiting, "page")
    expect(waiting.page.locator("#push-note")).to_contain_text("only while a table is open")
    expect(waiting.page.locator("#push-on")).to_be_checked()
    shot(waiting.page, "notifications-without-push")
    waiting.page.evaluate(HIDE)
    pass_on(asked, waiting)
    assert wait_for(lambda: shown(waiting.page)) == [
        {
            "title": "Your turn · Mykerinos · Kerys",
            "body": "",
            "tag": f"push-{table}",
            "data": f"/t/{table}",
        }
    ]
    say(asked, "Are you there?")
    wait_for(lambda: len(shown(waiting.page)) == 2)
    assert shown(waiting.page)[1] == {
        "title": "Mykerinos · Kerys",
        "body": f"{asked.name} Are you there?",
        "tag": f"talk-{table}",
        "data": f"/t/{table}",
    }
    waiting.page.reload()
    wait_for(lambda: not shown(waiting.page))


def test_a_visible_page_shows_no_notification(ada: Visitor, ben: Visitor) -> None:
    for visitor in (ada, ben):
        visitor.context.grant_permissions(["notifications"])
        visitor.context.add_init_script(NOTE)
        visitor.forgive("Push API")
    sit_together("mykerinos", ada, ben)
    asked, waiting = by_turns(ada, ben)
    switch(waiting)
    wait_switched(waiting, "page")
    pass_on(asked, waiting)
    assert shown(waiting.page) == []


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only over https"),
        ("delete window.Notification", "doesn't offer notifications"),
        (
            "Object.defineProperty(Notification, 'permission', { value: 'denied' })",
            "blocks notifications from this site",
        ),
    ],
)
def test_where_nothing_can_be_shown_the_panel_says_why(
    arrive: Arrive, script: str, words: str
) -> None:
    ada = arrive("Ada")
    ada.context.add_init_script(script)
    ada.start("ys", "me", "friend")
    ada.page.evaluate("document.getElementById('notices').open = true")
    expect(ada.page.locator("#push-note")).to_contain_text(words)
    expect(ada.page.locator("#push-on")).to_be_disabled()
    expect(ada.page.locator("#push-on")).not_to_be_checked()


def test_a_click_on_a_notification_goes_to_its_table(ada: Visitor) -> None:
    """Runs the service worker itself, with what the browser would pass to it."""
    ada.go("/")
    script = httpx.get(
        f"{ada.server.url}/service-worker.js", trust_env=False, timeout=TIMEOUT_S
    ).text
    run = """async ([script, open]) => {
      const handlers = {}, done = [];
      const page = (path) => ({
        url: `https://kerys.example${path}`,
        focus: () => done.push(`focus ${path}`),
      });
      const self = {
        addEventListener: (kind, handler) => { handlers[kind] = handler; },
        registration: { showNotification: (...told) => done.push(told) },
        clients: {
          matchAll: async () => open.map(page),
          openWindow: (path) => done.push(`open ${path}`),
        },
      };
      new Function("self", script)(self);
      const waits = [];
      const event = (more) => ({ waitUntil: (one) => waits.push(one), ...more });
      const told = { title: "Your turn at Ys", body: "With Ben", tag: "push-x", url: "/t/x" };
      handlers.push(event({ data: { json: () => told } }));
      handlers.notificationclick(event({ notification: { close() {}, data: "/t/x" } }));
      await Promise.all(waits);
      return done;
    }"""
    # The site's policy forbids evaluating text as a script; a blank page has no policy.
    page = ada.context.new_page()
    told, opened = page.evaluate(run, [script, ["/", "/t/other"]])
    assert told[0] == "Your turn at Ys"
    assert (told[1]["body"], told[1]["tag"], told[1]["data"]) == ("With Ben", "push-x", "/t/x")
    assert opened == "open /t/x"
    assert page.evaluate(run, [script, ["/", "/t/x"]])[1] == "focus /t/x"


def test_what_is_added_to_a_page_is_light(ada: Visitor) -> None:
    ada.go("/")
    sizes = {}
    for name in ("sounds.js", "notify.js"):
        address = f"{ada.server.url}/static/{name}"
        headers = {"Accept-Encoding": "gzip"}
        with httpx.stream(
            "GET", address, headers=headers, trust_env=False, timeout=TIMEOUT_S
        ) as answer:
            assert answer.headers["content-encoding"] == "gzip"
            sizes[name] = sum(len(chunk) for chunk in answer.iter_raw())
    assert sum(sizes.values()) < MOST_SCRIPTS, sizes
