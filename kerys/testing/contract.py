"""The contract of a game, checked at every node of random play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from kerys.kernel.chance import generator, key_of_seed, streams
from kerys.kernel.contract import HEADER, MOST_SEATS, SPECTATOR, Rules, State, flags
from kerys.kernel.play import random_play
from kerys.testing.cases import Case

GAMES = 6
MOST_STATE_BYTES = 2048
IMAGINED_EVERY = 11
"""An imagined world is played to its end once per this many decisions."""


class Scorer(Protocol):
    """Counts points from the deal and the decisions, independently of the engine."""

    points: list[int]

    def apply(self, seat: int, action: int) -> None:
        """Take note of a decision."""
        ...


def check_case(
    case: Case,
    games: int = GAMES,
    check_conserved: Callable[[State], None] = lambda state: None,
    scorer: Callable[[State], Scorer] | None = None,
) -> None:
    """Play random games of one case and check every node.

    `check_conserved` fails if a piece was lost or made; `scorer` is a second, independent count of
    the points, made from a state that was just dealt.
    """
    check_records(case.rules)
    check_deal(case)
    for number in range(games):
        _check_random_game(case, number, check_conserved, scorer)
    check_imagined_worlds(case, check_conserved)


def check_records(rules: Rules) -> None:
    """States are small, and have the fields that the rest of the package reads."""
    assert rules.state.itemsize <= MOST_STATE_BYTES, "a state is too large"
    assert set(HEADER) <= set(rules.state.names or ()), "a state lacks header fields"
    assert max(rules.wording.players) <= MOST_SEATS


def _check_random_game(
    case: Case,
    number: int,
    check_conserved: Callable[[State], None],
    scorer: Callable[[State], Scorer] | None,
) -> None:
    """One game from the deal to the end."""
    rules, players = case.rules, case.players
    dealer, player = streams(key_of_seed("contract"), number)
    worlds = generator(key_of_seed(f"worlds {number}"))
    mask = np.zeros(rules.mask_words, np.int64)
    state = rules.blank()
    rules.deal(state, case.configure(), dealer)
    assert (state.players, state.revision) == (players, case.revision)
    owners = int(rules.owners(state))
    assert players <= owners <= rules.most_owners, "more score than the contract says"
    assert owners - players <= len(rules.wording.neutrals), "a neutral party has no name"
    counted = scorer(state) if scorer else None
    while rules.actors(state):
        check_legality(rules, state, players)
        check_conserved(state)
        check_strangers(rules, state, players)
        for seat in range(SPECTATOR, players):
            check_view(rules, state, seat, worlds, check_conserved)
        check_points(rules, state, counted)
        check_sealed(rules, state)
        before = rules.copy(state)
        seat, action = map(int, random_play(rules).decide(state, mask, player))
        check_copy(rules, before, seat, action)
        check_steps(rules, before, seat, action)
        if counted is not None:
            counted.apply(seat, action)
    check_conserved(state)
    check_points(rules, state, counted)
    assert min(rules.rank(state, owner) for owner in range(owners)) == 1


def check_points(rules: Rules, state: State, counted: Scorer | None) -> None:
    """The engine and an independent count agree."""
    if counted is not None:
        owners = range(int(rules.owners(state)))
        assert list(counted.points) == [rules.score(state, owner) for owner in owners]


def check_legality(rules: Rules, state: State, players: int) -> None:
    """Seats that are asked have a real choice; the others have none."""
    mask = np.zeros(rules.mask_words, np.int64)
    for seat in range(SPECTATOR, players):
        number = rules.legal(state, seat, mask)
        assert number == flags(mask, rules.actions).sum() == len(rules.choices(state, seat))
        if seat in rules.seats(state):
            assert number >= 2, "a forced decision was asked"
        else:
            assert number == 0


def check_copy(rules: Rules, state: State, seat: int, action: int) -> None:
    """A copy has the same bytes, is independent, and plays on in the same way."""
    one, two = rules.copy(state), rules.copy(state)
    before = state.tobytes()
    assert one.tobytes() == before
    rules.apply(one, seat, action)
    assert state.tobytes() == before
    assert one.tobytes() != before
    rules.apply(two, seat, action)
    assert one.tobytes() == two.tobytes()


def check_steps(rules: Rules, state: State, seat: int, action: int) -> None:
    """Small steps end where `apply` ends, and leave the state they began with alone."""
    before = state.tobytes()
    applied = rules.copy(state)
    rules.apply(applied, seat, action)
    *_, last = rules.steps(state, seat, action)
    assert last.tobytes() == applied.tobytes()
    assert state.tobytes() == before


def check_strangers(rules: Rules, state: State, players: int) -> None:
    """Seats beyond the number of players see what a spectator sees."""
    nobody = rules.view(state, SPECTATOR).tobytes()
    for seat in range(players, MOST_SEATS + 1):
        assert rules.view(state, seat).tobytes() == nobody


def check_view(
    rules: Rules, state: State, seat: int, chance: Any, check_conserved: Callable[[State], None]
) -> None:
    """Redacting is idempotent, a view is enough to act on, and imagined worlds agree with it."""
    view = rules.view(state, seat)
    assert rules.view(view, seat).tobytes() == view.tobytes(), "redaction is not idempotent"
    assert rules.actors(view) == rules.actors(state)
    assert rules.choices(view, seat) == rules.choices(state, seat)
    check_observation(rules, state, view, seat)
    if seat != SPECTATOR:
        assert rules.score(view, seat) == rules.score(state, seat)
    world = rules.copy(view)
    rules.resample(world, seat, chance)
    check_conserved(world)
    assert rules.view(world, seat).tobytes() == view.tobytes(), "an imagined world disagrees"
    for other in rules.seats(world):
        assert len(rules.choices(world, other)) >= 2


def check_observation(rules: Rules, state: State, view: State, seat: int) -> None:
    """An observation is the same for the state and the view, and fills the buffer."""
    full = np.full(rules.observation_size, np.nan, np.float32)
    seen = np.full(rules.observation_size, np.nan, np.float32)
    rules.observe(state, seat, full)
    rules.observe(view, seat, seen)
    assert not np.isnan(full).any(), "the observation leaves gaps"
    assert full.tobytes() == seen.tobytes(), "the observation tells what the view hides"
    blank = np.zeros(rules.observation_size, np.float32)
    rules.observe_blank(state, seat, blank)
    assert blank.tobytes() == full.tobytes(), "observe_blank says something else"


def check_sealed(rules: Rules, state: State) -> None:
    """Only sealed questions ask several seats, and their answers can come in any order."""
    seats = rules.seats(state)
    if len(seats) < 2:
        return
    assert rules.sealed >> int(state.question) & 1, "several are asked, but it is not sealed"
    answers = {seat: rules.choices(state, seat)[-1] for seat in seats}
    ends = []
    for order in (seats, seats[::-1]):
        copy = rules.copy(state)
        for seat in order:
            rules.apply(copy, seat, answers[seat])
        ends.append(copy.tobytes())
    assert ends[0] == ends[1], "the order of sealed answers matters"


def check_imagined_worlds(
    case: Case, check_conserved: Callable[[State], None] = lambda state: None
) -> None:
    """An imagined world can be played to its end."""
    rules = case.rules
    mask = np.zeros(rules.mask_words, np.int64)
    dealer, player = streams(key_of_seed("imagined"), 0)
    state = rules.blank()
    rules.deal(state, case.configure(), dealer)
    node = 0
    while rules.actors(state):
        if node % IMAGINED_EVERY == 0:
            seat = rules.seats(state)[0]
            world = rules.view(state, seat)
            rules.resample(world, seat, player)
            while rules.actors(world):
                random_play(rules).decide(world, mask, player)
            check_conserved(world)
        random_play(rules).decide(state, mask, player)
        node += 1


def check_deal(case: Case) -> None:
    """A deal depends only on its key, and leaves no trace of it."""
    rules, key = case.rules, bytes(range(1, 33))
    options = {**case.options, "revision": case.revision}
    first, again = rules.new(key=key, **options), rules.new(key=key, **options)
    assert first.tobytes() == again.tobytes(), "a deal depends on more than its key"
    others = {rules.new(key=bytes([number] * 32), **options).tobytes() for number in range(8)}
    assert others - {first.tobytes()}, "a deal does not depend on its key"
    assert all(key[at : at + 4] not in first.tobytes() for at in range(len(key) - 4))
    used = rules.copy(first)
    random_play(rules).decide(used, np.zeros(rules.mask_words, np.int64), generator(key))
    rules.deal(used, case.configure(), generator(key))
    assert used.tobytes() == first.tobytes(), "a deal depends on what lay in the record before"
