"""The rulebook: complete, and its check finds what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.table import rulebook

YS = "1:9 2:8 3:4 4:7 5:10 6:8 7:6 8:6 9:15 10:3 11:11 12:3 13:9 C:29 R:48 E:11 F:7 P:31"
MYKERINOS = "1:7 2:4 3:11 4:10 5:4 6:5 7:8 C:4 R:16 E:12-20 F:8-13 P:20"
"""The specification: chapters and families, with the number of statements in each."""


@pytest.mark.parametrize(("prefix", "contents"), [("YS", YS), ("MY", MYKERINOS)])
def test_every_id_of_the_specification_is_in_the_book(prefix: str, contents: str) -> None:
    ids = set()
    for family, numbers in (one.split(":") for one in contents.split()):
        first, _, last = numbers.rpartition("-")
        stem = f"{prefix}-{family}." if family.isdigit() else f"{prefix}-{family}"
        ids |= {f"{stem}{number}" for number in range(int(first or 1), int(last) + 1)}
    assert ids == {one for one in rulebook.statements() if one.startswith(prefix)}


def test_the_check_finds_what_is_missing(tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    file = tests / "test_some.py"
    file.write_text('import pytest\n\n@pytest.mark.rule("YS-5.3")\ndef test_it():\n    pass\n')
    rules = rulebook.rulebook(tests)
    assert [one.id for one in rules.values() if one.tests] == ["YS-5.3"]
    assert rules["YS-5.3"].complete
    assert not rules["YS-5.4"].complete
    file.write_text('import pytest\n\n@pytest.mark.rule("YS-99.9")\ndef test_it():\n    pass\n')
    with pytest.raises(rulebook.RulebookError, match=r"YS-99\.9, which isn't a rule"):
        rulebook.rulebook(tests)


def test_ranges_in_code_name_every_rule_between() -> None:
    assert "kerys/games/ys/setup.py" in rulebook.look_up("YS-1.3").code[-1]
