"""The evaluator of Ys: estimate, prospects, beliefs and their weights."""

from pathlib import Path

from kerys.bots.evaluators import Effort, Evaluator, SearchSettings
from kerys.bots.ys import beliefs, habits, hidings
from kerys.bots.ys.estimate import SCRATCH, estimate, stage
from kerys.bots.ys.estimate import WEIGHTS as ESTIMATE_WEIGHTS
from kerys.bots.ys.prospects import WEIGHTS as PROSPECTS_WEIGHTS
from kerys.bots.ys.prospects import prospects
from kerys.games.ys.actions import Question
from kerys.kernel.bits import set_of
from kerys.locale import N_

EVALUATOR = Evaluator(
    estimate=estimate,
    stage=stage,
    names=ESTIMATE_WEIGHTS + PROSPECTS_WEIGHTS + beliefs.WEIGHTS,
    scratch=SCRATCH,
    folder=Path(__file__).parent,
    settings=SearchSettings(
        width=12,
        breadth=1000,
        ahead=8,
        depth=3,
        stages=1,
        playout=500,
        samples=12,
        explore=0.6,
        heat=6.0,
        prior_heat=8.0,
        rival=0.2,
    ),
    pace=6.0,
    effort=Effort(tree=256, compared=128, others_tree=48, others_compared=32, foreseen=80),
    follow=set_of(
        Question.REFILL,
        Question.CHOOSE_GEM,
        Question.CAPTAIN_PORTS,
        Question.QUEEN_AREA,
        Question.HERALD_AGENT,
        Question.HERALD_PLACE,
        Question.MAGICIAN_FIRST,
        Question.MAGICIAN_SECOND,
        Question.MERCENARY_AGENT,
        Question.ALCHEMIST_GIVES,
        Question.ALCHEMIST_TAKES,
        Question.BANKER_RAISES,
        Question.BANKER_LOWERS,
    ),
    prospects=prospects,
    fitted=len(PROSPECTS_WEIGHTS) + len(beliefs.WEIGHTS),
    beliefs=beliefs,
    hidings=hidings,
    habits=habits,
    styles={
        "speculator": N_("the market and its prices"),
        "collector": N_("palaces and their characters"),
    },
)
