"""What a rollout was asked, as lists of what isn't zero and what is legal: for the CPU."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
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

LEAST_ROWS = 64
"""Fewer rows than this aren't worth a thread."""


class Lists:
    """Lists of different lengths, one for each position, in arrays that grow."""

    def __init__(self, positions: int, most: int, *kinds: type[np.generic]) -> None:
        self.ends = np.zeros(positions + 1, np.int64)
        self.most = most
        """The greatest length of a list"""
        self.arrays = [np.zeros(0, kind) for kind in kinds]

    def make_room(self, first: int, rows: int) -> None:
        """Grow the arrays so that some rows fit in after a position, whatever their lengths."""
        used = int(self.ends[first])
        wanted = used + rows * self.most + 1
        if wanted > len(self.arrays[0]):
            size = max(wanted, 2 * len(self.arrays[0]))
            for at, array in enumerate(self.arrays):
                self.arrays[at] = np.zeros(size, array.dtype)
                self.arrays[at][:used] = array[:used]


class SparsePositions:
    """Observations and legal actions as lists, and compiled functions that use them."""

    def __init__(self, tables: Tables, steps: int, threads: int) -> None:
        rules = tables.rules
        positions = (steps + 1) * tables.rows
        self.tables = tables
        self.threads = threads
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.seen = Lists(positions, rules.observation_size, np.uint16, np.float32)
        self.legal = Lists(positions, rules.actions, np.uint16)
        self.scratch = np.zeros((threads, rules.actions), np.float32)

    def note(self, step: int) -> None:
        """Keep what isn't zero, and what is legal."""
        for batch, part in zip(self.tables.batches, self.tables.parts, strict=True):
            first = step * self.tables.rows + part.start
            for lists in (self.seen, self.legal):
                lists.make_room(first, batch.n)
            kernels.keep_seen(batch.observations, first, self.seen.ends, *self.seen.arrays)
            kernels.keep_legal(batch.masks, first, self.legal.ends, *self.legal.arrays)

    def each_part(self, function: Any, number: int, *arguments: Any) -> list[Any]:
        """Call function(part, first, last, ...) for parts of a range, on all threads."""
        parts = max(1, min(self.threads, number // LEAST_ROWS))
        bounds = enumerate(pairwise(number * part // parts for part in range(parts + 1)))
        tasks = [(part, *ends, *arguments) for part, ends in bounds]
        waiting = [self.pool.submit(function, *task) for task in tasks[1:] if self.pool]
        return [function(*tasks[0]), *(one.result() for one in waiting)]

    def hidden(self, net: Folded, which: Tensor) -> Tensor:
        """Both layers."""
        first: Tensor = _FirstLayer.apply(net.first, net.first_bias, self, which.numpy())
        return net.hidden(first)

    def draw(
        self, net: Folded, hidden: Tensor, which: Tensor, chances: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Draw an action in each row."""
        drawn = torch.empty(len(which), dtype=torch.int64)
        log = torch.empty(len(which))

        def part(number: int, first: int, last: int, *arguments: Any) -> None:
            kernels.draw_rows(
                first, last, *arguments, self.scratch[number], drawn.numpy(), log.numpy()
            )

        self.each_part(part, len(which), *self._policy(net, hidden, which), chances.numpy())
        return drawn, log

    def _policy(self, net: Folded, hidden: Tensor, which: Tensor) -> tuple[Any, ...]:
        """What all functions of the policy's head take."""
        return (
            *(which.numpy(), self.legal.ends, *self.legal.arrays),
            *(_plain(hidden), _plain(net.policy), _plain(net.policy_bias)),
        )

    def logs(self, net: Folded) -> Tensor:
        """A list like that of the legal actions."""
        logs = np.zeros(int(self.legal.ends[-1]), np.float32)

        def part(_number: int, *arguments: Any) -> None:
            kernels.logs_rows(*arguments, logs)

        for which in torch.arange(len(self.legal.ends) - 1).split(self.tables.rows):
            hidden = self.hidden(net, which)
            self.each_part(part, len(which), *self._policy(net, hidden, which))
        return torch.from_numpy(logs)

    def policy_loss(
        self, net: Folded, hidden: Tensor, which: Tensor, lesson: Lesson, weights: Weights
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The clipped objective of PPO, or what is lost by not cloning."""
        lost, sums = _PolicyLoss.apply(
            hidden, net.policy, net.policy_bias, self, which, lesson, weights
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
    def forward(
        context: Any,
        weights: Tensor,
        bias: Tensor,
        positions: SparsePositions,
        rows: NDArray[np.int64],
    ) -> Tensor:
        out = torch.empty(len(rows), weights.shape[1])

        def part(_number: int, first: int, last: int) -> None:
            kernels.first_layer(
                *(first, last, rows, positions.seen.ends, *positions.seen.arrays),
                *(_plain(weights), _plain(bias), out.numpy()),
            )

        positions.each_part(part, len(rows))
        context.save_for_backward(out)
        context.positions, context.rows, context.shape = positions, rows, weights.shape
        return out

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None, None]:
        (out,) = context.saved_tensors
        positions, rows = context.positions, context.rows
        gradient = gradients[0] * (out > 0)
        found = torch.zeros(context.shape)

        def part(_number: int, left: int, right: int) -> None:
            kernels.first_gradient(
                *(left, right, rows, positions.seen.ends, *positions.seen.arrays),
                *(gradient.numpy(), found.numpy()),
            )

        positions.each_part(part, context.shape[1])
        return found, gradient.sum(0), None, None


class _PolicyLoss(torch.autograd.Function):
    """The loss of the policy, whose gradient is found at the same time."""

    @staticmethod
    def forward(
        context: Any,
        hidden: Tensor,
        policy: Tensor,
        bias: Tensor,
        positions: SparsePositions,
        which: Tensor,
        lesson: Lesson,
        weights: Weights,
    ) -> tuple[Tensor, Tensor]:
        threads = positions.threads
        number = max(1, int(lesson.own[which].sum()))
        to_hidden = torch.empty_like(hidden)
        to_policy = torch.zeros(threads, *policy.shape)
        to_bias = torch.zeros(threads, *bias.shape)
        sums = torch.zeros(threads, kernels.SUMS, dtype=torch.float64)
        settings = (
            lesson.cloning,
            *(np.float32(one) for one in (*weights, 1 / number)),
        )

        def part(at: int, first: int, last: int) -> None:
            kernels.policy_rows(
                *(first, last, which.numpy(), positions.legal.ends, *positions.legal.arrays),
                *(_plain(hidden), _plain(policy), _plain(bias)),
                *(one.numpy() for one in lesson[:5]),
                *settings,
                *(positions.scratch[at], to_hidden.numpy(), to_policy[at].numpy()),
                *(to_bias[at].numpy(), sums[at].numpy()),
            )

        positions.each_part(part, len(which))
        context.save_for_backward(to_hidden, to_policy.sum(0), to_bias.sum(0))
        means = (sums.sum(0) / number).float()
        lost = means[kernels.POLICY].clone()
        if not lesson.cloning:
            lost -= weights.entropy * means[kernels.ENTROPY] - weights.pull * means[kernels.PULL]
        context.mark_non_differentiable(means)
        return lost, means

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Any, ...]:
        return *(gradients[0] * one for one in context.saved_tensors), None, None, None, None


def _plain(tensor: Tensor) -> NDArray[np.float32]:
    """A tensor's memory for compiled code."""
    found: NDArray[np.float32] = tensor.detach().contiguous().numpy()
    return found
