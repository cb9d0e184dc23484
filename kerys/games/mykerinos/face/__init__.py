"""What Mykerinos says in words: notation, questions, refusals, stories, and plain values."""

from kerys.games.mykerinos.face.choices import ABOUT, SWITCHES
from kerys.games.mykerinos.face.notation import text, texts
from kerys.games.mykerinos.face.plain import concealed, plain_action, plain_deal, plain_options
from kerys.games.mykerinos.face.questions import describe, heading, question, rules
from kerys.games.mykerinos.face.refusals import refuse
from kerys.games.mykerinos.face.story import tell
from kerys.kernel.face import Face, read_schema

FACE = Face(
    title="Mykerinos",
    text=text,
    texts=texts,
    concealed=concealed,
    heading=heading,
    question=question,
    describe=describe,
    refuse=refuse,
    rules=rules,
    tell=tell,
    schema=read_schema(__name__),
    plain_options=plain_options,
    plain_deal=plain_deal,
    plain_action=plain_action,
    about=ABOUT,
    players=(2, 3, 4),
    switches=SWITCHES,
)
