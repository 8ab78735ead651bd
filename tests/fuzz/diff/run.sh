#!/bin/sh
# Differential test for CI: generated programs under CPython and ours for two minutes.
# usage: [PYTHON=python3.12] [BIN=build/release/smolagent] [SECONDS_=120] [SEED=N] run.sh
cd "$(dirname "$0")/../../.." || exit 1
python=${PYTHON:-python3.12}
wanted='import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))'
"$python" -c "$wanted" 2>/dev/null || python=python3
if ! "$python" -c "$wanted" 2>/dev/null; then
    echo "skipped: no CPython 3.12 or 3.11 here to compare with (set PYTHON)"
    exit 0
fi
bin=${BIN:-build/release/smolagent}
[ -x "$bin" ] || { echo "diff: $bin is not built" >&2; exit 1; }
exec "$python" tests/fuzz/diff/run.py --python "$python" --bin "$bin" --seconds "${SECONDS_:-120}" \
    --count 1000000 --keep-going ${SEED:+--seed "$SEED"}
