"""Bots that raise, hang or answer illegally: a stand-in moves, they are reported, games go on."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kerys.bots import Bot, Budget, bot_named, guard, registry
from kerys.bots.arena import play_deal
from kerys.bots.base import RandomBot
from kerys.bots.guard import Guarded
from kerys.table import Action, View, new
from tests.arena.tools import tournament
from tests.bots.tools import FEW
from tests.terminal.tools import Script, at_random, forever, play, started

RELEASE = threading.Event()
"""Releases hanging bots when a test ends."""


class Raises(Bot):
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        raise ZeroDivisionError("lost count")


class Leaves(Bot):
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        raise SystemExit


class Castles(Bot):
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        return "castle"


class SaysNothing(Bot):
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        return None


class Hangs(Bot):
    """Hangs the first time it is asked."""

    asked = 0
    thread: threading.Thread

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        self.asked += 1
        if self.asked == 1:
            self.thread = threading.current_thread()
            RELEASE.wait()
        return view.legal[-1]


class Lapses(BaseException):
    """Neither an interrupt nor an exit, nor an ordinary error."""


class Lapsing(Bot):
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        raise Lapses("gone")


class Trap:
    """An answer that raises on any access."""

    @property
    def code(self) -> int:
        raise Lapses("trapped")

    def __repr__(self) -> str:
        raise SystemExit


class Traps(Bot):
    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        return Trap()


class Unequal(Bot):
    """Answers with a code whose comparison raises."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        class Code:
            def __eq__(self, other: object) -> bool:
                raise SystemExit

            __hash__ = None  # type: ignore[assignment]

        return Code()


class Vandal(Bot):
    """Corrupts its view, including the actions, and answers with nonsense."""

    def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
        view.state.pending, view.state.players = 0, 1
        for action in view.legal:
            object.__setattr__(action, "code", 10_000)
            object.__setattr__(action, "seat", 3)
        view.seat, view.names = 3, ()
        return view.legal[0]


FAULTS: dict[type[Bot], str] = {
    Raises: "raised .*lost count",
    Leaves: "raised .*SystemExit",
    Castles: "gave an illegal answer: 'castle'",
    SaysNothing: "gave an illegal answer: None",
    Hangs: "did not answer in time",
    Lapsing: "raised .*gone",
    Traps: "raised .*trapped",
    Unequal: "raised .*SystemExit",
    Vandal: "gave an illegal answer",
}
faulty = pytest.mark.parametrize("make", FAULTS, ids=lambda make: make.__name__)


@pytest.fixture(autouse=True)
def release() -> Iterator[None]:
    """Release hanging bots at the end."""
    RELEASE.clear()
    yield
    RELEASE.set()


@pytest.fixture
def patience(make: type[Bot], monkeypatch: pytest.MonkeyPatch) -> None:
    """A short patience for the bot that hangs, and a long one for others on a slow machine."""
    monkeypatch.setattr(Guarded.__init__, "__defaults__", (0.02 if make is Hangs else 60.0,))


@pytest.mark.usefixtures("patience")
@faulty
def test_a_stand_in_moves_for_a_bot_that_fails(
    make: type[Bot], caplog: pytest.LogCaptureFixture
) -> None:
    guarded = Guarded("odd", make())
    game = new("ys", seed=3, players=4)
    view = game.view(2)
    action = guarded.choose(view, FEW, random.Random(1))
    assert action in game.legal(2)
    assert action.describe() in [one.describe() for one in game.legal(2)]
    game.push(2, action)
    assert guarded.faults == 1
    assert len(caplog.messages) == 1
    told = f"the bot odd in seat 2 {FAULTS[make]}.*; a stand-in moves"
    assert re.fullmatch(told, caplog.messages[0])


@pytest.mark.usefixtures("patience")
@faulty
def test_a_tournament_goes_on_and_names_who_failed(
    make: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.BOTS, make.__name__, make)
    deal = play_deal(tournament(make.__name__, "random"), 0)
    assert len(deal.games) == 2
    for rotation, game in enumerate(deal.games):
        assert sorted(game.ranks)[0] == 1, "it came to its end"
        assert game.faults[rotation] > 0
        assert game.faults[1 - rotation] == 0
    assert set(deal.problems) == {make.__name__}
    assert re.search(FAULTS[make], deal.problems[make.__name__])


@pytest.mark.usefixtures("patience")
@faulty
def test_a_game_at_the_prompt_goes_on_and_the_log_names_who_failed(
    make: type[Bot],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    monkeypatch.setitem(registry.BOTS, make.__name__, make)
    saved = started(tmp_path / "game.kerys", "mykerinos", players=2, bot=make.__name__)
    play(saved, Script(forever(at_random(0))))
    assert saved.game.over
    assert any(move.seat == 1 for move in saved.game.moves)
    assert caplog.messages
    for message in caplog.messages:
        assert re.match(f"the bot {make.__name__} in seat 1 {FAULTS[make]}", message)


def test_a_bot_that_hangs_is_not_asked_again_until_it_has_answered(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bot = Hangs()
    guarded = Guarded("slow", bot, patience=0.02)
    view = new("ys", seed=3, players=4).view(0)
    for faults in (1, 2):
        guarded.choose(view, FEW, random.Random(1))
        assert (guarded.faults, bot.asked) == (faults, 1)
    RELEASE.set()
    bot.thread.join()
    guarded.patience = 60.0
    assert guarded.choose(view, FEW, random.Random(1)) == view.legal[-1]
    assert (guarded.faults, bot.asked) == (2, 2), "its late answer is not taken for a new one"
    assert len(caplog.messages) == 2


def test_a_bot_that_fails_once_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    guarded = Guarded("odd", Raises(), patience=60.0)
    view = new("ys", seed=3, players=4).view(0)
    guarded.choose(view, FEW, random.Random(1))
    guarded.bot = RandomBot()
    guarded.choose(view, FEW, random.Random(1))
    assert guarded.faults == len(caplog.messages) == 1


@pytest.mark.parametrize("answer", [lambda action: action, lambda action: action.code])
def test_an_answer_is_an_action_or_its_code(answer: Callable[[Action], Any]) -> None:
    class Plain(Bot):
        def choose(self, view: View, budget: Budget, rng: random.Random) -> Any:
            return answer(view.legal[1])

    guarded = Guarded("plain", Plain(), patience=60.0)
    view = new("ys", seed=3, players=4).view(0)
    assert guarded.choose(view, FEW, random.Random(1)) == view.legal[1]
    assert guarded.faults == 0


def test_a_bot_gets_its_own_budget_where_nobody_says_otherwise() -> None:
    given = []

    class Asks(RandomBot):
        budget = Budget(milliseconds=7)

        def choose(self, view: View, budget: Budget, rng: random.Random) -> Action:
            given.append(budget)
            return super().choose(view, budget, rng)

    guarded = Guarded("asks", Asks(), patience=60.0)
    view = new("ys", seed=3, players=4).view(0)
    for budget in (None, FEW):
        guarded.choose(view, budget, random.Random(1))
    assert given == [Budget(milliseconds=7), FEW]


@pytest.mark.parametrize("name", ["random", "journeyman", "expert", "oracle"])
def test_our_bots_are_warm_before_they_are_asked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The warm-up uses another bot of the same kind, and happens once per process."""
    warmed: list[tuple[Bot, str]] = []
    guard._load.cache_clear()
    monkeypatch.setattr(guard, "warm_up", lambda bot, game: warmed.append((bot, game)))
    seats = [Guarded(name, bot_named(name)) for _ in range(2)]
    for seat in seats:
        seat.prepare("ys")
    guard._load.cache_clear()
    [(spare, game)] = warmed
    assert (type(spare), game) == (type(seats[0].bot), "ys")
    assert spare not in [seat.bot for seat in seats]


class OddBudget(RandomBot):
    """Raises when asked for its time budget."""

    @property
    def budget(self) -> Any:  # type: ignore[override]
        raise SystemExit("no time")


class OddShow(RandomBot):
    """Raises when it is shown the true state."""

    cheats = True

    def show(self, state: Any) -> None:
        raise Lapses("dazzled")


@pytest.mark.parametrize(("bot", "told"), [(OddBudget(), "no time"), (OddShow(), "dazzled")])
def test_a_bot_that_fails_before_it_chooses_has_a_stand_in(
    bot: Bot, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    guarded = Guarded("odd", bot, patience=60.0)
    game = new("ys", seed=3, players=4)
    action = guarded.choose(game.view(0), None, random.Random(1), game.before(0))
    assert action in game.legal(0)
    assert told in caplog.messages[0]


def test_one_of_ours_that_cannot_be_prepared_has_a_stand_in(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(bot: Bot, game: str) -> None:
        raise RuntimeError("does not compile")

    guard._load.cache_clear()
    monkeypatch.setattr(guard, "warm_up", fail)
    guarded = Guarded("random", bot_named("random"))
    game = new("ys", seed=3, players=4)
    guarded.prepare("ys")
    for faults in (1, 2):
        assert guarded.choose(game.view(0), FEW, random.Random(1)) in game.legal(0)
        assert guarded.faults == len(caplog.messages) == faults
    assert "raised RuntimeError('does not compile'); a stand-in moves" in caplog.messages[0]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit])
def test_an_end_of_the_program_is_not_taken_for_a_fault(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded = Guarded("random", bot_named("random"))

    def end(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(type(guarded.bot), "choose", end)
    with pytest.raises(error):
        guarded.choose(new("ys", seed=3, players=4).view(0), FEW, random.Random(1))
