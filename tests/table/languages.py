"""A made-up language, to see which words come from the catalogue and which don't."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable

import pytest

from kerys import locale

PSEUDO = "xx"
OPEN, CLOSE = "\u27e6", "\u27e7"
PLACEHOLDER = re.compile(r"(\{[^{}]*\})")
WIDE = {
    ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(33, 127)) if letter.isalpha()
}
"""Full-width letters, which no source text uses."""


def widened(message: str) -> str:
    """A message in full-width letters between brackets; placeholders stay as they are."""
    parts = PLACEHOLDER.split(message)
    told = "".join(part if PLACEHOLDER.fullmatch(part) else part.translate(WIDE) for part in parts)
    return f"{OPEN}{told}{CLOSE}"


class Pseudo(gettext.NullTranslations):
    """A catalogue that translates every message by changing its letters."""

    def __init__(self, change: Callable[[str], str]) -> None:
        super().__init__()
        self.change = change

    def gettext(self, message: str) -> str:
        return self.change(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.change(msgid1 if n == 1 else msgid2)


def teach(
    patch: pytest.MonkeyPatch, change: Callable[[str], str] = widened, language: str = PSEUDO
) -> None:
    """Add a language to Kerys; the real catalogues and their cache stay untouched."""
    true = locale.catalogue

    def catalogue(wanted: str) -> gettext.NullTranslations:
        return Pseudo(change) if wanted == language else true(wanted)

    patch.setattr(locale, "catalogue", catalogue)
