"""Real `kerys serve` processes with visitors, which can be killed and started again."""

from __future__ import annotations

from pathlib import Path

from tests.server.visitor import Visitor
from tests.serving import AT_ONCE, Process


class Visited(Process):
    """A server that starts quickly, with visitors who leave when it closes."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments, program=AT_ONCE)
        self.visitors: list[Visitor] = []

    def visitor(self, **headers: str) -> Visitor:
        """A new visitor with a browser."""
        self.visitors.append(Visitor(self.url, **headers))
        return self.visitors[-1]

    def __exit__(self, *_problem: object) -> None:
        for visitor in self.visitors:
            visitor.close()
        super().__exit__()
