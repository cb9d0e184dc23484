"""The linker: order, names, errors, and digests of what was linked."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import count
from types import ModuleType
from typing import Any

import pytest

from kerys.bots.search import one_step, tree
from kerys.bots.search.compiled import thinking
from kerys.games import GAMES
from kerys.kernel import play_templates
from kerys.kernel.compiling import rule
from kerys.kernel.digests import digest_of, free_names
from kerys.kernel.linking import LinkError, contract_names, link, template
from kerys.kernel.play import random_play
from kerys.research.row_functions import stepping

NUMBERS = count()


def module_of(source: str, name: str = "") -> ModuleType:
    """A module with this source and with `template` defined."""
    module = ModuleType(name or f"templates_{next(NUMBERS)}")
    module.__dict__["template"] = template
    exec(compile(source, "<templates>", "exec"), module.__dict__)
    return module


def plain(function: Any) -> Any:
    """Return a linked function unchanged."""
    return function


CALLERS = """
@template
def first(number):
    return second(number) + OFFSET

@template
def second(number):
    return third(number) * 2

@template
def third(number):
    return abs(provided(number))
"""


def linked(source: str, **provided: Any) -> dict[str, Any]:
    """Link templates without compiling them."""
    return link("game", provided, module_of(source, "templates"), compiled=plain)


def negative(number: int) -> int:
    """A function that the tests provide."""
    return -number


def test_templates_are_linked_in_the_order_of_who_calls_whom() -> None:
    found = linked(CALLERS, provided=negative, OFFSET=1)
    assert list(found) == ["third", "second", "first"]
    assert found["first"](5) == 11


def test_a_name_that_nobody_provides_is_named_with_its_template() -> None:
    with pytest.raises(LinkError, match=r"'third' of templates uses 'provided'"):
        linked(CALLERS, OFFSET=1)


def test_templates_that_call_each_other_are_named() -> None:
    source = """
@template
def ping():
    return pong()

@template
def pong():
    return ping()
"""
    with pytest.raises(LinkError, match=r"(ping -> pong -> ping|pong -> ping -> pong)"):
        linked(source)


def test_a_name_is_given_once() -> None:
    with pytest.raises(LinkError, match=r"'third' is provided, and is also a template"):
        linked(CALLERS, provided=negative, OFFSET=1, third=negative)
    with pytest.raises(LinkError, match=r"'first' is a template of both a and b"):
        link("game", {}, module_of(CALLERS, "a"), module_of(CALLERS, "b"), compiled=plain)


def test_what_is_provided_comes_before_what_the_module_defines() -> None:
    source = "LIMIT = 1\n@template\ndef limit():\n    return LIMIT, OTHER\nOTHER = 2\n"
    assert linked(source)["limit"]() == (1, 2)
    assert linked(source, LIMIT=5)["limit"]() == (5, 2)


def test_a_template_calls_one_of_another_module() -> None:
    lower = module_of("@template\ndef double(number):\n    return 2 * number\n")
    upper = module_of("@template\ndef quadruple(number):\n    return double(double(number))\n")
    found = link("game", {}, upper, lower, compiled=plain)
    assert found["quadruple"](3) == 12


def test_two_games_do_not_share_names() -> None:
    module = module_of("@template\ndef told():\n    return GAME\n")
    ours = link("ours", {"GAME": 1}, module, compiled=plain)["told"]
    theirs = link("theirs", {"GAME": 2}, module, compiled=plain)["told"]
    assert (ours(), theirs()) == (1, 2)
    assert not hasattr(module, "GAME")
    assert ours.__name__.startswith("told_ours_")
    assert theirs.__name__.startswith("told_theirs_")


def test_names_change_with_whatever_was_linked_directly_or_not() -> None:
    def names(source: str = CALLERS, offset: int = 1, provided: Any = negative) -> dict[str, str]:
        found = linked(source, provided=provided, OFFSET=offset)
        return {name: function.__name__ for name, function in found.items()}

    helpers = [
        module_of(f"def deep(n):\n    return n + {n}\ndef provided(n):\n    return deep(n)\n", "m")
        for n in range(2)
    ]
    assert names() == names()
    assert names("# A remark.\n" + CALLERS) == names()
    offset = names(offset=2)
    assert offset["first"] != names()["first"]
    assert offset["second"] == names()["second"]
    deep = [names(provided=helper.provided) for helper in helpers]
    assert all(deep[0][name] != deep[1][name] for name in deep[0])
    changed = names(CALLERS.replace("* 2", "* 3"))
    assert changed["third"] == names()["third"]
    assert changed["second"] != names()["second"]
    assert changed["first"] != names()["first"]


def test_a_linked_function_is_compiled(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "some_templates.py").write_text(
        "from kerys.kernel.linking import template\n" + CALLERS
    )
    monkeypatch.syspath_prepend(tmp_path)
    import some_templates  # type: ignore[import-not-found]

    found = link("game", {"provided": rule(negative), "OFFSET": 1}, some_templates)
    assert found["first"](5) == 11


@pytest.mark.parametrize("name", GAMES)
def test_all_templates_are_linked_for_our_games(name: str) -> None:
    game = GAMES[name]
    assert random_play(game).decide
    assert thinking(game).simulate
    assert stepping(game).begin


def test_what_bots_need_beyond_the_contract_is_said() -> None:
    with pytest.raises(LinkError, match=r"'estimate'|'stage'|'FOLLOW'|'BELIEVES'|'prospects'"):
        link("ys", contract_names(GAMES["ys"]), one_step, tree)


def test_interpreted_and_compiled_functions_have_the_same_names() -> None:
    """Their digests depend on the sources alone, and on nothing that differs between processes."""
    program = (
        "from kerys.games import GAMES; from kerys.kernel.play import random_play;"
        "from kerys.bots.search.compiled import thinking;"
        "print(*(f.__name__ for g in GAMES.values()"
        " for f in (random_play(g).batch, thinking(g).simulate)))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    expected = [
        function.__name__
        for game in GAMES.values()
        for function in (random_play(game).batch, thinking(game).simulate)
    ]
    assert found.split() == expected


def test_free_names_are_those_that_are_read_not_attributes() -> None:
    assert free_names(play_templates.decide.__code__) == (
        *("actors", "nth", "below", "count", "legal", "mask_nth", "apply"),
    )


def test_what_cannot_be_digested_is_refused() -> None:
    module = module_of("def uses():\n    return THING\nTHING = object()\n", "m")
    with pytest.raises(TypeError, match=r"m\.uses uses 'THING', a object"):
        digest_of(module.uses)
    module = module_of("def uses():\n    return MISSING\n", "m")
    with pytest.raises(NameError, match=r"m\.uses uses the name 'MISSING'"):
        digest_of(module.uses)
