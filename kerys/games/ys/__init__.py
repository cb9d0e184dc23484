"""Ys, by Cyril Demaegd: merchants of the drowned city, 2 to 4 players."""

from kerys.games.ys.actions import ACTIONS, Question
from kerys.games.ys.choices import legal
from kerys.games.ys.components import SEATS
from kerys.games.ys.ending import rank, score
from kerys.games.ys.flow import apply, deal, step
from kerys.games.ys.knowledge import redact
from kerys.games.ys.observation import observe, observe_blank
from kerys.games.ys.observation_fields import OBSERVATION, OBSERVATION_VERSION
from kerys.games.ys.options import REVISION, VARIANTS, configure
from kerys.games.ys.state import OPTIONS, STATE, owners
from kerys.games.ys.wording import WORDING
from kerys.games.ys.worlds import resample
from kerys.kernel.contract import Rules
from kerys.kernel.seats import actors

YS = Rules(
    name="ys",
    revision=REVISION,
    wording=WORDING,
    state=STATE,
    options=OPTIONS,
    actions=ACTIONS,
    observation=OBSERVATION,
    observation_version=OBSERVATION_VERSION,
    most_owners=SEATS,
    sealed=1 << Question.BID | 1 << Question.THRONE_AGENT,
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
    environment=2,  # version 1 of the observation
)
