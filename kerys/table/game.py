"""A game at the table: every move from outside is checked, every look inside is a view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kerys.games import GAMES
from kerys.kernel.bits import bit
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.contract import SPECTATOR, Rules, State
from kerys.locale import _, language
from kerys.table.action import Action
from kerys.table.commitment import Secret, a_secret, fresh_secret
from kerys.table.errors import IllegalMove, SeatError, StaleMove, UndoError
from kerys.table.owners import SEAT_LETTERS
from kerys.table.parsing import answers, check_legal, check_turn, read, without_forced
from kerys.table.view import View

if TYPE_CHECKING:
    from kerys.table.record import GameRecord

MOST_NAME = 40
UNDO_WORLDS = 16


@dataclass(frozen=True)
class Move:
    """One decision that was made."""

    seat: int
    code: int


@dataclass(frozen=True)
class Made:
    """A decision with the state it led to, in one piece: no interruption parts them."""

    move: Move
    state: State
    revision: int
    """A number that no other state of this game has or had."""


def new(
    game: str,
    *,
    seed: int | str | None = None,
    key: bytes | None = None,
    names: Sequence[str] | None = None,
    **options: Any,
) -> Game:
    """A freshly dealt game: from a repeatable seed, a key, or a secret of the system's."""
    if game not in GAMES:
        known = ", ".join(GAMES)
        raise SeatError(
            _("There is no game '{game}'; there are {known}.").format(game=game, known=known)
        )
    if seed is not None and key is not None:
        raise ValueError("give a seed or a key, not both")
    secret = a_secret(seed) if key is None else Secret(key, fresh_secret().salt)
    rules = GAMES[game]
    return dealt(rules, rules.configure(**options), secret, names)


def dealt(rules: Rules, options: State, secret: Secret, names: Sequence[str] | None = None) -> Game:
    """A game dealt from a secret."""
    state = rules.blank()
    rules.deal(state, options, generator(secret.key))
    return Game(rules, state, check_names(names, int(options.players)), secret)


def check_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """One name a seat, each on one line; letters for those who have none."""
    if names is None:
        return tuple(
            _("Player {letter}").format(letter=SEAT_LETTERS[seat]) for seat in range(players)
        )
    if isinstance(names, str) or len(names) != players:
        raise SeatError(_("Give {number} names, one for each seat.").format(number=players))
    for name in names:
        if not isinstance(name, str) or not name.strip() or name != name.strip():
            raise SeatError(_("A name is a word or more, without spaces around it."))
        if not name.isprintable() or len(name) > MOST_NAME:
            raise SeatError(
                _("A name stands on one line and has {number} letters at most.").format(
                    number=MOST_NAME
                )
            )
    return tuple(names)


class Game:
    """A game that is being played, with its history."""

    def __init__(
        self,
        rules: Rules,
        state: State,
        names: tuple[str, ...],
        secret: Secret | None = None,
    ) -> None:
        self.rules = rules
        self.names = names
        self._secret = secret
        self._start = state
        self._made: list[Made] = []
        self._revisions = 0
        self._stories: dict[tuple[int, int, str], tuple[Told, ...]] = {}

    # --- Where the game stands -------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.name

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def ply(self) -> int:
        """How many decisions were made so far."""
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
    def scores(self) -> tuple[int, ...]:
        """The points of all that score: the seats and, in some variants, a neutral party."""
        return self.view(SPECTATOR).scores

    @property
    def ranks(self) -> tuple[int, ...]:
        """The places of all that score, from 1; equals share one."""
        return self.view(SPECTATOR).ranks

    @property
    def player_ranks(self) -> tuple[int, ...]:
        """The places among the players alone."""
        return tuple(self.rules.player_ranks(self._state(self.ply), self.players))

    @property
    def commitment(self) -> str | None:
        """What binds the deal; none for a world that was imagined."""
        return self._secret.commitment if self._secret else None

    @property
    def secret(self) -> Secret | None:
        """What the game was dealt from. The truth of the table: nobody sees it before the end."""
        return self._secret

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every decision so far. The truth of the table: show views, not this."""
        return tuple(made.move for made in self._made)

    def before(self, index: int) -> State:
        """The state that a decision answered. The truth of the table, like `moves`."""
        return self._state(index)

    def view(self, seat: int, ply: int | None = None) -> View:
        """All that a seat (`kerys.SPECTATOR` for who watches) may know, now or at a ply."""
        seat = self._check_seat(seat, spectator=True)
        at = self._check_ply(ply)
        state = self.rules.view(self._state(at), seat)
        return View(self.rules, state, seat, self.names, at, self._revision(at))

    def open_view(self, seat: int, ply: int | None = None) -> View:
        """The same with all screens down: only once the game is over."""
        if not self.over:
            raise SeatError(_("Screens stay up until the game is over."))
        seat = self._check_seat(seat, spectator=True)
        at = self._check_ply(ply)
        state = self.rules.copy(self._state(at))
        return View(self.rules, state, seat, self.names, at, self._revision(at), open_=True)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What a seat may answer; nothing if it is not asked."""
        return self.view(self._check_seat(seat)).legal

    # --- Moves -----------------------------------------------------------------------------

    def push(self, seat: int, move: str | Action | int, *, revision: int | None = None) -> Action:
        """Make a decision for a seat, given as text, Action or code; an error changes nothing.

        A text may hold several decisions in a row (`extend c4 d4`); the last one is returned.
        `revision` says which view the move answers (`View.revision`): if another question is
        asked by now, it is refused as stale.
        """
        seat = self._check_seat(seat)
        if revision is not None:
            self._check_fresh(seat, revision)
        if isinstance(move, str):
            return self._push_text(seat, move)
        if isinstance(move, Action):
            self._check_own(seat, move)
            return self._push_code(seat, move.code)
        if isinstance(move, bool) or not hasattr(move, "__index__"):
            raise TypeError(f"a move is a text, an Action or a code, not {move!r}")
        return self._push_code(seat, int(move))

    def _push_text(self, seat: int, text: str) -> Action:
        """One or more decisions; all of them or none.

        What follows a decision is read only if that decision revealed nothing: an error in the
        rest must not tell what the seat could not have known before it.
        """
        start, revisions = self.ply, self._revisions
        try:
            rest = text
            while True:
                view = self.rules.view(self._state(self.ply), seat)
                check_turn(self.rules, view, seat, self.names)
                code, rest = read(self.rules, view, seat, rest)
                made = self._push_code(seat, code)
                if not rest:
                    return made
                if self._revealed(self.ply - 1):
                    raise IllegalMove(
                        _("'{text}' may reveal something: what follows it has to wait.").format(
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
            raise

    def _push_code(self, seat: int, code: int) -> Action:
        """One decision, checked against the seat's own view."""
        view = self.rules.view(self._state(self.ply), seat)
        check_turn(self.rules, view, seat, self.names)
        check_legal(self.rules, view, seat, code)
        state = self.rules.copy(self._state(self.ply))
        self.rules.apply(state, seat, code)
        self._revisions += 1
        self._made.append(Made(Move(seat, code), state, self._revisions))
        return Action(seat, code, self.rules, view, self.names)

    def pop(self) -> Move:
        """Take the last decision back, whoever made it."""
        if not self._made:
            raise UndoError(_("There is no decision to take back."))
        return self._made.pop().move

    def undo(self, seat: int) -> Move:
        """Take back a seat's last decision, if nothing was revealed and nobody acted since."""
        seat = self._check_seat(seat)
        index = self.undoable(seat)
        if index is None:
            raise UndoError(
                _("It cannot be taken back: something was revealed, or another has moved since.")
            )
        return self._take_back(index)

    def take_back(self, seat: int) -> Move:
        """Take a seat's last decision back without judging whether it may: for logs."""
        seat = self._check_seat(seat)
        mine = [index for index, move in enumerate(self.moves) if move.seat == seat]
        if not mine:
            raise UndoError(_("There is no decision to take back."))
        return self._take_back(mine[-1])

    def _take_back(self, index: int) -> Move:
        """The game as if a decision had not been made; those of others after it stand."""
        later = self.moves[index + 1 :]
        undone = self._made[index].move
        while self.ply > index:
            self.pop()
        for move in later:
            self._push_code(move.seat, move.code)
        return undone

    def undoable(self, seat: int) -> int | None:
        """The index of the seat's last decision, if it can still be taken back.

        Others may only have sealed their own answers to the same question since; and the decision
        must have told its seat nothing: in every world it thought possible before, it would have
        led to the same view.
        """
        mine = [index for index, move in enumerate(self.moves) if move.seat == seat]
        if not mine:
            return None
        index = mine[-1]
        if index < self.ply - 1 and self.is_resolved(index):
            return None
        return None if self._revealed(index) else index

    def _is_sealed(self, index: int) -> bool:
        """Whether a decision was sealed, and left the same question open to others."""
        asked = int(self.rules.actors(self._state(index)))
        left = asked & ~int(bit(self._made[index].move.seat))
        return left != 0 and int(self.rules.actors(self._state(index + 1))) == left

    def is_resolved(self, index: int) -> bool:
        """Whether a decision, if it was sealed, has been revealed together with the others."""
        return not all(self._is_sealed(one) for one in range(index, self.ply))

    def _revealed(self, index: int) -> bool:
        """Whether a decision told its own seat something it could not have known before."""
        move = self._made[index].move
        before = self.rules.view(self._state(index), move.seat)
        after = self.rules.view(self._state(index + 1), move.seat).tobytes()
        chance = generator(key_of_seed(before.tobytes().hex()))
        for _world in range(UNDO_WORLDS):
            world = self.rules.copy(before)
            self.rules.resample(world, move.seat, chance)
            self.rules.apply(world, move.seat, move.code)
            if self.rules.view(world, move.seat).tobytes() != after:
                return True
        return False

    # --- What is told of it ----------------------------------------------------------------

    def story(self, seat: int, since: int = 0, until: int | None = None) -> list[Told]:
        """What happened between two plies, in the words that a seat may hear."""
        seat = self._check_seat(seat, spectator=True)
        return [
            told
            for index in range(self._check_ply(since), self._check_ply(until))
            for told in self._told(seat, index)
        ]

    def _told(self, seat: int, index: int) -> tuple[Told, ...]:
        """What one decision did; it is told again and again, so it is put into words once."""
        made = self._made[index]
        key = seat, made.revision, language()
        if key not in self._stories:
            told = []
            before = self.rules.view(self._state(index), seat)
            heading = self.rules.wording.heading(before)
            for state in self.rules.steps(self._state(index), made.move.seat, made.move.code):
                after = self.rules.view(state, seat)
                sentences = self.rules.wording.tell(before, after, seat, self.names)
                if sentences:
                    told.append(Told(index, heading, tuple(sentences)))
                before, heading = after, self.rules.wording.heading(after)
            self._stories[key] = tuple(told)
        return self._stories[key]

    def record(self, seat: int = SPECTATOR) -> GameRecord:
        """The game as a record: whole once it is over; before, only what a seat may know."""
        from kerys.table.record import record_of

        return record_of(self, self._check_seat(seat, spectator=True))

    def __repr__(self) -> str:
        return f"<Game of {self.name} with {self.players} players at ply {self.ply}>"

    def _state(self, ply: int) -> State:
        """The true state after so many decisions."""
        return self._made[ply - 1].state if ply else self._start

    def _revision(self, ply: int) -> int:
        """The revision of the state after so many decisions."""
        return self._made[ply - 1].revision if ply else 0

    # --- Checks ----------------------------------------------------------------------------

    def _check_seat(self, seat: int, spectator: bool = False) -> int:
        """A seat as a plain number; what is none is refused."""
        if hasattr(seat, "__index__") and not isinstance(seat, bool):
            number = int(seat)
            if 0 <= number < self.players or (spectator and number == SPECTATOR):
                return number
        raise SeatError(
            _("There is no seat {seat}; seats are numbered from 0 to {last}.").format(
                seat=seat, last=self.players - 1
            )
        )

    def _check_ply(self, ply: int | None) -> int:
        """A ply of this game; the current one if none is named."""
        if ply is None:
            return self.ply
        if not 0 <= ply <= self.ply:
            raise SeatError(
                _("There is no ply {ply}; the game has {last}.").format(ply=ply, last=self.ply)
            )
        return ply

    def _check_own(self, seat: int, action: Action) -> None:
        """Refuse an Action of another seat or of another game."""
        if action.seat != seat:
            raise SeatError(
                _("This is a move of seat {owner}, not of seat {seat}.").format(
                    owner=action.seat, seat=seat
                )
            )
        if action.rules is not self.rules:
            raise SeatError(
                _("This is a move of {other}, not of {game}.").format(
                    other=action.rules.wording.title, game=self.rules.wording.title
                )
            )

    def _check_fresh(self, seat: int, revision: int) -> None:
        """Refuse an answer to an older question than the one asked now."""
        plies = [ply for ply in range(self.ply + 1) if self._revision(ply) == revision]
        same = (
            plies
            and all(self._is_sealed(index) for index in range(plies[0], self.ply))
            and all(move.seat != seat for move in self.moves[plies[0] :])
        )
        if not same:
            raise StaleMove(
                _("The game has gone on since you saw it: look again, then decide."),
                self._revision(self.ply),
            )


@dataclass(frozen=True)
class Told:
    """What one step did, for the log."""

    ply: int
    """The decision it followed from, counted from 0."""
    heading: str
    """Where the game stood."""
    sentences: tuple[str, ...]
