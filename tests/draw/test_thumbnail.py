"""Small pictures: the board alone, few bytes, with only the colours it uses."""

from __future__ import annotations

import gzip
import random
import re
import xml.etree.ElementTree as ET

import pytest

import kerys
from kerys.draw.palette import COLOURS
from kerys.draw.thumbnail import BOARDS, thumbnail
from kerys.table.game import Game
from kerys.table.png import png

MOST_BYTES = 9_000


def played(name: str, decisions: int) -> Game:
    game, dice = kerys.new(name, players=4, seed=7), random.Random(7)
    while not game.over and game.ply < decisions:
        seat = dice.choice(game.actors)
        game.push(seat, dice.choice(game.view(seat).legal))
    return game


@pytest.mark.parametrize("decisions", [0, 60, 1000])
@pytest.mark.parametrize("name", BOARDS)
def test_a_thumbnail_is_light_and_whole(name: str, decisions: int) -> None:
    view = played(name, decisions).view(kerys.SPECTATOR)
    whole = view.svg(theme="light")
    for words in (False, True):
        picture = thumbnail(view, "light", words=words)
        ET.fromstring(picture)
        assert len(picture) < 0.7 * len(whole)
        assert len(gzip.compress(picture.encode())) < MOST_BYTES
        assert ("<text" in picture) == words
        assert "data-name" not in picture
        assert png(picture, 96)


def test_a_thumbnail_has_the_colours_it_uses_and_no_others() -> None:
    picture = thumbnail(played("ys", 60).view(kerys.SPECTATOR), "auto", words=False)
    style = re.search("<style>(.*?)</style>", picture)
    assert style
    used = {name for _kind, name in re.findall(r"\b([fs])-(\w+)", picture.replace(style[0], ""))}
    told = set(re.findall(r"\.f-(\w+)", style[1]))
    assert used == told < set(COLOURS)
    assert "prefers-color-scheme:dark" in style[1]
