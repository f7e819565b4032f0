# What a person types in this clone; `make help` lists it.
SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= python3
SIZE ?= 10
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help setup build test check check-all golden bench pictures clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: $(VENV)/.installed-dev ## make .venv with kitgen, editable, and everything its developers use

build: $(VENV)/.installed ## build the whole kit into output/werdup-10/ (SIZE=8: another board)
	$(BIN)/kitgen build --size $(SIZE)

test: $(VENV)/.installed-dev ## run the whole test suite (WORKERS=4: in four processes)
	$(BIN)/python -m pytest -n $(WORKERS)

check: $(VENV)/.installed-dev ## formatting, lint, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-all: $(VENV)/.installed-dev ## build and check kits of all sizes, clearances, fonts and profiles (half an hour)
	$(BIN)/python tools/check_all.py

golden: $(VENV)/.installed-dev ## accept a change of geometry: write tests/golden/ anew, for review
	$(BIN)/python tools/golden.py --accept

bench: $(VENV)/.installed ## print how long kitgen takes, as ratios measured in one run
	$(BIN)/python benchmarks/ratios.py
	$(BIN)/python benchmarks/selfplay.py

pictures: $(VENV)/.installed ## draw the pictures of README and docs anew
	$(BIN)/kitgen build --size 10 --quiet -o output/werdup-10
	$(BIN)/kitgen build --size 10 --quiet -o output/two-colours --set print.letter_style=inlay
	$(BIN)/python tools/pictures.py output/werdup-10 docs/pictures
	$(BIN)/python tools/pictures.py output/two-colours docs/pictures game --suffix=-two-colours

clean: ## remove .venv, caches and built packages; output/ stays
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find kitgen rules tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps are older than pyproject.toml when it has changed: then, and only then, pip runs again.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(PIP) install --editable . --group dev
	@touch $(VENV)/.installed $@

# pip 25.1 is the first that knows --group.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
		{ echo 'kitgen needs Python 3.11, 3.12 or 3.13: make PYTHON=python3.12 ...' >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' || \
		{ echo 'Python has no venv module: on Debian and Ubuntu, apt install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade 'pip>=25.1'
