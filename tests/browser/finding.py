"""Finds Chromium on this machine: `python -m tests.browser.finding` prints its path, or fails."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_chromium() -> str | None:
    """The path of a browser: the system's, or the one installed by Playwright."""
    named = os.environ.get("KERYS_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


if __name__ == "__main__":
    browser = find_chromium()
    print(browser or "no browser found")
    sys.exit(browser is None)
