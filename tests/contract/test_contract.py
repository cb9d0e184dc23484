"""The contract of a game, checked at every node of random play in every variant."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kerys.kernel.chance import generator, key_of_seed, streams
from kerys.kernel.contract import SPECTATOR, Rules, flags
from kerys.kernel.play import random_play
from tests.contract.subjects import CASES, SUBJECTS, case_name

GAMES_A_CASE = 6


def check_legality(game: Rules, state: Any, players: int) -> None:
    """Whoever is asked has a real choice, whoever is not has none."""
    mask = np.zeros(game.mask_words, np.int64)
    for seat in range(SPECTATOR, players):
        number = game.legal(state, seat, mask)
        assert number == flags(mask, game.actions).sum() == len(game.choices(state, seat))
        if seat in game.seats(state):
            assert number >= 2, "a forced decision was asked"
        else:
            assert number == 0


def check_copy(game: Rules, state: Any, seat: int, action: int) -> None:
    """A copy has the same bytes, lives on its own and plays on the same way."""
    one, two = game.copy(state), game.copy(state)
    before = state.tobytes()
    assert one.tobytes() == before
    game.apply(one, seat, action)
    assert state.tobytes() == before
    assert one.tobytes() != before
    game.apply(two, seat, action)
    assert one.tobytes() == two.tobytes()


def check_steps(game: Rules, state: Any, seat: int, action: int) -> None:
    """Small steps end where `apply` ends, and leave the state they began with alone."""
    before = state.tobytes()
    applied = game.copy(state)
    game.apply(applied, seat, action)
    *_, last = game.steps(state, seat, action)
    assert last.tobytes() == applied.tobytes()
    assert state.tobytes() == before


def check_view(game: Rules, state: Any, seat: int, chance: Any, check_conserved: Any) -> None:
    """A view hides once and for all, is enough to act on, and imagined worlds agree with it."""
    view = game.view(state, seat)
    assert game.view(view, seat).tobytes() == view.tobytes(), "redaction is not idempotent"
    assert game.actors(view) == game.actors(state)
    assert game.choices(view, seat) == game.choices(state, seat)
    check_observation(game, state, view, seat)
    if seat != SPECTATOR:
        assert game.score(view, seat) == game.score(state, seat)
    world = game.copy(view)
    game.resample(world, seat, chance)
    check_conserved(world)
    assert game.view(world, seat).tobytes() == view.tobytes(), "an imagined world disagrees"
    for other in game.seats(world):
        assert len(game.choices(world, other)) >= 2


def check_observation(game: Rules, state: Any, view: Any, seat: int) -> None:
    """The numbers for learning say the same of the state and of the view, and fill the buffer."""
    full = np.full(game.observation_size, np.nan, np.float32)
    seen = np.full(game.observation_size, np.nan, np.float32)
    game.observe(state, seat, full)
    game.observe(view, seat, seen)
    assert not np.isnan(full).any()
    assert full.tobytes() == seen.tobytes(), "the observation tells what the view hides"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_node_keeps_the_contract(case: tuple[str, int]) -> None:
    name, variant = case
    subject = SUBJECTS[name]
    game = subject.game
    options = game.configure(**game.variants[variant])
    players = int(options.players)
    for number in range(GAMES_A_CASE):
        dealer, player = streams(key_of_seed("contract"), number)
        worlds = generator(key_of_seed(f"worlds {number}"))
        state = game.blank()
        game.deal(state, options, dealer)
        scorer = subject.scorer(state)
        assert len(scorer.points) == game.owners(state)
        while game.actors(state):
            check_legality(game, state, players)
            subject.check_conserved(state)
            nobody = game.view(state, SPECTATOR).tobytes()
            assert all(game.view(state, other).tobytes() == nobody for other in range(players, 5))
            for seat in range(SPECTATOR, players):
                check_view(game, state, seat, worlds, subject.check_conserved)
            assert list(scorer.points) == [
                game.score(state, one) for one in range(len(scorer.points))
            ]
            before = game.copy(state)
            seat, action = map(
                int, random_play(game).decide(state, np.zeros(game.mask_words, np.int64), player)
            )
            check_copy(game, before, seat, action)
            check_steps(game, before, seat, action)
            scorer.apply(seat, action)
        subject.check_conserved(state)
        assert list(scorer.points) == [game.score(state, one) for one in range(len(scorer.points))]
        ranks = [game.rank(state, one) for one in range(len(scorer.points))]
        assert min(ranks) == 1


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_an_imagined_world_can_be_played_to_the_end(case: tuple[str, int]) -> None:
    name, variant = case
    subject = SUBJECTS[name]
    game = subject.game
    options = game.configure(**game.variants[variant])
    mask = np.zeros(game.mask_words, np.int64)
    dealer, player = streams(key_of_seed("imagined"), 0)
    state = game.blank()
    game.deal(state, options, dealer)
    node = 0
    while game.actors(state):
        if node % 11 == 0:
            seat = game.seats(state)[0]
            world = game.view(state, seat)
            game.resample(world, seat, player)
            while game.actors(world):
                random_play(game).decide(world, mask, player)
            subject.check_conserved(world)
        random_play(game).decide(state, mask, player)
        node += 1


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_sealed_answers_may_come_in_any_order(case: tuple[str, int]) -> None:
    name, variant = case
    game = SUBJECTS[name].game
    options = game.configure(**game.variants[variant])
    dealer, player = streams(key_of_seed("sealed"), 0)
    state = game.blank()
    game.deal(state, options, dealer)
    mask = np.zeros(game.mask_words, np.int64)
    sealed = 0
    while game.actors(state):
        seats = game.seats(state)
        if len(seats) > 1:
            sealed += 1
            answers = {seat: game.choices(state, seat)[-1] for seat in seats}
            ends = []
            for order in (seats, seats[::-1]):
                copy = game.copy(state)
                for seat in order:
                    game.apply(copy, seat, answers[seat])
                ends.append(copy.tobytes())
            assert ends[0] == ends[1]
        random_play(game).decide(state, mask, player)
    assert bool(sealed) == SUBJECTS[name].has_sealed_choices


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_deal_depends_on_its_key_and_leaves_no_trace_of_it(case: tuple[str, int]) -> None:
    name, variant = case
    game = SUBJECTS[name].game
    variants = dict(game.variants[variant])
    key = bytes(range(1, 33))
    first, again = game.new(key=key, **variants), game.new(key=key, **variants)
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != game.new(key=bytes(32), **variants).tobytes()
    assert all(key[at : at + 4] not in first.tobytes() for at in range(len(key) - 4))
    used = game.copy(first)
    random_play(game).decide(used, np.zeros(game.mask_words, np.int64), generator(key))
    game.deal(used, game.configure(**variants), generator(key))
    assert used.tobytes() == first.tobytes(), "a deal depends on what lay in the record before"


def test_states_are_small() -> None:
    for subject in SUBJECTS.values():
        assert subject.game.state.itemsize <= 2048
