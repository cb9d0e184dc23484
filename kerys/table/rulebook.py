"""The rules as statements with ids, and where each one is implemented and tested."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kerys.games import GAMES
from kerys.locale import _

PACKAGE = Path(__file__).resolve().parent.parent
STATEMENT = re.compile(r"^- \*\*([A-Z]{2}-(?:\d+\.\d+|[A-Z]\d+))\*\* (.+)$", re.MULTILINE)
RULE_ID = re.compile(r"\b[A-Z]{2}-(?:\d+\.\d+|[CREFP]\d+)\b")
ID_RANGE = re.compile(r"\b([A-Z]{2}-(?:\d+\.|[CREFP]))(\d+) to \1(\d+)\b")


class RulebookError(LookupError):
    """The rule isn't in the rulebook, or the rulebook can't be checked here."""


@dataclass
class Rule:
    """One statement, the functions that name it and the tests that cover it."""

    id: str
    text: str
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether it is tested and, unless it is a worked example, implemented."""
        example = re.fullmatch(r"[A-Z]{2}-E\d+", self.id) is not None
        return bool(self.tests) and (example or bool(self.code))


@cache
def statements() -> dict[str, str]:
    """The text of every rule of every game, by id, in rulebook order."""
    found: dict[str, str] = {}
    for rules in GAMES.values():
        found.update(STATEMENT.findall(rules.wording.rulebook))
    return found


def chapters(game: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The headings of a game's rules, each with the ids and texts of its statements."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in GAMES[game].wording.rulebook.splitlines():
        statement = STATEMENT.match(line)
        if line.startswith("## "):
            found.append((line.removeprefix("## "), []))
        elif statement and found:
            found[-1][1].append((statement[1], statement[2]))
    return [(heading, rules) for heading, rules in found if rules]


def rulebook(tests: Path | None = None) -> dict[str, Rule]:
    """All rules with the code that implements them and, from a tests folder, their tests."""
    rules = {rule_id: Rule(rule_id, text) for rule_id, text in statements().items()}
    for place, rule_id in _code_places():
        if rule_id in rules:
            rules[rule_id].code.append(place)
    if tests is not None:
        for rule_id, places in test_marks(tests).items():
            if rule_id not in rules:
                raise RulebookError(
                    _("{place} names {rule}, which isn't a rule").format(
                        place=places[0], rule=rule_id
                    )
                )
            rules[rule_id].tests += places
    return rules


def look_up(rule_id: str, tests: Path | None = None) -> Rule:
    """One rule; a RulebookError names the closest ids if there is no such rule."""
    rules = rulebook(tests)
    wanted = rule_id.strip().upper()
    if wanted in rules:
        return rules[wanted]
    chapter = re.match(r"[A-Z]{2}-(?:\d+|[A-Z])", wanted)
    near = [one for one in rules if chapter and re.match(rf"{chapter[0]}(\.|\d)", one)]
    examples = [one for one in rules if one.endswith(("-5.3", "-R9"))]
    if near:
        problem = _("there is no rule {rule}; ids run from {first} to {last}")
        raise RulebookError(problem.format(rule=repr(rule_id), first=near[0], last=near[-1]))
    problem = _("there is no rule {rule}; ids look like {examples}")
    raise RulebookError(problem.format(rule=repr(rule_id), examples=", ".join(examples)))


def tests_folder() -> Path:
    """The tests of a source checkout; an installed package has none."""
    folder = PACKAGE.parent / "tests"
    if not (folder / "contract").is_dir():
        raise RulebookError(
            _("the tests aren't installed with the package; run this in a checkout of the sources")
        )
    return folder


def _code_places() -> Iterator[tuple[str, str]]:
    """Every (file:line name, rule id) in the sources of the games."""
    for path in sorted(path for rules in GAMES.values() for path in rules.folder.rglob("*.py")):
        source = path.read_text("utf-8")
        scopes = _scopes(ast.parse(source))
        seen = set()
        for number, line in enumerate(source.splitlines(), 1):
            for rule_id in _ids(line):
                name, start = next(
                    ((name, first) for name, first, last in scopes if first <= number <= last),
                    ("", number),
                )
                place = f"{_shown_path(path)}:{start} {name}".strip()
                if (place, rule_id) not in seen:
                    seen.add((place, rule_id))
                    yield place, rule_id


def _shown_path(path: Path) -> Path:
    """The path of a Kerys source in a checkout; for another package, its folder and file."""
    inside = path.is_relative_to(PACKAGE.parent)
    return path.relative_to(PACKAGE.parent) if inside else Path(path.parent.name, path.name)


def _scopes(tree: ast.Module) -> list[tuple[str, int, int]]:
    """Name, first and last line of every function and class of a module."""
    return [
        (node.name, node.lineno, node.end_lineno or node.lineno)
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]


def _ids(line: str) -> Iterator[str]:
    """The rule ids in a line; `YS-1.1 to YS-1.7` names all seven."""
    for stem, first, last in ID_RANGE.findall(line):
        yield from (f"{stem}{number}" for number in range(int(first), int(last) + 1))
    yield from RULE_ID.findall(line)


def test_marks(tests: Path) -> dict[str, list[str]]:
    """The tests that carry `@pytest.mark.rule(...)`, by rule id."""
    found = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule_id in _marked_ids(node):
                    found[rule_id].append(f"{path.relative_to(tests.parent)}::{node.name}")
    return found


def _marked_ids(function: ast.FunctionDef) -> Iterator[str]:
    """The arguments of a test's rule marks."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
            for argument in decorator.args:
                if isinstance(argument, ast.Constant):
                    yield str(argument.value)
