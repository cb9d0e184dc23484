"""What a player observes of a table in OpenSpiel, as tensors and strings.

Without perfect recall: `observation`, what the seat knows now, field by field as the game's page
lists it. With perfect recall also `own_actions`, its last 64 actions, the latest first, each as
(number + 1) / (actions + 1), and `recall`, 128 bits that two tables share only if the seat has seen
the same on both, step by step, from the deal on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kerys.kernel.contract import Rules
from kerys.research.recall import DIGEST_BYTES

OWN_ACTIONS = 64


class Observer:
    """Writes what a player knows into its own buffer, as OpenSpiel expects."""

    def __init__(self, rules: Rules, recall: bool) -> None:
        self.rules = rules
        widths = {"observation": rules.observation_size}
        if recall:
            widths |= {"own_actions": OWN_ACTIONS, "recall": 8 * DIGEST_BYTES}
        self.tensor = np.zeros(sum(widths.values()), np.float32)
        self.dict = {}
        at = 0
        for name, width in widths.items():
            self.dict[name] = self.tensor[at : at + width]
            at += width

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows; nothing is known before the deal."""
        self.tensor.fill(0)
        memory = state.memory
        if memory is None:
            return
        self.rules.observe(memory.state, player, self.dict["observation"])
        if "recall" in self.dict:
            own = np.array(memory.own[player][: -OWN_ACTIONS - 1 : -1], np.float32)
            self.dict["own_actions"][: len(own)] = (own + 1) / (self.rules.actions + 1)
            told = memory.recall(self.rules, player)
            self.dict["recall"][:] = np.unpackbits(np.frombuffer(told, np.uint8))

    def string_from(self, state: Any, player: int) -> str:
        """The same as a string: where the game stands, the points, and digests of the rest."""
        memory = state.memory
        if memory is None:
            return f"seat {player} | before the deal"
        view = self.rules.view(memory.state, player)
        owners = int(self.rules.owners(view))
        points = ", ".join(str(int(self.rules.score(view, owner))) for owner in range(owners))
        parts = [f"seat {player}", self.rules.wording.heading(view), f"points {points}"]
        if "recall" in self.dict:
            own = ", ".join(self.rules.wording.text(action) for action in memory.own[player])
            parts += [f"own actions: {own}", memory.recall(self.rules, player).hex()]
        else:
            parts.append(view.tobytes().hex())
        return " | ".join(parts)
