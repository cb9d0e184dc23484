"""Distributions are complete: sources with docs and tests, a wheel with data, right metadata."""

from __future__ import annotations

import re
import tarfile
from email.message import Message
from email.parser import HeaderParser
from zipfile import ZipFile

import pytest

import kerys
from tests.packaging.conftest import ROOT, Built

PARTS = ("benchmarks", "docs", "examples", "kerys", "requirements", "tests")
UNSHIPPED = re.compile(
    r"\.venv|\.git/|__pycache__|\.py[cod]$|/build/|/\w+\.egg-info/|\.\w+_cache/|^site/"
)
RELATIVE_LINK = re.compile(r"\]\((?!https?://|#)[^)]*\)|(?:href|src)=\"(?!https?://|#)")


@pytest.fixture(scope="module")
def sources(built: Built) -> set[str]:
    """The files of the source distribution, relative to its root."""
    with tarfile.open(built.sdist) as archive:
        return {one.name.partition("/")[2] for one in archive if one.isfile()}


@pytest.fixture(scope="module")
def metadata(built: Built) -> Message:
    """What a package index shows."""
    with ZipFile(built.wheel) as wheel:
        (name,) = (one for one in wheel.namelist() if one.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(wheel.read(name).decode())


def tracked(part: str) -> set[str]:
    """The files of a repository folder that must be included."""
    files = (path for path in (ROOT / part).rglob("*") if path.is_file())
    names = {str(path.relative_to(ROOT)) for path in files}
    return {name for name in names if not UNSHIPPED.search(name)}


@pytest.mark.parametrize("part", [part for part in PARTS if (ROOT / part).is_dir()])
def test_the_source_distribution_has_every_file_of(part: str, sources: set[str]) -> None:
    expected = tracked(part)
    assert expected, f"there is nothing in {part}"
    assert expected <= sources, sorted(expected - sources)


def test_the_source_distribution_has_what_contributors_need(sources: set[str]) -> None:
    files = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "mkdocs.yml")
    assert set(files) <= sources
    assert not [name for name in sources if UNSHIPPED.search(name)]


def test_the_wheel_has_the_package_with_its_data_and_nothing_else(built: Built) -> None:
    with ZipFile(built.wheel) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == {name for name in tracked("kerys") if not name.endswith("/.gitignore")}


def test_the_version_is_the_one_of_the_package(metadata: Message, built: Built) -> None:
    assert metadata["Version"] == kerys.__version__
    assert f"kerys-{kerys.__version__}" in built.sdist.name


def test_no_link_of_the_description_needs_a_checkout(metadata: Message) -> None:
    description = metadata.get_payload()
    assert isinstance(description, str)
    assert description.lstrip().startswith("# Kerys")
    assert RELATIVE_LINK.findall(description) == []


def test_a_plain_install_brings_the_light_core_only(metadata: Message) -> None:
    needs = metadata.get_all("Requires-Dist") or []
    core = {re.split(r"[^\w-]", need)[0] for need in needs if "extra ==" not in need}
    assert core == {
        *("click", "jsonschema", "markdown-it-py", "numba", "numpy", "openskill"),
        *("prompt_toolkit", "resvg-py", "rich", "textual"),
    }
    extras = {"bench", "cluster", "gpu", "learn", "plot", "research", "serve", "test"}
    assert set(metadata.get_all("Provides-Extra") or []) == extras


def test_people_find_the_package_by_what_it_is(metadata: Message) -> None:
    classifiers = metadata.get_all("Classifier") or []
    for minor in (11, 12, 13):
        assert f"Programming Language :: Python :: 3.{minor}" in classifiers
    assert "Topic :: Games/Entertainment :: Board Games" in classifiers
    assert metadata["License-Expression"]
    assert set(metadata.get_all("License-File") or []) == {
        "LICENSE",
        "kerys/draw/fonts/LICENSE-Marcellus.txt",
        "kerys/draw/fonts/LICENSE.txt",
    }
