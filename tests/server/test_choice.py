"""The open question as data for its page: what its answers say before they are sent."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kerys.server.pages.choice import choice
from kerys.table.explanations import describe_move
from kerys.table.game import new
from kerys.table.view import View


def told(view: View) -> dict[str, Any]:
    """What the page gets."""
    found: dict[str, Any] = json.loads(bytes(choice(view)))
    return found


def said(asked: dict[str, Any], move: int) -> str:
    """What a page's script says about an answer; empty if it can only name its things."""
    if asked.get("about") and asked["about"][move]:
        return str(asked["about"][move])
    pattern, *things = asked["moves"][move]
    sentence: str = asked["said"][pattern]
    return sentence.format(*(asked["things"][one][1] for one in things))


def text(asked: dict[str, Any], move: int) -> str:
    """The text of an answer."""
    pattern, *things = asked["moves"][move]
    written: str = asked["patterns"][pattern]
    return written.format(*(asked["things"][one][0] for one in things))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_a_page_says_what_each_answer_does(game: str, players: int) -> None:
    table, rng = new(game, players=players, seed=players), random.Random(players)
    spoken = unspoken = 0
    while not table.over:
        view = table.view(table.actors[0])
        asked = told(view)
        sentences = {text(asked, at): said(asked, at) for at in range(len(asked["moves"]))}
        for action in view.legal:
            if sentences[action.text]:
                assert sentences[action.text] == action.describe()
                spoken += 1
            else:
                unspoken += 1
        table.push(view.seat, rng.choice(view.legal))
    assert spoken > 10 * unspoken


def test_what_follows_in_the_same_turn_is_said_too() -> None:
    table = new("mykerinos", players=3, seed=1)
    view = table.view(table.actors[0])
    asked = told(view)
    sentences = {text(asked, at): said(asked, at) for at in range(len(asked["moves"]))}
    table.push(view.seat, "place")
    following = table.view(view.seat)
    for action in following.legal:
        assert sentences[action.text] == action.describe()
        assert describe_move(view, f"place {action.text}")[-1] == action.describe()
