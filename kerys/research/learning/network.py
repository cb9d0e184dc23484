"""The network in PyTorch: two layers, and heads for the policy, the win and the points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kerys.bots.network.network_file import Network
from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra

with extra("learn"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

SMALL = 0.05
"""The first size of the heads' weights: at first all actions are about equally likely."""


class Answers(NamedTuple):
    """What the heads say about some positions."""

    policy: Tensor
    """(rows, actions): logits, also of illegal actions"""
    shares: Tensor
    """(rows, owners): logits of the shares of the win, counted from the seat asked"""
    points: Tensor
    """(rows, owners): how far ahead of the mean each owner ends, in units of 20 points"""


class Folded(NamedTuple):
    """The weights of a network, multiplied out."""

    first: Tensor
    """(inputs, wide)"""
    first_bias: Tensor
    second: Tensor
    """(wide, narrow)"""
    second_bias: Tensor
    policy: Tensor
    """(actions, narrow)"""
    policy_bias: Tensor
    shares: Tensor
    """(narrow, owners), like the points"""
    shares_bias: Tensor
    points: Tensor
    points_bias: Tensor

    def hidden(self, first: Tensor) -> Tensor:
        """The second layer, from the first."""
        return functional.relu(torch.addmm(self.second_bias, first, self.second))

    def foreseen(self, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """What the heads of values say: logits of shares of the win, and leads in points."""
        return (
            torch.addmm(self.shares_bias, hidden, self.shares),
            torch.addmm(self.points_bias, hidden, self.points),
        )


class PolicyValueNet(nn.Module):
    """One network for all player counts and variants of a game.

    The weights of an action are the sum of those of its words, and some of its own: what is learned
    about `place 3 hidden 2-harbour` helps with every other agent in that harbour.
    """

    words: Tensor

    def __init__(
        self, words: NDArray[np.float32], inputs: int, wide: int, narrow: int, owners: int
    ):
        super().__init__()
        actions, factors = words.shape
        self.first = nn.Linear(inputs, wide)
        self.second = nn.Linear(wide, narrow)
        self.by_word = nn.Parameter(torch.empty(factors, narrow))
        self.by_action = nn.Parameter(torch.zeros(actions, narrow))
        self.policy_bias = nn.Parameter(torch.zeros(actions))
        self.shares = nn.Linear(narrow, owners)
        self.points = nn.Linear(narrow, owners)
        self.register_buffer("words", torch.from_numpy(words), persistent=False)

    def start(self, generator: torch.Generator) -> None:
        """Draw the first weights."""
        for layer in (self.first, self.second):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu", generator=generator)
            nn.init.zeros_(layer.bias)
        for head in (self.shares.weight, self.points.weight, self.by_word):
            nn.init.normal_(head, std=SMALL / head.shape[1] ** 0.5, generator=generator)
        for bias in (self.shares.bias, self.points.bias):
            nn.init.zeros_(bias)

    def policy_weights(self) -> Tensor:
        """(actions, narrow): words and actions multiplied out."""
        return self.words @ self.by_word + self.by_action

    def folded(self) -> Folded:
        """The weights multiplied out, as a network's file has them."""
        return Folded(
            self.first.weight.T.contiguous(),
            self.first.bias,
            self.second.weight.T,
            self.second.bias,
            self.policy_weights(),
            self.policy_bias,
            self.shares.weight.T,
            self.shares.bias,
            self.points.weight.T,
            self.points.bias,
        )

    def forward(self, observations: Tensor) -> Answers:
        """What the heads say."""
        folded = self.folded()
        first = functional.relu(torch.addmm(folded.first_bias, observations, folded.first))
        hidden = folded.hidden(first)
        policy = functional.linear(hidden, folded.policy, folded.policy_bias)
        return Answers(policy, *folded.foreseen(hidden))


def new_net(rules: Rules, wide: int, narrow: int) -> PolicyValueNet:
    """A network of a game's sizes, not yet started."""
    return PolicyValueNet(words_of(rules), rules.observation_size, wide, narrow, rules.most_owners)


def words_of(rules: Rules) -> NDArray[np.float32]:
    """(actions, words): which words the text of each action has, alone and with its neighbours.

    `place 3 hidden 2-harbour` has the words place, 3, hidden and 2-harbour and every two of them.
    What only one action has is left out, since that action has weights of its own.
    """
    found: list[set[str]] = []
    for action in range(rules.actions):
        words = rules.wording.text(action).split()
        pairs = {f"{one} {other}" for at, one in enumerate(words) for other in words[at + 1 :]}
        found.append(set(words) | pairs)
    holders: dict[str, list[int]] = {}
    for action, factors in enumerate(found):
        for factor in sorted(factors):
            holders.setdefault(factor, []).append(action)
    columns = list(dict.fromkeys(tuple(one) for one in holders.values() if len(one) > 1))
    matrix = np.zeros((rules.actions, max(len(columns), 1)), np.float32)
    for column, actions in enumerate(columns):
        matrix[list(actions), column] = 1
    return matrix


def exported(net: PolicyValueNet, rules: Rules, about: Mapping[str, Any]) -> Network:
    """The network as its file keeps it."""

    def plain(tensor: Tensor) -> NDArray[np.float32]:
        return np.ascontiguousarray(tensor.detach().cpu().numpy(), np.float32)

    weights = net.folded()
    return Network(
        game=rules.name,
        observation_version=rules.environment,
        inputs=net.first.in_features,
        wide=net.first.out_features,
        narrow=net.second.out_features,
        actions=rules.actions,
        owners=net.shares.out_features,
        first_weights=plain(weights.first),
        first_bias=plain(weights.first_bias),
        second_weights=plain(weights.second),
        second_bias=plain(weights.second_bias),
        policy_weights=plain(weights.policy.T),
        policy_bias=plain(weights.policy_bias),
        value_weights=plain(weights.shares),
        value_bias=plain(weights.shares_bias),
        points_weights=plain(weights.points),
        points_bias=plain(weights.points_bias),
        about=about,
    )
