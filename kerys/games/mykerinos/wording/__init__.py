"""The wording of Mykerinos: notation, questions, refusals, stories, and plain values."""

from kerys.games.mykerinos.wording.explanations import EXPLANATIONS, SECTIONS
from kerys.games.mykerinos.wording.json_form import (
    concealed,
    plain_action,
    plain_deal,
    plain_options,
)
from kerys.games.mykerinos.wording.notation import text, texts
from kerys.games.mykerinos.wording.phases import heading, round_name
from kerys.games.mykerinos.wording.position import plain_state
from kerys.games.mykerinos.wording.questions import describe, question, rule_ids
from kerys.games.mykerinos.wording.refusals import refuse
from kerys.games.mykerinos.wording.story import tell
from kerys.games.mykerinos.wording.things import IMPLIED, following
from kerys.games.mykerinos.wording.variants import ABOUT, CREDIT, FILES, GROUPS
from kerys.kernel.wording import Wording, read_guide, read_rulebook, read_schema

WORDING = Wording(
    title="Mykerinos",
    text=text,
    texts=texts,
    concealed=concealed,
    heading=heading,
    round_name=round_name,
    question=question,
    describe=describe,
    refuse=refuse,
    rule_ids=rule_ids,
    tell=tell,
    schema=read_schema(__name__),
    plain_options=plain_options,
    plain_deal=plain_deal,
    plain_action=plain_action,
    plain_state=plain_state,
    about=ABOUT,
    players=(2, 3, 4),
    files=FILES,
    groups=GROUPS,
    credit=CREDIT,
    rulebook=read_rulebook("kerys.games.mykerinos"),
    guide=read_guide("kerys.games.mykerinos"),
    guide_sections=SECTIONS,
    explanations=EXPLANATIONS,
    following=following,
    implied=IMPLIED,
)
