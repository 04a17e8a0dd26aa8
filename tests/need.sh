# Sourced by the test targets: `need PROGRAM INSTALL-COMMAND` tells whether a program is there. What is missing is
# reported as skipped; with CI=true it is an error, since nothing may be skipped there.
need() {
    command -v "$1" >/dev/null 2>&1 && return 0
    echo "skipped: $1 is missing (install it with: $2)"
    if [ "${CI:-}" = true ]; then
        exit 1
    fi
    return 1
}
