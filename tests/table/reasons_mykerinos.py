"""What the refusals of Mykerinos claim."""

from __future__ import annotations

from collections.abc import Iterator

from kerys.games.mykerinos.actions import Kind, Question
from kerys.games.mykerinos.components import PATRON_NAMES
from tests.mykerinos.board import Board, space_name
from tests.table.reasons import Claims, Refused, is_off_the_question

CUBES = 25
LEMON = (Kind.LEMON_PLACE, Kind.LEMON_EXTEND)
EXTENDS = ("extend", "tangerine")
"""The last words of the actions whose first cube goes next to another."""


def board(refused: Refused) -> Board:
    return Board(refused.state)


def beside(name: str) -> Iterator[str]:
    """The adjacent spaces of a space."""
    column, row = ord(name[0]), int(name[1])
    for other_column, other_row in (
        (column - 1, row),
        (column + 1, row),
        (column, row - 1),
        (column, row + 1),
    ):
        if ord("a") <= other_column <= ord("h") and 1 <= other_row <= 9:
            yield f"{chr(other_column)}{other_row}"


def has_pyramid(refused: Refused) -> bool:
    return refused.text in board(refused).pyramid_names()


def reserve(refused: Refused) -> int:
    """The cubes of the seat's colour that are nowhere else."""
    state, seat = refused.state, refused.seat
    laid = sum(int(word).bit_count() for word in state.cubes[seat])
    return CUBES - laid - int(state.personal[seat]) - int(state.rooms[seat]).bit_count()


def patron(refused: Refused) -> int:
    return PATRON_NAMES.index(refused.found[1].lower())


def held(refused: Refused) -> int:
    """The cubes that the action could use: neutral ones or the seat's, one more with Violet."""
    state, seat = refused.state, refused.seat
    if state.question == Question.NEUTRAL_ACTION:
        return int(state.neutral_held[seat])
    return int(state.personal[seat]) + refused.text.startswith("violet")


def lies(refused: Refused) -> bool:
    """Whether a cube that the action could extend from lies on the region."""
    own = 2 if refused.state.question == Question.NEUTRAL_ACTION else refused.seat
    return any(refused.state.cubes[own])


def free_pyramids(refused: Refused) -> set[str]:
    return {name for name in board(refused).pyramid_names() if is_free(refused, name)}


def needed(refused: Refused) -> int:
    return {"tangerine": 3, "blackmore": 2}.get(refused.text, 1 + ("extend" in refused.text))


def room(refused: Refused) -> int:
    """The number of the room that the action names."""
    size, wing = refused.text.split(" ")
    return {"3-room": 0, "5-room": 5, "2-room": 10}[size] + int(wing[0]) - 1


def is_taken(refused: Refused, number: int) -> bool:
    return any(int(rooms) >> number & 1 for rooms in refused.state.rooms)


def doors(number: int) -> list[int]:
    """The rooms that lead to a 5-room: the 3-room of its wing and the 2-rooms on both sides."""
    wing = number - 5
    return [wing, 10 + wing, 10 + (wing - 1) % 5]


def colour(refused: Refused) -> int:
    return 2 if refused.state.question == Question.NEUTRAL_SPACE else refused.seat


def touches_own(refused: Refused) -> bool:
    table = board(refused)
    return any(table.cube(name) == colour(refused) for name in beside(refused.text))


def is_free(refused: Refused, name: str) -> bool:
    rows = 9 if refused.state.season == 3 else 6
    return board(refused).cube(name) is None and int(name[1]) <= rows


def leads_nowhere(refused: Refused) -> bool:
    """The space is free for this kind, but the cubes that must follow have no space."""
    table, state = board(refused), refused.state
    pyramids = table.pyramid_names()
    kind, left = Kind(int(state.kind)), needed_cubes(refused) - 1
    plain = {
        space_name(number)
        for number in range(72)
        if is_free(refused, space_name(number)) and space_name(number) not in pyramids
    } - {refused.text}
    if kind == Kind.LEMON_EXTEND:
        wanted = plain if refused.text in pyramids else pyramids
        return not any(name in wanted and is_free(refused, name) for name in beside(refused.text))
    ends = [name for name in beside(refused.text) if name in plain]
    if left == 2:
        ends = [name for name in ends if any(one in plain - {name} for one in beside(name))]
    return left > 0 and not ends


def needed_cubes(refused: Refused) -> int:
    """The cubes of the action that aren't laid yet."""
    number = {Kind.TANGERINE: 3, Kind.BLACKMORE: 2}.get(
        kind := Kind(int(refused.state.kind)), 1 + ("EXTEND" in kind.name)
    )
    return number - int(refused.state.laid)


def last(refused: Refused) -> str:
    return space_name(int(refused.state.last_space))


def is_no_neutral_action(refused: Refused) -> bool:
    """The neutral only places or extends."""
    asked = refused.state.question == Question.NEUTRAL_ACTION
    return bool(asked) and refused.text not in ("place", "extend", "done")


CLAIMS: Claims = {
    r"That doesn't answer the question: (.+)": lambda r: (
        is_off_the_question(r) or is_no_neutral_action(r)
    ),
    r"That lot is gone\.": lambda r: (
        not int(r.state.lots_left) >> ("left", "right").index(r.words[1]) & 1
    ),
    r"You have no (\w+) card\.": lambda r: r.state.cards[r.seat, patron(r)] == 0,
    r"You have already used all your (\w+) cards this season\.": lambda r: (
        0 < r.state.cards[r.seat, patron(r)] == r.state.tilted[r.seat, patron(r)]
    ),
    r"Violet needs one of your cubes in the common reserve, and there are none\.": lambda r: (
        reserve(r) == 0
    ),
    r"No room of the museum is open to you\.": lambda r: all(
        is_taken(r, number) for number in (*range(5), *range(10, 15))
    ),
    r"This needs (\d) cubes?, and you have fewer\.": lambda r: held(r) < needed(r),
    r"There is no room on the region for the whole action\.": lambda r: (
        held(r) >= needed(r)
        and (r.words[-1] not in EXTENDS or lies(r))
        and (r.words[0] != "lemon" or bool(free_pyramids(r)))
    ),
    r"There is no free pyramid on the region\.": lambda r: (
        r.words[0] == "lemon" and not free_pyramids(r)
    ),
    r"You have no cube on the region to extend from\.": lambda r: (
        r.words[-1] in EXTENDS and r.state.question == Question.ACTION and not lies(r)
    ),
    r"There is no neutral cube on the region to extend from\.": lambda r: (
        r.text == "extend" and r.state.question == Question.NEUTRAL_ACTION and not lies(r)
    ),
    r"You have no cube in the common reserve for the museum\.": lambda r: reserve(r) == 0,
    r"There is already a cube in (.+)\.": lambda r: is_taken(r, room(r)),
    r"To enter (.+), you need a cube in a room that opens onto it\.": lambda r: (
        5 <= room(r) < 10
        and not any(int(r.state.rooms[r.seat]) >> door & 1 for door in doors(room(r)))
    ),
    r"([a-h]\d) isn't part of the region this season\.": lambda r: (
        r.found[1] == r.text and int(r.text[1]) > 6 and r.state.season < 3
    ),
    r"There is already a cube on ([a-h]\d)\.": lambda r: (
        r.found[1] == r.text and board(r).cube(r.text) is not None
    ),
    r"([a-h]\d) isn't next to the previous cube, ([a-h]\d)\.": lambda r: (
        r.found[2] == last(r) and r.text not in beside(last(r))
    ),
    r"([a-h]\d) isn't next to a cube of that colour\.": lambda r: not touches_own(r),
    r"There is a pyramid on ([a-h]\d): only Lemon can build there\.": lambda r: (
        has_pyramid(r) and r.state.kind not in LEMON
    ),
    r"Only one of Lemon's two cubes can go on a pyramid\.": lambda r: (
        has_pyramid(r) and last(r) in board(r).pyramid_names()
    ),
    r"There is no pyramid on ([a-h]\d): Lemon must build on one\.": lambda r: (
        not has_pyramid(r) and r.state.kind == Kind.LEMON_PLACE
    ),
    r"One of Lemon's two cubes must go on a pyramid\.": lambda r: (
        not has_pyramid(r) and last(r) not in board(r).pyramid_names()
    ),
    r"The chain can't be completed from ([a-h]\d)\.": leads_nowhere,
}
