"""The benchmark behind `make bench`: programs timed against the running python3, then the costs of
memory, isolates, start-up and the agent's steps beside their goals. See README.md."""
import glob
import json
import math
import os
import resource
import shutil
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
BIN, HELPERS = os.path.abspath(sys.argv[1]), sys.argv[2]
PYTHON = os.path.realpath(sys.executable)  # the interpreter itself, not a wrapper in front of it
ROUNDS = int(os.environ.get("ROUNDS", "3"))
OURS, THEIRS = [BIN, "python", "--no-config"], [PYTHON]
failures = []
report = open("build/bench.txt", "w")


def say(line):
    print(line, flush=True)
    report.write(line + "\n")


def goal(what, value, limit, form="%.2f", unit=""):
    """One figure beside its goal."""
    met = value <= limit
    if not met:
        failures.append(what)
    say("  %-52s %10s  goal %s%s" % (what, form % value + unit, form % limit + unit, "" if met else "  MISSED"))


def run(command, **more):
    """CPU seconds, wall seconds, peak KiB (this process's at least), exit status and output."""
    out = tempfile.TemporaryFile()
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, **more)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    out.seek(0)
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss, child.returncode, out.read()


# --- programs

def compare(paths, counted):
    """Interleaved runs, least CPU time of each side; both must print the same."""
    say("%-16s %12s %12s %7s" % ("program", "smolagent", "python3", "ratio"))
    logs = []
    for path in paths:
        name, best, same = os.path.basename(path)[:-3], [9e9, 9e9], True
        for _ in range(ROUNDS):
            a, b = run(OURS + [path]), run(THEIRS + [path])
            best = [min(best[0], a[0]), min(best[1], b[0])]
            same = same and a[3:] == b[3:] and b[3] == 0
        ratio = best[0] / best[1]
        say("%-16s %10.1fms %10.1fms %7.2f%s" % (name, best[0] * 1e3, best[1] * 1e3, ratio,
                                                 "" if same else "  DIFFERENT OUTPUT"))
        if not same or (counted and ratio > 1.0):
            failures.append(name)
        logs.append(math.log(ratio))
    mean = math.exp(sum(logs) / len(logs))
    if counted:
        goal("geometric mean of %d programs" % len(logs), mean, 0.50)


# --- compiling

def compiling():
    """Whoever compiles a cell of 600 lines waits for it: the least times of both sides in turn."""
    say("compile()")
    for lines in (10, 600, 10000):
        command = [HERE + "/compiling/lines.py", str(lines)]
        times = [(float(run(OURS + command)[4]), float(run(THEIRS + command)[4])) for _ in range(ROUNDS)]
        ours, theirs = map(min, zip(*times))
        goal("%d lines, part of python3's (%.3f and %.3f ms)" % (lines, ours, theirs), ours / theirs, 0.20)


# --- memory

OBJECTS = {
    "empty list": "[]", "list of 3": "[i, i, i]", "empty dict": "{}", "dict of 3": "{'a': i, 'b': i, 'c': i}",
    "tuple of 2": "(i, i)", "str of 8": "'abcd%04d' % (i % 9999)", "bytes of 8": "bytes(8)",
    "int of 70 bits": "(1 << 69) + i", "small float": "i / 3", "set of 3": "{i, i + 1, i + 2}",
    "instance, 2 attributes": "P(i)", "instance, 2 slots": "S(i)", "closure": "f(i)", "bound method": "p.m",
}
CLASSES = """
class P:
    def __init__(self, x): self.x = self.y = x
    def m(self): pass
class S:
    __slots__ = ('x', 'y')
    def __init__(self, x): self.x = self.y = x
def f(n): return lambda: n
p = P(1)
"""


def resident(command, code):
    """KiB in memory once the code has run. (A child's ru_maxrss would include this process.)"""
    code += "\nimport gc, time\ngc.collect()\nprint('done', flush=True)\ntime.sleep(60)"
    child = subprocess.Popen(command + ["-c", code], stdout=subprocess.PIPE)
    if child.stdout.readline() != b"done\n":
        sys.exit("bench: failed: " + code)
    with open("/proc/%d/status" % child.pid) as f:
        kib = [int(line.split()[1]) for line in f if line.startswith("VmRSS")][0]
    child.kill()
    child.communicate()
    return kib


def memory():
    say("bytes of an object, by the growth of the process")
    n, base = 100000, "%s\nx = [0 for i in range(%d)]"
    ours0, theirs0 = (resident(c, base % (CLASSES, n)) for c in (OURS, THEIRS))
    for name, expression in OBJECTS.items():
        code = "%s\nx = [%s for i in range(%d)]" % (CLASSES, expression, n)
        a, b = ((resident(c, code) - zero) * 1024 / n for c, zero in ((OURS, ours0), (THEIRS, theirs0)))
        goal(name, max(a, 0), b, "%.0f")
    empty = [resident(c, "pass") for c in (OURS, THEIRS)]
    code = "x = list(range(1000000))"
    goal("list of a million ints", (resident(OURS, code) - empty[0]) / 1024, 9, "%.1f", " MiB")
    code = "x = {'key%d' % i: i for i in range(1000000)}"
    a, b = resident(OURS, code) - empty[0], resident(THEIRS, code) - empty[1]
    goal("dict of a million str: int, part of python3's", a / b, 0.60)
    code = """import gc, time
class Node:
    def __init__(self, v, n): self.v, self.n, self.t = v, n, [v]
x = [Node(str(i), None) for i in range(480000)]"""
    measure = """
def pause():
    t = time.perf_counter()
    gc.collect()
    return time.perf_counter() - t
print(min(pause() for _ in range(7)) * 1e3)"""
    kib = resident(OURS, code) - empty[0]
    goal("pause of the collector, heap of %d MiB" % (kib // 1024), float(run(OURS + ["-c", code + measure])[4]), 60, "%.0f", " ms")


def isolates():
    out = subprocess.run([os.path.join(HELPERS, "isolates")], stdout=subprocess.PIPE, check=True).stdout
    us, kib, mib = map(float, out.split())
    say("isolates")
    goal("create and free one", us, 60, "%.0f", " us")
    goal("an idle one", kib, 150, "%.0f", " KiB")
    goal("process with 1,000 that ran a cell", mib, 300, "%.0f", " MiB")


# --- start and steps

class Server:
    """A model server: answers request i of a connection with replies[i]; notes arrivals and sizes."""

    def __init__(self, replies, tls=None):
        self.replies, self.sizes, self.first, self.tls = replies, [], None, tls
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = "http%s://127.0.0.1:%d/v1" % ("s" if tls else "", self.listener.getsockname()[1])
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while len(self.sizes) < len(self.replies):
            link = self.listener.accept()[0]
            if self.tls:
                link = self.tls.wrap_socket(link, server_side=True)
            data = b""
            while len(self.sizes) < len(self.replies):
                part = link.recv(1 << 20)
                if not part:
                    break
                self.first = self.first or time.perf_counter()
                data += part
                head, gap, body = data.partition(b"\r\n\r\n")
                length = [int(h.split(b":")[1]) for h in head.lower().split(b"\r\n") if h.startswith(b"content-length")]
                if b"100-continue" in head.lower() and not body:
                    link.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
                if not gap or len(body) < sum(length):
                    continue
                reply = json.dumps({"choices": [{"message": {"content": self.replies[len(self.sizes)]},
                                                 "finish_reason": "stop"}]}).encode()
                self.sizes.append(len(body))
                link.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                             % (len(reply), reply))
                data = b""
            link.close()
        self.listener.close()


def cell(code):
    return "Thought: go on.\n<code>\n%s\n</code>" % code


END = cell("final_answer(1)")


def agent(model, *more):
    env = dict(os.environ, OPENAI_API_KEY="k", NO_PROXY="127.0.0.1", no_proxy="127.0.0.1")
    done = run([BIN, "run", "--no-config", "-q", "-m", model, "--max-steps", "1000", *more, "count"], env=env)
    if done[3]:
        sys.exit("bench: the agent failed: %r" % (done,))
    return done


def first_byte(tls=None, *more):
    """Milliseconds from the start of the process to the first byte of its request, median of 15."""
    times = []
    for _ in range(15):
        server = Server([END], tls)
        begin = time.perf_counter()
        agent("openai/x", "--base-url", server.url, *more)
        times.append((server.first - begin) * 1e3)
    return statistics.median(times)


def certificate(folder):
    """Key and certificate of a server at 127.0.0.1; None without openssl."""
    path = os.path.join(folder, "cert.pem")
    made = run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path, "-out",
                path + ".crt"]) if shutil.which("openssl") else (0, 0, 0, 1)
    return None if made[3] else (path, path + ".crt")


def start():
    say("start")
    alone = [run(OURS + ["-c", "pass"])[1] * 1e3 for _ in range(60)]
    goal("python -c pass, wall", statistics.median(alone), 1.5, "%.2f", " ms")
    ours, theirs = [], []
    for _ in range(40):
        ours.append(run(OURS + ["-c", "pass"])[1] * 1e3)
        theirs.append(run(THEIRS + ["-c", "pass"])[1] * 1e3)
    wall, other = statistics.median(ours), statistics.median(theirs)
    goal("in turn with python3 -c pass (%.2f and %.1f ms)" % (wall, other), wall / other, 0.22)
    goal("process start to first request byte, plain HTTP", first_byte(), 8, "%.1f", " ms")
    with tempfile.TemporaryDirectory() as folder:
        pair = certificate(folder)
        if pair:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(pair[1], pair[0])
            say("  %-52s %7.1f ms" % ("the same over HTTPS, handshake included", first_byte(tls, "--ca-file", pair[1])))


def replayed(code, steps):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as f:
        for _ in range(steps):
            f.write(json.dumps({"v": 1, "text": cell(code), "finish_reason": "stop"}) + "\n")
        f.write(json.dumps({"v": 1, "text": END, "finish_reason": "stop"}) + "\n")
        f.flush()
        runs = [agent("replay:" + f.name) for _ in range(5)]
        return min(r[0] for r in runs), min(r[2] for r in runs)


def served(steps):
    best = 9e9
    for _ in range(3):
        server = Server([cell("print('word ' * 3999)")] * steps + [END])
        best = min(best, agent("openai/x", "--base-url", server.url, "--max-context", "10000000")[0])
    return best, sum(server.sizes)


def steps():
    say("steps of the agent")
    few, many = replayed("x = 1", 10), replayed("x = 1", 410)
    goal("harness's own cost of a step", (many[0] - few[0]) / 400 * 1e3, 0.3, "%.3f", " ms")
    goal("memory of a step", (many[1] - few[1]) / 400, 30, "%.1f", " KiB")
    (a, sent50), (b, sent100) = served(50), served(100)
    say("  50 and 100 steps with observations of 20 KB over HTTP: %.0f and %.0f ms of CPU, %.0f and %.0f MB sent"
        % (a * 1e3, b * 1e3, sent50 / 1e6, sent100 / 1e6))
    goal("CPU of 100 steps for that of 50, by bytes sent", b / a / (sent100 / sent50), 1.1)


def main():
    say("python3 is %s, %s" % (sys.version.split()[0], PYTHON))  # builds of one version differ twofold
    chosen = sys.argv[3:]
    compare(chosen or sorted(set(glob.glob(HERE + "/*.py")) - {os.path.abspath(__file__)}), not chosen)
    if not chosen:
        say("library modules that are Python here and C there (not in the mean)")
        compare(sorted(glob.glob(HERE + "/library/*.py")), False)
        for part in (compiling, memory, isolates, start, steps):
            part()
    if failures:
        say("missed: " + ", ".join(failures))
    sys.exit(bool(failures))


main()
