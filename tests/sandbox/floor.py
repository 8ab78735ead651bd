#!/usr/bin/env python3
"""The floor of the sandbox on machines that lack layers: what runs, what it can reach, and what is left
of it when the host is killed.

usage: floor.py BIN DENY [USERS [LETTERS...]]     `make floor` runs all of it

DENY is tests/helpers/deny, which takes layers away (x: none). USERS: root, user or both ("root,user"). For each
way to run code there is a row: what it is expected to do and what it did. A row is wrong when code runs below the
floor, when a run that should work does not, when a probe (a Unix socket outside the grants, a signal to an outside
process, its /proc, a descriptor that sends signals, an abstract socket) succeeds, when the granted folder cannot be
written, when the process that runs the
code is not locked in, or when something of a killed run lives on. The probes are tried outside first, where each
has to succeed."""
import ctypes, http.server, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, threading, time

binary, deny = map(os.path.abspath, sys.argv[1:3])
users = (sys.argv[3] if len(sys.argv) > 3 else "root,user" if os.geteuid() == 0 else "user").split(",")
denied = sys.argv[4:] or ["x", "u", "l", "m", "s", "ul", "um", "us", "lm", "ls", "ms", "p", "n", "pl", "nl"]
NOBODY, LONGEST = 65534, 60  # LONGEST: seconds to wait for anything
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
folder = os.path.realpath(tempfile.mkdtemp(prefix="floor-"))
os.chmod(folder, 0o777)
for name in (binary, deny):
    shutil.copy(name, folder)  # the checkout may be closed to nobody
binary, deny = (os.path.join(folder, os.path.basename(name)) for name in (binary, deny))


def as_nobody():
    if os.geteuid() == 0:
        os.setgroups([]), os.setresgid(*[NOBODY] * 3), os.setresuid(*[NOBODY] * 3)


# --- what must stay out of reach

outside = subprocess.Popen(["sleep", "1000000"], preexec_fn=as_nobody, env={"FLOOR_SECRET": "exposed"})
sockets = []
for kind, address in ((socket.SOCK_STREAM, folder + "/stream"), (socket.SOCK_DGRAM, folder + "/datagram"),
                      (socket.SOCK_STREAM, "\0floor-%d" % os.getpid())):
    sockets.append(socket.socket(socket.AF_UNIX, kind))
    sockets[-1].bind(address)
    if kind == socket.SOCK_STREAM:
        sockets[-1].listen(100)
    if address[0] != "\0":
        os.chmod(address, 0o777)
PROBE = r"""
import fcntl, json, os, socket, struct
pid, folder, abstract = %d, %r, %r
reached = []
def probe(name, act):
    try:
        act()
        reached.append(name)
    except (OSError, ImportError):
        pass
def open_socket(address):
    socket.socket(socket.AF_UNIX).connect(address)
def of_pair(act):
    act(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0])
def own(command, value):
    r, w = os.pipe()
    fcntl.fcntl(r, command, value)
probe("socket", lambda: open_socket(folder + "/stream"))
probe("abstract socket", lambda: open_socket(abstract))
probe("connect of a pair", lambda: of_pair(lambda s: s.connect(folder + "/datagram")))
probe("sendto of a pair", lambda: of_pair(lambda s: s.sendto(b"x", folder + "/datagram")))
probe("sendmsg of a pair", lambda: of_pair(lambda s: s.sendmsg([b"x"], [], 0, folder + "/datagram")))
probe("signal", lambda: os.kill(pid, 0))
probe("F_SETOWN", lambda: own(8, pid))
probe("F_SETOWN_EX", lambda: own(15, struct.pack("ii", 1, pid)))
probe("environment of a process", lambda: open("/proc/%%d/environ" %% pid, "rb").read())
probe("memory map of a process", lambda: open("/proc/%%d/maps" %% pid, "rb").read())
probe("network", lambda: socket.socket(socket.AF_INET))
def write():
    with open(folder + "/given/written", "w") as f:
        f.write("x" * 1000)
    if os.stat(f.name).st_size != 1000:
        raise OSError("the text is not in it")
probe("the granted folder", write)
print("reached: " + json.dumps(reached))
""" % (outside.pid, folder, "\0floor-%d" % os.getpid())
with open(os.path.join(folder, "probe.py"), "w") as f:
    f.write(PROBE)


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        page = b"<html><title>Fish</title><p>One fish</p></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=server.serve_forever, daemon=True).start()
host = "127.0.0.1:%d" % server.server_port
with open(os.path.join(folder, "mcp.py"), "w") as f:
    f.write(r"""
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if "id" not in m: continue
    result = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}},
              "tools/list": {"tools": [{"name": "said", "inputSchema": {"type": "object"}}]},
              "tools/call": {"content": [{"type": "text", "text": "reached: []"}]}}.get(m["method"], {})
    print(json.dumps({"jsonrpc": "2.0", "id": m["id"], "result": result}), flush=True)
""")
WAYS = {  # options, code of the probe, code that stays, a word of the process that runs it then
    "jail": (["-e", "jail"], "final_answer('reached: []')", "while True: pass", "--worker"),
    "mcp": (["--mcp", "python3 %s/mcp.py" % folder, "--approve", "never"], "final_answer(said())", "while True: pass", "--worker"),
    "python": (["-e", "python", "--imports", "*", "--folder", folder + "/given:rw"],
               "import subprocess\nexec(%r)\nfinal_answer('reached: ' + json.dumps(reached))" % PROBE,
               "import time\nwhile True: time.sleep(9)", "python3"),
    "shell": (["--tools", "shell", "-e", "local", "--approve", "never", "--folder", folder + "/given:rw"], "final_answer(shell(command='python3 probe.py')['stdout'])",
              "shell(command='setsid sleep 777777 & sleep 777777', timeout=500)", "777777"),
    "web": (["--tools", "web", "-e", "local", "--allow-host", host],
            "assert 'One fish' in visit_webpage('http://%s/')\nfinal_answer('reached: []')" % host, None, None),
    "sandbox-run": (["--config", folder + "/tool.conf"], "final_answer(probe())", "nap()", "777777"),
}
os.mkdir(folder + "/given")
os.chmod(folder + "/given", 0o777)
shutil.copy(folder + "/probe.py", folder + "/given")
with open(folder + "/tool.conf", "w") as f:
    f.write('[tool.probe]\ndescription = Probes.\ncommand = ["python3", "%s/probe.py"]\n'
            '[tool.nap]\ndescription = Stays.\ncommand = ["sleep", "777777"]\n' % folder)


def command(way, code):
    with open(folder + "/replies.jsonl", "w") as f:
        f.write(json.dumps({"text": "<code>\n%s\n</code>" % code}) + "\n")
    start = [binary]
    if way == "sandbox-run":
        start += ["sandbox-run"] + [word for name in ("probe.py", "tool.conf", "replies.jsonl") for word in ("--read", folder + "/" + name)] + ["--"]
    given = [] if way == "sandbox-run" else ["--no-config"]
    return start + ["run", "-m", "replay:%s/replies.jsonl" % folder, "--max-steps", "1", "-q"] + given + WAYS[way][0] + ["x"]


def start(way, user, letters, code, **streams):
    env = {"PATH": PATH, "HOME": folder, "ASAN_OPTIONS": "detect_leaks=0", "FLOOR_SECRET": "exposed", "NO_PROXY": "*"}
    return subprocess.Popen([deny, letters] + command(way, code), env=env, stdin=subprocess.DEVNULL, cwd=folder, text=True,
                            preexec_fn=as_nobody if user == "user" else None, **streams)


def holds(way, letters):
    mounts = not set("um") & set(letters)
    held = "s" not in letters and (mounts or "l" not in letters)
    return held and (way != "sandbox-run" or not set("umpn") & set(letters))


def probe(way, user, letters):
    """What a run of the probe did, in a word, and what is wrong with it."""
    run = start(way, user, letters, WAYS[way][1], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, errors = run.communicate(timeout=LONGEST)
    found = re.search(r"reached: (\[.*\])", out)
    if not holds(way, letters):
        named = re.search("lacks: .*(seccomp|landlock|(mount|pid|net) namespace)", errors)
        good = run.returncode == 7 and not found and named
        return "exit %d" % run.returncode, None if good else "expected exit 7 with the layer: %s" % errors[-300:]
    if run.returncode or not found:
        return "exit %d" % run.returncode, "expected to run: %s %s" % (out[-200:], errors[-300:])
    reached = set(json.loads(found.group(1)))
    wanted = {"the granted folder"} if way in ("python", "shell") else set()
    wrong = ["reached: " + name for name in sorted(reached - wanted)] + ["not reached: " + name for name in wanted - reached]
    return "runs", ", ".join(wrong) or None


def processes():
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                yield int(name), open("/proc/%s/cmdline" % name).read()
            except OSError:
                pass


def below(root):
    """Processes below one, by what /proc says of parents."""
    parents = {}
    for pid, _ in processes():
        try:
            parents[pid] = int(open("/proc/%d/stat" % pid).read().rpartition(")")[2].split()[1])
        except OSError:
            pass
    found = {root}
    while len(found) < len(found := found | {p for p, parent in parents.items() if parent in found}):
        pass
    return found - {root}


def status(pid):
    return dict(line.split(":", 1) for line in open("/proc/%d/status" % pid).read().splitlines() if ":" in line)


def faults(pid, root, user):
    """What of the floor the process lacks."""
    s, of_host = status(pid), status(root)
    limits = open("/proc/%d/limits" % pid).read()
    wrong = [name for name in ("CapInh", "CapPrm", "CapEff", "CapAmb") if int(s[name], 16)]
    wrong += ["NoNewPrivs"] * (s["NoNewPrivs"].strip() != "1")
    wrong += ["filters"] * (int(s["Seccomp_filters"]) <= int(of_host["Seccomp_filters"]))
    wrong += ["identity"] * (user == "root" and s["Uid"].split()[0] == "0")
    wrong += ["core dumps"] * (not re.search("Max core file size +0 +0 ", limits))
    sanitized = os.environ.get("MODE") == "asan"  # whose maps leave no way to limit it
    wrong += ["address space"] * (not sanitized and not re.search("Max address space +[0-9]+ ", limits))
    try:
        wrong += ["environment"] * ("FLOOR_SECRET" in open("/proc/%d/environ" % pid).read())
    except OSError:
        pass  # not dumpable, so closed to the same user
    return wrong


def stay(way, user, letters):
    """What is wrong with a process that runs code, or lives on after its host was killed."""
    word = WAYS[way][3]
    run = start(way, user, letters, WAYS[way][2], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + LONGEST
    found = wrong = None
    while time.monotonic() < until and run.poll() is None and (not found or wrong):
        under = below(run.pid)
        found = [pid for pid, line in processes() if pid in under and word in line and "--max-steps" not in line and "mcp.py" not in line]
        try:
            wrong = [fault for pid in found for fault in faults(pid, run.pid, user)]
        except (OSError, KeyError):
            wrong = ["gone"]
        time.sleep(0.02)  # it locks itself in
    under = below(run.pid)
    run.kill()
    run.wait()
    left = under
    while left and time.monotonic() < until:
        while os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) and os.waitpid(-1, os.WNOHANG)[0] not in (0, outside.pid):
            pass
        left = {pid for pid in left if os.path.exists("/proc/%d" % pid)}
        time.sleep(0.02)
    for pid in left:
        subprocess.run(["kill", "-9", str(pid)], stderr=subprocess.DEVNULL)  # it may be gone by now
    return "no process of it" if not found else ", ".join(wrong) if wrong else "%d live on" % len(left) if left else None


PATH = "/usr/local/bin:/usr/bin:/bin"
control = subprocess.run(["python3", folder + "/probe.py"], preexec_fn=as_nobody, env={"PATH": PATH}, stdout=subprocess.PIPE, text=True).stdout
failures = control.count('"') != 2 * 12
print("outside: " + control.strip() + ("   WRONG: expected all of them" if failures else ""), flush=True)
for user in users:
    for letters in denied:
        for way in WAYS:
            expected = "runs" if holds(way, letters) else "exit 7"
            seen, wrong = probe(way, user, letters)
            if expected == "runs" and not wrong and WAYS[way][2]:
                wrong = stay(way, user, letters)
            failures += bool(wrong)
            print("%-5s %-3s %-12s expected %-7s seen %-7s%s" % (user, letters, way, expected, seen, "   WRONG: " + wrong if wrong else ""), flush=True)
outside.kill()
shutil.rmtree(folder)
print("%d wrong" % failures)
sys.exit(failures > 0)
