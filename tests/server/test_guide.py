"""How to play: the guides, their pictures, and the rules behind them."""

from __future__ import annotations

import re

import pytest

from kerys.draw.palette import THEMES, Theme
from kerys.games import GAMES
from kerys.server.guide_html import guide_html
from kerys.table.guide import guide_of
from kerys.table.rulebook import statements
from tests.server.visitor import Visitors

PICTURE = re.compile(r'<img [^>]*src="(/guide/[^"]+)"')
ID = re.compile(r' id="([^"]+)"')


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_has_every_section_and_each_id_once(visitors: Visitors, game: str) -> None:
    text = visitors().get(f"/guide/{game}").text
    found = ID.findall(text)
    assert len(set(found)) == len(found)
    for section in guide_of(game).sections:
        assert f'id="{section.anchor}"' in text
    for chapter in guide_of(game).chapters:
        assert f'<a href="#{chapter.anchor}">' in text, "the contents"


@pytest.mark.parametrize("game", GAMES)
def test_rules_stand_at_the_margin_with_their_statements(visitors: Visitors, game: str) -> None:
    ann = visitors()
    text = ann.get(f"/guide/{game}").text
    links = set(re.findall(rf'href="/rules/{game}#([^"]+)"', text))
    assert len(links) > 60
    paragraph = next(one for part in guide_of(game).sections for one in part.paragraphs())
    note = re.search(
        rf'<button [^>]*describedby="([^"]+)">{re.escape(paragraph.rules[0])}</button>', text
    )
    assert note
    assert re.search(rf'<span id="{note[1]}">[^<]+</span>', text)
    rules = ann.get(f"/rules/{game}").text
    own = {rule for rule in statements() if f'id="{rule}"' in rules}
    assert links <= own
    assert own == {one for one in statements() if one[:2] == paragraph.rules[0][:2]}
    inside = set(re.findall(r'<dd>.*?href="#([^"]+)"', rules))
    assert inside <= own


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_drawn_once_and_kept_for_good(visitors: Visitors, game: str) -> None:
    ann = visitors()
    found = PICTURE.findall(ann.get(f"/guide/{game}").text)
    assert len(found) == len(guide_of(game).pictures) + sum(
        one.portrait is not None for one in guide_of(game).sections
    )
    for address in found:
        answer = ann.client.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg ")
        assert "immutable" in answer.headers["cache-control"]
    path = found[0].partition("?")[0]
    assert "immutable" not in ann.client.get(path).headers["cache-control"]
    other = ann.client.get(path.replace("/auto/", "/dark/"))
    assert other.status_code == 200
    assert other.text != ann.client.get(path).text


def test_a_guide_is_made_once_for_all_who_read_it(visitors: Visitors) -> None:
    before = guide_html("ys", "auto", "en")
    visitors().get("/guide/ys")
    assert guide_html("ys", "auto", "en") is before


def test_the_inner_part_can_be_fetched_alone(visitors: Visitors) -> None:
    ann = visitors()
    answer = ann.client.get("/guide/ys", headers={"HX-Request": "true"})
    assert answer.text.lstrip().startswith('<article class="guide"')
    assert "<html" not in answer.text
    assert answer.headers["vary"] == "HX-Request, Accept-Encoding"
    whole = ann.get("/guide/ys").text
    assert answer.text.strip() in whole


@pytest.mark.parametrize(
    "path",
    [
        "/guide/chess",
        "/rules/chess",
        "/guide/ys/picture/auto/nothing.svg",
        "/guide/ys/picture/pink/guide-0-quarter-1.svg",
        "/guide/ys/portrait/auto/violet.svg",
        "/guide/chess/portrait/auto/captain.svg",
        "/guide/chess/picture/auto/guide-0-quarter-1.svg",
    ],
)
def test_what_is_not_there_is_not_found(visitors: Visitors, path: str) -> None:
    assert visitors().client.get(path).status_code == 404


def test_links_lead_there_from_home_from_a_new_table_and_from_a_game(visitors: Visitors) -> None:
    ann = visitors()
    ann.get("/")
    home = ann.page.links
    for game in GAMES:
        assert f"/guide/{game}" in home
        ann.get(f"/new/{game}")
        assert f"/guide/{game}" in ann.page.links
    table = ann.make_table(seat0="me", seat1="beginner", name="Ann")
    ann.get(f"/t/{table}")
    guides = {one.partition("#")[0] for one in ann.page.links if one.startswith("/guide/")}
    assert len(guides) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_have_the_colours_of_the_reader(theme: Theme) -> None:
    html = guide_html("ys", theme, "en").rest
    assert set(re.findall(r'src="/guide/ys/(?:picture|portrait)/(\w+)/', html)) == {theme}
