#!/bin/sh
# Mixes all classes of the sandbox in every way and touches what comes out (pairs.py), several
# processes at a time. A crash, a sanitizer's report and what does not end are failures; a crash is told with
# the last step that was taken.
# usage: pairs.sh BIN MODE... ; MODE: those of pairs.py, or sample=SEED (of triples)
set -u
bin=$(realpath "$1")
shift
cd "$(dirname "$0")/../.." || exit 1
program=tests/pairs/pairs.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
modules=$({
    find src/py/lib -name '*.py' | sed 's,^src/py/lib/,,; s,/__init__\.py$,,; s,\.py$,,; s,/,.,g'
    sed -n 's/^PY_MODULE(\([A-Za-z0-9_]*\)).*/\1/p' src/py/mod/modules.def
} | grep -v -x -e antigravity -e this | LC_ALL=C sort -u | tr '\n' ' ')
export bin program modules work

# one MODE NUMBER STEP SEED: the classes NUMBER, NUMBER + STEP, ...; another time verbose if it dies
cat >"$work/one" <<'END'
    set -- $1
    run() {
        timeout "${LIMIT:-300}" "$bin" python --no-config --max-memory 512M --max-operations 100000000000 \
            "$program" "$@" >"$work/$1.$2" 2>"$work/$1.$2.err" </dev/null
    }
    run "$1" "$2" "$3" "$4" $modules
    status=$?
    if [ $status = 124 ] || [ $status = 5 ]; then
        echo "SLOW $1 $2"
        exit 0
    fi
    if [ $status -lt 126 ] && ! grep -q -e 'Sanitizer' -e 'runtime error' "$work/$1.$2.err" &&
        grep -q tried "$work/$1.$2"; then
        grep tried "$work/$1.$2"
        exit 0
    fi
    mv "$work/$1.$2.err" "$work/$1.$2.first"
    run "$1" "$2" "$3" "$4" $modules -v
    echo "FAILED $1 $2 (status $status, then $?) at: $(tail -n 1 "$work/$1.$2")"
    grep -h -A12 -e 'ERROR' -e 'runtime error' -e 'abort' "$work/$1.$2.err" | head -n 24
    [ -s "$work/$1.$2.err" ] || tail -n 3 "$work/$1.$2.first"
END

# shellcheck disable=SC2046,SC2086
set_of() {
    set -- "$1" $("$bin" python --no-config "$program" count - - - $modules)
    case $1 in classes) echo "$2" ;; *) echo "$4" ;; esac
}
jobs() {
    for mode in "$@"; do
        seed=-
        case $mode in sample=*) seed=${mode#sample=} mode=triples ;; esac
        n=$(set_of "$mode")
        shares=${SHARES:-$n} # one process for each class, so that a crash costs little
        seq 0 $((shares - 1)) | sed "s/.*/$mode & $shares $seed/"
    done
}
jobs "$@" | xargs -P "${JOBS:-2}" -d '\n' -n 1 sh "$work/one" >"$work/log"
grep -v '^[a-z]* [0-9]* tried ' "$work/log"
awk '$3 == "tried" { n[$1] += $4; made[$1] += $6; shares[$1]++ }
     END { for (m in n) printf "%-8s %9d tried %9d instances touched, %d processes\n", m, n[m], made[m], shares[m] }' "$work/log"
! grep -q -e '^FAILED' -e '^SLOW' "$work/log"
