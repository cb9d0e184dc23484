"""What packages offer under an entry point: games, facts, drawings, evaluators.

Kerys registers its own games in the same way as any other package. Nothing is loaded before it is
needed, and a package that can't be loaded doesn't affect the others.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar

from kerys.locale import _

LOG = logging.getLogger("kerys")
OURS = "kerys"
T_co = TypeVar("T_co", covariant=True)


class PluginError(LookupError):
    """Something that a package offers cannot be loaded; the message says what and why."""

    def __str__(self) -> str:
        return str(self.args[0])


class Plugins(Mapping[str, T_co]):
    """Everything offered under one group, by name; each is loaded when first looked up.

    Iteration skips what cannot be loaded and logs why; looking it up raises a `PluginError`.
    """

    def __init__(self, group: str, members: tuple[str, ...] = (), kind: type | None = None) -> None:
        self.group = group
        self._members = members
        self._kind = kind
        self._loaded: dict[str, T_co] = {}
        self._broken: dict[str, PluginError] = {}

    @cached_property
    def _points(self) -> dict[str, EntryPoint]:
        """The entry points by name; if two packages offer the same name, Kerys keeps its own."""
        found: dict[str, EntryPoint] = {}
        for point in sorted(entry_points(group=self.group), key=lambda one: one.name):
            if point.name not in found or (point.dist and point.dist.name == OURS):
                found[point.name] = point
        return found

    def names(self) -> list[str]:
        """Every name, without loading anything."""
        return list(self._points)

    def offered(self) -> list[EntryPoint]:
        """Every entry point, without loading anything."""
        return list(self._points.values())

    def __getitem__(self, name: str) -> T_co:
        if name in self._broken:
            raise self._broken[name]
        if name not in self._loaded:
            try:
                self._loaded[name] = self._load(self._points[name])
            except PluginError as error:
                self._broken[name] = error
                raise
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._points

    def __iter__(self) -> Iterator[str]:
        for name in self._points:
            known = name in self._broken
            try:
                self[name]
            except PluginError as error:
                if not known:
                    LOG.warning("%s", error)
            else:
                yield name

    def __len__(self) -> int:
        return sum(1 for _name in self)

    def _load(self, point: EntryPoint) -> T_co:
        """The object that an entry point names, if it has the required members."""
        try:
            loaded: Any = point.load()
        except Exception as error:
            raise self._error(point, f"{type(error).__name__}: {error}") from error
        if self._kind is not None and not isinstance(loaded, self._kind):
            raise self._error(point, _("it isn't a {kind}").format(kind=self._kind.__name__))
        missing = [name for name in self._members if not hasattr(loaded, name)]
        if missing:
            raise self._error(point, _("it has no {names}").format(names=", ".join(missing)))
        if getattr(loaded, "name", point.name) != point.name:
            problem = _("it calls itself '{name}'").format(name=loaded.name)
            raise self._error(point, problem)
        return loaded  # type: ignore[no-any-return]

    def _error(self, point: EntryPoint, problem: str) -> PluginError:
        """The error that says why an entry point cannot be used."""
        return PluginError(
            _("'{name}' ({where}, offered as {group}) cannot be loaded: {problem}").format(
                name=point.name, where=point.value, group=self.group, problem=problem
            )
        )
