"""The contract suite: what every game must fulfil, ours and yours.

    from kerys.testing import check_game
    from my_package import MY_GAME

    def test_my_game_keeps_the_contract() -> None:
        check_game(MY_GAME)

It plays random games of every revision, number of players and switch, and checks every node.
"""

from kerys.testing.cases import Case, cases
from kerys.testing.contract import Scorer, check_case
from kerys.testing.observation import Unread, check_observed
from kerys.testing.suite import check_game
from kerys.testing.targets import check_targets
from kerys.testing.wording import check_wording

__all__ = [
    "Case",
    "Scorer",
    "Unread",
    "cases",
    "check_case",
    "check_game",
    "check_observed",
    "check_targets",
    "check_wording",
]
