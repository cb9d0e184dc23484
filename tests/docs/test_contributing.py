"""The pages for contributors are true: rooms, commands, modules and links exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import kerys
from tests.docs.pages import ROOT

ARCHITECTURE = ROOT / "docs" / "architecture.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
CHANGELOG = ROOT / "CHANGELOG.md"


def layers() -> list[str]:
    """The rooms from top to bottom, as configured for the import linter."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rooms: list[str] = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    return [room.removeprefix("kerys.") for room in rooms]


def test_the_picture_and_the_page_show_every_room_in_its_place() -> None:
    page = ARCHITECTURE.read_text("utf-8")
    picture = (ARCHITECTURE.parent / "pictures" / "rooms.svg").read_text("utf-8")
    assert re.findall(r'<text class="name"[^>]*>([a-z]+)</text>', picture) == layers()
    assert re.findall(r"^\| `([a-z]+)` \| ", page.split("## The contract")[0], re.M) == layers()
    for room in layers():
        assert (ROOT / "kerys" / room / "__init__.py").exists()


def test_every_target_of_the_makefile_is_in_its_help() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    listed = re.findall(r'^\t@echo "make (\w+) ', makefile, re.M)
    targets = re.findall(r"^([a-z]+):(?!=)", makefile, re.M)
    assert sorted(listed) == sorted(set(targets) - {"help"})


@pytest.mark.parametrize("page", [ARCHITECTURE, CONTRIBUTING], ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    text = page.read_text("utf-8").replace("GAME", "ys")
    named = set(re.findall(r"`((?:[a-z]+/)+(?:[\w.-]+\.\w+)?)`", text))
    named |= set(re.findall(r"\]\(([\w./-]+\.(?:md|svg))\)", text))
    assert len(named) > 5
    for name in named - {"htmlcov/"}:
        places = [folder / name for folder in (ROOT, ROOT / "kerys", page.parent)]
        made = "fr/LC_MESSAGES" in name  # the example of a new language doesn't exist yet
        assert made or any(place.exists() for place in places), name


def test_every_command_for_contributors_is_a_target() -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b", CONTRIBUTING.read_text("utf-8")))
    assert {"setup", "quick", "test", "coverage", "hooks", "lock", "words"} <= named
    targets = re.findall(r"^([a-z]+):(?!=)", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert named <= set(targets), named - set(targets)


def test_the_changelog_begins_with_what_is_not_released_and_then_this_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", CHANGELOG.read_text("utf-8"), re.M)
    assert headings[:2] == ["Unreleased", kerys.__version__]
