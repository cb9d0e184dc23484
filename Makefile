# `make serve` and `make test` are all a newcomer needs; each sets itself up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
COMPILED := compiled-ys compiled-mykerinos
.PHONY: help setup serve test check words docs bench clean $(COMPILED)

help:
	@echo "make serve   the table in the browser"
	@echo "make test    lint, types, layers, rule ids and all tests"
	@echo "make check   lint, types, layers and rule ids only"
	@echo "make words   the template of all sentences, for translators"
	@echo "make docs    the documentation, into site/"
	@echo "make bench   speed beside other libraries (long)"
	@echo "make clean   remove the virtual environment"

setup: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Kerys needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; set PYTHON=...") if sys.version_info < (3, 11) else None'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $(READY)

serve: setup
	$(BIN)/kerys serve $(ARGUMENTS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/kerys rules --check --quiet

test: setup
	$(MAKE) --jobs=2 check $(COMPILED)
	tests/set-up.sh
	$(BIN)/pytest -n 2 --dist worksteal

$(COMPILED): compiled-%: setup
	$(BIN)/python -m tests.compiled $*

words: setup
	$(BIN)/python -m kerys.locale.template

docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/research.py

clean:
	rm -rf $(VENV)
