#!/bin/sh
# What an agent's run costs under each executor, side by side, least of N rounds: the run as a whole
# (start and end of the program with it); from code to observation its first step, when the model
# took a second to think, as models do, in which the worker got warm; each step more, with all that
# belongs to it but the model; and for python the step in which its worker is lost and replaced.
# usage: executors.sh BIN [ROUNDS [EXECUTOR...]]     IMPORTS=numpy,pandas: with these modules
BIN=${1:?} N=${2:-5}
shift $(($# > 2 ? 2 : $#))
[ $# -gt 0 ] || set -- local jail python
python=/usr/bin/python3
[ -x "$python" ] || python=python3
"$python" - "$BIN" "$N" "$@" <<'END'
import datetime, http.server, json, os, subprocess, sys, threading, time
binary, rounds = sys.argv[1], int(sys.argv[2])
imports = os.environ.get("IMPORTS", "")
MORE = 20  # steps
LOST = "import ctypes\nctypes.string_at(0)"


class Model(http.server.BaseHTTPRequestHandler):
    """Answers with the next of `cells`; slow with the first, and with the one after MORE."""
    protocol_version = "HTTP/1.1"
    cells, at = [], 0

    def log_message(self, *args):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        cell = Model.cells[Model.at]
        if Model.at in (0, MORE):
            time.sleep(1)
        Model.at += 1
        body = json.dumps({"choices": [{"message": {"content": "<code>\n%s\n</code>" % cell},
                                        "finish_reason": "stop"}]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=server.serve_forever, daemon=True).start()
options = ["--no-config", "-q", "--max-memory", "1G", "--imports", "ctypes," + imports,
           "--max-steps", "100", "--output", "jsonl"]


def run(executor, cells, thinks):
    """Start and end in milliseconds of each step; the model thinks a while, or answers at once."""
    Model.cells, Model.at = cells, 0
    replies = "".join(json.dumps({"text": "<code>\n%s\n</code>" % cell}) + "\n" for cell in cells)
    model = ["-m", "m", "--base-url", "http://127.0.0.1:%d/v1" % server.server_port] if thinks else \
        ["-m", "replay:/dev/stdin"]
    output = subprocess.run([binary, "run", "-e", executor, "x"] + model + options, input=replies,
                            capture_output=True, text=True)
    found, start = [], None
    for line in output.stdout.splitlines():
        event = json.loads(line)
        at = datetime.datetime.fromisoformat(event["ts"].rstrip("Z")).timestamp() * 1e3
        if event["type"] == "code":
            start = at
        elif event["type"] in ("observation", "final"):
            found.append((start, at))
    if len(found) != len(cells):
        sys.exit("%s: %s" % (executor, output.stderr[-300:]))
    return found


def whole(executor):
    start = time.perf_counter()
    run(executor, ["final_answer(1)"], False)
    return (time.perf_counter() - start) * 1e3


def step(found, i):
    return found[i][1] - found[i][0]


for executor in sys.argv[3:]:
    loses = executor == "python"
    cells = ["x = %d" % i for i in range(MORE)] + [LOST] * loses + ["final_answer(1)"]
    quick = [run(executor, cells[:MORE] + cells[-1:], False) for _ in range(rounds)]
    slow = [run(executor, cells, True) for _ in range(rounds)]
    print("%-7s run of one step %.1f ms; first step %.0f ms, each more %.2f ms%s" % (
        executor, min(whole(executor) for _ in range(rounds)), min(step(f, 0) for f in slow),
        min(f[-1][1] - f[1][0] for f in quick) / MORE,
        ", worker lost and replaced in %.0f ms" % min(step(f, MORE) for f in slow) if loses else ""))
END
