"""Games on disk: a record that all may read and, while the game runs, its sealed truth beside it.

`friday.kerys` tells what every player may know. `friday.kerys.sealed` holds the deal and what was
hidden; it is needed to go on, and goes away when the game is over and the record tells all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import RecordError
from kerys.table.game import Game
from kerys.table.record import Record, load, record_of, sealed_record

SEALED_SUFFIX = ".sealed"


def sealed_path(path: Path) -> Path:
    """Where the truth of a running game lies."""
    return path.with_name(path.name + SEALED_SUFFIX)


@dataclass
class Saved:
    """A game and the file it lives in."""

    game: Game
    bots: tuple[str, ...]
    """For each seat the bot that plays it, or nothing."""
    path: Path
    _written: int = field(default=-1, repr=False)

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, bot in enumerate(self.bots) if not bot]

    def save(self) -> None:
        """Write what has happened; after this no crash can lose it."""
        if self._written == self.game.ply:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        sealed = sealed_path(self.path)
        if self.game.over:
            record_of(self.game, bots=self.bots).save(self.path)
            sealed.unlink(missing_ok=True)
        else:
            sealed_record(self.game, self.bots).save(sealed)
            record_of(self.game, SPECTATOR, self.bots).save(self.path)
        self._written = self.game.ply

    def undone(self) -> None:
        """Something was taken back: what is written is no longer what is true."""
        self._written = -1


def open_game(path: Path) -> Saved:
    """A game from its file: the finished record, or the sealed truth of a running one."""
    record = load(path)
    if record.status == "sealed":
        open_file = path.name.removesuffix(SEALED_SUFFIX)
        raise RecordError(
            _("this is the sealed part of a running game: open {file}").format(file=open_file),
            file=str(path),
        )
    if record.status == "running":
        record = _sealed(path, record)
    return Saved(record.replay(), record.bots, path)


def _sealed(path: Path, record: Record) -> Record:
    """The truth that belongs to the record of a running game."""
    file = sealed_path(path)
    if not file.exists():
        raise RecordError(
            _("the game is still running, and {file} is missing: the deal lies in there").format(
                file=file.name
            ),
            file=str(path),
        )
    sealed = load(file)
    if sealed.commitment != record.commitment:
        raise RecordError(_("this is the sealed part of another game"), file=str(file))
    return sealed
