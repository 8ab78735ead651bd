#!/bin/sh
# Differential test: generated programs under CPython 3.12 and ours, two minutes unless told. Only 3.12
# counts: the texts of its exceptions and the order of its checks are what ours are made to be, and 3.11
# has others. Where there is no 3.12 the test is skipped, and says so.
# ALLOW is a ratchet, in programs of a thousand: of ten thousand less than one differs today, each a find
# to mend. Seeds are new every time and a slow machine runs few, so the bound leaves room for chance; it
# only goes down.
# usage: [PYTHON=python3.12] [BIN=build/release/smolagent] [SECONDS_=120] [SEED=N] [ALLOW=2] [LIMIT=30] run.sh
cd "$(dirname "$0")/../../.." || exit 1
python=$(sh tests/python312.sh "${PYTHON:-}")
if [ -z "$python" ]; then
    echo "compare: skipped, there is no CPython 3.12 to compare with (set PYTHON)"
    exit 0
fi
bin=${BIN:-build/release/smolagent}
[ -x "$bin" ] || { echo "compare: $bin is not built" >&2; exit 1; }
seconds=${SECONDS_:-120}
run() {
    "$python" tests/fuzz/compare/run.py --python "$python" --bin "$bin" --count 1000000 --keep-going \
        --allow "${ALLOW:-2}" ${SEED:+--seed "$SEED"} ${LIMIT:+--limit "$LIMIT"} "$@"
}
run --seconds $((seconds - seconds / 8)) && run --cells --seconds $((seconds / 8))
