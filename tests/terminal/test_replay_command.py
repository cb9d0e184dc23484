"""`kerys replay` without a terminal: text and pictures of one moment, from any viewpoint."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from kerys.cli import main
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.table.errors import GameError
from kerys.table.record import load
from kerys.terminal.replay import OPEN, Replay
from kerys.terminal.saves import Saved, open_game
from tests.terminal.tools import RECORDS, kerys_command, on_disk, running

ONE = RECORDS / "ys-3p-quarters3.kerys"
LAST = len(load(ONE).decisions)
PNG = b"\x89PNG\r\n\x1a\n"


def title(*arguments: str | Path) -> str:
    """The first line of a page."""
    done = kerys_command("replay", *arguments)
    assert done.code == 0, done.output[-300:]
    return done.output.splitlines()[0]


def refused(*arguments: str | Path, code: int = 1) -> str:
    """Run a command that must show nothing but an error message."""
    done = kerys_command("replay", *arguments)
    assert done.code == code, done.output[-300:]
    assert "Error: " in done.output
    assert "Decision" not in done.output
    return done.words


# --- Moments ---------------------------------------------------------------------------------


@pytest.mark.parametrize("ply", [0, 1, 40, LAST])
def test_the_page_of_a_ply_shows_the_table_then_and_what_led_there(ply: int) -> None:
    done = kerys_command("replay", ONE, "--ply", str(ply), "--seat", "1")
    game = load(ONE).replay()
    assert done.output.splitlines()[0] == f"Decision {ply} of {LAST}, as Player B"
    board = game.view(1, ply).text(width=100)
    assert board in done.output
    words = " ".join(done.output.replace(board, "").split())
    for told in game.story(1):
        if told.ply == ply - 1:
            assert " ".join(told.sentences) in words
        elif told.ply == ply:
            assert " ".join(told.sentences) not in words


def test_without_a_ply_it_is_the_end() -> None:
    assert title(ONE) == f"Decision {LAST} of {LAST}, all screens down"


@pytest.mark.parametrize("ply", ["-1", str(LAST + 1), "99999999999999999999"])
def test_a_ply_out_of_range_is_refused_with_the_number_there_are(ply: str) -> None:
    assert f"There is no ply {ply}; the game has {LAST}." in refused(ONE, "--ply", ply, code=2)


# --- Viewpoints ------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["3", "-2", "99"])
def test_a_seat_out_of_range_is_refused(seat: str) -> None:
    assert f"There is no seat {seat}; seats are numbered from 0 to 2." in refused(
        ONE, "--seat", seat, code=2
    )


def test_words_for_numbers_are_wrong_usage() -> None:
    refused(ONE, "--seat", "x", code=2)
    refused(ONE, "--ply", "x", code=2)


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_of_a_bot_stays_up_while_the_game_runs(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, game, seat=1)
    for seat in ("0", "2"):
        words = refused(path, "--seat", seat, code=2)
        assert "A bot's screen stays up until the game is over." in words
        refused(path, "--seat", seat, "--ply", "0", "--svg", tmp_path / "spied.svg", code=2)
    assert title(path).endswith(", as Player B")
    assert title(path, "--seat", "1").endswith(", as Player B")
    assert title(path, "--seat", "-1").endswith(", as a spectator")
    assert not (tmp_path / "spied.svg").exists()


def test_all_screens_come_down_only_when_the_game_is_over(tmp_path: Path) -> None:
    running(tmp_path / "game.kerys")
    replay = Replay(open_game(tmp_path / "game.kerys"), None, None)
    assert OPEN not in replay.viewpoints
    assert replay.viewpoints == [0, SPECTATOR]
    with pytest.raises(GameError, match="Screens stay up"):
        replay.game.open_view(SPECTATOR)
    assert Replay(open_game(ONE), None, None).viewpoints == [OPEN, 0, 1, 2, SPECTATOR]


def test_with_screens_down_hidden_values_are_shown_and_through_eyes_they_are_not() -> None:
    ply = next(
        number
        for number, (seat, text) in enumerate(load(ONE).decisions, 1)
        if seat == 0 and "hidden" in text
    )
    down, own, other = (
        kerys_command("replay", ONE, "--ply", str(ply), *eyes).output.split("\n", 1)[1]
        for eyes in ([], ["--seat", "0"], ["--seat", "1"])
    )
    assert re.search(r"\d:A\(\?\)", other)
    assert not re.search(r"\d:A\(\?\)", own)
    assert not re.search(r"\d:[ABC]\(\?\)", down)


def test_replay_of_two_people_asks_nobody_but_shows_each_their_own(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    running(path, moves=6, bots=1, names=["Ann", "Bob"])
    assert title(path, "--seat", "0").endswith(", as Ann")
    assert title(path, "--seat", "2").endswith(", as Bob")
    refused(path, "--seat", "1", code=2)


# --- Steps -----------------------------------------------------------------------------------


def test_steps_stay_within_the_game_and_eyes_come_round() -> None:
    replay = Replay(open_game(ONE), None, 5)
    for by, ply in [(-10, 0), (1, 1), (10**6, LAST), (-LAST, 0)]:
        replay.move(by)
        assert replay.ply == ply
        assert f"Decision {ply} of {LAST}" in replay.page()
    seen = []
    for _key in range(5):
        seen.append(replay.seat)
        replay.switch_viewpoint()
    assert seen == replay.viewpoints
    assert replay.seat == seen[0]


def test_a_page_tells_its_own_step_and_does_not_go_through_the_rest_of_the_game() -> None:
    """Stepping is as fast at the start of a long game as at its end."""
    replay = Replay(open_game(ONE), None, 1)
    game = replay.game
    told = 0
    steps = game.rules.steps

    class Counting:
        def __getattr__(self, name: str) -> object:
            return counted if name == "steps" else getattr(rules, name)

    def counted(*arguments: object) -> object:
        nonlocal told
        told += 1
        return steps(*arguments)  # type: ignore[arg-type]

    rules = game.rules
    game.rules = Counting()  # type: ignore[assignment]
    replay.page()
    assert told == 1


# --- Pictures --------------------------------------------------------------------------------


@pytest.mark.parametrize("record", ["ys-4p-quarters4", "mykerinos-4p"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_a_well_formed_drawing_of_the_moment(
    record: str, theme: str, tmp_path: Path
) -> None:
    target = tmp_path / "moment.svg"
    arguments = ("--ply", "40", "--seat", "1", "--svg", target, "--theme", theme, "--width", "900")
    done = kerys_command("replay", RECORDS / f"{record}.kerys", *arguments)
    assert (done.code, done.output) == (0, f"Drawn: {target}\n")
    root = ElementTree.parse(target).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    view = load(RECORDS / f"{record}.kerys").replay().view(1, 40)
    assert target.read_text("utf-8") == view.svg(
        width=900, theme="dark" if theme == "dark" else "light"
    )


@pytest.mark.parametrize("game", GAMES)
def test_svg_of_a_running_game_shows_what_its_seat_may_see(game: str, tmp_path: Path) -> None:
    path, target = tmp_path / "game.kerys", tmp_path / "moment.svg"
    saved: Saved = running(path, game)
    assert kerys_command("replay", path, "--svg", target).code == 0
    assert target.read_text("utf-8") == saved.game.view(0).svg(width=1200, theme="light")


def test_png_is_painted_in_the_width_that_was_asked_for(tmp_path: Path) -> None:
    target = tmp_path / "moment.png"
    done = kerys_command("replay", ONE, "--ply", "40", "--png", target, "--width", "400")
    assert (done.code, done.output) == (0, f"Drawn: {target}\n")
    painted = target.read_bytes()
    assert painted.startswith(PNG)
    assert int.from_bytes(painted[16:20], "big") == 400


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_can_go_to_the_standard_output(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["replay", str(ONE), "--ply", "40", "--width", "400", option]
    file = CliRunner().invoke(main, [*arguments, "moment"])
    piped = CliRunner().invoke(main, [*arguments, "-"])
    assert (file.exit_code, piped.exit_code) == (0, 0)
    assert piped.stdout_bytes == (tmp_path / "moment").read_bytes()
    assert on_disk(tmp_path).keys() == {"moment"}


def test_plain_prints_the_last_position() -> None:
    done = kerys_command("replay", ONE, "--plain")
    assert done.output == kerys_command("replay", ONE, "--ply", str(LAST)).output


def test_two_pictures_at_once_are_refused(tmp_path: Path) -> None:
    pictures = ("--svg", tmp_path / "a.svg", "--png", tmp_path / "a.png")
    assert "Give --svg or --png, not both." in refused(ONE, *pictures, code=2)
    assert on_disk(tmp_path) == {}


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_folder_that_is_missing_is_refused(option: str, tmp_path: Path) -> None:
    words = refused(ONE, option, tmp_path / "nowhere" / "moment", code=2)
    assert f"There is no folder {tmp_path / 'nowhere'}." in words


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_folder_in_place_of_the_picture_is_refused(option: str, tmp_path: Path) -> None:
    refused(ONE, option, tmp_path, code=2)


@pytest.mark.parametrize("option", ["--svg", "--png"])
def test_a_picture_is_never_drawn_over_the_record(option: str, tmp_path: Path) -> None:
    """Nor over its seal: the game would be lost."""
    path = tmp_path / "game.kerys"
    running(path)
    before = on_disk(tmp_path)
    for target in ("game.kerys", "game.kerys.sealed"):
        kerys_command("replay", path, option, tmp_path / target)
        assert on_disk(tmp_path) == before


@pytest.mark.parametrize("width", ["0", "199", "4001", "-5", "wide"])
def test_a_width_out_of_range_is_wrong_usage(width: str, tmp_path: Path) -> None:
    refused(ONE, "--svg", tmp_path / "a.svg", "--width", width, code=2)
    assert on_disk(tmp_path) == {}


def test_an_unknown_theme_is_wrong_usage(tmp_path: Path) -> None:
    refused(ONE, "--svg", tmp_path / "a.svg", "--theme", "pink", code=2)
