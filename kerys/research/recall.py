"""A table that remembers what every seat has seen and done, where perfect recall is needed.

It never changes: a decision makes a new one. What was seen is kept as a chain of digests, one per
seat, updated only on demand.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from kerys.kernel.chance import generator
from kerys.kernel.contract import Rules, State

DIGEST_BYTES = 16


@dataclass(frozen=True, eq=False)
class Memory:
    """The true state, and what each seat remembers."""

    states: NDArray[Any]
    """The true state, in an array of one."""
    own: tuple[tuple[int, ...], ...]
    """The actions of each seat."""
    seen: tuple[bytes, ...]
    """For each seat a digest of everything it saw up to `marked`."""
    marked: NDArray[Any]
    """The state up to which `seen` goes."""
    since: tuple[tuple[int, int], ...]
    """Seats and actions after it."""

    @classmethod
    def of(cls, states: NDArray[Any], players: int) -> Memory:
        """A table that has just been dealt."""
        return cls(states, ((),) * players, (b"",) * players, states, ())

    def __deepcopy__(self, memo: Any) -> Memory:
        """Nothing ever changes in it."""
        return self

    @property
    def state(self) -> State:
        """The true state."""
        return self.states[0]

    def after(self, rules: Rules, seat: int, action: int) -> Memory:
        """The table after a legal action."""
        states = self.states.copy()
        rules.apply(states[0], seat, action)
        own = tuple(
            (*actions, action) if index == seat else actions
            for index, actions in enumerate(self.own)
        )
        return replace(self, states=states, own=own, since=(*self.since, (seat, action)))

    def recall(self, rules: Rules, seat: int) -> bytes:
        """A digest of everything that a seat has seen, step by step, and sees now."""
        state, seen = self.marked[0], list(self.seen)
        if self.since:
            for actor, action in self.since:
                steps = list(rules.steps(state, actor, action))
                state = steps[-1]
                for index in range(len(seen)):
                    views = b"".join(rules.view(step, index).tobytes() for step in steps)
                    seen[index] = _digest(seen[index] + views)
            # The same table in a shorter form, so sharing it is safe.
            object.__setattr__(self, "seen", tuple(seen))
            object.__setattr__(self, "marked", self.states)
            object.__setattr__(self, "since", ())
        return _digest(seen[seat] + rules.view(self.state, seat).tobytes())

    def imagined(self, rules: Rules, seat: int, key: bytes) -> Memory:
        """A table in a world that agrees with what a seat knows; the others remember nothing."""
        recalled = self.recall(rules, seat)
        states = self.states.copy()
        rules.redact(states[0], seat)
        rules.resample(states[0], seat, generator(key))
        others = range(len(self.own))
        fresh = Memory(
            states,
            tuple(self.own[index] if index == seat else () for index in others),
            tuple(self.seen[index] if index == seat else b"imagined" for index in others),
            states,
            (),
        )
        assert fresh.recall(rules, seat) == recalled
        return fresh

    def digest(self) -> str:
        """A short name of the true state."""
        return _digest(self.states.tobytes()).hex()


def _digest(told: bytes) -> bytes:
    """A short digest."""
    return hashlib.blake2b(told, digest_size=DIGEST_BYTES).digest()
