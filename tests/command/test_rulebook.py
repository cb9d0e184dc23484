"""The book of rules: complete, ours, and checked for real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kerys.table import rulebook

SPECIFICATION = Path(__file__).parents[3] / "shared" / "rules"


@pytest.mark.skipif(not SPECIFICATION.is_dir(), reason="the specification lies beside the checkout")
def test_every_id_of_the_specification_is_in_the_book() -> None:
    text = (SPECIFICATION / "ys.md").read_text("utf-8")
    ids = set(re.findall(r"^(?:\| )?(YS-(?:\d+\.\d+|[CREFP]\d+))\b", text, re.MULTILINE))
    assert len(ids) > 200
    assert ids == {one for one in rulebook.statements() if one.startswith("YS-")}


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
    with pytest.raises(rulebook.RulebookError, match=r"YS-99\.9, which is no rule"):
        rulebook.rulebook(tests)


def test_ranges_in_code_name_every_rule_between() -> None:
    assert "kerys/games/ys/setup.py" in rulebook.look_up("YS-1.3").code[-1]
