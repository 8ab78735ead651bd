#!/bin/sh
# What sub-agents cost that work at the same time: memory of each, besides what its code holds, and the time of all
# beside that of the slowest alone; and how fast a run ends at Ctrl-C while three of them work. The model is a server
# here that thinks for each as long as it is told to. Goals are for the built-in interpreter: what another one takes
# is that one's affair, but not how fast a run ends.
# usage: team.sh BIN [ROUNDS [EXECUTOR...]]     COUNT=20 of them at once
BIN=${1:?} N=${2:-5}
shift $(($# > 2 ? 2 : $#))
[ $# -gt 0 ] || set -- local jail
python=/usr/bin/python3
[ -x "$python" ] || python=python3
"$python" - "$BIN" "$N" "$@" <<'END'
import glob, http.server, json, os, re, signal, statistics, subprocess, sys, tempfile, threading, time

binary, rounds, executors = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
COUNT = int(os.environ.get("COUNT", 20))
STEPS = 4  # of a sub-agent
SLOWEST = 0.5  # s for which the model thinks in each step of the slowest; it takes the others up to so long
folder = tempfile.mkdtemp(prefix="team-")
config = os.path.join(folder, "agents.conf")
with open(config, "w") as f:
    f.write("[agent.part]\ndescription = Does a part of the work.\n")


class Model(http.server.BaseHTTPRequestHandler):
    """Whoever has the task "Part N." is a sub-agent; the last one is the slowest."""
    protocol_version = "HTTP/1.1"
    count, together = 0, None  # together: they all meet before they are answered for the last time

    def log_message(self, *args):
        pass

    def do_POST(self):
        said = json.loads(self.rfile.read(int(self.headers["content-length"])))["messages"]
        part, step = re.search(r"Part (\d+)\.", said[1]["content"]), len(said) // 2
        if not part:
            cell = "final_answer(len(done))" if step > 1 else \
                "done = await asyncio.gather(*[part(task=f'Part {i}.') for i in %s])" % list(Model.who)
        else:
            cell = "final_answer(1)" if step == STEPS else "x%d = [%d] * 100\nprint(len(x%d))" % (step, step, step)
            if Model.together and step == STEPS:
                Model.together.wait()
            elif Model.thinks:
                time.sleep(SLOWEST * (0.3 + 0.7 * (int(part[1]) + 1) / COUNT))
        text = "<code>\nimport asyncio\n%s\n</code>" % cell
        body = json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}],
                           "usage": {"prompt_tokens": 100, "completion_tokens": 20}}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass  # who was interrupted hangs up


server = Server(("127.0.0.1", 0), Model)
threading.Thread(target=server.serve_forever, daemon=True).start()


def start(executor):
    return subprocess.Popen([binary, "run", "--config", config, "-m", "m", "--base-url", "http://127.0.0.1:%d/v1" % server.server_port,
                             "-q", "-e", executor, "--sandbox", "auto", "x"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(run, count):
    out, errors = run.communicate()
    if out.strip() != str(count):
        sys.exit("%s %s" % (out, errors[-500:]))


def tree(pid):
    """A process and all below it."""
    found = [pid]
    for path in glob.glob("/proc/%d/task/*/children" % pid):
        for child in open(path).read().split():
            found += tree(int(child))
    return found


def memory(pid):
    """KB of a process and all below it, what they share divided among them."""
    total = 0
    for each in tree(pid):
        total += sum(int(n) for n in re.findall(r"^Pss: +(\d+)", open("/proc/%d/smaps_rollup" % each).read(), re.M))
    return total


def memory_of(executor, count):
    """KB when `count` sub-agents have done all their steps but the last."""
    Model.who, Model.thinks, at = range(count), False, []
    run = start(executor)
    Model.together = threading.Barrier(count, lambda: at.append(memory(run.pid)))
    end(run, count)
    return at[0]


def time_of(executor, who):
    Model.who, Model.thinks, Model.together = who, True, None
    begin = time.perf_counter()
    end(start(executor), len(who))
    return time.perf_counter() - begin


def interrupted(executor):
    """Seconds from SIGINT to the end of a run with three sub-agents that compute, wait for the model, and begin."""
    Model.who, Model.thinks, Model.together = range(3), True, None
    run = start(executor)
    time.sleep(SLOWEST + 0.01 * (os.getpid() % 7))
    begin = time.perf_counter()
    run.send_signal(signal.SIGINT)
    status = run.wait()
    took = time.perf_counter() - begin
    run.communicate()
    if status != -signal.SIGINT:
        sys.exit("interrupted: status %d" % status)
    return took


missed = 0
for executor in executors:
    few, many = (statistics.median(memory_of(executor, n) for _ in range(rounds)) for n in (1, COUNT))
    each = (many - few) / (COUNT - 1)
    alone = min(time_of(executor, [COUNT - 1]) for _ in range(rounds))
    ratio = min(time_of(executor, range(COUNT)) for _ in range(rounds)) / alone
    took = [interrupted(executor) for _ in range(max(rounds, 3))]
    ours = executor in ("local", "jail")
    print("%-7s %d sub-agents: %.0f KB each%s, %.2f of the slowest's time%s; "
          "Ctrl-C ends a run with three in %.0f ms, most %.0f (200 allowed)" % (
              executor, COUNT, each, " (2048 allowed)" * ours, ratio, " (1.15 allowed)" * ours,
              statistics.median(took) * 1e3, max(took) * 1e3), flush=True)
    missed += ours and (each > 2048) + (ratio > 1.15)
    missed += statistics.median(took) > 0.2
sys.exit(missed > 0)
END
