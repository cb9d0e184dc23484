"""The example client in the docs plays a whole game on a site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx

from tests.docs.pages import ROOT, blocks
from tests.server.visitor import TIMEOUT_S
from tests.serving import AT_ONCE, Process


def a_key(url: str) -> str:
    """An API key, created as a person creates it."""
    with httpx.Client(base_url=url, follow_redirects=True, timeout=TIMEOUT_S) as browser:
        browser.post("/account", data={"name": "Ada"}).raise_for_status()
        page = browser.post("/account/token", data={"label": "client"}).raise_for_status()
    found = re.search(r"kerys_[\w-]+", page.text)
    assert found
    return found[0]


def test_client_of_the_docs_plays_a_whole_game(tmp_path: Path) -> None:
    scope: dict[str, Any] = {"__name__": "client"}
    exec(blocks(ROOT / "docs" / "serve.md", "python")[0], scope)
    with Process(tmp_path, program=AT_ONCE) as site:
        scores = scope["play"](site.url, a_key(site.url))
        assert len(scores) == 2
