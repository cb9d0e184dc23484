"""From typed text to actions: exact texts, several in a row, and the closest matches."""

from __future__ import annotations

import difflib

from kerys.kernel.contract import Rules, State
from kerys.locale import _
from kerys.table.errors import IllegalMove, NotYourTurn, UnknownMove

MOST_NEAREST = 5
MOST_TEXT = 200
MOST_WORDS = 8
MOST_SHOWN = 60
LEAST_LIKENESS = 0.4


def tidy(text: str) -> str:
    """A text in lower case, with single spaces."""
    return " ".join(text.split()).lower()


def shown(text: str) -> str:
    """What a person typed, as one short line for a message."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text[: 2 * MOST_SHOWN])
    line = " ".join(plain.split())
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN]}..."


def check_turn(rules: Rules, view: State, seat: int, names: tuple[str, ...]) -> None:
    """Refuse a seat that isn't asked."""
    seats = rules.seats(view)
    if not seats:
        raise NotYourTurn(_("The game is over."))
    if seat not in seats:
        raise NotYourTurn(
            _("It isn't {name}'s turn; the game is waiting for {others}.").format(
                name=names[seat], others=", ".join(names[one] for one in seats)
            )
        )


def check_legal(rules: Rules, view: State, seat: int, code: int) -> None:
    """Refuse an action that isn't a legal answer, and say why."""
    if not 0 <= code < rules.actions:
        raise UnknownMove(
            _("{code} isn't an action; actions are numbered from 0 to {last}.").format(
                code=code, last=rules.actions - 1
            )
        )
    if code not in rules.choices(view, seat):
        reason = rules.wording.refuse(view, seat, code)
        raise IllegalMove(
            _("'{text}' can't be played: {reason}").format(
                text=rules.wording.text(code), reason=reason
            )
        )


def read(rules: Rules, view: State, seat: int, text: str) -> tuple[int, str]:
    """The action at the start of a text, and the rest of the text.

    A text can hold several decisions, as in `extend c4 d4`: unless the whole text is an action,
    take the longest prefix that is one, preferring legal actions.
    """
    texts = rules.wording.texts()
    words = tidy(text[:MOST_TEXT]).split(" ")
    if len(text) <= MOST_TEXT and " ".join(words) in texts:
        return texts[" ".join(words)], ""
    heads = [(" ".join(words[:number]), number) for number in range(MOST_WORDS, 0, -1)]
    found = [(texts[head], number) for head, number in heads if head in texts]
    legal = set(rules.choices(view, seat))
    for code, number in [*(one for one in found if one[0] in legal), *found]:
        return code, " ".join(words[number:])
    raise unknown(rules, view, seat, text)


def answers(rules: Rules, state: State, seat: int, text: str) -> bool:
    """Whether a text starts with a legal answer of the seat."""
    view = rules.view(state, seat)
    legal = rules.choices(view, seat)
    try:
        return bool(legal) and read(rules, view, seat, text)[0] in legal
    except UnknownMove:
        return False


def without_forced(rules: Rules, seat: int, forced: list[tuple[int, int]], text: str) -> str:
    """A text without the forced moves at its start."""
    for owner, code in forced:
        move = rules.wording.text(code)
        if owner == seat and (text == move or text.startswith(f"{move} ")):
            text = text[len(move) :].strip()
    return text


def unknown(rules: Rules, view: State, seat: int, text: str) -> UnknownMove:
    """The error for a text that isn't an action, with the closest legal ones."""
    legal = [rules.wording.text(code) for code in rules.choices(view, seat)]
    nearest = nearest_texts(text, legal)
    return UnknownMove(
        _("'{text}' isn't a move. Nearest: {nearest}.").format(
            text=shown(text), nearest=", ".join(f"'{one}'" for one in nearest)
        ),
        nearest,
    )


def nearest_texts(text: str, legal: list[str]) -> tuple[str, ...]:
    """The legal texts closest to what was typed; never empty."""
    wanted = tidy(text[:MOST_TEXT])
    near = difflib.get_close_matches(wanted, legal, MOST_NEAREST, LEAST_LIKENESS)
    begun = [one for one in legal if wanted and one.startswith(wanted[:3]) and one not in near]
    return tuple((near + begun or legal)[:MOST_NEAREST])
