"""Solving the small versions: the whole tree for OpenSpiel's solvers, and bots compared with it.

Mini Ys and mini Mykerinos have a few thousand decisions. Their tree is built once, as an
extensive-form game that OpenSpiel solves in a second. Bots are asked what they would do in every
information state; they are measured by their result against the solution, and by what a best
response wins against them.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from kerys.bots import Budget, bot_named
from kerys.bots.base import check_plays
from kerys.kernel.extras import extra
from kerys.research.openspiel import KerysState
from kerys.table import View

with extra("research"):
    import pyspiel

Policy = dict[str, list[tuple[int, float]]]
"""For each information state of a tree, actions and how likely they are."""
ASKED = 8
"""How often a bot is asked in one information state, since it may choose at random."""


@dataclass(frozen=True)
class Tree:
    """A small game as a tree."""

    game: Any
    """The extensive-form game, whose states are OpenSpiel's own."""
    tables: dict[str, KerysState]
    """For each information state of it, one of our tables that looks like this to the player."""
    actions: dict[str, dict[str, int]]
    """For each information state, the tree's number of every action by its text."""


def mini(name: str, deal: int = 0) -> Any:
    """A small game with one of its deals, as OpenSpiel loads it."""
    return pyspiel.load_game(
        f"python_kerys_{name}", {"players": 2, "mini": True, "deals": 1, "seed": deal}
    )


def tree_of(game: Any) -> Tree:
    """Build the whole tree of a small game."""
    lines = [f'EFG 2 R "{game.get_type().long_name}" {{ "0" "1" }}']
    numbers: tuple[dict[str, int], ...] = ({}, {})
    tables: list[KerysState] = []
    _write(game.new_initial_state(), lines, numbers, tables)
    tree = pyspiel.load_efg_game("\n".join(lines) + "\n")
    names: list[str] = []
    actions: dict[str, dict[str, int]] = {}
    _read(tree.new_initial_state(), names, actions)
    return Tree(tree, dict(zip(names, tables, strict=True)), actions)


def _write(
    state: KerysState,
    lines: list[str],
    numbers: tuple[dict[str, int], ...],
    tables: list[KerysState],
) -> None:
    """A node and all below it; `tables` gets every table at which a player is asked."""
    if state.is_terminal():
        payoffs = " ".join(map(str, state.returns()))
        lines.append(f't "" {len(lines)} "" {{ {payoffs} }}')
        return
    player, actions = state.current_player(), state.legal_actions()
    labels = [f'"{state.action_to_string(player, action)}"' for action in actions]
    if state.is_chance_node():
        shares = " ".join(f"{label} {1 / len(labels):.16f}" for label in labels)
        lines.append(f'c "" {len(lines)} "" {{ {shares} }} 0')
    else:
        own = numbers[player]
        known = own.setdefault(state.information_state_string(player), len(own) + 1)
        lines.append(f'p "" {player + 1} {known} "" {{ {" ".join(labels)} }} 0')
        tables.append(state)
    for action in actions:
        _write(state.child(action), lines, numbers, tables)


def _read(state: Any, names: list[str], actions: dict[str, dict[str, int]]) -> None:
    """The information states of the written tree, in the order in which they were written."""
    if state.is_terminal():
        return
    legal = state.legal_actions()
    if not state.is_chance_node():
        names.append(state.information_state_string())
        actions[names[-1]] = {state.action_to_string(action): action for action in legal}
    for action in legal:
        _read(state.child(action), names, actions)


def solve(tree: Tree, iterations: int) -> tuple[Policy, list[float]]:
    """A solution by CFR+, and how exploitable it was after 1, 2, 4, 8, ... iterations."""
    solver = pyspiel.CFRPlusSolver(tree.game)
    found = []
    for number in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if number & (number - 1) == 0:
            found.append(exploitability(tree, solver.average_policy()))
    policy: Policy = solver.tabular_average_policy().policy_table()
    return policy, found


def exploitability(tree: Tree, policy: Any) -> float:
    """What a best response wins against a policy, averaged over both seats: 0 for a solution."""
    return float(pyspiel.exploitability(tree.game, policy))


def result_against(tree: Tree, policy: Policy, other: Policy) -> float:
    """The mean result of a policy against another over both seats; never above 0 against a
    solution, apart from the solution's own error.
    """
    start = tree.game.new_initial_state()
    return (_value(start, (policy, other), 0) + _value(start, (other, policy), 1)) / 2


def _value(state: Any, policies: tuple[Policy, Policy], player: int) -> float:
    """What a player can expect from here."""
    if state.is_terminal():
        return float(state.returns()[player])
    if state.is_chance_node():
        shares = state.chance_outcomes()
    else:
        shares = policies[state.current_player()][state.information_state_string()]
    value = 0.0
    for action, share in shares:
        if share:
            value += share * _value(state.child(action), policies, player)
    return value


def policy_of(tree: Tree, bot: str, worlds: int, seed: int = 0) -> Policy:
    """What a bot does in every information state."""
    player, dice, budget = bot_named(bot), random.Random(seed), Budget(worlds=worlds)
    found: Policy = {}
    for name, table in tree.tables.items():
        rules, seat = table.get_game().rules, table.current_player()
        check_plays(bot, player.games, rules.name)
        state = rules.view(table.table().state, seat)
        view = View(rules, state, seat, ("player_0", "player_1"), len(table.history()))
        chosen = Counter(player.choose(view, budget, dice).text for _ in range(ASKED))
        found[name] = [
            (action, chosen[text] / ASKED) for text, action in tree.actions[name].items()
        ]
    return found
