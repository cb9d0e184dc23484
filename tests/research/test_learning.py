"""Training: cloning, self-play, repeatable results, resuming, and measuring strength."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from kerys.games import GAMES
from kerys.research.learning.checkpoint import part_of_way
from kerys.research.learning.configuration import Variant, configuration
from kerys.research.learning.evaluation import measure
from kerys.research.learning.learner import played, targets_of
from kerys.research.learning.positions import Weights
from kerys.research.learning.trainer import Trainer
from tests.research.learning import MINI, faster, small, trainer

KILLED = """
import sys
from pathlib import Path
import kerys.research.learning.trainer as training
from tests.research.learning import small, trainer

training.CHECKPOINT_SECONDS = 0.0
training.LOG_EVERY = 1
trainer(small(cloned=4096), Path(sys.argv[1])).run()
"""


def weights(found: Trainer) -> list[torch.Tensor]:
    return [one.detach() for net in (found.net, found.average) for one in net.parameters()]


def same(one: Trainer, other: Trainer) -> bool:
    return all(map(torch.equal, weights(one), weights(other)))


def test_cloning_comes_to_agree_with_greedy(tmp_path: Path) -> None:
    run = trainer(small(cloned=60_000), tmp_path)
    run.iterate()
    first = run.notes.found[-1]
    for _ in range(25):
        run.iterate()
    last = run.notes.found[-1]
    assert last["policy"] < 0.7 * first["policy"]
    assert last["agreement"] > first["agreement"] + 0.1
    assert last["value"] < first["value"]


@pytest.mark.parametrize("game", ["mykerinos", "ys"])
def test_self_play_alone_beats_random(game: str, tmp_path: Path) -> None:
    run = trainer(small(game=game), tmp_path)
    assert run.stage == "play"
    run.run(iterations=30)
    found = measure(run.average, game, MINI, "random", run.configuration.evaluation, 1)
    assert found.fair == 0.5
    assert found.low > 0.55


def test_a_policy_that_knows_nothing_loses_to_greedy_in_all_seats(tmp_path: Path) -> None:
    variant = Variant(8, {"players": 3})
    run = trainer(small(variant), tmp_path)
    settings = replace(run.configuration.evaluation, deals=6)
    found = measure(run.net, "mykerinos", variant, "greedy", settings, 1)
    assert found.games == 18
    assert found.fair == pytest.approx(1 / 3)
    assert found.share == 0.0
    assert found.low == pytest.approx(0.0)
    assert found.high < 0.5
    assert found.lead < -5
    assert found == measure(run.net, "mykerinos", variant, "greedy", settings, 2)


def test_the_same_seed_trains_the_same_network(tmp_path: Path) -> None:
    variants = (Variant(32, {"players": 3}), Variant(32, {"players": 2}))
    settings = small(*variants, cloned=3000)
    settings = replace(settings, evaluation=replace(settings.evaluation, deals=1))
    found = []
    for name, seed in (("one", "0"), ("two", "0"), ("three", "1")):
        run = trainer(replace(settings, seed=seed), tmp_path / name)
        run.run(iterations=6)
        found.append(run)
    assert found[0].decisions == found[1].decisions == 6 * 16 * 64
    assert same(found[0], found[1])
    assert not same(found[0], found[2])


def test_a_training_in_parts_equals_one_that_never_stopped(tmp_path: Path) -> None:
    settings = faster(small(cloned=4096), snapshot_every=4000)
    whole = trainer(settings, tmp_path / "whole")
    whole.run(iterations=8)
    for iterations in (1, 2, 3, 2):  # stops while cloning, between the stages, and after
        part = trainer(settings, tmp_path / "parts")
        part.run(iterations=iterations)
    assert part.decisions == whole.decisions
    assert same(part, whole)
    assert len(part.snapshots) == len(whole.snapshots) > 1


def test_a_killed_training_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    folder, log = tmp_path / "run", tmp_path / "run" / "progress.jsonl"
    for wanted in (2, 5):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)])
        deadline = time.monotonic() + 900
        while len(log.read_bytes().splitlines() if log.exists() else ()) < wanted:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    run = trainer(small(cloned=4096), folder)
    assert run.decisions > 0
    run.run(iterations=2)
    decisions = [line["decisions"] for line in run.folder.lines()]
    assert decisions == sorted(set(decisions))
    assert decisions[-1] == run.decisions
    whole = trainer(small(cloned=4096), tmp_path / "whole")
    whole.run(iterations=run.decisions // run.configuration.iteration)
    assert same(run, whole)


def test_snapshots_play_some_seats_but_never_all(tmp_path: Path) -> None:
    variants = (Variant(64, {"players": 4}), Variant(64, {"players": 2}))
    run = trainer(faster(small(*variants), snapshot_rows=0.5), tmp_path)
    seats = run.self_play.seats
    assert len(seats) == 64
    numbers = seats.sum(1)
    assert set(numbers[:32].tolist()) == {1, 2, 3}
    assert set(numbers[32:].tolist()) == {1}
    assert not seats[32:, 2:].any()
    run.iterate()
    own = run.rollout.own
    mixed = run.self_play.mixed
    assert not own[:, mixed].all()
    assert own[:, mixed].any()
    others = [row for row in range(run.tables.rows) if row not in mixed]
    assert own[:, others].all()


def test_nothing_is_learned_from_what_snapshots_decide(tmp_path: Path) -> None:
    run = trainer(faster(small(), snapshot_rows=1.0, pull=0.0), tmp_path)
    run.iterate()
    run.rollout.own[:] = False
    run.rollout.own[0, :2] = True
    advantages = run.rollout.advantages(0.9)
    lesson = played(run.rollout, advantages, 0.2, torch.zeros(0))
    assert lesson.own.sum() == 2
    shifted = lesson._replace(gains=torch.where(lesson.own, lesson.gains, 1e6))
    folded = run.net.folded()
    every = torch.arange(len(lesson.taken))
    hidden = run.rollout.positions.hidden(folded, every)
    losses = [
        run.rollout.positions.policy_loss(folded, hidden, every, one, Weights(0.2, 0, 0), 2)[0]
        for one in (lesson, shifted)
    ]
    assert torch.equal(*losses)


def test_advantages_count_for_all_owners_and_stop_where_games_end(tmp_path: Path) -> None:
    rollout = trainer(small(), tmp_path).rollout
    rollout.values.zero_()
    rollout.rewards.zero_()
    rollout.done.zero_()
    rollout.values[0, :, 0] = 0.5
    rollout.rewards[0, 5, 0] = torch.tensor([1.0, 0.0, 0.0, 0.0])
    rollout.done[5, 0] = True
    found = rollout.advantages(0.5)[0, :, 0]
    assert found[5].tolist() == [0.5, -0.5, -0.5, -0.5]
    assert found[4].tolist() == [0.25, -0.25, -0.25, -0.25]
    assert found[6:-1].abs().sum() == 0


def test_targets_of_values_are_shares_counted_from_the_seat(tmp_path: Path) -> None:
    rollout = trainer(small(), tmp_path).rollout
    rollout.values.zero_()
    rollout.values[0, :, :, 1] = 1.0
    rollout.seats[:] = 1
    targets = targets_of(rollout, torch.zeros_like(rollout.rewards))
    assert targets.shares[:, 0].eq(1).all()
    assert targets.shares.sum(1).eq(1).all()
    assert targets.present.sum(1).eq(2).all()


def test_the_average_begins_as_a_mean_and_then_forgets() -> None:
    assert part_of_way(100, 1000, 100) == 1.0
    assert part_of_way(100, 1000, 200) == 0.5
    assert part_of_way(100, 1000, 10**6) == pytest.approx(0.0952, abs=1e-4)


def test_several_threads_learn_the_same_up_to_rounding(tmp_path: Path) -> None:
    found = []
    for threads in (1, 2):
        run = trainer(small(cloned=4096), tmp_path / str(threads), threads)
        run.iterate()
        found.append(run.notes.found[0])
        del found[-1]["seconds"]
    assert found[0] == pytest.approx(found[1], rel=1e-3)


def test_a_log_line_says_how_it_goes(tmp_path: Path) -> None:
    settings = small(cloned=2048)
    settings = replace(settings, evaluation=replace(settings.evaluation, deals=4))
    run = trainer(settings, tmp_path)
    run.run(iterations=3)
    lines = run.folder.lines()
    assert [line["stage"] for line in lines] == ["cloning", "play"]
    assert {"policy", "value", "points", "agreement", "per_second"} <= set(lines[0])
    assert {"entropy", "pull", "change", "explained", "minutes"} <= set(lines[1])
    measured = lines[0]["strength"]
    assert [one["opponent"] for one in measured] == ["greedy", "random"]
    assert all(one["low"] <= one["share"] <= one["high"] for one in measured)
    assert json.loads((tmp_path / "progress.jsonl").read_text("utf-8").splitlines()[0]) == lines[0]


def test_all_variants_that_come_with_the_games_can_be_played() -> None:
    for rules in GAMES.values():
        found = configuration(rules, None, "0")
        players = {int(rules.configure(**one.options).players) for one in found.variants}
        assert players == set(rules.wording.players)
        assert found.iteration % found.play.minibatch == 0
