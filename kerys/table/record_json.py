"""The JSON form of a record, in plain terms for other programs, and back."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from kerys.games import GAMES
from kerys.kernel.chance import generator
from kerys.kernel.wording import Plain
from kerys.locale import _
from kerys.table.commitment import Secret
from kerys.table.errors import RecordError
from kerys.table.game import Game
from kerys.table.parsing import shown
from kerys.table.record import GameRecord, agreement
from kerys.table.record_text import read, write
from kerys.table.variations import MOST_NESTED, Variation, Variations

FORMAT = "kerys-record"
VERSION = 1
WITH_VARIATIONS = 2
"""The version of a record with variations, which earlier versions of Kerys can't read."""
MOST_INSIDE = 2 * MOST_NESTED + 16
"""How deep values can be nested: deeper ones can't be right, and aren't looked at."""


def plain(record: GameRecord) -> Plain:
    """Header, deal, every decision with its named fields, scores and ranks."""
    found: Plain = {
        "format": FORMAT,
        "version": WITH_VARIATIONS if record.variations else VERSION,
        "status": record.status,
        "game": record.game,
        "rules": record.rules_revision,
        "options": record.options,
        "seats": [
            {"name": name, "bot": bot or None}
            for name, bot in zip(record.names, record.bots, strict=True)
        ],
        "commitment": record.commitment,
    }
    if record.asks:
        found |= {"asks": record.asks, "asked": list(record.asked)}
    found["digest"] = record.digest
    if record.secret is None:
        decisions = [{"seat": seat, "text": text} for seat, text in record.decisions]
        return found | {"decisions": decisions}
    game = record.replay()
    rules = game.rules
    found |= {"salt": record.secret.salt.hex(), "key": record.secret.key.hex()}
    found["deal"] = rules.wording.plain_deal(
        agreement(rules, record.options, record.rules_revision), generator(record.secret.key)
    )
    found["decisions"] = [_decision(game, index) for index in range(game.ply)]
    if record.status == "over":
        found |= {"scores": list(record.scores), "ranks": list(record.ranks)}
    if record.variations:
        found["variations"] = [_variation(game, one) for one in record.variations]
    return found


def _variation(game: Game, variation: Variation) -> Plain:
    """A variation of a game, with those nested in it."""
    line = game.fork(variation.at)
    for seat, text in variation.decisions:
        line.push(seat, line.rules.code_of(text))
    return {
        "at": variation.at,
        "comment": variation.comment,
        "decisions": [_decision(line, index) for index in range(variation.at, line.ply)],
        "variations": [_variation(line, one) for one in variation.variations],
    }


def _decision(game: Game, index: int) -> Plain:
    """A decision with its seat, its text, its kind and what it names."""
    move, wording = game.move_at(index), game.rules.wording
    named = wording.plain_action(game.before(index), move.seat, move.code)
    return {"seat": move.seat, "text": wording.text(move.code), **named}


def read_json(text: str) -> GameRecord:
    """The record in a JSON text, fully checked."""
    try:
        found = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        problem = _("this isn't JSON: {error}").format(error=shown(str(error)))
        raise RecordError(problem, line) from error
    _check_depth(found)
    problem = best_match(Draft202012Validator(schema()).iter_errors(found))
    if problem is not None:
        raise RecordError(_at(problem.json_path, shown(problem.message)))
    try:
        record = read(write(_record(found)))
    except RecordError as error:
        raise RecordError(error.problem) from error
    _compare(found, record.json(), "$")
    return record


def _check_depth(found: Any) -> None:
    """Refuse values that are nested deeper than those of any record."""
    values = [found] if isinstance(found, dict | list) else []
    depth = 0
    while values:
        depth += 1
        if depth > MOST_INSIDE:
            raise RecordError(
                _("values can be nested at most {number} deep").format(number=MOST_INSIDE)
            )
        inside = [one.values() if isinstance(one, dict) else one for one in values]
        values = [deeper for one in inside for deeper in one if isinstance(deeper, dict | list)]


def _once(pairs: list[tuple[str, Any]]) -> Plain:
    """Build an object, and refuse duplicate keys."""
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(name for name, _ in pairs if [one for one, _ in pairs].count(name) > 1)
        raise ValueError(f"{twice!r} appears twice in one object")
    return found


def _record(found: Plain) -> GameRecord:
    """Read the header and the texts of the decisions; the rest follows from them."""
    over = found["status"] == "over"
    secret = None
    if "key" in found:
        secret = Secret(bytes.fromhex(found["key"]), bytes.fromhex(found["salt"]))
    return GameRecord(
        status=found["status"],
        game=found["game"],
        rules_revision=found["rules"],
        options=found["options"],
        names=tuple(seat["name"] for seat in found["seats"]),
        bots=tuple(seat["bot"] or "" for seat in found["seats"]),
        commitment=found["commitment"],
        secret=secret,
        scores=tuple(found["scores"]) if over else (),
        ranks=tuple(found["ranks"]) if over else (),
        decisions=_texts(found),
        variations=_variations(found),
        asks=found.get("asks", 0),
        asked=tuple(found.get("asked", ())),
    )


def _texts(found: Plain) -> tuple[tuple[int, str], ...]:
    """The seat and text of each decision of a line."""
    return tuple((one["seat"], one["text"]) for one in found["decisions"])


def _variations(found: Plain) -> Variations:
    """The variations of a line."""
    return tuple(
        Variation(one["at"], _texts(one), one["comment"], _variations(one))
        for one in found.get("variations", ())
    )


def _compare(found: Any, right: Any, path: str) -> None:
    """Refuse anything that doesn't follow from the header and the decisions."""
    if isinstance(found, dict) and isinstance(right, dict) and found.keys() == right.keys():
        for name in right:
            _compare(found[name], right[name], f"{path}.{name}")
    elif isinstance(found, list) and isinstance(right, list) and len(found) == len(right):
        for index, (one, other) in enumerate(zip(found, right, strict=True)):
            _compare(one, other, f"{path}[{index}]")
    elif found != right or type(found) is not type(right):
        raise RecordError(
            _at(path, _("this should be {right}").format(right=json.dumps(right)[:200]))
        )


def _at(path: str, problem: str) -> str:
    """A problem with its location in the document."""
    return f"{path}: {problem}"


@cache
def schema() -> Plain:
    """The published schema of the JSON form: what all games share, and each game's part."""
    found: Plain = json.loads(
        files("kerys.table").joinpath("record.schema.json").read_text("utf-8")
    )
    common = found["properties"]["decisions"]["items"]
    for name, rules in GAMES.items():
        own, players = rules.wording.schema, rules.wording.players
        seat = {**common["properties"]["seat"], "maximum": max(players) - 1}
        fields = {**common["properties"], "seat": seat, **own["decision"]}
        decision = {**common, "properties": fields, "additionalProperties": False}
        parts = {
            "options": own["options"],
            "seats": {"minItems": min(players), "maxItems": max(players)},
            "deal": own["deal"],
            "decisions": {"items": decision},
            "variations": {"items": {"$ref": f"#/$defs/variation-of-{name}"}},
        }
        found["$defs"][f"variation-of-{name}"] = _variation_schema(found, name, decision)
        is_this_game = {"properties": {"game": {"const": name}}}
        found["allOf"].append({"if": is_this_game, "then": {"properties": parts}})
    return found


def _variation_schema(found: Plain, game: str, decision: Plain) -> Plain:
    """The schema of a game's variations."""
    common = found["$defs"]["variation"]
    nested = {
        **common["properties"]["variations"],
        "items": {"$ref": f"#/$defs/variation-of-{game}"},
    }
    decisions = {**common["properties"]["decisions"], "items": decision}
    fields = {**common["properties"], "decisions": decisions, "variations": nested}
    return {**common, "properties": fields}
