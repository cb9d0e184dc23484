"""`kerys arena` and `kerys ladder`, as a user meets them."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from kerys.bots import bot_named, habits, level_names, registry
from kerys.bots.arena import Tournament
from kerys.bots.evaluators import evaluator_of
from kerys.bots.levels import ratings, ratings_file
from kerys.bots.training import checkout
from kerys.cli.arena import ladder, repeated_by
from kerys.games import GAMES
from tests.arena.bots import Peeking, Raising
from tests.arena.tools import found, run_arena, run_ladder
from tests.bots.tools import ratings_in

ROOT = Path(__file__).parents[2]
PNG = b"\x89PNG\r\n"


def test_json_is_one_object_with_the_results() -> None:
    result = run_arena("--bots", "greedy,random,random", "--games", "5", "--budget", "5", "--json")
    plain = found(result)
    assert (plain["game"], plain["games"], plain["deals"]) == ("mykerinos", 6, 2)
    assert plain["budget"] == {"milliseconds": 5}
    assert plain["seed"] == "0"
    assert plain["options"]["players"] == 3
    assert plain["pairwise"]["greedy"]["random"] + plain["pairwise"]["random"]["greedy"] == 1
    greedy, randoms = plain["bots"]
    assert (greedy["name"], greedy["seats"], randoms["name"], randoms["seats"]) == (
        *("greedy", 1),
        *("random", 2),
    )
    assert greedy["share"] + randoms["share"] == pytest.approx(1)
    for bot in (greedy, randoms):
        assert bot["habits"].keys() == {"passing", "cubes_left", "museum"}
        assert 1 <= bot["habits"]["passing"] <= 3
        assert 0 <= bot["low"] <= bot["share"] <= bot["high"] <= 1
        assert bot["rating_low"] < bot["rating"] < bot["rating_high"]
        assert bot["faults"] == 0
        assert bot["cheats"] is False
    assert "Playing 6 games: 2 deals" in result.stderr
    assert "ms_per_decision" in result.stdout


def test_people_get_tables() -> None:
    result = run_arena("--bots", "random,random@3w,random@3w", "--games", "3", "--worlds", "1")
    assert result.exit_code == 0, result.output
    assert "3 games on 1 deal" in result.stdout
    for word in ("random@3w x2", "95% interval", "ordinal", "ms per decision", "ahead"):
        assert word in result.stdout
    for word in ("position when passing", "cubes left then", "museum instead of a lot"):
        assert word in result.stdout
    assert "Playing" not in result.stderr


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which no habits are counted."""
    evaluator = replace(evaluator_of(GAMES["mykerinos"]), habits=None)
    monkeypatch.setattr(habits, "evaluator_of", lambda rules: evaluator)


@pytest.mark.usefixtures("uncounted", "rungs")
def test_without_habits_there_are_no_tables_of_them(tmp_path: Path) -> None:
    command = ("--bots", "random,random", "--games", "2")
    assert "What each bot does" not in run_arena(*command).stdout
    assert {str(bot["habits"]) for bot in found(run_arena(*command, "--json"))["bots"]} == {"{}"}
    assert run_ladder(*SHORT, "--docs", str(tmp_path)).exit_code == 0
    assert "Habits" not in (tmp_path / "ladder" / "mykerinos.md").read_text()


def test_a_bot_that_cheats_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "peeking", Peeking)
    command = ("--bots", "peeking,random", "--games", "2")
    shown = run_arena(*command).stdout
    assert shown.count("peeking (cheats)") == shown.count("peeking")
    assert [bot["cheats"] for bot in found(run_arena(*command, "--json"))["bots"]] == [True, False]


def test_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BOTS, "raising", Raising)
    result = run_arena("--bots", "raising,random", "--games", "2")
    assert result.exit_code == 0
    assert "First fault of raising" in result.stdout
    assert "lost count" in " ".join(result.stdout.split())


def test_a_file_keeps_the_games(tmp_path: Path) -> None:
    command = ("--bots", "random,random", "--file", str(tmp_path / "kept.jsonl"), "--json")
    first = run_arena(*command, "--games", "4")
    again = run_arena(*command, "--games", "4")
    assert first.stdout == again.stdout, "times and all: nothing was played again"
    assert not (tmp_path / "state").exists()


def test_plot_is_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "out.png"
    result = run_arena("--bots", "random,random@2w", "--games", "2", "--plot", str(picture))
    assert result.exit_code == 0, result.output
    assert picture.read_bytes().startswith(PNG)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "random,nobody"), "There is no bot 'nobody'"),
        (("--bots", "random"), "2, 3 or 4 players, not 1"),
        (("--bots", "random,random,random,random,random"), "2, 3 or 4 players, not 5"),
        (("--bots", ","), "2, 3 or 4 players, not 0"),
        (("--bots", "random,random", "--games", "0"), "--games"),
        (("--bots", "random,random", "--budget", "0"), "--budget"),
        (("--bots", "random,random", "--worlds", "-1"), "--worlds"),
        (("--bots", "random,random", "--budget", "9", "--worlds", "9"), "not both"),
        (("--bots", f"random,random@{'9' * 5000}"), "A budget can be at most"),
        (("--bots", "random,random", "--worlds", "9" * 40), "A budget can be at most"),
        (("--bots", "random,random", "--seed", "\udcff"), "a seed must be valid UTF-8 text"),
        (("--bots", "random,random@0"), "A budget must be a positive number"),
        (("--bots", "random,random", "--plot", "nowhere/out.png"), "There is no folder nowhere"),
        (("--bots", "random,random", "--file", "nowhere/a.jsonl"), "There is no folder nowhere"),
        (("--bots", "random,random", "--cluster", "auto"), "omit --cores"),
        (("--bots", "random,random", "--option", "weather"), "weather"),
        ((), "--bots"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_reason(
    arguments: tuple[str, ...], message: str
) -> None:
    result = run_arena(*arguments)
    assert result.exit_code in (1, 2)
    assert message in result.stderr
    assert result.stdout == ""


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run_arena("--bots", "random,random", "--plot", str(tmp_path / "out.png"))
    assert result.exit_code == 1
    assert "pip install 'kerys[plot]'" in result.stderr


# --- The ladder --------------------------------------------------------------------------------


RUNGS = ("random", "random@1w", "greedy")
SHORT = ("--players", "2", "--games", "3", "--worlds", "1")
USUAL = ("--games", "1")


@pytest.fixture
def rungs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder of bots that answer instantly."""
    monkeypatch.setattr("kerys.bots.level_names", lambda: RUNGS)


def table_of(docs: Path, part: int = 0) -> dict[str, list[str]]:
    """The rows of a part of a ladder's page by level, without the heading."""
    page = (docs / "ladder" / "mykerinos.md").read_text().split("## Habits")[part]
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert lines[0][0] == "level"
    return {row[0]: row for row in lines[2:]}


def test_the_ladder_has_no_cheats() -> None:
    assert len(level_names()) == 8
    assert not any(bot_named(name).cheats for name in level_names())


def test_all_levels_play_on_the_ladder(tmp_path: Path) -> None:
    result = run_ladder("--players", "2", "--games", "1", "--worlds", "1", "--docs", str(tmp_path))
    assert result.exit_code == 0, result.output
    rows = table_of(tmp_path)
    assert rows.keys() == set(level_names())
    assert all(row[-1] == "4" for row in rows.values()), "two deals, each from both seats"


@pytest.mark.usefixtures("rungs")
def test_the_ladder_is_written_into_the_docs(tmp_path: Path) -> None:
    result = run_ladder(*SHORT, "--docs", str(tmp_path))
    assert result.exit_code == 0, result.output
    page = (tmp_path / "ladder" / "mykerinos.md").read_text()
    assert "6 games of 2 on 3 deals" in page
    rows = table_of(tmp_path)
    assert rows.keys() == set(RUNGS)
    assert all(row[-1] == "4" for row in rows.values()), "every level has played four games"
    strengths = [float(row[1]) for row in rows.values()]
    assert strengths == sorted(strengths, reverse=True)
    assert (tmp_path / "ladder" / "mykerinos.png").read_bytes().startswith(PNG)
    assert str(tmp_path / "ladder" / "mykerinos.md") in result.stdout.replace("\n", "")
    done = table_of(tmp_path, 1)
    assert list(done) == list(rows), "in the same order"
    for _name, passing, cubes, museum in done.values():
        assert 1 <= float(passing) <= 2
        assert 0 <= float(cubes) <= 25
        assert 0 <= float(museum.removesuffix("%")) <= 100

    run_ladder(*SHORT, "--docs", str(tmp_path))
    again = table_of(tmp_path)
    assert {name: row[:5] for name, row in again.items()} == {
        name: row[:5] for name, row in rows.items()
    }


@pytest.mark.usefixtures("rungs")
def test_ratings_are_published_only_if_asked_for(tmp_path: Path) -> None:
    before = ratings_file("mykerinos").read_bytes()
    with ratings_in(tmp_path / "ratings") as folder:
        assert run_ladder(*USUAL, "--docs", str(tmp_path)).exit_code == 0
        assert not (folder / "mykerinos.json").exists()
        result = run_ladder(*USUAL, "--docs", str(tmp_path), "--publish")
        assert result.exit_code == 0, result.output
        assert str(folder / "mykerinos.json") in result.stdout.replace("\n", "")
        kept = ratings("mykerinos")
    rows = table_of(tmp_path)
    assert kept.keys() == rows.keys()
    for name, rating in kept.items():
        assert f"{rating.rating:.1f}" == rows[name][1]
        assert f"{rating.low:.1f} to {rating.high:.1f}" == rows[name][2]
    assert ratings_file("mykerinos").read_bytes() == before, (
        "the package's own ratings stay as they are"
    )


@pytest.mark.usefixtures("rungs")
@pytest.mark.parametrize(
    ("given", "command"),
    [
        (("--games", "1"), "--players 4 --games 1 --seed 0"),
        (
            ("--games", "2", "--players", "2", "--seed", "a b", "--worlds", "1"),
            "--players 2 --games 2 --seed 'a b' --worlds 1",
        ),
        (("--games", "1", "--budget", "5"), "--players 4 --games 1 --seed 0 --budget 5"),
    ],
)
def test_the_page_has_the_whole_command_that_measures_the_same(
    given: tuple[str, ...], command: str, tmp_path: Path
) -> None:
    assert run_ladder(*given, "--docs", str(tmp_path)).exit_code == 0
    page = (tmp_path / "ladder" / "mykerinos.md").read_text()
    assert f"Measured with `kerys ladder mykerinos {command}`: " in page


@pytest.mark.usefixtures("rungs")
def test_options_of_the_game_are_in_the_command(tmp_path: Path) -> None:
    words = ["ys", "--cores", "1", "--games", "1", "--worlds", "1", "--docs", str(tmp_path)]
    options = ["--option", "express", "--option", "peek_own=no"]
    result = CliRunner().invoke(ladder, words + options)
    assert result.exit_code == 0, result.output
    page = (tmp_path / "ladder" / "ys.md").read_text()
    command = f"kerys ladder ys --players 4 {' '.join(options)} --games 1 --seed 0 --worlds 1"
    assert f"`{command}`" in page


@pytest.mark.parametrize(
    ("game", "given", "differs"),
    [
        ("mykerinos", ("--players", "3"), "players"),
        ("mykerinos", ("--worlds", "9"), "worlds"),
        ("ys", ("--budget", "9"), "budget"),
        ("ys", ("--option", "express", "--option", "peek_own=no"), "express, peek_own"),
    ],
)
def test_ratings_that_would_not_compare_are_not_published(
    game: str, given: tuple[str, ...], differs: str, tmp_path: Path
) -> None:
    with ratings_in(tmp_path / "ratings") as folder:
        words = [game, "--games", "1", "--docs", str(tmp_path), "--publish", *given]
        result = CliRunner().invoke(ladder, words)
        assert result.exit_code == 2
        assert f"differs in {differs}. Omit --publish." in result.stderr
        assert not (folder / "mykerinos.json").exists()
    assert not (tmp_path / "ladder").exists()


def test_ratings_are_not_published_into_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkout, "in_checkout", lambda: False)
    with ratings_in(tmp_path / "ratings") as folder:
        result = run_ladder("--games", "1", "--docs", str(tmp_path), "--publish")
        assert result.exit_code == 2
        assert result.stderr.endswith(
            "Error: Ratings of an installed Kerys can't be replaced: "
            "use --publish in a source checkout.\n"
        )
        assert not (folder / "mykerinos.json").exists()
    assert not (tmp_path / "ladder").exists()


@pytest.mark.parametrize("name", GAMES)
def test_the_pages_that_come_along_name_a_command_that_may_be_published(name: str) -> None:
    page = (ROOT / "docs" / "ladder" / f"{name}.md").read_text()
    found = re.search(r"Measured with `kerys (ladder .*?)`: (\d+) games of 4 on", page)
    assert found is not None
    command, *words = shlex.split(found[1])
    parsed = ladder.make_context(command, words).params
    assert (parsed["game"], parsed["players"]) == (name, 4)
    played = Tournament(name, {"players": 4}, level_names(), parsed["seed"])
    assert 4 * played.deals_for(parsed["games"]) == int(found[2])
    assert repeated_by(name, parsed) == f"kerys {found[1]}"


def test_a_ladder_without_docs_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    result = run_ladder("--docs", str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert "There is no folder" in result.stderr
