"""The games, by name: all that installed packages offer under the entry point `kerys.games`."""

from __future__ import annotations

from kerys.kernel.contract import Rules
from kerys.kernel.plugins import Plugins

GAMES: Plugins[Rules] = Plugins("kerys.games", kind=Rules)
