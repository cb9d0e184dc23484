"""How strong the bare policy is: duplicate deals against fixed opponents, with intervals."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kerys.bots.arena.results import interval
from kerys.bots.network.network_file import POINTS_SCALE
from kerys.kernel.extras import extra
from kerys.research.batch import Batch
from kerys.research.learning.configuration import EvaluationSettings, Variant
from kerys.research.learning.network import PolicyValueNet
from kerys.research.learning.positions import ILLEGAL, drawn_from
from kerys.research.learning.tables import Tables
from kerys.table.checks import check_game

with extra("learn"):
    import torch
    from torch import Tensor

OPPONENTS = ("greedy", "random")
SEED = "evaluation"


@dataclass(frozen=True)
class Strength:
    """The result of the policy in one seat, with the same opponent in all others."""

    variant: str
    opponent: str
    games: int
    share: float
    """The share of wins; a shared win counts in parts."""
    low: float
    high: float
    """Its 95% interval, based on deals"""
    fair: float
    """The share if all were equal"""
    lead: float
    """How many points ahead of the mean it ended"""

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return {
            name: round(value, 4) if isinstance(value, float) else value
            for name, value in asdict(self).items()
        }


def measure(
    net: PolicyValueNet,
    game: str,
    variant: Variant,
    opponent: str,
    settings: EvaluationSettings,
    threads: int,
) -> Strength:
    """Play every deal once from each seat; the opponent has all others."""
    players = int(check_game(game).configure(**variant.options).players)
    tables = Tables(
        [
            Batch(game, settings.deals, seed=SEED, threads=threads, **variant.options)
            for _seat in range(players)
        ]
    )
    own = torch.arange(players).repeat_interleave(settings.deals)
    shares, leads = _played(net, tables, own, opponent, settings.worlds)
    by_deal = shares.view(players, -1).mean(0).tolist()
    low, high = interval(by_deal, len(shares))
    return Strength(
        variant=variant.label,
        opponent=opponent,
        games=len(shares),
        share=float(shares.mean()),
        low=low,
        high=high,
        fair=1 / players,
        lead=POINTS_SCALE * float(leads.mean()),
    )


@torch.no_grad()
def _played(
    net: PolicyValueNet, tables: Tables, own: Tensor, opponent: str, worlds: int
) -> tuple[Tensor, Tensor]:
    """Play each row's first game; the policy's share of the win, and its lead."""
    rules, rows = tables.rules, tables.rows
    chance = torch.Generator()
    chance.manual_seed(0)
    seen = torch.zeros(rows, rules.observation_size)
    masks = torch.zeros(rows, rules.actions, dtype=torch.bool)
    seats = torch.zeros(rows, dtype=torch.int64)
    shares, leads = torch.zeros(rows), torch.zeros(rows)
    left = torch.ones(rows, dtype=torch.bool)
    while left.any():
        mine = tables.gather("seats", seats) == own
        chosen = _chosen(net, tables, seen, masks, chance)
        theirs = left & ~mine
        others = tables.greedy(worlds, theirs) if opponent == "greedy" else tables.sample()
        actions = torch.where(mine, chosen, others.long())
        outcomes = tables.step(torch.where(left, actions, -1))
        ended = left & outcomes.done
        shares[ended] = outcomes.shares[ended, own[ended]]
        leads[ended] = outcomes.leads[ended, own[ended]]
        left &= ~ended
    return shares, leads


def _chosen(
    net: PolicyValueNet, tables: Tables, seen: Tensor, masks: Tensor, chance: torch.Generator
) -> Tensor:
    """The most likely action in each row; sealed choices are drawn, or they could be foreseen."""
    logits = net(tables.gather("observations", seen)).policy
    logits = logits.masked_fill(~tables.gather("masks", masks), ILLEGAL)
    sealed = (tables.rules.sealed >> tables.questions().long()) & 1 == 1
    chances = torch.rand(len(logits), generator=chance)
    return torch.where(sealed, drawn_from(logits.log_softmax(-1), chances), logits.argmax(-1))
