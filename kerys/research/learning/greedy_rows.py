"""What `greedy` would do in every row of a batch."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.bots.evaluators import evaluator_of
from kerys.bots.search.compiled import thinking
from kerys.bots.search.workspace import new_workspace
from kerys.kernel.contract import Rules
from kerys.kernel.linking import contract_names, link
from kerys.research.batch import Batch
from kerys.research.learning import greedy_templates


@cache
def _compiled(rules: Rules) -> Any:
    """The function of a game, compiled once."""
    names = {
        **contract_names(rules),
        "greedy": thinking(rules).greedy,
        "SECRET": rules.sealed,
    }
    return link(rules.name, names, greedy_templates)["greedy_rows"]


class GreedyRows:
    """`greedy` for one batch on the CPU, one workspace for each of its threads."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        weights = evaluator_of(batch.game).weights()
        self.parts = batch._runner.parts
        self.workspaces = [new_workspace(batch.game, weights) for _ in self.parts]
        self.chosen = np.zeros(batch.n, np.int32)

    def choose(self, worlds: int, where: NDArray[np.bool_]) -> NDArray[np.int32]:
        """An action for each row where it is wanted, else -1."""
        function, pool = _compiled(self.batch.game), self.batch._runner.pool

        def part(number: int) -> None:
            first, last = self.parts[number]
            function(
                *(first, last, self.batch.states, self.batch._rows.books, self.batch.seats),
                *(*self.workspaces[number][:2], worlds, where, self.chosen),
            )

        waiting = [pool.submit(part, number) for number in range(1, len(self.parts))]
        part(0)
        for one in waiting:
            one.result()
        return self.chosen
