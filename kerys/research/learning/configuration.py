"""The settings of a training: a TOML file, checked, with defaults for every game."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from kerys.bots.base import BotError
from kerys.kernel.contract import Rules
from kerys.kernel.datafile import read_text
from kerys.locale import _

Settings = TypeVar("Settings")


class TrainingError(BotError):
    """A training can't start or go on; the message says why and what to do."""


@dataclass(frozen=True)
class NetworkSettings:
    """The widths of the two layers."""

    wide: int = 256
    narrow: int = 128


@dataclass(frozen=True)
class Variant:
    """Games of one kind that are played at once."""

    rows: int
    options: Mapping[str, Any]
    """As `configure` takes them."""

    @property
    def label(self) -> str:
        """What is special about it, in a word or two."""
        return ", ".join(f"{name}={value}" for name, value in self.options.items())


@dataclass(frozen=True)
class CloningSettings:
    """The first stage: learn to decide as `greedy` does, and to foresee how such games end."""

    decisions: int = 2_000_000
    worlds: int = 2
    """How many worlds `greedy` imagines per decision."""
    random_moves: float = 0.06
    """The share of decisions that are played at random, so that more positions are seen."""
    epochs: int = 2
    learning_rate: float = 1e-3
    last_learning_rate: float = 2e-4


@dataclass(frozen=True)
class PlaySettings:
    """The second stage: self-play."""

    decisions: int = 400_000_000
    """Where schedules end; training can go on with their last values."""
    steps: int = 64
    """How many decisions every row makes before weights change."""
    epochs: int = 2
    minibatch: int = 2048
    learning_rate: float = 5e-4
    last_learning_rate: float = 3e-5
    clip: float = 0.2
    trace: float = 0.95
    """Lambda: how far advantages look beyond the next decisions."""
    entropy: float = 0.02
    last_entropy: float = 0.002
    points: float = 0.2
    """What 20 points more than the mean are worth, in wins."""
    value_loss: float = 1.0
    points_loss: float = 0.25
    most_gradient: float = 0.5
    pull: float = 0.02
    """How strongly the policy is pulled towards the last snapshot."""
    snapshot_rows: float = 0.2
    """The share of rows in which an earlier snapshot has some of the seats."""
    snapshot_every: int = 2_000_000
    snapshots: int = 6
    """How many are kept, if as many fit into a checkpoint."""
    average: int = 2_000_000
    """Over about how many decisions the exported weights are averaged."""


@dataclass(frozen=True)
class ExpertSettings:
    """The third stage: games of the search with the network inside, which learns what it thought.

    It begins when self-play has made all its decisions, and only if there are any here.
    """

    decisions: int = 0
    """Where the schedule of the learning rate ends; 0 means that there is no such stage."""
    iteration: int = 12_000
    """How many decisions are made before weights change."""
    worlds: int = 100
    """How many worlds the search imagines per decision."""
    drawn: int = 12
    """In how many decisions of a game the answer is drawn by how often the search took it; after
    them it is the most frequent."""
    thought: float = 0.5
    """The part of the values that is learned from what the search foresaw; the rest is learned from
    how games ended."""
    memory: int = 200_000
    """How many decisions are remembered. They aren't kept when a training stops."""
    uses: int = 8
    """How often each decision is learned from, on average."""
    minibatch: int = 1024
    learning_rate: float = 1e-3
    last_learning_rate: float = 1e-4


@dataclass(frozen=True)
class EvaluationSettings:
    """How the bare policy is measured as it learns."""

    every: int = 10_000_000
    """Decisions between two measurements."""
    deals: int = 32
    """Deals of each variant; each is played once from every seat."""
    worlds: int = 2
    """How many worlds the `greedy` opponents imagine per decision."""


@dataclass(frozen=True)
class Configuration:
    """Everything that decides what is learned, besides the rules."""

    game: str
    seed: str
    variants: tuple[Variant, ...]
    network: NetworkSettings = field(default_factory=NetworkSettings)
    cloning: CloningSettings = field(default_factory=CloningSettings)
    play: PlaySettings = field(default_factory=PlaySettings)
    expert: ExpertSettings = field(default_factory=ExpertSettings)
    evaluation: EvaluationSettings = field(default_factory=EvaluationSettings)

    @property
    def rows(self) -> int:
        """How many games are played at once."""
        return sum(variant.rows for variant in self.variants)

    @property
    def iteration(self) -> int:
        """How many decisions are made before weights change."""
        return self.rows * self.play.steps

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    def digest(self) -> str:
        """A short digest of all settings."""
        text = json.dumps(self.plain(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


SECTIONS = {
    "network": NetworkSettings,
    "cloning": CloningSettings,
    "play": PlaySettings,
    "expert": ExpertSettings,
    "evaluation": EvaluationSettings,
}


def configuration(
    rules: Rules, file: Path | None, seed: str, widths: tuple[int, int] | None = None
) -> Configuration:
    """The settings in a file, or those that come with the game; widths can be given apart."""
    if file is not None:
        found = _read(rules, read_text(file, "configuration"), str(file), seed)
    else:
        shipped = files(__package__).joinpath("configs", f"{rules.name}.toml")
        text = shipped.read_text("utf-8") if shipped.is_file() else ""
        found = _read(rules, text, f"{rules.name}.toml", seed)
    if widths is not None:
        found = replace(found, network=_checked(NetworkSettings(*widths), "network", "--widths"))
    return found


def of_plain(rules: Rules, plain: Mapping[str, Any]) -> Configuration:
    """The settings that a run folder keeps."""
    document = {name: value for name, value in plain.items() if name not in ("game", "seed")}
    if plain.get("game") != rules.name:
        raise TrainingError(
            _("This is a training for {found}, not for {game}.").format(
                found=plain.get("game"), game=rules.name
            )
        )
    return _checked_document(rules, document, "configuration.json", str(plain.get("seed", "0")))


def _read(rules: Rules, text: str, file: str, seed: str) -> Configuration:
    """The settings of a TOML text."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TrainingError(
            _("{file}: not a TOML file: {error}").format(file=file, error=error)
        ) from error
    return _checked_document(rules, document, file, seed)


def _checked_document(
    rules: Rules, document: dict[str, Any], file: str, seed: str
) -> Configuration:
    """The settings of a file, section by section."""
    rows = document.pop("variants", None)
    parts: dict[str, Any] = {
        name: _section(kind, name, document.pop(name, {}), file) for name, kind in SECTIONS.items()
    }
    for key in document:
        raise _unknown(key, [*SECTIONS, "variants"], file)
    return Configuration(rules.name, seed, _variants(rules, rows, file), **parts)


def _variants(rules: Rules, listed: Any, file: str) -> tuple[Variant, ...]:
    """The variants of a file; if it lists none, every number of players."""
    if listed is None:
        listed = [{"rows": 128, "options": {"players": one}} for one in rules.wording.players]
    if not isinstance(listed, list) or not listed:
        raise TrainingError(_("{file}: write every variant under [[variants]]").format(file=file))
    found = tuple(_section(Variant, "variants", one, file) for one in listed)
    for variant in found:
        rules.configure(**variant.options)
    return found


def _section(kind: type[Settings], name: str, values: Any, file: str) -> Settings:
    """The settings of one section, checked; what it omits has its default."""
    if not isinstance(values, dict):
        raise TrainingError(_("{file}: [{name}] isn't a section").format(file=file, name=name))
    known = [one.name for one in fields(kind)]  # type: ignore[arg-type]
    for key in values:
        if key not in known:
            raise _unknown(f"{name}.{key}", known, file)
    for one in fields(kind):  # type: ignore[arg-type]
        if one.name not in values and one.default is MISSING:
            raise TrainingError(
                _("{file}: {key} is missing in [{name}]").format(file=file, key=one.name, name=name)
            )
    return _checked(kind(**values), name, file)


def _checked(settings: Settings, name: str, file: str) -> Settings:
    """Settings whose numbers are of the right kind."""
    for one in fields(settings):  # type: ignore[arg-type]
        value = getattr(settings, one.name)
        if one.type == "int":
            least = 0 if name == "cloning" or one.name == "decisions" else 1
            right = type(value) is int and value >= least
            wanted = _("a whole number from {least}").format(least=least)
        elif one.type == "float":
            right = type(value) in (int, float) and value >= 0
            wanted = _("a number from 0")
        else:
            right, wanted = isinstance(value, dict), _("a table")
        if not right:
            raise TrainingError(
                _("{file}: {key} must be {wanted}, not {value}").format(
                    file=file, key=f"{name}.{one.name}", wanted=wanted, value=repr(value)
                )
            )
    return settings


def _unknown(key: str, known: list[str], file: str) -> TrainingError:
    """The error for a name that no section has."""
    return TrainingError(
        _("{file}: unknown key {key}; choose from {known}").format(
            file=file, key=repr(key), known=", ".join(known)
        )
    )
