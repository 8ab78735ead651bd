#!/bin/sh
# Finds a CPython 3.12 and has it compare the library with its own: first whether the check can fail, then the tree.
# usage: origin.sh [PYTHON [ARGUMENTS]]   arguments as origin.py says
python=${1:-python3.12}
[ $# = 0 ] || shift
here=$(dirname "$0")
if ! "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 12))' 2>/dev/null; then
    echo "origin: NOTHING WAS CHECKED: $python is not CPython 3.12; give one with: make origin PYTHON=/path/to/python3.12" >&2
    exit 2
fi
"$python" -B "$here/origin.py" --self-test && exec "$python" -B "$here/origin.py" "$@" "$here/../.."
