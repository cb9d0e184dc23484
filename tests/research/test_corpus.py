"""A corpus has, for every decision, what was known, possible, chosen and gained."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from kerys.cli import main
from kerys.games import GAMES
from kerys.kernel.extras import MissingExtraError
from kerys.research.corpus import Corpus, CorpusError, arrays, decisions, make, records
from kerys.research.sequence import rewards_of

CORPUS = Corpus("mykerinos", {"players": 3}, ("greedy@1w", "random", "random"), 4, "7", 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("corpus")
    make(CORPUS, made)
    return made


def test_every_decision_of_every_record_has_its_row(folder: Path) -> None:
    rows = decisions(folder).to_pylist()
    rules, at = GAMES["mykerinos"], 0
    for number, record in enumerate(records(folder)):
        game = record.verify()
        rewards = rewards_of(rules, game.before(game.ply), 3)
        assert record.bots == tuple(CORPUS.seated(number))
        for ply, move in enumerate(game.moves):
            row, state = rows[at], game.before(ply)
            assert (row["game"], row["ply"], row["seat"], row["action"]) == (
                number,
                ply,
                *move_of(move),
            )
            assert row["text"] == rules.wording.text(move.code)
            assert row["bot"] == record.bots[move.seat]
            seen = np.zeros(rules.observation_size, np.float32)
            rules.observe(rules.view(state, move.seat), move.seat, seen)
            assert row["observation"] == seen.tolist()
            assert row["legal"] == rules.choices(state, move.seat)
            assert row["reward"] == rewards[move.seat]
            assert (row["score"], row["rank"]) == (
                game.scores[move.seat],
                game.player_ranks[move.seat],
            )
            at += 1
    assert at == len(rows)
    assert json.loads((folder / "corpus.json").read_text())["decisions"] == at


def move_of(move: Any) -> tuple[int, int]:
    return move.seat, move.code


def test_arrays_are_ready_for_learning(folder: Path) -> None:
    found, table = arrays(folder), decisions(folder)
    assert found["observations"].shape == (len(table), GAMES["mykerinos"].observation_size)
    assert found["observations"][5].tolist() == table["observation"][5].as_py()
    assert np.flatnonzero(found["masks"][9]).tolist() == table["legal"][9].as_py()
    assert found["masks"][np.arange(len(table)), found["actions"]].all()
    assert set(np.unique(found["rewards"])) <= {-1, -0.5, 0, 0.5, 1}


def test_several_cores_make_the_same_corpus(folder: Path, tmp_path: Path) -> None:
    make(CORPUS, tmp_path / "again", cores=2)
    for name in ("decisions.parquet", "corpus.json", "records/000003.kerys"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_bots_move_on_by_a_seat() -> None:
    assert CORPUS.seated(0) == ["greedy@1w", "random", "random"]
    assert CORPUS.seated(1) == ["random", "random", "greedy@1w"]


def test_the_command_writes_a_corpus_and_spares_a_full_folder(tmp_path: Path) -> None:
    folder = tmp_path / "few"
    words = f"corpus make mykerinos --bots random,random --games 2 --cores 1 --folder {folder}"
    done = CliRunner().invoke(main, words.split())
    assert done.exit_code == 0, done.output
    assert "2 games with" in done.output
    assert len(list(records(folder))) == 2
    again = CliRunner().invoke(main, words.split())
    assert again.exit_code == 2
    assert "is not empty" in again.output
    wrong = CliRunner().invoke(main, words.replace("random,random", "random,rendom").split())
    assert wrong.exit_code == 2
    assert "rendom" in wrong.output


def test_a_folder_without_a_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"decisions\.parquet is missing"):
        decisions(tmp_path)


@pytest.mark.parametrize(
    ("library", "module"),
    [
        ("pettingzoo", "kerys.research.pettingzoo"),
        ("gymnasium", "kerys.research.gymnasium"),
        ("pyspiel", "kerys.research.openspiel"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(
    library: str, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [one for one in sys.modules if one.split(".")[0] == library or one == module]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=r"kerys\[research\]"):
        __import__(module)


def test_without_pyarrow_the_corpus_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(MissingExtraError, match=r"pyarrow.*kerys\[research\]"):
        make(CORPUS, tmp_path / "none")
