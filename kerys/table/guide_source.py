"""Parses the source of a guide: the subset of Markdown that guides need."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qs, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kerys.kernel.contract import SPECTATOR
from kerys.table.guide import (
    Block,
    Grid,
    GuideError,
    Items,
    Line,
    Paragraph,
    Picture,
    Portrait,
    Section,
    Words,
)

RULES = re.compile(r"\s*\{((?:[A-Z]{2}-[A-Z\d.]+ ?)+)\}$")
ANCHOR = re.compile(r"\s*\{#([a-z\d-]+)\}$")
PORTRAIT = "portrait"
BREAKS = {"softbreak": " ", "hardbreak": " "}


def sections(source: str) -> tuple[Section, ...]:
    """The sections of a guide, in order."""
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    found: list[Section] = []
    blocks: list[Block] = []
    reader = iter(tokens)
    for token in reader:
        if token.type == "heading_open":
            if found:
                found[-1] = replace(found[-1], blocks=tuple(blocks))
            blocks = []
            found.append(_heading(token, _inside(reader)))
        else:
            blocks.append(_block(token, reader))
    if not found:
        raise GuideError("a guide begins with a title")
    return (*found[:-1], replace(found[-1], blocks=tuple(blocks)))


def slug(title: str) -> str:
    """The anchor of a title."""
    return "-".join(re.findall(r"[a-z\d]+", title.lower().replace("'", "")))


def _heading(token: Token, inline: Token) -> Section:
    """A heading; a trailing `{#name}` is its anchor."""
    found = ANCHOR.search(inline.content)
    title = inline.content[: found.start()] if found else inline.content
    return Section(int(token.tag[1:]), title, found[1] if found else slug(title), ())


def _inside(reader: Iterator[Token]) -> Token:
    """The content of an element that contains only words."""
    inline = next(reader)
    if inline.type != "inline":
        raise _unknown(inline)
    next(reader)
    return inline


def _block(token: Token, reader: Iterator[Token]) -> Block:
    """The next block."""
    if token.type == "paragraph_open":
        inline = _inside(reader)
        return _picture(inline) or _paragraph(inline)
    if token.type in ("bullet_list_open", "ordered_list_open"):
        return Items(tuple(_items(reader)), token.type == "ordered_list_open")
    if token.type == "table_open":
        return _grid(reader)
    raise _unknown(token)


def _items(reader: Iterator[Token]) -> Iterator[Paragraph]:
    """The items of a list, one paragraph each."""
    for token in reader:
        if token.type.endswith("_list_close"):
            return
        if token.type != "list_item_open" or next(reader).type != "paragraph_open":
            raise _unknown(token)
        yield _paragraph(_inside(reader))
        closing = next(reader)
        if closing.type != "list_item_close":
            raise _unknown(closing)


def _grid(reader: Iterator[Token]) -> Grid:
    """A table."""
    rows: list[list[Line]] = []
    for token in reader:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_line(token))
    return Grid(tuple(rows[0]), tuple(tuple(row) for row in rows[1:]))


def _paragraph(inline: Token) -> Paragraph:
    """Words, and the rules named at their end."""
    line = _line(inline)
    found = RULES.search(line[-1].text)
    if not found:
        return Paragraph(line)
    last = replace(line[-1], text=line[-1].text[: found.start()])
    return Paragraph((*line[:-1], last) if last.text else line[:-1], tuple(found[1].split()))


@dataclass
class _Style:
    """The style of the words being parsed."""

    strong: bool = False
    emphasis: bool = False
    link: str = ""
    line: list[Words] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Add words, joined with the previous ones if they look the same."""
        words = Words(text, self.strong, self.emphasis, self.link)
        if self.line and replace(self.line[-1], text="") == replace(words, text=""):
            words = replace(words, text=self.line.pop().text + text)
        self.line.append(words)


def _line(inline: Token) -> Line:
    """A line of words with its bold, italic and linked parts."""
    style = _Style()
    for token in inline.children or ():
        if token.type == "text":
            if token.content:
                style.add(token.content)
        elif token.type in BREAKS:
            style.add(BREAKS[token.type])
        elif token.type in ("strong_open", "strong_close"):
            style.strong = token.nesting > 0
        elif token.type in ("em_open", "em_close"):
            style.emphasis = token.nesting > 0
        elif token.type in ("link_open", "link_close"):
            style.link = str(token.attrGet("href") or "")
        else:
            raise _unknown(inline, token.type)
    return tuple(style.line)


def _picture(inline: Token) -> Portrait | Picture | None:
    """A picture, if it is alone in the paragraph."""
    children = inline.children or []
    if len(children) != 1 or children[0].type != "image":
        return None
    image = children[0]
    address = urlsplit(str(image.attrGet("src")))
    if address.scheme == PORTRAIT:
        return Portrait(address.path, image.content)
    asked = {name: values[0] for name, values in parse_qs(address.query).items()}
    if not {"ply", "part"} <= asked.keys() <= {"ply", "part", "seat"}:
        raise GuideError(f"{inline.content}: a picture names a ply and a part, and perhaps a seat")
    return Picture(
        record=address.path,
        ply=int(asked["ply"]),
        seat=int(asked.get("seat", SPECTATOR)),
        part=asked["part"],
        about=image.content,
        caption=str(image.attrGet("title") or ""),
    )


def _unknown(token: Token, kind: str = "") -> GuideError:
    """The error for something that guides can't contain."""
    line = f"line {token.map[0] + 1}: " if token.map else ""
    return GuideError(f"{line}a guide can't have {kind or token.type} here")
