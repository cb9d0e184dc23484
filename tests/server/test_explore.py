"""Exploring a finished game: lines that are tried, linked to and kept, and games that go on."""

from __future__ import annotations

import random
import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from sqlalchemy import select

from kerys.server.lines import MOST_KEPT, MOST_KEPT_EACH, MOST_LINE, Line, Lines, tried
from kerys.server.new_table import Plan, Start
from kerys.server.store import Event, KeptLine, Person
from kerys.table.commitment import secret_of_seed
from kerys.table.errors import GameError, SeatError, UndoError
from kerys.table.game import Game
from kerys.table.record_text import read
from kerys.table.variations import decision_texts, walk
from tests.server.live import Live
from tests.server.tools import change_row, guests, play, row_of, table_for

AT = 12


class Finished:
    """A finished game of two people, and the browser of the first."""

    def __init__(self, live: Live, game: str) -> None:
        self.site = live.site
        self.ann, cookie = live.site.people.welcome("Ann")
        [self.bob] = guests(live.site, "Bob")
        self.table = table_for(live.site, [self.ann, self.bob], game=game)
        deal = secret_of_seed("explored")  # the same game in every run
        change_row(
            live.site.authority,
            self.table,
            key=deal.key,
            salt=deal.salt,
            commitment=deal.commitment,
        )
        play(live.site.authority, self.table, random.Random(3))
        self.browser = live.visitor()
        self.browser.client.cookies.set("kerys", cookie)
        self.address = f"/t/{self.table}/replay"
        self.shared = f"/t/{self.table}/shared/{row_of(live.site.database, self.table).share}"

    def game(self) -> Game:
        return self.site.authority.read(self.table, lambda game, _events: game.copy())

    def line(self, number: int = 0, length: int = 1, at: int = AT) -> Line:
        """A line that isn't what was played; each number gives another one."""
        game = self.game()
        going, rng = game.fork(at), random.Random(number)
        played = game.move_at(at)
        others = [one for one in going.legal(played.seat) if one.code != played.code]
        going.push(played.seat, others[number % len(others)])
        for _one in range(length - 1):
            going.push(going.actors[0], rng.choice(going.legal(going.actors[0])))
        texts = decision_texts(going)[at:]
        return Line(at, tuple(f"{seat} {text}" for seat, text in texts))


@pytest.fixture(scope="module", params=["ys", "mykerinos"])
def over(quiet: Live, request: pytest.FixtureRequest) -> Finished:
    return Finished(quiet, request.param)


@pytest.fixture
def fresh(quiet: Live) -> Finished:
    return Finished(quiet, "mykerinos")


def query(line: Line, **more: object) -> str:
    return urlencode({"at": line.at, "line": line.decisions or "", **more}, doseq=True)


def lines_in(page: str) -> list[str]:
    """The decisions of the line on a page."""
    found = re.findall(r'<span class="number">(\d+\.)</span>.*?</span> ([^<]+)</a>', page)
    return [unescape(f"{number} {text}") for number, text in found]


# --- Trying ---


def test_a_line_is_offered_at_every_moment_of_a_finished_game(over: Finished) -> None:
    browser = over.browser
    browser.get(f"{over.address}?at={AT}")
    offered = [one for one in browser.page.links if "line=" in one]
    assert len(offered) == 1
    assert any(f"/replay/play-on?at={AT}" in one for one in browser.page.links)
    assert browser.get(offered[0]).status_code == 200
    assert 'id="choosing"' in browser.page.text
    last = over.game().ply
    browser.get(f"{over.address}?at={last}")
    assert not [one for one in browser.page.links if "line=" in one]


def test_decisions_are_tried_one_after_another_and_taken_back(over: Finished) -> None:
    browser = over.browser
    browser.get(f"{over.address}?{query(Line(AT))}")
    wanted = []
    for number in range(3):
        form = next(one for one in browser.page.forms if "/replay/try?" in one.action)
        move = form.choices["move"][-1]
        assert browser.post(form.action, {"move": move}).status_code == 200
        wanted.append(f"{AT + number + 1}. {move}")
        assert lines_in(browser.page.text) == wanted
    assert browser.answer is not None
    assert len(parse_qs(urlsplit(str(browser.answer.url)).query)["line"]) == 3
    back = next(one for one in browser.page.links if "step=2" in one)
    browser.get(back)
    assert lines_in(browser.page.text) == wanted
    assert browser.page.text.count('class="later"') == 1
    assert over.game().over, "the game itself is as it was"


def test_trying_what_is_there_goes_on_and_trying_something_else_cuts_the_rest(
    over: Finished,
) -> None:
    line, browser = over.line(0, 3), over.browser
    there = f"{over.address}/try?{query(line, step=1)}"
    browser.post(there, {"move": line.decisions[1].partition(" ")[2]})
    assert len(lines_in(browser.page.text)) == 3
    going = tried(over.game(), Line(AT, line.decisions[:1]))
    seat = going.actors[0]
    played = line.decisions[1].partition(" ")[2]
    other = next((one.text for one in going.legal(seat) if one.text != played), None)
    assert other is not None
    browser.post(there, {"move": other})
    assert lines_in(browser.page.text) == [
        f"{AT + 1}. {line.decisions[0].partition(' ')[2]}",
        f"{AT + 2}. {other}",
    ]


def test_anyone_with_the_link_sees_and_continues_the_line(quiet: Live, over: Finished) -> None:
    line, eve = over.line(1, 2), quiet.visitor()
    assert eve.get(f"{over.address}?{query(line)}").status_code == 404, "a private table"
    over.browser.get(f"{over.address}?{query(line)}")
    [link] = re.findall(r'value="([^"]+line=[^"]+)" data-copy', over.browser.page.text)
    link = unescape(link)
    assert link.startswith(f"{quiet.url}{over.shared}?")
    assert eve.get(link.removeprefix(quiet.url)).status_code == 200
    assert len(lines_in(eve.page.text)) == 2
    assert "/lines?" not in eve.page.text, "only players keep lines"
    form = next(one for one in eve.page.forms if "/try?" in one.action)
    eve.post(form.action, {"move": form.choices["move"][0]})
    assert eve.path == over.shared
    assert len(lines_in(eve.page.text)) == 3


def test_things_are_explained_in_a_line_too(quiet: Live, over: Finished) -> None:
    line = over.line(0, 2)
    for address, browser in ((over.address, over.browser), (over.shared, quiet.visitor())):
        told = browser.get(f"{address}/explain?thing=heading&{query(line)}")
        assert told.status_code == 200
        assert told.json()["title"]
    assert over.browser.get(f"{over.address}/explain?thing=heading&at=3&line=x").status_code == 409


def test_a_line_that_ends_the_game_says_who_would_have_won(over: Finished) -> None:
    game = over.game()
    texts = [f"{seat} {text}" for seat, text in decision_texts(game)]
    line = Line(game.ply - 2, tuple(texts[-2:]))
    over.browser.get(f"{over.address}?{query(line)}")
    assert over.browser.status == 200
    assert "over at the end of this line" in over.browser.page.text
    assert 'id="choosing"' not in over.browser.page.text
    assert "/play-on" not in over.browser.page.text
    over.browser.post(f"{over.address}/try?{query(line)}", {"move": "pass"})
    assert (over.browser.status, over.browser.problem) == (409, "The game is over.")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (["0 fly"], "'0 fly'|can't be made"),
        (["9 pass"], "can't be made"),
        (["pass"], "isn't a decision"),
        (["0 " + "x" * 300], "isn't a decision"),
        (["<b>"], "isn't a decision"),
        (["0 pass"] * (MOST_LINE + 2), "line"),
    ],
)
def test_an_impossible_line_is_refused_clearly(
    over: Finished, line: list[str], problem: str
) -> None:
    for address in (over.address, over.shared):
        over.browser.get(f"{address}?{urlencode({'at': AT, 'line': line}, doseq=True)}")
        assert over.browser.status == 422
        assert re.search(problem, over.browser.problem)


def test_an_impossible_start_or_move_is_refused(over: Finished) -> None:
    browser = over.browser
    for at in (-1, 10_000):
        assert browser.get(f"{over.address}?at={at}&line=").status_code == 422
        assert "no ply" in browser.problem
    browser.post(f"{over.address}/try?{query(Line(AT))}", {"move": "fly away"})
    assert browser.status == 409
    assert "fly away" in browser.problem
    assert 'id="choosing"' in browser.page.text, "it can be tried again"


def test_a_running_game_has_no_lines(quiet: Live) -> None:
    person, cookie = quiet.site.people.welcome("Cleo")
    table = table_for(quiet.site, [person, *guests(quiet.site, "Dan")])
    cleo = quiet.visitor()
    cleo.client.cookies.set("kerys", cookie)
    cleo.get(f"/t/{table}/replay")
    assert "line=" not in cleo.page.text
    assert cleo.get(f"/t/{table}/replay?at=0&line=").status_code == 422
    assert "once the game is over" in cleo.problem
    assert cleo.post(f"/t/{table}/replay/try?at=0&line=", {"move": "pass"}).status_code == 422
    assert cleo.get(f"/t/{table}/replay/play-on?at=0").status_code == 409
    assert cleo.post(f"/t/{table}/lines?at=0&line=0+pass").status_code == 422


def test_a_line_has_a_longest_length(over: Finished, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("lines", "pages.line_view"):
        monkeypatch.setattr(f"kerys.server.{module}.MOST_LINE", 4)
    line = over.line(0, 4)
    over.browser.get(f"{over.address}?{query(line)}")
    assert "can't be longer" in over.browser.page.text
    assert 'id="choosing"' not in over.browser.page.text
    with pytest.raises(GameError, match="at most 4 decisions"):
        tried(over.game(), Line(AT, (*line.decisions, line.decisions[-1])))


def test_a_decision_of_a_line_is_judged_when_asked(live: Live) -> None:
    over = Finished(live, "mykerinos")
    browser, line = over.browser, over.line(0, 2)
    browser.get(f"{over.address}?{query(line)}")
    assert 'class="judged"' not in browser.page.text
    form = next(one for one in browser.page.forms if "/replay/judge?" in one.action)
    assert browser.post(form.action, {}).status_code == 200
    told = re.findall(r'<span class="judged">([^<]+)</span>', browser.page.text)
    assert len(told) == 1, "only the decision that led here"
    assert told[0].split(":")[0] in ("best", "good", "inaccuracy", "mistake", "blunder")
    assert "/replay/judge?" not in browser.page.text, "it is judged already"
    browser.get(f"{over.address}?{query(line, step=1)}")
    assert f'<span class="judged">{told[0]}</span>' in browser.page.text
    assert "/replay/judge?" in browser.page.text


def test_whoever_has_the_link_can_have_a_line_judged(live: Live) -> None:
    over = Finished(live, "mykerinos")
    share = live.site.visits.look(over.ann, over.table, lambda visit, _owned: visit.table.share)
    stranger = live.visitor()
    stranger.get(f"/t/{over.table}/shared/{share}?{query(over.line())}")
    form = next(one for one in stranger.page.forms if "/judge?" in one.action)
    assert stranger.post(form.action, {}).status_code == 200
    assert 'class="judged"' in stranger.page.text
    assert stranger.post(form.action.replace(share, "x" * 12), {}).status_code == 404


def test_what_cannot_be_judged_is_said(over: Finished) -> None:
    browser = over.browser
    browser.post(f"{over.address}/judge?{query(Line(AT))}", {})
    assert "Try a decision first." in browser.page.text
    browser.post(f"{over.address}/judge?{query(over.line())}", {})
    assert "can&#39;t be judged now" in browser.page.text, "this site has stopped its bots"


# --- Keeping ---


def keep(finished: Finished, line: Line, comment: str = "", who: Person | None = None) -> None:
    finished.site.lines.keep(who or finished.ann, finished.table, line, comment)


def test_a_kept_line_is_listed_and_part_of_the_record(fresh: Finished) -> None:
    line, browser = fresh.line(0, 3), fresh.browser
    browser.get(f"{fresh.address}?{query(line)}")
    form = next(one for one in browser.page.forms if "/lines?" in one.action)
    browser.post(form.action, {"comment": "  better\n<so> "})
    assert browser.status == 200
    assert "better &lt;so&gt;" in browser.page.text
    record = read(browser.get(f"/t/{fresh.table}/record.kerys").text)
    [kept] = record.variations
    assert (kept.at, kept.comment) == (AT, "better <so>")
    assert [f"{seat} {text}" for seat, text in kept.decisions] == list(line.decisions)
    record.verify()
    browser.get(f"{fresh.address}?at=3")
    there = next(one for one in browser.page.links if "line=" in one and "step=0" in one)
    browser.get(there)
    assert len(lines_in(browser.page.text)) == 3


def test_kept_lines_outlive_the_memory_and_follow_a_guest(fresh: Finished) -> None:
    keep(fresh, fresh.line(0, 2))
    fresh.site.authority.drop(fresh.table)
    with fresh.site.authority.holding(fresh.table) as owned:
        assert [one.name for one in owned.kept] == ["Ann"]


def test_lines_that_share_decisions_are_nested_in_the_record(fresh: Finished) -> None:
    first = fresh.line(0, 3)
    keep(fresh, first)
    going = tried(fresh.game(), Line(AT, first.decisions[:1]))
    played = first.decisions[1].partition(" ")[2]
    seat = going.actors[0]
    other = next(one.text for one in going.legal(seat) if one.text != played)
    keep(fresh, Line(AT, (first.decisions[0], f"{seat} {other}")), who=fresh.bob)
    with fresh.site.authority.holding(fresh.table) as owned:
        assert [one.name for one in owned.kept] == ["Ann", "Bob"]
    record = read(fresh.browser.get(f"/t/{fresh.table}/record.kerys").text)
    assert [place for place, _one in walk(record.variations)] == [(0,), (0, 0)]


def test_a_line_that_is_there_already_is_refused(fresh: Finished) -> None:
    line = fresh.line(0, 2)
    keep(fresh, line)
    played = Line(AT, tuple(f"{s} {t}" for s, t in decision_texts(fresh.game())[AT : AT + 2]))
    for known in (line, Line(AT, line.decisions[:1]), played, Line(AT)):
        with pytest.raises(GameError, match="already part"):
            keep(fresh, known)
    with fresh.site.database.reading() as session:
        assert len(session.scalars(select(KeptLine.id)).all()) >= 1


def test_what_a_line_shares_with_the_game_is_left_out(fresh: Finished) -> None:
    line = fresh.line(0, 1)
    before = [f"{s} {t}" for s, t in decision_texts(fresh.game())[AT - 2 : AT]]
    keep(fresh, Line(AT - 2, (*before, *line.decisions)))
    with fresh.site.authority.holding(fresh.table) as owned:
        assert [(one.ply, len(one.decisions)) for one in owned.kept] == [(AT, 1)]


def test_only_players_keep_lines_and_the_address_says_so(quiet: Live, fresh: Finished) -> None:
    [eve] = guests(quiet.site, "Eve")
    change_row(quiet.site.authority, fresh.table, private=False)
    for who in (eve, None):
        with pytest.raises(SeatError, match="Only players"):
            quiet.site.lines.keep(who, fresh.table, fresh.line(), "")
    visitor = quiet.visitor()
    visitor.post(f"/t/{fresh.table}/lines?{query(fresh.line())}")
    assert (visitor.status, visitor.problem[:12]) == (409, "Only players")


def test_too_long_a_comment_is_refused(fresh: Finished) -> None:
    with pytest.raises(GameError, match="at most 200"):
        keep(fresh, fresh.line(), "x" * 201)


def test_there_are_limits_for_each_player_and_for_the_game(
    fresh: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (MOST_KEPT_EACH, MOST_KEPT) == (16, 32)
    monkeypatch.setattr("kerys.server.lines.MOST_KEPT_EACH", 2)
    monkeypatch.setattr("kerys.server.lines.MOST_KEPT", 3)
    lines = [fresh.line(0, 1, at) for at in (3, 5, 7, 9)]
    for line in lines[:2]:
        keep(fresh, line)
    with pytest.raises(GameError, match="You have kept 2"):
        keep(fresh, lines[2])
    keep(fresh, lines[2], who=fresh.bob)
    with pytest.raises(GameError, match="3 lines are kept"):
        keep(fresh, lines[3], who=fresh.bob)


def test_a_line_is_removed_by_its_player_or_the_creator(quiet: Live, fresh: Finished) -> None:
    lines: Lines = fresh.site.lines
    keep(fresh, fresh.line(0))
    keep(fresh, fresh.line(0, 1, 9), who=fresh.bob)
    with fresh.site.authority.holding(fresh.table) as owned:
        anns, bobs = (one.id for one in owned.kept)
    with pytest.raises(SeatError, match="removed by"):
        lines.remove(fresh.bob, fresh.table, anns)
    other = Finished(quiet, "mykerinos")
    with pytest.raises(GameError, match="isn't kept"):
        lines.remove(other.ann, other.table, anns)
    lines.remove(fresh.ann, fresh.table, bobs)
    browser = fresh.browser
    browser.get(f"{fresh.address}?at=5")
    browser.send("/lines/remove?at=5&eyes=0")
    assert "kept" not in [one for one in browser.page.links]
    with fresh.site.authority.holding(fresh.table) as owned:
        assert owned.kept == ()


# --- Playing on ---


def go_on(finished: Finished, ply: int = AT, *seats: str) -> str:
    start = Start(finished.game().fork(ply), f"{finished.address}?at={ply}")
    plan = Plan(start.game.name, seats or ("me", "beginner"))
    return finished.site.tables.make(finished.ann, plan, start)


def test_a_game_goes_on_from_a_moment_of_another(quiet: Live, over: Finished) -> None:
    browser = over.browser
    browser.get(f"{over.address}/play-on?at={AT}")
    assert "for study" in browser.page.text
    form = next(one for one in browser.page.forms if "/play-on?" in one.action)
    assert form.fields["seat0"] == "me", "as before"
    browser.post(form.action, {**form.fields, "seat1": "friend"})
    assert re.fullmatch(r"/t/\w+", browser.path)
    table = browser.path.removeprefix("/t/")
    assert "whose deal is known" in browser.page.text
    row = row_of(quiet.site.database, table)
    assert (row.status, row.events, row.given) == ("open", AT, AT)
    assert row.continued == f"{over.address}?at={AT}"
    seat = quiet.site.tables.look(table, over.ann).seats[1]
    assert "whose deal is known" in quiet.visitor().get(f"/i/{seat.invitation}").text
    quiet.site.tables.sit_down(over.bob, table, 1, seat.invitation)
    old = over.game()
    new = quiet.site.authority.read(table, lambda game, _events: game.copy())
    assert new.moves == old.moves[:AT]
    assert new.before(AT).tobytes() == old.before(AT).tobytes()
    row = row_of(quiet.site.database, table)
    assert row.awaited == sum(1 << seat for seat in new.actors)
    assert not new.revealed, "screens are up while it is played"
    assert "For study" in browser.get("/").text


def test_such_a_game_is_played_to_its_end_and_reloaded(quiet: Live, over: Finished) -> None:
    table = go_on(over, AT, "me", "friend")
    seat = quiet.site.tables.look(table, over.ann).seats[1]
    quiet.site.tables.sit_down(over.bob, table, 1, seat.invitation)
    play(quiet.site.authority, table, random.Random(8))
    quiet.site.authority.drop(table)
    text = over.browser.get(f"/t/{table}/record.kerys").text
    record = read(text)
    assert record.verify().moves[:AT] == over.game().moves[:AT]
    proof = over.browser.get(f"/t/{table}/proof").text
    assert "the deal was no secret here" in proof
    assert "Checked just now" in proof
    assert "was drawn from a secret key before the first move" not in proof
    assert f"{over.address}?at={AT}" in over.browser.page.links


def test_what_was_decided_before_cannot_be_taken_back(quiet: Live, over: Finished) -> None:
    game = over.game()
    ply = next(
        ply
        for ply in range(3, game.ply)
        if any(game.fork(ply).undoable(seat) is not None for seat in range(2))
    )
    seat = next(seat for seat in range(2) if game.fork(ply).undoable(seat) is not None)
    table = go_on(over, ply, "me", "friend")
    invitation = quiet.site.tables.look(table, over.ann).seats[1].invitation
    quiet.site.tables.sit_down(over.bob, table, 1, invitation)
    with quiet.site.authority.holding(table) as owned:
        assert not owned.may_undo(seat)
    with pytest.raises(UndoError, match="stand"):
        quiet.site.authority.undo(table, seat, None)
    with quiet.site.database.reading() as session:
        log = session.scalars(select(Event.made_by).where(Event.table_id == table)).all()
    assert set(log) == {"given"}


def test_a_line_can_be_played_on_too(quiet: Live, over: Finished) -> None:
    line, eve = over.line(0, 3), quiet.visitor()
    eve.get(f"{over.shared}/play-on?{query(line, step=2)}")
    assert "as in your line" in eve.page.text
    form = next(one for one in eve.page.forms if "/play-on?" in one.action)
    eve.post(form.action, {**form.fields, "name": "Eve", "seat0": "me", "seat1": "friend"})
    table = eve.path.removeprefix("/t/")
    assert row_of(quiet.site.database, table).given == AT + 2
    assert "Free this seat" in eve.page.text


def test_nobody_plays_on_where_it_is_over_or_with_other_seats(quiet: Live, over: Finished) -> None:
    browser, last = over.browser, over.game().ply
    assert browser.get(f"{over.address}/play-on?at={last}").status_code == 409
    assert "over here" in browser.problem
    assert browser.get(f"{over.address}/play-on?at={last + 1}").status_code == 409
    there = f"{over.address}/play-on?at={AT}"
    browser.post(there, {"seat0": "me", "seat1": "friend", "seat2": "friend"})
    assert (browser.status, browser.problem) == (422, "This game has 2 seats.")
    browser.post(there, {"seat0": "me", "seat1": "nobody"})
    assert browser.status == 422
    with pytest.raises(GameError, match="over here"):
        go_on(over, last)


def test_playing_again_deals_anew(quiet: Live, over: Finished) -> None:
    table = go_on(over, AT, "me", "friend")
    invitation = quiet.site.tables.look(table, over.ann).seats[1].invitation
    quiet.site.tables.sit_down(over.bob, table, 1, invitation)
    play(quiet.site.authority, table, random.Random(9))
    again = quiet.site.tables.play_again(over.ann, table)
    row = row_of(quiet.site.database, again)
    assert (row.given, row.continued) == (0, "")
    assert row.commitment != row_of(quiet.site.database, table).commitment
