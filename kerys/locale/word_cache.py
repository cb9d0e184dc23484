"""A cache of words: the same small values in the same language give the same words."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

from kerys.locale import language

Values = TypeVarTuple("Values")
Said = TypeVar("Said")


def remembered(size: int) -> Callable[[Callable[[*Values], Said]], Callable[[*Values], Said]]:
    """Keep the last `size` results of a function whose words depend on the current language."""

    def remember(say: Callable[[*Values], Said]) -> Callable[[*Values], Said]:
        """The function with its cache."""

        @lru_cache(maxsize=size)
        def kept(spoken: str, *values: *Values) -> Said:
            """The language is part of what is looked up."""
            return say(*values)

        @wraps(say)
        def recall(*values: *Values) -> Said:
            return kept(language(), *values)

        return recall

    return remember
