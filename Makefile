# `make` lists the targets. The work is done by the scripts in scripts/, each of which says at its top what it does.

PYTHON ?= python3
.DEFAULT_GOAL := help
.PHONY: help run test check torture fuzz coverage bench image sqlx openapi python

help: ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-16s %s\n", $$1, $$2}'

run: python ## build and start Canopy with its own PostgreSQL and NATS; ARGS go to `canopy up`
	@exec $(PYTHON) scripts/run.py $(ARGS)

test: python ## everything that CI runs: format, lints, dependency policy, all tests; ends with counts
	@exec $(PYTHON) scripts/test.py $(STAGES)

check: python ## the quick part of it: format, freshness of .sqlx, clippy
	@exec $(PYTHON) scripts/test.py format sqlx clippy

torture: python ## the whole cluster suite on the simulated cluster, crashes, outages and races again and again (CANOPY_TORTURE=10 times), then half an hour of faults under load with an audit (CANOPY_STORM_SECONDS=1800, CANOPY_STORM_SEED=1), then 1000 at the boundaries of steps
	@$(PYTHON) scripts/test.py sandbox_whole
	@$(PYTHON) scripts/test.py torture
	@CANOPY_STORM_SECONDS=$${CANOPY_STORM_SECONDS:-1800} CANOPY_STORM_OWNERS=$${CANOPY_STORM_OWNERS:-6} $(PYTHON) scripts/test.py storm
	@CANOPY_BOUNDARIES_BOUNDARIES=$${CANOPY_BOUNDARIES_BOUNDARIES:-1000} CANOPY_BOUNDARIES_SECONDS=$${CANOPY_BOUNDARIES_SECONDS:-3600} $(PYTHON) scripts/test.py boundaries

fuzz: python ## inputs that nobody thought of, for what reads texts of strangers: ten minutes for each target of fuzz/; ARGS go to scripts/fuzz.py
	@exec $(PYTHON) scripts/fuzz.py $(ARGS)

coverage: python ## how much of each crate the Rust tests run through; COVERAGE_ARGS go to `cargo llvm-cov report`
	@exec $(PYTHON) scripts/test.py coverage

bench: python ## what a request, a task and an idle minute cost, beside the bare path of the same crates; ARGS go to scripts/bench.py
	@exec $(PYTHON) scripts/bench.py $(ARGS)

image: python ## the image of all roles, built without Docker and without a registry; ARGS go to scripts/image.py
	@exec $(PYTHON) scripts/image.py $(ARGS)

sqlx: python ## refresh .sqlx, the offline data of the SQL queries, after a change of a query or migration
	@exec $(PYTHON) scripts/sqlx.py

openapi: python ## refresh bff/openapi.json after a change of the REST API
	@exec $(PYTHON) scripts/openapi.py

python:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.9 or newer is missing (Debian, Ubuntu: apt-get install python3)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 9))' || { echo "Python 3.9 or newer is needed; $(PYTHON) is `$(PYTHON) --version`. PYTHON=... names another."; exit 1; }
