"""The start screen: go on with a game, begin one, learn, replay, or join a table."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from kerys.bots.levels import LEVELS, OPPONENTS
from kerys.games import GAMES
from kerys.locale import N_, _
from kerys.table.errors import GameError
from kerys.terminal.library import SavedGame, begin, saved_games
from kerys.terminal.local import LocalSitting
from kerys.terminal.saves import open_game
from kerys.terminal.screen.board_screen import the_app, user_name
from kerys.terminal.screen.keys import KeyScreen

MOST_LISTED = 12
NEW, LEARN, JOIN = "new", "learn", "join"


class StartScreen(KeyScreen):
    """What to do first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", N_("Review a finished game")),
        Binding("escape,q", "app.leave_table", N_("Leave")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[SavedGame] = []

    def compose(self) -> ComposeResult:
        """What can be done, and the saved games."""
        with Vertical(id="start"):
            yield Static("K E R Y S", classes="title")
            yield Static(_("Ys and Mykerinos, against bots or with friends."))
            yield OptionList(id="menu")
        yield Footer()

    def on_mount(self) -> None:
        """List the games."""
        self.refresh_games()

    def on_screen_resume(self) -> None:
        """List the games again after one was played."""
        self.refresh_games()

    def refresh_games(self) -> None:
        """Read which games are saved."""
        menu = self.query_one(OptionList)
        self._games = saved_games()
        menu.clear_options()
        games = [Option(_line(one), id=f"game {number}") for number, one in enumerate(self._games)]
        running = [one for one, game in zip(games, self._games, strict=True) if not game.over]
        finished = [one for one, game in zip(games, self._games, strict=True) if game.over]
        for group in (running, self._offers(), finished):
            if group and menu.option_count:
                menu.add_option(None)
            menu.add_options(group[:MOST_LISTED])
        menu.highlighted = 0
        menu.focus()

    def _offers(self) -> list[Option]:
        """What can be done without a saved game."""
        from kerys.study.course import has_course

        titles = {name: rules.wording.title for name, rules in GAMES.items()}
        return [
            *(
                Option(_("New game of {title}").format(title=title), id=f"{NEW} {name}")
                for name, title in titles.items()
            ),
            *(
                Option(_("Learn {title}").format(title=title), id=f"{LEARN} {name}")
                for name, title in titles.items()
                if has_course(name)
            ),
            Option(_("Join a table on a server"), id=JOIN),
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        word, _space, rest = (event.option_id or "").partition(" ")
        if word == NEW:
            self.app.push_screen(NewGameScreen(rest))
        elif word == LEARN:
            self._learn(rest)
        elif word == JOIN:
            self.app.push_screen(JoinScreen())
        else:
            self._open(self._games[int(rest)])

    def _open(self, one: SavedGame) -> None:
        """Go on with a game, or replay it if it is over."""
        try:
            saved = open_game(one.path)
        except (GameError, OSError) as error:
            self.notify(str(error), severity="error")
            return
        if one.over:
            the_app(self).look_again(saved)
        else:
            the_app(self).sit(LocalSitting(saved, random.Random()))

    def action_review(self) -> None:
        """Review the finished game that is highlighted."""
        menu = self.query_one(OptionList)
        option = menu.highlighted_option
        word, _space, number = ((option.id if option else "") or "").partition(" ")
        one = self._games[int(number)] if word == "game" else None
        if one is None or not one.over:
            self.notify(_("Choose a finished game first: they are at the end of the list."))
            return
        from kerys.terminal.screen.review import ReviewScreen, reviewer_of

        try:
            reviewer = reviewer_of(open_game(one.path))
        except (GameError, OSError) as error:
            self.notify(str(error), severity="error")
            return
        self.app.push_screen(ReviewScreen(reviewer))

    def _learn(self, game: str) -> None:
        """The lessons of a game, at the prompt."""
        from kerys.study.course import course_of
        from kerys.terminal.lessons import LessonSession
        from kerys.terminal.prompt import asker

        with self.app.suspend():
            LessonSession(list(course_of(game).lessons), asker()).run()


def _line(one: SavedGame) -> str:
    """A saved game in a line: what is to be done, players, and when."""
    record = one.record
    title = GAMES[record.game].wording.title
    names = ", ".join(record.names)
    if one.over:
        what = _("Replay {title}").format(title=title)
        scores = ", ".join(map(str, record.scores[: len(record.names)]))
        names = f"{names} ({scores})"
    else:
        what = _("Go on with {title}").format(title=title)
        names = ", ".join(filter(None, (names, one.round)))
    return f"{what}: {names}, {one.changed:%Y-%m-%d %H:%M}"


class NewGameScreen(KeyScreen):
    """A new game: players, bots and variants."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", N_("Back")),
        Binding("ctrl+s", "begin", N_("Start")),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self.rules = GAMES[game]

    def compose(self) -> ComposeResult:
        """One line for each choice."""
        wording = self.rules.wording
        most = max(wording.players)
        levels = [(one.name.capitalize(), one.name) for one in LEVELS]
        with VerticalScroll(id="form"):
            yield Static(wording.title, classes="title")
            with Horizontal(classes="row"):
                yield Label(_("Your name"))
                yield Input(user_name(), id="name", max_length=30, compact=True)
            with Horizontal(classes="row"):
                yield Label(_("Players"))
                counts = [(str(number), number) for number in wording.players]
                yield Select(counts, value=most, allow_blank=False, id="players", compact=True)
            for number in range(1, most):
                with Horizontal(classes="row bot", id=f"row-{number}"):
                    yield Label(_("Bot {number}").format(number=number))
                    yield Select(
                        levels,
                        value=OPPONENTS[(number - 1) % len(OPPONENTS)],
                        allow_blank=False,
                        id=f"bot-{number}",
                        compact=True,
                    )
            for switch in wording.switches:
                with Horizontal(classes="row", id=f"switch-{switch.name}"):
                    yield Label(_(switch.title))
                    values = [(_(one.title), one.value) for one in switch.choices]
                    yield Select(
                        values,
                        value=switch.usual.value,
                        allow_blank=False,
                        id=f"set-{switch.name}",
                        compact=True,
                    )
            yield Static(id="about", markup=False)
            yield Button(_("Start the game"), variant="primary", id="begin")
        yield Footer()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Show only what this number of players can have, and explain what was chosen."""
        players = self._players()
        abouts = {one.name: _(one.about) for one in LEVELS}
        self.query_one("#about", Static).update(abouts.get(str(event.value), ""))
        for number in range(1, max(self.rules.wording.players)):
            self.query_one(f"#row-{number}").display = number < players
        for switch in self.rules.wording.switches:
            self.query_one(f"#switch-{switch.name}").display = players in switch.players

    def _players(self) -> int:
        """How many players there are."""
        return int(str(self.query_one("#players", Select).value))

    def on_button_pressed(self) -> None:
        """Start."""
        self.action_begin()

    def action_begin(self) -> None:
        """Deal the game and go to the table."""
        players = self._players()
        options: dict[str, Any] = {"players": players}
        for switch in self.rules.wording.switches:
            if players in switch.players:
                options[switch.name] = self.query_one(f"#set-{switch.name}", Select).value
        bots = [str(self.query_one(f"#bot-{one}", Select).value) for one in range(1, players)]
        try:
            saved = begin(
                self.rules.name,
                self.rules.configure(**options),
                bots=bots,
                names=[self.query_one("#name", Input).value],
            )
        except (GameError, OSError, ValueError) as error:
            self.notify(str(error), severity="error")
            return
        self.app.pop_screen()
        the_app(self).sit(LocalSitting(saved, random.Random()))


class JoinScreen(KeyScreen):
    """The address of a table on a server."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", N_("Back"))]

    def compose(self) -> ComposeResult:
        """Address and name."""
        with VerticalScroll(id="form"):
            yield Static(_("Join a table on a server"), classes="title")
            yield Label(_("Link"))
            yield Input(placeholder="https://...", id="link")
            yield Label(_("Your name"))
            yield Input(user_name(), id="name", max_length=30)
            yield Button(_("Join"), variant="primary", id="join")
        yield Footer()

    async def on_button_pressed(self) -> None:
        """Join the table."""
        await self._join()

    async def on_input_submitted(self) -> None:
        """Join the table."""
        await self._join()

    async def _join(self) -> None:
        """Connect, and go to the table."""
        from kerys.kernel.extras import MissingExtraError

        try:
            from kerys.terminal.remote import join

            link, name = (self.query_one(one, Input).value.strip() for one in ("#link", "#name"))
            sitting = await join(link, name)
        except (GameError, OSError, MissingExtraError) as error:
            self.notify(str(error), severity="error")
            return
        self.app.pop_screen()
        the_app(self).sit(sitting)
