"""A table of a site on the full screen, with another person elsewhere."""

from __future__ import annotations

import asyncio
import random

from kerys.terminal.remote import join
from kerys.terminal.screen.app import KerysApp
from kerys.terminal.screen.cards import Card
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.spans import Spans
from kerys.terminal.sitting import Sitting
from tests.server.live import DEADLINE_S, Live
from tests.server.programs import Program
from tests.terminal.remote_tools import open_table, seated


def told(sitting: Sitting) -> str:
    """The story that a seat is told."""
    return " ".join(line for one in sitting.story() for line in one.sentences)


def test_people_elsewhere_and_at_the_full_screen_play_together(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "friend")

    async def play() -> None:
        first = await join(live.url + links[0], name="Ada")
        assert first.waiting, "the other seat is still free"
        app = KerysApp(first, "off")
        async with (
            app.run_test(size=(100, 30)) as pilot,
            seated(live.url + links[1], name="Bo") as other,
            asyncio.timeout(DEADLINE_S),
        ):
            while first.waiting or other.sitting.waiting:
                await pilot.pause(0.02)
            elsewhere = asyncio.create_task(other.play(random.Random(1), most=4))
            table = app.screen
            choices = table.query_one(Choices)
            while not elsewhere.done() or "You " not in told(first):
                if choices.chooser is not None or isinstance(app.screen, Card):
                    await pilot.press("enter")
                else:
                    await pilot.pause(0.02)
            await elsewhere
            while first.view.ply < other.sitting.view.ply:
                await pilot.pause(0.02)
            assert "Museum" in table.query_one("#board", Spans).text
            assert "Bo " in told(first)
            assert table.query_one("#log", Spans).text

    asyncio.run(play())
    assert live.site.authority.read(table_id, lambda game, _events: game.ply) >= 6
