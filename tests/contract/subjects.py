"""The games that must keep the contract, with what the suite needs to know about each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from kerys.games import GAMES
from kerys.games.mykerinos.options import MINI as MYKERINOS_MINI
from kerys.games.ys.options import MINI as YS_MINI
from kerys.kernel.contract import Rules
from kerys.testing import Scorer
from tests.contract.minis import MiniMykerinos, MiniYs
from tests.contract.tiny import TINY, TinyScorer, check_cards
from tests.mykerinos.conservation import check_cubes
from tests.mykerinos.referee import Referee as MykerinosReferee
from tests.ys.conservation import check_agents_and_gems
from tests.ys.referee import Referee as YsReferee
from tests.ys.referee_table import Deal


@dataclass(frozen=True)
class Subject:
    """A game under test."""

    game: Rules
    check_conserved: Callable[[Any], None]
    """Fails if a piece was lost or created."""
    scorer: Callable[[Any], Scorer]
    """Creates an independent scorer from a freshly dealt state."""
    has_sealed_choices: bool = True


SUBJECTS = {
    "ys": Subject(GAMES["ys"], check_agents_and_gems, lambda state: YsReferee(Deal.of(state))),
    "mykerinos": Subject(GAMES["mykerinos"], check_cubes, MykerinosReferee.of, False),
    "mini ys": Subject(
        replace(GAMES["ys"], variants=(YS_MINI,)),
        check_agents_and_gems,
        lambda state: MiniYs(Deal.of(state)),
    ),
    "mini mykerinos": Subject(
        replace(GAMES["mykerinos"], variants=(MYKERINOS_MINI,)),
        check_cubes,
        MiniMykerinos.of,
        False,
    ),
    "tiny": Subject(TINY, check_cards, TinyScorer),
}

CASES = [(name, index) for name, one in SUBJECTS.items() for index in range(len(one.game.variants))]
"""Every variant of every game."""
LONG_CASES = [case for case in CASES if not case[0].startswith("mini ")]
"""The cases without the mini games, where too little happens for some tests."""


def case_name(case: tuple[str, int]) -> str:
    """A readable test id."""
    name, index = case
    options = SUBJECTS[name].game.variants[index]
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])
