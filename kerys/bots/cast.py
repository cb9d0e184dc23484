"""The cast: the names under which bots sit at a table."""

from __future__ import annotations

import random
from collections.abc import Iterable

from kerys.locale import _

CASTS = {
    "ys": (
        *("Nolwenn", "Gwenael", "Maelle", "Riwal", "Katell", "Tanguy", "Rozenn", "Malo"),
        *("Enora", "Corentin", "Bleuenn", "Yannig", "Soazig", "Erwan", "Tifenn", "Padrig"),
        *("Azenor", "Goulven", "Lenaig", "Konan"),
    ),
    "mykerinos": (
        *("Winifred", "Ambrose", "Cordelia", "Horatio", "Beatrix", "Cuthbert", "Leonie", "Archie"),
        *("Philippa", "Barnaby", "Henrietta", "Ludovic", "Clementine", "Reginald", "Ottilie"),
        *("Percival", "Rosalind", "Eustace", "Marguerite", "Lysander"),
    ),
}
"""Merchants of the sunken city, and archaeologists."""
TRAVELLERS = (
    *("Pepita", "Casimir", "Zelda", "Florian", "Mirabel", "Tobias", "Ysolde", "Quentin"),
    *("Juniper", "Anselm", "Odette", "Bruno", "Saskia", "Linus", "Fabienne", "Otto"),
)
"""Names for any other game."""


def bot_name(game: str, table: str, taken: Iterable[str]) -> str:
    """A name for a bot that nobody else at the table has.

    `table` is anything that stays the same for a table, such as its commitment: the same table and
    the same others give the same name.
    """
    names = list(CASTS.get(game, TRAVELLERS))
    random.Random(table).shuffle(names)
    used = {name.casefold() for name in taken}
    return next(name for name in names if name.casefold() not in used)


def bot_title(name: str, bot: str) -> str:
    """The name of a bot with its level, where levels matter."""
    return _("{name} ({level})").format(name=name, level=bot)
