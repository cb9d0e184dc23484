"""What a rollout was asked, and how a network answers it: as dense tensors, for a GPU.

`kerys.research.learning.sparse_positions` does the same for the CPU, several times as fast.
Positions are numbered step by step: position `step * rows + row`.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from kerys.kernel.extras import extra
from kerys.research.learning.network import Folded
from kerys.research.learning.tables import Tables

with extra("learn"):
    import torch
    from torch import Tensor
    from torch.nn import functional

ILLEGAL = -1e9
"""The logit of an illegal action: its probability is 0."""


class Lesson(NamedTuple):
    """What the policy is to learn, by position."""

    taken: Tensor
    """int64: the action taken, or the one to be cloned"""
    own: Tensor
    """bool: whether to learn from it: the network decided itself, or it is to be cloned"""
    before: Tensor
    """The logarithm of the probability of each action when it was taken"""
    gains: Tensor
    """How much better than foreseen it went on for the seat"""
    lagged: Tensor
    """The logarithms of the probabilities of the copy that lags behind, from `logs`; empty if
    nothing pulls towards it"""
    cloning: bool = False
    """Learn to take these actions, whatever they led to."""


class Study(NamedTuple):
    """Some decisions of recorded games, as a network takes them; see `search_games.Thoughts`."""

    observations: Tensor
    masks: Tensor
    answers: Tensor
    often: Tensor
    present: Tensor
    shares: Tensor
    leads: Tensor


class Weights(NamedTuple):
    """How much what counts."""

    clip: float
    entropy: float
    pull: float


class Positions(Protocol):
    """What a rollout was asked."""

    def note(self, step: int) -> None:
        """Keep what all rows ask now."""

    def hidden(self, net: Folded, which: Tensor) -> Tensor:
        """The second layer at some positions."""

    def draw(
        self, net: Folded, hidden: Tensor, which: Tensor, chances: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Draw an action at some positions from numbers between 0 and 1, with its logarithm."""

    def logs(self, net: Folded, hidden: Tensor, which: Tensor) -> Tensor:
        """The logarithms of the probabilities of all legal actions, position by position."""

    def policy_loss(
        self,
        net: Folded,
        hidden: Tensor,
        which: Tensor,
        lesson: Lesson,
        weights: Weights,
        number: int,
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """What is lost at some positions: the sum to be made smaller, and its parts.

        All are divided by `number`, so that the work can be split.
        """


class DensePositions:
    """Observations and masks as tensors on any device."""

    def __init__(self, tables: Tables, steps: int) -> None:
        rules = tables.rules
        self.tables = tables
        self.observations = torch.zeros(
            (steps + 1) * tables.rows,
            rules.observation_size,
            dtype=torch.float16 if tables.device.type == "cuda" else torch.float32,
            device=tables.device,
        )
        self.masks = torch.zeros(
            (steps + 1) * tables.rows, rules.actions, dtype=torch.bool, device=tables.device
        )

    def note(self, step: int) -> None:
        """Copy observations and masks."""
        rows = slice(step * self.tables.rows, (step + 1) * self.tables.rows)
        self.tables.gather("observations", self.observations[rows])
        self.tables.gather("masks", self.masks[rows])

    def hidden(self, net: Folded, which: Tensor) -> Tensor:
        """Both layers."""
        seen = self.observations[which].float()
        return net.hidden(functional.relu(torch.addmm(net.first_bias, seen, net.first)))

    def _logs(self, net: Folded, hidden: Tensor, which: Tensor) -> Tensor:
        """The logarithms of all probabilities."""
        logits = functional.linear(hidden, net.policy, net.policy_bias)
        return logits.masked_fill(~self.masks[which], ILLEGAL).log_softmax(-1)

    def draw(
        self, net: Folded, hidden: Tensor, which: Tensor, chances: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Find where the sum of probabilities passes each number."""
        logs = self._logs(net, hidden, which)
        drawn = drawn_from(logs, chances)
        return drawn, logs.gather(1, drawn[:, None])[:, 0]

    def logs(self, net: Folded, hidden: Tensor, which: Tensor) -> Tensor:
        """In half precision; 0 where an action is illegal."""
        logs = self._logs(net, hidden, which)
        return logs.masked_fill(~self.masks[which], 0.0).half()

    def policy_loss(
        self,
        net: Folded,
        hidden: Tensor,
        which: Tensor,
        lesson: Lesson,
        weights: Weights,
        number: int,
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The clipped objective of PPO, or what is lost by not cloning."""
        logs = self._logs(net, hidden, which)
        taken, own = lesson.taken[which], lesson.own[which].float()

        def mean(values: Tensor) -> Tensor:
            return (values * own).sum() / number

        log = logs.gather(-1, taken[:, None])[:, 0]
        if lesson.cloning:
            lost = -mean(log)
            agreed = mean((logs.argmax(-1) == taken).float())
            return lost, {"policy": lost.detach(), "agreement": agreed}
        change = log - lesson.before[which]
        ratio, gain = change.exp(), lesson.gains[which]
        bound = ratio.clamp(1 - weights.clip, 1 + weights.clip) * gain
        chances = logs.exp()
        parts = {
            "policy": -mean(torch.min(ratio * gain, bound)),
            "entropy": -mean((chances * logs).sum(-1)),
            "pull": torch.zeros(()),
            "change": mean(ratio - 1 - change),
        }
        lost = parts["policy"] - weights.entropy * parts["entropy"]
        if weights.pull:
            parts["pull"] = mean((chances * (logs - lesson.lagged[which])).sum(-1))
            lost = lost + weights.pull * parts["pull"]
        return lost, {name: part.detach() for name, part in parts.items()}


def drawn_from(logs: Tensor, chances: Tensor) -> Tensor:
    """An action for each row, from the logarithms of its probabilities."""
    sums = logs.exp().cumsum(-1)
    place = chances[:, None] * sums[:, -1:] * (1 - 1e-6)
    return torch.searchsorted(sums, place, right=True)[:, 0]
