#!/usr/bin/env python3
"""Runs of an agent that are killed at random moments, under each executor: afterwards nothing may be
left - no process, no mount, no file, no control group, no container, volume or sandbox.

usage: kills.py BIN [RUNS [EXECUTOR...]]     SEED=n repeats a series; `make kills` calls it

Three of four runs are killed outright, as by a crash; the others are told to end. Orphans are found
because this process adopts them. "python-jail" and "python-python" are programs of `smolagent python` under these
executors, which are interrupted once or twice, or whose worker dies, stops reading or goes on again: they end in time,
by no signal of their own making, and where they end by themselves no worker outlives them for a moment. "team-local"
and so on are runs with three sub-agents at once and tools of a command, a file and an MCP server, of which the main
process or any below it is killed."""
import ctypes, glob, http.client, json, os, random, shutil, signal, socket, subprocess, sys
import tempfile, threading, time, urllib.request
from urllib.parse import urlsplit

binary, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2] if len(sys.argv) > 2 else 100)
executors = sys.argv[3:] or ["local", "jail", "python", "python-jail", "python-python", "command", "docker", "e2b",
                             "team-local", "team-jail", "team-python", "team-docker"]
here = os.path.dirname(os.path.abspath(__file__))
seed = int(os.environ.get("SEED", random.randrange(10 ** 6)))
random.seed(seed)
folder = tempfile.mkdtemp(prefix="kills-")
env = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, no_proxy="127.0.0.1")
# The leak checker of a sanitizer stops the program from a child, and waits without end for one that was killed. The whole
# runs of each series keep it.
KILLED = dict(ASAN_OPTIONS=env.get("ASAN_OPTIONS", "") + ":detect_leaks=0")
TIMEOUT = 30  # s for what takes itself down
STARTING = 90  # s: a worker that does not start is waited for this long at most
CELLS = ["x = [0] * 1000", "print('go')\nfor i in range(300000): x[i % 1000] += i",
         "def double(n): return 2 * n\nx = double(sum(x))", "final_answer(x)"]
# Programs of `smolagent python`: busy, silent, loud, deaf to exceptions, reading, large.
PROGRAMS = ["while True: pass", "import time\ntime.sleep(9)", "while True: print('x' * 1000)", "x = [bytes(1000) for i in range(10 ** 5)]",
            "while True:\n try:\n  while True: pass\n except BaseException: pass", "import sys\nfor line in sys.stdin: pass", "print(input())",
            "raise SystemExit(3)", "def f(): f()\nwhile True:\n try: f()\n except RecursionError: pass", "import asyncio\nasyncio.run(asyncio.sleep(9))",
            "import threading\nfor i in range(9): threading.Thread(target=print, args=(i,)).start()", "import atexit, time\natexit.register(time.sleep, 9)"]
TEAM = ["import asyncio\nfound = await asyncio.gather(*[part(task=f'part {i}') for i in range(3)], return_exceptions=True)",
        "final_answer(str(found))"]
PART = ["x = [nap(0.01), sleep(ms=5)]\nprint(x)", "x.append(rest(1))\nfor i in range(100000): x[0] = i", "final_answer(str(x))"]
TEAM_FILES = {"agents.conf": """
[agent.part]
description = Does a part.
model = replay:%(folder)s/part.jsonl
tools = nap, rest, mcp.s
[tool.nap]
description = Naps, with a process of its own in the background.
command = ["sh", "-c", "sleep 0.2 & sleep $1", "sh", "{seconds}"]
input.seconds = number
[mcp.s]
command = %(helpers)s/mcpserver stdio
""", "rest.py": """
from smolagents import tool
@tool
def rest(n: int) -> int:
    \"\"\"Rests.

    Args:
        n: how often
    \"\"\"
    return sum(range(n * 1000))
"""}
OPTIONS = {"command": ["--worker", "python3 " + os.path.join(here, "../../docs/examples/worker.py")]}
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def command(executor):
    if executor.startswith("python-"):
        return [binary, "python", "--no-config", "-e", executor[7:], "--sandbox", "auto", "--timeout", "2", "--stdin", "-c", CELLS[0]]
    if executor.startswith("team-"):
        return [binary, "run", "--config", os.path.join(folder, "agents.conf"), "--tool-file", os.path.join(folder, "rest.py"),
                "-m", recording("team", TEAM), "-e", executor[5:], "--sandbox", "auto", "task"]
    return [binary, "run", "--no-config", "-m", recording("replies", CELLS), "-e", executor, "--sandbox",
            "auto", "task"] + OPTIONS.get(executor, [])


def recording(name, cells):
    path = os.path.join(folder, name + ".jsonl")
    with open(path, "w") as f:
        f.writelines(json.dumps({"text": "<code>\n%s\n</code>" % cell}) + "\n" for cell in cells)
    return "replay:" + path


# --- what may be left

def children(of=None):
    """Running processes that are ours, or of a process; the dead are buried on the way."""
    found = {}
    for path in glob.glob("/proc/%s/task/*/children" % (of or "self")):
        try:
            for pid in map(int, open(path).read().split()):
                found[pid] = open("/proc/%d/cmdline" % pid).read().replace("\0", " ")[:80]
        except OSError:
            pass  # gone meanwhile
    for pid in list(found) if of is None else ():
        if pid not in helpers and os.waitpid(pid, os.WNOHANG)[0]:
            del found[pid]
    return {"process %d %s" % item for item in found.items() if item[0] not in helpers}


def engine(path):
    """An answer of the Docker engine, None when there is none to be asked."""
    address = urlsplit(os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock"))
    connection = http.client.HTTPConnection("localhost", timeout=30)
    try:
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(address.path)
        connection.request("GET", path)
        return json.load(connection.getresponse())
    except (OSError, ValueError):
        return None


def containers():
    names = [name for c in engine("/containers/json?all=1") or () for name in c["Names"]]
    names += [v["Name"] for v in (engine("/volumes") or {}).get("Volumes") or ()]
    return {"engine's " + name for name in names if name.lstrip("/").startswith("smolagent-")}


def sandboxes():
    address = env.get("E2B_API_URL")
    if not address:
        return set()
    alive = json.load(urllib.request.urlopen(address + "/test/sandboxes"))
    return {"sandbox %s" % s for s in alive} | {c for h in helpers for c in children(h)}


def present():
    mounts = {"mount " + line.split()[1] for line in open("/proc/self/mounts")}
    mounts = {m for m in mounts if not m.endswith("/overlay")}  # an engine's own, not a container's
    files = {"file " + p for p in glob.glob("/tmp/*smolagent*") + glob.glob("/dev/shm/*smolagent*")}
    groups = {"control group " + p for p in glob.glob("/sys/fs/cgroup/**/*smolagent*", recursive=True)}
    return children() | containers() | sandboxes() | mounts | files | groups


# --- runs

helpers = set()  # processes of this test's own
stopped = []  # processes that were


def start_e2b():
    server = subprocess.Popen([sys.executable, os.path.join(here, "../e2b/server.py"), folder])
    helpers.add(server.pid)
    while not os.path.exists(os.path.join(folder, "url")):
        time.sleep(0.02)
    env.update(E2B_API_KEY="e2b_0123456789abcdef0123456789abcdef01234567",
               E2B_API_URL=open(os.path.join(folder, "url")).read())
    env["E2B_SANDBOX_URL"] = env["E2B_API_URL"]


def kill_one(executor, longest):
    run = subprocess.Popen(command(executor), env=dict(env, **KILLED), stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, longest))
    run.send_signal(random.choice([signal.SIGKILL] * 6 + [signal.SIGTERM, signal.SIGINT]))
    return run.wait(TIMEOUT)


def below(pid):
    """Processes that a process has begun, and those have."""
    found = [int(name.split()[1]) for name in children(pid)]
    return found + [each for child in found for each in below(child)]


def kill_of_team(executor, longest):
    """None, or what was wrong with the end of a run of which one process was killed, or was told to end."""
    run = subprocess.Popen(command(executor), env=dict(env, **KILLED), stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, longest))
    others = below(run.pid)
    victim = random.choice(others) if others and random.random() < 0.5 else run.pid
    sent = signal.SIGKILL if victim != run.pid else random.choice([signal.SIGKILL] * 2 + [signal.SIGTERM, signal.SIGINT])
    try:
        os.kill(victim, sent)
    except ProcessLookupError:
        pass  # gone meanwhile
    try:
        status = run.wait(STARTING)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
        return "a run does not end after signal %d to process %d of %s" % (sent, victim, [run.pid] + others)
    if status < 0 and (victim != run.pid or status != -sent):
        return "a run ended by signal %d after signal %d to %s" % (-status, sent, "it" if victim == run.pid else "a process below it")


def hit(run):
    """What befalls a program of `smolagent python`: a few signals, to it or to a process below it."""
    time.sleep(random.choice([0, 0.002, 0.01, 0.05]) * random.random())
    workers = [int(name.split()[1]) for name in children(run.pid)]
    victim = random.choice(workers) if workers and random.random() < 0.5 else run.pid
    signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL]
    if victim != run.pid:
        signals += [signal.SIGSTOP, signal.SIGSTOP, signal.SIGSEGV, signal.SIGCONT]
    sent = random.choice(signals)
    try:
        os.kill(victim, sent)
    except ProcessLookupError:
        pass
    if sent == signal.SIGSTOP:
        stopped.append(victim)
    return victim == run.pid, sent


def let_go():
    """Workers that were stopped before they asked to die with their host notice its end now."""
    while stopped:
        try:
            os.kill(stopped.pop(), signal.SIGCONT)
        except ProcessLookupError:
            pass


def interrupt_one(executor, longest):
    """None, or what was wrong with the end of a program."""
    line = command(executor)[:-1] + [random.choice(PROGRAMS)]
    before = children()
    out = random.choice([subprocess.DEVNULL, subprocess.PIPE])  # a pipe that nobody reads
    run = subprocess.Popen(line, env=dict(env, **KILLED), stdin=subprocess.PIPE, stdout=out, stderr=subprocess.DEVNULL)
    if random.random() < 0.5:
        run.stdin.close()
    elif random.random() < 0.5:
        threading.Thread(target=feed, args=(run.stdin,), daemon=True).start()
    time.sleep(random.uniform(0, random.choice([longest, 0.3])))
    told = [hit(run) for _ in range(random.choice([1, 1, 2, 3]))]
    try:
        status = run.wait(STARTING)
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
        return "%r does not end after %s" % (line[-1], told)
    finally:
        if run.stdout:
            run.stdout.close()
        let_go()
    sent = {-number for host, number in told if host}
    if status < 0 and status not in sent:
        return "%r ended by signal %d after %s" % (line[-1], -status, told)
    watchdog = status == 124  # it asks nobody, and a worker ends when it sees that its host is gone
    if status >= 0 and not watchdog and (left := children() - before):
        return "%r left %s after %s, status %d" % (line[-1], left, told, status)


def feed(pipe):
    try:
        while True:
            pipe.write(b"line\n" * 1000)
    except (OSError, ValueError):
        pass


def kill_series(executor, longest):
    """How many were killed too late, and how many ended wrongly."""
    one = {"python": interrupt_one, "team": kill_of_team}.get(executor.partition("-")[0] if "-" in executor else "")
    if not one:
        return sum(kill_one(executor, longest) == 0 for _ in range(runs)), 0
    wrong = [why for _ in range(runs) if (why := one(executor, longest))]
    for why in wrong:
        print("%s: %s" % (executor, why), flush=True)
    return 0, len(wrong)


def series(executor):
    """What was left; None where the executor cannot run here."""
    start = time.monotonic()
    for _ in "12":  # the first may build an image
        start = time.monotonic()
        whole = subprocess.run(command(executor), env=env, capture_output=True, text=True)
        if whole.returncode:
            print("%-8s skipped: %s" % (executor, whole.stderr.strip().split("\n")[-1]))
            return None
    took, before = time.monotonic() - start, present()
    ended, wrong = kill_series(executor, 1.2 * took)
    until = time.monotonic() + TIMEOUT
    while (left := present() - before) and time.monotonic() < until:
        time.sleep(0.1)
    print("%-8s %d runs killed within %.0f ms, %d of them too late, %d ended wrongly; left: %s" % (
        executor, runs, 1200 * took, ended, wrong, ", ".join(sorted(left)) or "nothing"), flush=True)
    return left or wrong


print("SEED=%d" % seed, flush=True)
for name, text in TEAM_FILES.items():
    with open(os.path.join(folder, name), "w") as f:
        f.write(text % {"folder": folder, "helpers": os.path.join(os.path.dirname(binary), "helpers")})
recording("part", [cell for cell in PART for _ in range(3)])  # whoever asks takes the next one
if "e2b" in executors:
    start_e2b()
results = [series(executor) for executor in executors]
shutil.rmtree(folder)  # which ends the server
sys.exit(any(results) or not any(result is not None for result in results))
