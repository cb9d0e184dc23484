"""The master's answer as lines of text."""

from __future__ import annotations

from textwrap import wrap

from kerys.locale import _
from kerys.study.advice import Advice


def advice_lines(advice: Advice, width: int) -> list[str]:
    """What the master would do and why, within a width."""
    lines = [_("What the master would do:")]
    for number, one in enumerate(advice.suggestions, 1):
        said = f"{one.does.rstrip('.')} ({one.move}): {one.worth}"
        lines += wrap(said, width, initial_indent=f"  {number}. ", subsequent_indent="     ")
    lines += wrap(" ".join(advice.why), width)
    for facts in advice.facts:
        lines += wrap(facts.title, width)
        for line in facts.lines:
            lines += wrap(line, width, initial_indent="  - ", subsequent_indent="    ")
    return lines
