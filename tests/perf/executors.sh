#!/bin/sh
# What runs of an agent cost under each executor, side by side: a whole run of one step (start and end
# of the program with it), and each step more. Least of N rounds. usage: executors.sh BIN [ROUNDS [EXECUTOR...]]
BIN=${1:?} N=${2:-10}
shift $(($# > 2 ? 2 : $#))
[ $# -gt 0 ] || set -- local jail python
python3 - "$BIN" "$N" "$@" <<'END'
import json, os, subprocess, sys, tempfile, time
binary, rounds = sys.argv[1], int(sys.argv[2])
folder = tempfile.mkdtemp()


def run(executor, cells):
    """Milliseconds."""
    replies = os.path.join(folder, "r.jsonl")
    with open(replies, "w") as f:
        for cell in cells:
            f.write(json.dumps({"text": "<code>\n%s\n</code>" % cell}) + "\n")
    start = time.perf_counter()
    subprocess.run([binary, "run", "--no-config", "-q", "-m", "replay:" + replies, "-e", executor,
                    "x"], capture_output=True, check=True)
    return (time.perf_counter() - start) * 1e3


for executor in sys.argv[3:]:
    one = min(run(executor, ["final_answer(1)"]) for _ in range(rounds))
    many = min(run(executor, ["x = %d" % i for i in range(15)] + ["final_answer(1)"]) for _ in range(rounds))
    print("%-7s run of one step %.1f ms, each step more %.2f ms" % (executor, one, (many - one) / 15))
END
