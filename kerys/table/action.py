"""One legal answer of a seat, as an object with its number, its text and its sentence."""

from __future__ import annotations

from dataclasses import dataclass, field

from kerys.kernel.contract import Rules, State
from kerys.locale import speaking


@dataclass(frozen=True)
class Action:
    """An answer to the question that a seat was asked in one view."""

    seat: int
    code: int
    rules: Rules = field(repr=False, compare=False)
    view: State = field(repr=False, compare=False)
    """The redacted record in which it was legal."""
    names: tuple[str, ...] = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """What people type and records keep: `bid 4+2`."""
        return self.rules.wording.text(self.code)

    def describe(self, lang: str | None = None) -> str:
        """What it would do, in one sentence."""
        with speaking(lang):
            return self.rules.wording.describe(self.view, self.seat, self.code, self.names)

    def __str__(self) -> str:
        return self.text
