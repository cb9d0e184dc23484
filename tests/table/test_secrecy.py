"""Nothing about a running game reveals more than the views do."""

from __future__ import annotations

import random
import re
from collections import defaultdict

import pytest

from kerys.games.ys.actions import Question
from kerys.kernel.contract import SPECTATOR
from kerys.table import Game
from tests.contract.subjects import LONG_CASES, case_name
from tests.table.tools import Case, choose, nodes, start, state_of, watchers
from tests.table.worlds import alone, another_world, same_looking, seen, told, twin_games

HIDES_CHOICES = [case for case in LONG_CASES if case[0] != "mykerinos"]
"""In Mykerinos only the lots to come are hidden, never a decision."""


# --- Stories and concealed texts depend on views alone ---


@pytest.mark.parametrize("case", LONG_CASES, ids=case_name)
def test_what_looks_the_same_in_another_world_is_told_the_same(case: Case) -> None:
    """Replace the hidden part of the world, and find another decision that looks the same."""
    rng = random.Random(1)
    found = 0
    for game in nodes(start(case, 1), rng):
        if rng.random() < 0.8 and case[0] != "tiny":
            continue
        rules, names = game.rules, game.names
        seat, code = choose(game, rng)
        true = alone(rules, state_of(game), names, seat, code)
        for watcher in set(rng.sample(watchers(game), 2)) - {seat}:
            world = another_world(game, watcher, game.ply)
            wanted = seen(rules, state_of(game), seat, code, watcher)
            for other in same_looking(rules, world, seat, watcher, wanted):
                found += 1
                false = alone(rules, world, names, seat, other)
                assert told(false, watcher) == told(true, watcher)
                texts = {
                    rules.wording.concealed(one.before(0), one.moves[0].code, one.is_resolved(0))
                    for one in (true, false)
                }
                assert len(texts) == 1, "the record tells a decision that the view hides"
    assert found > 10 or case[0] == "tiny"


@pytest.mark.parametrize("case", HIDES_CHOICES, ids=case_name)
def test_decisions_that_look_alike_have_one_concealed_text(case: Case) -> None:
    rng = random.Random(2)
    alike = 0
    for game in nodes(start(case, 2), rng):
        if rng.random() < 0.9 and case[0] != "tiny":
            continue
        rules, state, seat = game.rules, state_of(game), game.actors[0]
        legal = rules.choices(state, seat)
        codes = rng.sample(legal, min(len(legal), 40))
        for watcher in set(rng.sample(watchers(game), 2)) - {seat}:
            groups = defaultdict(set)
            for code in codes:
                after = alone(rules, state, game.names, seat, code)
                if not after.over:  # after that, everything is revealed
                    text = rules.wording.concealed(state, code, after.is_resolved(0))
                    groups[seen(rules, state, seat, code, watcher)].add(text)
                    alike += 1
            alike -= len(groups)
            assert all(len(texts) == 1 for texts in groups.values())
    assert alike > 0


@pytest.mark.parametrize("case", HIDES_CHOICES, ids=case_name)
def test_histories_that_look_alike_have_equal_records_and_stories(case: Case) -> None:
    """The same deal, but the others seal, hide and send something else."""
    differences = 0
    for seed in range(3):
        for watcher in (SPECTATOR, 0):
            one, other, differ = twin_games(case, seed, watcher, 60)
            differences += differ
            assert one.ply == other.ply
            assert one.record(watcher) == other.record(watcher)
            assert one.record(watcher).text() == other.record(watcher).text()
            assert one.record(watcher).json() == other.record(watcher).json()
            assert told(one, watcher) == told(other, watcher)
            for view in (one.view(watcher), other.view(watcher)):
                assert view.heading() == one.view(watcher).heading()
                assert view.question() == one.view(watcher).question()
    assert differences > 0


# --- Running records ---


def lines(game: Game, reader: int) -> list[tuple[int, int, str]]:
    """Index, seat and text of every decision, as a seat reads them."""
    return [(index, seat, text) for index, (seat, text) in enumerate(game.record(reader).decisions)]


def withheld(game: Game, index: int) -> bool:
    """Whether a decision placed a neutral agent of Ys, which nobody is shown again."""
    return game.name == "ys" and game.before(index).question == Question.PLACE_NEUTRAL


@pytest.mark.parametrize("case", LONG_CASES, ids=case_name)
def test_a_running_record_hides_the_deal_and_every_secret(case: Case) -> None:
    rng = random.Random(4)
    for game in nodes(start(case, 4), rng):
        if game.ply % 61 > 1:
            continue
        assert game.secret is not None
        secrets = (game.secret.key.hex(), game.secret.salt.hex())
        for reader in watchers(game):
            record = game.record(reader)
            assert record.status == "running"
            assert record.secret is None
            assert (record.scores, record.ranks) == ((), ())
            for text in (record.text(), str(record.json()), repr(record), repr(game)):
                assert not any(secret in text for secret in secrets)
            for index, seat, text in lines(game, reader):
                true = game.rules.wording.text(game.moves[index].code)
                if seat == reader and not withheld(game, index):
                    assert text == true
                else:
                    assert not re.fullmatch(r"place \d hidden \S+", text)
                    assert not re.fullmatch(r"send \d", text)
                    assert game.is_resolved(index) or text in ("bid ?", "send ?", "card ?")


def test_bids_are_told_to_all_once_they_are_revealed() -> None:
    game = start(("ys", 0))
    for seat, text in enumerate(("bid 4+2", "bid 3+1", "bid 1+1")):
        game.push(seat, text)
    assert [text for _, _, text in lines(game, 1)] == ["bid ?", "bid 3+1", "bid ?"]
    assert [text for _, _, text in lines(game, SPECTATOR)] == ["bid ?"] * 3
    game.push(3, "bid 0+0")
    for reader in watchers(game):
        told_bids = [text for _, _, text in lines(game, reader)]
        assert told_bids == ["bid 4+2", "bid 3+1", "bid 1+1", "bid 0+0"]


def test_secrets_do_not_show_in_what_programs_print() -> None:
    game = start(("ys", 0))
    assert game.secret is not None
    shown = repr(game.secret) + repr(game) + repr(game.view(0)) + repr(game.legal(0))
    assert game.secret.key.hex() not in shown
    assert repr(game.secret.key) not in shown
    assert game.secret.salt.hex() not in shown
