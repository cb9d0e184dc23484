"""Names for guests, so that nobody has to think of one before they can play."""

from __future__ import annotations

import secrets

from kerys.locale import N_, _

PLACES = (
    N_("Amber"),
    N_("Canal"),
    N_("Cedar"),
    N_("Coral"),
    N_("Delta"),
    N_("Dune"),
    N_("Garden"),
    N_("Harbour"),
    N_("Island"),
    N_("Ivory"),
    N_("Lagoon"),
    N_("Lantern"),
    N_("Lotus"),
    N_("Meadow"),
    N_("Moon"),
    N_("Oasis"),
    N_("Palm"),
    N_("Papyrus"),
    N_("Pearl"),
    N_("Reed"),
    N_("River"),
    N_("Sand"),
    N_("Tide"),
    N_("Tower"),
)
CREATURES = (
    N_("Badger"),
    N_("Crane"),
    N_("Dolphin"),
    N_("Egret"),
    N_("Falcon"),
    N_("Fox"),
    N_("Gazelle"),
    N_("Gecko"),
    N_("Hare"),
    N_("Heron"),
    N_("Hoopoe"),
    N_("Ibis"),
    N_("Kestrel"),
    N_("Lynx"),
    N_("Marten"),
    N_("Otter"),
    N_("Owl"),
    N_("Pelican"),
    N_("Plover"),
    N_("Seal"),
    N_("Sparrow"),
    N_("Swift"),
    N_("Tern"),
    N_("Turtle"),
)


def guest_name() -> str:
    """A name of two words, such as Harbour Heron."""
    place, creature = secrets.choice(PLACES), secrets.choice(CREATURES)
    return _("{place} {creature}").format(place=_(place), creature=_(creature))
