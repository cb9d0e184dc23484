"""What a checkpoint holds of a training, and what fits into it."""

from __future__ import annotations

import math
from typing import Any

from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra
from kerys.locale import _
from kerys.research.learning.configuration import Configuration, TrainingError
from kerys.research.learning.network import PolicyValueNet
from kerys.research.learning.run_folder import MOST_BYTES, RunFolder

with extra("learn"):
    import torch
    from torch import Tensor

WEIGHT_BYTES = 10
"""A weight in full; two moments of its gradient, and how far the average is behind it, in half."""
SNAPSHOT_BYTES = 2
OTHER_BYTES = 300_000
"""Names, numbers and generators."""
GENERATORS_BYTES = 700
"""What a row keeps besides the state of its game."""


def room_for_snapshots(net: PolicyValueNet, rules: Rules, configuration: Configuration) -> int:
    """How many snapshots fit into a checkpoint, at most as many as wanted; refuses if none does."""
    weights = sum(one.numel() for one in net.parameters())
    games = configuration.rows * (rules.state.itemsize + GENERATORS_BYTES)
    rest = MOST_BYTES - WEIGHT_BYTES * weights - games - OTHER_BYTES
    room = rest // (SNAPSHOT_BYTES * weights)
    if room < 1:
        raise TrainingError(
            _(
                "A network with layers of {wide} and {narrow} is too large: with {weights:,} "
                "weights, a checkpoint would exceed {most:,} bytes. Choose narrower layers."
            ).format(
                wide=configuration.network.wide,
                narrow=configuration.network.narrow,
                weights=weights,
                most=MOST_BYTES,
            )
        )
    return min(room, configuration.play.snapshots)


def halved(net: PolicyValueNet) -> dict[str, Tensor]:
    """A network's weights as a snapshot, in half precision."""
    return {name: tensor.detach().half().clone() for name, tensor in net.state_dict().items()}


def load(net: PolicyValueNet, snapshot: dict[str, Tensor]) -> None:
    """Give a network the weights of a snapshot."""
    net.load_state_dict({name: tensor.float() for name, tensor in snapshot.items()})


@torch.no_grad()
def follow(average: PolicyValueNet, net: PolicyValueNet, part: float) -> None:
    """Let an average of weights follow by a part of the way, as precisely as checkpoints are."""
    for mean, own in zip(average.parameters(), net.parameters(), strict=True):
        behind = (mean - own) * (1 - part)
        mean.copy_(own + behind.bfloat16().float())


def behind(average: PolicyValueNet, net: PolicyValueNet) -> list[Tensor]:
    """How far the average is behind, in half precision."""
    pairs = zip(average.parameters(), net.parameters(), strict=True)
    return [(mean - own).detach().bfloat16() for mean, own in pairs]


@torch.no_grad()
def restore_average(average: PolicyValueNet, net: PolicyValueNet, kept: list[Tensor]) -> None:
    """The average that was so far behind."""
    for mean, own, rest in zip(average.parameters(), net.parameters(), kept, strict=True):
        mean.copy_(own + rest.to(own.device).float())


def part_of_way(size: int, over: int, made: int) -> float:
    """The part of the way that an average over that many decisions follows in an iteration.

    At first it is the mean of everything since the beginning.
    """
    return max(1 - math.exp(-size / over), size / made)


def facts(rules: Rules) -> list[int]:
    """What a network depends on."""
    return [rules.environment, rules.observation_size, rules.actions, rules.most_owners]


def check_facts(found: dict[str, Any], rules: Rules, folder: RunFolder) -> None:
    """Refuse a checkpoint for other observations or actions."""
    if found["rules"] != facts(rules):
        raise TrainingError(
            _(
                "{folder} was trained with another version of {game}: its observations or "
                "actions have changed. Name another folder with --folder."
            ).format(folder=folder.path, game=rules.name)
        )
