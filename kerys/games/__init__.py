"""The games, by name: every folder in here that holds one."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from importlib import import_module
from pickle import PicklingError, UnpicklingError
from pkgutil import iter_modules

from kerys.kernel.contract import Rules

GAMES: dict[str, Rules] = {
    found.name: found
    for module in iter_modules(__path__)
    if module.ispkg
    for found in vars(import_module(f"{__name__}.{module.name}")).values()
    if isinstance(found, Rules)
}


def pickled_rules(name: str, revision: int) -> Rules:
    """The rules that a pickle names."""
    if name not in GAMES or GAMES[name].revision != revision:
        raise UnpicklingError(
            f"this was pickled with rules {revision} of {name}, which this Kerys doesn't have"
        )
    return GAMES[name]


def _by_name(rules: Rules) -> tuple[Callable[[str, int], Rules], tuple[str, int]]:
    """Rules hold compiled functions, so a pickle only names them."""
    if GAMES.get(rules.name) is not rules:
        raise PicklingError(f"the rules of {rules.name} aren't registered as a game of Kerys")
    return pickled_rules, (rules.name, rules.revision)


copyreg.pickle(Rules, _by_name)
