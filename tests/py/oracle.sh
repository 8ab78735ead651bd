#!/bin/sh
# Derives the expected outputs of tests/py anew with CPython 3.12 (the reference) and says what changed.
# tests/differs, tests/limits and tests/escape hold what CPython cannot say: they are not touched.
# usage: oracle.sh [PYTHON]
cd "$(dirname "$0")/../.." || exit 1
python=$(sh tests/python312.sh "${1:-}")
if [ -z "$python" ]; then
    echo "oracle: there is no CPython 3.12; give one with: make oracle PYTHON=/path/to/python3.12" >&2
    exit 1
fi
changed=0 total=0
for file in $(find tests/py -name '*.py' | LC_ALL=C sort); do
    base=${file%.py} input=/dev/null
    [ -f "$base.in" ] && input=$base.in
    total=$((total + 1))
    PYTHONHASHSEED=0 timeout 60 "$python" "$file" <"$input" >"$base.out.new" 2>"$base.err.new"
    status=$?
    if ! cmp -s "$base.out.new" "$base.out"; then
        changed=$((changed + 1))
        echo "changed: $base.out"
        mv "$base.out.new" "$base.out"
    fi
    if [ $status != 0 ] && ! grep -q '^# exit: ' "$file"; then tail -n 1 "$base.err.new" >"$base.err"; fi
    rm -f "$base.out.new" "$base.err.new"
done
echo "oracle: $total scripts, $changed changed"
