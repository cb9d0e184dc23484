"""Compiles a game, its bots, reviews and batches, so that the test processes don't all have to.

python -m tests.compiled ys
"""

from __future__ import annotations

import random
import sys

from kerys.bots import bot_named
from kerys.bots.evaluators import Effort
from kerys.bots.warmup import warm_up
from kerys.games import GAMES
from kerys.research import Batch
from kerys.study.review import Reviewer
from kerys.table import new
from kerys.testing.targets import traces

game = sys.argv[1]
for name in ("greedy", "search", "policy", "learned"):
    warm_up(bot_named(name), game)
traces(GAMES[game], 0, 1)
table = new(game, seed=0, express=True) if game == "ys" else new(game, seed=0)
rng = random.Random(0)
while not table.over:
    table.push(table.actors[0], rng.choice(table.legal(table.actors[0])))
reviewer = Reviewer(table, depth="quick")
reviewer.effort = Effort(2, 2, 2, 2, 2)
reviewer.at(0)
batch = Batch(game, 2)
batch.step(batch.sample())
