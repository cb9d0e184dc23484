"""Ys, by Cyril Demaegd: merchants of the drowned city, 2 to 4 players."""

from kerys.games.ys.actions import ACTIONS
from kerys.games.ys.choices import legal
from kerys.games.ys.ending import rank, score
from kerys.games.ys.face import FACE
from kerys.games.ys.flow import apply, deal, step
from kerys.games.ys.knowledge import redact
from kerys.games.ys.observation import OBSERVATION, observe, observe_blank
from kerys.games.ys.options import VARIANTS, configure
from kerys.games.ys.record import OPTIONS, STATE, owners
from kerys.games.ys.worlds import resample
from kerys.kernel.contract import Game
from kerys.kernel.seats import actors

YS = Game(
    name="ys",
    rules=1,
    face=FACE,
    state=STATE,
    options=OPTIONS,
    actions=ACTIONS,
    observation=OBSERVATION,
    variants=VARIANTS,
    configure=configure,
    deal=deal,
    actors=actors,
    legal=legal,
    apply=apply,
    step=step,
    owners=owners,
    score=score,
    rank=rank,
    redact=redact,
    resample=resample,
    observe=observe,
    observe_blank=observe_blank,
)
