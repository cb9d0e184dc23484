"""The contract of a game, checked at every node of random play in every case."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kerys.kernel.contract import Rules, State
from kerys.testing import Case, cases, check_case, check_wording
from kerys.testing.cases import variants
from kerys.testing.wording import check_texts
from tests.contract.subjects import SUBJECTS
from tests.contract.tiny import TINY, TinyScorer, check_cards, observe, redact, score

VARIANTS = [(name, case) for name, one in SUBJECTS.items() for case in variants(one.game)]
"""Every variant of every game."""
SWITCHED = [
    (name, case)
    for name, one in SUBJECTS.items()
    if not name.startswith("mini ")
    for case in cases(one.game)
]
"""Every number of players times every switch."""


def name_of(value: Any) -> str:
    """A readable test id."""
    return str(value)


@pytest.mark.parametrize(("name", "case"), VARIANTS, ids=name_of)
def test_every_node_keeps_the_contract(name: str, case: Case) -> None:
    subject = SUBJECTS[name]
    check_case(case, check_conserved=subject.check_conserved, scorer=subject.scorer)


@pytest.mark.parametrize(("name", "case"), SWITCHED, ids=name_of)
def test_every_switch_keeps_the_contract_in_play_and_in_words(name: str, case: Case) -> None:
    subject = SUBJECTS[name]
    check_case(case, 1, subject.check_conserved, subject.scorer)
    check_wording(case)


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_action_has_a_text_of_its_own(name: str) -> None:
    check_texts(SUBJECTS[name].game)


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_game_with_sealed_choices_has_them(name: str) -> None:
    assert bool(SUBJECTS[name].game.sealed) == SUBJECTS[name].has_sealed_choices


# --- A suite that can fail ---------------------------------------------------------------------


def broken(**functions: Any) -> Case:
    """The tiny game with some functions replaced."""
    rules: Rules = replace(TINY, **functions)
    return Case(rules, {"players": 3}, 1)


def tells_the_next(state: State, seat: int) -> None:
    """Hides all hands except the next seat's."""
    redact(state, (seat + 1) % 3 if seat >= 0 else seat)


def scores_late(state: State, seat: int) -> int:
    """Returns one point too few."""
    return int(score(state, seat)) - 1


def forgets(state: State, seat: int, chance: Any) -> None:
    """Resamples nothing."""


def observes_all(state: State, seat: int, out: Any) -> None:
    """Shows the first seat's hand to everyone."""
    observe(state, 0, out)


@pytest.mark.parametrize(
    ("functions", "problem"),
    [
        ({"redact": tells_the_next}, ""),
        ({"score": scores_late}, ""),
        ({"resample": forgets}, ""),
        ({"observe": observes_all, "observe_blank": observes_all}, "tells what the view hides"),
        ({"sealed": 0}, "not sealed"),
        ({"most_owners": 3, "owners": lambda state: 4}, "more score"),
    ],
)
def test_a_game_that_breaks_the_contract_is_found_out(
    functions: dict[str, Any], problem: str
) -> None:
    with pytest.raises((AssertionError, IndexError, ValueError)) as caught:
        check_case(broken(**functions), 2, check_cards, TinyScorer)
    assert problem in str(caught.value)


def test_a_switch_that_is_refused_is_found_out() -> None:
    rules = replace(TINY, wording=replace(TINY.wording, players=(2, 3, 4)), most_owners=4)
    with pytest.raises(AssertionError, match="offered but refused"):
        cases(rules)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"wording": replace(TINY.wording, players=(2, 9))}, "2 to 8 players"),
        ({"most_owners": 2}, "more than 2 owners"),
        ({"options": TINY.state["hands"].base}, "lacks players, revision"),
    ],
)
def test_rules_that_other_rooms_cannot_use_are_refused(
    changes: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        replace(TINY, **changes)
