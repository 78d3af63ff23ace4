# Two commands: `make run` opens the product, `make test` tests it. Both make their own environment, once.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
GAME ?= craps
VENV := .venv
BIN := $(VENV)/bin
# One more than there are cores: who waits for a browser, a server or a database leaves his core to another.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run tour test coverage retry flaky crash slow fuzz mutation lint format bench playthroughs counts rows docs docs-data dist dist-test system clean help

help:  ## what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/.installed  ## set up and open the floor in the browser
	@$(BIN)/pitboss serve

tour: $(VENV)/.installed  ## a guided tour in the terminal
	@$(BIN)/pitboss tour craps

test: $(VENV)/.installed-test system  ## set up and test
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --hypothesis-profile ci -m "not slow and not crash"

coverage: $(VENV)/.installed-test system  ## the same tests, with the share of lines and branches they reach in each room
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --hypothesis-profile ci -m "not slow and not crash" --cov --cov-report=
	@$(BIN)/python -m tests.shared.rooms

retry: $(VENV)/.installed-test  ## run the tests that failed in the last run once more, alone; CI does
	@$(BIN)/python -m tests.shared.second_chance

flaky: $(VENV)/.installed-test system  ## run the tests of pages and floor five times on busy cores, and list those that waver
	@$(BIN)/python -m tests.shared.flaky

crash: $(VENV)/.installed-test system  ## kill the floor again and again, and see that nothing is lost
	@$(BIN)/python -m pytest -n auto -m crash

slow: $(VENV)/.installed-test $(VENV)/.installed-ray  ## the long proofs
	@PITBOSS_TEST_SEED=$${PITBOSS_TEST_SEED:-$$(date +%s)} $(BIN)/python -m pytest -n auto -m slow

fuzz: $(VENV)/.installed-test  ## random input for a minute (TARGET=tables|scripts|tapes|api TIME=600 or N=1000 SEED=7 REPLAY=file)
	@$(BIN)/python -m fuzz $(TARGET) $(if $(TIME),--time $(TIME)) $(if $(N),-n $(N)) $(if $(SEED),--seed $(SEED)) $(if $(REPLAY),--replay $(REPLAY))

mutation: $(VENV)/.installed-test  ## break what answers each paragraph of GAME, or the procedure in FILE, and see whether a test fails
	@$(BIN)/python -m tests.mutation$(if $(FILE),.procedure_trial $(FILE), $(GAME) $(HOW))

lint: $(VENV)/.installed-lint $(VENV)/.installed-test  ## ruff, mypy --strict, import-linter
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy --strict
	@$(BIN)/lint-imports

format: $(VENV)/.installed-lint  ## let ruff put the code in order
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: $(VENV)/.installed-bench system  ## measure Pitboss beside its peers
	@$(BIN)/python -m bench

playthroughs: $(VENV)/.installed-test  ## make the golden playthroughs again
	@$(BIN)/python -m tests.playthroughs.make

counts: $(VENV)/.installed-test  ## count again what games bring along (GAMES="…" to name some)
	@$(BIN)/python -m tests.shared.brought_counts $(GAMES)

rows: $(VENV)/.installed-test  ## reach every row of every pay table by round and loop, and print how many (GAMES="…" to name some)
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

clean:  ## forget the environment
	rm -rf $(VENV)

$(VENV)/bin/python:
	@echo "Making the environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pitboss needs Python 3.11 or later; this is " + sys.version.split()[0])'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing Pitboss ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/.installed-%: $(VENV)/.installed
	@echo "Installing what '$*' needs ..."
	@$(PIP) --editable '.[$*]'
	@touch $@
