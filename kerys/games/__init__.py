"""The games, by name: everything that packages offer under the entry point `kerys.games`."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from pickle import PicklingError, UnpicklingError

from kerys.kernel.contract import Rules
from kerys.kernel.plugins import Plugins

GAMES: Plugins[Rules] = Plugins("kerys.games", kind=Rules)


def pickled_rules(name: str, revision: int) -> Rules:
    """The rules that a pickle names."""
    if name not in GAMES or GAMES[name].revision < revision:
        raise UnpicklingError(
            f"this was pickled with rules {revision} of {name}, which this Kerys doesn't have"
        )
    return GAMES[name]


def _by_name(rules: Rules) -> tuple[Callable[[str, int], Rules], tuple[str, int]]:
    """Rules hold compiled functions, so a pickle only names them."""
    if rules.name not in GAMES or GAMES[rules.name] is not rules:
        raise PicklingError(f"the rules of {rules.name} aren't registered as a game of Kerys")
    return pickled_rules, (rules.name, rules.revision)


copyreg.pickle(Rules, _by_name)
