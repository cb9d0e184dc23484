"""Tournaments on a Ray cluster (`pip install 'kerys[cluster]'`), one task per deal."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from types import ModuleType
from typing import Any

from kerys.bots.arena.deal import Deal, play_deal
from kerys.bots.arena.tournament import Tournament, TournamentError, sources_digest
from kerys.kernel.extras import extra
from kerys.locale import _

AUTO = "auto"
"""The cluster this machine belongs to; if there is none, Ray on this machine alone."""
RETRIES = 5
"""How often a deal is replayed if its machine is lost."""
LEAST_AT_ONCE = 64
"""The least number of deals in flight at once."""
PATIENCE_SECONDS = 10.0
"""How long a port may take to open."""
DEADLINE_SECONDS = 60.0
"""How long joining may take: if something else is listening, Ray itself would try for minutes."""
UNSAID = ("", "auto", "local")
"""Values of `RAY_ADDRESS` that don't name a cluster."""
TRIAL_JOIN = """
import logging, sys
import ray
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level=logging.ERROR)
except BaseException as error:
    print(error)
    raise SystemExit(1)
ray.shutdown()
"""


def on_cluster(tournament: Tournament, numbers: list[int], address: str) -> Iterator[Deal]:
    """The deals as they finish; deals of a machine that is lost are replayed."""
    ray = the_ray()
    _join(ray, address)
    play = ray.remote(num_cpus=1, max_retries=RETRIES)(play_deal_there)
    sources = sources_digest(tournament.game, tournament.bots)
    try:
        at_once = max(LEAST_AT_ONCE, 4 * int(ray.cluster_resources().get("CPU", 1)))
        rest, waiting = iter(numbers), list[Any]()
        for _number in numbers:
            for number in islice(rest, at_once - len(waiting)):
                waiting.append(play.remote(tournament, number, sources))
            done, waiting = ray.wait(waiting)
            yield ray.get(done[0])
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayError as error:
        raise TournamentError(
            _(
                "The cluster lost a deal too often: {problem}\nRun the same command to resume."
            ).format(problem=error)
        ) from error
    finally:
        ray.shutdown()


def play_deal_there(tournament: Tournament, number: int, sources: str) -> Deal:
    """Play a deal on a cluster machine, if it has the same bots and rules."""
    if sources_digest(tournament.game, tournament.bots) != sources:
        raise TournamentError(
            _("A machine in the cluster has different versions of the bots or rules.")
        )
    return play_deal(tournament, number)


def the_ray() -> ModuleType:
    """Ray, with its usage reports switched off."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    with extra("cluster"):
        import ray
        import ray.exceptions
    return ray


def _join(ray: ModuleType, address: str) -> None:
    """Join a cluster."""
    named = os.environ.get("RAY_ADDRESS", "") if address == AUTO else address
    try:
        if address != AUTO or named not in UNSAID:
            _probe(named)
            _trial_join(named)
        ray.init(
            address=None if address == AUTO else address,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except (OSError, ValueError, OverflowError, RuntimeError, ray.exceptions.RayError) as error:
        raise TournamentError(
            _("There is no Ray cluster at {address} that this machine can join: {problem}").format(
                address=named or address, problem=str(error).strip()
            )
        ) from error


def _probe(address: str) -> None:
    """Raise an OSError or a ValueError if nothing answers: Ray would wait for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if not (host and colon and port.isdecimal()):
        raise ValueError(_("an address must look like HOST:PORT"))
    socket.create_connection((host.strip("[]"), int(port)), PATIENCE_SECONDS).close()


def _trial_join(address: str) -> None:
    """Join in a separate process first: it can be ended, and Ray's log output stays in it."""
    command = [sys.executable, "-P", "-c", TRIAL_JOIN, address]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=DEADLINE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError(
            _(
                "something is listening there, but it didn't answer as Ray within {seconds:.0f} s"
            ).format(seconds=DEADLINE_SECONDS)
        ) from error
    if done.returncode:
        raise ConnectionError(done.stdout.strip() or _("joining failed"))
