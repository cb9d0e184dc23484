"""Shortcuts to the outcome of phase 4 and of the end of the game, for tests."""

from __future__ import annotations

from collections.abc import Iterable

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLACK, BLUE, GREEN, RED
from tests.ys.board import Board, area, space

CITY_CONTESTS = ("quarter", "harbour", "shops", "palace")
CONTESTS = (*CITY_CONTESTS, "line", "best bidder")
"""Everything in phase 4 with a winner and the same tie-break (YS-5.9, YS-6.2, YS-6.5)."""

NEUTRAL = 2
"""The owner number of the neutral."""


def quarter_ranking(board: Board) -> list[int]:
    """Score the gems of quarter 1; returns the owners who got any, best first.

    All take blue before green before red; for the neutral, the prices are in that order. The palace
    has the King, who gives nobody a gem.
    """
    board.ship(1, BLUE, GREEN, RED)
    board.prize(1, box.KING)
    board.state.prices[:] = (11, 10, 9, 8)
    board.at(Moment.QUARTER_OPENS)
    while board.question == Question.TAKE_GEM and board.state.cursor == 0:
        board.answer(board.choices()[0])
    holders = {
        gem: owner for owner in range(box.SEATS) for gem in range(4) if board.gems(owner)[gem]
    }
    by_place = (BLUE, GREEN, RED) if board.state.players == 4 else (BLUE, RED)
    return [holders[gem] for gem in by_place if gem in holders]


def put_all(board: Board, contest: str, agents: Iterable[tuple[int, int]]) -> None:
    """Put agents (team, value) where they compete: in quarter 1 or on line 2."""
    for index, (team, number) in enumerate(agents):
        if contest in CITY_CONTESTS:
            kind = box.HARBOUR if contest == "harbour" else box.SHOPS
            where = area(1, box.PALACE if contest == "palace" else kind)
        else:
            where = space(2, index)
        board.put(team, number, where)


def winner(board: Board, contest: str) -> int | None:
    """Score one contest; returns the owner who wins it."""
    owners = range(box.SEATS)
    if contest == "quarter":
        return next(iter(quarter_ranking(board)), None)
    if contest == "best bidder":
        before = board.prices()
        board.at(Moment.MARKET_BIDDER)
        if board.question == Question.MOVE_PRICE:
            return board.asked[0]
        return NEUTRAL if board.prices() != before else None
    if contest == "line":
        board.state.line_gems[1] = RED
        board.at(Moment.MARKET_LINES, cursor=1)
        won = [owner for owner in owners if board.gems(owner)[RED]]
    else:
        board.prize(1, box.KING)
        board.at(Moment.QUARTER_AREAS)
        if contest == "harbour":
            won = [owner for owner in owners if board.gems(owner)[BLACK]]
        else:
            won = [owner for owner in owners if board.state.points[owner]]
    assert len(won) <= 1
    return won[0] if won else None


def final(board: Board) -> list[int]:
    """Finish the last round; returns the points of every owner."""
    board.state.round_number = box.ROUNDS - 1
    board.at(Moment.ROUND_ENDS)
    assert board.over
    return board.points()
