"""How fast the search thinks, and how soon it answers: `python benchmarks/thinking.py`.

Runs on one core. Positions are from games between greedy players; a search may stop early when its
answer is clear. Figures are medians over the positions. A world is one imagined deal of what the
seat can't see, followed down the tree and played out; its decisions are those in the tree and in
the playout below it. The last part starts a new process for every figure, so that only the cache of
compiled code is warm, seats a bot as every table does, and asks for a first decision.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time

from kerys.bots import Budget, bot_named
from kerys.bots.search.search import SearchBot
from kerys.table import View, new

GAMES = ("ys", "mykerinos")
EVERY = 7
"""The interval between decisions that are searched."""
THOUGHT = Budget(milliseconds=200)
FIRST = """
import json, random, time
from kerys.bots import Budget, bot_named
from kerys.bots.guard import Guarded
from kerys.table import new
game, bot = new({name!r}, seed=1, players=4), Guarded("search", bot_named("search"))
start = time.perf_counter()
bot.prepare(game.kernel.name)
times = [1e3 * (time.perf_counter() - start)]
for _ in range(2):
    view = game.view(game.actors[0])
    view.legal
    start = time.perf_counter()
    action = bot.choose(view, Budget(milliseconds={budget}), random.Random(1))
    times.append(1e3 * (time.perf_counter() - start))
    game.push(view.seat, action)
print(json.dumps(times))
"""


def positions(name: str, players: int) -> list[View]:
    """What the seat to move sees at some points of a game between greedy players."""
    game, rng = new(name, seed=7, players=players), random.Random(7)
    greedy, found = bot_named("greedy"), []
    while not game.over:
        view = game.view(game.actors[0])
        if game.ply % EVERY == 0 and len(view.legal) > 1:
            found.append(view)
        game.push(view.seat, greedy.choose(view, THOUGHT, rng))
    return found


def pace(name: str, players: int) -> str:
    """Worlds and decisions per second, and whether the time budget was kept."""
    search, rng = SearchBot(), random.Random(1)
    views = positions(name, players)
    search.choose(views[0], Budget(worlds=4), rng)
    took, worlds, decisions = [], [], []
    for view in views:
        start = time.perf_counter()
        search.choose(view, THOUGHT, rng)
        took.append(time.perf_counter() - start)
        worlds.append(search.worlds_seen / took[-1])
        decisions.append(search.decisions / took[-1])
    median, longest = 1e3 * statistics.median(took), 1e3 * max(took)
    return (
        f"| {name} | {players} | {len(views)} | {statistics.median(worlds):,.0f} | "
        f"{statistics.median(decisions):,.0f} | {median:.1f} | {longest:.1f} |"
    )


def first(name: str, budget: int) -> str:
    """How long a new process takes to seat a bot and make the first decision."""
    code = FIRST.format(name=name, budget=budget)
    times = json.loads(subprocess.check_output([sys.executable, "-c", code], text=True))
    return f"| {name} | {budget} | " + " | ".join(f"{one:.0f}" for one in times) + " |"


def main() -> None:
    """Measure and print."""
    print("| game | players | thoughts of 200 ms | worlds/s | decisions/s | median ms | longest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in GAMES:
        for players in (2, 3, 4):
            print(pace(name, players), flush=True)
    print()
    print("| game | budget in ms | seated, ms | first decision of the process, ms | second |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in GAMES:
        for budget in (20, 200, 1000):
            print(first(name, budget), flush=True)


if __name__ == "__main__":
    main()
