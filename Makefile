# Each target is a few lines that call cargo, cc, maturin and pytest. Everything it makes stands in target/ and .venv/.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= python3
CC ?= cc
VENV := .venv
BIN := $(VENV)/bin
# What a static library of Rust needs on Linux.
STATIC_LIBS := -lpthread -ldl -lm

.PHONY: demo test lint test-rust test-nostd test-c test-python test-package test-readme docs bench train clean

## Plays a recorded game in C and in Python, which must end in the same position.
demo: target/demo/replay $(VENV)/package
	target/demo/replay examples/game.jsonl | tee target/demo/c.txt
	$(BIN)/python examples/python/replay.py examples/game.jsonl | tee target/demo/python.txt
	cmp <(tail -n 1 target/demo/c.txt) <(tail -n 1 target/demo/python.txt)
	@echo "C and Python ended in the same position."

target/demo/replay: FORCE
	cargo build --release -p ball-ffi
	mkdir -p target/demo
	$(CC) -std=c99 -O2 -Wall -Wextra -Iinclude examples/c/replay.c target/release/libball.a $(STATIC_LIBS) -o $@

$(VENV)/ready: tests/python/requirements.txt
	$(PYTHON) -m venv $(VENV) || { echo "install the venv module of Python, on Debian: apt-get install python3-venv"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check -r tests/python/requirements.txt
	touch $@

# The Python package, built from the tree as it is.
$(VENV)/package: FORCE $(VENV)/ready
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --quiet --release -m ball-py/Cargo.toml
	touch $@

FORCE:

## Runs every test.
test: lint test-rust test-nostd test-c test-python test-package test-readme docs

lint: $(VENV)/package
	source tests/need.sh; if need rustfmt "rustup component add rustfmt"; then cargo fmt --all --check; fi
	source tests/need.sh; if need cargo-clippy "rustup component add clippy"; then \
	    PYO3_PYTHON=$(abspath $(BIN))/python cargo clippy --quiet --workspace --all-targets -- -D warnings; fi
	$(BIN)/ruff check ball-py examples/python tests
	$(BIN)/ruff format --check ball-py examples/python tests
	$(PYTHON) tests/rule_table.py

test-rust:
	cargo test --quiet
	cargo test --quiet -p ball-core --no-default-features --features alloc --lib
	cargo build --quiet -p ball-core --no-default-features
	cargo bench --quiet -p ball-benches --bench speed -- --test
	cargo bench --quiet -p ball-benches --bench ratios -- 1

## The core without operating system and allocator.
test-nostd:
	source tests/need.sh; if need rustup "see https://rustup.rs, for the target thumbv6m-none-eabi"; then \
	    rustup target add thumbv6m-none-eabi; \
	    cargo build --quiet -p ball-core --no-default-features --target thumbv6m-none-eabi; fi

test-c:
	tests/c/run.sh

test-python: $(VENV)/package
	$(BIN)/pytest -q tests/python

## Wheel and source distribution, built and installed where nothing else is.
test-package: $(VENV)/ready
	tests/package.sh

## The examples of README.md, as a newcomer would paste them.
test-readme: $(VENV)/package
	$(BIN)/python tests/readme.py

docs:
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps -p ball-core -p ball-ffi

## Speed beside cozy-chess, in one run.
bench:
	cargo bench -p ball-benches

## Trains an agent, for some minutes, and draws its learning curve. Installs PyTorch, which takes 5 GB.
train: target/train/ready
	target/train/bin/python examples/python/train.py --picture docs/learning-curve.png

target/train/ready: examples/python/train-requirements.txt FORCE
	$(PYTHON) -m venv target/train
	target/train/bin/pip install --quiet --disable-pip-version-check -r examples/python/train-requirements.txt "./ball-py[gymnasium]"
	touch $@

clean:
	rm -rf target $(VENV)
