#!/bin/sh
# Runs every fuzz driver for a time on its seeds (tests/fuzz/seeds/NAME; for the parser and the engine
# the test programs) and on what earlier runs found, as many at once as there are processors. Any report
# fails, and its input stays in build/fuzz/crashes: it belongs among the seeds, as a test, once it is
# mended. With SEED set a driver starts from its seeds alone and tries the same inputs each time (only
# those with a second thread do not), so that what a commit is told is not luck; without, it looks where
# nobody has looked.
# usage: [SEED=N] smoke.sh DIR-OF-DRIVERS SECONDS-EACH [SECONDS-ALTOGETHER]
set -u

# one DRIVER SECONDS: runs it, prints a line, and the log when it fails.
one() {
    name=${1##*/}
    corpus=build/fuzz/corpus${SEED:+-$SEED}/$name fixed=
    if [ -n "${SEED:-}" ]; then
        rm -rf "$corpus"
        setarch -R true 2>/dev/null && fixed="setarch -R" # what is tried depends on addresses
    fi
    log=build/fuzz/$name.log seeds=tests/fuzz/seeds/$name
    mkdir -p "$corpus" build/fuzz/crashes
    case $name in fuzz_parse | fuzz_run) seeds=build/fuzz/programs ;; esac
    [ -d "$seeds" ] || seeds=
    # shellcheck disable=SC2086
    ASAN_OPTIONS=detect_leaks=${LEAKS:-0} timeout $(($2 + 300)) $fixed "$1" \
        -max_total_time="$2" -timeout=60 -seed="${SEED:-0}" -reload=0 -rss_limit_mb=3000 \
        -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$name-" "$corpus" $seeds \
        >"$log" 2>&1 && verdict=ok || verdict="not ok"
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    [ -n "$runs" ] || verdict="not ok"
    echo "$verdict $name: ${runs:-0} executions in $2 s, ${edges:-0} edges"
    [ "$verdict" = ok ] || grep -vE '^(#|INFO|[[:space:]]*NEW_FUNC)' "$log" | head -n 60 # without the progress
}

if [ "$1" = one ]; then
    one "$2" "$3"
    exit 0
fi
jobs=$(nproc 2>/dev/null || echo 2)
drivers=$(find "$1" -type f -name 'fuzz_*' -perm -u+x | LC_ALL=C sort)
seconds=$2
[ -z "${3:-}" ] || seconds=$(($3 * jobs / $(echo "$drivers" | wc -l)))
mkdir -p build/fuzz/programs
find tests/py tests/escape -name '*.py' -size -16 -exec cp --parents -u {} build/fuzz/programs \;
echo "$drivers" | xargs -P "$jobs" -n 1 sh -c 'sh "$0" one "$2" "$1"' "$0" "$seconds" |
    tee build/fuzz/smoke.log
awk '$NF == "edges" { runs += $(NF - 6) } /^not ok/ { bad++ }
    END { print runs + 0 " executions, " bad + 0 " drivers failed"; exit bad || !runs }' build/fuzz/smoke.log
