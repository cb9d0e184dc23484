"""Weights and ratings are replaced in a source checkout, never in an installed package."""

from __future__ import annotations

import tomllib
from pathlib import Path

import kerys
from kerys.bots.base import BotError


def in_checkout(package: Path | None = None) -> bool:
    """Whether Kerys runs from its source tree: its project file is beside the package."""
    folder = package or Path(kerys.__file__).resolve().parent
    try:
        project = tomllib.loads((folder.parent / "pyproject.toml").read_text("utf-8"))
    except (OSError, ValueError):
        return False
    return bool(project.get("project", {}).get("name") == "kerys")


def check_checkout(refusal: str) -> None:
    """Refuse, with the message given, to change an installed package."""
    if not in_checkout():
        raise BotError(refusal)
