"""Both games as PettingZoo environments: one agent at a time, or all at once.

The observation of an agent is a dictionary: `observation`, what its seat knows, field by field as
the page of the game lists it, and `action_mask`, what it may choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.extras import extra
from kerys.research.sequence import (
    HIGHEST,
    LOWEST,
    RENDER_MODES,
    RenderMode,
    Sequence,
    check_render_mode,
)

with extra("research"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

Observation = dict[str, NDArray[Any]]


def env(
    game: str,
    *,
    render_mode: RenderMode | None = None,
    max_cycles: int | None = None,
    **options: Any,
) -> AECEnv[str, Observation, int]:
    """One agent at a time, with PettingZoo's check of the order of calls around it."""
    return wrappers.OrderEnforcingWrapper(
        raw_env(game, render_mode=render_mode, max_cycles=max_cycles, **options)
    )


class _Table:
    """What both environments share: the game, its agents and their spaces."""

    waiting = 0
    """How many actions there are in addition to those of the game."""

    def __init__(
        self,
        game: str,
        *,
        render_mode: RenderMode | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode)
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles must be a whole number from 1, not {max_cycles!r}")
        self.sequence = Sequence(game, **options)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": self.sequence.title,
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = list(self.sequence.names)
        self.agents: list[str] = []
        rules = self.sequence.rules
        actions = rules.actions + self.waiting
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        LOWEST, HIGHEST, (rules.observation_size,), np.float32
                    ),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """An agent's action space; its mask says what is legal now."""
        return self.action_spaces[agent]

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Observation:
        """What an agent's seat knows and may choose now."""
        seat = self.seat_of(agent)
        return {
            "observation": self.sequence.observe(seat),
            "action_mask": self.sequence.mask(seat).astype(np.int8),
        }

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return self.sequence.render(self.render_mode)

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def __str__(self) -> str:
        return self.sequence.title


class raw_env(_Table, AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """One agent at a time; sealed choices in the order of the seats, unseen by the others.

    Named like PettingZoo's own environments without their wrappers.
    """

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a game: of this seed, the next one of the last seed, or an unpredictable one."""
        self.sequence.deal(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.sequence.seats[0]]

    def step(self, action: int | None) -> None:
        """Carry out the selected agent's action; None once it is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise self.sequence.refusal(self.seat_of(agent), action)
        self.sequence.apply(self.seat_of(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.sequence.rewards(), strict=True))
        if self.sequence.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.sequence.seats[0]]
            if self.sequence.ply == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


class parallel_env(_Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """All agents at once: sealed choices are made in one step, and who is not asked waits.

    The last action of the space is to wait. It is the only one that an agent's mask marks while it
    owes no decision.
    """

    waiting = 1

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a game: of this seed, the next one of the last seed, or an unpredictable one."""
        self.sequence.deal(seed)
        self.cycle = 0
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        """What an agent's seat knows and may choose now: only to wait, if it isn't asked."""
        found = super().observe(agent)
        waits = not found["action_mask"].any()
        found["action_mask"] = np.append(found["action_mask"], np.int8(waits))
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Carry out one action per agent; if one is illegal, none of them."""
        asked = [self.possible_agents[seat] for seat in self.sequence.seats]
        for agent in self.agents:
            self._check(agent, actions.get(agent))
        for agent in asked:
            self.sequence.apply(self.seat_of(agent), int(actions[agent]))
        self.cycle += 1
        over, late = self.sequence.over, self.cycle == self.max_cycles
        present = self.agents
        found = (
            self._observations(),
            dict(zip(present, self.sequence.rewards(), strict=True)),
            dict.fromkeys(present, over),
            dict.fromkeys(present, late and not over),
            {agent: dict[str, Any]() for agent in present},
        )
        if over or late:
            self.agents = []
        return found

    def _check(self, agent: str, action: int | None) -> None:
        """Refuse an action that the agent's mask doesn't mark."""
        mask = self.observe(agent)["action_mask"]
        if action is None or not 0 <= action < len(mask) or not mask[action]:
            raise self.sequence.refusal(self.seat_of(agent), action)

    def _observations(self) -> dict[str, Observation]:
        """What all agents see."""
        return {agent: self.observe(agent) for agent in self.agents}
