"""What one seat may know, as an object that people and programs can use."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from kerys.kernel.chance import KEY_BYTES, generator, key_of_seed
from kerys.kernel.contract import SPECTATOR, Rules, State
from kerys.kernel.plugins import Plugins
from kerys.kernel.wording import Plain
from kerys.locale import _, speaking
from kerys.table.action import Action
from kerys.table.panels import Panel

if TYPE_CHECKING:
    from kerys.table.game import Game

Theme = Literal["light", "dark", "auto"]
Chance = int | str | random.Random | np.random.Generator
"""A seed, or a random generator of the standard library or of NumPy."""


class Drawing(Protocol):
    """Shows the views of one game, as a picture and as text (entry point `kerys.drawings`)."""

    def svg(
        self,
        view: View,
        *,
        width: int,
        theme: Theme | None,
        lit: Collection[str],
        picked: Collection[str],
    ) -> str:
        """The view as an SVG drawing."""
        ...

    def text(self, view: View, *, width: int) -> str:
        """The view as text."""
        ...


class Facts(Protocol):
    """Facts about a view of one game (entry point `kerys.facts`)."""

    def panels(self, view: View, only: Collection[str] | None = None) -> tuple[Panel, ...]:
        """The panels beside the board; those not in `only` may be folded.

        Facts can also provide `summaries`, which sum up the rounds of the game (`table.summary`).
        """
        ...


DRAWINGS: Plugins[Drawing] = Plugins("kerys.drawings", ("svg", "text"))
Row = Sequence[tuple[str, str, str]]
"""A row of characters: texts, each with its look and the name of what it shows."""
GENERIC = "generic"
"""The drawing for every game without its own."""
WIDE_PAGE, NARROW_PAGE = 1200, 360
"""The widths in pixels of a full-page drawing, on a desktop and on a phone."""
FACTS: Plugins[Facts] = Plugins("kerys.facts", ("panels",))


class View:
    """Everything a seat (or a spectator) may know, and nothing else."""

    def __init__(
        self,
        rules: Rules,
        state: State,
        seat: int,
        names: tuple[str, ...],
        ply: int,
        revision: int = 0,
        open_: bool = False,
    ) -> None:
        self.rules: Rules = rules
        """The rules of the game."""
        self.state: State = state
        """The redacted record."""
        self.seat: int = seat
        """The seat whose view it is, or `kerys.SPECTATOR`."""
        self.names: tuple[str, ...] = names
        """The players, seat by seat."""
        self.ply: int = ply
        """How many decisions were made before it."""
        self.revision: int = revision
        """A number that no other state of the game has; a move can name it (`Game.push`)."""
        self.open: bool = open_
        """Whether all screens are down: the game is over, and everything is shown."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.rules.name

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""
        return tuple(self.rules.seats(self.state))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.actors

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points of everyone who scores: the seats and, in some variants, a neutral party."""
        score, state = self.rules.score, self.state
        return tuple([int(score(state, owner)) for owner in range(self.rules.owners(state))])

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of everyone who scores, from 1; players who tie share one."""
        rank, state = self.rules.rank, self.state
        return tuple([int(rank(state, owner)) for owner in range(self.rules.owners(state))])

    def owner_names(self, lang: str | None = None) -> tuple[str, ...]:
        """The names of everyone who scores, in the order of `scores`."""
        with speaking(lang):
            return self.rules.wording.owner_names(self.names, len(self.scores))

    @cached_property
    def legal(self) -> tuple[Action, ...]:
        """The legal answers of this view's own seat; empty if it isn't asked."""
        if self.seat == SPECTATOR:
            return ()
        rules, state, seat, names = self.rules, self.state, self.seat, self.names
        return tuple(
            [Action(seat, code, rules, state, names) for code in rules.choices(state, seat)]
        )

    def legal_texts(self) -> list[str]:
        """The texts of `legal`, without the rest."""
        if self.seat == SPECTATOR or self.seat not in self.actors:
            return []
        text = self.rules.wording.text
        return [text(code) for code in self.rules.choices(self.state, self.seat)]

    def heading(self, lang: str | None = None) -> str:
        """Where the game stands, in a few words."""
        with speaking(lang):
            return self.rules.wording.heading(self.state)

    def round_name(self, lang: str | None = None) -> str:
        """The current round, in a word or two; empty in a game without rounds."""
        with speaking(lang):
            return self.rules.wording.round_name(self.state)

    def question(self, lang: str | None = None) -> str:
        """What this seat is asked, or who the game is waiting for, in one sentence."""
        with speaking(lang):
            if self.over:
                return self.rules.wording.heading(self.state)
            if self.seat in self.actors:
                return self.rules.wording.question(self.state, self.seat)
            names = ", ".join(self.names[seat] for seat in self.actors)
            return _("Waiting for {names}.").format(names=names)

    def rule_ids(self) -> tuple[str, ...]:
        """The ids of the rules behind the question."""
        return () if self.over else self.rules.wording.rule_ids(self.state, self.actors[0])

    def resample(self, rng: Chance) -> Game:
        """A game in one of the worlds consistent with this view, each equally likely."""
        from kerys.table.game import Game

        world = self.rules.copy(self.state)
        if not self.open:
            self.rules.resample(world, self.seat, generator(_key(rng)))
        return Game(self.rules, world, self.names)

    def svg(
        self,
        *,
        width: int = 1200,
        theme: Theme | None = "auto",
        lit: Collection[str] = (),
        picked: Collection[str] = (),
        lang: str | None = None,
    ) -> str:
        """A drawing for a width in pixels.

        `lit` names places and pieces to highlight; those also in `picked` stand out more.
        """
        with speaking(lang):
            return self._drawing().svg(self, width=width, theme=theme, lit=lit, picked=picked)

    def svg_pieces(
        self,
        *,
        width: int = 1200,
        theme: Theme | None = "auto",
        lit: Collection[str] = (),
        picked: Collection[str] = (),
        lang: str | None = None,
    ) -> tuple[str, ...]:
        """The same drawing in pieces to be joined, to find out quickly what has changed.

        A drawing can provide `svg_pieces` in addition to `svg`; otherwise it is one piece.
        """
        drawing = self._drawing()
        draw: Callable[..., tuple[str, ...]] | None = getattr(drawing, "svg_pieces", None)
        with speaking(lang):
            if draw is None:
                return (drawing.svg(self, width=width, theme=theme, lit=lit, picked=picked),)
            return draw(self, width=width, theme=theme, lit=lit, picked=picked)

    def board_pieces(
        self,
        *,
        narrow: bool = False,
        lit: Collection[str] = (),
        picked: Collection[str] = (),
        lang: str | None = None,
    ) -> tuple[str, ...]:
        """The board alone as a drawing in pieces, for pages that show the rest beside it.

        A drawing can provide `board_pieces` and `side_pieces` together; otherwise the board is the
        whole drawing.
        """
        draw: Callable[..., tuple[str, ...]] | None = getattr(self._drawing(), "board_pieces", None)
        if draw is None:
            width = NARROW_PAGE if narrow else WIDE_PAGE
            return self.svg_pieces(width=width, theme=None, lit=lit, picked=picked, lang=lang)
        with speaking(lang):
            return draw(self, narrow=narrow, lit=lit, picked=picked)

    def side_pieces(
        self,
        *,
        art: str,
        faces: tuple[int, ...] = (),
        lit: Collection[str] = (),
        picked: Collection[str] = (),
        lang: str | None = None,
    ) -> tuple[str, ...]:
        """What is beside the board, as HTML in pieces; `art` is the address of its portraits.

        `faces` are the seats of bots, which are shown with faces.
        """
        draw: Callable[..., tuple[str, ...]] | None = getattr(self._drawing(), "side_pieces", None)
        if draw is None:
            return ()
        with speaking(lang):
            return draw(self, art=art, faces=faces, lit=lit, picked=picked)

    def png(
        self,
        *,
        width: int = 1200,
        theme: Literal["light", "dark"] = "light",
        lang: str | None = None,
    ) -> bytes:
        """The same drawing as a PNG image, `width` pixels wide."""
        from kerys.table.png import png

        return png(self.svg(width=width, theme=theme, lang=lang), width)

    def text(self, *, width: int = 100, compact: bool = False, lang: str | None = None) -> str:
        """The same as text, for terminals and screen readers.

        If it is `compact`, it has few lines, with what a decision needs. A drawing can provide
        `compact_text` in addition to `text`; otherwise both are the same.
        """
        drawing = self._drawing()
        write: Callable[..., str] | None = getattr(drawing, "compact_text", None)
        with speaking(lang):
            if compact and write is not None:
                return write(self, width=width)
            return drawing.text(self, width=width)

    def board_cells(
        self, *, width: int, lit: Collection[str] = (), lang: str | None = None
    ) -> list[Row]:
        """The board as rows of characters with looks and names, for full-screen terminals.

        A drawing can provide `board_cells` and `player_cells` together; otherwise the board is the
        whole text. `lit` names what can be chosen now.
        """
        draw: Callable[..., list[Row]] | None = getattr(self._drawing(), "board_cells", None)
        with speaking(lang):
            if draw is None:
                return [((line, "", ""),) for line in self.text(width=width).splitlines()]
            return draw(self, width=width, lit=lit)

    def player_cells(self, *, width: int, lang: str | None = None) -> list[Row]:
        """What lies in front of the players, in the same form."""
        draw: Callable[..., list[Row]] | None = getattr(self._drawing(), "player_cells", None)
        with speaking(lang):
            return draw(self, width=width) if draw else []

    def panels(
        self, only: Collection[str] | None = None, *, lang: str | None = None
    ) -> tuple[Panel, ...]:
        """The panels beside the board: who leads where, projected points, what may be hidden.

        If you need only some of them, name them: the others may be folded, without content.
        """
        with speaking(lang):
            return FACTS[self.game].panels(self, only) if self.game in FACTS else ()

    def plain(self) -> Plain:
        """The position in plain terms, for programs: names, numbers, words, and lists of these.

        `json.dumps` can write it. What this seat may not know is None, and so is what `text`
        doesn't show it again, such as its own hidden agents in Ys without `peek_own`. The schema
        is `rules.wording.schema["position"]`.
        """
        seat = SPECTATOR if self.open else self.seat
        return self.rules.wording.plain_state(self.state, seat)

    def _drawing(self) -> Drawing:
        """The drawing of this game, or the generic one."""
        return DRAWINGS[self.game if self.game in DRAWINGS else GENERIC]

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        who = "spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<View of {self.game} for {who} at ply {self.ply}>"

    def _repr_svg_(self) -> str:
        """Notebooks show a view as a picture."""
        return self.svg()

    def __reduce__(self) -> tuple[Callable[..., View], tuple[Any, ...]]:
        """A pickle names the rules and holds the redacted record, nothing more."""
        state = self.state.tobytes()
        beside = self.names, self.ply, self.revision, self.open
        return _restored, (self.rules, state, self.seat, *beside)


def _restored(rules: Rules, state: bytes, *beside: Any) -> View:
    """Restore a view from a pickle."""
    return View(rules, rules.from_bytes(state), *beside)


def _key(rng: Chance) -> bytes:
    """A key for the engine's own generator."""
    if isinstance(rng, random.Random):
        return rng.randbytes(KEY_BYTES)
    if isinstance(rng, np.random.Generator):
        return rng.bytes(KEY_BYTES)
    if isinstance(rng, int | str):
        return key_of_seed(rng)
    raise TypeError(f"rng must be a seed, a random.Random or a NumPy generator, not {rng!r}")
