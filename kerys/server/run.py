"""Running a site: warmed up before the first visitor comes, and stopped cleanly."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
import signal
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import numpy as np
import uvicorn
from fastapi import FastAPI

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR, Rules
from kerys.locale import _
from kerys.server.app import create_app
from kerys.server.bot_processes import default_number
from kerys.server.bus import Bus
from kerys.server.demo import set_up_demo
from kerys.server.middleware import MOST_BODY
from kerys.server.pages.pictures import game_picture_address
from kerys.server.settings import Settings, SettingsError
from kerys.server.site import Site
from kerys.server.store import Database
from kerys.server.store.database import sole_owner
from kerys.server.workers import Receiving, Workers
from kerys.study.beliefs.panel import panels
from kerys.table.commitment import secret_of_seed
from kerys.table.game import Game, dealt
from kerys.table.view import View

GARBAGE = 50_000, 20, 100
"""The thresholds of the garbage collector, for `gc.set_threshold`."""
BACKLOG = 2048
KEEP_ALIVE_S = 75
"""How long an idle connection stays open: longer than proxies and programs keep theirs (usually a
minute), so that none sends a request just as its connection is closed."""
SHOWN_EVERY = 50
"""How many decisions apart a rehearsal is rendered: later positions use other code."""
MOST_REHEARSED = 1000
"""The most decisions of a rehearsal; our games have a few hundred."""


def serve(host: str, port: int, settings: Settings, demo: bool = False) -> None:
    """Serve until stopped; a demo leaves nothing behind."""
    listening = listen(host, port)
    settings = replace(settings, listening=_address(host, listening))
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    with until_stopped(), listening, ExitStack() as held:
        if demo:
            folder = held.enter_context(tempfile.TemporaryDirectory(prefix="kerys-demo-"))
            settings = replace(settings, database=f"sqlite:///{Path(folder) / 'demo.db'}")
        if settings.workers > 1:
            serve_by_workers(listening, settings)
        else:
            serve_alone(listening, settings, demo)


def serve_alone(listening: socket.socket, settings: Settings, demo: bool) -> None:
    """Serve in this process."""
    with ExitStack() as held:
        sockets = [listening]
        if settings.postgres:
            inside = held.enter_context(listen_inside(settings))
            settings = replace(settings, process_url=_address(settings.inside, inside))
            sockets.append(inside)
        else:
            held.enter_context(sole_owner(settings.database))
        _run(settings, sockets, demo=demo, ready=partial(_tell, settings))


def serve_by_workers(listening: socket.socket, settings: Settings) -> None:
    """Serve in several processes; this one passes the connections to them."""
    listen(settings.inside, 0).close()  # fail here, not in each worker
    database = Database(settings.database)
    database.upgrade()
    database.close()
    thinkers = settings.thinkers or default_number()
    settings = replace(settings, thinkers=max(1, thinkers // settings.workers))
    asyncio.run(Workers(listening, settings, work).serve(partial(_tell, settings)))


def work(settings: Settings, pipe: socket.socket) -> None:
    """Serve the connections that come through a pipe, as a worker."""
    with until_stopped(), listen_inside(settings) as inside:
        settings = replace(settings, process_url=_address(settings.inside, inside))
        _run(settings, [inside], pipe)


def _run(
    settings: Settings,
    sockets: list[socket.socket],
    pipe: socket.socket | None = None,
    demo: bool = False,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Run a site until it is stopped."""
    app = create_app(settings)
    site: Site = app.state.site
    with ExitStack() as held:
        held.callback(site.bot_workers.processes.stop)
        warm_up(site)
        if demo:
            set_up_demo(site)
        settle_memory()
        ready()
        Server(configured(app), site.bus, pipe).run(sockets=sockets)


def settle_memory() -> None:
    """Collect garbage rarely: by default a busy site spends a sixth of its time on it.

    What is loaded by now stays, and isn't scanned again. Games, snapshots and messages have no
    cycles, so they are freed without a collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _tell(settings: Settings) -> None:
    """Print the address of the site."""
    click.echo(_("Kerys is at {url} - stop it with Ctrl-C.").format(url=settings.listening))


def configured(app: FastAPI) -> uvicorn.Config:
    """How uvicorn serves a site."""
    return uvicorn.Config(
        app,
        log_config=None,  # the default would close other log handlers
        log_level="warning",
        access_log=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=KEEP_ALIVE_S,
        ws="websockets-sansio",
        ws_max_size=MOST_BODY,
        ws_per_message_deflate=False,  # messages are short: compressing costs more than sending
    )


@contextmanager
def until_stopped() -> Iterator[None]:
    """Make SIGTERM end the block just as Ctrl-C does, so that it can clean up."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Server(uvicorn.Server):
    """Ends the streams of its pages when it stops, instead of cutting them off."""

    def __init__(self, config: uvicorn.Config, bus: Bus, pipe: socket.socket | None = None) -> None:
        super().__init__(config)
        self.bus = bus
        self.pipe = pipe

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; a worker then accepts the connections passed to it."""
        await super().startup(sockets)
        if self.pipe is not None:
            Receiving(self, self.pipe).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop."""
        self.bus.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address, before anything slow; it accepts no connections yet."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
        except BaseException:
            listening.close()
            raise
        return listening
    except OSError as error:
        raise SettingsError(
            _("Can't listen at {host}, port {port}: {reason}").format(
                host=host, port=port, reason=error.strerror
            )
        ) from error


def listen_inside(settings: Settings) -> socket.socket:
    """A socket where other processes reach this one.

    They may connect as soon as it has a lease, a moment before it accepts connections; then they
    wait.
    """
    inside = listen(settings.inside, 0)
    inside.listen(BACKLOG)
    return inside


def _address(host: str, listening: socket.socket) -> str:
    """Where a site is reached on its own machine."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listening.getsockname()[1]}"


def warm_up(site: Site) -> None:
    """Load or compile everything that a first page and a first move of a bot need."""
    for name in GAMES:
        with suppress(Exception):  # reported when the game is played
            _rehearse(GAMES[name])
            game_picture_address(name, "auto")
    site.bot_workers.processes.prepare()


def _rehearse(rules: Rules) -> None:
    """Play a throwaway random game, or much of a long one, and render it now and then."""
    game, rng = dealt(rules, rules.configure(), secret_of_seed("warm-up")), random.Random(1)
    while not game.over and game.ply < MOST_REHEARSED:
        view = game.view(game.actors[0])
        if game.ply % SHOWN_EVERY == 0:
            _show(game, view)
        game.push(view.seat, rng.choice(view.legal))
    _show(game, game.view(SPECTATOR))


def _show(game: Game, view: View) -> None:
    """Render a game for pages and programs."""
    view.svg()
    panels(view)
    view.owner_names()
    game.story(view.seat)
    game.undoable(0)
    features = np.zeros(game.rules.observation_size, np.float32)
    game.rules.observe(view.state, view.seat, features)
