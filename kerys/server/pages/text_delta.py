"""How a text becomes another one: runs of what is there already, and what is new.

A text is a list of chunks, such as the elements of a drawing. Whoever has the old chunks makes the
new ones of them: static/live.js does.
"""

from __future__ import annotations

from collections.abc import Sequence

Patch = tuple[int, int, int, str]
"""A chunk that has changed a little: where the old one stands, how many characters of it stay in
front and at the back, and what is new between them."""
Delta = list[int | str | Patch]
"""How many chunks the old text has; then pairs of numbers for runs that stay (where a run begins in
the old text, how many chunks it has), patches, and new chunks as they are."""
LEAST_SAVED = 16
"""How many characters a patch must save; numbers and brackets take some."""


def delta(old: Sequence[str], new: Sequence[str]) -> Delta:
    """How the old chunks become the new ones.

    What is found again goes on as long as both agree; after a difference, it is looked up where
    the next chunk stood in the old text.
    """
    first, last = _ends(old, new)
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
    places: dict[str, int] | None = None
    found: Delta = []
    begin = expected = start  # the run that stays, and where the old text would go on
    for index, chunk in enumerate(new):
        here = old[expected] if expected < end else None
        if here == chunk:
            expected += 1
            continue
        if expected > begin:
            found += (begin, expected - begin)
        after = new[index + 1] if index + 1 < len(new) else None
        later = old[expected + 1] if expected + 1 < end else None
        place = expected + 1 if later == chunk else -1  # one has gone
        if place < 0 and after not in (here, later):
            if places is None:
                places = {old[place]: place for place in range(end - 1, start - 1, -1)}
            place = places.get(chunk, -1)
        if place >= 0:
            begin, expected = place, place + 1
            continue
        if here is None or after == here:  # one more
            found.append(chunk)
        else:
            found.append(_patched(here, expected, chunk))
            expected += 1
        begin = expected
    if expected > begin:
        found += (begin, expected - begin)
    return found


def _patched(old: str, place: int, new: str) -> Patch | str:
    """A chunk in the place of another: what has changed of it, if that is short."""
    if len(new) < 2 * LEAST_SAVED or not (old.isascii() and new.isascii()):
        return new  # it is short, or browsers count its characters otherwise
    front, back = _ends(old, new)
    if front + back < LEAST_SAVED:
        return new
    return place, front, back, new[front : len(new) - back]


def _ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """How much two texts have in common at their beginnings, and then at their ends."""
    most = min(len(one), len(other))
    front = _alike(one, other, most)
    return front, _alike(one[front:][::-1], other[front:][::-1], most - front)


def _alike(one: Sequence[str], other: Sequence[str], most: int) -> int:
    """How much two texts have in common at their beginnings."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
