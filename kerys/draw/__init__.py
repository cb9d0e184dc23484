"""A view as a picture, as text and as panels: pure functions, no decisions.

Every folder in here draws one game and provides `svg(view, width, theme, lit)`,
`text(view, width)` and `panels(view)`. Importing this room teaches every `View` to show itself.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from kerys.table.view import ARTISTS

for _module in iter_modules(__path__):
    if _module.ispkg:
        ARTISTS[_module.name] = import_module(f"{__name__}.{_module.name}")
