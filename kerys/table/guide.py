"""A game's guide for players: a Markdown source, parsed into parts that anything can show.

The source is plain Markdown with two additions. `{YS-5.3 YS-R9}` at the end of a paragraph or a
list item names the rules behind it. A picture is a paragraph of its own: `portrait:captain` is a
person of the game, and `guide.kerys?ply=40&seat=1&part=market` is a part of a position in a record
next to the guide; the title of such a picture is its caption.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.game import Game
from kerys.table.record import load
from kerys.table.view import View


class GuideError(LookupError):
    """There is no such guide or section, or the source of a guide can't be parsed."""


@dataclass(frozen=True)
class Words:
    """A run of words in the same style."""

    text: str
    strong: bool = False
    emphasis: bool = False
    link: str = ""
    """The link target: `#captain` is a section of the same guide."""


Line = tuple[Words, ...]


def plain(line: Line) -> str:
    """The words alone."""
    return "".join(one.text for one in line)


@dataclass(frozen=True)
class Paragraph:
    """A paragraph or list item, and the rules behind it."""

    words: Line
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[Paragraph, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Grid:
    """A table: its header and its rows."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]


@dataclass(frozen=True)
class Portrait:
    """A person of the game."""

    name: str
    about: str


@dataclass(frozen=True)
class Picture:
    """A part of a position from a real game."""

    record: str
    ply: int
    seat: int
    part: str
    about: str
    """A description, for people who can't see the picture."""
    caption: str = ""

    @property
    def name(self) -> str:
        """A unique name within the guide."""
        seat = "" if self.seat == SPECTATOR else f"-seat{self.seat}"
        return f"{Path(self.record).stem}-{self.ply}{seat}-{self.part}"


Block = Paragraph | Items | Grid | Portrait | Picture


@dataclass(frozen=True)
class Section:
    """A heading and its content, up to the next heading."""

    level: int
    title: str
    anchor: str
    blocks: tuple[Block, ...]

    @property
    def portrait(self) -> Portrait | None:
        """The person that the section is about."""
        return next((one for one in self.blocks if isinstance(one, Portrait)), None)

    def paragraphs(self) -> Iterator[Paragraph]:
        """All paragraphs and list items."""
        for block in self.blocks:
            if isinstance(block, Paragraph):
                yield block
            elif isinstance(block, Items):
                yield from block.items


@dataclass(frozen=True)
class Guide:
    """A whole guide."""

    game: str
    folder: Path
    sections: tuple[Section, ...]
    """The first one has the title and the introduction."""

    @property
    def title(self) -> str:
        """The title."""
        return self.sections[0].title

    @property
    def chapters(self) -> tuple[Section, ...]:
        """The sections that a table of contents lists."""
        return tuple(one for one in self.sections if one.level == 2)

    @cached_property
    def pictures(self) -> dict[str, Picture]:
        """All pictures by name."""
        blocks = (block for section in self.sections for block in section.blocks)
        return {one.name: one for one in blocks if isinstance(one, Picture)}

    def parts_of(self, chapter: Section) -> tuple[Section, ...]:
        """A section and its subsections."""
        start = self.sections.index(chapter)
        end = start + 1
        while end < len(self.sections) and self.sections[end].level > chapter.level:
            end += 1
        return self.sections[start:end]

    def find(self, wanted: str) -> tuple[Section, ...]:
        """The section with this anchor, or with these words in its title; `explain` finds more."""
        from kerys.table.guide_search import found_section

        return self.parts_of(found_section(self, wanted))

    def explain(self, wanted: str) -> tuple[Section, ...]:
        """What the guide says about a word: its definition, its section, or mentions."""
        from kerys.table.guide_search import explain

        return explain(self, wanted)

    def about_rules(self, rule_ids: Collection[str]) -> tuple[Paragraph, ...]:
        """Where the guide first explains each of some rules, after its introduction."""
        explained = [one for part in self.sections[1:] for one in part.paragraphs()]
        found: list[Paragraph] = []
        for rule_id in rule_ids:
            found += [one for one in explained if rule_id in one.rules][:1]
        return tuple(dict.fromkeys(found))

    def view(self, picture: Picture) -> View:
        """The position that a picture shows."""
        return _played(self.folder / picture.record).view(picture.seat, picture.ply)


def has_guide(game: str) -> bool:
    """Whether a game comes with a guide."""
    return game in GAMES and bool(GAMES[game].wording.guide)


@cache
def guide_of(game: str) -> Guide:
    """The guide of a game."""
    from kerys.table.guide_source import sections

    if not has_guide(game):
        raise GuideError(_("There is no guide for {game}.").format(game=repr(game)))
    rules = GAMES[game]
    return Guide(game, rules.folder, sections(rules.wording.guide))


@lru_cache(maxsize=4)
def _played(path: Path) -> Game:
    """The game of a record."""
    return load(path).replay()
