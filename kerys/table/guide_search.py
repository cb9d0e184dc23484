"""Finds the part of a guide about a word, in whatever form people type it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from kerys.games import GAMES
from kerys.locale import _
from kerys.table.guide import Guide, GuideError, Paragraph, Section

ENDINGS = ("ing", "ed", "es", "s", "e", "y")
SHORTEST_STEM = 3
MOST_PASSAGES = 6
MOST_SUGGESTED = 3
LEAST_LIKENESS = 0.7
LONGEST_TERM = 3
"""The maximum number of words in a term."""


def word_list(said: str) -> list[str]:
    """The words of a name or title, in lower case."""
    return re.findall(r"\w+", said.lower().replace("'", ""))


def stem(word: str) -> str:
    """A word without its ending, so that `bid` and `bidding` match."""
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
            word = word[: -len(ending)]
            break
    doubled = len(word) > SHORTEST_STEM and word[-1] == word[-2]
    return word[:-1] if doubled else word


def explain(guide: Guide, wanted: str) -> tuple[Section, ...]:
    """What a guide says about a word: its definition and its section, or mentions."""
    section = named_section(guide, wanted)
    parts = guide.parts_of(section) if section else ()
    if section and set(word_list(section.title)) <= {*word_list(wanted), "the"}:
        return parts
    known = {one for part in parts for one in part.paragraphs()}
    found = tuple(_passages(guide, wanted, _terms, known))
    said = any(not word.isdigit() for word in word_list(wanted))
    if said and not found and (section is None or section.title.endswith("?")):
        found = tuple(_passages(guide, wanted, _all_words, known))
    return (*found, *parts) or guide.find(wanted)


def named_section(guide: Guide, wanted: str) -> Section | None:
    """The section with this anchor, or with these words in its title, in any form."""
    words = word_list(wanted)
    if not words:
        return None
    anchor, stems = "-".join(words), {stem(one) for one in words}
    titles = [(one, word_list(one.title)) for one in guide.sections[1:]]
    for found in (
        [one for one in guide.sections if one.anchor == anchor],
        [one for one, title in titles if title == words],
        [one for one in guide.sections[1:] if stem(one.anchor) == stem(anchor)],
        [one for one, title in titles if set(words) <= set(title)],
        [one for one, title in titles if stems <= {stem(word) for word in title}],
    ):
        if found:
            return found[0]
    return None


def found_section(guide: Guide, wanted: str) -> Section:
    """The section with this name, or whose anchor starts with it."""
    named = named_section(guide, wanted)
    if named:
        return named
    begun = "-".join(word_list(wanted))
    for section in guide.sections[1:]:
        if begun and section.anchor.startswith(begun):
            return section
    raise _unknown(guide, wanted)


def _passages(
    guide: Guide,
    wanted: str,
    words_of: Callable[[Paragraph], str],
    known: Collection[Paragraph] = (),
) -> Iterator[Section]:
    """Sections reduced to the paragraphs that contain all of some words."""
    stems = {stem(one) for one in word_list(wanted)}
    left = MOST_PASSAGES if stems else 0
    for section in guide.sections[1:]:
        about = [
            one
            for one in section.paragraphs()
            if one not in known and stems <= {stem(word) for word in word_list(words_of(one))}
        ][:left]
        left -= len(about)
        if about:
            yield replace(section, blocks=tuple(about))


def _terms(paragraph: Paragraph) -> str:
    """The terms that a paragraph defines: a few bold words that aren't a sentence."""
    bold = [one.text for one in paragraph.words if one.strong]
    return " ".join(
        one for one in bold if len(word_list(one)) <= LONGEST_TERM and not one.endswith(".")
    )


def _all_words(paragraph: Paragraph) -> str:
    """All words of a paragraph."""
    return "".join(one.text for one in paragraph.words)


def _unknown(guide: Guide, wanted: str) -> GuideError:
    """The error for a word that a guide doesn't have, with the closest names."""
    problem = _("The guide to {game} says nothing about '{wanted}'.").format(
        game=GAMES[guide.game].wording.title, wanted=wanted
    )
    anchors = [one.anchor for one in guide.sections[1:]]
    nearest = difflib.get_close_matches(
        "-".join(word_list(wanted)), anchors, MOST_SUGGESTED, LEAST_LIKENESS
    )
    if nearest:
        problem += " " + _("Did you mean {names}?").format(names=_(" or ").join(nearest))
    chapters = ", ".join(one.anchor for one in guide.chapters)
    return GuideError(f"{problem} " + _("Its chapters are: {names}.").format(names=chapters))
