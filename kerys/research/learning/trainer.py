"""A training from beginning to end, which can stop and go on at any time."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from kerys.kernel.contract import Rules
from kerys.kernel.extras import extra
from kerys.research.batch import Device
from kerys.research.learning.actors import GreedyActor, SelfPlay
from kerys.research.learning.checkpoint import (
    behind,
    check_facts,
    facts,
    follow,
    halved,
    load,
    part_of_way,
    restore_average,
    room_for_snapshots,
)
from kerys.research.learning.configuration import Configuration
from kerys.research.learning.evaluation import OPPONENTS, measure
from kerys.research.learning.expert import Expert
from kerys.research.learning.learner import Learner, Rates, between, played, shown, targets_of
from kerys.research.learning.network import new_net
from kerys.research.learning.positions import Lesson
from kerys.research.learning.progress import Line, Notes, is_due
from kerys.research.learning.rollout import Rollout
from kerys.research.learning.run_folder import RunFolder
from kerys.research.learning.tables import new_tables
from kerys.research.learning.workers import Workers
from kerys.research.simulation import check_target

with extra("learn"):
    import torch

CHECKPOINT_SECONDS = 60.0
LOG_EVERY = 500_000
"""Decisions between two lines of the log."""
CLONING, PLAY, EXPERT = "cloning", "play", "expert"


class Trainer:
    """The state of a training, and how it goes on."""

    def __init__(
        self,
        rules: Rules,
        configuration: Configuration,
        folder: RunFolder,
        device: Device = "cpu",
        threads: int = 1,
        report: Callable[[Line], None] = lambda line: None,
    ) -> None:
        self.rules = rules
        self.configuration = configuration
        self.folder = folder
        self.threads = threads
        self.report = report
        check_target(device)
        self.device = torch.device("cuda" if device == "gpu" else "cpu")
        self.chance = torch.Generator(self.device)
        self.chance.manual_seed(_number(f"{configuration.seed} training"))
        self.cloned = self.played = self.searched = 0
        """Decisions of each stage so far."""
        self.minutes = 0.0
        self.log_bytes = 0
        sizes = configuration.network
        self.net = new_net(rules, sizes.wide, sizes.narrow)
        self.room = room_for_snapshots(self.net, rules, configuration)
        first = torch.Generator()
        first.manual_seed(_number(f"{configuration.seed} weights"))
        self.net.start(first)
        self.net.to(self.device)
        self.average = deepcopy(self.net)
        self.lagged = deepcopy(self.net)
        """The last snapshot"""
        self.snapshots: list[dict[str, Any]] = []
        self.learner = Learner(self.net, configuration.play, self.chance)
        self.tables = new_tables(
            rules.name, configuration.variants, configuration.seed, device, threads
        )
        self.tables.stagger(self.chance)
        self.rollout = Rollout(self.tables, configuration.play.steps, Workers(threads))
        cloning = configuration.cloning
        self.greedy = GreedyActor(cloning.worlds, cloning.random_moves, self.chance)
        self.self_play = SelfPlay(
            self.tables, configuration.play.snapshot_rows, deepcopy(self.net), self.chance
        )
        self.expert = Expert(rules, configuration, self.learner, threads)
        self.notes = Notes()
        if self.stage != CLONING:
            self._begin_play()

    @property
    def decisions(self) -> int:
        """All decisions so far."""
        return self.cloned + self.played + self.searched

    @property
    def stage(self) -> str:
        """What is learned now."""
        settings = self.configuration
        if self.cloned < settings.cloning.decisions:
            return CLONING
        if self.played < settings.play.decisions or not settings.expert.decisions:
            return PLAY
        return EXPERT

    def run(
        self,
        minutes: float = math.inf,
        iterations: float = math.inf,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Train for some time, or a number of iterations, and save."""
        began = last = time.monotonic()
        earlier = self.minutes
        done = 0
        while done < iterations and not stopped():
            now = time.monotonic()
            if now - began >= 60 * minutes:
                break
            if now - last >= CHECKPOINT_SECONDS:
                self.save()
                last = now
            self.iterate()
            done += 1
            self.minutes = earlier + (time.monotonic() - began) / 60
        self._log(self.stage)
        self.save()

    def iterate(self) -> None:
        """One rollout and what is learned from it."""
        start, stage, size = time.perf_counter(), self.stage, self.configuration.iteration
        before = self.decisions
        if stage == CLONING:
            found = self._clone()
            self.cloned += size
            if self.stage != CLONING:
                self._begin_play()
        elif stage == EXPERT:
            size, found = self.expert.iterate(self.searched)
            self.searched += size
        else:
            found = self._improve()
            self.played += size
            if is_due(self.configuration.play.snapshot_every, self.played - size, self.played):
                self._keep_snapshot()
        self._round(size)
        self.notes.add(found, time.perf_counter() - start, size)
        every = self.configuration.evaluation.every
        if is_due(every, before, self.decisions) or stage != self.stage:
            self._log(stage, strength=self.evaluate())
        elif is_due(LOG_EVERY, before, self.decisions):
            self._log(stage)

    def _clone(self) -> dict[str, float]:
        """Learn from `greedy`."""
        settings = self.configuration.cloning
        self.rollout.fill(self.net, self.greedy)
        rate = between(
            settings.learning_rate, settings.last_learning_rate, self.cloned / settings.decisions
        )
        return self._learn(shown(self.rollout), settings.epochs, Rates(rate))

    def _improve(self) -> dict[str, float]:
        """Learn from self-play."""
        settings, rollout = self.configuration.play, self.rollout
        self.self_play.choose_snapshot(self.snapshots)
        rollout.fill(self.net, self.self_play)
        lagged = torch.zeros(0, device=self.device)
        if settings.pull:
            lagged = rollout.lagged(self.lagged.folded())
        part = self.played / max(settings.decisions, 1)
        rates = Rates(
            between(settings.learning_rate, settings.last_learning_rate, part),
            between(settings.entropy, settings.last_entropy, part),
        )
        advantages = rollout.advantages(settings.trace)
        lesson = played(rollout, advantages, settings.points, lagged)
        return self._learn(lesson, settings.epochs, rates)

    def _learn(self, lesson: Lesson, epochs: int, rates: Rates) -> dict[str, float]:
        """Learn a lesson, and to foresee how games end."""
        advantages = self.rollout.advantages(self.configuration.play.trace)
        targets = targets_of(self.rollout, advantages)
        found = self.learner.learn(self.rollout, lesson, targets, epochs, rates)
        return {**found, "explained": self.rollout.explained(advantages)}

    def _begin_play(self) -> None:
        """The cloned network is the first snapshot; what was noted about gradients is forgotten."""
        self._keep_snapshot()
        self.learner.forget()

    def _keep_snapshot(self) -> None:
        """Keep the weights as they are now.

        If that is one too many, the oldest goes; but the very first, the cloned one, stays.
        """
        self.snapshots.append(halved(self.net))
        if len(self.snapshots) > self.room:
            del self.snapshots[1 if self.room > 1 else 0]
        load(self.lagged, self.snapshots[-1])

    def _round(self, size: int) -> None:
        """Follow the average, and round what a checkpoint keeps in half precision.

        A training that goes on from a checkpoint is then exactly like one that never stopped.
        """
        over = self.configuration.play.average
        follow(self.average, self.net, part_of_way(size, over, self.decisions))
        self.learner.round()

    def evaluate(self) -> list[Line]:
        """How strong the average is now; every variant against each opponent."""
        net = deepcopy(self.average).cpu()
        settings = self.configuration.evaluation
        return [
            measure(net, self.rules.name, variant, opponent, settings, self.threads).plain()
            for variant in self.configuration.variants
            for opponent in OPPONENTS
        ]

    def _log(self, stage: str, **more: Any) -> None:
        """Write what was noted since the last line of the log."""
        line = self.notes.line(
            stage=stage, decisions=self.decisions, minutes=round(self.minutes, 3)
        )
        if line is not None:
            line |= more
            self.log_bytes = self.folder.add_to_log(line)
            self.report(line)

    def save(self) -> None:
        """Write a checkpoint."""
        self.folder.save(
            {
                "digest": self.configuration.digest(),
                "rules": facts(self.rules),
                "cloned": self.cloned,
                "played": self.played,
                "searched": self.searched,
                "minutes": self.minutes,
                "log_bytes": self.log_bytes,
                "net": self.net.state_dict(),
                "behind": behind(self.average, self.net),
                "optimizer": self.learner.kept(),
                "snapshots": self.snapshots,
                "seats": self.self_play.seats,
                "games": self.tables.kept(),
                "chance": self.chance.get_state(),
            }
        )

    def resume(self) -> bool:
        """Go on from the checkpoint, if there is one; whether there was."""
        found = self.folder.load()
        if found is None:
            self.folder.cut_log(0)
            return False
        check_facts(found, self.rules, self.folder)
        self.cloned, self.played = found["cloned"], found["played"]
        self.searched = found["searched"]
        self.minutes, self.log_bytes = found["minutes"], found["log_bytes"]
        self.net.load_state_dict(found["net"])
        restore_average(self.average, self.net, found["behind"])
        self.learner.restore(found["optimizer"])
        self.snapshots = found["snapshots"]
        if self.snapshots:
            load(self.lagged, self.snapshots[-1])
        self.self_play.seats = found["seats"].to(self.device)
        self.tables.restore(found["games"])
        self.chance.set_state(found["chance"])
        self.folder.cut_log(self.log_bytes)
        return True


def _number(seed: str) -> int:
    """A seed for PyTorch."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7], "big")
