"""Compiles a game, its bots and its batches, so that the test processes don't all have to.

python -m tests.compiled ys
"""

from __future__ import annotations

import sys

from kerys.bots import bot_named
from kerys.bots.warmup import warm_up
from kerys.games import GAMES
from kerys.research import Batch
from kerys.testing.targets import traces

game = sys.argv[1]
for name in ("greedy", "search"):
    warm_up(bot_named(name), game)
traces(GAMES[game], 0, 1)
batch = Batch(game, 2)
batch.step(batch.sample())
