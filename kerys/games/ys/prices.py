"""YS-1.6, YS-R15: the price table."""

from __future__ import annotations

from kerys.games.ys.actions import DOWN, UP
from kerys.games.ys.components import COLOURS, HIGHEST_PRICE, LOWEST_PRICE
from kerys.kernel.bits import bit
from kerys.kernel.compiling import rule


@rule
def price_moves(state):
    """The steps that the price track allows (YS-R14, YS-R15)."""
    moves = 0
    for colour in range(COLOURS):
        if state.prices[colour] < HIGHEST_PRICE:
            moves |= bit(2 * colour + UP)
        if state.prices[colour] > LOWEST_PRICE:
            moves |= bit(2 * colour + DOWN)
    return moves


@rule
def move_price(state, move):
    """One colour one step up or down."""
    state.prices[move // 2] += 1 if move % 2 == UP else -1


@rule
def price_rank(state, colour):
    """The rank of a colour by price, from 0; equal prices: further left is higher (YS-7.1)."""
    rank = 0
    for other in range(COLOURS):
        if state.prices[other] > state.prices[colour]:
            rank += 1
        elif other < colour and state.prices[other] == state.prices[colour]:
            rank += 1
    return rank
