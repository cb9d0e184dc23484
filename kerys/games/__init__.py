"""The games, by name: every folder in here that holds one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from kerys.kernel.contract import Rules

GAMES: dict[str, Rules] = {
    found.name: found
    for module in iter_modules(__path__)
    if module.ispkg
    for found in vars(import_module(f"{__name__}.{module.name}")).values()
    if isinstance(found, Rules)
}
