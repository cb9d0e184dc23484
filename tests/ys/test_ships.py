"""The ship file: the default deck, custom files, and broken ones."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from kerys.games.ys import YS
from kerys.games.ys.components import BLUE, COLOUR_NAMES, GREEN, RED, SHIPS, WHITE, YELLOW
from kerys.games.ys.ships import default_ships, parse_ships
from kerys.kernel.contract import OptionsError
from tests.ys.board import Board, in_round

Ship = tuple[int, int, int]

PLAIN: Ship = (RED, BLUE, GREEN)
PALE: Ship = (BLUE, WHITE, YELLOW)
HEAD = "# my ships\n\n"


def entry(ship: Ship) -> str:
    large, small, other = (COLOUR_NAMES[gem] for gem in ship)
    return f'[[ship]]\nlarge = "{large}"\nsmall = ["{small}", "{other}"]\n\n'


def written(folder: Path, ships: list[Ship]) -> Path:
    path = folder / "my ships.toml"
    path.write_text(HEAD + "".join(map(entry, ships)), "utf-8")
    return path


def refusal(path: Path, **options: bool) -> str:
    """The message for a game with this ship file."""
    with pytest.raises(OptionsError) as refused:
        YS.configure(ships=path, **options)
    return str(refused.value)


def line_of_refusal(folder: Path, text: str) -> tuple[int, str]:
    """The line that a file's error names, and the whole message."""
    path = folder / "broken.toml"
    path.write_text(text, "utf-8")
    sentence = refusal(path)
    assert str(path) in sentence
    named = re.search(r"\bline (\d+)", sentence)
    assert named, sentence
    return int(named[1]), sentence


def replaced(old: str, new: str, ship: int = 5) -> tuple[str, int]:
    """A good file with one ship (from 1) changed, and the number of the last changed line."""
    before, after = entry(PLAIN).split(old)
    start = HEAD + entry(PLAIN) * (ship - 1) + before + new
    return start + after + entry(PLAIN) * (SHIPS - ship), start.count("\n") + 1


@pytest.mark.rule("YS-F5", "YS-2.6", "YS-12.2")
def test_default_deck_is_the_reconstruction() -> None:
    deck: list[tuple[int, ...]] = []
    for large in range(4):
        one, two, three = ((large + step) % 4 for step in (1, 2, 3))
        deck += [(large, *sorted((one, two)))] * 2
        deck += [(large, *sorted((two, three)))] * 2
        deck += [(large, *sorted((one, three))), (large, *sorted((WHITE, three)))]
    assert Counter((large, *sorted(small)) for large, *small in default_ships()) == Counter(deck)
    dealt = YS.new(seed=1).deck
    assert dealt.tolist() == [list(ship) for ship in default_ships()]


@pytest.mark.rule("YS-F5")
def test_known_cards_are_in_the_default_deck() -> None:
    deck = [(large, {small, other}) for large, small, other in default_ships()]
    assert (BLUE, {WHITE, RED}) in deck
    assert (BLUE, {RED, GREEN}) in deck
    assert {WHITE, YELLOW, RED} in [{large, *small} for large, small in deck]


@pytest.mark.rule("YS-F5")
def test_own_file_is_used_in_the_deal_in_its_own_order(tmp_path: Path) -> None:
    ships: list[Ship] = [
        (large, small, other)
        for large in range(4)
        for small, other in ((0, 1), (1, 0), (2, WHITE), (WHITE, WHITE), (3, 3), (large, large))
    ]
    state = YS.new(seed=3, ships=written(tmp_path, ships))
    assert [tuple(map(int, ship)) for ship in state.deck] == ships


@pytest.mark.rule("YS-F5", "YS-2.4")
def test_own_ships_bring_their_gems(tmp_path: Path) -> None:
    board = Board.dealt(4, ships=written(tmp_path, [PLAIN] * SHIPS)).until(in_round(2))
    assert [int(gem) for gem in board.state.line_gems] == [BLUE, GREEN, RED]
    assert all(board.gems(seat)[YELLOW] == 0 for seat in range(4))


def test_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    assert str(path) in refusal(path)
    assert str(tmp_path) in refusal(tmp_path)


@pytest.mark.rule("YS-F1", "YS-F5")
def test_too_few_ships_are_counted_and_refused_at_the_end(tmp_path: Path) -> None:
    text = HEAD + entry(PLAIN) * 23
    line, sentence = line_of_refusal(tmp_path, text)
    assert line == text.rstrip().count("\n") + 1
    assert "23 entries [[ship]], not 24" in sentence


@pytest.mark.rule("YS-F1", "YS-F5")
def test_too_many_ships_are_counted_and_refused_at_the_first_that_is_too_much(
    tmp_path: Path,
) -> None:
    good = HEAD + entry(PLAIN) * 24
    line, sentence = line_of_refusal(tmp_path, good + entry(PLAIN))
    assert "25 entries [[ship]], not 24" in sentence
    assert line == good.count("\n") + 1


@pytest.mark.rule("YS-2.6")
@pytest.mark.parametrize("ship", [1, 5, 24])
def test_white_as_the_large_gem_is_refused(tmp_path: Path, ship: int) -> None:
    text, expected = replaced('"red"', '"white"', ship)
    line, sentence = line_of_refusal(tmp_path, text)
    assert line == expected
    assert "the large gem can't be white" in sentence


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"red"', '"purple"', "blue, green, yellow, red"),
        ('"red"', '"black"', "blue, green, yellow, red"),
        ('"red"', '"Red"', "blue, green, yellow, red"),
        ('"red"', "3", "blue, green, yellow, red"),
        ('"red"', '["red"]', "blue, green, yellow, red"),
        ('["blue", "green"]', '["blue", "black"]', "blue, green, yellow, red, white"),
        ('["blue", "green"]', '["blue", 1]', "blue, green, yellow, red, white"),
        ('["blue", "green"]', '["blue"]', "two small gems"),
        ('["blue", "green"]', '["blue", "green", "red"]', "two small gems"),
        ('["blue", "green"]', '"blue"', "two small gems"),
        ('["blue", "green"]', "{ one = 1 }", "two small gems"),
        ('large = "red"', 'large = "red"\nsails = 3', "'sails'"),
        ('large = "red"', 'large = "red"\n"sails (" = 3', "'sails ('"),
    ],
)
@pytest.mark.parametrize("ship", [1, 24])
def test_wrong_entry_is_refused_at_its_line(
    tmp_path: Path, old: str, new: str, said: str, ship: int
) -> None:
    text, expected = replaced(old, new, ship)
    line, sentence = line_of_refusal(tmp_path, text)
    assert said in sentence
    assert f"ship {ship} of 24" in sentence
    assert line == expected


@pytest.mark.parametrize("missing", ["large", "small"])
@pytest.mark.parametrize("ship", [1, 24])
def test_missing_gem_is_refused_at_the_line_where_its_ship_begins(
    tmp_path: Path, missing: str, ship: int
) -> None:
    kept = [line for line in entry(PLAIN).splitlines(True) if not line.startswith(missing)]
    before = HEAD + entry(PLAIN) * (ship - 1)
    line, sentence = line_of_refusal(tmp_path, before + "".join(kept) + entry(PLAIN) * (24 - ship))
    assert f"'{missing}' is missing" in sentence
    assert f"ship {ship} of 24" in sentence
    assert line == before.count("\n") + 1


@pytest.mark.parametrize(
    "new", ['large = "red', "large red", "large = red", 'large = "red"\nlarge = "red"']
)
def test_syntax_error_is_refused_at_its_line(tmp_path: Path, new: str) -> None:
    text, expected = replaced('large = "red"', new)
    assert line_of_refusal(tmp_path, text)[0] == expected


def test_file_that_ends_too_early_is_refused_at_its_last_line(tmp_path: Path) -> None:
    text = (HEAD + entry(PLAIN) * 24).rstrip()[:-1]
    line, _ = line_of_refusal(tmp_path, text)
    assert line == text.count("\n") + 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("# nothing\n", 1),
        (HEAD + '[ship]\nlarge = "red"\n', 3),
        (HEAD + "ship = 24\n", 3),
        (HEAD + 'ship = [{ large = "red", small = ["blue", "green"] }]\n', 3),
        (HEAD + 'large = "red"\nsmall = ["blue", "green"]\n', 3),
        (HEAD + "[[boat]]\n", 3),
        (HEAD + entry(PLAIN) * 24 + "[harbour]\n", 99),
    ],
)
def test_ships_that_are_not_under_their_heading_are_refused(
    tmp_path: Path, text: str, line: int
) -> None:
    found, sentence = line_of_refusal(tmp_path, text)
    assert "ship" in sentence
    assert found == line


@pytest.mark.parametrize("junk", [b"\xff\xfe\x00ship", b"\x89PNG\r\n\x1a\n\x00", b"a\n\xc3(\n"])
def test_binary_junk_is_refused_at_its_line(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "junk.toml"
    path.write_bytes(b"# fine so far\n" + junk)
    sentence = refusal(path)
    assert f"{path}, line {3 if junk.startswith(b'a') else 2}" in sentence
    assert "text" in sentence


good_text = HEAD + entry(PLAIN) * SHIPS
pieces = some.sampled_from(
    ("", "\n", '"', "[", "]", "[[ship]]", "[[", "=", "large", "small", "white", "#", "(", "\0", "{")
)


@given(some.integers(0, len(good_text)), some.integers(0, 40), pieces)
@settings(deadline=None, max_examples=150, derandomize=True)
def test_a_damaged_file_is_read_or_refused_but_nothing_else(at: int, cut: int, piece: str) -> None:
    with suppress(OptionsError):
        assert len(parse_ships(good_text[:at] + piece + good_text[at + cut :], "file")) == SHIPS


@pytest.mark.rule("YS-R18", "YS-P25", "YS-12.2")
@pytest.mark.parametrize("quarters", [3, 4])
@pytest.mark.parametrize("plain", [5, 6, 7, 9, 12, 15])
def test_short_deck_makes_a_new_pile_from_the_ships_out_of_play(
    tmp_path: Path, plain: int, quarters: int
) -> None:
    path = written(tmp_path, [PLAIN] * plain + [PALE] * (SHIPS - plain))
    a_round, again = quarters + 1, Counter[int]()
    for seed in range(60):
        state = YS.new(seed=seed, ships=path, express=True, players=3, quarters=quarters)
        ships = [int(ship) for ship in state.ships[: 4 * a_round]]
        pile: set[int] = set()
        for draw, ship in enumerate(ships):
            if not pile:
                pile = set(range(plain)) - set(ships[draw - draw % a_round : draw])
            assert ship in pile
            pile.remove(ship)
        again[ships[plain]] += 1
    assert len(again) > plain // 2  # the new pile is shuffled


@pytest.mark.rule("YS-R18")
def test_deck_never_runs_short_in_the_base_game(tmp_path: Path) -> None:
    path = written(tmp_path, [PLAIN] * 5 + [PALE] * 19)
    for seed in range(30):
        ships = [int(ship) for ship in YS.new(seed=seed, ships=path).ships]
        assert len(set(ships)) == 20


@pytest.mark.rule("YS-R18", "YS-12.2")
@pytest.mark.parametrize(("players", "quarters"), [(4, 4), (3, 4), (3, 3)])
def test_too_few_ships_without_white_are_refused_in_express(
    tmp_path: Path, players: int, quarters: int
) -> None:
    def path(plain: int) -> Path:
        return written(tmp_path, [PLAIN] * plain + [PALE] * (SHIPS - plain))

    YS.configure(players=players, quarters=quarters, express=True, ships=path(quarters + 1))
    YS.configure(players=players, quarters=quarters, ships=path(0))
    with pytest.raises(OptionsError, match=rf"{quarters} of 24 .* needs {quarters + 1}\b"):
        YS.configure(players=players, quarters=quarters, express=True, ships=path(quarters))
