"""The bot `greedy` for all rows of a batch at once, compiled as a whole."""

from __future__ import annotations

from functools import cache
from typing import Any

from kerys.bots.base import BotError
from kerys.bots.evaluators import evaluator_of
from kerys.bots.search.compiled import thinking
from kerys.bots.search.workspace import new_workspace
from kerys.kernel.contract import Rules
from kerys.kernel.linking import contract_names, link
from kerys.locale import _
from kerys.research import greedy_templates


@cache
def choosing(rules: Rules) -> Any:
    """choose_rows(first, last, pool, notes, ...) of a game, compiled once."""
    if not evaluator_of(rules).looks_ahead:
        raise BotError(
            _("{game} has no evaluator that looks ahead, which greedy batches need.").format(
                game=rules.wording.title
            )
        )
    names = {
        **contract_names(rules),
        "greedy": thinking(rules).greedy,
        "SECRET": rules.sealed,
    }
    return link(rules.name, names, greedy_templates)["choose_rows"]


def workspaces(rules: Rules, threads: int) -> list[tuple[Any, Any]]:
    """What each thread needs to think: states to try actions in, and notes."""
    weights = evaluator_of(rules).weights()
    return [new_workspace(rules, weights)[:2] for _thread in range(threads)]
