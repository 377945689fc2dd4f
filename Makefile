# Bare `make` lists its words. Every word sets up what it needs, and a second run installs nothing.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
# By the lock: these versions, these files, and wheels only. Hashes hold with mirrors too: where one offers a build of its
# own beside PyPI's file, as piwheels does, pip takes the file whose hash is listed.
LOCKED := install --require-hashes --only-binary :all:
UV := 0.13.8
IS_PI := $(shell grep -qs 'Raspberry Pi' /proc/device-tree/model && echo yes)

# apt as root, or with sudo where that asks nothing; waits for another apt instead of failing.
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo -n)
APT := $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -q -y

.DEFAULT_GOAL := help
.PHONY: help run test install lint types bench soak lock audit wheels picture wiring clean

help: ## list these words
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.installed ## start a table with simulated hardware and a demo game
	@$(BIN)/companion run --simulate --demo

install: $(VENV)/.installed ## make only .venv, with .venv/bin/companion

test: lint types $(VENV)/.tested $(VENV)/.debian ## everything CI checks: lint, types, every test
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(VENV)/.tested ## ruff
	@$(BIN)/ruff check . && $(BIN)/ruff format --check --quiet . || { echo "Try: $(BIN)/ruff format . && $(BIN)/ruff check --fix ."; exit 1; }

types: $(VENV)/.tested ## mypy, strict in engine and games
	@$(BIN)/mypy

bench: $(VENV)/.tested ## what we claim to be fast at, beside a bare floor in the same run
	@$(BIN)/python -m tests.bench

soak: $(VENV)/.tested ## thousands of random games
	@COMPANION_SOAK=1 $(BIN)/python -m pytest -n 2 -m soak tests

lock: build/uv-$(UV)/bin/uv ## choose the tests' versions anew: tests/*.lock, for every Python from 3.11 on
	@lock() { $< pip compile -q --upgrade --universal --python-version 3.11 --only-binary :all: --generate-hashes \
		--custom-compile-command 'make lock' -o "$$@" >/dev/null; }; \
	lock tests/requirements.lock --extra test pyproject.toml && lock tests/audit.lock --group audit \
	|| { echo "No lock: uv says why above. It asks PyPI, not pip's index; UV_DEFAULT_INDEX names another."; exit 1; }

audit: $(VENV)/audit/.ready ## known holes in what the tests install (pip-audit), careless code in ours (bandit)
	@$(VENV)/audit/bin/python tests/audit.py

wheels: $(VENV)/.installed ## prove that a Pi needs no compiler: an aarch64 wheel for every dependency
	@$(BIN)/python tests/wheels.py

picture: $(VENV)/.tested $(VENV)/.debian ## take the picture for the README from a real run
	@$(BIN)/python tests/picture.py

wiring: $(VENV)/.installed ## draw the header and the table of pins from companion/usual-wiring.toml
	@$(BIN)/python hardware/draw.py

clean: ## remove what make made; games are kept elsewhere
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# Set-up, each step once

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "Python 3.11 or newer is needed. On Debian or Raspberry Pi OS: sudo apt install python3 python3-venv"; exit 1; fi
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Installing python3-venv ..."; \
		$(APT) install python3-venv >/dev/null 2>&1 || { $(APT) update >/dev/null 2>&1; $(APT) install python3-venv >/dev/null; } \
		|| { echo "python3-venv is needed and could not be installed. As an administrator: apt install python3-venv"; exit 1; }; }
ifeq ($(IS_PI),yes)
	@$(PYTHON) -c 'import lgpio' 2>/dev/null || $(APT) install python3-lgpio || echo "No python3-lgpio: the pins will not work. Try: sudo apt install python3-lgpio"
	@$(PYTHON) -m venv --system-site-packages $(VENV)
else
	@$(PYTHON) -m venv $(VENV)
endif

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Setting up $(VENV) ..."
	@$(PIP) install -e . || { echo "The packages could not be installed: is there a network? Once set up, none is needed."; exit 1; }
	@touch $@

$(VENV)/.tested: tests/requirements.lock $(VENV)/.installed
	@echo "Adding what the tests need ..."
	@$(PIP) $(LOCKED) -r $< || { $(call not_locked,$<); }
	@touch $@

$(VENV)/audit/.ready: tests/audit.lock | $(BIN)/python
	@echo "Setting up $(VENV)/audit ..."
	@$(BIN)/python -m venv $(VENV)/audit
	@$(VENV)/audit/$(PIP:$(VENV)/%=%) $(LOCKED) -r $< || { $(call not_locked,$<); }
	@touch $@

not_locked = echo "$1 could not be installed on $$($(BIN)/python -V); pip says why above. Without a network nothing can be \
	fetched; where a version has no wheel for this Python, choose versions anew: make lock"; exit 1

# Not from a lock, which it must be able to make anew; its wheels fit every Python.
build/uv-$(UV)/bin/uv: | $(BIN)/python
	@$(PIP) install --only-binary :all: --target build/uv-$(UV) uv==$(UV)

# A real browser for the screens; Node and npm run MicroPython, cc the C code of the protocol's document; systemd's own
# tools look at the service.
$(VENV)/.debian: Makefile | $(BIN)/python
	@missing=""; command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v node >/dev/null || missing="$$missing nodejs"; \
	command -v npm >/dev/null || missing="$$missing npm"; \
	command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
	command -v systemd-analyze >/dev/null || missing="$$missing systemd"; \
	if [ -n "$$missing" ]; then echo "Installing$$missing ..."; \
		{ $(APT) update && $(APT) install --no-install-recommends $$missing; } >/dev/null \
		|| { echo "The tests need$$missing. As an administrator: apt install$$missing"; exit 1; }; fi
	@touch $@
