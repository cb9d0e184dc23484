"""Who may see and join a table, and how visitors are identified."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.people import Arrive, Visitor, sit_together


def test_a_private_table_does_not_exist_for_others(
    ada: Visitor, ben: Visitor, arrive: Arrive
) -> None:
    table = sit_together("mykerinos", ada, ben)
    cleo = arrive("Cleo")
    cleo.forgive("404")
    cleo.start("ys", "me", "beginner")
    never = "nosuchtabl"
    key = cleo.key()
    for path in ("", "/stream", "/replay", "/proof", "/record.kerys"):
        refused = cleo.context.request.get(f"/t/{table}{path}")
        assert refused.status == 404, path
        unknown = cleo.context.request.get(f"/t/{never}{path}")
        assert refused.text().replace(table, never) == unknown.text(), path
    for path in ("", "/stream"):
        headers = {"Authorization": f"Bearer {key}"}
        answer = cleo.context.request.get(f"/api/tables/{table}{path}", headers=headers)
        assert answer.status == 404, path
    for path in ("/move", "/undo", "/say", "/leave", "/give-up", "/close", "/bot", "/free", "/sit"):
        form: dict[str, str | float | bool] = {"seat": 0, "move": "place", "text": "hello"}
        answer = cleo.context.request.post(f"/t/{table}{path}", form=form)
        assert answer.status == 404, path
    cleo.go(f"/t/{table}")
    expect(cleo.page.locator("h1")).to_be_visible()
    expect(cleo.page.locator("#table")).to_have_count(0)
    cleo.go("/")
    expect(cleo.page.locator(f"a[href*='{table}']")).to_have_count(0)


def test_a_link_seats_one_friend_only(ada: Visitor, ben: Visitor, arrive: Arrive) -> None:
    ada.start("ys", "me", "friend", "friend")
    link = ada.invitation()
    ben.accept(link)
    expect(ada.page.locator("#table")).to_contain_text("Ben")
    assert ada.invitation() != link
    cleo = arrive("Cleo")
    cleo.go(link)
    expect(cleo.problem).to_be_visible()
    expect(cleo.page.locator("form[action$='/sit']")).to_have_count(0)


def test_a_table_in_the_lobby_is_joined_and_watched(
    ada: Visitor, ben: Visitor, arrive: Arrive
) -> None:
    table = ada.start("mykerinos", "me", "anyone", private=False)
    ben.go("/")
    ben.page.click(f"a[href='/t/{table}'] >> nth=0")
    ben.sit_down()
    for visitor in (ada, ben):
        expect(visitor.question).to_be_visible()
    cleo = arrive("Cleo")
    cleo.go("/")
    cleo.page.click(f"a[href='/t/{table}'] >> nth=0")
    expect(cleo.question).to_be_visible()
    asked = ada if ada.is_asked() else ben
    asked.decide()
    cleo.wait_for_state(asked.state)
    assert not cleo.is_asked()
    expect(cleo.page.locator("#say")).to_have_count(0)


def test_whose_turn_it_is_stands_on_the_first_page_and_in_the_title(ada: Visitor) -> None:
    table = ada.start("ys", "me", "beginner", "beginner")
    ada.wait_until_asked()
    expect(ada.page).to_have_title("● Your turn · Ys · Kerys")
    ada.go("/")
    expect(ada.page).to_have_title("(1) Kerys")
    first = ada.page.locator("main ul li").first
    expect(first).to_contain_text("Your turn")
    expect(first.locator(f"a[href='/t/{table}']")).to_be_visible()


def test_a_bot_takes_a_seat_that_no_friend_took(ada: Visitor) -> None:
    ada.start("mykerinos", "me", "friend")
    ada.page.select_option("form[action$='/bot'] select", "beginner")
    ada.page.click("form[action$='/bot'] button")
    ada.wait_until_asked()
    expect(ada.page.locator(".players .name[title$='(beginner)']")).to_have_count(1)
    expect(ada.page.locator(".players .face")).to_have_count(1)


def test_a_bot_chosen_for_a_seat_stays_chosen_while_the_page_updates(
    ada: Visitor, ben: Visitor
) -> None:
    ada.start("mykerinos", "me", "friend", "friend")
    chosen = ada.page.locator("select#bot-2")
    chosen.select_option("beginner")
    ben.accept(ada.invitation())
    expect(ada.page.locator("#seat-1")).to_contain_text("Ben")
    expect(chosen).to_have_value("beginner")
    ada.page.click("form[action$='/bot'] button")
    expect(ada.page.locator(".players .name[title$='(beginner)']")).to_have_count(1)


def test_a_guest_becomes_an_account_and_plays_on_from_another_device(
    ada: Visitor, arrive: Arrive
) -> None:
    table = ada.start("mykerinos", "me", "beginner")
    ada.wait_until_asked()
    tab = ada.context.new_page()
    tab.goto("/account")
    tab.fill("form[action='/account/make'] input[name=login]", f"ada-{table}")
    tab.fill("form[action='/account/make'] input[name=password]", "a long enough secret")
    tab.click("form[action='/account/make'] button")
    expect(tab.locator("main")).to_contain_text(f"ada-{table}")

    second = arrive("Ada again", phone=True)
    second.forgive("404", "422")
    refused = second.context.request.get(f"/t/{table}")
    assert refused.status == 404
    second.go("/account")
    for password in ("a wrong secret", "a long enough secret"):
        second.page.fill("form[action='/account/in'] input[name=login]", f"ada-{table}")
        second.page.fill("form[action='/account/in'] input[name=password]", password)
        second.page.click("form[action='/account/in'] button")
        if password.startswith("a wrong"):
            expect(second.problem).to_be_visible()
    second.page.wait_for_url(f"{second.server.url}/")
    second.page.click(f"a[href='/t/{table}'] >> nth=0")
    second.wait_until_asked()
    second.decide()
    ada.wait_for_state(second.state)


def test_another_number_of_players_keeps_what_was_chosen_and_enter_makes_the_table(
    ada: Visitor,
) -> None:
    ada.go("/new/mykerinos?players=4")
    ada.page.fill("main input[name=name]", "Ada")
    ada.page.select_option("select[name=seat1]", "beginner")
    ada.page.click("button[name=players][value='2']")
    expect(ada.page.locator("select[name^=seat]")).to_have_count(2)
    expect(ada.page.locator("select[name=seat1]")).to_have_value("beginner")
    expect(ada.page.locator("input[name=name]")).to_have_value("Ada")
    ada.page.press("input[name=name]", "Enter")
    ada.page.wait_for_url("**/t/*")
    expect(ada.page.locator(".players .name[title$='(beginner)']")).to_have_count(1)
    expect(ada.page.locator(".players .face")).to_have_count(1)
