"""A tournament on a local Ray cluster of two workers, one of which is killed during a deal.

Run it as a program, with the number of deals and a folder for notes: it prints the outcome as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from kerys.bots.arena import Deal, Tournament, cluster, play_all
from tests.arena.test_cluster import BOTS
from tests.arena.tools import outcome

KILLED_AFTER = 3
PAUSE_SECONDS = 0.3
NOTES = Path(sys.argv[2])


def play_slowly(tournament: Tournament, number: int, sources: str) -> Deal:
    """Record where a deal starts, then pause, so that the process can be killed there."""
    node = ray.get_runtime_context().get_node_id()
    note = NOTES / f"{node} {os.getpid()} {number}.begun"
    note.touch()
    time.sleep(PAUSE_SECONDS)
    deal = play_there(tournament, number, sources)
    note.rename(note.with_suffix(".done"))
    return deal


play_there = cluster.play_deal_there
cluster.play_deal_there = play_slowly


def main(deals: int) -> None:
    """Play the tournament, and kill a worker together with its node after a few deals."""
    head = {"num_cpus": 0, "include_dashboard": False}
    machines = Cluster(initialize_head=True, head_node_args=head)
    workers = [machines.add_node(num_cpus=1) for _worker in range(2)]
    steps: list[int] = []

    def progress(played: int) -> None:
        steps.append(played)
        if len(steps) == 1 + KILLED_AFTER:
            while not (begun := list(NOTES.glob("*.begun"))):
                time.sleep(0.01)
            node, process, _number = begun[0].name.split()
            os.kill(int(process), signal.SIGKILL)
            (worker,) = (worker for worker in workers if worker.node_id == node)
            workers.remove(worker)
            machines.remove_node(worker, allow_graceful=False)

    found = play_all(BOTS, deals, cluster=machines.address, progress=progress)
    machines.shutdown()  # type: ignore[no-untyped-call]
    print(json.dumps({"workers": len(workers), "steps": steps, "deals": outcome(found)}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
