"""The whole suite over one game."""

from __future__ import annotations

from collections.abc import Callable

from kerys.kernel.contract import Rules, State
from kerys.testing.cases import cases
from kerys.testing.contract import GAMES, Scorer, check_case
from kerys.testing.targets import check_targets
from kerys.testing.wording import check_texts, check_wording


def check_game(
    rules: Rules,
    games: int = GAMES,
    check_conserved: Callable[[State], None] = lambda state: None,
    scorer: Callable[[State], Scorer] | None = None,
) -> None:
    """Check the whole contract in every case; an AssertionError names the case."""
    check_texts(rules)
    for case in cases(rules):
        try:
            check_case(case, games, check_conserved, scorer)
            check_wording(case)
        except AssertionError as error:
            raise AssertionError(f"{case}: {error}") from error
    check_targets(rules)
