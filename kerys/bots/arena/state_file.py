"""The file in which a tournament is kept while it is played, a line a deal, to go on from."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from kerys.bots.arena.deal import Deal, Played
from kerys.bots.arena.locking import open_locked, still_there
from kerys.bots.arena.tournament import Tournament, TournamentError
from kerys.locale import _

FORMAT = 2
VERSIONS = {"kerys arena", "sources"}
"""What of a header is not the tournament's, but that of who played it."""


class StateFile:
    """A header with all settings, then every finished deal; a line cut short is left out.

    Whoever adds to it holds it: two runs would write over each other's deals.
    """

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.header = {"kerys arena": FORMAT, **tournament.settings()}
        self.players = tournament.players
        self.end = 0
        """Where the last whole line ends."""
        self.kept = 0
        """How many deals are known to be in it."""
        self.file: BinaryIO | None = None
        """Open while it is held."""

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other run away from it; where it is held already, just go on."""
        if self.file is not None:
            yield
            return
        self.file, made = open_locked(self.path)
        try:
            yield
        finally:
            if made and not os.fstat(self.file.fileno()).st_size:
                self.remove()
            self.file.close()
            self.file = None

    def read(self) -> dict[int, Deal]:
        """The deals that were played so far; none if there is no file yet."""
        text = self.path.read_bytes() if self.path.exists() else b""
        lines = text.split(b"\n")
        rest = lines.pop()
        if not lines:
            if not self._first_line().startswith(text):
                raise self._foreign()
            return {}
        self._check_header(lines[0])
        found: dict[int, Deal] = {}
        for number, line in enumerate(lines[1:], 2):
            deal = self._deal(line, number)
            found.setdefault(deal.number, deal)
        self.end, self.kept = len(text) - len(rest), len(found)
        return found

    def add(self, deal: Deal) -> None:
        """Keep a deal, safely on the disk; the file is held."""
        assert self.file is not None
        line = json.dumps(deal.plain(), separators=(",", ":")).encode() + b"\n"
        if not self.end:
            line = self._first_line() + line
        self.file.seek(self.end)
        self.file.write(line)
        self.file.truncate()
        self.file.flush()
        os.fsync(self.file.fileno())
        self.end += len(line)
        self.kept += 1

    def remove(self) -> None:
        """Forget it; the file is held, and one that took its place meanwhile is another run's."""
        assert self.file is not None
        if still_there(self.file, self.path):
            self.path.unlink()

    def _first_line(self) -> bytes:
        """The settings as they are written."""
        return json.dumps(self.header).encode() + b"\n"

    def _check_header(self, line: bytes) -> None:
        """Refuse a file of another tournament."""
        found = _plain(line)
        if found is None or "kerys arena" not in found:
            raise self._foreign()
        names = [name for name in self.header if found.get(name) != self.header[name]]
        if names and VERSIONS.issuperset(names):
            raise TournamentError(
                _(
                    "{file} was played with other versions of the bots or rules: their games do "
                    "not mix. Name another file, or remove it."
                ).format(file=self.path)
            )
        if names:
            raise TournamentError(
                _(
                    "{file} belongs to another tournament, which differs in {names}. Name another "
                    "file, or remove it."
                ).format(file=self.path, names=", ".join(names))
            )

    def _deal(self, line: bytes, number: int) -> Deal:
        """The deal of a line."""
        plain = _plain(line)
        try:
            deal = Deal.of(plain or {})
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            deal = None
        if deal is None or not self._whole(deal):
            raise TournamentError(
                _("{file}, line {number}: this is no deal of a tournament.").format(
                    file=self.path, number=number
                )
            )
        return deal

    def _whole(self, deal: Deal) -> bool:
        """Whether it has a game for each rotation, each with a number for every seat."""

        def whole(game: Played) -> bool:
            lengths = {len(getattr(game, name)) for name in Played.__dataclass_fields__}
            return lengths == {self.players}

        return len(deal.games) == self.players and all(map(whole, deal.games))

    def _foreign(self) -> TournamentError:
        """It is some other file."""
        return TournamentError(
            _("{file} is there already, and no tournament is kept in it.").format(file=self.path)
        )


def _plain(line: bytes) -> dict[str, Any] | None:
    """The object of a line, if it is one."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def default_path(tournament: Tournament) -> Path:
    """Where a tournament is kept that was given no file: in the user's folder for state."""
    home = os.environ.get("XDG_STATE_HOME")
    base = Path(home) if home else Path.home() / ".local" / "state"
    folder = base / "kerys" / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{tournament.game}-{tournament.digest()}.jsonl"
