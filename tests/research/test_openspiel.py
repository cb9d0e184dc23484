"""The games in OpenSpiel: its own simulation tests, its bots, and what a player may know."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import kerys.research.openspiel  # registers the games
from kerys.games import GAMES
from kerys.kernel.contract import OptionsError
from kerys.research.sequence import Sequence

assert kerys.research.openspiel
CASES = [
    (f"python_kerys_{name}", dict(options))
    for name, game in GAMES.items()
    for options in game.variants
]


def case_name(case: tuple[str, dict[str, Any]]) -> str:
    return "-".join([case[0], *(f"{key}={value}" for key, value in case[1].items())])


def played(state: Any, decisions: int, seed: int = 0) -> Any:
    """A state after some random decisions."""
    dice = random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("case", CASES, ids=case_name)
@pytest.mark.parametrize("deals", [0, 7])
def test_random_simulation(case: tuple[str, Any], deals: int) -> None:
    """With sampled deals, no serialization: Python games in OpenSpiel can't keep a generator."""
    game = pyspiel.load_game(case[0], {**case[1], "deals": deals})
    pyspiel.random_sim_test(game, num_sims=1, serialize=deals > 0, verbose=False)


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_variant_can_be_played_to_the_end(case: tuple[str, Any]) -> None:
    game = pyspiel.load_game(case[0], {**case[1], "deals": 3})
    state = played(game.new_initial_state(), game.max_game_length() + 1)
    assert state.is_terminal()
    assert sum(state.returns()) == pytest.approx(0)
    assert all(-1 <= one <= 1 for one in state.returns())


def test_a_deal_is_a_chance_node_or_sampled() -> None:
    listed = pyspiel.load_game("python_kerys_ys(players=3,deals=5,seed=2)")
    assert [outcome for outcome, _ in listed.new_initial_state().chance_outcomes()] == [*range(5)]
    deals = []
    for outcome in (4, 4, 1):
        state = listed.new_initial_state()
        state.apply_action(outcome)
        deals.append(str(state))
    assert deals[0] == deals[1] != deals[2]
    sequence = Sequence("ys", players=3)
    sequence.deal(2)
    state = listed.new_initial_state()
    state.apply_action(0)
    assert state.memory.state.tobytes() == sequence.state.tobytes(), "the deals of all environments"

    sampled = pyspiel.load_game("python_kerys_ys(players=3)")
    assert sampled.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    assert len({str(played(sampled.new_initial_state(), 1)) for _ in range(5)}) == 5


def test_tensors_say_what_their_fields_say() -> None:
    game = pyspiel.load_game("python_kerys_mykerinos(players=3,deals=2)")
    state = played(game.new_initial_state(), 30)
    rules = GAMES["mykerinos"]
    for player in range(3):
        seen = np.zeros(rules.observation_size, np.float32)
        rules.observe(state.memory.state, player, seen)
        assert state.observation_tensor(player) == seen.tolist()
        recalled = np.array(state.information_state_tensor(player), np.float32)
        assert recalled[: len(seen)].tolist() == seen.tolist()
        own = [action for who, action in history(state) if who == player]
        codes = recalled[len(seen) : len(seen) + 64] * (rules.actions + 1) - 1
        assert codes[: len(own)].round().tolist() == own[::-1]
        assert set(recalled[len(seen) + 64 :]) == {0, 1}
    assert len(recalled) == len(seen) + 64 + 128


def history(state: Any) -> list[tuple[int, int]]:
    """Who did what, without the deal."""
    return [(one.player, one.action) for one in state.full_history()][1:]


def test_information_states_forget_nothing_and_observations_do() -> None:
    """Different histories lead to the same view."""
    game = pyspiel.load_game("python_kerys_ys(players=4,deals=1)")
    pasts: dict[str, set[str]] = {}
    for swapped in (False, True):
        state = played(game.new_initial_state(), 1)
        bids = [state.legal_actions()[3]] * 4
        if swapped:
            bids[1] = state.legal_actions()[5]
        for bid in bids:
            state.apply_action(bid)
        for player in range(4):
            pasts.setdefault(f"{player}", set()).add(state.information_state_string(player))
    assert all(len(found) == 2 for found in pasts.values()), "all saw the bids"


def test_a_sealed_choice_shows_to_nobody_else() -> None:
    game = pyspiel.load_game("python_kerys_ys(players=3,deals=1)")
    tables = []
    for index in (0, 4):
        state = played(game.new_initial_state(), 1)
        state.apply_action(state.legal_actions()[index])
        assert state.current_player() == 1
        tables.append(state)
    for player in range(3):
        same = player != 0
        one, other = (state.information_state_string(player) for state in tables)
        assert (one == other) == same
        one, other = (state.observation_string(player) for state in tables)
        assert (one == other) == same


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_resampled_tables_agree_with_what_the_player_knows(case: tuple[str, Any]) -> None:
    game = pyspiel.load_game(case[0], {**case[1], "deals": 1})
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state, worlds = game.new_initial_state(), set()
    for _ in range(12):
        played(state, 9)
        if state.is_terminal():
            break
        player = state.current_player()
        world = state.resample_from_infostate(player, sampler)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.history() == [], "what others did in secret is not told"
        worlds.add(str(world) == str(state))
        assert played(world, 1000).is_terminal()
    assert False in worlds, "some worlds are not the true one"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_its_search_bots_run(case: tuple[str, Any]) -> None:
    game = pyspiel.load_game(case[0], {**case[1], "deals": 1})
    state = played(game.new_initial_state(), 25)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    assert mcts.MCTSBot(game, 2.0, 4, evaluator).step(state) in state.legal_actions()
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=4,
        random_state=np.random.RandomState(2),
    )
    assert bot.step(state) in state.legal_actions()


def test_states_are_pickled_whole() -> None:
    game = pyspiel.load_game("python_kerys_ys(players=3,deals=2)")
    state = played(game.new_initial_state(), 40)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.information_state_string(1) == state.information_state_string(1)


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises((OptionsError, pyspiel.SpielError), match="2, 3 or 4 players"):
        kerys.research.openspiel.KerysGame.__subclasses__()[0]({"players": 9})
    with pytest.raises(ValueError, match="deals must be 0"):
        kerys.research.openspiel.KerysGame.__subclasses__()[0]({"deals": -1})


def test_a_process_that_used_it_ends_in_peace() -> None:
    program = "import pyspiel, kerys.research.openspiel; pyspiel.load_game('python_kerys_ys')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
