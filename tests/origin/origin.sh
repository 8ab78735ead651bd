#!/bin/sh
# Finds a CPython 3.12 and has it compare the library with its own: first whether the check can fail, then the tree.
# Status 2: there is none, and nothing was checked.
# usage: [PYTHON=python3.12] origin.sh [ARGUMENTS]   arguments as origin.py says
cd "$(dirname "$0")/../.." || exit 1
python=$(sh tests/python312.sh "${PYTHON:-}")
if [ -z "$python" ]; then
    echo 'origin: NOTHING WAS CHECKED: there is no CPython 3.12; give one with: make origin PYTHON=/path/to/python3.12' >&2
    exit 2
fi
"$python" -B tests/origin/origin.py --self-test && exec "$python" -B tests/origin/origin.py "$@" .
