#!/bin/sh
# Runs every fuzz driver for a short time on its seeds (tests/fuzz/seeds/NAME, else none).
# usage: smoke.sh DIR-OF-DRIVERS SECONDS
set -eu
dir=$1 seconds=$2 work=build/fuzz/corpus status=0
for driver in "$dir"/*; do
    [ -x "$driver" ] || continue
    case $driver in *.d | *.o) continue ;; esac
    name=${driver##*/}
    mkdir -p "$work/$name" "$work/crashes"
    seeds=
    [ -d "tests/fuzz/seeds/$name" ] && seeds=tests/fuzz/seeds/$name
    echo "fuzz $name for $seconds s"
    # shellcheck disable=SC2086
    ASAN_OPTIONS=detect_leaks=${LEAKS:-0} "$driver" -max_total_time="$seconds" -timeout=20 \
        -rss_limit_mb=3000 -print_final_stats=1 -verbosity=0 -artifact_prefix="$work/crashes/$name-" \
        "$work/$name" $seeds || { echo "FAILED: $name"; status=1; }
done
exit $status
