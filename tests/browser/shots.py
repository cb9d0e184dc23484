"""Screenshots of pages, for people to look at: `make pictures` takes them."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import Page

FOLDER = os.environ.get("KERYS_SHOTS")
"""Where screenshots are saved; without it none are taken, since they take long."""


def shot(page: Page, name: str) -> None:
    """Save a screenshot of a page under a name, if they are wanted."""
    if FOLDER:
        Path(FOLDER).mkdir(parents=True, exist_ok=True)
        path = Path(FOLDER, f"{name.lower()}.png")
        page.screenshot(path=path, full_page=True, animations="disabled")
