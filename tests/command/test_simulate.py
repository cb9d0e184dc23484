"""`kerys simulate` and `kerys rules`, as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kerys.cli import main
from kerys.games import GAMES
from kerys.games.mykerinos import MYKERINOS
from kerys.games.ys import YS
from kerys.kernel.contract import OptionsError
from kerys.research.simulation import TargetError, check_target, simulate

ROOT = Path(__file__).parents[2]


def kerys(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "kerys.cli", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def run(*arguments: str) -> tuple[int, str]:
    """Run the command in this process; returns the exit code and the output."""
    result = CliRunner().invoke(main, arguments)
    return result.exit_code, result.output


@pytest.mark.parametrize(("game", "least", "most"), [("ys", 200, 260), ("mykerinos", 60, 90)])
def test_json_is_one_object_with_the_measurements(game: str, least: int, most: int) -> None:
    code, output = run("simulate", game, "--games", "300", "--json")
    assert code == 0
    found = json.loads(output)
    assert found["games"] == 300
    for name in ("games_per_s", "decisions_per_s", "decisions_per_game", "compile_seconds"):
        assert found[name] > 0
    assert least < found["decisions_per_game"] < most
    assert sum(row["win_share"] for row in found["seats"]) == pytest.approx(1)
    assert [row["seat"] for row in found["seats"]] == [0, 1, 2, 3]


def test_people_get_a_table() -> None:
    code, output = run("simulate", "ys", "--players", "2", "--games", "200")
    assert code == 0
    assert "decisions/s" in output
    assert "neutral" in output
    assert "of players" in output


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads() -> None:
    options = YS.configure(players=3)
    one = simulate(YS, options, 1200, "seed")
    two = simulate(YS, options, 1200, "seed", threads=2)
    other = simulate(YS, options, 1200, "other")
    assert (one.scores == two.scores).all()
    assert (one.ranks == two.ranks).all()
    assert (one.scores != other.scores).any()


def test_mean_scores_are_those_of_the_second_implementation() -> None:
    """The plausibility figures of the specification, for random play."""
    for expected, options in (
        (73, {"players": 4}),
        (78, {"players": 4, "kings_favour": True}),
        (68, {"players": 4, "express": True}),
        (87, {"players": 3}),
        (83, {"players": 3, "quarters": 3}),
        (80, {"players": 2}),
    ):
        result = simulate(YS, YS.configure(**options), 3000, "means")
        assert result.scores[:, : result.players].mean() == pytest.approx(expected, abs=1.2)
        if options == {"players": 4}:
            assert result.scores.max(axis=1).mean() == pytest.approx(86, abs=1)
        if options == {"players": 2}:
            assert result.scores[:, 2].mean() == pytest.approx(88, abs=1.2)


def test_players_are_also_compared_without_the_neutral() -> None:
    result = simulate(YS, YS.configure(players=2), 400, "neutral")
    assert result.wins.sum() == pytest.approx(1)
    assert result.wins[2] > 0.3
    assert result.wins_among_players.sum() == pytest.approx(1)


def test_any_text_is_a_seed() -> None:
    assert run("simulate", "ys", "--games", "3", "--seed", "a \u2603", "--json")[0] == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_target_plays_the_same_games(game: str) -> None:
    arguments = ("simulate", game, "--games", "2", "--seed", "x", "--json", "--target")
    results = [
        kerys(*arguments, "cpu"),
        kerys(*arguments, "python"),
        kerys(*arguments, "gpu", NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1"),
    ]
    assert not any(one.returncode for one in results), [one.stderr for one in results]
    cpu, *others = [json.loads(one.stdout)["seats"] for one in results]
    assert others == [cpu, cpu]


def test_a_target_that_is_not_there_is_refused_with_advice() -> None:
    with pytest.raises(TargetError, match="NUMBA_DISABLE_JIT=1"):
        check_target("python")
    refused = kerys("simulate", "ys", "--games", "1", "--target", "gpu", CUDA_VISIBLE_DEVICES="")
    assert refused.returncode == 1
    assert "no CUDA device" in refused.stderr
    refused = kerys("simulate", "ys", "--games", "1", NUMBA_DISABLE_JIT="1")
    assert refused.returncode == 1
    assert "use the target python" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "5"], "2, 3 or 4 players, not 5"),
        (["--players", "2", "--option", "express"], "only for 3 or 4 players"),
        (["--option", "quarters=3"], "with 4 players the city has 4 quarters, not 3"),
        (["--option", "volcano"], "no option 'volcano'; its options are players"),
        (["--option", "express=maybe"], "on or off"),
        (["--option", "players=3"], "use --players instead"),
        (["--option", "ships=no/such/file.toml"], "cannot read the ship file"),
        (["--games", "0"], "1<=x<=100000000"),
        (["--games", "9" * 30], "1<=x<=100000000"),
        (["--option", "quarters=--3"], "not '--3'"),
        (["--option", "quarters=" + "9" * 5000], "has 4 quarters"),
    ],
)
def test_bad_options_get_a_sentence(arguments: list[str], sentence: str) -> None:
    code, output = run("simulate", "ys", *arguments)
    assert code == 2
    assert sentence in " ".join(output.split())


def test_a_ship_file_of_ones_own_is_used_and_a_broken_one_names_the_line(tmp_path: Path) -> None:
    plain = '[[ship]]\nlarge = "blue"\nsmall = ["blue", "blue"]\n\n' * 24
    file = tmp_path / "ships.toml"
    file.write_text(plain)
    assert run("simulate", "ys", "--games", "20", "--option", f"ships={file}")[0] == 0
    assert (YS.configure(ships=file).deck == 0).all()
    file.write_text(plain.replace('"blue"\n', '"white"\n', 1))
    code, output = run("simulate", "ys", "--games", "20", "--option", f"ships={file}")
    assert code == 2
    assert "line 2 (ship 1 of 24): the large gem can't be white" in output
    with pytest.raises(OptionsError):
        YS.configure(ships=file)


def test_lots_of_ones_own_are_used_warned_about_or_refused(tmp_path: Path) -> None:
    lots = "".join(
        f'[[lot]]\npatron = "{patron}"\nvalue = 2\npyramids = [1]\n\n'
        for patron in ("violet", "lemon", "brown", "blackmore", "tangerine")
        for _ in range(7)
    )
    lots += "[[lot]]\nvalue = 5\npyramids = []\n"
    file = tmp_path / "lots.toml"

    def simulate_with(text: str) -> tuple[int, str]:
        file.write_text(text)
        return run("simulate", "mykerinos", "--games", "20", "--option", f"lots={file}")

    code, output = simulate_with(lots)
    assert (code, "Warning" in output) == (0, False)
    assert MYKERINOS.configure(lots=file).lot_values.tolist() == [2] * 35 + [5]
    code, output = simulate_with(lots.replace("lemon", "brown", 1))
    assert code == 0
    assert "Warning: " in output
    assert "lemon has 6 lots" in " ".join(output.split())
    code, output = simulate_with(lots.replace("value = 2", "value = 4", 1))
    assert code == 2
    assert "line 3 (lot 1 of 36)" in output
    code, output = run("simulate", "ys", "--option", f"lots={file}")
    assert code == 2
    assert "Ys has no option 'lots'" in output


def test_rules_are_shown_and_checked() -> None:
    code, output = run("rules", "ys-5.3")
    assert code == 0
    assert output.startswith("YS-5.3 First takes 2")
    assert "code: kerys/games/ys/city.py" in output
    assert "tests: tests/ys/test_city.py::" in output
    code, output = run("rules")
    assert code == 0
    assert "YS-P30" in output
    code, output = run("rules", "--check")
    assert code == 0, output
    assert "0 without code or tests" in output
    assert run("rules", "YS-5.3", "--check")[0] == run("rules", "--quiet")[0] == 2
    code, output = run("rules", "YS-5.99")
    assert code == 2
    assert "ids run from YS-5.1 to YS-5.10" in output
