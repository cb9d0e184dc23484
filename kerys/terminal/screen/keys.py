"""Screens whose footer names the keys in the current language."""

from __future__ import annotations

from dataclasses import replace

from textual.binding import ActiveBinding
from textual.screen import Screen

from kerys.locale import _


class KeyScreen(Screen[None]):
    """A screen with a footer; bindings are marked with `N_`."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys of this moment; those that are shown have translated labels."""
        return {
            key: _labelled(one) if one.binding.show else one
            for key, one in super().active_bindings.items()
        }


def _labelled(one: ActiveBinding) -> ActiveBinding:
    """A key with its label in the current language."""
    return one._replace(binding=replace(one.binding, description=_(one.binding.description)))
