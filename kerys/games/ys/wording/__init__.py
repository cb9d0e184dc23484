"""The wording of Ys: notation, questions, refusals, stories, and plain values."""

from kerys.games.ys.wording.explanations import EXPLANATIONS, SECTIONS
from kerys.games.ys.wording.json_form import (
    concealed,
    plain_action,
    plain_deal,
    plain_options,
    withheld,
)
from kerys.games.ys.wording.notation import text, texts
from kerys.games.ys.wording.phases import heading, last_board, round_name
from kerys.games.ys.wording.position import plain_state
from kerys.games.ys.wording.questions import describe, question, rule_ids
from kerys.games.ys.wording.refusals import refuse
from kerys.games.ys.wording.story import tell
from kerys.games.ys.wording.things import USUAL_THINGS, following, thing_name, things
from kerys.games.ys.wording.variants import ABOUT, CREDIT, FILES, GROUPS, NEUTRALS, SWITCHES
from kerys.kernel.wording import Wording, read_guide, read_rulebook, read_schema

WORDING = Wording(
    title="Ys",
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
    switches=SWITCHES,
    files=FILES,
    neutrals=NEUTRALS,
    groups=GROUPS,
    credit=CREDIT,
    rulebook=read_rulebook("kerys.games.ys"),
    guide=read_guide("kerys.games.ys"),
    guide_sections=SECTIONS,
    explanations=EXPLANATIONS,
    withheld=withheld,
    things=things,
    thing_name=thing_name,
    usual_things=USUAL_THINGS,
    following=following,
    last_board=last_board,
)
