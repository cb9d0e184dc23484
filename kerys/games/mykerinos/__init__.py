"""Mykerinos, by Nicolas Oury: archaeologists and their museum, 2 to 4 players."""

from kerys.games.mykerinos.actions import ACTIONS
from kerys.games.mykerinos.choices import legal
from kerys.games.mykerinos.components import SEATS
from kerys.games.mykerinos.ending import rank, score
from kerys.games.mykerinos.flow import apply, deal, step
from kerys.games.mykerinos.knowledge import redact
from kerys.games.mykerinos.observation import observe, observe_blank
from kerys.games.mykerinos.observation_fields import OBSERVATION, OBSERVATION_VERSION
from kerys.games.mykerinos.options import REVISION, VARIANTS, configure
from kerys.games.mykerinos.state import OPTIONS, STATE, owners
from kerys.games.mykerinos.wording import WORDING
from kerys.games.mykerinos.worlds import resample
from kerys.kernel.contract import Rules
from kerys.kernel.seats import actors

MYKERINOS = Rules(
    name="mykerinos",
    revision=REVISION,
    wording=WORDING,
    state=STATE,
    options=OPTIONS,
    actions=ACTIONS,
    observation=OBSERVATION,
    observation_version=OBSERVATION_VERSION,
    most_owners=SEATS,
    sealed=0,
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
    environment=1,  # version 1 of the observation
)
