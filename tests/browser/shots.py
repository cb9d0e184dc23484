"""Screenshots of pages, kept for people to look at."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = Path(os.environ.get("KERYS_SHOTS") or Path(__file__).parents[2] / "build" / "screenshots")


def shot(page: Page, name: str) -> Path:
    """Save a screenshot of a page under a name."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name.lower()}.png"
    page.screenshot(path=path, full_page=True, animations="disabled")
    return path
