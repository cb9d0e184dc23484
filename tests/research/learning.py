"""Small trainings: the small versions of the games, narrow networks, few rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kerys.games import GAMES
from kerys.research.learning.configuration import (
    CloningSettings,
    Configuration,
    EvaluationSettings,
    NetworkSettings,
    PlaySettings,
    Variant,
)
from kerys.research.learning.run_folder import RunFolder
from kerys.research.learning.trainer import Trainer

MINI = Variant(128, {"players": 2, "mini": True})
NEVER = 10**12


def small(*variants: Variant, game: str = "mykerinos", cloned: int = 0) -> Configuration:
    """A training of seconds."""
    return Configuration(
        game,
        "0",
        variants or (MINI,),
        NetworkSettings(32, 16),
        CloningSettings(decisions=cloned, epochs=1, learning_rate=3e-3),
        PlaySettings(
            decisions=300_000,
            steps=16,
            minibatch=512,
            learning_rate=3e-3,
            last_learning_rate=1e-3,
            snapshot_every=10_000,
            average=10_000,
        ),
        evaluation=EvaluationSettings(every=NEVER, deals=50),
    )


def faster(configuration: Configuration, **changes: Any) -> Configuration:
    """The same with other settings of self-play."""
    return replace(configuration, play=replace(configuration.play, **changes))


def trainer(configuration: Configuration, folder: Path, threads: int = 1) -> Trainer:
    """A training that goes on from what is in a folder."""
    folder.mkdir(exist_ok=True)
    found = Trainer(GAMES[configuration.game], configuration, RunFolder(folder), threads=threads)
    found.resume()
    return found
