.DEFAULT_GOAL := all
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[fast,dev]'
	touch $@

.PHONY: all setup
setup: $(VENV)/.ready
