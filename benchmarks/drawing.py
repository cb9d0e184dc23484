"""The cost of a drawing with warm caches: `python benchmarks/drawing.py`.

Every node of random games is drawn for one seat, after other games have warmed the caches. The cost
of one checked move is printed too, so that figures from different machines can be compared.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import kerys
from kerys.table.view import View

WARMING, MEASURED = 6, 6
DRAWINGS: dict[str, Callable[[View], str]] = {
    "svg, 1200 px": lambda view: view.svg(width=1200),
    "svg, 360 px": lambda view: view.svg(width=360),
    "text, 100 columns": lambda view: view.text(),
}


def views(name: str, seed: int, moves: list[float]) -> list[View]:
    """What seat 0 sees at every node of a random game; move times are added to `moves`."""
    game = kerys.new(name, players=4, seed=seed)
    rng = random.Random(seed)
    found = [game.view(0)]
    while not game.over:
        seat = rng.choice(game.actors)
        action = rng.choice(game.legal(seat))
        start = time.perf_counter()
        game.push(seat, action)
        moves.append(time.perf_counter() - start)
        found.append(game.view(0))
    return found


def main() -> None:
    """Measure and print."""
    print("| game | what | median ms | 95% ms | same again, ms | moves in the time of one |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for name in ("ys", "mykerinos"):
        moves: list[float] = []
        games = [views(name, seed, moves) for seed in range(WARMING + MEASURED)]
        for what, draw in DRAWINGS.items():
            for view in (view for game in games[:WARMING] for view in game):
                draw(view)
            new: list[float] = []
            again: list[float] = []
            for view in (view for game in games[WARMING:] for view in game):
                for times in (new, again):
                    start = time.perf_counter()
                    draw(view)
                    times.append(time.perf_counter() - start)
            median = statistics.median(new)
            print(
                f"| {name} | {what} | {1e3 * median:.3f} | "
                f"{1e3 * statistics.quantiles(new, n=20)[-1]:.3f} | "
                f"{1e3 * statistics.median(again):.3f} | "
                f"{median / statistics.median(moves):.1f} |"
            )


if __name__ == "__main__":
    main()
