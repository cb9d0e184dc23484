"""Lines of finished games in files: tried, kept, stepped through, removed, and played on from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from kerys.table.errors import GameError, RecordError
from kerys.table.game import Game
from kerys.table.record import load
from kerys.table.variations import walk
from kerys.terminal.library import go_on_from
from kerys.terminal.lines import Line, kept_line, kept_places
from kerys.terminal.replay import read_place, try_line
from kerys.terminal.saves import Saved, open_game, sealed_path
from tests.terminal.tools import RECORDS, kerys_command, kerys_process, running

AT = 20


@pytest.fixture(params=["ys-2p", "mykerinos-3p"])
def file(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A finished game."""
    target = tmp_path / "game.kerys"
    shutil.copy(RECORDS / f"{request.param}.kerys", target)
    return target


def another_move(game: Game, ply: int) -> str:
    """A move that wasn't made at a ply, for the seat that is asked first there."""
    line, played = game.fork(ply), game.move_at(ply)
    seat = line.actors[0]
    others = [
        one.text for one in line.legal(seat) if (seat, one.code) != (played.seat, played.code)
    ]
    return others[-1]


def tried(saved: Saved, ply: int = AT) -> Game:
    return try_line(saved.game, ply, another_move(saved.game, ply))


# --- In the file ---


def test_a_line_is_kept_in_the_file_and_removed_again(file: Path) -> None:
    before, saved = file.read_bytes(), open_game(file)
    saved.keep(tried(saved), "another way")
    record = load(file)
    assert [(one.at, one.comment) for one in record.variations] == [(AT, "another way")]
    assert record.variations == saved.variations == open_game(file).variations
    saved.remove((0,))
    assert file.read_bytes() == before


def test_a_file_in_json_stays_in_json(file: Path) -> None:
    file.write_text(json.dumps(load(file).json()), "utf-8")
    saved = open_game(file)
    saved.keep(tried(saved))
    assert json.loads(file.read_text("utf-8"))["version"] == 2
    assert len(load(file).variations) == 1


def test_a_file_that_was_changed_meanwhile_is_left_alone(file: Path) -> None:
    first, second = open_game(file), open_game(file)
    first.keep(tried(first))
    text = file.read_text("utf-8")
    with pytest.raises(RecordError, match="changed elsewhere"):
        second.keep(tried(second, AT + 1))
    assert file.read_text("utf-8") == text
    shutil.copy(RECORDS / "ys-by-gems.kerys", file)
    with pytest.raises(RecordError, match="another game"):
        first.keep(tried(first, AT + 2))


def test_saving_a_finished_game_elsewhere_keeps_its_lines(file: Path, tmp_path: Path) -> None:
    saved = open_game(file)
    saved.keep(tried(saved))
    saved.move_to(tmp_path / "moved.kerys")
    assert load(tmp_path / "moved.kerys") == load(file)


# --- Steps ---


def test_steps_go_back_and_forth_in_a_kept_line(file: Path) -> None:
    saved = open_game(file)
    going = tried(saved)
    for _once in range(2):
        going.push(going.actors[0], going.legal(going.actors[0])[0])
    saved.keep(going, "three decisions")
    [place] = kept_places(saved)
    line = kept_line(saved, place)
    assert (line.left_at, line.game.ply, line.begun) == (AT, AT, False)
    assert "three decisions" in line.title()
    for ply in (AT + 1, AT + 2, AT + 3, AT + 3):
        line.on()
        assert line.game.ply == ply
    for ply in (AT + 2, AT + 1, AT, AT):
        line.back()
        assert line.game.ply == ply
    line.end()
    assert line.game.moves == going.moves


def test_another_decision_in_a_kept_line_is_a_new_line(file: Path) -> None:
    saved = open_game(file)
    going = tried(saved)
    going.push(going.actors[0], going.legal(going.actors[0])[0])
    saved.keep(going)
    line = kept_line(saved, (0,))
    line.push(another_move(saved.game, AT))
    assert line.place == (0,), "the same decision as in the line"
    line.push(another_move(going, AT + 1))
    assert not line.place, "it is kept nowhere"
    line.on()
    assert line.game.ply == AT + 2, "nothing follows"
    saved.keep(line.game)
    assert [place for place, _one in walk(saved.variations)] == [(0,), (0, 0)]
    nested = kept_line(saved, (0, 0))
    assert (nested.left_at, nested.game.ply) == (AT, AT + 1)


def test_a_new_line_begins_at_its_ply(file: Path) -> None:
    line = Line(open_game(file).game, AT)
    assert not line.begun
    line.back()
    line.on()
    assert line.game.ply == AT


# --- Typed ---


def test_a_line_is_typed_with_seats_where_several_are_asked() -> None:
    game = load(RECORDS / "ys-3p-quarters3.kerys").replay()
    assert len(game.fork(0).actors) == 3
    last = game.fork(0).actors[-1]
    text = game.fork(0).legal(last)[0].text
    line = try_line(game, 0, f"{last}: {text}, {game.fork(0).legal(0)[0].text}")
    assert [move.seat for move in line.moves] == [last, 0]


def test_a_line_that_cannot_be_is_refused(tmp_path: Path) -> None:
    game = load(RECORDS / "mykerinos-2p.kerys").replay()
    with pytest.raises(GameError, match="isn't a move"):
        try_line(game, 3, "fly")
    with pytest.raises(GameError, match="over before 'pass'"):
        try_line(game, game.ply, "pass")
    with pytest.raises(GameError, match="once the game is over"):
        try_line(running(tmp_path / "running.kerys").game, 0, "pass")


@pytest.mark.parametrize(("name", "place"), [("1", (0,)), ("2.1", (1, 0)), ("10.3.2", (9, 2, 1))])
def test_places_are_read(name: str, place: tuple[int, ...]) -> None:
    assert read_place(name) == place


@pytest.mark.parametrize("name", ["", "0", "x", "1.", "1.0", "-1", "²", "9999999999"])
def test_what_is_no_place_is_refused(name: str) -> None:
    with pytest.raises(GameError, match="isn't the number"):
        read_place(name)


# --- The commands ---


def test_a_line_is_tried_and_kept_by_command(file: Path) -> None:
    move = another_move(open_game(file).game, AT)
    before = file.read_bytes()
    done = kerys_command("replay", file, "--ply", str(AT), "--line", move)
    assert done.code == 0
    assert f"Decision {AT + 1} of a line" in done.output
    assert file.read_bytes() == before, "trying changes nothing"
    done = kerys_command(
        "replay", file, "--ply", str(AT), "--line", move, "--keep", "--comment", "x"
    )
    assert done.code == 0
    assert [one.comment for one in load(file).variations] == ["x"]
    shown = kerys_command("show", file)
    assert "Variation 1: x" in shown.output
    assert f"{AT + 1}. " in shown.output.partition("Variation 1")[2]
    there = kerys_command("replay", file, "--variation", "1")
    assert f"Decision {AT + 1} of a line" in there.output
    assert kerys_command("verify", file).code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["--keep"], 2, "--keep needs"),
        (["--comment", "x"], 2, "--comment needs"),
        (["--line", "fly"], 2, "isn't a move|over before"),
        (["--variation", "1"], 2, "no variation 1"),
        (["--variation", "x"], 2, "isn't the number"),
    ],
)
def test_wrong_lines_are_refused_by_command(
    file: Path, arguments: list[str], code: int, problem: str
) -> None:
    done = kerys_command("replay", file, *arguments)
    assert done.code == code
    assert any(one in done.words for one in problem.split("|")), done.output


# --- Playing on ---


def test_a_game_goes_on_in_a_new_file(file: Path, tmp_path: Path) -> None:
    target, before = tmp_path / "more.kerys", file.read_bytes()
    done = kerys_command(
        *("play", "--from", file, "--ply", str(AT), "--bots", "random", "--file", target),
        "--plain",
        lines=["quit"],
    )
    assert done.code == 0, done.output
    assert "the deal of this game is known" in done.words
    going = open_game(target)
    assert going.game.moves[:AT] == open_game(file).game.moves[:AT]
    assert not going.game.over
    assert sealed_path(target).exists()
    assert "random" in going.bots
    assert file.read_bytes() == before


def test_a_game_goes_on_from_a_variation(file: Path, tmp_path: Path) -> None:
    saved = open_game(file)
    line = tried(saved)
    saved.keep(line)
    target = tmp_path / "more.kerys"
    done = kerys_command(
        *("play", "--from", file, "--variation", "1", "--file", target, "--plain"), lines=["quit"]
    )
    assert done.code == 0, done.output
    assert open_game(target).game.moves[: AT + 1] == line.moves


def test_a_game_that_went_on_is_played_to_its_end(tmp_path: Path) -> None:
    file = RECORDS / "mykerinos-2p.kerys"
    game = load(file).replay()
    saved = go_on_from(game.fork(game.ply - 1), 0, ["random"], ["Ada"], tmp_path / "end.kerys")
    move = game.move_at(game.ply - 1)
    saved.game.push(move.seat, move.code)
    saved.save()
    record = load(tmp_path / "end.kerys")
    assert (record.status, record.scores) == ("over", game.scores)
    assert record.commitment == game.commitment


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["--ply", "3"], 2, "need --from"),
        (["--variation", "1"], 2, "need --from"),
        (["--from", "FILE"], 2, "with --ply"),
        (["ys", "--from", "FILE", "--ply", "3"], 2, "omit GAME or FILE"),
        (["--from", "FILE", "--ply", "3", "--players", "3"], 2, "omit --players"),
        (["--from", "FILE", "--ply", "3", "--seed", "x"], 2, "omit --seed"),
        (["--from", "FILE", "--ply", "3", "--file", "FILE"], 2, "already exists"),
        (["--from", "FILE", "--ply", "9999"], 2, "no ply"),
        (["--from", "FILE", "--ply", "-1"], 2, "no ply"),
        (["--from", "FILE", "--variation", "1"], 2, "no variation"),
        (["--from", "nowhere.kerys", "--ply", "3"], 2, "does not exist"),
        (["--from", "FILE", "--ply", "LAST"], 2, "over here"),
    ],
)
def test_wrong_use_is_refused(file: Path, arguments: list[str], code: int, problem: str) -> None:
    known = {"FILE": str(file), "LAST": str(open_game(file).game.ply)}
    done = kerys_command("play", *(known.get(one, one) for one in arguments), "--plain")
    assert done.code == code, done.output
    assert problem in done.words


def test_nobody_plays_on_from_a_running_game(tmp_path: Path) -> None:
    path = tmp_path / "running.kerys"
    running(path)
    done = kerys_command("play", "--from", path, "--ply", "3", "--plain")
    assert done.code == 2
    assert "game that is over" in done.words


def test_the_command_works_in_a_process_of_its_own(file: Path) -> None:
    move = another_move(open_game(file).game, AT)
    done = kerys_process("replay", file, "--ply", str(AT), "--line", move, "--keep")
    assert done.returncode == 0, done.stderr
    assert b"Kept in" in done.stderr
    assert b"Kept in" not in done.stdout


def test_games_that_begin_in_the_same_second_have_files_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = load(RECORDS / "mykerinos-2p.kerys").replay()
    for _once in range(5):
        go_on_from(game.fork(4), 0, ["random"], ["Ada"]).save()
    assert len(list((tmp_path / "kerys").glob("*.kerys"))) == 5
