"""Variations: lines of decisions that weren't played, kept with the record of a finished game.

A variation takes the place of a decision of the game, or of a decision of another variation after
its first one. No two of them begin with the same decision at the same place, so a line of decisions
has only one place among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kerys.locale import _
from kerys.table.errors import GameError, RecordError
from kerys.table.game import Game
from kerys.table.parsing import shown

MOST_VARIATIONS = 200
"""How many variations a record can hold, nested ones included."""
MOST_NESTED = 32
"""How deep variations can be nested."""
MOST_VARIED = 10_000
"""How many decisions all variations together can have."""
MOST_COMMENT = 200

Decision = tuple[int, str]
"""The seat and text of a decision."""
Place = tuple[int, ...]
"""Where a variation is: its number among those of the game, then among those of that one, ..."""


@dataclass(frozen=True)
class Variation:
    """A line of decisions that wasn't played."""

    at: int
    """The ply it starts from: its first decision takes the place of decision `at + 1`."""
    decisions: tuple[Decision, ...]
    comment: str = ""
    variations: tuple[Variation, ...] = ()
    """Those that start from a later ply of this one."""


Variations = tuple[Variation, ...]


class VariationError(RecordError):
    """A variation isn't possible; `place` says which one, each number counted from 0.

    `number` is the decision at fault, counted from 1 like all decisions of its line.
    """

    def __init__(self, place: Place, problem: str, number: int | None = None) -> None:
        name = ".".join(str(one + 1) for one in place)
        if number is None:
            said = _("variation {name}: {problem}").format(name=name, problem=problem)
        else:
            said = _("variation {name}, decision {number}: {problem}").format(
                name=name, number=number, problem=problem
            )
        super().__init__(said)
        self.place = place
        self.number = number
        self.variation_problem = problem


def walk(variations: Variations, place: Place = ()) -> Iterator[tuple[Place, Variation]]:
    """All variations with their places, each followed by those nested in it."""
    for number, one in enumerate(variations):
        here = (*place, number)
        yield here, one
        yield from walk(one.variations, here)


# --- Checks ------------------------------------------------------------------------------------


def check_variations(game: Game, variations: Variations) -> None:
    """Refuse variations that a finished game can't have; a VariationError says which and why."""
    if not variations:
        return
    if not game.over:
        raise RecordError(_("only the record of a finished game can have variations"))
    check_limits(variations)
    _check_lines(game, 0, decision_texts(game), variations, ())


def check_limits(variations: Variations) -> None:
    """Refuse more variations than a record can hold, and comments that don't fit on a line."""
    decisions = 0
    for number, (place, one) in enumerate(walk(variations), 1):
        decisions += len(one.decisions)
        if number > MOST_VARIATIONS:
            raise VariationError(place, too_many())
        if len(place) > MOST_NESTED:
            raise VariationError(place, too_deep())
        if decisions > MOST_VARIED:
            raise VariationError(place, too_long())
        if one.comment:
            try:
                check_comment(one.comment)
            except RecordError as error:
                raise VariationError(place, error.problem) from error


def too_many() -> str:
    """What to say about too many variations."""
    return _("a record can hold at most {number} variations").format(number=MOST_VARIATIONS)


def too_deep() -> str:
    """What to say about variations that are nested too deep."""
    return _("variations can be nested at most {number} deep").format(number=MOST_NESTED)


def too_long() -> str:
    """What to say about variations with too many decisions."""
    return _("the variations of a record can have at most {number} decisions").format(
        number=MOST_VARIED
    )


def check_comment(comment: str) -> str:
    """A comment, which must fit on one line."""
    if not comment.isprintable() or comment != comment.strip() or len(comment) > MOST_COMMENT:
        raise RecordError(
            _("a comment must fit on one line, with at most {number} characters").format(
                number=MOST_COMMENT
            )
        )
    return comment


def _check_lines(
    game: Game, start: int, line: Sequence[Decision], variations: Variations, place: Place
) -> None:
    """Check the variations of a line that `game` has played, from decision `start + 1` on."""
    first = start + 1 if place else 0
    begun: dict[int, set[Decision]] = {}
    before = first
    for number, one in enumerate(variations):
        here = (*place, number)
        if not first <= one.at < start + len(line):
            raise VariationError(here, _no_place(first, start + len(line)))
        if one.at < before:
            raise VariationError(here, _("variations are in the order of their first decisions"))
        before = one.at
        if not one.decisions:
            raise VariationError(here, _("a variation has at least one decision"))
        taken = begun.setdefault(one.at, {line[one.at - start]})
        if one.decisions[0] in taken:
            raise VariationError(
                here, _("another line already begins with this decision here"), one.at + 1
            )
        taken.add(one.decisions[0])
        _check_lines(_played(game, one, here), one.at, one.decisions, one.variations, here)


def _no_place(first: int, end: int) -> str:
    """What to say about a variation of no decision."""
    if first >= end:
        return _("there is no decision here that a variation could take the place of")
    return _("a variation here must start from decision {first} to {last}").format(
        first=first + 1, last=end
    )


def _played(game: Game, variation: Variation, place: Place) -> Game:
    """A game that has played a variation, every decision checked."""
    line = game.fork(variation.at)
    for number, (seat, text) in enumerate(variation.decisions, variation.at + 1):
        try:
            push_exactly(line, seat, text)
        except GameError as error:
            problem = error.problem if isinstance(error, RecordError) else str(error)
            raise VariationError(place, problem, number) from error
    return line


def push_exactly(game: Game, seat: int, text: str) -> None:
    """Make one decision, given by its exact text."""
    code = game.rules.wording.texts().get(text)
    if code is None:
        raise RecordError(_("'{text}' isn't a move").format(text=shown(text)))
    game.push(seat, code)


# --- Changes -----------------------------------------------------------------------------------


def with_line(game: Game, variations: Variations, line: Game, comment: str = "") -> Variations:
    """The variations of a game with one more line, which another game has played.

    What the line shares with the game or with a variation isn't repeated. A line that goes on where
    a variation ends makes it longer.
    """
    if line.rules is not game.rules or line.before(0).tobytes() != game.before(0).tobytes():
        raise GameError(_("This line was played from another deal."))
    check_comment(comment)
    found = merged(decision_texts(game), variations, decision_texts(line), comment)
    check_variations(game, found)
    return found


def merged(
    line: Sequence[Decision],
    variations: Variations,
    new: Sequence[Decision],
    said: str,
    start: int = 0,
) -> Variations:
    """The variations of a line that starts at a ply, with a new one of the same start.

    It isn't checked whether the new line is possible.
    """
    common = _common(line, new)
    if common == len(new):
        raise GameError(_("This line is already part of the record."))
    at, rest = start + common, tuple(new[common:])
    for number, one in enumerate(variations):
        if one.at == at and one.decisions[0] == rest[0]:
            longer = _joined(one, rest, said)
            return (*variations[:number], longer, *variations[number + 1 :])
    place = sum(one.at <= at for one in variations)
    return (*variations[:place], Variation(at, rest, said), *variations[place:])


def _joined(one: Variation, new: Sequence[Decision], said: str) -> Variation:
    """A variation with a line that begins like it."""
    common = _common(one.decisions, new)
    if common == len(one.decisions) < len(new):
        return replace(one, decisions=tuple(new), comment=said or one.comment)
    if common == len(new) and said and said != one.comment and common == len(one.decisions):
        return replace(one, comment=said)
    nested = merged(one.decisions, one.variations, new, said, one.at)
    return replace(one, variations=nested)


def _common(one: Sequence[Decision], other: Sequence[Decision]) -> int:
    """How many decisions two lines share at their start."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, its) in pairs if mine != its), min(len(one), len(other)))


def without(variations: Variations, place: Place) -> Variations:
    """The variations without the one at a place, and without those nested in it."""
    _at_place(variations, place)
    number, *deeper = place
    one = variations[number]
    kept = (replace(one, variations=without(one.variations, tuple(deeper))),) if deeper else ()
    return (*variations[:number], *kept, *variations[number + 1 :])


def line_to(game: Game, variations: Variations, place: Place) -> tuple[Game, int]:
    """A game that has played a variation to its end, and the ply where it left the game."""
    line = game
    for depth in range(1, len(place) + 1):
        line = _played(line, _at_place(variations, place[:depth]), place[:depth])
    return line, _at_place(variations, place[:1]).at


def _at_place(variations: Variations, place: Place) -> Variation:
    """The variation at a place."""
    for here, one in walk(variations):
        if here == place:
            return one
    name = ".".join(str(number + 1) for number in place)
    raise GameError(_("There is no variation {name}.").format(name=name))


def decision_texts(game: Game) -> tuple[Decision, ...]:
    """The decisions of a game as a record holds them."""
    text = game.rules.wording.text
    return tuple((move.seat, text(move.code)) for move in game.moves)
