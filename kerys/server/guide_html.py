"""A guide and the numbered rules as HTML, rendered once for each game, theme and language."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import NamedTuple

from markupsafe import Markup, escape

from kerys.draw.palette import Theme
from kerys.draw.parts import part_of, part_picture, portrait_picture
from kerys.locale import _, language, speaking
from kerys.server.assets import stamp
from kerys.table.guide import (
    Block,
    Grid,
    Guide,
    Items,
    Line,
    Paragraph,
    Picture,
    Portrait,
    Section,
    guide_of,
)
from kerys.table.rulebook import RULE_ID, chapters, statements

MOST_KEPT = 64
PORTRAIT_SIZE = 96
MOST_BESIDE = 440
"""A picture up to this width has its caption beside it where there is room."""
MARGIN_ID = "rule"


# --- Pictures ----------------------------------------------------------------------------------


@lru_cache(maxsize=MOST_KEPT)
def picture(game: str, name: str, theme: Theme, lang: str) -> str:
    """A position from a guide, with its text in a language."""
    guide = guide_of(game)
    shown = guide.pictures[name]
    with speaking(lang):
        return part_picture(guide.view(shown), shown.part, theme)


@lru_cache(maxsize=MOST_KEPT)
def portrait(game: str, name: str, theme: Theme) -> str:
    """A portrait from a guide."""
    return portrait_picture(game, name, theme)


def picture_address(game: str, name: str, theme: Theme) -> str:
    """The address of a position; it changes with the drawing."""
    drawn = picture(game, name, theme, language())
    return f"/guide/{game}/picture/{theme}/{name}.svg?{stamp(drawn.encode())}"


def portrait_address(game: str, name: str, theme: Theme) -> str:
    """The address of a portrait."""
    drawn = portrait(game, name, theme)
    return f"/guide/{game}/portrait/{theme}/{name}.svg?{stamp(drawn.encode())}"


# --- The guide ---------------------------------------------------------------------------------


class GuideHtml(NamedTuple):
    """A guide, without the page around it."""

    opening: Markup
    """The title, and what the game is about."""
    rest: Markup


@lru_cache(maxsize=MOST_KEPT)
def guide_html(game: str, theme: Theme, lang: str) -> GuideHtml:
    """The guide of a game."""
    with speaking(lang):
        writer = _Writer(guide_of(game), theme)
        opening, *rest = (writer.section(one) for one in writer.guide.sections)
        return GuideHtml(Markup(opening), Markup("".join(rest)))


class _Writer:
    """Writes a guide; margin notes are counted, so that each has its own id."""

    def __init__(self, guide: Guide, theme: Theme) -> None:
        self.guide = guide
        self.theme = theme
        self.notes = count(1)

    def section(self, section: Section) -> str:
        """A heading with what follows it."""
        tag = f"h{section.level}"
        who = ' class="person"' if section.portrait else ""
        body = "".join(self.block(block, section.title) for block in section.blocks)
        title = f'<{tag} id="{section.anchor}">{escape(section.title)}</{tag}>'
        return f"<section{who}>{title}{body}</section>\n"

    def block(self, block: Block, title: str) -> str:
        """A block of any kind, below a title."""
        match block:
            case Paragraph():
                return f'<p class="told">{self.paragraph(block)}</p>'
            case Items():
                tag = "ol" if block.ordered else "ul"
                items = "".join(f"<li>{self.paragraph(one)}</li>" for one in block.items)
                return f"<{tag}>{items}</{tag}>"
            case Grid():
                return _table(block, title)
            case Portrait():
                return self.portrait(block)
            case Picture():
                return self.picture(block)

    def paragraph(self, paragraph: Paragraph) -> str:
        """A paragraph, with the rules behind it in the margin."""
        rules = " ".join(self.note(rule) for rule in paragraph.rules)
        margin = f' <span class="rules">{rules}</span>' if rules else ""
        return _words(paragraph.words) + margin

    def note(self, rule: str) -> str:
        """The id of a rule, which shows its statement."""
        name = f"{MARGIN_ID}-{next(self.notes)}"
        link = f'<a href="/rules/{self.guide.game}#{rule}">{_("All rules")}</a>'
        return (
            f'<span class="rule"><button type="button" aria-describedby="{name}">{rule}</button>'
            f'<span class="statement"><b>{rule}</b> <span id="{name}">'
            f"{escape(statements()[rule])}</span> {link}</span></span>"
        )

    def portrait(self, shown: Portrait) -> str:
        """A portrait beside what the character does."""
        address = portrait_address(self.guide.game, shown.name, self.theme)
        size = f'width="{PORTRAIT_SIZE}" height="{PORTRAIT_SIZE}"'
        return f'<img class="likeness" src="{address}" alt="" {size} loading="lazy">'

    def picture(self, shown: Picture) -> str:
        """A position with its caption."""
        cut = part_of(self.guide.view(shown), shown.part).cut
        address = picture_address(self.guide.game, shown.name, self.theme)
        size = f'width="{cut.width:.0f}" height="{cut.height:.0f}"'
        look = "beside" if cut.width <= MOST_BESIDE else "below"
        drawn = f'<img src="{address}" alt="{escape(shown.about)}" {size} loading="lazy">'
        caption = f"<figcaption>{escape(shown.caption)}</figcaption>" if shown.caption else ""
        return f'<figure class="caption-{look}">{drawn}{caption}</figure>'


def _words(line: Line) -> str:
    """Text with bold, emphasis and links."""
    html = ""
    for one in line:
        text = str(escape(one.text))
        if one.link:
            text = f'<a href="{escape(one.link)}">{text}</a>'
        if one.emphasis:
            text = f"<em>{text}</em>"
        html += f"<strong>{text}</strong>" if one.strong else text
    return html


def _table(grid: Grid, title: str) -> str:
    """A table whose first column names its rows; on a narrow page it scrolls, by keyboard too."""
    head = "".join(f'<th scope="col">{_words(cell)}</th>' for cell in grid.head)
    rows = "".join(
        f'<tr><th scope="row">{_words(row[0])}</th>'
        f"{''.join(f'<td>{_words(cell)}</td>' for cell in row[1:])}</tr>"
        for row in grid.rows
    )
    look = "numbers" if len(grid.head) > 2 else "sentences"
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    about = f'tabindex="0" role="region" aria-label="{escape(title)}"'
    return f'<div class="scroll {look}" {about}>{table}</div>'


# --- The rules ---------------------------------------------------------------------------------


@lru_cache(maxsize=MOST_KEPT)
def rules_html(game: str) -> Markup:
    """The numbered statements, each with an anchor; ids in them are links."""
    html = ""
    for heading, rules in chapters(game):
        html += f"<section><h2>{escape(heading)}</h2><dl>"
        for rule, text in rules:
            html += f'<div id="{rule}"><dt><a href="#{rule}">{rule}</a></dt>'
            html += f"<dd>{_linked(text)}</dd></div>"
        html += "</dl></section>\n"
    return Markup(html)


def _linked(text: str) -> str:
    """A statement in which rule ids link to their rules."""
    known = statements()
    return RULE_ID.sub(
        lambda found: f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in known else found[0],
        str(escape(text)),
    )
