"""A trained network and its file: a few matrices with a header, read without PyTorch.

From an observation x of the seat that is asked, with ReLU after each of the two layers:
h = relu(relu(x @ first_weights + first_bias) @ second_weights + second_bias). The heads are linear
in h: a logit for each action, and for each owner, counted from that seat, a logit of its share of
the win and its lead in points.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import BotError
from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.table.checks import check_game
from kerys.table.record import write_whole_bytes

FORMAT = 1
"""Raised when older programs couldn't read the file or would misread it."""
MOST_BYTES = 5_000_000
POINTS_SCALE = 20.0
"""The points head says the final points of an owner, less the mean of all owners, divided by this.
"""
MATRICES = ("first_weights", "second_weights", "policy_weights", "value_weights", "points_weights")
BIASES = ("first_bias", "second_bias", "policy_bias", "value_bias", "points_bias")
SIZES = ("inputs", "wide", "narrow", "actions", "owners")
_HEADER = "header"


class NetworkFileError(BotError):
    """A network's file can't be used; the message says why and what to do."""

    wrong_use = False


class DamagedNetworkError(NetworkFileError):
    """The file isn't a network, or only a part of one."""


class NetworkFormatError(NetworkFileError):
    """The file was written in a format that this program doesn't know."""


class OtherGameError(NetworkFileError):
    """The network was trained for another game."""


class OtherObservationError(NetworkFileError):
    """The network was trained for other observations or actions than the game has now."""


class NetworkSizeError(NetworkFileError):
    """The network is too large for a file."""


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a network for one game, all player counts and variants; float32 arrays."""

    game: str
    observation_version: int
    """`Rules.environment` when it was trained."""
    inputs: int
    wide: int
    narrow: int
    actions: int
    owners: int
    """The most that a game can have."""
    first_weights: NDArray[np.float32]
    """(inputs, wide)"""
    first_bias: NDArray[np.float32]
    second_weights: NDArray[np.float32]
    """(wide, narrow)"""
    second_bias: NDArray[np.float32]
    policy_weights: NDArray[np.float32]
    """(narrow, actions)"""
    policy_bias: NDArray[np.float32]
    value_weights: NDArray[np.float32]
    """(narrow, owners): logits; a softmax over the owners that a game has gives their shares."""
    value_bias: NDArray[np.float32]
    points_weights: NDArray[np.float32]
    """(narrow, owners), in units of `POINTS_SCALE` points"""
    points_bias: NDArray[np.float32]
    about: Mapping[str, Any] = field(default_factory=dict)
    """How it was trained: decisions, a digest of the configuration."""

    suffix: ClassVar[str] = ".npz"

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """All weights by name."""
        return {name: getattr(self, name) for name in MATRICES + BIASES}

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape that each array must have."""
        layers = (self.inputs, self.wide), (self.wide, self.narrow), (self.narrow, self.actions)
        heads = (self.narrow, self.owners)
        matrices = dict(zip(MATRICES, (*layers, heads, heads), strict=True))
        biases = {bias: shape[1:] for bias, shape in zip(BIASES, matrices.values(), strict=True)}
        return {**matrices, **biases}

    def write(self, path: Path) -> None:
        """Write the file atomically; matrices lose the digits that float16 doesn't hold."""
        with np.errstate(over="ignore"):
            arrays = {name: getattr(self, name).astype(np.float16) for name in MATRICES}
        arrays |= {name: getattr(self, name).astype(np.float32) for name in BIASES}
        for name, shape in self.shapes().items():
            if arrays[name].shape != shape:
                raise ValueError(f"{name} has shape {arrays[name].shape}, not {shape}")
            if not np.isfinite(arrays[name]).all():
                raise NetworkSizeError(
                    _("The network has weights in {name} that are too large for a file.").format(
                        name=name
                    )
                )
        header = {
            "format": FORMAT,
            "game": self.game,
            "observation_version": self.observation_version,
            **{name: getattr(self, name) for name in SIZES},
            "about": dict(self.about),
        }
        text = json.dumps(header, sort_keys=True).encode()
        whole = io.BytesIO()
        parts: dict[str, Any] = {_HEADER: np.frombuffer(text, np.uint8), **arrays}
        np.savez_compressed(whole, **parts)
        data = whole.getvalue()
        if len(data) > MOST_BYTES:
            raise NetworkSizeError(
                _(
                    "The network has {bytes:,} bytes, and a file may have {most:,}. Train one "
                    "with narrower layers."
                ).format(bytes=len(data), most=MOST_BYTES)
            )
        write_whole_bytes(path, data, private=False)

    def check(self, rules: Rules, path: Path) -> None:
        """Refuse a network that doesn't fit the rules of a game as they are now."""
        if self.game != rules.name:
            raise OtherGameError(
                _("{path} is a network for {found}, not for {game}. Choose another file.").format(
                    path=path, found=self.game, game=rules.name
                )
            )
        for what, found, wanted in (
            (_("version of the observation"), self.observation_version, rules.environment),
            (_("length of the observation"), self.inputs, rules.observation_size),
            (_("number of actions"), self.actions, rules.actions),
            (_("number of owners"), self.owners, rules.most_owners),
        ):
            if found != wanted:
                raise OtherObservationError(
                    _(
                        "{path} was trained for another version of {game}: the {what} is {wanted} "
                        "now, and was {found}. Train it again, or use the version of Kerys that "
                        "it was made for."
                    ).format(path=path, game=rules.name, what=what, wanted=wanted, found=found)
                )


def read(path: Path, rules: Rules | None = None) -> Network:
    """The network in a file, for these rules; if omitted, those of the game that it names."""
    if not path.is_file():
        raise NetworkFileError(_("There is no network file {path}.").format(path=path))
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            header = json.loads(stored[_HEADER].tobytes())
            if header["format"] != FORMAT:
                raise NetworkFormatError(
                    _(
                        "{path} has format {found}, and this version of Kerys reads {known}. "
                        "Install the version that it was made for, or export the network again."
                    ).format(path=path, found=header["format"], known=FORMAT)
                )
            arrays = {name: stored[name].astype(np.float32) for name in MATRICES + BIASES}
            parts: dict[str, Any] = {**{name: int(header[name]) for name in SIZES}, **arrays}
            network = Network(
                game=str(header["game"]),
                observation_version=int(header["observation_version"]),
                **parts,
                about=dict(header["about"]),
            )
        for name, shape in network.shapes().items():
            if arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
                raise ValueError(name)
    except NetworkFormatError:
        raise
    except (OSError, EOFError, LookupError, TypeError, ValueError, BadZipFile, zlib.error) as error:
        raise DamagedNetworkError(
            _("{path} isn't a network file, or it is damaged. Copy it or export it again.").format(
                path=path
            )
        ) from error
    network.check(rules or check_game(network.game), path)
    return network
