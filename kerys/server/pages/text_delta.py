"""Text deltas: how to turn an old text into a new one, sending only what is new.

A text comes in pieces, such as the areas of a drawing or the rows of a table, and these are cut
into chunks at their tags. A client that has the old chunks builds the new ones from them (see
static/film.js). Unchanged pieces aren't examined, and the delta of a changed one is computed once
for all pages that show it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import is_

Jump = tuple[int]
"""Jumps to another place in the old text: this many chunks forward, or back if negative."""
Patch = tuple[int, int, str]
"""The next chunk has changed a little: how many characters to keep at its start and at its end, and
the new text between them."""
Step = int | str | Jump | Patch
"""A number of chunks to keep, a new chunk, a jump, or a patch."""
Delta = list[Step]
"""How many chunks the old text has, then steps that read it from the start."""
LEAST_SAVED = 16
"""How many characters a patch must save to make up for its numbers and brackets."""
MOST_REMEMBERED = 8192


@lru_cache(maxsize=MOST_REMEMBERED)
def _chunks_of(piece: str, mark: str) -> tuple[str, ...]:
    """A piece cut into chunks; each except the first begins with one of the marks."""
    if not piece:
        return ()
    cuts = [found.start() for found in _marks(mark).finditer(piece)]
    if not cuts or cuts[0]:
        cuts.insert(0, 0)
    cuts.append(len(piece))
    return tuple([piece[begin:end] for begin, end in pairwise(cuts)])


@cache
def _marks(mark: str) -> re.Pattern[str]:
    """A pattern that finds each of the marks."""
    return re.compile("|".join(map(re.escape, mark.split("|"))))


class _Counts(dict[str, int]):
    """How many chunks each piece has."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self._mark = mark

    def __missing__(self, piece: str) -> int:
        if len(self) >= 2 * MOST_REMEMBERED:
            self.clear()
        many = self[piece] = len(_chunks_of(piece, self._mark))
        return many


@cache
def _counts(mark: str) -> _Counts:
    """The chunk counts for a mark."""
    return _Counts(mark)


def chunks_of(pieces: Sequence[str], mark: str) -> Sequence[str]:
    """Pieces cut into chunks; without a mark, each piece is one chunk."""
    if not mark:
        return pieces
    return [chunk for piece in pieces for chunk in _chunks_of(piece, mark)]


def delta(old: Sequence[str], new: Sequence[str], mark: str = "") -> Delta:
    """The delta from the old pieces to the new ones."""
    found: Delta
    if mark and len(old) == len(new):
        found, stay = _piece_by_piece(old, new, mark)
    else:
        chunks = chunks_of(old, mark)
        found = [len(chunks)]
        stay = _go_on(found, 0, _steps(chunks, chunks_of(new, mark)))
    if stay:
        found.append(stay)
    elif isinstance(found[-1], tuple) and len(found[-1]) == 1:
        found.pop()  # nothing comes after this jump
    return found


def _piece_by_piece(old: Sequence[str], new: Sequence[str], mark: str) -> tuple[Delta, int]:
    """The delta piece by piece; and how many chunks to keep at the end."""
    many = list(map(_counts(mark).__getitem__, old))
    found: Delta = [sum(many)]
    stay = begin = 0
    for index in [index for index, same in enumerate(map(is_, old, new)) if not same]:
        if old[index] != new[index]:
            stay += sum(many[begin:index])
            stay = _go_on(found, stay, _piece_steps(old[index], new[index], mark))
            begin = index + 1
    return found, stay + sum(many[begin:])


def _go_on(found: Delta, stay: int, steps: Sequence[Step]) -> int:
    """Add steps after `stay` kept chunks; returns how many are kept at the end, not yet added."""
    if not steps:
        return stay
    begin, end = steps[0], steps[-1]
    if len(steps) == 1 and isinstance(begin, int):
        return stay + begin
    start = 0
    if isinstance(begin, int):
        stay, start = stay + begin, 1
    if stay:
        found.append(stay)
    if isinstance(end, int):
        found += steps[start:-1]
        return end
    found += steps[start:]
    return 0


@lru_cache(maxsize=MOST_REMEMBERED)
def _piece_steps(old: str, new: str, mark: str) -> tuple[Step, ...]:
    """The steps from a piece to another one."""
    return tuple(_steps(_chunks_of(old, mark), _chunks_of(new, mark)))


def _steps(old: Sequence[str], new: Sequence[str]) -> list[Step]:
    """The steps from the old chunks to the new ones; at the end, all old ones have been read.

    A run of kept chunks continues as long as both texts agree; after a difference, the next chunk
    is looked up in the old text.
    """
    first, last = _ends(old, new)
    end = len(old) - last
    steps = _Steps(0)
    steps.stay(0, first)
    _middle(steps, old, first, end, new[first : len(new) - last])
    steps.stay(end, last)
    steps.go_to(len(old))
    return steps.found


class _Steps:
    """Steps through an old text."""

    def __init__(self, place: int) -> None:
        self.found: list[Step] = []
        self._place = place

    def go_to(self, place: int) -> None:
        """Continue at another place."""
        if place != self._place:
            self.found.append((place - self._place,))
            self._place = place

    def stay(self, begin: int, count: int) -> None:
        """Keep a run of chunks."""
        if not count:
            return
        if begin == self._place and self.found and isinstance(self.found[-1], int):
            self.found[-1] += count
        else:
            self.go_to(begin)
            self.found.append(count)
        self._place = begin + count

    def patch(self, place: int, patch: Patch) -> None:
        """Patch a chunk that has changed a little."""
        self.go_to(place)
        self.found.append(patch)
        self._place = place + 1


def _middle(steps: _Steps, old: Sequence[str], start: int, end: int, new: Sequence[str]) -> None:
    """Add the steps between the common start and the common end of both texts."""
    places: dict[str, int] | None = None
    begin = expected = start  # where the kept run starts, and the next old chunk
    for index, chunk in enumerate(new):
        here = old[expected] if expected < end else None
        if here == chunk:
            expected += 1
            continue
        steps.stay(begin, expected - begin)
        after = new[index + 1] if index + 1 < len(new) else None
        later = old[expected + 1] if expected + 1 < end else None
        place = expected + 1 if later == chunk else -1  # one chunk was removed
        if place < 0 and after not in (here, later):
            if places is None:
                places = {old[place]: place for place in range(end - 1, start - 1, -1)}
            place = places.get(chunk, -1)
        if place >= 0:
            begin, expected = place, place + 1
            continue
        if here is None or after == here:  # one chunk was added
            steps.found.append(chunk)
        else:
            patch = _patched(here, chunk)
            if patch is None:
                steps.found.append(chunk)
            else:
                steps.patch(expected, patch)
            expected += 1
        begin = expected
    steps.stay(begin, expected - begin)


@lru_cache(maxsize=2 * MOST_REMEMBERED)
def _patched(old: str, new: str) -> Patch | None:
    """A patch from one chunk to another, if it saves enough."""
    if len(new) < 2 * LEAST_SAVED or not (old.isascii() and new.isascii()):
        return None  # too short, or JavaScript would count its characters differently
    front, back = _ends(old, new)
    if front + back < LEAST_SAVED:
        return None
    return front, back, new[front : len(new) - back]


def _ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """How much two texts have in common at the start, and then at the end."""
    most = min(len(one), len(other))
    front = _alike(one, other, most)
    return front, _alike_at_end(one, other, most - front)


def _alike(one: Sequence[str], other: Sequence[str], most: int) -> int:
    """How much two texts have in common at the start."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        if one[least:middle] == other[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _alike_at_end(one: Sequence[str], other: Sequence[str], most: int) -> int:
    """How much two texts have in common at the end."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        here, there = len(one) - middle, len(other) - middle
        more = middle - least
        if one[here : here + more] == other[there : there + more]:
            least = middle
        else:
            most = middle - 1
    return least
