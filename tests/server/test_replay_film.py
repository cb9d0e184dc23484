"""The film of a replay: every decision, as seen from the chosen viewpoint, a few at a time."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.server.pages.film import Frame
from kerys.server.pages.replay_film import MOST_FRAMES, reel
from kerys.server.pages.table_view import LAYOUTS, play_pieces
from kerys.server.pages.viewpoint import Viewpoint
from kerys.table.errors import GameError
from tests.server.live import Live
from tests.server.page_client import changed
from tests.server.tools import change_row, guests, play, row_of, table_for

EYES = (Viewpoint(SPECTATOR), Viewpoint(0), Viewpoint(2), Viewpoint(SPECTATOR, open=True))


@pytest.fixture(scope="module", params=["ys", "mykerinos"])
def over(quiet: Live, request: pytest.FixtureRequest) -> str:
    """A public table with a finished game."""
    table_id = table_for(quiet.site, guests(quiet.site, "Ann", "Bob", "Cleo"), request.param)
    play(quiet.site.authority, table_id, random.Random(5))
    change_row(quiet.site.authority, table_id, private=False)
    return table_id


def whole_film(live: Live, table_id: str, eyes: Viewpoint, layout: str) -> list[list[Frame]]:
    """All parts of a film, from the start to the end of the game."""
    found, since = [], 0
    with live.site.authority.holding(table_id) as owned:
        while since < owned.begun.ply:
            found.append(reel(owned, eyes, since, layout))
            since = found[-1][-1]["at"]
    return found


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_decision_ends_with_what_its_page_shows(
    quiet: Live, over: str, eyes: Viewpoint, layout: str
) -> None:
    pieces = whole_film(quiet, over, eyes, layout)
    with quiet.site.authority.holding(over) as owned:
        game = owned.begun

        def drawn(ply: int) -> str:
            return "".join(play_pieces(eyes.view(game, ply), owned.known, (layout,)))

        seen = []
        for first, *frames in pieces:
            board = first["board"][1:]
            assert "".join(board) == drawn(first["at"])
            for frame, after in zip(frames, [*frames[1:], None], strict=True):
                board = changed(board, frame["board"])
                if after is None or after["at"] != frame["at"]:
                    seen.append(frame["at"])
                    assert "".join(board) == drawn(frame["at"])
                    assert frame["heading"] == eyes.view(game, frame["at"]).heading()
        assert seen == list(range(1, game.ply + 1))
        said = [frame["say"] for _first, *frames in pieces for frame in frames if frame["say"]]
        assert said == [told.sentences for told in game.story(eyes.seat)]


def test_pieces_are_small(quiet: Live, over: str) -> None:
    pieces = whole_film(quiet, over, EYES[-1], "narrow")
    with quiet.site.authority.holding(over) as owned:
        longest = max(len(EYES[-1].moments(owned.begun, at)) for at in range(owned.begun.ply))
    assert len(pieces) > 2
    assert max(map(len, pieces)) <= max(MOST_FRAMES, longest) + 1


def test_nothing_comes_after_the_end_and_nothing_before_the_beginning(
    quiet: Live, over: str
) -> None:
    with quiet.site.authority.holding(over) as owned:
        last = owned.begun.ply
        (only,) = reel(owned, EYES[0], last, "wide")
        assert only["at"] == last
        for since in (-1, last + 1):
            with pytest.raises(GameError, match=str(last)):
                reel(owned, EYES[0], since, "wide")


def film(live: Live, address: str, **query: Any) -> tuple[int, str]:
    """The response to a stranger's page."""
    answer = live.visitor().get(f"{address}/film", params={"since": 3, **query})
    return answer.status_code, answer.text


def test_whoever_has_the_link_sees_the_same_film_as_at_the_table(quiet: Live, over: str) -> None:
    own = f"/t/{over}/replay"
    shared = f"/t/{over}/shared/{row_of(quiet.site.database, over).share}"
    for eyes in ("", "0", "1", "open"):
        for layout in LAYOUTS:
            status, text = film(quiet, own, eyes=eyes, layout=layout)
            assert status == 200
            assert film(quiet, shared, eyes=eyes, layout=layout) == (200, text)
    assert film(quiet, shared) == film(quiet, own, eyes="open"), "at first all screens are down"
    assert film(quiet, own) == film(quiet, own, eyes=""), "a stranger's own eyes"
    assert film(quiet, own, eyes="0") != film(quiet, own, eyes="open")
    assert film(quiet, f"/t/{over}/shared/{'x' * 22}")[0] == 404
    assert film(quiet, own, eyes="9")[0] == 409


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_other_eyes_are_refused_while_the_game_goes_on(quiet: Live, game: str) -> None:
    people = [quiet.site.people.welcome(name) for name in ("Ann", "Bob", "Cleo")]
    table_id = table_for(quiet.site, [person for person, _cookie in people], game)
    play(quiet.site.authority, table_id, random.Random(6), 12)
    ann = quiet.visitor()
    ann.client.cookies.set("kerys", people[0][1])
    address = f"/t/{table_id}/replay/film?since=2"
    assert ann.get(address).status_code == 200
    own = ann.page.text
    assert ann.get(f"{address}&eyes=0").text == own
    assert ann.get(f"{address}&eyes=").status_code == 200
    for eyes in ("1", "2", "open"):
        refused = ann.get(f"{address}&eyes={eyes}")
        assert refused.status_code == 409
        assert "until the game is over" in refused.text
    assert quiet.visitor().get(address).status_code == 404, "a private table"
    shared = row_of(quiet.site.database, table_id).share
    assert ann.get(f"/t/{table_id}/shared/{shared}/film?since=2").status_code == 404


def test_who_sits_there_can_look_like_a_spectator(quiet: Live) -> None:
    (ann, cookie), (bob, _other) = (quiet.site.people.welcome(name) for name in ("Ann", "Bob"))
    table_id = table_for(quiet.site, [ann, bob], "ys")
    play(quiet.site.authority, table_id, random.Random(6), 20)
    visitor = quiet.visitor()
    visitor.client.cookies.set("kerys", cookie)
    assert "seen by Ann" in visitor.get(f"/t/{table_id}/replay").text
    assert "seen by a spectator" in visitor.get(f"/t/{table_id}/replay?eyes=").text
    assert "seen by Ann" not in visitor.page.text
