"""What people read before they choose Mykerinos."""

from __future__ import annotations

from kerys.kernel.wording import DataFile
from kerys.locale import N_

ABOUT = N_(
    "Archaeologists dig for majorities in a desert of small areas, win the help of patrons, and "
    "place their finds in a museum whose rooms multiply them. Four short seasons."
)
CREDIT = N_("Mykerinos is a game by Nicolas Oury.")
FILES = (DataFile("lots", N_("your own lots")),)
GROUPS = {"space": N_("Where")}
