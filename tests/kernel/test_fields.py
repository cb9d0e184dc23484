"""Records read as plain numbers."""

from __future__ import annotations

import numpy as np
import pytest

from kerys.games import GAMES
from kerys.kernel.fields import fields_reader


@pytest.mark.parametrize("name", sorted(GAMES))
def test_all_fields_of_a_record_are_read(name: str) -> None:
    rules = GAMES[name]
    state = rules.new(seed=3, players=max(rules.wording.players))
    found = fields_reader(rules.state)(state.tobytes())
    assert list(found) == list(rules.state.names or ())
    for field, value in found.items():
        plain = np.ravel(state[field]).tolist()
        assert value == (tuple(plain) if rules.state[field].shape else plain[0])
