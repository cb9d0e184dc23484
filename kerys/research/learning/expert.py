"""Expert iteration: the network learns what the search thought with the network inside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra
from kerys.research.learning.configuration import Configuration
from kerys.research.learning.learner import Learner, Rates, between
from kerys.research.learning.network import exported
from kerys.research.learning.positions import Study
from kerys.research.learning.search_games import ANSWERS, Thoughts, play_games

with extra("learn"):
    import torch
    from torch import Tensor


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


class Expert:
    """The third stage of a training: games of the search, and what the network learns from them."""

    def __init__(
        self, rules: Rules, configuration: Configuration, learner: Learner, threads: int
    ) -> None:
        self.rules = rules
        self.configuration = configuration
        self.learner = learner
        self.threads = threads

    @cached_property
    def memory(self) -> Memory:
        """It begins empty when a training goes on."""
        return Memory(self.rules, self.configuration.expert.memory, self.learner.chance.device)

    def iterate(self, searched: int) -> tuple[int, dict[str, float]]:
        """Play some games and learn from them; how many decisions, and the mean of each loss."""
        settings, chance = self.configuration.expert, self.learner.chance
        number, thoughts = play_games(
            self.rules,
            exported(self.learner.net, self.rules, {}),
            self.configuration.variants,
            settings,
            f"{self.configuration.seed} search {searched}",
            self.threads,
        )
        self.memory.add(thoughts)
        rate = between(
            settings.learning_rate, settings.last_learning_rate, searched / settings.decisions
        )
        times = max(1, settings.uses * len(thoughts) // settings.minibatch)
        studies = self.memory.draws(times, settings.minibatch, chance)
        return number, self.learner.study(studies, Rates(rate))
