#!/usr/bin/env python3
"""Runs of an agent that are killed at random moments, under each executor: afterwards nothing may be
left - no process, no mount, no file, no control group, no container, volume or sandbox.

usage: kills.py BIN [RUNS [EXECUTOR...]]     SEED=n repeats a series; `make kills` calls it

Three of four runs are killed outright, as by a crash; the others are told to end. Orphans are found
because this process adopts them."""
import ctypes, glob, http.client, json, os, random, shutil, signal, socket, subprocess, sys
import tempfile, time, urllib.request
from urllib.parse import urlsplit

binary, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2] if len(sys.argv) > 2 else 100)
executors = sys.argv[3:] or ["local", "jail", "python", "command", "docker", "e2b"]
here = os.path.dirname(os.path.abspath(__file__))
seed = int(os.environ.get("SEED", random.randrange(10 ** 6)))
random.seed(seed)
folder = tempfile.mkdtemp(prefix="kills-")
env = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, no_proxy="127.0.0.1")
TIMEOUT = 30  # s for what takes itself down
CELLS = ["x = [0] * 1000", "print('go')\nfor i in range(300000): x[i % 1000] += i",
         "def double(n): return 2 * n\nx = double(sum(x))", "final_answer(x)"]
OPTIONS = {"command": ["--worker", "python3 " + os.path.join(here, "../../docs/examples/worker.py")]}
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def command(executor):
    replies = os.path.join(folder, "replies.jsonl")
    with open(replies, "w") as f:
        f.writelines(json.dumps({"text": "<code>\n%s\n</code>" % cell}) + "\n" for cell in CELLS)
    return [binary, "run", "--no-config", "-m", "replay:" + replies, "-e", executor, "--sandbox",
            "auto", "task"] + OPTIONS.get(executor, [])


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


def start_e2b():
    server = subprocess.Popen([sys.executable, os.path.join(here, "../e2b/server.py"), folder])
    helpers.add(server.pid)
    while not os.path.exists(os.path.join(folder, "url")):
        time.sleep(0.02)
    env.update(E2B_API_KEY="e2b_0123456789abcdef0123456789abcdef01234567",
               E2B_API_URL=open(os.path.join(folder, "url")).read())
    env["E2B_SANDBOX_URL"] = env["E2B_API_URL"]


def kill_one(executor, longest):
    run = subprocess.Popen(command(executor), env=env, stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(random.uniform(0, longest))
    run.send_signal(random.choice([signal.SIGKILL] * 6 + [signal.SIGTERM, signal.SIGINT]))
    return run.wait(TIMEOUT)


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
    ended = sum(kill_one(executor, 1.2 * took) == 0 for _ in range(runs))
    until = time.monotonic() + TIMEOUT
    while (left := present() - before) and time.monotonic() < until:
        time.sleep(0.1)
    print("%-8s %d runs killed within %.0f ms, %d of them too late; left: %s" % (
        executor, runs, 1200 * took, ended, ", ".join(sorted(left)) or "nothing"), flush=True)
    return left


print("SEED=%d" % seed, flush=True)
if "e2b" in executors:
    start_e2b()
results = [series(executor) for executor in executors]
shutil.rmtree(folder)  # which ends the server
sys.exit(any(results) or not any(result is not None for result in results))
