#!/bin/sh
# Times tests/perf/*.py under smolagent and python3, interleaved, checks that both print the same, and
# shows the ratio of CPU times (below 1: we are faster) with the geometric mean. Output also goes to
# build/bench.txt. usage: bench.sh BIN [PROGRAM...]   ROUNDS=5 PYTHON=python3
set -eu
bin=$1
shift
here=$(dirname "$0")
[ $# -gt 0 ] || set -- "$here"/*.py
mkdir -p build
exec "${PYTHON:-python3}" - "$bin" "${ROUNDS:-5}" "$@" <<'PY'
import math, os, resource, subprocess, sys, sysconfig

binary, rounds, programs = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
# The interpreter itself, not a wrapper script in front of it.
python = os.path.realpath(sys.executable)


def cost(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, done.returncode, done.stdout


logs, failed = [], 0
report = open("build/bench.txt", "w")


def say(line):
    print(line, flush=True)
    report.write(line + "\n")


say("python3 is %s, %s" % (sys.version.split()[0], python))  # builds of one version differ twofold
say("%-16s %10s %10s %8s" % ("program", "smolagent", "python3", "ratio"))
for path in programs:
    name = os.path.basename(path)[:-3]
    ours, theirs = [], []
    same = True
    for _ in range(rounds):
        a = cost([binary, "python", "--no-config", path])
        b = cost([python, path])
        ours.append(a[0])
        theirs.append(b[0])
        same = same and a[1:] == b[1:]
    if not same:
        failed = 1
        say("%-16s different output or status" % name)
        continue
    x, y = min(ours), min(theirs)
    logs.append(math.log(max(x, 1e-4) / max(y, 1e-4)))
    say("%-16s %8.1fms %8.1fms %8.2f" % (name, x * 1000, y * 1000, x / max(y, 1e-4)))
if logs:
    say("geometric mean of %d: %.2f" % (len(logs), math.exp(sum(logs) / len(logs))))
sys.exit(failed)
PY
