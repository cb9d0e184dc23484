"""The file that keeps a tournament in progress, one line per deal, so that it can resume."""

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

FORMAT = 4
"""Raised when a deal would be misread: it has other fields, or other bots sat at its table."""
VERSIONS = {"kerys arena", "sources"}
"""Header fields that describe the software, not the tournament."""


class StateFile:
    """A header with all settings, then every finished deal; a truncated line is ignored.

    It must be held while adding to it, or two runs would overwrite each other's deals.
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
        """Lock the file against other runs; does nothing if it is already held."""
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
        """The deals played so far; none if there is no file yet."""
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
        """Write a deal safely to disk; the file must be held."""
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
        """Remove the file, which must be held, unless another run's file has taken its place."""
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
                    "{file} was played with different versions of the bots or rules, so their "
                    "games can't be combined. Name another file, or remove it."
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
                _("{file}, line {number}: this isn't a deal of a tournament.").format(
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
        """The error for a file of some other kind."""
        return TournamentError(
            _("{file} already exists and isn't a tournament file.").format(file=self.path)
        )


def _plain(line: bytes) -> dict[str, Any] | None:
    """The object of a line, if it is one."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def default_path(tournament: Tournament) -> Path:
    """The default file of a tournament, in the user's state folder."""
    home = os.environ.get("XDG_STATE_HOME")
    base = Path(home) if home else Path.home() / ".local" / "state"
    folder = base / "kerys" / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{tournament.game}-{tournament.digest()}.jsonl"
