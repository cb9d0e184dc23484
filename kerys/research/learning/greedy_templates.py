"""`greedy` in the rows of a batch, compiled; linked to one game by `greedy_rows`."""

from __future__ import annotations

from kerys.bots.search.workspace import VIEW
from kerys.kernel.bits import has, whole
from kerys.kernel.linking import template
from kerys.kernel.seats import ask_all


@template
def greedy_rows(first, last, states, books, seats, pool, notes, worlds, where, chosen):
    """Choose for a range of rows."""
    for row in range(first, last):
        chosen[row] = -1
        if not where[row]:
            continue
        seat = whole(seats[row])
        pool[VIEW] = states[row]
        redact(pool[VIEW], seat)
        if has(SECRET, pool[VIEW].question):
            ask_all(pool[VIEW], whole(pool[VIEW].question))
        notes.chance[:] = books[row].chance
        chosen[row] = greedy(pool, notes, seat, worlds)
        books[row].chance[:] = notes.chance
