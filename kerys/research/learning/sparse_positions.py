"""What a rollout was asked, as lists of what isn't zero and what is legal: for the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.extras import extra
from kerys.research.learning import kernels
from kerys.research.learning.network import Folded
from kerys.research.learning.positions import Lesson, Weights
from kerys.research.learning.tables import Tables

with extra("learn"):
    import torch
    from torch import Tensor


class Lists:
    """Lists of different lengths, one for each position, in arrays that grow."""

    def __init__(self, positions: int, most: int, *kinds: type[np.generic]) -> None:
        self.ends = np.zeros(positions + 1, np.int64)
        self.most = most
        """The greatest length of a list"""
        self.arrays = [np.zeros(0, kind) for kind in kinds]

    def make_room(self, first: int, rows: int) -> None:
        """Grow the arrays so that some rows fit in from a position on, whatever their lengths."""
        used = int(self.ends[first])
        wanted = used + rows * self.most + 1
        if wanted > len(self.arrays[0]):
            size = max(wanted, 2 * len(self.arrays[0]))
            for at, array in enumerate(self.arrays):
                self.arrays[at] = np.zeros(size, array.dtype)
                self.arrays[at][:used] = array[:used]


class SparsePositions:
    """Observations and legal actions as lists, and compiled functions that use them."""

    def __init__(self, tables: Tables, steps: int) -> None:
        positions = (steps + 1) * tables.rows
        self.tables = tables
        self.seen = Lists(positions, tables.rules.observation_size, np.uint16, np.float32)
        self.legal = Lists(positions, tables.rules.actions, np.uint16)

    def note(self, step: int) -> None:
        """Keep what isn't zero, and what is legal."""
        for batch, part in zip(self.tables.batches, self.tables.parts, strict=True):
            first = step * self.tables.rows + part.start
            for lists in (self.seen, self.legal):
                lists.make_room(first, batch.n)
            kernels.keep_seen(batch.observations, first, self.seen.ends, *self.seen.arrays)
            kernels.keep_legal(batch.masks, first, self.legal.ends, *self.legal.arrays)

    def hidden(self, net: Folded, which: Tensor) -> Tensor:
        """Both layers."""
        lists = which.numpy(), self.seen.ends, *self.seen.arrays
        first: Tensor = _FirstLayer.apply(net.first, net.first_bias, lists)
        return net.hidden(first)

    def _policy(self, net: Folded, hidden: Tensor, which: Tensor) -> tuple[Any, ...]:
        """What all functions of the policy's head take."""
        return (
            *(which.numpy(), self.legal.ends, *self.legal.arrays),
            *(_plain(hidden), _plain(net.policy), _plain(net.policy_bias)),
        )

    def draw(
        self, net: Folded, hidden: Tensor, which: Tensor, chances: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Draw an action in each row."""
        drawn, log = torch.empty(len(which), dtype=torch.int64), torch.empty(len(which))
        scratch = np.empty(self.legal.most, np.float32)
        policy = self._policy(net, hidden, which)
        kernels.draw_rows(*policy, chances.numpy(), scratch, drawn.numpy(), log.numpy())
        return drawn, log

    def logs(self, net: Folded, hidden: Tensor, which: Tensor) -> Tensor:
        """One list after the other, like those of the legal actions."""
        lengths = np.diff(self.legal.ends)[which.numpy()]
        logs = np.empty(int(lengths.sum()), np.float32)
        kernels.logs_rows(*self._policy(net, hidden, which), logs)
        return torch.from_numpy(logs)

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
        lists = which.numpy(), self.legal.ends, *self.legal.arrays
        lost, sums = _PolicyLoss.apply(
            hidden, net.policy, net.policy_bias, lists, lesson, weights, number
        )
        names = {"policy": kernels.POLICY}
        if lesson.cloning:
            names["agreement"] = kernels.AGREED
        else:
            names |= {"entropy": kernels.ENTROPY, "pull": kernels.PULL, "change": kernels.CHANGE}
        return lost, {name: sums[at] for name, at in names.items()}


class _FirstLayer(torch.autograd.Function):
    """The first layer with its ReLU, from lists."""

    @staticmethod
    def forward(context: Any, weights: Tensor, bias: Tensor, lists: tuple[Any, ...]) -> Tensor:
        out = torch.empty(len(lists[0]), weights.shape[1])
        kernels.first_layer(*lists, _plain(weights), _plain(bias), out.numpy())
        context.save_for_backward(out)
        context.lists, context.shape = lists, weights.shape
        return out

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None]:
        (out,) = context.saved_tensors
        gradient = gradients[0] * (out > 0)
        found = torch.zeros(context.shape)
        kernels.first_gradient(*context.lists, gradient.numpy(), found.numpy())
        return found, gradient.sum(0), None


class _PolicyLoss(torch.autograd.Function):
    """The loss of the policy, whose gradient is found at the same time."""

    @staticmethod
    def forward(
        context: Any,
        hidden: Tensor,
        policy: Tensor,
        bias: Tensor,
        lists: tuple[Any, ...],
        lesson: Lesson,
        weights: Weights,
        number: int,
    ) -> tuple[Tensor, Tensor]:
        downward = torch.empty_like(hidden), torch.zeros_like(policy), torch.zeros_like(bias)
        sums = torch.zeros(kernels.SUMS, dtype=torch.float64)
        kernels.policy_rows(
            *lists,
            *(_plain(one) for one in (hidden, policy, bias)),
            *(one.numpy() for one in lesson[:5]),
            lesson.cloning,
            *(np.float32(one) for one in (*weights, 1 / number)),
            np.empty(len(bias), np.float32),
            *(one.numpy() for one in (*downward, sums)),
        )
        context.save_for_backward(*downward)
        means = (sums / number).float()
        context.mark_non_differentiable(means)
        lost = means[kernels.POLICY] - weights.entropy * means[kernels.ENTROPY]
        return lost + weights.pull * means[kernels.PULL], means

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Any, ...]:
        return *(gradients[0] * one for one in context.saved_tensors), None, None, None, None


def _plain(tensor: Tensor) -> NDArray[np.float32]:
    """A tensor's memory for compiled code."""
    found: NDArray[np.float32] = tensor.detach().contiguous().numpy()
    return found
