# make play: the playing page in a browser.  make test: everything that must pass.
# Both make what they need in .venv first, once: only python3 (3.11 or newer) and make need to be there.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# With PYTHON=python3.13 or the like, everything happens under that Python, in an environment of its own.
PYTHON :=
VENV := .venv$(patsubst %,-%,$(notdir $(PYTHON)))
BIN := $(VENV)/bin
PORT ?= 8866
WORKERS ?= 2
ARGS ?=

.PHONY: help play lab test lint fast alone bench binder-lock clean

help:
	@echo "make play         serve the playing page and print its address (PORT=8866)"
	@echo "make lab          JupyterLab on the notebooks"
	@echo "make test         format, lint, types and all tests"
	@echo "make lint         format, lint and types alone"
	@echo "make fast         the tests without browsers and servers"
	@echo "make bench        the benchmarks: ratios against peers in the same run"
	@echo "make binder-lock  pin the exact versions that Binder installs"
	@echo "make clean        take .venv and all that was built away"
	@echo "PYTHON=python3.13 with any of them: that Python, in an environment of its own"

play: $(VENV)/.app
	@exec $(BIN)/plombox serve --no-browser --port $(PORT) $(ARGS)

lab: $(VENV)/.app
	@exec $(BIN)/plombox lab $(ARGS)

test: lint fast alone

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

fast: $(VENV)/.test
	$(BIN)/python -m pytest tests -m "not alone" -n $(WORKERS) $(ARGS)

alone: $(VENV)/.test $(VENV)/.tools
	$(BIN)/python -m pytest tests -m alone $(ARGS)

bench: $(VENV)/.bench $(VENV)/.tools
	@set -e; for benchmark in tests/benchmarks/bench_*.py; do echo "== $$benchmark"; $(BIN)/python $$benchmark; done

binder-lock: $(VENV)/.test
	$(BIN)/python binder/lock.py

clean:
	rm -rf .venv .venv-* dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

# PYTHON, or else the first python3 that is at least 3.11 and can make a virtual environment.
$(VENV)/bin/python:
	@for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3); do \
	    if $$python -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        exec $$python -m venv $(VENV); \
	    fi; \
	done; \
	echo "make: no $(or $(PYTHON),python3) of 3.11 or newer with venv found (on Debian: apt-get install python3-venv)" >&2; exit 1

# A stamp per extra: installing it again is needed only when pyproject.toml has changed.
$(VENV)/.app $(VENV)/.test $(VENV)/.bench: $(VENV)/.%: pyproject.toml | $(VENV)/bin/python
	@echo "installing plombox-widget[$*] into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$*]'
	@touch $@ $(if $(filter test bench,$*),$(VENV)/.app)

# What the tests drive and no Python package brings: a browser and a reverse proxy.
$(VENV)/.tools: | $(VENV)/bin/python
	@needed=""; \
	command -v chromium >/dev/null || needed="$$needed chromium fonts-dejavu-core"; \
	command -v nginx >/dev/null || test -x /usr/sbin/nginx || needed="$$needed nginx-light"; \
	if [ -n "$$needed" ]; then \
	    root=$$([ "$$(id -u)" = 0 ] || echo "sudo -n"); \
	    echo "installing$$needed …"; \
	    { $$root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq \
	        --no-install-recommends $$needed >/dev/null; } \
	    || { echo "make: the tests need$$needed: please install them" >&2; exit 1; }; \
	fi
	@touch $@
