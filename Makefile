# `make serve` and `make test` are all a newcomer needs; each sets itself up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVABLE := $(VENV)/.servable
READY := $(VENV)/.ready
LOCK := requirements/lock.txt
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PICTURES := build/screenshots
INTERPRETED := tests/kernel tests/mykerinos tests/ys

# Tests start hundreds of processes, which would all compile the same modules.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
COMPILED := compiled-ys compiled-mykerinos
.PHONY: help setup serve quick test check coverage pictures words docs bench hooks lock clean $(COMPILED)

help:
	@echo "make serve      the table in the browser"
	@echo "make quick      the quick tests only: under two minutes once everything is compiled"
	@echo "make test       lint, types, layers, rule ids and all tests"
	@echo "make check      lint, types, layers and rule ids only"
	@echo "make coverage   which lines of the rules the tests run, interpreted (minutes)"
	@echo "make pictures   screenshots of the pages, into $(PICTURES)"
	@echo "make setup      the virtual environment with everything, in .venv"
	@echo "make hooks      run the checks of the changed files before every commit"
	@echo "make words      the template of all sentences, for translators"
	@echo "make docs       the documentation, into site/"
	@echo "make bench      speed beside other libraries (long)"
	@echo "make lock       pin the newest versions of all libraries, in $(LOCK)"
	@echo "make clean      remove the virtual environment"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Kerys needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; set PYTHON=...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(SERVABLE): pyproject.toml $(LOCK) | $(BIN)/python
	$(INSTALL) --constraint $(LOCK) --editable '.[serve]'
	touch $@

$(READY): pyproject.toml $(LOCK) | $(BIN)/python
	$(INSTALL) --constraint $(LOCK) --editable '.[test]'
	touch $@ $(SERVABLE)

setup: $(READY)

serve: $(SERVABLE)
	$(BIN)/kerys serve $(ARGUMENTS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/kerys rules --check --quiet

quick: setup
	$(BIN)/pytest -n 2 --dist worksteal -m 'not slow and not serving'

test: setup
	$(MAKE) --jobs=2 check $(COMPILED)
	tests/set-up.sh
	$(BIN)/pytest -n 3 --dist worksteal  # tests that serve wait a lot: two cores have room for a third

$(COMPILED): compiled-%: setup
	$(BIN)/python -m tests.compiled $*

coverage: setup
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal -m 'not slow' \
		--cov=kerys.games --cov=kerys.kernel --cov-report=term:skip-covered --cov-report=html $(INTERPRETED)

pictures: setup
	tests/set-up.sh
	KERYS_SHOTS=$(PICTURES) $(BIN)/pytest -n 3 --dist worksteal tests/browser tests/terminal/full_screen \
		tests/packaging/test_liars_dice.py

hooks: setup
	$(INSTALL) pre-commit
	$(BIN)/pre-commit install

words: setup
	$(BIN)/python -m kerys.locale.template

docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: setup
	$(INSTALL) --editable '.[bench]'
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/research.py
	$(BIN)/python benchmarks/server.py

lock: setup
	$(INSTALL) uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --extra test --upgrade \
		--custom-compile-command "make lock" --no-annotate --no-emit-index-url --output-file $(LOCK) pyproject.toml

clean:
	rm -rf $(VENV)
