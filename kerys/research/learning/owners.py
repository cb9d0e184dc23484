"""Owners counted from a seat: what a network sees and says, against absolute numbers.

Players are counted clockwise from the seat; a neutral owner keeps its number, the last. Where a
variant has fewer owners than the game allows, the rest are absent.
"""

from __future__ import annotations

from kerys.kernel.extras import extra

with extra("learn"):
    import torch
    from torch import Tensor


def turns(players: int, most_owners: int) -> Tensor:
    """(seats, owners): the absolute number of each owner as counted from each seat."""
    seats = torch.arange(most_owners)[:, None]
    numbers = torch.arange(most_owners)[None, :]
    return torch.where(numbers < players, (seats + numbers) % players, numbers)


def to_absolute(relative: Tensor, turned: Tensor) -> Tensor:
    """(..., owners) counted from a seat, by absolute number; `turned` is its row of `turns`."""
    return torch.empty_like(relative).scatter_(-1, turned, relative)


def to_relative(absolute: Tensor, turned: Tensor) -> Tensor:
    """The same the other way round."""
    return absolute.gather(-1, turned)


def shares_of(logits: Tensor, present: Tensor) -> Tensor:
    """The shares of the win, which sum to 1 over the owners that are present."""
    return logits.masked_fill(~present, -torch.inf).softmax(-1)
