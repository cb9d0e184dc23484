"""Two people at one keyboard: neither sees what only the other may know."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click
import pytest

from kerys.table.record import load
from kerys.terminal.saves import open_game
from tests.terminal.screen import Screen
from tests.terminal.tools import Answer, Script, at_random, forever, play, sealed_of, started

CLEARED = "<cleared>"
HOT = (
    *("--plain", "--players", "2", "--bots", "", "--names", "Ann,Bob"),
    *("--seed", "7", "--file", "hot.kerys"),
)
HAND_OVER = "{name}, press Enter when nobody else is looking."


class Watched:
    """Records everything that is shown, split at the prompts."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys = capsys
        self.seen: list[tuple[str, str]] = []
        """What was on the screen at each prompt since it was last cleared, and the prompt."""
        self.screen = ""
        monkeypatch.setattr(click, "clear", lambda: print(CLEARED))

    def __call__(self, prompt: str) -> None:
        self.screen += self.capsys.readouterr().out
        self.screen = self.screen.rpartition(CLEARED)[2]
        self.seen.append((prompt.strip(), self.screen))


@pytest.fixture
def watched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Watched:
    """The screen that two people share."""
    return Watched(capsys, monkeypatch)


def hot(path: Path, lines: Iterable[str | Answer], watched: Watched) -> list[tuple[str, str]]:
    """What Ann and Bob see in a game of two."""
    saved = started(path, players=2, bots=0, names=["Ann", "Bob"])
    play(saved, Script(lines, before=watched))
    return watched.seen


def test_the_screen_is_cleared_and_empty_until_the_one_who_is_called_presses_enter(
    tmp_path: Path, watched: Watched
) -> None:
    seen = hot(tmp_path / "hot.kerys", forever(at_random(1)), watched)
    person, calls = "", 0
    for prompt, screen in seen:
        if prompt.endswith("press Enter when nobody else is looking."):
            assert screen.strip() == ""
            assert prompt.split(",")[0] != person, "nobody is called twice"
            person, calls = prompt.split(",")[0], calls + 1
        else:
            assert prompt == f"{person}>"
            other = {"Ann": "Bob", "Bob": "Ann"}[person]
            assert f"seen by {person}" in screen
            assert f"seen by {other}" not in screen
    assert calls > 20


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["bid 4+4"], ["bid 0+0"]),
        (["nonsense", "moves", "help", "bid 4+4"], ["bid 1+1"]),
    ],
)
def test_bobs_screen_is_the_same_whatever_ann_sealed(
    one: list[str], other: list[str], tmp_path: Path, watched: Watched
) -> None:
    screens = []
    for number, lines in enumerate((one, other)):
        watched.seen.clear()
        seen = hot(tmp_path / f"{number}.kerys", lines, watched)
        assert seen[-1][0] == "Bob>"
        screens.append(seen[-1][1])
    assert screens[0] == screens[1]
    assert "Bob" in screens[0]


def test_the_next_screen_is_the_same_whatever_ann_hid(tmp_path: Path, watched: Watched) -> None:
    screens = []
    opening = ["bid 4+4", "bid 1+1", "bid 0+0", "order 1", "order 2"]
    for value in (1, 2, 3):
        watched.seen.clear()
        path = tmp_path / f"{value}.kerys"
        placing = [f"place {value} hidden 1-palace", "place 0 open 2-palace"]
        saved = started(path, players=3, bots=0, names=["Ann", "Bob", "Cid"])
        play(saved, Script([*opening, *placing], before=watched))
        assert [text for _seat, text in load(sealed_of(path)).decisions][-2:] == placing
        assert watched.seen[-1][0] == "Bob>"
        screens.append(watched.seen[-1][1])
    assert screens[0] == screens[1] == screens[2]


def test_alone_with_bots_nobody_hands_over(tmp_path: Path, watched: Watched) -> None:
    play(started(tmp_path / "game.kerys"), Script(forever(at_random(1)), before=watched))
    assert {prompt for prompt, _screen in watched.seen} == {"Player A>"}


# --- In a real terminal ----------------------------------------------------------------------


def ann_bids(screen: Screen) -> None:
    """Ann seals her bid; Bob is called."""
    screen.until(HAND_OVER.format(name="Ann"))
    screen.press("enter")
    screen.prompt("Ann")
    screen.type("bid 4+4", "Ann")
    screen.press("enter")
    screen.until(HAND_OVER.format(name="Bob"))


def test_a_real_screen_is_empty_when_bob_is_called(tmp_path: Path) -> None:
    with Screen("play", "ys", *HOT, folder=tmp_path) as screen:
        ann_bids(screen)
        assert screen.text == HAND_OVER.format(name="Bob")
        screen.press("quit", "enter")  # typed before Bob is asked anything, so it isn't a command
        shown = screen.prompt("Bob")
        assert "4+4" not in shown.replace("14. bid 4+4  Bid 4 and 4", "")
        screen.press("ctrl-d")
        assert screen.ended() == 0
    assert open_game(tmp_path / "hot.kerys").game.ply == 1


def test_bob_cannot_scroll_back_to_anns_screen(tmp_path: Path) -> None:
    with Screen("play", "ys", *HOT, folder=tmp_path, lines=24, columns=80) as screen:
        ann_bids(screen)
        assert "seen by Ann" not in screen.scrollback
        assert "Ann>" not in screen.scrollback


def test_bob_cannot_call_back_what_ann_typed(tmp_path: Path) -> None:
    with Screen("play", "ys", *HOT, folder=tmp_path) as screen:
        ann_bids(screen)
        screen.press("enter")
        screen.prompt("Bob")
        screen.press("up", "up", "!")
        screen.until(r"^Bob> .*!$")
        assert screen.last == "Bob> !"
