"""The heading, the drawing and the text describe the phase of a game in the same words."""

from __future__ import annotations

import random
from html import unescape

import pytest

import kerys.draw  # noqa: F401
from kerys.games import GAMES
from kerys.table import new


@pytest.mark.parametrize("name", GAMES)
def test_drawing_and_text_say_what_the_heading_says(name: str) -> None:
    game, rng, headings = new(name, seed="phases"), random.Random(5), set[str]()
    while not game.over:
        view = game.view(game.actors[0])
        if view.heading() not in headings:
            headings.add(view.heading())
            where, _colon, phase = view.heading().partition(": ")
            title = unescape(view.svg().split("<title>")[1].split("</title>")[0])
            for said in (title, view.text().replace("\n", " ")):
                assert where in said
                assert phase[:1].upper() + phase[1:] in said
        game.push(view.seat, rng.choice(view.legal))
    assert len(headings) > 10
    assert "The game is over" in game.view(0).text()
    assert game.view(0).heading() == "The game is over"
