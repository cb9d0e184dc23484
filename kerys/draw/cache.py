"""A cache of drawings: the same small values in the same language give the same drawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVarTuple

from kerys.locale import language

Values = TypeVarTuple("Values")


def remembered(size: int) -> Callable[[Callable[[*Values], str]], Callable[[*Values], str]]:
    """Keep the last `size` results of a function whose words depend on the current language."""

    def remember(draw: Callable[[*Values], str]) -> Callable[[*Values], str]:
        """The function with its memory."""

        @lru_cache(maxsize=size)
        def kept(spoken: str, *values: *Values) -> str:
            """The language is part of what is looked up."""
            return draw(*values)

        @wraps(draw)
        def recall(*values: *Values) -> str:
            return kept(language(), *values)

        return recall

    return remember
