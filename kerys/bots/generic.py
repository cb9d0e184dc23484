"""The evaluator of games that bring none: the current score."""

from __future__ import annotations

from typing import Any

from kerys.bots import generic_templates
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Rules
from kerys.kernel.linking import contract_names, link

WEIGHTS = ("score",)
SCRATCH = 1


def estimate_by_score(rules: Rules) -> Any:
    """An estimate for one game that returns the current score."""
    return link(rules.name, contract_names(rules), generic_templates)["estimate"]


@rule
def no_stage(state):
    """The game is one stage."""
    return 0
