"""All portraits of a game in one file; pages show single ones with `use`.

A page's style sheet doesn't apply inside such a file, but its CSS variables do: so colours are
written as variables, and follow the page's light or dark theme.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

CLASS = re.compile(r' class="([^"]*)"')
PLAIN = {"none": ' fill="none"', "bare": ' stroke="none"'}
PAINTS = {"f": "fill", "s": "stroke"}


def sprite(portraits: Mapping[str, str]) -> str:
    """The file; each portrait has its name as id."""
    all_of_them = "".join(
        f'<g id="{name}">{CLASS.sub(_painted, portrait)}</g>'
        for name, portrait in portraits.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{all_of_them}</svg>'


def _painted(found: re.Match[str]) -> str:
    """Classes turned into attributes."""
    return "".join(
        PLAIN.get(name) or f' {PAINTS[name[0]]}="var(--{name[2:]})"' for name in found[1].split()
    )
