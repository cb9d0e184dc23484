"""Networks with random weights, of the size that comes with each game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kerys.bots.network.network_file import Network
from kerys.bots.network.players import network_of
from kerys.kernel.contract import Rules


@cache
def random_network(rules: Rules, seed: int = 0) -> Network:
    """A network that knows nothing; it has the size of the trained one, so nothing is compiled."""
    trained, luck = network_of(rules), np.random.default_rng(seed)
    drawn: dict[str, Any] = {
        name: (0.3 * luck.standard_normal(shape)).astype(np.float32)
        for name, shape in trained.shapes().items()
    }
    return Network(
        game=rules.name,
        observation_version=trained.observation_version,
        inputs=trained.inputs,
        wide=trained.wide,
        narrow=trained.narrow,
        actions=trained.actions,
        owners=trained.owners,
        **drawn,
    )
