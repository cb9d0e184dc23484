"""Compiles a game and its bots, so that the test processes don't all have to.

python -m tests.compiled ys
"""

from __future__ import annotations

import sys

from kerys.bots import bot_named
from kerys.bots.warmup import warm_up

for name in ("greedy", "search"):
    warm_up(bot_named(name), sys.argv[1])
