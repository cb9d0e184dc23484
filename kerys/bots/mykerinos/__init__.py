"""The evaluator of Mykerinos: the estimate and its weights."""

from pathlib import Path

from kerys.bots.evaluators import Effort, Evaluator, SearchSettings
from kerys.bots.mykerinos import habits
from kerys.bots.mykerinos.estimate import SCRATCH, WEIGHTS, estimate, stage
from kerys.games.mykerinos.actions import Question
from kerys.kernel.bits import set_of
from kerys.locale import N_

EVALUATOR = Evaluator(
    estimate=estimate,
    stage=stage,
    names=WEIGHTS,
    scratch=SCRATCH,
    folder=Path(__file__).parent,
    settings=SearchSettings(
        width=20,
        breadth=20,
        ahead=0,
        depth=4,
        stages=4,
        playout=80,
        samples=16,
        explore=0.6,
        heat=8.0,
        prior_heat=3.0,
        rival=0.2,
    ),
    pace=1.8,
    effort=Effort(tree=96, compared=64, others_tree=16, others_compared=16, foreseen=48),
    follow=set_of(Question.SPACE, Question.ROOM, Question.NEUTRAL_SPACE),
    habits=habits,
    styles={
        "speculator": N_("rooms of the museum"),
        "collector": N_("sets of cards"),
    },
)
