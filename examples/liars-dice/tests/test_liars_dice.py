"""Liar's Dice keeps the contract and follows its rules."""

from __future__ import annotations

from typing import Any

import pytest
from liars_dice import LIARS_DICE
from liars_dice.rules import DICE, LIAR, SEATS
from liars_dice.wording import texts

from kerys.kernel.contract import OptionsError, State
from kerys.testing import check_game


class DiceCounter:
    """Every player's dice, counted independently from the deal and the decisions."""

    def __init__(self, state: State) -> None:
        self.points = [int(state.dice_each)] * int(state.players)
        self.rolls = state.rolls.tolist()
        self.wild = bool(state.wild_ones)
        self.round, self.bid, self.bidder = 0, (0, 0), -1

    def apply(self, seat: int, action: int) -> None:
        if action != LIAR:
            self.bid, self.bidder = divmod(action - 1, 6), seat
            if action == sum(self.points) * 6:
                self.doubt(self.after(seat))
        else:
            self.doubt(seat)

    def after(self, seat: int) -> int:
        following = [(seat + step) % len(self.points) for step in range(1, len(self.points))]
        return next(one for one in following if self.points[one])

    def doubt(self, seat: int) -> None:
        fits = {self.bid[1] + 1, 1} if self.wild else {self.bid[1] + 1}
        there = sum(
            roll in fits
            for one, dice in enumerate(self.points)
            for roll in self.rolls[self.round][one][:dice]
        )
        self.points[seat if there > self.bid[0] else self.bidder] -= 1
        self.round += 1


def check_dice(state: State) -> None:
    """Check that every die in play shows a face, and that nobody has more than at the start."""
    assert 0 <= state.dice.min() <= state.dice.max() <= state.dice_each
    if state.pending:
        for seat in range(int(state.players)):
            for die in range(int(state.dice[seat])):
                assert 1 <= state.rolls[state.round_number, seat, die] <= 6


def test_the_game_keeps_the_contract() -> None:
    check_game(LIARS_DICE, 1, check_dice, DiceCounter)


def table(rolls: list[list[int]], **options: Any) -> State:
    """A first round with these dice; seat 0 begins."""
    state = LIARS_DICE.new(seed=1, players=len(rolls), dice_each=len(rolls[0]), **options)
    for seat, dice in enumerate(rolls):
        state.rolls[0, seat, : len(dice)] = dice
    state.pending = 1
    return state


def play(state: State, *moves: str) -> State:
    """Make each move for the seat whose turn it is."""
    for move in moves:
        LIARS_DICE.apply(state, LIARS_DICE.seats(state)[0], texts()[move])
    return state


def told(before: State, after: State, seat: int) -> list[str]:
    """What a seat is told about a step."""
    views = LIARS_DICE.view(before, seat), LIARS_DICE.view(after, seat)
    return LIARS_DICE.wording.tell(*views, seat, ("Ann", "Bob"))


def test_players_are_addressed_and_spectators_are_not() -> None:
    before = play(table([[5, 5, 2], [5, 1, 1]]), "bid 3 fives")
    after = play(LIARS_DICE.copy(before), "liar")
    there = "There are 3 of the 3 fives."
    assert told(before, after, 0) == ["Bob says that you lie.", there, "Bob loses a die."]
    assert told(before, after, 1) == ["You say that Ann lies.", there, "You lose a die."]
    assert told(before, after, -1) == ["Bob says that Ann lies.", there, "Bob loses a die."]


def test_a_bid_that_is_true_costs_the_doubter_a_die() -> None:
    state = play(table([[5, 5, 2], [5, 1, 1]]), "bid 3 fives", "liar")
    assert state.dice[:2].tolist() == [3, 2]


def test_a_bid_that_is_false_costs_the_bidder_a_die() -> None:
    state = play(table([[5, 5, 2], [4, 1, 1]]), "bid 3 fives", "liar")
    assert state.dice[:2].tolist() == [2, 3]


def test_wild_ones_count_as_every_face() -> None:
    state = play(table([[5, 5, 2], [4, 1, 1]], wild_ones=True), "bid 4 fives", "liar")
    assert state.dice[:2].tolist() == [3, 2]


def test_the_highest_bid_is_doubted_at_once() -> None:
    state = play(table([[6, 6, 6], [6, 6, 6]]), "bid 6 sixes")
    assert state.dice[:2].tolist() == [3, 2], "it was true"


@pytest.mark.parametrize(("revision", "first"), [(1, 0), (2, 1)])
def test_who_begins_after_a_doubt_depends_on_the_revision(revision: int, first: int) -> None:
    state = play(table([[5, 5, 2], [5, 1, 1]], revision=revision), "bid 3 fives", "liar")
    assert LIARS_DICE.seats(state) == [first], "the loser since revision 2, the winner before"


def test_a_lower_bid_is_refused_in_words() -> None:
    import kerys

    game = kerys.new("liars_dice", players=2, seed=3)
    seat = game.actors[0]
    game.push(seat, "bid 3 fives")
    with pytest.raises(kerys.IllegalMove, match="higher than 3 fives"):
        game.push(game.actors[0], "bid 2 sixes")


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 7}, {"dice_each": 2}, {"x": 1}])
def test_impossible_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionsError):
        LIARS_DICE.configure(**options)


def test_the_state_is_as_small_as_it_can_be() -> None:
    assert LIARS_DICE.state.itemsize < (SEATS * DICE) * (SEATS * DICE + 4)
