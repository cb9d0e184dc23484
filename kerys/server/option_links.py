"""The links of a decision's options; there may be a hundred, too many for a template."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlencode

from markupsafe import Markup, escape

from kerys.table.picking import Option


def option_links(
    address: str, picks: Sequence[str], options: Sequence[Option], sentences: bool
) -> Markup:
    """The links that pick an option, or undo the pick; `sentences` adds what each would do."""
    chosen = tuple(picks)
    links = [_option_link(address, chosen, option, sentences) for option in options]
    return Markup("\n".join(links))


@lru_cache(maxsize=2048)
def _option_link(address: str, picks: tuple[str, ...], option: Option, sentence: bool) -> str:
    """One of them."""
    pick = option.pick
    kept = [one for one in picks if one != pick] if option.picked else [*picks, pick]
    there = escape(f"{address}?{urlencode({'pick': kept}, doseq=True)}" if kept else address)
    current = 'aria-current="true"' if option.picked else ""
    said = f"<span>{escape(option.about)}</span>" if sentence else f"<b>{escape(option.text)}</b>"
    return (
        f'      <a class="option {"picked" if option.picked else ""}"'
        f' id="option-{escape(pick.replace(" ", "_"))}" data-pick="{escape(pick)}" {current}'
        f' href="{there}">{said}</a>'
    )
