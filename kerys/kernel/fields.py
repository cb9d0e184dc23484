"""The fields of a record as plain numbers, for code that reads many of them."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any

import numpy as np

Fields = dict[str, Any]
"""Fields by name: a number, or a tuple of numbers; those with two dimensions are flat."""
WIDTHS = {1: "b", 2: "h", 4: "i", 8: "q"}
"""How `struct` calls a signed number of so many bytes."""


def fields_reader(record: np.dtype[Any]) -> Callable[[bytes], Fields]:
    """A function that reads the bytes of a record of signed numbers, all fields at once."""
    layout, places, begin = "=", [], 0
    for name in record.names or ():
        kind = record[name]
        count = int(np.prod(kind.shape))
        layout += f"{count}{WIDTHS[kind.base.itemsize]}"
        places.append((name, slice(begin, begin + count) if kind.shape else begin))
        begin += count
    unpack = Struct(layout).unpack

    def read(data: bytes) -> Fields:
        numbers = unpack(data)
        return {name: numbers[place] for name, place in places}

    return read
