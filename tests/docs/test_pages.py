"""README and documentation are true: their programs and commands run, their links work."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kerys
from kerys.bots.levels import LEVELS
from kerys.games import GAMES
from kerys.table.guide import guide_of
from tests.docs.pages import PAGES, ROOT, blocks, commands, run

README = ROOT / "README.md"


def page_name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_first_screen_is_a_whole_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = blocks(README, "python")[0]
    assert len(program.splitlines()) <= 16
    assert README.read_text("utf-8").index("```python") < 1000
    monkeypatch.chdir(tmp_path)
    exec(program, {})
    assert capsys.readouterr().out.count(" points, rank ") == 4
    assert run("kerys verify friday.kerys", tmp_path).returncode == 0


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=page_name)
def test_programs_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    for program in blocks(page, "python"):
        exec(program, scope)


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=page_name)
def test_commands_run_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for command in commands(page):
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert done.stdout, command


def test_documentation_builds_with_strict_links(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name, rules in GAMES.items():
        page = (tmp_path / "games" / name / "index.html").read_text("utf-8")
        assert all(
            field.replace("'", "&#39;") in page or field in page for field, _ in rules.observation
        )
        assert (tmp_path / "games" / f"{name}.svg").exists()
        page = (tmp_path / "games" / f"{name}-guide" / "index.html").read_text("utf-8")
        for section in guide_of(name).sections:
            assert f'id="{section.anchor}"' in page
        pictures = [one.name for one in guide_of(name).pictures.values()]
        pictures += [one.portrait.name for one in guide_of(name).sections if one.portrait]
        for picture in pictures:
            assert f'src="{picture}.svg"' in page
            assert (tmp_path / "games" / f"{name}-guide" / f"{picture}.svg").exists()
        assert (tmp_path / "rules" / name / "index.html").exists()
        assert (tmp_path / "ladder" / name / "index.html").exists()
    assert (tmp_path / "record.schema.json").exists()
    reference = (tmp_path / "reference" / "index.html").read_text("utf-8")
    for name in kerys.__all__:
        assert f'id="kerys.{name}"' in reference or f"<code>kerys.{name}</code>" in reference, name
    bots = (tmp_path / "bots" / "index.html").read_text("utf-8")
    for level in LEVELS:
        assert f"<td><code>{level.name}</code></td>\n<td>{level.told(*GAMES)}</td>" in bots


def test_every_game_has_a_page_with_the_same_headings() -> None:
    headings = {
        name: re.findall(r"^## (.+)$", (ROOT / "docs/games" / f"{name}.md").read_text(), re.M)
        for name in GAMES
    }
    for found in headings.values():
        assert found == [
            "What it is",
            "How a round goes",
            "Options",
            "Notation",
            "Observation fields",
            "Rulings",
        ]


@pytest.mark.parametrize("name", GAMES)
def test_notation_tables_name_real_moves(name: str) -> None:
    page = (ROOT / "docs/games" / f"{name}.md").read_text("utf-8")
    table = page.split("## Notation")[1].split("## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    texts = [text for row in rows for text in re.findall(r"`([^`]+)`", row)]
    assert len(texts) >= 13
    for text in texts:
        assert text in GAMES[name].wording.texts(), text


@pytest.mark.parametrize("name", GAMES)
def test_option_tables_name_real_options(name: str) -> None:
    page = (ROOT / "docs/games" / f"{name}.md").read_text("utf-8")
    table = page.split("## Options")[1].split("## ")[0]
    named = set(re.findall(r"^\| `(\w+)` \|", table, re.M))
    assert named == set(inspect.signature(GAMES[name].configure).parameters) - {"unknown"}


@pytest.mark.parametrize("name", GAMES)
def test_action_tables_for_researchers_leave_nothing_out(name: str) -> None:
    page = (ROOT / "docs/research" / f"{name}.md").read_text("utf-8")
    row = re.compile(r"^\| (\d+) \| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
    text, following = GAMES[name].wording.text, 0
    for first, last, first_text, last_text in row.findall(page.split("## Actions")[1]):
        assert int(first) == following
        assert (text(int(first)), text(int(last))) == (first_text, last_text)
        following = int(last) + 1
    assert following == GAMES[name].actions
    assert f"{GAMES[name].observation_size} float32 numbers" in page


def test_authors_of_the_games_are_named() -> None:
    for page in (README, ROOT / "docs/index.md"):
        assert "Cyril Demaegd" in page.read_text("utf-8")
        assert "Nicolas Oury" in page.read_text("utf-8")


@pytest.mark.parametrize(
    "target", sorted(set(re.findall(r"`make (\w+)`", "".join(p.read_text() for p in PAGES))))
)
def test_make_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
