"""`kerys fit`: weights that predict final scores, recovered where they are known."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from kerys.bots.evaluators import EVALUATORS, weights_of
from kerys.bots.training import fitting
from kerys.bots.training.fitting import PlayedGame
from kerys.bots.ys.hidings import Hiding
from kerys.cli.bots import fit
from kerys.games import GAMES
from kerys.table import new

YS = EVALUATORS["ys"]
PROSPECTS, BELIEFS = fitting.parts_of(GAMES["ys"])
HELD = PROSPECTS.stop - PROSPECTS.start


def run_fit(*arguments: str) -> Result:
    """`kerys fit`, in this process."""
    return CliRunner().invoke(fit, [*arguments, "--worlds", "2"])


def fitted_to(traits: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weights fitted to these final scores; all others must stay unchanged."""
    halves = zip(np.array_split(traits, 2), np.array_split(points, 2), strict=True)
    found = fitting.fit(GAMES["ys"], [PlayedGame(*half, []) for half in halves])
    fitted = np.zeros(len(YS.names), bool)
    fitted[PROSPECTS] = True
    assert np.array_equal(found[~fitted], weights_of("ys")[~fitted])
    return found[PROSPECTS]


def test_weights_that_made_the_points_are_found_again() -> None:
    rng = np.random.default_rng(1)
    truth = rng.uniform(0.5, 3.0, HELD)
    traits = rng.normal(size=(4000, HELD))
    found = fitted_to(traits, traits @ truth + rng.normal(size=4000))
    assert found == pytest.approx(truth, abs=0.15)


def test_nothing_weighs_less_than_nothing_and_the_rest_makes_up_for_it() -> None:
    """The traits are correlated: the second can't weigh less than 0, so the first gets less."""
    traits = np.zeros((400, HELD))
    traits[:, 0] = np.random.default_rng(2).normal(size=400)
    traits[:, 1] = traits[:, 0] + 0.1 * np.random.default_rng(3).normal(size=400)
    found = fitted_to(traits, 5.0 * traits[:, 0] - 4.0 * traits[:, 1])
    assert found[1] == 0.0
    assert found[0] == pytest.approx(1.0, abs=0.1)


def test_what_never_occurred_keeps_its_weight() -> None:
    traits = np.zeros((8, HELD))
    traits[:, 0] = [3, -3] * 4
    found = fitted_to(traits, 2.0 * traits[:, 0])
    before = weights_of("ys")[PROSPECTS]
    assert found[1:] == pytest.approx(before[1:])
    assert found[0] > before[0]


def test_slopes_that_agents_were_hidden_by_are_found_again() -> None:
    """Each example hides one agent of a full team, in one of four turns and one of four places."""
    rng = np.random.default_rng(4)
    truth = np.array([-1.5, -0.5, 0.0, 0.5, 0.0, -0.5, 0.2, -1.0])
    values, ways = np.arange(5, dtype=np.int8)[:, None], np.array([2.0, 3.0, 1.0, 3.0, 2.0])
    hidings = []
    for turn, place in rng.integers(4, size=(6000, 2)):
        traits = np.eye(8)[turn] + np.eye(8)[4 + place]
        chances = ways * np.exp(values[:, 0] * (traits @ truth))
        taken = int(rng.choice(5, p=chances / chances.sum()))
        hidings.append(Hiding(values, ways, taken, traits[None]))
    found = fitting.fit_beliefs(
        np.zeros(8), [PlayedGame(np.zeros((1, HELD)), np.zeros(1), hidings)]
    )
    # A constant could belong to the turns or to the places, so only sums are compared.
    sums = np.add.outer(found[:4], found[4:])
    assert sums == pytest.approx(np.add.outer(truth[:4], truth[4:]), abs=0.15)


def test_nothing_hidden_leaves_beliefs_as_they_are() -> None:
    present = weights_of("ys")[BELIEFS]
    assert np.array_equal(fitting.fit_beliefs(present, []), present)


@pytest.mark.parametrize("variant", range(len(GAMES["ys"].variants)))
def test_what_was_hidden_is_told_once_a_turn(variant: int) -> None:
    game, rng = new("ys", seed="hidden", **GAMES["ys"].variants[variant]), random.Random(5)
    turn, agents = 0, []
    while not game.over:
        state = game.before(game.ply)
        if YS.hidings.turns_over(state) != turn:
            turn = YS.hidings.turns_over(state)
            for hiding in YS.hidings.hidings(state):
                values = hiding.values[hiding.taken]
                agents.append(len(values))
                assert hiding.ways.min() >= 1
                assert len(np.unique(hiding.values, axis=0)) == len(hiding.values)
                assert (hiding.traits.sum(axis=1) == 2).all()
        view = game.view(game.actors[0])
        game.push(view.seat, rng.choice(view.legal))
    assert len(agents) >= game.players


@pytest.mark.parametrize("variant", range(len(GAMES["ys"].variants)))
def test_prospects_at_the_end_of_a_round_are_the_sum_of_what_is_fitted(variant: int) -> None:
    game, rng = new("ys", seed="fitted", **GAMES["ys"].variants[variant]), random.Random(3)
    seen = 0
    while not game.over:
        state = game.before(game.ply)
        if YS.stage(state) != seen:
            seen = YS.stage(state)
            values = np.zeros(GAMES["ys"].most_owners)
            YS.prospects(state, weights_of("ys"), np.zeros(YS.scratch), values)
            own = values[: game.players] - values[: game.players].mean()
            traits = fitting.traits_of(GAMES["ys"], state, game.players)
            assert traits @ weights_of("ys")[PROSPECTS] == pytest.approx(own)
        view = game.view(game.actors[0])
        game.push(view.seat, rng.choice(view.legal))
    assert seen > 0


def test_the_same_seed_plays_the_same_games() -> None:
    first, again = ([*fitting.played(GAMES["ys"], 3, 2, "5")] for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert np.array_equal(one.traits, other.traits)
        assert np.array_equal(one.points, other.points)
    (another,) = fitting.played(GAMES["ys"], 1, 2, "6")
    assert not np.array_equal(another.points, first[0].points)


def test_the_command_writes_what_it_found_and_leaves_what_is_tuned(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    result = run_fit("ys", "--games", "3", "--out", str(file))
    assert result.exit_code == 0, result.output
    assert f"Fitted to 3 games. Written: {file}" in result.stdout
    found = tomllib.loads(file.read_text())
    assert tuple(found) == YS.names
    kept = [*found.values()]
    before = weights_of("ys")
    for part in (PROSPECTS, BELIEFS):
        assert not np.allclose(kept[part], before[part], atol=1e-4)
    assert np.allclose(kept[: -YS.fitted], before[: -YS.fitted], atol=1e-4)


@pytest.mark.parametrize("over", [0, 2])
def test_ctrl_c_fits_to_the_games_that_are_over(
    over: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fitting.played

    def stopped(*arguments: object) -> Iterator[PlayedGame]:
        yield from real(GAMES["ys"], over, 2, "0")
        raise KeyboardInterrupt

    monkeypatch.setattr(fitting, "played", stopped)
    file = tmp_path / "weights.toml"
    result = run_fit("ys", "--games", "9", "--out", str(file))
    assert result.exit_code == 130
    assert file.exists() == bool(over)
    told = f"Fitted to {over} games" if over else "nothing was written"
    assert told in result.output


def test_a_game_without_fitted_weights_is_refused() -> None:
    result = run_fit("mykerinos")
    assert result.exit_code == 2
    assert "mykerinos has no weights to fit; these games have: ys" in result.stderr
