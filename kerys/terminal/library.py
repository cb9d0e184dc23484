"""The games on this computer: where they are saved, which there are, and how to begin one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR, State
from kerys.locale import _
from kerys.table.commitment import a_secret
from kerys.table.errors import GameError, RecordError
from kerys.table.game import Game, dealt
from kerys.table.record import GameRecord, agreement, load
from kerys.terminal.folders import SUFFIX, data_folder
from kerys.terminal.saves import Saved, check_free, open_game, sealed_path
from kerys.terminal.seats import seats, usual_asks


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
    """A new file in the data folder; games that begin in the same second have numbers."""
    name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path, number = data_folder() / f"{name}{SUFFIX}", 2
    while path.exists() or sealed_path(path).exists():
        path, number = data_folder() / f"{name}-{number}{SUFFIX}", number + 1
    return path


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
    options: State,
    *,
    bots: list[str] | None = None,
    names: list[str] | None = None,
    seat: int = 0,
    seed: str | None = None,
    path: Path | None = None,
    asks: int | None = None,
) -> Saved:
    """A new game with its seats filled, to be saved in the data folder unless a path is named.

    Bots and names are as `seats` takes them. Without a seed, nobody can know the deal. Without
    `asks`, the usual number of questions to the master is agreed on.
    """
    secret = a_secret(seed)
    called, who = seats(game, int(options.players), seat, bots, names, secret.commitment)
    path = _free_path(game, path)
    saved = Saved(dealt(GAMES[game], options, secret, called), who, path)
    saved.agree(usual_asks(who) if asks is None else asks)
    return saved


def go_on_from(
    moment: Game,
    seat: int,
    bots: list[str] | None = None,
    names: list[str] | None = None,
    path: Path | None = None,
) -> Saved:
    """A game that goes on from a moment of a finished one: with its deal, which is known."""
    if moment.over:
        raise GameError(_("The game is over here: choose an earlier moment to play on from."))
    if not moment.revealed or moment.secret is None:
        raise GameError(_("You can play on from a game that is over."))
    commitment = moment.secret.commitment
    called, who = seats(moment.name, moment.players, seat, bots, names, commitment)
    path = _free_path(moment.name, path)
    first, wording = moment.before(0), moment.rules.wording
    agreed = agreement(moment.rules, wording.plain_options(first), int(first.revision))
    game = dealt(moment.rules, agreed, moment.secret, called)
    for move in moment.moves:
        game.push(move.seat, move.code)
    return Saved(game, who, path)


def _free_path(game: str, path: Path | None) -> Path:
    """The file of a new game, by default in the data folder."""
    if path is None:
        path = fresh_path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
    check_free(path)
    return path
