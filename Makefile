# Every job of the project; each installs what it needs first.
.DEFAULT_GOAL := help
.PHONY: modules help play host terminal client test check-python check-client quick lint types e2e lighthouse fuzz chaos attack room load bench strength format lock clean
MAKEFLAGS += --no-print-directory
# Where Python may not keep the code it has compiled, each process, and tests start hundreds, compiles everything.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync) # macOS has a make that mixes the lines of two jobs
UV := PYTHON=$(PYTHON) tools/bootstrap
BIN := .venv/bin
PYTEST := $(BIN)/pytest -q -n auto
INPUTS := pyproject.toml requirements/play.txt requirements/dev.txt tools/bootstrap
COMPILE := pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --no-emit-index-url
PLAYABLE := .venv/.playable
TESTABLE := .venv/.testable
CLIENT := src/kosmoport/server/client/index.html
NODE := .tools/node/.installed
WEB := $(shell find web src/kosmoport/words src/kosmoport/games/*/words \( -name node_modules -o -name lighthouse \) -prune -o -type f -print)

help: ## list the jobs
	@sed -n 's/^\([a-z0-9]*\):.*## \(.*\)/make \1 \2/p' $(MAKEFILE_LIST) | awk '{ job = $$2; $$1 = $$2 = ""; printf "make %-11s%s\n", job, $$0 }'

play: $(PLAYABLE) $(CLIENT) ## open a table in the browser, with friends or bots
	@echo "For phones in the same room: make host"
	@$(BIN)/kosmoport serve

host: $(PLAYABLE) $(CLIENT) ## the same for everybody in the room: phones join over the home network
	@$(BIN)/kosmoport serve --host 0.0.0.0

terminal: $(PLAYABLE) ## play a game in the terminal
	@$(BIN)/kosmoport play

client: $(CLIENT) ## build the pages

test: $(TESTABLE) ## run every check: lint, types, tests
	@$(MAKE) -j 2 $(SYNC) check-python check-client
	@$(PYTEST)

# Two jobs of one core each, side by side; pytest comes after them and takes all cores.
check-python: $(TESTABLE)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary

check-client: $(CLIENT)
	@tools/client lint
	@tools/client check
	@tools/client test

quick: $(TESTABLE) $(NODE) ## check style and types, and for half a minute the tests nearest to what has changed
	@$(BIN)/python tools/quick.py $(SINCE)

lint: $(TESTABLE) $(NODE) ## check style only
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@tools/client lint

types: $(TESTABLE) $(NODE) ## check types only
	@$(BIN)/mypy
	@tools/client check

e2e: $(TESTABLE) $(CLIENT) ## play every game in a real browser, in every way
	@$(PYTEST) -m "e2e or not e2e" tests/e2e

lighthouse: $(TESTABLE) $(CLIENT) ## measure the first page and a table with Lighthouse, as desktop and phone
	@tools/client lighthouse
	@$(BIN)/python -m tests.proofs.lighthouse

fuzz: $(TESTABLE) ## run the slow proofs
	@$(PYTEST) -m slow

chaos: $(TESTABLE) ## kill servers in the middle of bursts, break lines, fill the disk: nothing may be lost
	@$(BIN)/python -m tests.proofs.chaos

attack: $(TESTABLE) $(CLIENT) ## bombs, floods, slow lines and tricks against a server with limits: an innocent visitor may not wait
	@$(BIN)/python -m tests.proofs.attack

room: $(TESTABLE) $(CLIENT) ## a laptop hosts and a phone joins, in network namespaces of their own: needs Linux and root
	@$(BIN)/python -m tests.proofs.same_room

load: $(TESTABLE) ## have 2,000 sockets act at the tables of one process, then 50 lightning rounds, beside bare aiohttp in the same runs
	@$(BIN)/python -m tests.proofs.load
	@$(BIN)/python -m tests.proofs.load_lightning

bench: $(TESTABLE) ## measure engine, search and vectorised steps beside their peers in the same run
	@$(BIN)/kosmoport bench engine
	@$(BIN)/kosmoport bench search
	@$(BIN)/kosmoport bench vector

strength: $(TESTABLE) ## measure how strong the bots are, into strength/; can be interrupted and continued
	@$(BIN)/python -m kosmoport.lab.strength strength

modules: $(TESTABLE) ## build the games' WebAssembly anew where rules or drivers have changed
	@$(BIN)/python -m kosmoport.engine.building

format: $(TESTABLE) $(NODE) ## rewrite the code in the project's style
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@tools/client format

lock: ## choose the versions in requirements/ anew
	@$(UV) $(COMPILE) --upgrade pyproject.toml --output-file requirements/play.txt
	@$(UV) $(COMPILE) --upgrade pyproject.toml --all-extras --group dev --constraint requirements/play.txt --output-file requirements/dev.txt
	@$(UV) $(COMPILE) --upgrade --group client --output-file requirements/client.txt

clean: ## remove everything that was installed or built
	rm -rf .venv .tools dist web/node_modules src/kosmoport/server/client .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests examples -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed is looked at again only when one of INPUTS has changed.
$(PLAYABLE): $(INPUTS)
	@$(UV) venv --quiet --allow-existing .venv
	@$(UV) pip install --quiet --python .venv -r requirements/play.txt
	@$(UV) pip install --quiet --python .venv --no-deps --editable .
	@touch $@

$(TESTABLE): $(INPUTS)
	@$(UV) venv --quiet --allow-existing .venv
	@$(UV) pip install --quiet --python .venv -r requirements/dev.txt
	@$(UV) pip install --quiet --python .venv --no-deps --editable .
	@touch $@ $(PLAYABLE)

$(NODE): requirements/client.txt tools/bootstrap
	@$(UV) pip install --quiet --target .tools/node -r requirements/client.txt
	@touch $@

$(CLIENT): $(WEB) $(NODE)
	@tools/client build
