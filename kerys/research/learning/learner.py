"""The learner: how a network's weights follow from rollouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kerys.kernel.extras import extra
from kerys.research.learning.configuration import PlaySettings
from kerys.research.learning.network import Folded, PolicyValueNet
from kerys.research.learning.owners import to_relative
from kerys.research.learning.positions import ILLEGAL, Lesson, Study, Weights
from kerys.research.learning.rollout import Rollout

with extra("learn"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

MOMENTS = ("exp_avg", "exp_avg_sq")
"""What Adam keeps of each weight's gradients."""
LEAST = 1e-6
"""Keeps what may be zero from dividing."""


class Targets(NamedTuple):
    """What the heads of values should say, by position, counted from the seat asked."""

    present: Tensor
    """bool (positions, owners)"""
    shares: Tensor
    leads: Tensor


class Rates(NamedTuple):
    """What changes as training goes on."""

    learning: float
    entropy: float = 0.0


def targets_of(rollout: Rollout, advantages: Tensor) -> Targets:
    """What was foreseen, corrected by how it went on."""
    tables = rollout.tables
    turned = torch.stack([tables.turned(seats) for seats in rollout.seats])
    wanted = rollout.values[:, :-1] + advantages
    shares, leads = to_relative(wanted, turned.expand(2, *turned.shape))
    present = tables.present.expand(rollout.steps, *tables.present.shape)
    shares = shares.clamp(min=0.0) * present
    shares /= shares.sum(-1, keepdim=True).clamp(min=LEAST)
    return Targets(*(part.flatten(0, 1) for part in (present, shares, leads)))


def played(rollout: Rollout, advantages: Tensor, points: float, lagged: Tensor) -> Lesson:
    """The learner's own decisions, and what they brought to itself."""
    utility = advantages[0] + points * advantages[1]
    gains = utility.gather(-1, rollout.seats[..., None])[..., 0]
    own = gains[rollout.own]
    gains = (gains - own.mean()) / (own.std() + LEAST)
    parts = rollout.actions, rollout.own, rollout.logs, gains
    taken, mine, before, gained = (part.flatten() for part in parts)
    return Lesson(taken, mine, before, gained, lagged)


def shown(rollout: Rollout) -> Lesson:
    """The decisions of another, to be cloned."""
    nothing = torch.zeros(0, device=rollout.logs.device)
    return Lesson(
        rollout.actions.flatten(), rollout.own.flatten(), nothing, nothing, nothing, cloning=True
    )


class Learner:
    """A network, its optimizer, and how it learns from a rollout."""

    def __init__(
        self, net: PolicyValueNet, settings: PlaySettings, chance: torch.Generator
    ) -> None:
        self.net = net
        self.settings = settings
        self.chance = chance
        self.optimizer = torch.optim.Adam(net.parameters(), lr=0.0, eps=1e-5, fused=True)

    def forget(self) -> None:
        """Begin anew with the optimizer."""
        self.optimizer.state.clear()

    @torch.no_grad()
    def round(self) -> None:
        """Round the moments of gradients as a checkpoint does."""
        for state in self.optimizer.state.values():
            for name in MOMENTS:
                state[name].copy_(state[name].bfloat16())

    def kept(self) -> list[dict[str, Tensor]]:
        """What a checkpoint keeps of the optimizer; nothing at the beginning of a stage."""
        states = [self.optimizer.state.get(one) for one in self.net.parameters()]
        return [
            {"step": state["step"], **{name: state[name].bfloat16() for name in MOMENTS}}
            for state in states
            if state
        ]

    def restore(self, kept: list[dict[str, Tensor]]) -> None:
        """Go on with what a checkpoint kept."""
        self.forget()
        for parameter, state in zip(self.net.parameters(), kept, strict=False):
            self.optimizer.state[parameter] = {
                name: tensor.to(parameter.device, torch.float32) for name, tensor in state.items()
            }

    def learn(
        self, rollout: Rollout, lesson: Lesson, targets: Targets, epochs: int, rates: Rates
    ) -> dict[str, float]:
        """Follow the gradient of all losses; the mean of each."""
        settings, sums = self.settings, Sums()
        pull = 0.0 if lesson.cloning else settings.pull
        weights = Weights(settings.clip, rates.entropy, pull)
        for which in self._minibatches(len(lesson.taken), epochs):
            folded = self.net.folded()
            number = max(1, int(lesson.own[which].sum()))

            def gradient(
                part: Tensor, folded: Folded = folded, number: int = number, size: int = len(which)
            ) -> tuple[tuple[Tensor, ...], dict[str, Tensor]]:
                net = Folded(*(one.detach().requires_grad_() for one in folded))
                hidden = rollout.positions.hidden(net, part)
                lost, parts = rollout.positions.policy_loss(
                    net, hidden, part, lesson, weights, number
                )
                wanted = Targets(*(one[part] for one in targets))
                value, points = values_lost(*net.foreseen(hidden), wanted, size)
                lost = lost + settings.value_loss * value + settings.points_loss * points
                found = torch.autograd.grad(lost, net)
                return found, {**parts, "value": value.detach(), "points": points.detach()}

            gradients, parts = zip(*rollout.workers.each(gradient, which), strict=True)
            sums.add(parts)
            added = [torch.stack(one).sum(0) for one in zip(*gradients, strict=True)]
            self._step(folded, added, rates)
        return sums.means()

    def _minibatches(self, positions: int, epochs: int) -> Iterator[Tensor]:
        """All positions in some order, once per epoch."""
        for _epoch in range(epochs):
            order = torch.randperm(positions, generator=self.chance, device=self.chance.device)
            yield from order.split(self.settings.minibatch)

    def _step(self, folded: Folded, gradients: Sequence[Tensor], rates: Rates) -> None:
        """One step down the gradient."""
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(folded, gradients)
        self._descend(rates)

    def study(self, studies: Iterable[Study], rates: Rates) -> dict[str, float]:
        """Learn to answer and to foresee as the search did; the mean of each loss."""
        settings, sums = self.settings, Sums()
        for one in studies:
            found = self.net(one.observations.float())
            logs = found.policy.masked_fill(~one.masks, ILLEGAL).log_softmax(-1)
            policy = -(one.often * logs.gather(-1, one.answers)).sum(-1).mean()
            targets = Targets(one.present, one.shares, one.leads)
            value, points = values_lost(found.shares, found.points, targets, len(one.often))
            lost = policy + settings.value_loss * value + settings.points_loss * points
            self.optimizer.zero_grad(set_to_none=True)
            lost.backward()
            self._descend(rates)
            sums.add([{"policy": policy, "value": value, "points": points}])
        return sums.means()

    def _descend(self, rates: Rates) -> None:
        """Follow the gradients that were found."""
        nn.utils.clip_grad_norm_(self.net.parameters(), self.settings.most_gradient)
        for group in self.optimizer.param_groups:
            group["lr"] = rates.learning
        self.optimizer.step()


def values_lost(
    logits: Tensor, points: Tensor, targets: Targets, number: int
) -> tuple[Tensor, Tensor]:
    """How wrong the heads of values are: cross entropy of shares, Huber's loss of points."""
    logs = logits.masked_fill(~targets.present, ILLEGAL).log_softmax(-1)
    wrong = functional.smooth_l1_loss(points, targets.leads, reduction="none")
    return -(targets.shares * logs).sum() / number, (wrong * targets.present).sum() / number


def between(first: float, last: float, part: float) -> float:
    """A value on the way from the first to the last, which it keeps."""
    return first + min(part, 1.0) * (last - first)


class Sums:
    """Means of what minibatches found, without waiting for the device each time."""

    def __init__(self) -> None:
        self.sums: dict[str, Tensor] = {}
        self.number = 0

    def add(self, parts: Sequence[dict[str, Tensor]]) -> None:
        """Add what the parts of one minibatch found."""
        self.number += 1
        for part in parts:
            for name, value in part.items():
                self.sums[name] = self.sums.get(name, 0.0) + value.detach()

    def means(self) -> dict[str, float]:
        """The mean of each."""
        return {name: float(value) / self.number for name, value in self.sums.items()}
