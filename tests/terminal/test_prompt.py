"""Every command at the prompt, and its answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from kerys.games import GAMES
from kerys.table.record import load
from kerys.table.rulebook import RULE_ID
from kerys.terminal.saves import open_game
from tests.terminal.heard import Heard, answers
from tests.terminal.tools import (
    COMMANDS,
    PANELS,
    WORDS,
    Answer,
    Script,
    at_random,
    play,
    sealed_of,
    some,
    started,
)

LISTED = re.compile(r"^ *(\d+)\. (.+?)  ", re.MULTILINE)
FIRST_BID = ["bid 4+2"]


@pytest.mark.parametrize("game", GAMES)
def test_no_move_is_hidden_behind_a_command_or_a_number(game: str) -> None:
    for text in GAMES[game].wording.texts():
        assert text.split(" ")[0] not in WORDS
        assert not text.isdigit()


@pytest.fixture
def high(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal where the board and a few moves fit."""
    monkeypatch.setenv("LINES", "50")


@pytest.mark.usefixtures("high")
def test_few_moves_are_listed_with_numbers_that_play_them(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    play(saved, Script(["12"], before=heard))
    listed = dict(LISTED.findall(heard.said[0]))
    assert list(listed) == [str(number) for number in range(1, 15)]
    made = [move.code for move in saved.game.moves if move.seat == 0]
    assert saved.game.rules.wording.text(made[0]) == listed["12"] == "bid 4+2"


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_a_listed_move_is_that_move(game: str, tmp_path: Path, heard: Heard) -> None:
    """Moves are chosen by the numbers on the screen, and must be the moves listed there."""
    saved = started(tmp_path / "game.kerys", game)
    wanted: list[str] = []

    def from_screen(_moves: object) -> str:
        listed = LISTED.findall(heard.said[-1])
        number, text = listed[len(wanted) % len(listed)]
        wanted.append(text)
        return str(number)

    def lines() -> Iterable[str | Answer]:
        while True:
            yield "moves"
            yield from_screen

    play(saved, Script(lines(), before=heard))
    own = [saved.game.rules.wording.text(move.code) for move in saved.game.moves if move.seat == 0]
    assert own == wanted


@pytest.mark.parametrize("line", ["0", "15", "007000", "99999999999999999999"])
def test_a_number_that_is_no_move_is_refused_with_the_range(
    line: str, tmp_path: Path, heard: Heard
) -> None:
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, [line], heard)[0]
    assert said == "Moves are numbered from 1 to 14.\n"
    assert saved.game.actors == (0,)


def test_a_number_of_thousands_of_digits_is_refused_like_any_other(
    tmp_path: Path, heard: Heard
) -> None:
    saved = started(tmp_path / "game.kerys")
    assert answers(saved, ["9" * 5000], heard)[0] == "Moves are numbered from 1 to 14.\n"


@pytest.mark.usefixtures("high")
def test_an_empty_line_asks_again(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    empty, blanks = answers(saved, ["", "  \t "], heard)
    assert empty == blanks
    assert "Seal a bid" in empty
    assert len(LISTED.findall(empty)) == 14


def test_help_explains_the_decision_and_every_command(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, ["help"], heard)[0]
    assert said.startswith("  Everyone secretly chooses two agents."), "the bid comes first"
    assert "Your two agents stay in front of your screen" in " ".join(said.split())
    for word in (*COMMANDS, *PANELS["ys"]):
        assert re.search(rf"^  {word} +\w", said, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_help_is_there_at_every_decision(game: str, tmp_path: Path, heard: Heard) -> None:
    def lines() -> Iterable[str | Answer]:
        while True:
            yield "help"
            yield at_random("help")

    play(started(tmp_path / "game.kerys", game), Script(lines(), before=heard))
    helped = heard.said[1::2]
    assert helped
    for said in helped:
        assert re.match(r"  [A-Z][a-z]+.* .+", said), "a sentence comes first"
        assert not RULE_ID.search(said)


def test_help_tells_what_the_characters_do_that_can_be_played(tmp_path: Path, heard: Heard) -> None:
    seen: list[bool] = []

    def lines() -> Iterable[str | Answer]:
        while True:
            yield "help"
            yield at_random("help")

    play(started(tmp_path / "game.kerys"), Script(lines(), before=heard))
    for asked, said in zip(heard.said[::2], heard.said[1::2], strict=False):
        for name in re.findall(r"^ *\d+\. play (\w+)  ", asked, re.MULTILINE):
            seen.append(True)
            assert re.search(rf"^  {name.capitalize()}$", said, re.MULTILINE)
    assert seen, "a character could be played at least once"


@pytest.mark.parametrize(
    ("line", "title", "words"),
    [
        ("help captain", "Captain", "Swap the ships of two harbours"),
        ("HELP  The Harbour", "The harbour", "1 black gem"),
        ("help ties", "Ties", "the higher front wins"),
        ("help bidding", "Ties", "Everyone secretly chooses two agents"),
        ("help front", "3. You place your agents", "their sum decides ties"),
        ("help white", "What is on the table", "A white gem is a free choice"),
        ("help mark", "Mercenary", "counts as 5"),
    ],
)
def test_help_with_a_word_shows_that_part_of_the_guide(
    line: str, title: str, words: str, tmp_path: Path, heard: Heard
) -> None:
    said = answers(started(tmp_path / "game.kerys"), [line], heard)[0]
    assert said.splitlines()[0] == title
    assert words in " ".join(said.split())
    assert not RULE_ID.search(said)


def test_help_with_an_unknown_word_suggests_another(tmp_path: Path, heard: Heard) -> None:
    said = answers(started(tmp_path / "game.kerys"), ["help harbor"], heard)[0]
    assert "says nothing about 'harbor'. Did you mean harbour?" in said
    assert "characters" in said, "the chapters are named too"


def test_help_explains_a_command_and_what_the_guide_says_about_its_word(
    tmp_path: Path, heard: Heard
) -> None:
    undo, prices = answers(started(tmp_path / "game.kerys"), ["help undo", "help PRICES"], heard)
    assert undo.startswith("undo: take back your last decision")
    assert prices.startswith("prices: show: Prices\n")
    assert "Columns move prices" in prices


def test_help_with_a_move_that_the_guide_does_not_name_lists_it(
    tmp_path: Path, heard: Heard
) -> None:
    said = answers(started(tmp_path / "game.kerys"), ["help 4+2"], heard)[0]
    assert [text for _number, text in LISTED.findall(said)] == ["bid 4+2"]


def test_moves_lists_all_and_with_words_only_some(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    lines = ["moves", "moves 3 open", "MOVES  OPEN   3", "moves 3-shops nowhere"]
    every, some_, same, none = answers(saved, lines, heard, after=["bid 4+2", "1"])
    asked = saved.game.view(0)
    assert [text for _number, text in LISTED.findall(every)] == [one.text for one in asked.legal]
    expected = [
        (str(number), one.text)
        for number, one in enumerate(asked.legal, 1)
        if {"3", "open"} <= set(one.text.split())
    ]
    assert LISTED.findall(some_) == LISTED.findall(same) == expected != []
    assert none == "No move contains: 3-shops nowhere\n"


def test_many_moves_are_shown_as_columns_of_words(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, [""], heard, after=["bid 4+2", "1"])[0]
    moves = [action.text for action in saved.game.view(0).legal]
    assert f"{len(moves)} moves: one word from each line" in said
    shown = set(said.split())
    assert {word for text in moves for word in text.split()} <= shown


@pytest.mark.parametrize("game", GAMES)
def test_board_is_the_persons_own_view_short_or_in_full(
    game: str, tmp_path: Path, heard: Heard
) -> None:
    saved = started(tmp_path / "game.kerys", game)
    short, full = answers(saved, ["board", "board FULL"], heard, after=some(3))
    view = saved.game.view(0)
    assert short.strip("\n") == view.text(width=100, compact=True).strip("\n")
    assert full.strip("\n") == view.text(width=100).strip("\n")
    assert len(short.splitlines()) < len(full.splitlines())


def test_what_happened_is_told_above_the_board_and_the_question(
    tmp_path: Path, heard: Heard
) -> None:
    play(started(tmp_path / "game.kerys"), Script([*FIRST_BID, "1"], before=heard))
    for said in heard.said[1:]:
        story, board, question = map(
            said.index, ("Since your last decision", "Ys · Round 1", "\nRound 1")
        )
        assert story < board < question


def test_log_tells_the_whole_story_as_this_seat_may_hear_it(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, ["log"], heard, after=some(6))[0]
    told = saved.game.story(0)
    assert [line for line in said.splitlines() if line.startswith("  ")] == [
        f"  {line}" for one in told for line in one.sentences
    ]
    headings = [line for line in said.splitlines() if not line.startswith("  ")]
    assert headings == list(dict.fromkeys(one.heading for one in told))


def test_since_the_last_decision_tells_it_and_what_followed(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    play(saved, Script(some(8), before=heard))
    own = [index for index, move in enumerate(saved.game.moves) if move.seat == 0][-1]
    told = [line for one in saved.game.story(0, own) for line in one.sentences]
    shown = heard.said[-1].split("Since your last decision\n")[1].split("\n\n")[0]
    assert shown.splitlines() == [f"  {line}" for line in told]


def test_a_long_story_is_cut_and_says_where_the_rest_is(
    tmp_path: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kerys.terminal.session.MOST_TOLD", 3)
    saved = started(tmp_path / "game.kerys", players=4)
    play(saved, Script(FIRST_BID, before=heard))
    told = [line for one in saved.game.story(0, 3) for line in one.sentences]
    assert len(told) > 3
    shown = heard.said[-1].split("Since your last decision\n")[1].split("\n\n")[0].splitlines()
    assert "'log'" in shown[0]
    assert shown[1:] == [f"  {line}" for line in told[-3:]]


def test_a_typed_move_may_be_several_in_any_case_and_spacing(tmp_path: Path) -> None:
    saved = started(tmp_path / "game.kerys", "mykerinos")
    play(saved, Script(["  PLACE   A1 "]))
    wording = saved.game.rules.wording
    assert [wording.text(move.code) for move in saved.game.moves[:2]] == ["place", "a1"]


def test_undo_takes_a_decision_back_on_disk_too(tmp_path: Path, heard: Heard) -> None:
    path = tmp_path / "game.kerys"
    saved = started(path)
    play(saved, Script(["bid 4+2", "1", "place 3 open 1-shops", "undo"], before=heard))
    texts = [text for _seat, text in load(sealed_of(path)).decisions]
    assert "place 3 open 1-shops" not in texts
    assert "Place the first of two agents" in heard.said[-1]
    assert open_game(path).game.ply == saved.game.ply == len(load(path).decisions)


def test_undo_still_works_after_coming_back(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    play(started(path), Script(["bid 4+2", "1", "place 3 open 1-shops"]))
    again = open_game(path)
    play(again, Script(["undo"]))
    assert again.game.ply == open_game(path).game.ply == len(load(path).decisions)
    assert "place 3 open 1-shops" not in [text for _seat, text in load(path).decisions]


def test_another_decision_after_undo_is_the_one_that_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    lines = ["bid 4+2", "1", "place 3 open 1-shops", "undo", "place 3 open 2-shops"]
    play(started(path), Script(lines))
    texts = [text for _seat, text in load(path).decisions]
    assert texts[-1] == "place 3 open 2-shops"
    assert "place 3 open 1-shops" not in texts


def test_what_was_revealed_cannot_be_taken_back(tmp_path: Path, heard: Heard) -> None:
    saved = started(tmp_path / "game.kerys")
    said = answers(saved, ["undo"], heard, after=FIRST_BID)[0]
    assert said.startswith("You can't take it back")
    first = started(tmp_path / "new.kerys")
    assert "nothing to take back" in answers(first, ["undo"], heard)[0]


def test_quit_keeps_the_game_and_says_how_to_go_on(tmp_path: Path, heard: Heard) -> None:
    path = tmp_path / "game.kerys"
    saved = started(path)
    script = Script(["bid 4+2", "quit", "never typed"], before=heard)
    play(saved, script)
    heard("")
    assert script.typed[-1] == "quit"
    assert heard.said[-1].endswith(f"The game is saved. Continue with: kerys play {path}\n")
    assert open_game(path).game.ply == saved.game.ply


def test_the_command_to_go_on_can_be_pasted_into_a_shell(tmp_path: Path, heard: Heard) -> None:
    """A file with a space in its name is quoted."""
    play(started(tmp_path / "my game.kerys"), Script([], before=heard))
    heard("")
    command = heard.said[-1].strip().rsplit("Continue with: ", 1)[1]
    assert command == f"kerys play '{tmp_path / 'my game.kerys'}'"


def test_input_that_fails_ends_the_sitting_instead_of_asking_for_ever(tmp_path: Path) -> None:
    """A closed terminal gives an error at every read."""
    path = tmp_path / "game.kerys"
    asked = 0

    class Gone:
        def ask(self, prompt: str, texts: object) -> str:
            nonlocal asked
            asked += 1
            if asked > 10:
                raise EOFError
            raise OSError(5, "Input/output error")

    play(started(path), Gone())
    assert asked <= 2
    assert load(path).status == "running"


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_longer_than_the_terminal_is_wide(
    game: str, columns: int, tmp_path: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the longest possible names; the terminal would break words in two."""
    monkeypatch.setenv("COLUMNS", str(columns))

    def lines() -> Iterable[str | Answer]:
        while True:
            yield from ("help", "moves", "board", "board full", "log", *PANELS[game])
            yield at_random("wide")

    saved = started(
        tmp_path / "game.kerys", game, names=["Wolfeschlegelsteinhausenbergerdorff Jr."]
    )
    play(saved, Script(lines(), before=heard))
    assert saved.game.over
    said = {line for text in heard.said for line in text.splitlines()}
    assert [line for line in sorted(said) if len(line) > columns] == []
