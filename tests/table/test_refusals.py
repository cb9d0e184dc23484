"""Every illegal action is refused with a reason, and the reason is true."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kerys.games.mykerinos.actions import Question as MykerinosQuestion
from kerys.games.ys.actions import Question as YsQuestion
from kerys.table import IllegalMove, View
from tests.contract.subjects import case_name
from tests.table import reasons_mykerinos, reasons_ys
from tests.table.reasons import Asked, check_claim
from tests.table.tools import REAL_CASES, Case, nodes, refusal, start, state_of

CLAIMS = {"ys": reasons_ys.CLAIMS, "mykerinos": reasons_mykerinos.CLAIMS}
QUESTIONS = {"ys": set(map(int, YsQuestion)), "mykerinos": set(map(int, MykerinosQuestion))}
SELDOM = {"ys": 8, "mykerinos": 4}
"""How many sentences random play may miss; the next modules have a board for each."""
OFTEN = 2
"""How many times every action is tried at a question; after that, only a few."""


def check_sentence(sentence: str) -> None:
    """Check that it is a whole sentence without unfilled placeholders."""
    assert sentence == sentence.strip()
    assert sentence[0].isupper() or sentence[0].isdigit() or sentence[1].isdigit()
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert not set("{}") & set(sentence)
    assert "None" not in sentence
    assert "-1" not in sentence


def tried(view: View, actions: list[int]) -> set[str]:
    """Refuse actions in a view; returns the patterns of the sentences used."""
    wording, asked = view.rules.wording, Asked(view)
    legal = {action.code for action in view.legal}
    said = set()
    for action in actions:
        if action not in legal:
            sentence = wording.refuse(view.state, view.seat, action)
            check_sentence(sentence)
            said.add(check_claim(CLAIMS[view.game], asked, wording.text(action), sentence))
    return said


@pytest.mark.parametrize("name", CLAIMS)
def test_every_other_action_is_refused_with_a_true_reason(name: str) -> None:
    """All actions at the first nodes of every question in every variant, and some at all others."""
    rng = random.Random(12)
    asked: Counter[tuple[Case, int]] = Counter()
    said: set[str] = set()
    for case in REAL_CASES:
        if case[0] != name:
            continue
        for seed in range(2 if name == "mykerinos" else 1):
            for game in nodes(start(case, seed), rng):
                question = (case, int(state_of(game).question))
                asked[question] += 1
                everything = range(game.rules.actions)
                often = asked[question] <= OFTEN
                actions = list(everything) if often else rng.sample(everything, 4)
                for seat in game.actors[:1]:
                    said |= tried(game.view(seat), actions)
    assert {question for _case, question in asked} == QUESTIONS[name] - {0}
    assert len(CLAIMS[name]) - len(said) <= SELDOM[name]


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_reason_comes_with_the_error(case: Case) -> None:
    rng = random.Random(13)
    for game in nodes(start(case, 13), rng):
        seat = game.actors[0]
        legal = {action.code for action in game.legal(seat)}
        illegal = rng.choice([code for code in range(game.rules.actions) if code not in legal])
        text = game.rules.wording.text(illegal)
        if text.endswith((" up", " down", " from front")):
            continue  # the next module tests whether these are parsed as one action
        reason = game.rules.wording.refuse(game.view(seat).state, seat, illegal)
        for move in (illegal, text):
            error = refusal(game, seat, move)
            assert type(error) is IllegalMove
            assert str(error) == f"'{text}' can't be played: {reason}"
        if game.ply == 60:
            break
