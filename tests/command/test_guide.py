"""`kerys guide`: how to play, in full or one section."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from kerys.cli.guide import WIDEST, guide
from kerys.table.guide import guide_of
from kerys.table.rulebook import RULE_ID


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_the_whole_guide_is_plain_text_where_nobody_can_page(game: str) -> None:
    shown = CliRunner().invoke(guide, [game])
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[:2] == [guide_of(game).title, "=" * len(guide_of(game).title)]
    for section in guide_of(game).sections:
        assert section.title in lines
    assert max(map(len, lines)) <= WIDEST
    assert "\x1b" not in shown.stdout
    assert not RULE_ID.search(shown.stdout)


def test_one_section_comes_alone() -> None:
    shown = CliRunner().invoke(guide, ["ys", "Captain"]).stdout
    assert shown.splitlines()[0] == "Captain"
    assert "Swap the ships of two harbours" in shown
    assert "Cardinal" not in shown


def test_several_words_name_a_section() -> None:
    shown = CliRunner().invoke(guide, ["ys", "king's", "favour"]).stdout
    assert shown.splitlines()[0] == "King's Favour"
    assert "Points                     12    7     3     0" in shown, "tables have columns"


def test_an_unknown_word_names_the_chapters() -> None:
    shown = CliRunner().invoke(guide, ["mykerinos", "captain"])
    assert shown.exit_code == 2
    assert "says nothing about 'captain'" in shown.stderr
    for section in guide_of("mykerinos").chapters:
        assert section.anchor in shown.stderr


def test_an_unknown_game_is_refused() -> None:
    shown = CliRunner().invoke(guide, ["chess"])
    assert shown.exit_code == 2
    assert "'chess' is not one of" in shown.stderr
