"""Games on disk: a public record and, while the game runs, a sealed file with the full state.

`friday.kerys` holds what every player may know. `friday.kerys.sealed` holds the deal and everything
hidden; it is needed to continue, and is removed when the game is over and the record is complete.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import GameError, RecordError
from kerys.table.game import Game
from kerys.table.record import GameRecord, load, record_of, sealed_record, write_whole
from kerys.table.variations import Place, Variations

SEALED_SUFFIX = ".sealed"


def sealed_path(path: Path) -> Path:
    """The sealed file of a running game."""
    return path.with_name(path.name + SEALED_SUFFIX)


def check_free(path: Path) -> None:
    """Refuse a name in a folder that doesn't exist, or taken by a game or its sealed file."""
    if not path.parent.is_dir():
        raise GameError(_("There is no folder {folder}.").format(folder=path.parent))
    for file in (path, sealed_path(path)):
        if file.exists():
            raise GameError(_("{file} already exists; choose another name.").format(file=file))


@dataclass
class Saved:
    """A game and its file."""

    game: Game
    bots: tuple[str, ...]
    """For each seat, the bot that plays it, or an empty string."""
    path: Path
    variations: Variations = ()
    """The lines kept in the file of a finished game."""
    asks: int = 0
    """How often each person may ask the master."""
    asked: tuple[int, ...] = ()
    """How often each seat has."""
    _written: tuple[int, tuple[int, ...]] | None = field(default=None, repr=False)
    """The revision on disk, and the questions asked by then."""
    _seal: str | None = field(default=None, repr=False)
    """The text of the sealed file on disk."""

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, bot in enumerate(self.bots) if not bot]

    def agree(self, asks: int) -> None:
        """Let every person ask the master that often."""
        self.asks, self.asked = asks, (0,) * self.game.players if asks else ()

    def asks_left(self, seat: int) -> int:
        """How often a person may still ask the master."""
        return self.asks - self.asked[seat] if self.asks else 0

    def count_question(self, seat: int) -> None:
        """Count a question to the master."""
        self.asked = tuple(one + (number == seat) for number, one in enumerate(self.asked))

    @property
    def _now(self) -> tuple[int, tuple[int, ...]]:
        """What a save would write."""
        return self.game.view(SPECTATOR).revision, self.asked

    def save(self) -> None:
        """Write the current state; after this no crash can lose it."""
        now, more = self._now, (self.asks, self.asked)
        sealed = sealed_path(self.path)
        if self._written == now:
            if self.game.over and sealed.exists() and self._is_own(sealed):
                sealed.unlink()
            return
        self._check_alone(sealed)
        if self.game.over:
            record_of(self.game, SPECTATOR, self.bots, self.variations, *more).save(self.path)
            sealed.unlink(missing_ok=True)
            self._seal = None
        else:
            truth = sealed_record(self.game, self.bots, *more)
            truth.save(sealed)
            self._seal = truth.text()
            record_of(self.game, SPECTATOR, self.bots, (), *more).save(self.path)
        self._written = now

    def _is_own(self, sealed: Path) -> bool:
        """Whether a sealed file belongs to this game, left over from an interrupted save."""
        try:
            return load(sealed).commitment == self.game.commitment
        except RecordError:
            return False

    def _check_alone(self, sealed: Path) -> None:
        """Refuse to overwrite the same game saved by another terminal."""
        found = sealed.read_text("utf-8") if sealed.exists() else None
        if found != self._seal:
            raise RecordError(
                _("the game has continued elsewhere: open it again"), file=str(self.path)
            )

    def keep(self, line: Game, comment: str = "") -> None:
        """Keep a line that was tried in the file of this finished game."""
        self._rewrite(lambda record: record.with_line(line, comment))

    def remove(self, place: Place) -> None:
        """Remove a kept line, and those nested in it, from the file."""
        self._rewrite(lambda record: record.without_variation(place))

    def _rewrite(self, change: Callable[[GameRecord], GameRecord]) -> None:
        """Change the variations in the file, which stays text or JSON as it was."""
        record = load(self.path)
        if record.commitment != self.game.commitment or record.status != "over":
            raise RecordError(_("this is another game by now"), file=str(self.path))
        if record.variations != self.variations:
            raise RecordError(
                _("its lines were changed elsewhere: open it again"), file=str(self.path)
            )
        changed = change(record)
        is_json = self.path.read_text("utf-8-sig").lstrip().startswith("{")
        text = json.dumps(changed.json(), ensure_ascii=False) + "\n" if is_json else changed.text()
        write_whole(self.path, text, private=False)
        self.variations = changed.variations

    def move_to(self, path: Path) -> None:
        """Save to another file from now on; an error changes nothing."""
        check_free(path)
        before = self.path, self._written, self._seal
        self.path, self._written, self._seal = path, None, None
        try:
            self.save()
        except BaseException:
            self.path, self._written, self._seal = before
            raise

    def opened(self, seal: str | None) -> None:
        """Note that the file on disk is what was just read."""
        self._written = self._now
        self._seal = seal


def open_game(path: Path) -> Saved:
    """A game from its file: the finished record, or the sealed file of a running game."""
    record = load(path)
    if record.status == "sealed":
        raise RecordError(
            _("this is the sealed part of a running game: open {file}").format(
                file=path.name.removesuffix(SEALED_SUFFIX)
            ),
            file=str(path),
        )
    if record.status == "running":
        record = _sealed(path, record)
    more = record.variations, record.asks, record.asked
    saved = Saved(record.replay(), record.bots, path, *more)
    saved.opened(record.text() if record.status == "sealed" else None)
    return saved


def _sealed(path: Path, record: GameRecord) -> GameRecord:
    """The sealed record that belongs to a running game; it may be one save ahead."""
    file = sealed_path(path)
    if not file.exists():
        raise RecordError(
            _("the game is still running, but {file} is missing: it holds the deal").format(
                file=file.name
            ),
            file=str(path),
        )
    sealed = load(file)
    if sealed.status != "sealed" or sealed.commitment != record.commitment:
        raise RecordError(_("this is the sealed part of another game"), file=str(file))
    game = sealed.replay()
    more = sealed.bots, (), sealed.asks, record.asked
    now = record_of(game, SPECTATOR, *more)
    while game.ply > len(record.decisions):
        game.pop()
    if record not in (now, record_of(game, SPECTATOR, *more)):
        raise RecordError(_("this doesn't match {file}").format(file=path.name), file=str(file))
    return sealed
