"""The lot file (MY-F11, MY-F12): the default lots, custom files, and broken ones."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos.components import BROWN, LEMON
from kerys.games.mykerinos.lots import LotsWarning, default_lots, parse_lots
from kerys.kernel.contract import OptionsError
from kerys.kernel.seats import NONE
from tests.mykerinos.board import Board

HEAD = "# my lots\n\n"
VALUES, PATRONS, SPACES = "nothing, 2 or 3", "violet, lemon, brown, blackmore", "from 1 to 6"
NAMES = ("violet", "lemon", "brown", "blackmore", "tangerine")
MIRROR = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5}
BARE = "[[lot]]\nvalue = 5\npyramids = [2, 3]\n\n"


def entry(patron: str, pyramids: str = "[1, 6]") -> str:
    return f'[[lot]]\npatron = "{patron}"\nvalue = 2\npyramids = {pyramids}\n\n'


def listed(pyramids: str = "[1, 6]") -> list[str]:
    """36 good lots, seven for each patron in turn; the last has none."""
    return [entry(NAMES[number % 5], pyramids) for number in range(35)] + [BARE]


GOOD = HEAD + "".join(listed())


def written(folder: Path, text: str) -> Path:
    path = folder / "my lots.toml"
    path.write_text(text, "utf-8")
    return path


def refused(folder: Path, text: str) -> tuple[int, str]:
    """The line that a file's error names, and the whole message."""
    path = written(folder, text)
    with pytest.raises(OptionsError) as refusal:
        MYKERINOS.configure(lots=path)
    sentence = str(refusal.value)
    assert str(path) in sentence
    named = re.search(r"\bline (\d+)", sentence)
    assert named, sentence
    return int(named[1]), sentence


def changed(old: str, new: str, number: int) -> tuple[str, int]:
    """A good file with one lot (from 1) changed, and the number of the last changed line."""
    lots = listed()
    before, after = lots[number - 1].split(old)
    start = HEAD + "".join(lots[: number - 1]) + before + new
    return start + after + "".join(lots[number:]), start.count("\n") + 1


def line_of_lot(number: int) -> int:
    return (HEAD + "".join(listed()[: number - 1])).count("\n") + 1


# --- The lots that come with the game ---


@pytest.mark.rule("MY-F11", "MY-F8", "MY-1.1", "MY-1.5")
def test_default_lots_are_the_reconstruction() -> None:
    seven = [(0, ()), (0, (1,)), (0, (4,)), (0, (2, 5)), (2, (3,)), (2, (1, 6)), (3, (2, 3))]
    expected = Counter([(NONE, 5, frozenset({1, 4, 5}))])
    for patron in range(5):
        mirrored = patron in (LEMON, BROWN)
        for value, spaces in seven:
            shown = frozenset(MIRROR[space] if mirrored else space for space in spaces)
            expected[patron, value, shown] += 1
    found = Counter(
        (patron, value, frozenset(space for space in range(1, 7) if members >> (space - 1) & 1))
        for patron, value, members in default_lots()
    )
    assert found == expected
    assert (len(default_lots()), sum(len(lot[2]) for lot in found.elements())) == (36, 48)


@pytest.mark.rule("MY-F11", "MY-F12")
def test_default_lots_are_those_of_the_deal() -> None:
    state = MYKERINOS.new(seed=1)
    dealt = zip(state.lot_patrons, state.lot_values, state.lot_pyramids, strict=True)
    assert [tuple(map(int, lot)) for lot in dealt] == list(default_lots())


# --- Custom files ---


@pytest.mark.rule("MY-F12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_own_file_is_used_in_the_deal(tmp_path: Path, players: int) -> None:
    path = written(tmp_path, HEAD + "".join(listed("[1, 2, 3, 4, 5]")))
    for given_path in (path, str(path)):
        board = Board.dealt(3, players=players, lots=given_path)
        assert [int(patron) for patron in board.state.lot_patrons] == [0, 1, 2, 3, 4] * 7 + [-1]
        assert [int(value) for value in board.state.lot_values] == [2] * 35 + [5]
        bare = 35 in board.state.pile[:8]
        assert len(board.pyramid_names()) == 8 * 5 - 3 * bare


@pytest.mark.rule("MY-F12")
def test_file_from_another_system_is_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "lots.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert MYKERINOS.configure(lots=path) == MYKERINOS.configure(lots=written(tmp_path, GOOD))


@pytest.mark.rule("MY-P11")
def test_another_count_than_seven_for_a_patron_is_only_warned_about(tmp_path: Path) -> None:
    lots = listed()
    lots[0] = entry("lemon")
    with pytest.warns(LotsWarning) as warned:
        state = MYKERINOS.new(seed=1, lots=written(tmp_path, HEAD + "".join(lots)))
    assert int(state.lot_patrons[0]) == LEMON
    sentences = [str(one.message) for one in warned]
    assert any("violet has 6 lots" in sentence for sentence in sentences)
    assert any("lemon has 8 lots" in sentence for sentence in sentences)


@pytest.mark.rule("MY-P11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_region_of_pyramids_is_played_by_passing_to_the_end(tmp_path: Path, players: int) -> None:
    text = HEAD + "".join(listed("[1, 2, 3, 4, 5, 6]")).replace("[2, 3]", "[1, 2, 3, 4, 5, 6]")
    board = Board.dealt(1, players=players, lots=written(tmp_path, text))
    assert board.over
    assert (int(board.state.season), int(board.state.shown)) == (3, 36)
    assert board.points() == [0] * players
    assert [int(cubes) for cubes in board.state.personal[:players]] == [25] * players
    assert [int(MYKERINOS.rank(board.state, seat)) for seat in range(players)] == [1] * players


# --- Broken files ---


@pytest.mark.rule("MY-P11", "MY-F12")
def test_wrong_number_of_lots_is_refused_where_it_shows(tmp_path: Path) -> None:
    short = HEAD + "".join(listed()[1:])
    line, sentence = refused(tmp_path, short)
    assert "35 entries [[lot]], not 36" in sentence
    assert line == short.rstrip().count("\n") + 1
    line, sentence = refused(tmp_path, GOOD + entry("lemon") * 2)
    assert "38 entries [[lot]], not 36" in sentence
    assert line == GOOD.count("\n") + 1
    assert "37 entries [[lot]], not 36" in refused(tmp_path, GOOD + entry("lemon"))[1]


@pytest.mark.rule("MY-P11", "MY-1.1")
@pytest.mark.parametrize("number", [1, 17, 35])
def test_second_lot_without_a_patron_is_refused(tmp_path: Path, number: int) -> None:
    lots = listed()
    lots[number - 1] = BARE
    text = HEAD + "".join(lots)
    line, sentence = refused(tmp_path, text)
    assert "one lot must have no patron, not 2" in sentence
    assert "lot 36 of 36" in sentence
    assert (
        line == text.rindex("[[lot]]") - len(text[: text.rindex("[[lot]]")].replace("\n", "")) + 1
    )


@pytest.mark.rule("MY-P11", "MY-1.1")
def test_file_without_a_lot_without_a_patron_is_refused(tmp_path: Path) -> None:
    line, sentence = refused(tmp_path, HEAD + "".join([*listed()[:35], entry("lemon")]))
    assert "one lot must have no patron, not 0" in sentence
    assert "of 36" in sentence
    assert line == line_of_lot(36)


@pytest.mark.rule("MY-P11", "MY-F12", "MY-1.5")
@pytest.mark.parametrize("number", [1, 17, 35])
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("value = 2", "value = 5", VALUES),
        ("value = 2", "value = 4", VALUES),
        ("value = 2", "value = 2.0", VALUES),
        ("value = 2", "value = true", VALUES),
        ("value = 2", 'value = "2"', VALUES),
        ("value = 2", "value = [2]", VALUES),
        ("patron = ", 'patron = "green" #', PATRONS),
        ("patron = ", 'patron = "Violet" #', PATRONS),
        ("patron = ", "patron = 3 #", PATRONS),
        ("patron = ", 'patron = ["lemon"] #', PATRONS),
        ("[1, 6]", "[0]", SPACES),
        ("[1, 6]", "[1, 7]", SPACES),
        ("[1, 6]", "3", SPACES),
        ("[1, 6]", '["1"]', SPACES),
        ("[1, 6]", "[1.0]", SPACES),
        ("[1, 6]", "[true]", SPACES),
        ("[1, 6]", "{ one = 1 }", SPACES),
        ("[1, 6]", "[1, 6, 1]", "only one pyramid"),
        ("value = 2", "value = 2\ncartouche = 1", "unknown key 'cartouche'"),
    ],
)
def test_wrong_lot_is_refused_at_its_line(
    tmp_path: Path, old: str, new: str, said: str, number: int
) -> None:
    text, expected = changed(old, new, number)
    line, sentence = refused(tmp_path, text)
    assert said in sentence
    assert f"lot {number} of 36" in sentence
    assert line == expected


@pytest.mark.rule("MY-P11", "MY-1.5")
@pytest.mark.parametrize("value", ["2", "3", "0", "4", "true", '"5"', "5.0"])
def test_lot_without_a_patron_is_worth_five(tmp_path: Path, value: str) -> None:
    text, expected = changed("value = 5", f"value = {value}", 36)
    line, sentence = refused(tmp_path, text)
    assert "worth 5" in sentence
    assert "lot 36 of 36" in sentence
    assert line == expected


@pytest.mark.rule("MY-P11")
@pytest.mark.parametrize("gone", ["value = 5\n", "pyramids = [2, 3]\n"])
def test_what_is_missing_is_refused_where_the_lot_begins(tmp_path: Path, gone: str) -> None:
    line, sentence = refused(tmp_path, GOOD.replace(gone, ""))
    assert gone[:5] in sentence or "worth 5" in sentence
    assert "lot 36 of 36" in sentence
    assert line == line_of_lot(36)


@pytest.mark.rule("MY-F12")
@pytest.mark.parametrize("broken", ["value = ", "value 2", "value = two", "value = 2\nvalue = 2"])
def test_syntax_error_is_refused_at_its_line(tmp_path: Path, broken: str) -> None:
    text, expected = changed("value = 2", broken, 9)
    assert refused(tmp_path, text)[0] == expected


@pytest.mark.rule("MY-F12")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("# nothing\n", 1),
        (HEAD + '[lot]\npatron = "lemon"\n', 3),
        (HEAD + "lot = 36\n", 3),
        (HEAD + "lot = [{ value = 5, pyramids = [] }]\n", 3),
        (HEAD + 'patron = "lemon"\npyramids = []\n', 3),
        (HEAD + "[[card]]\n", 3),
        (GOOD + "[museum]\n", GOOD.count("\n") + 1),
    ],
)
def test_lots_that_are_not_under_their_heading_are_refused(
    tmp_path: Path, text: str, line: int
) -> None:
    found, sentence = refused(tmp_path, text)
    assert "lot" in sentence.replace(str(tmp_path), "").replace("my lots.toml", "")
    assert found == line


@pytest.mark.rule("MY-F12")
@pytest.mark.parametrize("table", ["[lot.museum]\nrooms = 3\n", '[lot.patron]\nname = "lemon"\n'])
def test_table_inside_a_lot_is_refused_at_its_line(tmp_path: Path, table: str) -> None:
    lots = listed()
    lots[4] = f"[[lot]]\nvalue = 2\npyramids = []\n{table}\n"
    line, sentence = refused(tmp_path, HEAD + "".join(lots))
    assert "lot 5 of 36" in sentence
    assert line_of_lot(5) <= line <= line_of_lot(5) + 3


@pytest.mark.rule("MY-F12")
def test_missing_file_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.toml", tmp_path):
        with pytest.raises(OptionsError, match=re.escape(str(path))):
            MYKERINOS.configure(lots=path)


@pytest.mark.rule("MY-F12")
@pytest.mark.parametrize("junk", [b"\xff\xfe\x00lot", b"\x89PNG\r\n\x1a\n\x00", b"a\n\xc3(\n"])
def test_binary_junk_is_refused_at_its_line(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(b"# fine so far\n" + junk)
    with pytest.raises(OptionsError) as refusal:
        MYKERINOS.configure(lots=path)
    assert f"{path}, line {3 if junk.startswith(b'a') else 2}" in str(refusal.value)


pieces = some.sampled_from(("", "\n", '"', "[", "]", "[[lot]]", "=", "value", "5", "#", "\0", "{"))


@pytest.mark.filterwarnings("ignore::kerys.games.mykerinos.lots.LotsWarning")
@given(some.integers(0, len(GOOD)), some.integers(0, 40), pieces)
@settings(deadline=None, max_examples=120, derandomize=True)
def test_a_damaged_file_is_read_or_refused_but_nothing_else(at: int, cut: int, piece: str) -> None:
    with suppress(OptionsError):
        assert len(parse_lots(GOOD[:at] + piece + GOOD[at + cut :], "file")) == 36
