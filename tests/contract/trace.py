"""Digests of random games of a game under test, printed by a process with another environment.

python -m tests.contract.trace ys 0 15 prints one digest per game for the first variant of Ys. With
NUMBA_DISABLE_JIT=1 in the environment, everything runs interpreted.
"""

from __future__ import annotations

import json
import sys

from kerys.testing import targets
from tests.contract.subjects import SUBJECTS

KNOWLEDGE_EVERY = 61
"""Less often than the default, for speed: resampling takes as long as 40 decisions."""


def traces(name: str, variant: int, games: int) -> list[str]:
    """The digests of the first games of a variant."""
    return targets.traces(SUBJECTS[name].game, variant, games, KNOWLEDGE_EVERY)


if __name__ == "__main__":
    print(json.dumps(traces(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
