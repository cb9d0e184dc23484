"""The eight levels: legal, reproducible play, mistakes by temperature, and stored ratings."""

from __future__ import annotations

import random
import re
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from kerys.bots import Bot, Budget, bot_named, bot_names, level_names
from kerys.bots.evaluators import evaluator_of
from kerys.bots.levels import LEVELS, SLOWEST, Level, Rating, keep_ratings, ratings
from kerys.bots.search import search
from kerys.bots.search.greedy import GreedyBot
from kerys.bots.search.search import SearchBot
from kerys.cli.bots import bots
from kerys.games import GAMES
from kerys.table import View, new
from tests.bots.tools import play, ratings_in
from tests.records.wanted import variants

ONE = Budget(worlds=1)
THINKING = [level for level in LEVELS if level.milliseconds]
QUICK = [level for level in THINKING if level.milliseconds <= 200]


def test_there_are_eight_levels_each_with_a_name_and_a_sentence() -> None:
    assert len(set(level_names())) == 8
    assert level_names() == tuple(level.name for level in LEVELS)
    assert len({level.about for level in LEVELS}) == 8
    for level in LEVELS:
        assert bot_named(level.name).about == level.about
        assert not level.about.endswith(".")
        assert not bot_named(level.name).cheats


def test_at_least_two_levels_have_a_style_of_their_own() -> None:
    styles = [level.style for level in LEVELS if level.style]
    assert len(styles) == len(set(styles)) >= 2


def test_later_levels_without_a_style_slip_less_and_think_longer() -> None:
    plain = [level for level in LEVELS if not level.style]
    efforts = [(-level.heat, level.milliseconds) for level in plain]
    assert efforts == sorted(set(efforts))


@pytest.mark.parametrize("file", variants())
def test_every_level_plays_every_variant_legally(file: str) -> None:
    name, options = variants()[file]
    players = options["players"]
    for first in range(0, len(LEVELS), players):
        seated = [LEVELS[(first + seat) % len(LEVELS)]() for seat in range(players)]
        game = play(name, options, seated, seed=first, budget=ONE)
        assert game.over
        assert sorted(game.player_ranks)[0] == 1


def positions(name: str) -> list[View]:
    """What the seat to move sees at a few points of a random game."""
    game, rng, found = new(name, seed=5, players=3), random.Random(5), []
    while not game.over:
        view = game.view(game.actors[0])
        if len(view.legal) > 3:
            found.append(view)
        game.push(view.seat, rng.choice(view.legal))
    return found[::6][:4]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", THINKING, ids=lambda level: level.name)
def test_levels_are_repeatable_where_worlds_are_counted(level: Level, name: str) -> None:
    answers = []
    for _time in range(2):
        bot, rng = level(), random.Random(level.name)
        views = positions(name)
        answers.append([bot.choose(view, Budget(worlds=100), rng).code for view in views])
        assert len(answers[-1]) == 4
    assert answers[0] == answers[1]


def worlds_of_a_bid(level: Level, world: float, given: Budget | None = None) -> int:
    """How many worlds a level imagines where each takes so many milliseconds.

    At a sealed bid no search stops early.
    """
    bot = level()
    assert isinstance(bot, SearchBot)
    bot.worlds_seen = 0
    with pytest.MonkeyPatch.context() as patch:
        clock = SimpleNamespace(perf_counter=lambda: bot.worlds_seen * world / 1e3)
        patch.setattr(search, "time", clock)
        view = new("ys", seed=3, players=4).view(0)
        bot.choose(view, given or bot.budget, random.Random(1))
    return bot.worlds_seen


@pytest.mark.parametrize("level", QUICK, ids=lambda level: level.name)
def test_a_level_imagines_as_many_worlds_on_a_busy_machine(level: Level) -> None:
    usual = 1 / evaluator_of(GAMES["ys"]).pace
    for slower in (0.1, 1, SLOWEST - 1):
        assert worlds_of_a_bid(level, slower * usual) == level.worlds("ys")


@pytest.mark.parametrize("level", QUICK, ids=lambda level: level.name)
def test_nobody_waits_for_ever_on_a_slow_machine(level: Level) -> None:
    most = SLOWEST * level.milliseconds
    assert most <= worlds_of_a_bid(level, 1.0) <= most + search.CHUNK_MS


@pytest.mark.parametrize("level", QUICK, ids=lambda level: level.name)
def test_a_level_takes_no_more_worlds_however_much_time_it_is_given(level: Level) -> None:
    few, long = Budget(milliseconds=5), Budget(milliseconds=600_000)
    assert 5 <= worlds_of_a_bid(level, 1.0, few) <= 5 + search.CHUNK_MS
    assert worlds_of_a_bid(level, 1.0, long) == level.worlds("ys")


def test_worlds_follow_the_pace_of_the_game() -> None:
    for level in LEVELS:
        for name in GAMES:
            pace = evaluator_of(GAMES[name]).pace
            assert level.worlds(name) == pytest.approx(pace * level.milliseconds, abs=0.5)


@pytest.mark.parametrize("name", GAMES)
def test_heat_makes_weaker_play(name: str) -> None:
    points = {}
    for heat in (6.0, 2.0, 0.0):
        scores = []
        for seed in range(48):
            seated: list[Bot] = [GreedyBot() for _ in range(4)]
            seated[seed % 4] = GreedyBot(heat=heat)
            scores.append(play(name, {"players": 4}, seated, seed, ONE).scores[seed % 4])
        points[heat] = fmean(scores)
    assert points[6.0] < points[2.0] < points[0.0]


# --- Ratings -----------------------------------------------------------------------------------


def test_ratings_are_read_back_as_they_were_kept(tmp_path: Path) -> None:
    with ratings_in(tmp_path / "ratings") as folder:
        assert ratings("ys") == {}, "a ladder that was never played"
        found = {"expert": Rating(31.24, 30.06, 32.41), "beginner": Rating(15.0, 14.0, 16.0)}
        assert keep_ratings("ys", found) == folder / "ys.json"
        assert ratings("ys") == {
            "expert": Rating(31.2, 30.1, 32.4),
            "beginner": Rating(15.0, 14.0, 16.0),
        }
        assert ratings("mykerinos") == {}
        keep_ratings("ys", {"expert": Rating(1.0, 0.0, 2.0)})
        assert ratings("ys") == {"expert": Rating(1.0, 0.0, 2.0)}


@pytest.mark.parametrize("name", GAMES)
def test_ratings_that_come_along_are_those_of_all_levels(name: str) -> None:
    found = ratings(name)
    assert set(found) == set(level_names())
    for rating in found.values():
        assert rating.low < rating.rating < rating.high


@pytest.mark.parametrize("name", GAMES)
def test_ratings_rise_with_the_levels_that_have_no_style(name: str) -> None:
    plain = [level.name for level in LEVELS if not level.style]
    assert len(plain) == 6
    found = [ratings(name)[level].rating for level in plain]
    assert found == sorted(set(found))


def test_the_list_of_bots_names_all_of_them_and_how_strong_they_are(tmp_path: Path) -> None:
    with ratings_in(tmp_path / "ratings"):
        keep_ratings("ys", {"expert": Rating(31.2, 30.1, 32.4)})
        keep_ratings("mykerinos", {"expert": Rating(-1.0, -2.0, 3.0)})
        result = CliRunner().invoke(bots)
    assert result.exit_code == 0
    entries = re.split(r"\n(?=  \w)", "\n" + result.stdout)[1:]  # wrapped lines are indented more
    lines = [entry.partition("\n\n")[0].split() for entry in entries]
    assert [words[0] for words in lines] == list(bot_names())
    told = {words[0]: " ".join(words[1:]) for words in lines}
    assert told["expert"].endswith(": mykerinos -1.0 (-2.0 to 3.0), ys 31.2 (30.1 to 32.4)")
    assert ":" not in told["beginner"], "it has no rating here"
    assert told["oracle"].endswith("(cheats: for measurements only)")
