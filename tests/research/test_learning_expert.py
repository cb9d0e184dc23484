"""Expert iteration: what is recorded of the search's games, and what a network learns from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from kerys.bots.network.players import network_of
from kerys.games import GAMES
from kerys.research.learning.configuration import ExpertSettings, NetworkSettings, Variant
from kerys.research.learning.expert import Memory
from kerys.research.learning.learner import Rates
from kerys.research.learning.search_games import Thoughts, play_games
from tests.research.learning import small, trainer

RULES = GAMES["mykerinos"]
SETTINGS = ExpertSettings(
    decisions=10_000, iteration=600, worlds=8, memory=1000, uses=2, minibatch=32
)
VARIANTS = (Variant(1, {"players": 3}), Variant(1, {"players": 2}))


@pytest.fixture(scope="module")
def recorded() -> tuple[int, Thoughts]:
    return play_games(RULES, network_of(RULES), VARIANTS, SETTINGS, "both", 1)


def test_the_answers_recorded_are_legal_and_their_shares_add_up(
    recorded: tuple[int, Thoughts],
) -> None:
    number, thoughts = recorded
    assert number >= len(thoughts) > 50
    taken = np.take_along_axis(thoughts.masks, thoughts.answers, 1)
    assert taken[thoughts.often > 0].all()
    np.testing.assert_allclose(thoughts.often.sum(axis=1), 1, rtol=1e-5)
    assert (thoughts.masks.sum(axis=1) > 1).all(), "nothing is learned where there is no choice"


def test_values_are_shares_of_the_win_and_leads_over_the_mean(
    recorded: tuple[int, Thoughts],
) -> None:
    thoughts = recorded[1]
    np.testing.assert_allclose(thoughts.shares.sum(axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(thoughts.leads.sum(axis=1), 0, atol=1e-5)
    assert not thoughts.shares[~thoughts.present].any()
    assert set(thoughts.present.sum(axis=1)) == {2, 3}


def test_the_same_seed_records_the_same_games(recorded: tuple[int, Thoughts]) -> None:
    again = play_games(RULES, network_of(RULES), VARIANTS, SETTINGS, "both", 1)
    assert again[0] == recorded[0]
    for one, other in zip(recorded[1], again[1], strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_oldest_decisions_give_way(recorded: tuple[int, Thoughts]) -> None:
    thoughts = Thoughts(*(column[:30] for column in recorded[1]))
    memory = Memory(RULES, 50, torch.device("cpu"))
    memory.add(thoughts)
    assert len(memory) == 30
    memory.add(thoughts)
    assert len(memory) == 50
    wanted = torch.from_numpy(thoughts.observations)
    assert torch.equal(memory.columns.observations[:10], wanted[20:])
    assert torch.equal(memory.columns.observations[30:], wanted[:20])


def test_a_network_learns_what_the_search_thought(
    recorded: tuple[int, Thoughts], tmp_path: Path
) -> None:
    run = trainer(small(), tmp_path)
    memory = Memory(RULES, 1000, torch.device("cpu"))
    memory.add(recorded[1])
    losses = [
        run.learner.study(memory.draws(20, 64, run.chance), Rates(3e-3)) for _time in range(3)
    ]
    for name in ("policy", "value", "points"):
        assert losses[2][name] < losses[0][name], name


def test_a_training_goes_on_with_the_search_after_self_play(tmp_path: Path) -> None:
    settings = small(*VARIANTS)
    settings = replace(
        settings,
        network=NetworkSettings(256, 128),
        play=replace(settings.play, decisions=1),
        expert=SETTINGS,
    )
    run = trainer(settings, tmp_path)
    assert run.stage == "play"
    run.iterate()
    assert run.stage == "expert"
    run.run(iterations=2)
    assert run.searched >= 2 * SETTINGS.iteration
    resumed = trainer(settings, tmp_path)
    assert (resumed.stage, resumed.searched) == ("expert", run.searched)
