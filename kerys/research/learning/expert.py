"""Expert iteration: the network learns what the search thought with the network inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra
from kerys.research.learning.search_games import ANSWERS, Thoughts

with extra("learn"):
    import torch
    from torch import Tensor


class Study(NamedTuple):
    """Some decisions of recorded games, as a network takes them; see `Thoughts`."""

    observations: Tensor
    masks: Tensor
    answers: Tensor
    often: Tensor
    present: Tensor
    shares: Tensor
    leads: Tensor


class Memory:
    """The last decisions of recorded games; the oldest give way to new ones."""

    def __init__(self, rules: Rules, size: int, device: torch.device) -> None:
        owners = rules.most_owners

        def empty(width: int, kind: torch.dtype) -> Tensor:
            return torch.zeros(size, width, dtype=kind, device=device)

        self.size = size
        self.added = 0
        """All decisions so far, those that gave way included."""
        self.columns = Study(
            observations=empty(rules.observation_size, torch.float16),
            masks=empty(rules.actions, torch.bool),
            answers=empty(ANSWERS, torch.int64),
            often=empty(ANSWERS, torch.float32),
            present=empty(owners, torch.bool),
            shares=empty(owners, torch.float32),
            leads=empty(owners, torch.float32),
        )

    def __len__(self) -> int:
        return min(self.added, self.size)

    def add(self, thoughts: Thoughts) -> None:
        """Remember some decisions."""
        device = self.columns.observations.device
        rows = (self.added + torch.arange(len(thoughts), device=device)) % self.size
        for column, values in zip(self.columns, thoughts, strict=True):
            column[rows] = torch.from_numpy(values.copy()).to(device)
        self.added += len(thoughts)

    def draws(self, number: int, size: int, chance: torch.Generator) -> Iterator[Study]:
        """Some minibatches, drawn at random."""
        for _ in range(number):
            rows = torch.randint(len(self), (size,), generator=chance, device=chance.device)
            yield Study(*(column[rows] for column in self.columns))

