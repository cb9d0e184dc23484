"""Rounds at a table of a site, summed up for a seat."""

from __future__ import annotations

import asyncio
import random

import pytest

from kerys.table.errors import GameError
from kerys.table.summary import rounds_over, summary
from tests.server.live import Live
from tests.server.programs import Program
from tests.terminal.remote_tools import open_table, seated


def test_a_round_is_summed_up_as_the_site_does_it(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "beginner", game="mykerinos")

    async def play() -> None:
        async with seated(live.url + links[0], name="Ada") as ada:
            with pytest.raises(GameError, match="Round 1 isn't over"):
                await ada.sitting.summary(1)
            while rounds_over(ada.sitting.view) < 1:
                await ada.play(random.Random(1), most=1)
            found = await ada.sitting.summary(1)
        own = live.site.authority.read(table_id, lambda game, _events: summary(game, 0, 1))
        assert found == own
        assert found.rows

    asyncio.run(play())
