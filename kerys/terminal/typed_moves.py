"""From what people type to the text of a move: shortened words, in any order, without the verb.

Only the first move of a line is read like this; the rest must be exact, as everywhere else.
"""

from __future__ import annotations

from collections.abc import Sequence

from kerys.locale import _
from kerys.table.errors import UnknownMove
from kerys.table.parsing import MOST_TEXT, shown, tidy
from kerys.table.view import View

MOST_NAMED = 5
"""How many moves a refusal names."""


def find_move(view: View, line: str) -> str | None:
    """A line with its first move written in full, if exactly one legal move fits; else None."""
    words = _words(line)
    texts = view.legal_texts()
    for number in range(len(words), 0, -1):
        found = _fitting(words[:number], texts)
        if found:
            return " ".join([found[0], *words[number:]]) if len(found) == 1 else None
    return None


def read_typed(view: View, line: str) -> str:
    """The move that a person means, or a refusal that names what it could be."""
    move = find_move(view, line)
    if move is None:
        check_clear(view, line)
    return move or find_illegal(view, line) or line


def find_illegal(view: View, line: str) -> str | None:
    """The only move that fits a line but isn't legal now, so that a refusal can say why."""
    verbs = {text.split(" ")[0] for text in view.legal_texts()}
    known = [text for text in view.rules.wording.texts() if text.split(" ")[0] in verbs]
    found = _fitting(_words(line), known)
    return found[0] if len(found) == 1 else None


def check_clear(view: View, line: str) -> None:
    """Refuse a line that could mean several moves, or a part of one, and name them."""
    words, texts = _words(line), view.legal_texts()
    known = _vocabulary(texts)
    moves = [text for text in texts if words and _covers(words, text.split(" "), known)]
    if not moves:
        return
    named = ", ".join(f"'{move}'" for move in moves[:MOST_NAMED])
    if len(moves) > MOST_NAMED:
        message = _("'{text}' could be one of {number} moves, such as {moves}.")
    else:
        message = _("'{text}' could be: {moves}.")
    raise UnknownMove(
        message.format(text=shown(line), number=len(moves), moves=named),
        tuple(moves[:MOST_NAMED]),
    )


def _words(line: str) -> list[str]:
    """The words of a line; none if it is far too long."""
    return tidy(line).split() if len(line) <= MOST_TEXT else []


def _fitting(words: Sequence[str], texts: Sequence[str]) -> list[str]:
    """The moves whose words were typed, all of them or all but the only verb."""
    known = _vocabulary(texts)
    split = [text.split(" ") for text in texts]
    whole = [one for one in split if len(one) == len(words) and _covers(words, one, known)]
    verbs = {one[0] for one in split if len(one) > 1}
    if not whole and len(verbs) == 1:
        shorter = [one for one in split if len(one) == len(words) + 1]
        whole = [one for one in shorter if _covers(words, one[1:], known)]
    return [" ".join(one) for one in whole]


def _vocabulary(texts: Sequence[str]) -> frozenset[str]:
    """All words of some moves."""
    return frozenset(word for text in texts for word in text.split(" "))


def _covers(typed: Sequence[str], words: Sequence[str], known: frozenset[str]) -> bool:
    """Whether each typed word stands for another word: itself if it is one, or its beginning."""
    if len(typed) > len(words):
        return False
    if not typed:
        return True
    first = typed[0]
    return any(
        (word == first if first in known else word.startswith(first))
        and _covers(typed[1:], [*words[:place], *words[place + 1 :]], known)
        for place, word in enumerate(words)
    )
