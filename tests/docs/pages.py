"""The pages whose content is tested, and the programs and commands in them."""

from __future__ import annotations

import re
import shlex
import subprocess
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from kerys.cli import main
from tests.docs.serving import serve

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks in a language."""
    text = page.read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(page: Path) -> list[str]:
    """The command lines of a page."""
    return [line for block in blocks(page, "sh") for line in block.splitlines()]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a `kerys` command line in a folder with the records of the tests.

    It runs in this process, where the libraries are loaded; only a server needs another one.
    """
    program, *arguments = shlex.split(command)
    assert program in ("kerys", ".venv/bin/kerys"), command
    if arguments[0] == "serve" and "--help" not in arguments:
        return serve(arguments, folder)
    tests = folder / "tests"
    if not tests.exists():
        tests.symlink_to(ROOT / "tests")
    with chdir(folder):
        done = CliRunner().invoke(main, arguments)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return subprocess.CompletedProcess(arguments, done.exit_code, done.stdout, done.stderr)
