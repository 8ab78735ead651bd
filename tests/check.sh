#!/bin/sh
# Runs the test suites and prints their counts; `make check` calls it. Exit status 0 when all passed.
# The suites run beside each other, and some tests measure time: what failed is run once more, alone, at the
# end, and only what fails again is a failure. What passed alone is named.
# usage: BIN=.. HELPERS=.. UNITS=".." JOBS=n WORK=dir check.sh [unit|python|cli|cases]...
# PYTESTS="folder.." python: only the scripts there
set -u
: "${BIN:?}" "${HELPERS:?}" "${WORK:?}"
export BIN HELPERS WORK MODE
JOBS=${JOBS:-2}
failed=0
repeats=0
# Nothing of the user's own settings may reach a test.
for name in $(env | sed -n 's/^\(SMOLAGENT_[A-Za-z0-9_]*\)=.*/\1/p'); do unset "$name"; done
unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE
export XDG_CONFIG_HOME="$WORK/config" XDG_STATE_HOME="$WORK/state" HOME="$WORK" LC_ALL=C.UTF-8 TZ=UTC
export NO_PROXY=127.0.0.1,localhost no_proxy=127.0.0.1,localhost
rm -rf "$WORK"
mkdir -p "$WORK"
LAYERS=$(sh tests/layers.sh)
export LAYERS

# count NAME LOG PASSED-PATTERN FAILED-PATTERN [PLANNED]: prints the summary of one suite, of which so many tests were
# to run.
count() {
    skipped=$(grep -c -E '^skipped |^\[  SKIPPED \]|^ok .* # skip' "$2")
    passed=$(grep "$3" "$2" | grep -c -v ' # skip')
    bad=$(grep -c "$4" "$2")
    if [ $# -gt 4 ] && [ "$5" != $((passed + bad + skipped)) ]; then
        echo "$1: $((passed + bad + skipped)) of $5 tests ended"
        failed=1
    fi
    if [ "$passed" = 0 ] && [ "$bad" = 0 ]; then
        echo "$1: no test ran"
        failed=1
    fi
    printf '%-8s %5d passed %5d failed %5d skipped\n' "$1" "$passed" "$bad" "$skipped" | tee -a "$WORK/summary"
}

# again NAME COMMAND...: one failed test alone; beyond 20 nothing is repeated, for that is no matter of time.
again() {
    name=$1
    shift
    repeats=$((repeats + 1))
    if [ $repeats -gt 20 ]; then
        echo "failed, and not repeated: $name"
        failed=1
    elif "$@" >"$WORK/again" 2>&1 && ! grep -q '^not ok ' "$WORK/again" &&
        grep -q -E '^(ok |\[       OK \])' "$WORK/again"; then
        echo "passed alone: $name"
    else
        echo "failed twice: $name"
        grep -v -E '^(ok |\[       OK \]|\[ RUN )' "$WORK/again" | head -60
        failed=1
    fi
}

# Every test that a log names as failed, each by the means of its suite.
repeat_failed() {
    for test in $(cat "$WORK/unit.failed" 2>/dev/null); do again "$test" timeout 300 "$test"; done
    for test in $(sed -n 's/^not ok \([^ :]*\):.*/\1/p' "$WORK/python.log" 2>/dev/null); do
        again "$test" sh tests/py/one.sh "$test"
    done
    for test in $(sed -n 's/^not ok \([^ :]*\):.*/\1/p' "$WORK/cases.log" 2>/dev/null | sort -u); do
        again "$test" timeout 600 "$HELPERS/modelserver" test "$test"
    done
    sed -n 's/^not ok [0-9]* //p' "$WORK/cli.log" 2>/dev/null | sed 's/ # timeout after .*//' >"$WORK/cli.failed"
    while IFS= read -r test; do
        pattern=$(printf '%s' "$test" | sed 's/[][().*+?{}|^$\\]/\\&/g')
        again "$test" bats --tap --filter "^$pattern\$" tests/cli </dev/null
    done <"$WORK/cli.failed"
}

unit() {
    : >"$WORK/unit.log"
    for test in ${UNITS:-}; do
        timeout 300 "$test" >"$WORK/unit.one" 2>&1
        status=$?
        # cmocka names a failed test again in its summary: the part before that counts.
        sed '/^\[==========\] .* run\.$/,$d' "$WORK/unit.one" >>"$WORK/unit.log"
        [ $status = 0 ] && continue
        echo "$test" >>"$WORK/unit.failed"
        grep -q '^\[  FAILED  \]' "$WORK/unit.one" ||
            echo "[  FAILED  ] $test ended with status $status" >>"$WORK/unit.log"
    done
    count unit "$WORK/unit.log" '^\[       OK \]' '^\[  FAILED  \]'
}

python() {
    # shellcheck disable=SC2086
    find ${PYTESTS:-tests/py tests/differs tests/limits tests/escape} -name '*.py' 2>/dev/null | LC_ALL=C sort >"$WORK/scripts"
    xargs -P "$JOBS" -n 16 sh tests/py/one.sh <"$WORK/scripts" >"$WORK/python.log" 2>&1
    count python "$WORK/python.log" '^ok ' '^not ok ' "$(wc -l <"$WORK/scripts")"
}

cases() {
    find tests -name '*.case' ! -path 'tests/demo/*' | LC_ALL=C sort >"$WORK/conversations"
    xargs -P "$JOBS" -n 8 timeout 600 "$HELPERS/modelserver" test <"$WORK/conversations" >"$WORK/cases.log" 2>&1
    count cases "$WORK/cases.log" '^ok ' '^not ok ' "$(wc -l <"$WORK/conversations")"
}

# The command line's tests wait more than they work: they run beside the suites before them, files from one queue,
# those with the most tests first.
start_cli() {
    command -v bats >/dev/null 2>&1 || return
    limit=180 # s for one test, which a slow machine under a sanitizer takes for what is seconds elsewhere
    [ "${MODE:-release}" = release ] || limit=600
    mkdir -p "$WORK/cli"
    grep -c '^@test' tests/cli/*.bats | sort -t: -k2nr | cut -d: -f1 |
        BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-$limit} timeout 2400 xargs -P "$JOBS" -I '{}' \
            sh -c 'bats --tap "$1" >"$WORK/cli/$(basename "$1" .bats)" 2>&1 </dev/null' - '{}' &
    cli_process=$!
}

cli() {
    if [ -n "$cli_process" ]; then
        wait "$cli_process"
        cat "$WORK"/cli/* >"$WORK/cli.log"
        count cli "$WORK/cli.log" '^ok ' '^not ok ' "$(cat tests/cli/*.bats | grep -c '^@test')"
    else
        echo "cli: bats is missing (make deps)"
        failed=1
    fi
}

[ $# -gt 0 ] || set -- unit python cases cli
cli_process=
case " $* " in *" cli "*) start_cli ;; esac
for suite in "$@"; do $suite; done
repeat_failed
sh tests/skips.sh "$@" || failed=1
if [ $failed = 0 ]; then echo "all suites passed"; else echo "some tests failed (logs in $WORK)"; fi
exit $failed
