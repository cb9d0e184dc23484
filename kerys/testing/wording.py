"""The words of a game, checked at every node of random play: texts, sentences, plain forms."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from kerys.kernel.chance import generator, key_of_seed, streams
from kerys.kernel.contract import SPECTATOR, Rules, State
from kerys.kernel.play import random_play
from kerys.testing.cases import Case

REFUSED = 12
"""For how many illegal actions per node the refusal is checked."""


def check_texts(rules: Rules) -> None:
    """Every action has a unique text that people can type."""
    texts = rules.wording.texts()
    assert len(texts) == rules.actions, "two actions share a text"
    for text, action in texts.items():
        assert rules.wording.text(action) == text
        assert text == " ".join(text.split()).lower(), f"{text!r} cannot be typed as it is"


def check_wording(case: Case) -> None:
    """One game in words: questions, answers, refusals, stories and plain forms."""
    rules, wording = case.rules, case.rules.wording
    options = case.configure()
    again = rules.configure(**wording.plain_options(options), revision=case.revision)
    assert again.tobytes() == options.tobytes(), "the plain options are others"
    _check_plain(wording.plain_options(options))
    _check_plain(wording.plain_deal(options, generator(key_of_seed("wording"))))
    names = tuple(f"Player {seat}" for seat in range(case.players))
    dealer, player = streams(key_of_seed("wording"), 0)
    mask = np.zeros(rules.mask_words, np.int64)
    state = rules.blank()
    rules.deal(state, options, dealer)
    assert wording.heading(state)
    while rules.actors(state):
        for seat in rules.seats(state):
            _check_question(rules, state, seat, names)
        before = rules.copy(state)
        seat, action = map(int, random_play(rules).decide(state, mask, player))
        _check_plain(wording.plain_action(before, seat, action))
        assert wording.concealed(before, action, True)
        _check_story(rules, before, seat, action, names)
        for watcher in range(SPECTATOR, case.players):
            view = rules.view(state, watcher)
            _check_plain(wording.plain_state(view, watcher))
            assert wording.round_name(view) == wording.round_name(state), "rounds are a secret"


def _check_question(rules: Rules, state: State, seat: int, names: tuple[str, ...]) -> None:
    """A question, what its answers would do, and why other actions are refused."""
    wording, view = rules.wording, rules.view(state, seat)
    assert wording.question(view, seat)
    legal = rules.choices(view, seat)
    for action in legal:
        assert wording.describe(view, seat, action, names)
    illegal = [action for action in range(rules.actions) if action not in legal]
    for action in illegal[:: max(1, len(illegal) // REFUSED)]:
        assert wording.refuse(view, seat, action)


def _check_story(
    rules: Rules, state: State, seat: int, action: int, names: tuple[str, ...]
) -> None:
    """What every step did can be told to everyone, from their views alone."""
    for watcher in range(SPECTATOR, len(names)):
        before = rules.view(state, watcher)
        for step in rules.steps(state, seat, action):
            after = rules.view(step, watcher)
            told = rules.wording.tell(before, after, watcher, names)
            assert all(told), "an empty sentence"
            before = after


def _check_plain(plain: Any) -> None:
    """Plain values can be written as JSON."""
    assert json.loads(json.dumps(plain)) == plain
