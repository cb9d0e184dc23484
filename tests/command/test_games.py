"""`kerys games`: the games to choose from."""

from __future__ import annotations

from click.testing import CliRunner

from kerys.cli.games import games
from kerys.games import GAMES


def test_all_games_are_listed() -> None:
    shown = CliRunner().invoke(games)
    assert shown.exit_code == 0
    for name, rules in GAMES.items():
        assert f"{name}: {rules.wording.title}" in shown.stdout


def test_a_game_shows_players_options_and_files() -> None:
    shown = CliRunner().invoke(games, ["ys"]).stdout
    assert "Players: 2, 3, 4" in shown
    for switch in GAMES["ys"].wording.switches:
        for choice in switch.choices:
            value = {True: "yes", False: "no"}.get(choice.value, choice.value)
            assert f"--option {switch.name}={value}" in shown
    assert shown.count("(default)") == len(GAMES["ys"].wording.switches)
    assert "--option ships=FILE" in shown


def test_an_unknown_game_is_refused() -> None:
    shown = CliRunner().invoke(games, ["chess"])
    assert shown.exit_code == 2
    assert "'chess' is not one of" in shown.stderr
