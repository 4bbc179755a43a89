# `make` on a fresh machine: set up, check, print, compile and play. See README.md.
.DEFAULT_GOAL := all
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?= $(firstword $(sort $(dir $(wildcard content/*/game.yaml))))
WORKERS ?= 2

.PHONY: all setup system check build play test test-long bench balance pictures gallery lint format clean

all: build play

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[fast,xlsx,dev]'
	touch $@

# Nothing but Python (3.11 or newer, with venv) is needed; on Debian and Ubuntu this installs it.
system:
	apt-get update
	apt-get install --yes --no-install-recommends python3 python3-venv make git

check: setup
	$(BIN)/pycardgen check

build: setup
	$(BIN)/pycardgen build

# One game played to its end by bots, told as a story.
play: setup
	$(BIN)/pycardgen play $(GAME) --seed 7

test: setup
	$(BIN)/pytest -n $(WORKERS) -m 'not long'

test-long: setup
	$(BIN)/pytest -n $(WORKERS) -m long

# Ratios of CPU time, a line of JSON each; the goals are in the files.
bench: setup
	$(BIN)/python bench/check/bench.py
	$(BIN)/python bench/print/run.py
	$(BIN)/python bench/print/build.py
	$(BIN)/python bench/print/sets.py
	$(BIN)/python bench/aliens_hand/bench.py
	for bench in $(wildcard bench/engine/*.py); do $(BIN)/python $$bench || exit; done

# docs/balance/GAME.md: who wins, by simulation. Takes minutes a game.
balance: setup
	for game in $(dir $(wildcard content/*/game.yaml)); do $(BIN)/python docs/balance/make.py $$game || exit; done

# The pictures of the README and of docs/, from what is printed.
pictures: setup
	$(BIN)/python docs/img/make.py
	$(BIN)/python docs/img/templates.py

# docs/gallery.md: sheets, boards and dice of the games in content/.
gallery: setup
	$(BIN)/python docs/img/gallery.py

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf out $(VENV)
