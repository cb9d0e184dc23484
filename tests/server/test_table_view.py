"""What the page of a table shows beside the board: scores, and who has won."""

from __future__ import annotations

import random

import pytest

from kerys.server import tables
from kerys.server.pages.table_parts import coloured
from kerys.server.pages.table_view import ScoreLine, outcome, show
from kerys.table.commitment import secret_of_seed
from kerys.table.owners import NEUTRAL
from tests.server.live import Live
from tests.server.tools import guests, play, table_for

NEUTRAL_FIRST = "neutral 0"
"""The seed of a deal that the neutral merchant of Ys wins in random play."""


def test_where_the_neutral_is_first_the_page_says_so_and_who_is_ahead(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """YS-R48, YS-P10."""
    monkeypatch.setattr(tables, "fresh_secret", lambda: secret_of_seed(NEUTRAL_FIRST))
    (ann, cookie), (bob, _cookie) = (live.site.people.welcome(name) for name in ("Ann", "Bob"))
    table_id = table_for(live.site, [ann, bob], "ys")
    page = live.visitor()
    page.client.cookies.set("kerys", cookie)
    text = page.get(f"/t/{table_id}").text
    assert text.index("Neutral merchant") < text.index('id="decision"'), "beside the players"
    play(live.site.authority, table_id, random.Random(0))
    text = page.get(f"/t/{table_id}").text
    assert "<h2>Neutral merchant is first; Bob is the best of the players</h2>" in text
    result = text[text.index('<ol class="result">') :]
    order = ("Neutral merchant", "Bob", "Ann")
    places = [result.index(f'<span class="name">{name}<') for name in order]
    assert places == sorted(places)


@pytest.mark.parametrize(("game", "stays"), [("ys", True), ("mykerinos", False)])
def test_the_last_board_stays_on_view_where_the_rules_clear_it(
    live: Live, game: str, stays: bool
) -> None:
    people = guests(live.site, "Ann", "Bob", "Cleo")
    table_id = table_for(live.site, people, game)
    play(live.site.authority, table_id, random.Random(3))
    with live.site.authority.holding(table_id) as owned:
        shown = "".join(show(owned, 0).play)
        board = "".join(owned.begun.last_board(0).board_pieces())
        final = "".join(owned.begun.view(0).board_pieces())
    assert ("The last board, with everything revealed" in shown) is stays
    assert final in shown or stays
    if stays:
        assert board in shown
        assert final not in shown
        assert board.count('data-piece="agent') > 10 > final.count('data-piece="agent')


@pytest.mark.parametrize(
    ("ranks", "sentence"),
    [
        ((1, 3, 2), "Ann wins"),
        ((1, 2, 1), "Ann wins"),
        ((1, 1, 3), "Ann, Bob win together"),
        ((2, 2, 1), "Neutral merchant is first; Ann, Bob are equal"),
    ],
)
def test_players_of_rank_one_win(ranks: tuple[int, ...], sentence: str) -> None:
    """YS-P10."""
    owners = ((0, "Ann"), (1, "Bob"), (NEUTRAL, "Neutral merchant"))
    scored = zip(owners, ranks, strict=True)
    assert outcome([ScoreLine(*owner, 0, rank, False) for owner, rank in scored]) == sentence


def test_names_and_you_have_their_colours() -> None:
    names = (("Ann", "seat0"), ("Anna & Co", "seat1"))
    you = "you", "seat2"
    assert coloured("You win: you 3, Anna & Co 2, Ann 1.", names, you) == (
        '<b class="told-seat2">You</b> win: <b class="told-seat2">you</b> 3, '
        '<b class="told-seat1">Anna &amp; Co</b> 2, <b class="told-seat0">Ann</b> 1.'
    )
    assert coloured("Young and yours <b>.", (), you) == "Young and yours &lt;b&gt;."
