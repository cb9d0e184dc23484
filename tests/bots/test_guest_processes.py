"""Guests run in separate processes: whatever they do there, games continue to the end."""

from __future__ import annotations

import importlib
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kerys.bots import Budget, bot_named, registry
from kerys.bots.arena import Tournament, play_deal
from kerys.bots.guard import Guarded
from kerys.bots.guests import guest
from kerys.bots.guests.guest import MOST_LOST, Home, Process, end_all
from kerys.bots.guests.protocol import Fault
from kerys.table import View, new
from tests.arena.tools import tournament
from tests.bots.tools import install, kerys_with

ODD = '''
import itertools
import os
import sys
from pathlib import Path

from kerys.bots import Bot, Budget

decided = 0
print("a word at the beginning")


class Odd(Bot):
    """What it does depends on how many worlds it is given."""

    def __init__(self):
        self.asked = 0

    def choose(self, view, budget, rng):
        global decided
        decided += 1
        self.asked += 1
        if budget.worlds == 11:
            while True:
                pass
        if budget.worlds == 12:
            sum(itertools.repeat(0))
        if budget.worlds == 13:
            os._exit(3)
        if budget.worlds == 14:
            sys.exit("had enough")
        if budget.worlds == 15:
            return "castle"
        if budget.worlds == 16:
            return view.legal[decided]
        if budget.worlds == 17:
            return view.rules.choices(view.state, view.seat)[-1]
        if budget.worlds == 18:
            return input("which one? ")
        return view.legal[self.asked]


class Stuck(Odd):
    """Hangs when it is warmed up, and only then."""

    def choose(self, view, budget, rng):
        while budget.worlds == 1:
            pass
        return view.legal[0]


class Chancy(Bot):
    def choose(self, view, budget, rng):
        world = view.resample(rng)
        return rng.choice([view.legal[0], view.legal[world.scores[0] % len(view.legal)]])


class Frozen(Bot):
    def choose(self, view, budget, rng):
        sum(itertools.repeat(0))


class Penniless(Chancy):
    @property
    def budget(self):
        raise LookupError("no purse")


class Countless(Chancy):
    budget = 5


class Shy(Chancy):
    cheats = True

    def show(self, state):
        raise LookupError("looks away")


class Peeking(Chancy):
    cheats = True

    def show(self, state):
        self.seen = state

    def choose(self, view, budget, rng):
        assert view.rules.view(self.seen, view.seat).tobytes() == view.state.tobytes()
        del self.seen
        return view.legal[0]


class Once(Chancy):
    """Can be made a single time."""

    def __init__(self):
        with open(Path(__file__).with_name("made"), "x"):
            pass


class Chatty(Chancy):
    def __init__(self):
        print("a word of greeting")

    def choose(self, view, budget, rng):
        print("let me think")
        os.write(1, b"hmm, hmm\\n")
        return view.legal[0]
'''
NAMES = (
    *("odd", "stuck", "chancy", "frozen", "penniless", "countless"),
    *("shy", "peeking", "once", "chatty"),
)
LONG = 60.0
"""Longer than any machine needs."""
GOOD = Budget(worlds=2)


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with an installed package of odd guests, importable in this process too."""
    install(tmp_path, "odd", ODD, **{name: f"odd:{name.capitalize()}" for name in NAMES})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(Home, "cold", set())
    registry.guests.cache_clear()
    guest.described.cache_clear()
    yield tmp_path
    end_all()
    sys.modules.pop("odd", None)
    registry.guests.cache_clear()
    guest.described.cache_clear()


@pytest.fixture
def odd(packages: Path) -> Guarded:
    """A bot that fails on request."""
    return Guarded("odd", bot_named("odd"), patience=LONG)


@pytest.fixture
def view() -> View:
    """A view with many legal moves."""
    view = new("ys", seed=3, players=4).view(2)
    assert len(view.legal) > 3
    return view


def ask(guarded: Guarded, view: View, worlds: int = 2, patience: float = LONG) -> Any:
    """The move that is made for a bot."""
    guarded.patience = patience
    return guarded.choose(view, Budget(worlds=worlds), random.Random(1))


LOSSES = {
    11: "did not answer in time",
    12: "did not answer in time",
    13: r"lost its process \(exit status 3\)",
}


@pytest.mark.parametrize("worlds", LOSSES)
def test_one_that_hangs_or_dies_loses_its_process_and_goes_on_in_another(
    worlds: int, odd: Guarded, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    assert ask(odd, view) == view.legal[1]
    (first,) = Process.running
    assert ask(odd, view, worlds, 0.2 if worlds != 13 else LONG) in view.legal
    assert not Process.running
    assert first._child.returncode not in (None, 0), "nothing spins on"
    told = f"the bot odd in seat 2 {LOSSES[worlds]}; a stand-in moves"
    assert [bool(re.fullmatch(told, message)) for message in caplog.messages] == [True]
    assert ask(odd, view) == view.legal[1], "asked again, as a fresh bot"
    assert (odd.faults, len(caplog.messages)) == (1, 1)


@pytest.mark.parametrize(
    ("worlds", "problem"),
    [
        (14, r"raised SystemExit\('had enough'\)"),
        (15, "gave an illegal answer: 'castle'"),
        (18, "raised EOFError.*"),
    ],
)
def test_one_that_fails_otherwise_keeps_its_process_and_what_it_knows(
    worlds: int, problem: str, odd: Guarded, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    assert ask(odd, view, worlds) in view.legal
    (message,) = caplog.messages
    assert re.fullmatch(f"the bot odd in seat 2 {problem}; a stand-in moves", message)
    assert ask(odd, view) == view.legal[2]


def test_one_that_loses_process_after_process_is_asked_no_more(
    odd: Guarded, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    for _time in range(MOST_LOST):
        ask(odd, view, 13)
    assert ask(odd, view) in view.legal
    assert odd.faults == MOST_LOST + 1
    assert "is no longer asked" in caplog.messages[-1]
    assert not Process.running
    again = Guarded("odd", bot_named("odd"), patience=LONG)
    assert ask(again, view) == view.legal[1], "in another game it is"


def test_what_it_says_of_its_budget_makes_up_for_no_loss(
    packages: Path, view: View, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest, "WARMING", 0.1)
    frozen = Guarded("frozen", bot_named("frozen"), patience=0.1)
    for _time in range(MOST_LOST + 1):
        frozen.choose(view, None, random.Random(1))
    assert "did not answer in time" in caplog.messages[-2]
    assert "is no longer asked" in caplog.messages[-1]


def test_losses_that_are_not_in_a_row_are_forgotten(odd: Guarded, view: View) -> None:
    for worlds in (13, 13, 2, 13):
        ask(odd, view, worlds)
    assert ask(odd, view) == view.legal[1]
    assert odd.faults == 3


def test_it_is_warmed_up_as_another_bot_before_it_is_asked(odd: Guarded, view: View) -> None:
    assert ask(odd, view, 16) == view.legal[2], "the second decision in its process"
    assert ask(odd, view) == view.legal[2], "the second of this bot"


def test_one_that_cannot_be_warmed_up_plays_without(
    packages: Path, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest, "WARMING", 0.1)
    stuck = Guarded("stuck", bot_named("stuck"), patience=LONG)
    for _time in range(2):
        assert ask(stuck, view) == view.legal[0]
    assert stuck.faults == 0
    assert len(Process.running) == 1


def test_an_answer_may_be_a_plain_code(odd: Guarded, view: View) -> None:
    assert ask(odd, view, 17) == view.legal[-1]


def test_an_interruption_parts_no_question_from_its_answer(odd: Guarded, view: View) -> None:
    ask(odd, view)
    (process,) = Process.running

    class Interrupted:
        def get(self, timeout: float) -> bytes:
            raise KeyboardInterrupt

    process._heard = Interrupted()  # type: ignore[assignment]
    with pytest.raises(KeyboardInterrupt):
        ask(odd, view, 15)
    assert not Process.running
    assert ask(odd, view) == view.legal[1]
    assert odd.faults == 0


def test_from_python_it_plays_like_any_other_and_says_what_went_wrong(
    packages: Path, view: View
) -> None:
    bot, dice = bot_named("odd"), random.Random(1)
    assert bot.choose(view, GOOD, dice) == view.legal[1]
    assert bot.budget == Budget(milliseconds=200)
    with pytest.raises(Fault, match="castle"):
        bot.choose(view, Budget(worlds=15), dice)
    del bot
    assert [len(waiting) for waiting in Process.idle.values()] == [1], "its process is free"


def test_games_are_those_it_would_play_in_this_process(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.BOTS, "twin", importlib.import_module("odd").Chancy)
    monkeypatch.setattr(Guarded.__init__, "__defaults__", (LONG,))
    there = play_deal(tournament("chancy", "random"), 0)
    here = play_deal(tournament("twin", "random"), 0)
    assert there.games == here.games
    assert there.problems == {}
    assert there.habits["chancy"] == here.habits["twin"]
    assert len(Process.running) == 1, "one seat, one process, for all games"


def test_a_tournament_with_one_that_always_hangs_comes_to_its_end(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest, "WARMING", 0.1)
    monkeypatch.setattr(Guarded.__init__, "__defaults__", (0.1,))
    deal = play_deal(tournament("frozen", "random"), 0)
    assert [game.faults[1 - rotation] for rotation, game in enumerate(deal.games)] == [0, 0]
    assert all(game.faults[rotation] > MOST_LOST for rotation, game in enumerate(deal.games))
    told = "the bot frozen in seat 0 did not answer in time; a stand-in moves"
    assert deal.problems == {"frozen": told}
    assert not Process.running


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("penniless", r"raised LookupError\('no purse'\)"),
        ("countless", "has a budget that is not a kerys.bots.Budget: 5"),
        ("shy", r"raised LookupError\('looks away'\)"),
        ("once", "cannot be created: FileExistsError"),
    ],
)
def test_one_that_fails_outside_its_choice_has_a_stand_in(
    name: str, problem: str, packages: Path
) -> None:
    bots = Tournament("mykerinos", {"players": 2}, (name, "random"))
    guest.described.cache_clear()  # as in a new process
    deal = play_deal(bots, 0)
    assert [game.faults[0] > 0 for game in deal.games] == [True, False]
    assert [game.faults[1] > 0 for game in deal.games] == [False, True]
    assert set(deal.problems) == {name}
    assert re.search(f"the bot {name} in seat 0 {problem}", deal.problems[name])


def test_a_bot_made_here_has_a_stand_in_too_where_its_budget_fails(
    packages: Path, view: View, caplog: pytest.LogCaptureFixture
) -> None:
    guarded = Guarded("here", importlib.import_module("odd").Penniless(), patience=LONG)
    assert guarded.choose(view, None, random.Random(1)) in view.legal
    assert "the bot here in seat 2 raised LookupError('no purse')" in caplog.text


def test_one_that_cheats_is_shown_the_truth_in_its_process(packages: Path) -> None:
    deal = play_deal(tournament("peeking", "random", game="ys"), 0)
    assert deal.problems == {}
    assert bot_named("peeking").cheats


def test_what_it_prints_is_no_part_of_what_a_command_says(packages: Path) -> None:
    command = ("arena", "mykerinos", "--bots", "chatty,random@2w", "--games", "2", "--json")
    done = kerys_with(packages, *command)
    assert done.returncode == 0, done.stderr
    rows = {row["name"]: row for row in json.loads(done.stdout)["bots"]}
    assert rows["chatty"]["faults"] == 0
    for words in ("a word at the beginning", "a word of greeting", "let me think", "hmm, hmm"):
        assert words in done.stderr


DYING = """
import os
from kerys.bots import bot_named
from kerys.bots.guests.guest import Process
from kerys.bots.guests.protocol import plain_budget, plain_view
from kerys.table import new
from kerys.bots import Budget

bot = bot_named("odd")
view = new("ys", seed=3, players=4).view(2)
bot.prepare("ys")
(process,) = Process.running
plain = {{"view": plain_view(view), "budget": plain_budget(Budget(worlds=12)), "seed": 0.5}}
if {asked}:
    process._send({{"do": "choose", "seconds": 0.1, "truth": None, **plain}})
print("asked", flush=True)
os._exit(9)
"""


def in_a_process(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a new process that can import the guests of a folder."""
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("asked", [False, True], ids=["idle", "hanging"])
def test_its_process_ends_even_if_this_one_dies(asked: bool, packages: Path) -> None:
    """The child inherits our stderr, which stays open as long as the child lives."""
    done = in_a_process(DYING.format(asked=asked), packages)
    assert (done.returncode, done.stdout) == (9, "asked\n"), done.stderr


FORKING = """
import os, random, sys
from kerys.bots import Budget, bot_named
from kerys.bots.guests.guest import Process
from kerys.table import new

view = new("ys", seed=3, players=4).view(2)
bots = [bot_named("odd"), bot_named("odd")]
moves = [bots[0].choose(view, Budget(worlds=2), random.Random(1)).code]
bot_named("odd").choose(view, Budget(worlds=2), random.Random(1))
before = {process._child.pid for process in Process.running}
copy = os.fork()
for bot in bots:
    moves.append(bot.choose(view, Budget(worlds=2), random.Random(1)).code)
after = {process._child.pid for process in Process.running}
if copy == 0:
    assert before.isdisjoint(after)
    sys.exit(moves != [view.legal[place].code for place in (1, 1, 1)])
assert os.waitpid(copy, 0)[1] == 0
assert before <= after
moves.append(bots[0].choose(view, Budget(worlds=2), random.Random(1)).code)
assert moves == [view.legal[place].code for place in (1, 2, 1, 3)]
print("both have played")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no forks")
def test_a_copy_of_the_program_has_processes_of_its_own(packages: Path) -> None:
    done = in_a_process(FORKING, packages)
    assert (done.returncode, done.stdout) == (0, "both have played\n"), done.stderr
