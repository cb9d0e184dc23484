"""How a text becomes another one: runs of what is there already, and what is new.

A text is a list of chunks, such as the elements of a drawing. Whoever has the old chunks makes the
new ones of them: static/kerys.js does.
"""

from __future__ import annotations

from collections.abc import Sequence

Delta = list[int | str]
"""How many chunks the old text has; then pairs of numbers for runs that stay (where a run begins in
the old text, how many chunks it has), and new chunks as they are."""


def delta(old: Sequence[str], new: Sequence[str]) -> Delta:
    """How the old chunks become the new ones.

    What is found again goes on as long as both agree; after a difference, it is looked up where
    the next chunk stood in the old text.
    """
    first, most = 0, min(len(old), len(new))
    while first < most and old[first] == new[first]:
        first += 1
    last, most = 0, most - first
    while last < most and old[-1 - last] == new[-1 - last]:
        last += 1
    found: Delta = [len(old)]
    if first:
        found += (0, first)
    end = len(old) - last
    found += _middle(old, first, end, new[first : len(new) - last])
    if last:
        found += (end, last)
    return found


def _middle(old: Sequence[str], start: int, end: int, new: Sequence[str]) -> Delta:
    """The same between what both texts begin and end with."""
    places = {old[index]: index for index in range(end - 1, start - 1, -1)}
    found: Delta = []
    expected = start  # where the old text would go on
    begin = count = 0
    for chunk in new:
        if expected < end and old[expected] == chunk:
            place = expected
        else:
            place = places.get(chunk, -1)
        if place < 0:
            if count:
                found += (begin, count)
                count = 0
            found.append(chunk)
            expected += 1
            continue
        if count and place == begin + count:
            count += 1
        else:
            if count:
                found += (begin, count)
            begin, count = place, 1
        expected = place + 1
    if count:
        found += (begin, count)
    return found


def apply(old: Sequence[str], change: Delta) -> list[str]:
    """The new chunks; a ValueError if the change is one of another text."""
    if change[0] != len(old):
        raise ValueError(f"made for a text of {change[0]} chunks, not of {len(old)}")
    new: list[str] = []
    steps = iter(change[1:])
    for step in steps:
        if isinstance(step, str):
            new.append(step)
        else:
            count = next(steps)
            assert isinstance(count, int)
            new += old[step : step + count]
    return new
