"""All portraits of a game in one file, of which pages show single ones (`use`).

A page's style sheet doesn't reach into such a file, but its variables do: so colours are written as
variables, and follow the page from light to dark.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

CLASS = re.compile(r' class="([^"]*)"')
PLAIN = {"none": ' fill="none"', "bare": ' stroke="none"'}
PAINTS = {"f": "fill", "s": "stroke"}


def sprite(portraits: Mapping[str, str]) -> str:
    """The file; each portrait is found by its name."""
    all_of_them = "".join(
        f'<g id="{name}">{CLASS.sub(_painted, portrait)}</g>'
        for name, portrait in portraits.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{all_of_them}</svg>'


def _painted(found: re.Match[str]) -> str:
    """Classes as attributes."""
    return "".join(
        PLAIN.get(name) or f' {PAINTS[name[0]]}="var(--{name[2:]})"' for name in found[1].split()
    )
