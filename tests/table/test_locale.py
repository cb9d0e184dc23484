"""The current language: contexts nest, it is restored, and threads don't interfere."""

from __future__ import annotations

import asyncio
import threading

import pytest

from kerys.locale import N_, LanguageError, _, language, languages, ngettext, speaking
from tests.table.languages import CLOSE, OPEN, PSEUDO, teach
from tests.table.tools import start


@pytest.fixture(autouse=True)
def _taught(monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch)
    teach(monkeypatch, str.upper, "shout")


# --- Nesting ---


def test_english_is_spoken_unless_something_else_is_asked_for() -> None:
    assert language() == "en"
    assert languages()[0] == "en"
    assert _("The game is over.") == "The game is over."


def test_a_language_is_spoken_inside_the_block_and_no_longer() -> None:
    with speaking("shout"):
        assert language() == "shout"
        assert _("over") == "OVER"
        with speaking("en"):
            assert _("over") == "over"
            with speaking(None):
                assert _("over") == "over"
        assert _("over") == "OVER"
    assert language() == "en"


def test_an_error_inside_the_block_restores_the_language() -> None:
    with pytest.raises(KeyError), speaking("shout"):
        raise KeyError
    assert language() == "en"


def test_nothing_named_changes_nothing() -> None:
    with speaking("shout"), speaking(None):
        assert language() == "shout"


def test_numbers_choose_their_form_and_are_filled_in() -> None:
    assert ngettext("{number} point", "{number} points", 1) == "1 point"
    assert ngettext("{number} point", "{number} points", 0) == "0 points"
    with speaking(PSEUDO):
        assert ngettext("{number} point", "{number} points", 3).startswith(f"{OPEN}3 ")


def test_a_word_that_is_only_marked_is_not_translated_yet() -> None:
    with speaking("shout"):
        assert N_("blue") == "blue"
        assert _(N_("blue")) == "BLUE"


# --- Unknown languages ---


@pytest.mark.parametrize("unknown", ["tlh", "", "EN", "en_US", "../en", "xx\n"])
def test_an_unknown_language_is_refused_and_changes_nothing(unknown: str) -> None:
    view = start(("ys", 0)).view(0)
    for speak in (view.heading, view.question, view.legal[0].describe):
        with pytest.raises(LanguageError, match="choose from en"):
            speak(unknown)
        assert language() == "en"
    with pytest.raises(LanguageError), speaking(unknown):
        raise AssertionError("never reached")


# --- Threads and tasks ---


def test_threads_do_not_disturb_each_other() -> None:
    """Both are inside their blocks at the same time."""
    both = threading.Barrier(2, timeout=20)
    heard: dict[str, list[str]] = {}

    def speak(name: str) -> None:
        with speaking(name):
            both.wait()
            first = _("over")
            both.wait()
            with speaking("en"):
                both.wait()
                second = _("over")
            both.wait()
            heard[name] = [first, second, _("over"), language()]

    with speaking("shout"):
        threads = [threading.Thread(target=speak, args=(name,)) for name in ("shout", "en")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert language() == "shout"
    assert heard == {
        "shout": ["OVER", "over", "OVER", "shout"],
        "en": ["over", "over", "over", "en"],
    }


def test_tasks_do_not_disturb_each_other() -> None:
    async def speak(name: str, turn: asyncio.Event, after: asyncio.Event) -> str:
        with speaking(name):
            after.set()
            await turn.wait()
            return _("over")

    async def both() -> list[str]:
        one, two = asyncio.Event(), asyncio.Event()
        return list(await asyncio.gather(speak("shout", one, two), speak("en", two, one)))

    assert asyncio.run(both()) == ["OVER", "over"]
    assert language() == "en"


# --- Words by argument ---


def test_views_and_actions_speak_the_language_they_are_asked_in() -> None:
    view = start(("ys", 0)).view(0)
    action = view.legal[0]
    for speak in (view.heading, view.question, action.describe):
        plain = speak()
        assert speak("en") == plain
        other = speak(PSEUDO)
        assert other.startswith(OPEN)
        assert other.endswith(CLOSE)
        with speaking(PSEUDO):
            assert speak() == other
            assert speak("en") == plain
    assert action.text == next(iter(view.legal)).text
