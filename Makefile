# Everything runs in .venv, which any target that needs it sets up. `make PYTHON=...` chooses the
# Python it is made with, `make play ARGS="..."` passes arguments on.

PYTHON ?= python3.13 python3.12 python3.11 python3
BENCHMARKS := $(filter-out strength,$(basename $(notdir $(wildcard benchmarks/*/*.py))))
ARGS :=

BIN := .venv/bin
READY := .venv/ready
HEADERS := $(wildcard native/*/*.hpp)
NATIVE := $(HEADERS) $(wildcard native/*/*.cpp)
VALUE := src/mineproof/agents/strategist/value_weights.txt
KERNEL := $(filter-out native/tests/% native/wasm/% native/examples/%,$(NATIVE)) $(VALUE)
SOURCES := $(wildcard src tests examples benchmarks tools fuzz)
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
# One more than there are cores, for some tests wait now and then.
WORKERS := $(shell expr $(CORES) + 1)

ifeq ($(origin CXX),default)
CXX := c++
endif
COMPILER := $(shell command -v $(firstword $(CXX)) 2>/dev/null)
CXXFLAGS ?= -O2
STRICT := -std=c++20 -pthread -ffp-contract=off -Inative -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
SANITIZE := -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all
NATIVE_TESTS := $(patsubst native/tests/%.cpp,%,$(wildcard native/tests/test_*.cpp))

# Both names: from pip 25.3 on the first no longer reaches the isolated build.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of Pythons: what the first has compiled, the others read.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: play serve test train bench strength report report-full report-seeds screenshots map exercises docs site notebooks lint \
    clean test-native \
    test-long test-native-sanitized test-matrix dist test-kills lighthouse fuzz mutate help

play: $(READY) ## let the AI play a game by proof (ARGS="..." for options)
	@$(BIN)/mineproof play $(ARGS)

serve: $(READY) ## open the page in the browser (ARGS="--port 8080", ...)
	@$(BIN)/mineproof serve $(ARGS)

# Browser tests use the Chromium that is installed, and five things from npm that stay in build/.
# MINEPROOF_BROWSER names another browser; its value `required` makes a missing one an error.
NPM_TOOLS := axe-core@4.14.0 lighthouse@12.8.2 prettier@3.9.10 pyodide@314.0.7 typescript@7.0.2
NPM_READY := $(if $(shell command -v npm 2>/dev/null),build/npm/ready)
no_npm := Without $(NPM_TOOLS) from npm some tests of the page are skipped.
# Named above all rules that need it, for what a rule needs is read with the rule.
WASM := build/wasm/kernel.wasm

test: $(READY) ## lint, then all tests but the long ones, those in a browser too
	@$(MAKE) -s --no-print-directory -j $(CORES) checks
	@$(if $(NPM_READY),,echo "$(no_npm)")
	@$(BIN)/python -m tools.browser
	@$(BIN)/pytest -q -n $(WORKERS) --dist worksteal $(ARGS)

test-long: $(READY) $(NPM_READY) $(WASM) ## the tests that `make test` leaves out because they take long
	@$(BIN)/python -m tools.browser
	@$(if $(NPM_READY),$(BIN)/python -m tools.site_builder --for-tests)
	@$(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m long $(ARGS)

# What needs no order is done at once: mypy alone would keep one core busy, and the others idle.
.PHONY: checks
checks: lint test-native $(NPM_READY) wasm-if-possible

.PHONY: wasm-if-possible
wasm-if-possible: $(READY)
	@$(MAKE) -s --no-print-directory $(WASM) \
	    || echo "No kernel as WebAssembly: its tests are skipped. \"make wasm\" says why."

build/npm/ready: Makefile
	@mkdir -p $(@D)
	@npm install --silent --no-save --no-package-lock --prefix $(@D) $(NPM_TOOLS) \
	    && touch $@ || echo "$(no_npm)"

# The kernel as WebAssembly. Its compiler, 100 MB to download, comes from PyPI and stays in build/.
.PHONY: wasm
wasm: $(WASM) ## build the kernel as WebAssembly, build/wasm/kernel.wasm

$(WASM): build/wasm/zig/ready tools/wasm.py $(HEADERS) $(VALUE) $(wildcard native/wasm/*) | $(READY)
	@$(BIN)/python -m tools.wasm

build/wasm/zig/ready: constraints.txt | $(READY)
	@mkdir -p build/wasm
	@rm -rf build/wasm/zig
	@$(BIN)/python -m pip install -qq --no-deps --target build/wasm/zig ziglang && touch $@

screenshots: $(READY) ## take the pictures in docs/images
	@$(BIN)/python -m tools.terminal_screenshots
	@MINEPROOF_BROWSER=$(or $(MINEPROOF_BROWSER),required) $(BIN)/python -m tools.browser
	@$(BIN)/python -m tools.screenshots

docs: $(READY) ## build the documents and the API reference as a site, in build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "build/docs/index.html"

site: $(READY) $(NPM_READY) $(WASM) ## build the page without a server, with the documents, in build/site
	@$(BIN)/python -m tools.site_builder $(ARGS)

map: $(READY) ## write docs/map.md, one line for each source file
	@$(BIN)/python -m tools.map

exercises: $(READY) ## find exercises to resolve in games, for the course; takes minutes
	@$(BIN)/python -m tools.exercises

notebooks: $(READY) ## run the notebooks again, and write their outputs (ARGS=NAME for one)
	@$(BIN)/python -m tools.notebooks $(ARGS)

# The binding is tested on a kernel with ASan and UBSan, if there is a compiler.
SANITIZED := build/sanitized/kernel
with_sanitized = MINEPROOF_SANITIZED=$(CURDIR)/$(SANITIZED)/mineproof

fuzz: $(READY) $(if $(COMPILER),$(SANITIZED)/ready) ## run the fuzzers (ARGS="engines --minutes 30", "--list", ...)
	@$(if $(COMPILER),$(with_sanitized)) $(BIN)/python -m fuzz $(ARGS)

$(SANITIZED)/ready: CMakeLists.txt $(KERNEL) | $(READY)
	@echo "Building the sanitized kernel, a minute or two ..."
	@rm -rf $(@D)
	@$(BIN)/python -m pip install -qq --no-deps --target $(@D) \
	    --config-settings=cmake.define.sanitize=ON . && touch $@

mutate: $(READY) ## change the source bit by bit and see which tests notice (ARGS="--module stats", ...)
	@$(BIN)/python -m tools.mutate $(ARGS)

bench: $(BENCHMARKS:%=bench-%) ## run the benchmarks, or one of them: make bench-scale

.PHONY: $(BENCHMARKS:%=bench-%)
$(BENCHMARKS:%=bench-%): bench-%: $(READY)
	@$(BIN)/python -m $(subst /,.,$(basename $(wildcard benchmarks/*/$*.py))) $(ARGS)

strength: $(READY) ## how often each player wins (ARGS="--games 100000" plays more)
	@$(BIN)/python -m benchmarks.players.strength $(ARGS)

# What only benchmarks need, the solvers to compare with, comes when they are run.
bench-exact bench-analyse bench-peer_games bench-generate bench-arena: peers
bench-explain: cpmpy
bench-gain: build/losses
bench-site bench-wasm: $(WASM) $(NPM_READY)
.PHONY: peers cpmpy
peers: $(READY)
	@$(BIN)/python -c 'import ms_toollib' 2>/dev/null || $(BIN)/python -m pip install -qq ms-toollib
cpmpy: $(READY)
	@$(BIN)/python -c 'import cpmpy' 2>/dev/null || $(BIN)/python -m pip install -qq cpmpy

# Each run goes on where it was stopped, and one that is finished is not played again.
EXPERIMENTS := $(addprefix experiments/,$(addsuffix .toml,\
    levels safe_cells more_safe_cells density guessing cs50))
run_and_report = for file in $(EXPERIMENTS); do $(BIN)/mineproof lab run $$file $(1) || exit; done; \
    $(BIN)/mineproof lab report $(EXPERIMENTS) $(1) --to docs/results.md

report: $(READY) ## run all experiments in a reduced size, in minutes, and write docs/results.md
	@$(call run_and_report,--reduced)

SEEDS := $(addprefix experiments/,$(addsuffix .toml,\
    seeds seeds_safe_cells safe_share matching mine_count sixty_two))
report-seeds: $(READY) ## repeat the students' experiments in full size, and write docs/results_seeds.md
	@for file in $(SEEDS); do $(BIN)/mineproof lab run $$file || exit; done
	@$(BIN)/mineproof lab report $(SEEDS) --to docs/results_seeds.md

report-full: $(READY) ## the same in full size
	@$(call run_and_report)

train: $(READY) build/examples ## train the strategist's learned value, in about 20 minutes
	@$(BIN)/python -m tools.value $(ARGS)

lint: $(READY) ## ruff, mypy, the import contracts and clang-format
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy $(SOURCES)
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/clang-format --dry-run --Werror $(NATIVE)

lighthouse: $(READY) $(NPM_READY) ## let Lighthouse judge a first visit to the page
	@MINEPROOF_LIGHTHOUSE=yes $(BIN)/pytest -q -s tests/app/web/browser/first/test_lighthouse.py

test-kills: $(READY) ## kill a whole server 50 times and look for what it had acknowledged
	@MINEPROOF_KILLS=50 $(BIN)/pytest -q tests/app/web/test_kills.py

test-matrix: $(READY) ## build, install and run on every Python there is (ARGS="--list")
	@$(BIN)/python -m tools.matrix $(ARGS)

dist: $(READY) ## build a release into dist/ and check it (ARGS="--given FOLDER" checks another's)
	@$(BIN)/python -m tools.dist $(ARGS)

test-native: ## test the kernel's C++ without Python
	+@$(if $(COMPILER),$(call run_each,build),echo "No C++ compiler ($(CXX)): native tests skipped.")

test-native-sanitized: $(SANITIZED)/ready ## the same under ASan and UBSan, and random calls of it
	+@$(call run_each,build/sanitized)
	@$(with_sanitized) $(BIN)/python -m fuzz binding --minutes 0.4 --seed 0

# Under `checks` they share its cores.
run_each = $(MAKE) -s --no-print-directory $(if $(filter checks,$(MAKECMDGOALS)),,-j $(CORES)) \
    $(NATIVE_TESTS:%=$(1)/%) \
    && for test in $(NATIVE_TESTS:%=$(1)/%); do $$test && echo "$$test: passed" || exit 1; done

build/test_%: native/tests/test_%.cpp $(HEADERS) $(VALUE)
	@mkdir -p $(@D)
	@$(CXX) $(STRICT) $(CXXFLAGS) $< -o $@

build/examples build/losses: build/%: native/examples/%.cpp $(HEADERS) $(VALUE)
	@mkdir -p build
	@$(CXX) $(STRICT) $(CXXFLAGS) $< -o $@

build/sanitized/test_%: native/tests/test_%.cpp $(HEADERS) $(VALUE)
	@mkdir -p $(@D)
	@$(CXX) $(STRICT) $(SANITIZE) $< -o $@

clean: ## remove everything that make made
	@rm -rf .venv build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-22s %s\n", $$1, $$2 }' Makefile

# --- set-up ---------------------------------------------------------------------------------------
# .venv is good while .venv/ready exists: written last, removed first. It names the folder that it
# was made in, for a .venv survives neither a move nor the removal of its Python.

ifneq ($(shell test -x $(BIN)/python && cat $(READY) 2>/dev/null),$(CURDIR))
$(shell rm -f $(READY))
endif

able = $(shell for p in $(PYTHON); do $$p -c '$(1)' >/dev/null 2>&1 && echo $$p && break; done)
new_enough := import sys; sys.exit(sys.version_info < (3, 11))
usable := import ensurepip, venv; $(new_enough)
need_python = mineproof needs Python 3.11 or newer (tried $(PYTHON)). Install it, on Debian or \
    Ubuntu "apt install python3 python3-venv", or name it: make PYTHON=/path/to/python
need_venv = $(call able,$(new_enough)) has no venv module. Install it, on Debian or Ubuntu "apt \
    install python3-venv", or name another Python: make PYTHON=/path/to/python
no_build := it did not build ($(BIN)/pip wheel -v --no-deps -w build . shows why)

$(READY): pyproject.toml constraints.txt CMakeLists.txt $(KERNEL)
	$(eval python := $(if $(wildcard $@),$(BIN)/python,$(call able,$(usable))))
	$(if $(python),,$(error $(if $(call able,$(new_enough)),$(need_venv),$(need_python))))
	@echo "Setting up .venv, a minute or two the first time ..."
	@if [ -e $@ ]; then rm $@; else $(python) -m venv --clear .venv; fi
	@$(BIN)/python -m pip install -qq --editable '.[dev]'
	@ls .venv/lib/python*/site-packages/mineproof/_native.* >/dev/null 2>&1 || echo \
	"No native kernel: $(if $(COMPILER),$(no_build),no C++ compiler). Everything works, slower."
	@echo '$(CURDIR)' >$@
