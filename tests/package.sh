#!/usr/bin/env bash
# Builds wheel and source distribution of the Python package, and installs each in an environment that has nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$PWD/.venv/bin
dist=$PWD/target/dist
export CARGO_TARGET_DIR=$PWD/target
rm -rf "$dist"
"$bin/maturin" build --quiet --release --sdist -m ball-py/Cargo.toml -o "$dist"

wheels=("$dist"/*.whl)
case "${wheels[*]}" in
    *-cp310-abi3-*.whl) ;;
    *) echo "the wheel is not one for every Python from 3.10 on: ${wheels[*]}"; exit 1 ;;
esac
# What the name promises, the compiled part has to keep.
"$bin/python" -m zipfile -l "${wheels[0]}" | grep -q 'ball/_ball\.abi3\.so'

for package in "$dist"/*.whl "$dist"/*.tar.gz; do
    "$bin/python" -m venv --clear "$dist/venv"
    "$dist/venv/bin/pip" install --quiet --disable-pip-version-check "$package"
    "$dist/venv/bin/pip" check
    (cd "$dist" && venv/bin/python -W error - "$PWD/venv" < ../../tests/package.py)
    "$dist/venv/bin/ball" perft 2 | grep -qx 3143
    echo "$(basename "$package"): installed and played"
done
rm -rf "$dist/venv"
