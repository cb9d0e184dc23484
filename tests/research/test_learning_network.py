"""The network that is trained: its parts, seats and owners, and both ways to compute it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from kerys.bots.network.network_file import read
from kerys.games import GAMES
from kerys.kernel.seats import from_seat
from kerys.research.learning.configuration import Variant
from kerys.research.learning.network import PolicyValueNet, exported, new_net, words_of
from kerys.research.learning.owners import shares_of, to_absolute, to_relative, turns
from kerys.research.learning.positions import DensePositions, Lesson, Positions, Weights
from kerys.research.learning.sparse_positions import SparsePositions
from kerys.research.learning.tables import Tables, new_tables

torch.set_num_threads(1)  # as trainings do; more would wait for each other where cores are busy
STEPS = 2
VARIANTS = {
    "ys": [Variant(24, {"players": 4}), Variant(16, {"players": 2})],
    "mykerinos": [Variant(24, {"players": 3}), Variant(16, {"players": 2})],
}


def chance(seed: int = 1) -> torch.Generator:
    found = torch.Generator()
    found.manual_seed(seed)
    return found


def tables_of(game: str) -> Tables:
    found = new_tables(game, VARIANTS[game], "network", "cpu", 1)
    found.stagger(chance())
    return found


def net_of(game: str, seed: int = 1) -> PolicyValueNet:
    """A network with opinions: one with first weights finds all actions about equal."""
    net = new_net(GAMES[game], 24, 16)
    net.start(chance(seed))
    with torch.no_grad():
        for weights in (net.by_word, net.by_action, net.policy_bias):
            weights.normal_(0.0, 0.4, generator=chance(seed + 1))
    return net


def asked(tables: Tables) -> tuple[DensePositions, SparsePositions]:
    """The same positions in both forms."""
    found = DensePositions(tables, STEPS), SparsePositions(tables, STEPS)
    for step in range(STEPS + 1):
        for one in found:
            one.note(step)
        tables.step(tables.sample())
    return found


@pytest.mark.parametrize("game", VARIANTS)
def test_words_tell_related_actions(game: str) -> None:
    rules, words = GAMES[game], words_of(GAMES[game])
    texts = [rules.wording.text(action) for action in range(rules.actions)]
    for action, text in enumerate(texts):
        related = {
            other
            for other, found in enumerate(texts)
            if other != action and set(text.split()) & set(found.split())
        }
        assert related == set(np.flatnonzero(words @ words[action])) - {action}


def test_what_is_learned_about_a_word_changes_all_actions_that_have_it() -> None:
    rules, net = GAMES["ys"], net_of("ys")
    hidden, other = rules.code_of("place 3 hidden 2-harbour"), rules.code_of("bid 4+2")
    before = net.policy_weights().detach().clone()
    net.policy_weights()[hidden].sum().backward()
    with torch.no_grad():
        assert net.by_word.grad is not None
        net.by_word.sub_(net.by_word.grad)
    changed = (net.policy_weights() != before).any(1)
    assert changed[rules.code_of("place 0 hidden 2-harbour from front")]
    assert not changed[other]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_owners_are_counted_from_the_seat_as_observations_count_them(players: int) -> None:
    rules = GAMES["ys"]
    state = rules.new(seed=1, players=players)
    found = turns(players, rules.most_owners)
    for seat in range(players):
        for owner in range(int(rules.owners(state))):
            assert found[seat, from_seat(state, seat, owner)] == owner


def test_turning_owners_there_and_back_changes_nothing() -> None:
    turned = turns(3, 4)[torch.tensor([2, 0, 1])]
    absolute = torch.arange(12.0).view(3, 4)
    relative = to_relative(absolute, turned)
    assert relative[0].tolist() == [2.0, 0.0, 1.0, 3.0]
    assert torch.equal(to_absolute(relative, turned), absolute)


@pytest.mark.parametrize("game", VARIANTS)
def test_shares_of_the_owners_present_sum_to_one(game: str) -> None:
    tables = tables_of(game)
    seen = torch.zeros(tables.rows, tables.rules.observation_size)
    shares = shares_of(net_of(game)(tables.gather("observations", seen)).shares, tables.present)
    assert torch.allclose(shares.sum(1), torch.ones(tables.rows))
    assert (shares[~tables.present] == 0).all()
    assert (shares[tables.present] > 0).all()


def test_the_neutral_of_ys_is_an_owner_of_games_for_two() -> None:
    tables = tables_of("ys")
    assert tables.owners.tolist() == [4] * 24 + [3] * 16
    assert tables.players.tolist() == [4] * 24 + [2] * 16


@pytest.mark.parametrize("game", VARIANTS)
def test_shares_and_leads_of_finished_games_are_those_of_the_rules(game: str) -> None:
    """Against the ranks and scores that the rules give to the same games, played alone."""
    tables = new_tables(game, [Variant(64, {"players": 2})], "ends", "cpu", 1)
    rules, (batch,) = tables.rules, tables.batches
    ended = torch.zeros(64, dtype=torch.bool)
    while not ended.all():
        before, seats = batch.states.copy(), batch.seats.copy()
        actions = tables.sample()
        outcomes = tables.step(actions)
        for row in outcomes.done.nonzero().flatten().tolist():
            state = before[row]
            rules.apply(state, int(seats[row]), int(actions[row]))
            number = int(rules.owners(state))
            ranks = [int(rules.rank(state, owner)) for owner in range(number)]
            points = np.array([int(rules.score(state, owner)) for owner in range(number)])
            won = [(rank == 1) / ranks.count(1) for rank in ranks]
            if len(set(points)) == number:  # equal points are told apart by more than points
                assert outcomes.shares[row, :number].tolist() == pytest.approx(won)
            leads = np.clip((points - points.mean()) / 20, -3, 3)
            assert outcomes.leads[row, :number].tolist() == pytest.approx(list(leads), abs=1e-6)
        ended |= outcomes.done


def loss_of(
    positions: Positions, net: PolicyValueNet, which: Tensor, lesson: Lesson, weights: Weights
) -> tuple[float, dict[str, float], list[Tensor]]:
    """The loss at some positions, its parts and its gradient."""
    net.zero_grad()
    folded = net.folded()
    hidden = positions.hidden(folded, which)
    number = int(lesson.own[which].sum())
    lost, parts = positions.policy_loss(folded, hidden, which, lesson, weights, number)
    lost.backward()
    gradients = [one.grad for one in net.parameters() if one.grad is not None]
    return float(lost.detach()), {name: float(one) for name, one in parts.items()}, gradients


def lessons(positions: Positions, game: str, number: int) -> Iterator[tuple[Lesson, Weights]]:
    """Something to learn in every way: decisions within and beyond the clip, others' decisions."""
    every, luck, folded = torch.arange(number), chance(5), net_of(game).folded()
    with torch.no_grad():
        hidden = positions.hidden(folded, every)
        lagging = net_of(game, 7).folded()
        lagged = positions.logs(lagging, positions.hidden(lagging, every), every)
        taken, logs = positions.draw(folded, hidden, every, torch.rand(number, generator=luck))
    before = logs + 0.4 * torch.randn(number, generator=luck)
    gains, own = torch.randn(number, generator=luck), torch.rand(number, generator=luck) < 0.8
    lesson = Lesson(taken, own, before, gains, lagged.float())
    yield lesson, Weights(0.2, 0.05, 0.3)
    yield lesson, Weights(0.2, 0.05, 0.0)
    yield lesson._replace(cloning=True), Weights(0.2, 0.0, 0.0)


@pytest.mark.parametrize("game", VARIANTS)
def test_lists_on_the_cpu_give_what_dense_tensors_give(game: str) -> None:
    tables = tables_of(game)
    dense, sparse = asked(tables)
    number = STEPS * tables.rows
    which = torch.randperm(number, generator=chance(3))[: number // 2]
    for (one, weights), (other, _same) in zip(
        lessons(dense, game, number), lessons(sparse, game, number), strict=True
    ):
        assert torch.equal(one.taken, other.taken)
        net = net_of(game)
        lost, parts, gradients = loss_of(dense, net, which, one, weights)
        lost_too, parts_too, gradients_too = loss_of(sparse, net, which, other, weights)
        assert lost == pytest.approx(lost_too, rel=1e-3, abs=1e-4)  # half precision in one of them
        assert parts == pytest.approx(parts_too, rel=1e-3, abs=1e-4)
        for gradient, same in zip(gradients, gradients_too, strict=True):
            assert torch.allclose(gradient, same, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("form", [0, 1])
def test_only_legal_actions_are_drawn(game: str, form: int) -> None:
    tables = tables_of(game)
    found = asked(tables)
    positions: Any = found[form]
    folded = net_of(game).folded()
    every = torch.arange(STEPS * tables.rows)
    hidden = positions.hidden(folded, every)
    for place in (0.0, 0.3, 0.999999, 1.0):
        drawn, logs = positions.draw(folded, hidden, every, torch.full((len(every),), place))
        assert found[0].masks[every, drawn].all()
        assert (logs <= 0).all()


@pytest.mark.parametrize("form", [0, 1])
def test_actions_are_drawn_as_often_as_their_probability_says(form: int) -> None:
    tables = tables_of("mykerinos")
    positions: Any = asked(tables)[form]
    one = torch.zeros(4000, dtype=torch.int64)
    with torch.no_grad():
        folded = net_of("mykerinos").folded()
        hidden = positions.hidden(folded, one)
        drawn, logs = positions.draw(folded, hidden, one, torch.linspace(0, 1, 4000))
    for action in drawn.unique():
        mine = drawn == action
        assert float(mine.float().mean()) == pytest.approx(float(logs[mine][0].exp()), abs=1e-3)


@pytest.mark.parametrize("game", VARIANTS)
def test_the_exported_file_computes_what_the_network_says(game: str, tmp_path: Path) -> None:
    tables, net = tables_of(game), net_of(game)
    seen = tables.gather("observations", torch.zeros(tables.rows, tables.rules.observation_size))
    exported(net, tables.rules, {"decisions": 5}).write(tmp_path / "net.npz")
    found, x = read(tmp_path / "net.npz"), seen.numpy()
    assert found.about == {"decisions": 5}
    first = np.maximum(x @ found.first_weights + found.first_bias, 0)
    hidden = np.maximum(first @ found.second_weights + found.second_bias, 0)
    said = net(seen)
    for wanted, weights, bias in (
        (said.policy, found.policy_weights, found.policy_bias),
        (said.shares, found.value_weights, found.value_bias),
        (said.points, found.points_weights, found.points_bias),
    ):
        assert np.allclose(wanted.detach().numpy(), hidden @ weights + bias, atol=0.02)
