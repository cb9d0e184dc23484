"""A game at the table: every move is checked, and the outside only sees views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kerys.kernel.chance import generator
from kerys.kernel.contract import SPECTATOR, Rules, State
from kerys.locale import _, language
from kerys.table.action import Action
from kerys.table.checks import (
    check_action,
    check_game,
    check_names,
    check_ply,
    check_seat,
    whole_number,
)
from kerys.table.commitment import Secret, a_secret, fresh_secret
from kerys.table.errors import GameError, IllegalMove, StaleMove, UndoError
from kerys.table.parsing import answers, check_legal, check_turn, read, without_forced
from kerys.table.story import Moment, Told, moments
from kerys.table.undo import is_resolved, is_sealed, reveals, undoable, undoable_or_why_not
from kerys.table.view import View

if TYPE_CHECKING:
    from kerys.table.record import GameRecord

MOST_SEEN = 16
"""How many redacted records are cached: those of all seats before and after a decision."""


@dataclass(frozen=True)
class Move:
    """One decision of the game."""

    seat: int
    code: int


@dataclass(frozen=True)
class Made:
    """A decision with the state it led to, stored together in case of interruptions."""

    move: Move
    state: State
    revision: int
    """A number that no other state of this game has ever had."""


def new(
    game: str,
    *,
    seed: int | str | None = None,
    key: bytes | None = None,
    names: Sequence[str] | None = None,
    **options: Any,
) -> Game:
    """Deal a new game: `new("ys", players=4, names=["Ada", "Ben", "Cleo", "Dan"])`.

    The options are those of the game. The deal uses the system's secure random source, unless a
    `seed` makes it repeatable (for study: anyone who knows the seed knows the deal) or a `key` of
    32 bytes is given.
    """
    rules = check_game(game)
    if seed is not None and key is not None:
        raise ValueError("give a seed or a key, not both")
    secret = a_secret(seed) if key is None else Secret(key, fresh_secret().salt)
    return dealt(rules, rules.configure(**options), secret, names)


def dealt(rules: Rules, options: State, secret: Secret, names: Sequence[str] | None = None) -> Game:
    """A game dealt from a secret."""
    state = rules.blank()
    rules.deal(state, options, generator(secret.key))
    return Game(rules, state, check_names(names, int(options.players)), secret)


class Game:
    """A game in progress, with its history."""

    def __init__(
        self,
        rules: Rules,
        state: State,
        names: tuple[str, ...],
        secret: Secret | None = None,
    ) -> None:
        self.rules: Rules = rules
        """The rules of the game."""
        self.names: tuple[str, ...] = names
        """The players, seat by seat."""
        self._secret = secret
        self._start = state
        self._made: list[Made] = []
        self._revisions = 0
        self._revealed = False
        self._stories: dict[tuple[int, int, str], tuple[Told, ...]] = {}
        self._moments: dict[tuple[int, int, str], tuple[Moment, ...]] = {}
        self._steps: tuple[int, tuple[State, ...]] = 0, ()
        self._seen: dict[tuple[int, int], State] = {}

    # --- Where the game stands -------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.name

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self._made)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that owe a decision; several at once when choices are sealed."""
        return tuple(self.rules.seats(self._state(self.ply)))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.actors

    @property
    def revealed(self) -> bool:
        """Whether nothing is secret: the game is over, or was forked from one that is."""
        return self._revealed or self.over

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of everyone who scores: the seats and, in some variants, a neutral party."""
        return self.view(SPECTATOR).scores

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of everyone who scores, from 1; players who tie share one."""
        return self.view(SPECTATOR).ranks

    @property
    def player_ranks(self) -> tuple[int, ...]:
        """The ranks among the players alone."""
        return tuple(self.rules.player_ranks(self._state(self.ply), self.players))

    @property
    def commitment(self) -> str | None:
        """The commitment to the deal; None for an imagined world, which was never dealt."""
        return self._secret.commitment if self._secret else None

    @property
    def secret(self) -> Secret | None:
        """What the game was dealt from. Don't show it to anyone before the end."""
        return self._secret

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every decision so far, hidden information included: show views instead."""
        return tuple(made.move for made in self._made)

    def move_at(self, index: int) -> Move:
        """One decision, counted from 0, hidden information included, as in `moves`."""
        return self._made[index].move

    def last_of(self, seat: int) -> int | None:
        """The index of a seat's last decision; None if there is none."""
        mine = (at for at in reversed(range(self.ply)) if self._made[at].move.seat == seat)
        return next(mine, None)

    def before(self, index: int) -> State:
        """The state that a decision answered, hidden information included, as in `moves`."""
        return self._state(index)

    def steps(self, index: int) -> tuple[State, ...]:
        """The states that a decision ran through, hidden information included, as in `moves`.

        The latest ones are cached, because all seats are told about the same decision.
        """
        made = self._made[index]
        revision, steps = self._steps
        if revision != made.revision:
            steps = tuple(self.rules.steps(self._state(index), made.move.seat, made.move.code))
            self._steps = made.revision, steps
        return steps

    def view(self, seat: int, ply: int | None = None) -> View:
        """Everything a seat (or `kerys.SPECTATOR`) may know, now or at an earlier ply."""
        seat = check_seat(seat, self.players, spectator=True)
        at = check_ply(ply, self.ply)
        state = self.rules.copy(self.seen(seat, at))
        return View(self.rules, state, seat, self.names, at, self._revision(at))

    def seen(self, seat: int, ply: int) -> State:
        """The redacted record of a view. Copy it before you change it or give it away.

        The latest ones are cached: everything that is shown and told of a decision needs them.
        """
        key = seat, self._revision(ply)
        state = self._seen.get(key)
        if state is None:
            state = self._seen[key] = self.rules.view(self._state(ply), seat)
            if len(self._seen) > MOST_SEEN:
                self._seen.pop(next(iter(self._seen)), None)
        return state

    def open_view(self, seat: int, ply: int | None = None) -> View:
        """The same with all screens down; only allowed once the game is over (see `fork`)."""
        self._check_revealed()
        seat = check_seat(seat, self.players, spectator=True)
        at = check_ply(ply, self.ply)
        state = self.rules.copy(self._state(at))
        return View(self.rules, state, seat, self.names, at, self._revision(at), open_=True)

    def last_board(self, seat: int) -> View:
        """The board that stays on view once the game is over, with all screens down.

        The rules may clear the board at the end: then this is the board as it was before.
        """
        is_it = self.rules.wording.last_board
        if is_it is None:
            return self.open_view(seat)
        self._check_revealed()
        states = (
            state
            for index in reversed(range(self.ply))
            for state in reversed(self.steps(index))
            if is_it(state)
        )
        state = self.rules.copy(next(states, self._state(self.ply)))
        seat = check_seat(seat, self.players, spectator=True)
        revision = self._revision(self.ply)
        return View(self.rules, state, seat, self.names, self.ply, revision, open_=True)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """The legal answers of a seat; empty if it isn't asked."""
        return self.view(check_seat(seat, self.players)).legal

    # --- Moves -----------------------------------------------------------------------------

    def push(self, seat: int, move: str | Action | int, *, revision: int | None = None) -> Action:
        """Make a decision for a seat, given as text, Action or code; an error changes nothing.

        A text can hold several decisions in a row (`extend c4 d4`); the last one is returned.
        `revision` says which view the move answers (`View.revision`): if the question has changed
        since, the move is refused as stale.
        """
        seat = check_seat(seat, self.players)
        if revision is not None:
            self.check_fresh(seat, revision)
        if isinstance(move, str):
            return self._push_text(seat, move)
        if isinstance(move, Action):
            check_action(move, seat, self.rules)
            return self._push_code(seat, move.code)
        code = whole_number(move)
        if code is None:
            raise TypeError(f"a move is a text, an Action or a code, not {move!r}")
        return self._push_code(seat, code)

    def _push_text(self, seat: int, text: str) -> Action:
        """One or more decisions; all of them or none.

        What follows a decision is read only if that decision revealed nothing: an error in the
        rest must not reveal what the seat couldn't have known before it.
        """
        start, revisions = self.ply, self._revisions
        try:
            rest = text
            while True:
                view = self._asked(seat)
                code, rest = read(self.rules, view, seat, rest)
                made = self._make(seat, code, view)
                if not rest:
                    return made
                if reveals(self, self.ply - 1):
                    raise IllegalMove(
                        _("'{text}' may reveal something: enter it first, then the rest.").format(
                            text=made.text
                        )
                    )
                if not answers(self.rules, self._state(self.ply), seat, rest):
                    forced = self.rules.forced(self._state(self.ply - 1), seat, code)
                    rest = without_forced(self.rules, seat, forced, rest)
                if not rest:
                    return made
        except BaseException:
            while self.ply > start:
                self.pop()
            self._revisions = revisions  # nobody has seen these states
            self._seen.clear()  # their revisions will be those of other states
            raise

    def _push_code(self, seat: int, code: int) -> Action:
        """One decision, checked against the seat's own view."""
        return self._make(seat, code, self._asked(seat))

    def _asked(self, seat: int) -> State:
        """What a seat that is asked may know now; other seats are refused."""
        view = self.rules.view(self._state(self.ply), seat)
        check_turn(self.rules, view, seat, self.names)
        return view

    def _make(self, seat: int, code: int, view: State) -> Action:
        """Make a decision for a seat that is asked, if its view allows it."""
        check_legal(self.rules, view, seat, code)
        state = self.rules.copy(self._state(self.ply))
        self.rules.apply(state, seat, code)
        self._revisions += 1
        self._made.append(Made(Move(seat, code), state, self._revisions))
        return Action(seat, code, self.rules, view, self.names)

    def pop(self) -> Move:
        """Take back the last decision, whichever seat made it."""
        if not self._made:
            raise UndoError(_("There is no decision to take back."))
        return self._made.pop().move

    def undo(self, seat: int) -> Move:
        """Take back a seat's last decision, if nothing was revealed and nobody acted since."""
        seat = check_seat(seat, self.players)
        index = undoable(self, seat)
        return self._take_back(index)

    def take_back(self, seat: int) -> Move:
        """Take back a seat's last decision without checking whether that is allowed: for logs."""
        seat = check_seat(seat, self.players)
        index = self.last_of(seat)
        if index is None:
            raise UndoError(_("There is no decision to take back."))
        return self._take_back(index)

    def _take_back(self, index: int) -> Move:
        """Remove a decision from the history; later decisions of others remain."""
        later = [made.move for made in self._made[index + 1 :]]
        undone = self._made[index].move
        while self.ply > index:
            self.pop()
        for move in later:
            self._push_code(move.seat, move.code)
        return undone

    def undoable(self, seat: int) -> int | None:
        """The index of the seat's last decision, if it can still be taken back."""
        found = undoable_or_why_not(self, check_seat(seat, self.players))
        return found if isinstance(found, int) else None

    def is_resolved(self, index: int) -> bool:
        """Whether a decision, if it was sealed, has been revealed together with the others."""
        return is_resolved(self, index)

    # --- Story and record ------------------------------------------------------------------

    def story(self, seat: int, since: int = 0, until: int | None = None) -> list[Told]:
        """What happened between two plies, in words that a seat may hear."""
        seat = check_seat(seat, self.players, spectator=True)
        spoken = language()
        return [
            told
            for index in range(check_ply(since, self.ply), check_ply(until, self.ply))
            for told in self._told(seat, index, spoken)
        ]

    def _told(self, seat: int, index: int, spoken: str) -> tuple[Told, ...]:
        """What one decision did; cached, because it is requested again and again."""
        key = seat, self._made[index].revision, spoken
        if key not in self._stories:
            found = tuple(moments(self, index, seat))
            self._stories[key] = tuple([moment.told for moment in found])
            self._moments[key] = found
            if len(self._moments) > MOST_SEEN:
                self._moments.pop(next(iter(self._moments)), None)
        return self._stories[key]

    def moments(self, seat: int, since: int = 0, until: int | None = None) -> list[Moment]:
        """The same step by step, with what the seat could see after each step."""
        seat = check_seat(seat, self.players, spectator=True)
        spoken, copy = language(), self.rules.copy
        return [
            moment._replace(state=copy(moment.state))
            for index in range(check_ply(since, self.ply), check_ply(until, self.ply))
            for moment in self._moments.get((seat, self._made[index].revision, spoken))
            or moments(self, index, seat)
        ]

    def open_moments(self, seat: int, since: int = 0, until: int | None = None) -> list[Moment]:
        """The same with all screens down; only allowed once the game is over (see `fork`)."""
        self._check_revealed()
        seat = check_seat(seat, self.players, spectator=True)
        return [
            moment
            for index in range(check_ply(since, self.ply), check_ply(until, self.ply))
            for moment in moments(self, index, seat, open_=True)
        ]

    def view_of(self, moment: Moment, seat: int) -> View:
        """What a seat could see after a moment of its own."""
        ply = moment.told.ply + 1
        revision = self._revision(ply)
        return View(self.rules, moment.state, seat, self.names, ply, revision, moment.open)

    def record(self, seat: int = SPECTATOR) -> GameRecord:
        """The game as a record: complete once it is over; until then, only what a seat may know."""
        from kerys.table.record import record_of

        return record_of(self, check_seat(seat, self.players, spectator=True))

    # --- Copies ----------------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent game with the same players, deal and history."""
        twin = Game(self.rules, self._start, self.names, self._secret)
        twin._made = list(self._made)  # states never change, so both can share them
        twin._revisions = self._revisions
        twin._revealed = self._revealed
        return twin

    def fork(self, ply: int | None = None) -> Game:
        """An independent game that goes on from a ply, now by default, to try other decisions."""
        twin = self.copy()
        del twin._made[check_ply(ply, self.ply) :]
        twin._revealed = self.revealed
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """A pickle holds everything, like a sealed record: show views instead."""
        made = tuple((one.move.seat, one.move.code, one.revision) for one in self._made)
        start = self._start.tobytes()
        kept = self._revisions, self._revealed
        return _restored, (self.rules, start, self.names, self._secret, made, *kept)

    def _repr_svg_(self) -> str:
        """Notebooks show a game as a spectator sees it."""
        return self.view(SPECTATOR).svg()

    def __repr__(self) -> str:
        return f"<Game of {self.name} with {self.players} players at ply {self.ply}>"

    def _state(self, ply: int) -> State:
        """The true state after some number of decisions."""
        return self._made[ply - 1].state if ply else self._start

    def _revision(self, ply: int) -> int:
        """The revision of the state after some number of decisions."""
        return self._made[ply - 1].revision if ply else 0

    def _check_revealed(self) -> None:
        """Refuse to lower the screens during the game."""
        if not self.revealed:
            raise GameError(_("Screens stay up until the game is over."))

    def check_fresh(self, seat: int, revision: int) -> None:
        """Refuse an answer to an earlier question: a StaleMove.

        The question stays the same while others give sealed answers to it.
        """
        if revision == self._revision(self.ply):
            return
        plies = [ply for ply in range(self.ply) if self._revision(ply) == revision]
        same = plies and all(
            self._made[index].move.seat != seat and is_sealed(self, index)
            for index in range(plies[0], self.ply)
        )
        if not same:
            raise StaleMove(
                _("The game has moved on since you last saw it: look again, then decide."),
                self._revision(self.ply),
            )


def _restored(
    rules: Rules,
    start: bytes,
    names: tuple[str, ...],
    secret: Secret | None,
    made: tuple[tuple[int, int, int], ...],
    revisions: int,
    revealed: bool,
) -> Game:
    """Restore a game from a pickle: deal it, and repeat its decisions."""
    game = Game(rules, rules.from_bytes(start), names, secret)
    for seat, code, revision in made:
        state = rules.copy(game._state(game.ply))
        rules.apply(state, seat, code)
        game._made.append(Made(Move(seat, code), state, revision))
    game._revisions, game._revealed = revisions, revealed
    return game
