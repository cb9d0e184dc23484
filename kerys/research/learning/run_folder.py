"""The folder of a training: its configuration, its checkpoint and its log, locked while it runs."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kerys.bots.arena.locking import open_locked
from kerys.bots.arena.tournament import TournamentError
from kerys.kernel.extras import extra
from kerys.locale import _
from kerys.research.learning.configuration import Configuration, TrainingError
from kerys.table.record import write_whole, write_whole_bytes

with extra("learn"):
    import torch

FORMAT = 1
MOST_BYTES = 16_000_000
"""A checkpoint is never larger."""


class RunFolder:
    """Where one training lives."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.checkpoint = path / "checkpoint.pt"
        self.settings = path / "configuration.json"
        self.log = path / "progress.jsonl"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Create the folder and lock it against other runs."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            file, _made = open_locked(self.path / "lock")
        except TournamentError as error:
            raise TrainingError(
                _(
                    "{folder} is in use: this training is already running, or can't be locked. "
                    "Wait until it is over, or name another folder with --folder."
                ).format(folder=self.path)
            ) from error
        try:
            yield
        finally:
            file.close()

    def stored(self) -> dict[str, Any] | None:
        """The settings that the folder was begun with, if any."""
        try:
            found = json.loads(self.settings.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise TrainingError(
                _("{file} is damaged. Name another folder with --folder.").format(
                    file=self.settings
                )
            )
        return found

    def agree(self, configuration: Configuration) -> None:
        """Note the settings of a new training; refuse those of another."""
        wanted, found = json.loads(json.dumps(configuration.plain())), self.stored()
        if found is None:
            write_whole(self.settings, json.dumps(wanted, indent=2) + "\n", private=False)
            return
        if found.get("game") != wanted["game"]:
            raise TrainingError(
                _("{folder} holds a training for {found}, not for {game}.").format(
                    folder=self.path, found=found.get("game"), game=wanted["game"]
                )
            )
        if names := sorted(differences(found, wanted)):
            raise TrainingError(
                _(
                    "{folder} holds a training with other settings ({names}). Omit --config, "
                    "--seed and --widths to go on with it, or name another folder with --folder."
                ).format(folder=self.path, names=", ".join(names))
            )

    def save(self, state: dict[str, Any]) -> None:
        """Write the checkpoint atomically."""
        whole = io.BytesIO()
        torch.save({"format": FORMAT, **state}, whole)
        data = whole.getvalue()
        if len(data) > MOST_BYTES:
            raise TrainingError(
                _(
                    "The checkpoint would have {bytes:,} bytes, and may have {most:,}. Train a "
                    "network with narrower layers, or with fewer rows or snapshots."
                ).format(bytes=len(data), most=MOST_BYTES)
            )
        write_whole_bytes(self.checkpoint, data, private=False)

    def load(self) -> dict[str, Any] | None:
        """The checkpoint, if there is one."""
        if not self.checkpoint.exists():
            return None
        try:
            found: dict[str, Any] = torch.load(
                io.BytesIO(self.checkpoint.read_bytes()), map_location="cpu", weights_only=True
            )
            known = found["format"] == FORMAT
        except Exception as error:  # PyTorch says in many ways that a file isn't its own
            raise TrainingError(
                _("{file} is damaged. Remove it to train from the beginning.").format(
                    file=self.checkpoint
                )
            ) from error
        if not known:
            raise TrainingError(
                _("{file} was written by another version of Kerys.").format(file=self.checkpoint)
            )
        return found

    def cut_log(self, length: int) -> None:
        """Remove what was logged after the checkpoint: it will be done again."""
        if self.log.exists() and self.log.stat().st_size > length:
            os.truncate(self.log, length)

    def add_to_log(self, line: dict[str, Any]) -> int:
        """Add a line; the length of the log afterwards."""
        with self.log.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            return file.tell()

    def lines(self) -> list[dict[str, Any]]:
        """Everything logged so far."""
        text = self.log.read_text("utf-8") if self.log.exists() else ""
        return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def differences(one: Any, other: Any, name: str = "") -> Iterator[str]:
    """The names of settings that differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            below = f"{name}.{key}" if name else key
            yield from differences(one.get(key), other.get(key), below)
    elif one != other:
        yield name
