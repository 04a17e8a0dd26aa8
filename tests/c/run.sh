#!/bin/sh
# Tests of the C interface on Linux: the programs of tests/c and examples/c, built in every language version, against
# the static and the shared library, with gcc and clang, and under gcc's sanitizers.
#
#     tests/c/run.sh
#
# With CI=true a missing compiler is an error. What is built goes to target/c-tests.
set -eu

cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
out=$target/c-tests
. tests/need.sh
warnings="-Wall -Wextra -Wpedantic -Werror"
libraries="-lpthread -ldl -lm"
mkdir -p "$out"

cargo build --quiet -p ball-ffi
cargo build --quiet --release -p ball-ffi
python3 tests/c/vectors.py >"$out/vectors.tsv"

# Exported are exactly the listed symbols, and the tests call every one of them.
nm -D --defined-only "$target/release/libball.so" | sed 's/.* //' | LC_ALL=C sort >"$out/symbols.txt"
LC_ALL=C sort ball-ffi/symbols.txt | diff - "$out/symbols.txt"
while read -r symbol; do
    grep -q "\b$symbol(" tests/c/*.[ch] || { echo "no test calls $symbol"; exit 1; }
done <ball-ffi/symbols.txt
echo "symbols: $(wc -l <ball-ffi/symbols.txt) exported and tested"

# run NAME PROGRAM-DIRECTORY: runs what build has made.
run() {
    echo "-- $1"
    "$2/header"
    "$2/abuse"
    "$2/buffers"
    "$2/conformance" "$out/vectors.tsv"
    "$2/list_actions" >"$2/list_actions.txt"
    grep -q '^55 legal actions' "$2/list_actions.txt"
    "$2/replay" examples/game.jsonl >"$2/replay.txt"
    tail -n 1 "$2/replay.txt" | grep -q '^atk=.* phase=over .*result=atk$'
}

# build DIRECTORY COMPILER FLAGS-AND-LIBRARY…: builds every program.
build() {
    directory=$1
    shift
    mkdir -p "$directory"
    for program in tests/c/header tests/c/abuse tests/c/buffers tests/c/conformance examples/c/list_actions examples/c/replay; do
        compiler=$1
        shift
        # shellcheck disable=SC2086
        "$compiler" $warnings -Iinclude "$program.c" "$@" $libraries -o "$directory/$(basename "$program")"
        set -- "$compiler" "$@"
    done
}

for pair in "gcc g++" "clang clang++"; do
    cc=${pair% *}
    cxx=${pair#* }
    need "$cc" "apt-get install $cc" && need "$cxx" "apt-get install g++ clang" || continue
    for standard in c99 c11 c17 c2x; do
        build "$out/$cc-$standard" "$cc" -std=$standard "$target/release/libball.a"
        run "$cc -std=$standard, static" "$out/$cc-$standard"
    done
    build "$out/$cc-shared" "$cc" -std=c99 "-L$target/release" -lball "-Wl,-rpath,$(realpath "$target/release")"
    run "$cc, shared" "$out/$cc-shared"
    # shellcheck disable=SC2086
    "$cxx" -std=c++17 $warnings -Iinclude -x c++ tests/c/header.c -x none "$target/release/libball.a" $libraries \
        -o "$out/$cc-shared/header-cxx"
    "$out/$cc-shared/header-cxx"
    echo "-- $cxx -std=c++17: the header"
done

# Debian's clang comes without the libraries of its sanitizers; gcc's are always there. Every object that is not freed
# is a failure here, too.
if need gcc "apt-get install gcc"; then
    build "$out/sanitized" gcc -std=c99 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
        "$target/debug/libball.a"
    nm "$out/sanitized/abuse" | grep __asan_init >/dev/null
    run "gcc, address and undefined behaviour sanitizers, debug library" "$out/sanitized"
fi
echo "all C tests passed"
