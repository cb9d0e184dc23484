"""Digests of random games of a game under test, printed by a process with another environment.

python -m tests.contract.trace mykerinos 50 80 prints a list of digests for each of the first two
variants of Mykerinos, one per game. With NUMBA_DISABLE_JIT=1 in the environment, everything runs
interpreted.
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
    _program, subject, *numbers = sys.argv
    print(json.dumps([traces(subject, index, int(one)) for index, one in enumerate(numbers)]))
