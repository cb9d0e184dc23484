"""Who decides in a rollout: `greedy` to be cloned, or the network among its earlier selves."""

from __future__ import annotations

from kerys.kernel.extras import extra
from kerys.research.learning.checkpoint import load
from kerys.research.learning.network import Folded, PolicyValueNet
from kerys.research.learning.rollout import Rollout
from kerys.research.learning.tables import Tables

with extra("learn"):
    import torch
    from torch import Tensor


class GreedyActor:
    """`greedy`, with some random moves; what it would have done is noted."""

    def __init__(self, worlds: int, random_moves: float, chance: torch.Generator) -> None:
        self.worlds = worlds
        self.random_moves = random_moves
        self.chance = chance

    def act(self, rollout: Rollout, step: int, net: Folded, hidden: Tensor) -> Tensor:
        """What `greedy` does, or sometimes anything."""
        tables = rollout.tables
        everywhere = torch.ones(tables.rows, dtype=torch.bool)
        chosen = tables.greedy(self.worlds, everywhere).to(tables.device)
        rollout.actions[step] = chosen
        place = torch.rand(tables.rows, generator=self.chance, device=tables.device)
        return torch.where(place < self.random_moves, tables.sample(), chosen)

    def ended(self, done: Tensor) -> None:
        """Nothing changes with a new game."""


class SelfPlay:
    """The network against itself and, in some rows, against an earlier snapshot."""

    def __init__(
        self, tables: Tables, snapshot_rows: float, other: PolicyValueNet, chance: torch.Generator
    ) -> None:
        self.tables = tables
        self.chance = chance
        self.other = other
        with torch.no_grad():
            self.snapshot = other.folded()
        """The snapshot that plays in this rollout"""
        mixed = [
            torch.arange(part.start, part.start + round(snapshot_rows * (part.stop - part.start)))
            for part in tables.parts
        ]
        self.mixed = torch.cat(mixed).to(tables.device)
        """The rows in which it plays."""
        self.seats = torch.zeros(
            len(self.mixed), tables.rules.most_owners, dtype=torch.bool, device=tables.device
        )
        """(mixed rows, seats): which seats are its own."""
        self.ended(torch.ones(tables.rows, dtype=torch.bool, device=tables.device))

    @torch.no_grad()
    def choose_snapshot(self, snapshots: list[dict[str, Tensor]]) -> None:
        """Draw who plays in the next rollout."""
        drawn = torch.randint(len(snapshots), (), generator=self.chance, device=self.chance.device)
        load(self.other, snapshots[int(drawn)])
        self.snapshot = self.other.folded()

    def act(self, rollout: Rollout, step: int, net: Folded, hidden: Tensor) -> Tensor:
        """Draw an action for each row."""
        positions, numbers = rollout.positions, rollout.numbers[step]
        chances = torch.rand(len(numbers), generator=self.chance, device=self.tables.device)
        chosen, rollout.logs[step] = positions.draw(net, hidden, numbers, chances)
        if len(self.mixed):
            others = numbers[self.mixed]
            seen = rollout.hidden(self.snapshot, others)
            answers = positions.draw(self.snapshot, seen, others, chances[self.mixed])[0]
            theirs = self.seats.gather(1, rollout.seats[step, self.mixed, None])[:, 0]
            chosen[self.mixed] = torch.where(theirs, answers, chosen[self.mixed])
            rollout.own[step, self.mixed] = ~theirs
        rollout.actions[step] = chosen
        return chosen

    def ended(self, done: Tensor) -> None:
        """In new games the snapshot gets other seats: one at least, never all."""
        if not len(self.mixed):
            return
        players = self.tables.players[self.mixed, None]
        device = self.tables.device
        places = torch.rand(self.seats.shape, generator=self.chance, device=device)
        absent = torch.arange(self.seats.shape[1], device=device) >= players
        order = places.masked_fill(absent, 2.0).argsort(1).argsort(1)
        share = torch.rand(len(self.mixed), 1, generator=self.chance, device=device)
        number = 1 + (share * (players - 1)).long().clamp(max=players - 2)
        self.seats = torch.where(done[self.mixed, None], order < number, self.seats)
