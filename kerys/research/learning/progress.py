"""What is noted as training goes on, and when it is written down."""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]


class Notes:
    """What iterations found since the last line of the log."""

    def __init__(self) -> None:
        self.found: list[dict[str, float]] = []

    def add(self, found: dict[str, float], seconds: float, decisions: int) -> None:
        """Note what an iteration found, and how long it took."""
        self.found.append({**found, "seconds": seconds, "made": decisions})

    def line(self, **about: Any) -> Line | None:
        """The means of everything as a line of the log; begins anew. None if there is nothing."""
        if not self.found:
            return None
        sums = {name: sum(one[name] for one in self.found) for name in self.found[0]}
        speed = round(sums.pop("made") / sums.pop("seconds"))
        means = {name: round(value / len(self.found), 5) for name, value in sums.items()}
        self.found = []
        return {**about, "per_second": speed, **means}


def is_due(every: int, before: int, now: int) -> bool:
    """Whether something that is done every so many decisions is to be done now."""
    return before // every < now // every
