"""The learner: how a network's weights follow from rollouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kerys.kernel.extras import extra
from kerys.research.learning.configuration import PlaySettings
from kerys.research.learning.network import PolicyValueNet
from kerys.research.learning.owners import to_relative
from kerys.research.learning.rollout import ILLEGAL, Rollout

with extra("learn"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

MOMENTS = ("exp_avg", "exp_avg_sq")
"""What Adam keeps of each weight's gradients."""
LEAST_SPREAD = 1e-6
"""Keeps equal advantages from being divided by zero."""


class Lesson(NamedTuple):
    """The decisions of a rollout in one row each, with what is to be learned from them."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    present: Tensor
    """bool (decisions, owners), counted from the seat like all below"""
    shares: Tensor
    """What each owner's share of the win should be said to be"""
    leads: Tensor

    def __len__(self) -> int:
        return len(self.actions)


class Policy(NamedTuple):
    """What self-play adds to a lesson."""

    chances: Tensor
    """The logarithm of the probability of each action when it was taken."""
    advantages: Tensor
    own: Tensor
    """Whether the decision is the learner's own, as 0 or 1."""
    lagged: Tensor
    """float16 (decisions, actions): the logarithms of probabilities of the copy that lags behind"""


class Rates(NamedTuple):
    """What changes as training goes on."""

    learning: float
    entropy: float = 0.0


def lesson_of(rollout: Rollout, advantages: Tensor) -> Lesson:
    """The decisions of a rollout; values are to become what they were plus the advantages."""
    tables = rollout.tables
    turned = torch.stack([tables.turned(seats) for seats in rollout.seats])
    targets = to_relative(rollout.values[:, :-1] + advantages, turned.expand(2, *turned.shape))
    present = tables.present.expand(rollout.steps, *tables.present.shape)
    shares = targets[0].clamp(min=0.0) * present
    shares /= shares.sum(-1, keepdim=True).clamp(min=LEAST_SPREAD)
    parts = rollout.observations, rollout.masks, rollout.actions, present, shares, targets[1]
    return Lesson(*(part.flatten(0, 1) for part in parts))


def policy_of(rollout: Rollout, advantages: Tensor, points: float, lagged: Tensor) -> Policy:
    """What the learner's own decisions brought to itself."""
    utility = advantages[0] + points * advantages[1]
    gained = utility.gather(-1, rollout.seats[..., None])[..., 0].flatten()
    own = rollout.own.flatten()
    mine = gained[own]
    gained = (gained - mine.mean()) / (mine.std() + LEAST_SPREAD)
    return Policy(rollout.chances.flatten(), gained, own.float(), lagged)


@torch.no_grad()
def logs_of(net: PolicyValueNet, rollout: Rollout) -> Tensor:
    """float16 (decisions, actions): logarithms of a network's probabilities; 0 if illegal."""
    found = []
    for observations, masks in zip(rollout.observations, rollout.masks, strict=True):
        logits = net(observations.float()).policy.masked_fill(~masks, ILLEGAL)
        found.append(logits.log_softmax(-1).masked_fill(~masks, 0.0).half())
    return torch.cat(found)


class Learner:
    """A network, its optimizer, and the two ways it learns."""

    def __init__(self, net: PolicyValueNet, settings: PlaySettings, chance: torch.Generator):
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

    def clone(self, lesson: Lesson, epochs: int, rates: Rates) -> dict[str, float]:
        """Learn to choose what was chosen."""
        sums = Sums()
        for chosen in self._minibatches(len(lesson), epochs):
            logits, losses = self._values(lesson, chosen)
            actions = lesson.actions[chosen]
            losses["policy"] = functional.cross_entropy(logits, actions)
            sums.add(losses, agreement=(logits.detach().argmax(-1) == actions).float().mean())
            self._step(sum(self._weighted(losses)), rates)
        return sums.means()

    def improve(self, lesson: Lesson, policy: Policy, rates: Rates) -> dict[str, float]:
        """Learn to choose more often what went better than foreseen."""
        sums = Sums()
        for chosen in self._minibatches(len(lesson), self.settings.epochs):
            logits, losses = self._values(lesson, chosen)
            logs = logits.log_softmax(-1)
            found = self._policy(logs, lesson.actions[chosen], policy, chosen)
            losses["policy"] = found.pop("policy")
            sums.add(losses, **found)
            total = sum(self._weighted(losses)) - rates.entropy * found["entropy"]
            self._step(total + self.settings.pull * found["pull"], rates)
        return sums.means()

    def _values(self, lesson: Lesson, chosen: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The logits of some decisions, and how wrong the values are."""
        answers = self.net(lesson.observations[chosen].float())
        present = lesson.present[chosen]
        shares = answers.shares.masked_fill(~present, ILLEGAL).log_softmax(-1)
        wrong = functional.smooth_l1_loss(answers.points, lesson.leads[chosen], reduction="none")
        return answers.policy.masked_fill(~lesson.masks[chosen], ILLEGAL), {
            "value": -(lesson.shares[chosen] * shares).sum(-1).mean(),
            "points": (wrong * present).sum(-1).mean(),
        }

    def _policy(
        self, logs: Tensor, actions: Tensor, policy: Policy, chosen: Tensor
    ) -> dict[str, Tensor]:
        """The clipped objective of PPO, and what keeps the policy from changing too fast."""
        clip, own = self.settings.clip, policy.own[chosen]
        number = own.sum().clamp(min=1.0)
        change = logs.gather(-1, actions[:, None])[:, 0] - policy.chances[chosen]
        ratio = change.exp()
        gain = policy.advantages[chosen]
        gained = torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain)
        chances = logs.exp()
        return {
            "policy": -(gained * own).sum() / number,
            "entropy": -((chances * logs).sum(-1) * own).sum() / number,
            "pull": ((chances * (logs - policy.lagged[chosen])).sum(-1) * own).sum() / number,
            "change": ((ratio - 1 - change) * own).sum().detach() / number,
        }

    def _weighted(self, losses: dict[str, Tensor]) -> Iterator[Tensor]:
        """Losses by their weights."""
        yield losses["policy"]
        yield self.settings.value_loss * losses["value"]
        yield self.settings.points_loss * losses["points"]

    def _minibatches(self, decisions: int, epochs: int) -> Iterator[Tensor]:
        """All decisions in some order, once per epoch."""
        for _epoch in range(epochs):
            order = torch.randperm(decisions, generator=self.chance, device=self.chance.device)
            yield from order.split(self.settings.minibatch)

    def _step(self, loss: Tensor | int, rates: Rates) -> None:
        """One step down the gradient."""
        assert isinstance(loss, Tensor)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), self.settings.most_gradient)
        for group in self.optimizer.param_groups:
            group["lr"] = rates.learning
        self.optimizer.step()


def explained(rollout: Rollout, advantages: Tensor) -> float:
    """The part of the variance of shares that the values foresaw."""
    present = rollout.tables.present.expand(rollout.steps, *rollout.tables.present.shape)
    missed = advantages[0][present]
    target = (rollout.values[0, :-1] + advantages[0])[present]
    return float(1 - missed.var() / target.var().clamp(min=LEAST_SPREAD))


class Sums:
    """Means of what minibatches found, without waiting for the device each time."""

    def __init__(self) -> None:
        self.sums: dict[str, Tensor] = {}
        self.number = 0

    def add(self, *parts: dict[str, Tensor], **more: Tensor) -> None:
        """Add what one minibatch found."""
        self.number += 1
        for part in (*parts, more):
            for name, value in part.items():
                self.sums[name] = self.sums.get(name, 0.0) + value.detach()

    def means(self) -> dict[str, float]:
        """The mean of each."""
        return {name: float(value) / self.number for name, value in self.sums.items()}
