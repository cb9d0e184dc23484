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
        for seat in (SPECTATOR, *range(game.players)):
            view = game.view(seat)
            remembered = view.panels()
            with monkeypatch.context() as patched:
                patched.setattr(Inquiry, "__init__", unheard_of)
                assert view.panels() == remembered
        seat = chance.choice(game.actors)
        game.push(seat, chance.choice(game.legal(seat)))
