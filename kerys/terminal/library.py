"""The games on this computer: where they are saved, which there are, and how to begin one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.table.commitment import a_secret
from kerys.table.errors import GameError, RecordError
from kerys.table.game import dealt
from kerys.table.record import GameRecord, load
from kerys.terminal.folders import SUFFIX, data_folder
from kerys.terminal.saves import Saved, check_free, open_game
from kerys.terminal.seats import seats


@dataclass(frozen=True)
class SavedGame:
    """A file with a game."""

    path: Path
    record: GameRecord
    round: str
    """The round it has reached; empty if it is over or can't be continued."""
    changed: datetime

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.record.status == "over"


def fresh_path(game: str) -> Path:
    """A new file in the data folder."""
    return data_folder() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}{SUFFIX}"


def saved_games(folder: Path | None = None) -> list[SavedGame]:
    """The games in a folder, newest first; files that hold none are left out."""
    found = []
    for path in (folder or data_folder()).glob(f"*{SUFFIX}"):
        try:
            changed = datetime.fromtimestamp(path.stat().st_mtime)
            record = load(path)
            found.append(SavedGame(path, record, _round_of(path, record), changed))
        except (RecordError, OSError):
            continue
    return sorted(found, key=lambda one: one.changed, reverse=True)


def _round_of(path: Path, record: GameRecord) -> str:
    """The round that a running game has reached."""
    if record.status == "over":
        return ""
    try:
        return open_game(path).game.view(SPECTATOR).round_name()
    except GameError:
        return ""


def begin(
    game: str,
    options: Mapping[str, Any],
    bots: Sequence[str] | None,
    name: str,
    path: Path | None = None,
) -> Saved:
    """A new game for one person in the first seat and bots in the others."""
    rules = GAMES[game]
    agreed = rules.configure(**options)
    secret = a_secret(None)
    if path is None:
        path = fresh_path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
    check_free(path)
    chosen = None if bots is None else list(bots)
    called, who = seats(game, int(agreed.players), 0, chosen, [name], secret.commitment)
    return Saved(dealt(rules, agreed, secret, called), who, path)
