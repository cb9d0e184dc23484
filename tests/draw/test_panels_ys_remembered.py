"""Cached panels of Ys depend on nothing but their cache key."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

from kerys.facts.ys.unseen import Inquiry, Sight
from kerys.games.ys import YS
from kerys.kernel.contract import SPECTATOR
from kerys.table.game import new

pytestmark = pytest.mark.slow
BEGIN = Inquiry.__init__


def unheard_of(self: Inquiry[Any], sight: Sight, about: Any, *depends: Hashable) -> None:
    """Make every cache key unique."""
    BEGIN(self, sight, about, *depends, object())


@pytest.mark.parametrize("variant", YS.variants, ids=str)
def test_what_is_remembered_is_what_would_be_worked_out(
    variant: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, chance = new("ys", seed=3, **variant), random.Random(3)
    while not game.over:
        remembered = {seat: game.view(seat).panels() for seat in range(SPECTATOR, game.players)}
        watcher = game.ply % len(remembered) + SPECTATOR  # everyone in turn: it takes long
        with monkeypatch.context() as patched:
            patched.setattr(Inquiry, "__init__", unheard_of)
            assert game.view(watcher).panels() == remembered[watcher]
        seat = chance.choice(game.actors)
        game.push(seat, chance.choice(game.legal(seat)))
