"""Proving a record: the deal was fixed before the first move, and everything after it is true."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from kerys.table import GameError, GameRecord, RecordError, UnknownGame, VerifyError, new
from kerys.table.commitment import Secret, fresh_secret, secret_of_seed
from kerys.table.record import sealed_record
from tests.contract.subjects import case_name
from tests.table.tools import REAL_CASES, Case, start, state_of, whole_game

SMALL: Case = ("mykerinos", 1)


def finished(case: Case = SMALL) -> GameRecord:
    return whole_game(case, 3).record()


def secret_of(record: GameRecord) -> Secret:
    assert record.secret is not None
    return record.secret


def flipped(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


# --- What is proven ---


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_a_true_record_is_proven(case: Case) -> None:
    game = whole_game(case, 3)
    proven = game.record().verify()
    assert state_of(proven).tobytes() == state_of(game).tobytes()


def test_the_commitment_was_there_before_the_first_move() -> None:
    game = start(SMALL, 3)
    before = game.record().commitment
    assert before == game.commitment == sealed_record(game).commitment == finished().commitment


def test_anyone_can_compute_the_commitment() -> None:
    record = finished()
    secret = secret_of(record)
    assert record.commitment == hashlib.sha256(secret.key + secret.salt).hexdigest()


# --- What is detected ---


@pytest.mark.parametrize("at", [0, 15, 31])
def test_another_key_is_noticed(at: int) -> None:
    record = finished()
    secret = secret_of(record)
    with pytest.raises(VerifyError, match="commitment"):
        replace(record, secret=Secret(flipped(secret.key, at), secret.salt)).verify()


def test_another_salt_is_noticed() -> None:
    record = finished()
    secret = secret_of(record)
    for at in (0, 7, 15):
        with pytest.raises(VerifyError, match="commitment"):
            replace(record, secret=Secret(secret.key, flipped(secret.salt, at))).verify()


def test_another_commitment_is_noticed() -> None:
    record = finished()
    for commitment in ("0" * 64, "", record.commitment[::-1], record.commitment.upper()):
        with pytest.raises(VerifyError, match="commitment"):
            replace(record, commitment=commitment).verify()


def test_a_commitment_binds_one_deal_only() -> None:
    """The split between key and salt must be fixed, or the dealer could choose between deals."""
    record = finished()
    whole = secret_of(record).key + secret_of(record).salt
    deals = {}
    for cut in range(16, len(whole)):
        try:
            game = replace(record, secret=Secret(whole[:cut], whole[cut:]), decisions=()).replay()
        except ValueError:
            continue  # keys or salts can't have this length
        if game.commitment == record.commitment:
            deals[cut] = state_of(game).tobytes()
    assert len(set(deals.values())) == 1, f"keys of {list(deals)} bytes fit one commitment"


def test_another_result_is_noticed() -> None:
    record = finished()
    scores, ranks = record.scores, record.ranks
    for changed in (
        replace(record, scores=(scores[0] + 1, *scores[1:])),
        replace(record, scores=scores[:-1]),
        replace(record, scores=()),
        replace(record, ranks=(*ranks[:-1], ranks[-1] + 1)),
        replace(record, ranks=()),
    ):
        with pytest.raises(VerifyError, match="result"):
            changed.verify()


def test_decisions_that_are_missing_too_many_or_impossible_are_noticed() -> None:
    record = finished()
    made = record.decisions
    with pytest.raises(VerifyError, match="end before"):
        replace(record, decisions=made[:-1]).verify()
    with pytest.raises(VerifyError, match="end before"):
        replace(record, decisions=()).verify()
    seat, text = made[4]
    for decisions, number in (
        ((*made, made[-1]), len(made) + 1),
        ((*made[:4], ((seat + 1) % 3, text), *made[5:]), 5),
        ((*made[:4], (seat, "no move"), *made[5:]), 5),
        ((*made[:4], (seat, "lot left"), *made[5:]), 5),
        ((*made[:4], (7, text), *made[5:]), 5),
        ((*made[:4], (seat, text.upper() + " "), *made[5:]), 5),
    ):
        with pytest.raises(RecordError, match=f"decision {number}: "):
            replace(record, decisions=decisions).verify()


def test_only_finished_games_can_be_proven() -> None:
    game = start(SMALL, 3)
    for record in (game.record(), game.record(0), sealed_record(game)):
        with pytest.raises(VerifyError, match="finished"):
            record.verify()


# --- Secrets ---


def test_a_secret_of_the_system_is_never_the_same() -> None:
    assert len({fresh_secret().commitment for _ in range(20)}) == 20
    assert len({new("ys").commitment for _ in range(5)}) == 5


def test_a_seed_repeats_the_deal_and_the_commitment() -> None:
    one, same, other = new("ys", seed=7), new("ys", seed=7), new("ys", seed="8")
    assert state_of(one).tobytes() == state_of(same).tobytes()
    assert one.commitment == same.commitment != other.commitment
    assert secret_of_seed(7) == secret_of_seed("7")


def test_a_key_repeats_the_deal_under_a_salt_of_its_own() -> None:
    key = bytes(range(32))
    one, same = new("ys", key=key), new("ys", key=key)
    assert state_of(one).tobytes() == state_of(same).tobytes()
    assert one.commitment != same.commitment


@pytest.mark.parametrize("key", [b"", b"short", bytes(15), "x" * 32, 5, None])
def test_a_key_has_at_least_128_bits(key: Any) -> None:
    if key is None:
        assert new("ys", key=key).secret
        return
    with pytest.raises((ValueError, TypeError)):
        new("ys", key=key)


def test_a_game_is_dealt_from_a_seed_or_a_key_and_is_one_of_ours() -> None:
    with pytest.raises(ValueError, match="not both"):
        new("ys", seed=1, key=bytes(32))
    for name in ("chess", "", "YS", " ys"):
        with pytest.raises(UnknownGame, match="mykerinos"):
            new(name)
    for options in ({"players": 7}, {"surprise": 1}, {"players": True}, {"players": "4"}):
        with pytest.raises(ValueError, match=r"Ys .*") as caught:
            new("ys", **options)
        assert not isinstance(caught.value, GameError)
