"""Both games for OpenSpiel, registered as `python_kerys_ys` and `python_kerys_mykerinos`.

One chance node deals everything. With `deals=0` it has a single outcome and the deal is sampled;
with `deals=n` it has n outcomes, games number 0 to n - 1 of the `seed`. Sealed choices are asked
one after the other, from the lowest seat.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from kerys.games import GAMES
from kerys.kernel.chance import key_of_seed, streams
from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra
from kerys.research.observer import Observer
from kerys.research.recall import Memory
from kerys.research.sequence import rewards_of

with extra("research"):
    import pyspiel

MOST_DECISIONS = 1000
"""More than any game has."""
PARAMETERS = {"int": int, "bool": bool, "int | None": int}
"""The kinds of options that a game string can name; 0 stands for None."""


def short_name(rules: Rules) -> str:
    """The name of a game in OpenSpiel."""
    return f"python_kerys_{rules.name}"


def parameters(rules: Rules) -> dict[str, Any]:
    """What a game string can say: the deals, and the options of the game."""
    found: dict[str, Any] = {"deals": 0, "seed": 0}
    for name, one in inspect.signature(rules.configure).parameters.items():
        if one.annotation in PARAMETERS:
            found[name] = 0 if one.default is None else one.default
    return found


def game_type(rules: Rules, sampled: bool) -> Any:
    """What OpenSpiel knows about a game before it is loaded."""
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(rules),
        long_name=f"Kerys {rules.wording.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if sampled else modes.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.wording.players),
        min_num_players=min(rules.wording.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rules),
    )


class KerysGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games for OpenSpiel; one class per game, since OpenSpiel registers classes."""

    rules: Rules

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        rules = self.rules
        given = {**parameters(rules), **(params or {})}
        self.deals, self.seed = int(given.pop("deals")), int(given.pop("seed"))
        if self.deals < 0:
            raise ValueError(f"deals must be 0 (sampled) or the number of deals, not {self.deals}")
        optional = inspect.signature(rules.configure).parameters
        self.options = rules.configure(
            **{
                name: None if optional[name].default is None and not value else value
                for name, value in given.items()
            }
        )
        self.key = key_of_seed(self.seed)
        self.sampled = 0
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions,
            max_chance_outcomes=max(1, self.deals),
            num_players=int(self.options.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(game_type(rules, not self.deals), info, params or {})

    def new_initial_state(self) -> KerysState:
        """A table before the deal."""
        return KerysState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What observes a state for a player."""
        if params:
            raise ValueError(f"an observer takes no parameters, but got {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.rules, recall)

    def dealt(self, outcome: int) -> Any:
        """A dealt state, in an array of one: the outcome's, or the next sample of the seed."""
        number = outcome
        if not self.deals:
            number, self.sampled = self.sampled, self.sampled + 1
        states = np.zeros(1, self.rules.state)
        self.rules.deal(states[0], self.options, streams(self.key, number)[0])
        return states


class KerysState(pyspiel.State):  # type: ignore[misc]
    """A table; copied by OpenSpiel field by field."""

    def __init__(self, game: KerysGame) -> None:
        super().__init__(game)
        self.memory: Memory | None = None

    def table(self) -> Memory:
        """The dealt table."""
        if self.memory is None:
            raise ValueError("nothing is dealt yet: apply the chance outcome first")
        return self.memory

    def current_player(self) -> int:
        """Who is asked: first chance, then one seat at a time."""
        if self.memory is None:
            return int(pyspiel.PlayerId.CHANCE)
        seats = self.get_game().rules.seats(self.memory.state)
        return seats[0] if seats else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """What a seat may choose, in ascending order."""
        found: list[int] = self.get_game().rules.choices(self.table().state, player)
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, equally likely."""
        number = max(1, self.get_game().deals)
        return [(outcome, 1 / number) for outcome in range(number)]

    def _apply_action(self, action: int) -> None:
        """Deal, or carry out an action."""
        game = self.get_game()
        if self.memory is None:
            self.memory = Memory.of(game.dealt(action), game.num_players())
        else:
            self.memory = self.memory.after(game.rules, self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        """The deal's number, or the text that people type."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        text: str = self.get_game().rules.wording.text(action)
        return text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.current_player() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """From 1 (first alone) to -1 (last alone) at the end, 0 before."""
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * int(game.num_players())
        return rewards_of(game.rules, self.table().state, game.num_players())

    def resample_from_infostate(self, player: int, sampler: Any) -> KerysState:
        """A table in one of the worlds that agree with everything a player knows.

        It has no history: what others did in secret is not known.
        """
        game = self.get_game()
        key = key_of_seed(" ".join(str(sampler()) for _ in range(4)))
        world = game.new_initial_state()
        world.memory = self.table().imagined(game.rules, player, key)
        imagined: KerysState = world
        return imagined

    def __str__(self) -> str:
        if self.memory is None:
            return "before the deal"
        heading = self.get_game().rules.wording.heading(self.memory.state)
        return f"{heading} | {self.memory.digest()}"


for _rules in GAMES.values():
    _class = type(f"Kerys{_rules.wording.title}", (KerysGame,), {"rules": _rules})
    pyspiel.register_game(game_type(_rules, True), _class)
