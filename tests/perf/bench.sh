#!/bin/sh
# Speed and cost, side by side with python3; `make bench` calls it. Output also goes to build/bench.txt.
# usage: bench.sh BIN HELPERS [PROGRAM...]   with programs: only these   ROUNDS=3 PYTHON=/usr/bin/python3
set -eu
python=${PYTHON:-/usr/bin/python3}
[ -x "$python" ] || python=python3
mkdir -p build
here=$(dirname "$0") status=0
"$python" "$here/bench.py" "$@" || status=$?
[ $# -gt 2 ] || {
    sh "$here/jail.sh" "$1"
    sh "$here/executors.sh" "$1" 3
    sh "$here/team.sh" "$1" 3
    for executor in local jail; do "$2/toolcalls" $executor; done
    "$2/live" "$1"
} | tee -a build/bench.txt
exit $status
