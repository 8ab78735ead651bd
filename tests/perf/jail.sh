#!/bin/sh
# What the jail costs beside the local executor: whole runs and calls of a granted file (each a call
# of the host), least of N rounds. usage: jail.sh BIN [ROUNDS]
BIN=${1:?} N=${2:-40}
python3 - "$BIN" "$N" <<'EOF'
import subprocess, sys, tempfile, time
binary, rounds = sys.argv[1], int(sys.argv[2])
file = tempfile.NamedTemporaryFile()
calls = "for i in range(2000):\n    open(%r).close()\n" % file.name

def least(executor, code):
    best = 1e9
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([binary, "python", "--no-config", "--executor", executor, "--file", file.name,
                        "-c", code], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best

run = {e: least(e, "pass") for e in ("local", "jail")}
many = {e: least(e, calls) for e in ("local", "jail")}
print("run:  local %.2f ms, jail %.2f ms, %.2f ms more (2 allowed)"
      % (run["local"] * 1e3, run["jail"] * 1e3, (run["jail"] - run["local"]) * 1e3))
more = (many["jail"] - run["jail"] - many["local"] + run["local"]) / 2000 * 1e6
print("call: %.1f us more in the jail (60 allowed)" % more)
EOF
