# `make run` starts the product, and `make test` tests it. Both create their environment once.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
GAME ?= craps
VENV := .venv
BIN := $(VENV)/bin
# One more than the number of cores, because tests often wait for a browser, a server or a database.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run tour test coverage retry flaky crash slow fuzz flood mutation lint format bench playthroughs counts rows docs docs-data dist dist-test system clean help

help:  ## list all targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/.installed  ## set up and open the floor in the browser
	@$(BIN)/pitboss serve

tour: $(VENV)/.installed  ## take a guided tour in the terminal
	@$(BIN)/pitboss tour craps

test: $(VENV)/.installed-test system  ## set up and run the tests
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --hypothesis-profile ci -m "not slow and not crash"

coverage: $(VENV)/.installed-test system  ## run the tests and report line and branch coverage by package
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --hypothesis-profile ci -m "not slow and not crash" --cov --cov-report=
	@$(BIN)/python -m tests.shared.rooms

retry: $(VENV)/.installed-test  ## rerun the tests that failed in the last run, one at a time (as CI does)
	@$(BIN)/python -m tests.shared.second_chance

flaky: $(VENV)/.installed-test system  ## run the tests of pages and floor five times on busy cores, and list the flaky ones
	@$(BIN)/python -m tests.shared.flaky

crash: $(VENV)/.installed-test system  ## kill the floor repeatedly and check that nothing is lost
	@$(BIN)/python -m pytest -n auto -m crash

slow: $(VENV)/.installed-test $(VENV)/.installed-ray  ## run the slow tests
	@PITBOSS_TEST_SEED=$${PITBOSS_TEST_SEED:-$$(date +%s)} $(BIN)/python -m pytest -n auto -m slow

fuzz: $(VENV)/.installed-test  ## run random input for a minute (TARGET=tables|scripts|tapes|api|money TIME=600 or N=1000 SEED=7 REPLAY=file)
	@$(BIN)/python -m fuzz $(TARGET) $(if $(TIME),--time $(TIME)) $(if $(N),-n $(N)) $(if $(SEED),--seed $(SEED)) $(if $(REPLAY),--replay $(REPLAY))

flood: $(VENV)/.installed-bench $(VENV)/.installed-test  ## search for the worst requests of strangers, and storm a server with them
	@$(BIN)/python -m bench.worst

mutation: $(VENV)/.installed-test  ## break the implementation of each paragraph of GAME, or the procedure in FILE, and check that a test fails
	@$(BIN)/python -m tests.mutation$(if $(FILE),.procedure_trial $(FILE), $(GAME) $(HOW))

lint: $(VENV)/.installed-lint $(VENV)/.installed-test  ## run ruff, mypy --strict and import-linter
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict
	@$(BIN)/lint-imports

format: $(VENV)/.installed-lint  ## format the code with ruff
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.installed-bench system  ## benchmark Pitboss against comparable projects
	@$(BIN)/python -m bench

playthroughs: $(VENV)/.installed-test  ## regenerate the golden playthroughs
	@$(BIN)/python -m tests.playthroughs.make

counts: $(VENV)/.installed-test  ## regenerate the counts that games ship (GAMES="…" selects some)
	@$(BIN)/python -m tests.shared.shipped_counts $(GAMES)

rows: $(VENV)/.installed-test  ## reach every row of every pay table by round and loop, and print a summary (GAMES="…" selects some)
	@$(BIN)/python -m tests.shared.rows $(GAMES)

docs: $(VENV)/.installed-docs  ## build the documentation in docs/build/site and check its links
	@$(BIN)/python -m docs.generator

dist: $(VENV)/.installed-dist  ## build the wheel, the sdist, their SBOM and checksums in dist/
	@$(BIN)/python scripts/dist.py

dist-test: $(VENV)/.installed-test $(VENV)/.installed-dist  ## install the wheel into an empty environment and run it (PYTHONS="python3.12 …" for others)
	@PITBOSS_PYTHONS="$(PYTHONS)" $(BIN)/python -m pytest -p no:cacheprovider tests/packages/wheel.py tests/packages/operation.py

docs-data: $(VENV)/.installed  ## compute the figures that the documentation caches (minutes)
	@$(BIN)/python -m docs.generator.options
	@$(BIN)/python -m docs.generator.ranges

system:  ## install the browser and the database server that tests need, if they are missing
	@scripts/install-system || true

clean:  ## remove the environment
	rm -rf $(VENV)

$(VENV)/bin/python:
	@echo "Creating the environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pitboss needs Python 3.11 or later; this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing Pitboss ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/.installed-%: $(VENV)/.installed
	@echo "Installing the dependencies for '$*' ..."
	@$(PIP) --editable '.[$*]'
	@touch $@
