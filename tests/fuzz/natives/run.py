#!/usr/bin/env python3
"""Calls everything that Python can reach in the engine with hostile arguments, against limits.

    run.py HELPER [--seconds N] [--seed N] [--kind NAME] [--match REGEX] [--gap S] [--over S] [--slack-memory MIB]

HELPER (tests/helpers/natives.c) calls a few natives with one hostile object in a fork of one isolate, each with a
deadline of one second of CPU and 256 MiB, as under --timeout 1. A call fails when it ends by a signal, when a sanitizer or MODE=ticks reports, when the engine went more
than --gap seconds of CPU without a look at the clock, when a call took more than --over seconds in all, or more
memory than 1.1 times the limit and 16 MiB. Failures are printed with what makes them again. At the end: how many
natives were called, with how many of the kinds of hostile arguments, and how many got past their argument checks.
"""
import argparse, os, random, re, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..", "src", "py")
LIMIT_MIB = 256
TOGETHER = 8  # natives that a process calls with one object, which takes longer to make than the calls
LIBRARY_SHARE = 0.1  # of the calls: what is written in Python ticks by itself


def modules():
    """Names of all modules: of the Python ones by their files, of those in C by their rows."""
    lib = os.path.join(ROOT, "lib")
    found = set()
    for folder, _, files in os.walk(lib):
        for name in files:
            if name.endswith(".py"):
                path = os.path.relpath(os.path.join(folder, name), lib)[:-3]
                found.add(re.sub(r"[/.]__init__$", "", path).replace("/", "."))
    rows = open(os.path.join(ROOT, "mod", "modules.def"), encoding="utf-8").read()
    found.update(re.findall(r"^PY_MODULE\((\w+)", rows, re.M))
    return sorted(found)


def places(binary, text):
    """Names of the functions in a backtrace of MODE=ticks."""
    at = re.findall(r"\(\+(0x[0-9a-f]+)\)", text)[2:12]
    out = subprocess.run(["addr2line", "-f", "-i", "-s", "-e", binary, *at], capture_output=True, text=True).stdout
    lines = out.split("\n")
    names = [f"{lines[i]} ({lines[i + 1]})" for i in range(0, len(lines) - 1, 2)]
    return "\n    ".join(n for n in names if "edges.c" not in n and "native.h" not in n)


class Driver:
    def __init__(self, helper):
        self.helper = helper
        self.program = tempfile.NamedTemporaryFile("w", suffix=".py")
        self.program.write(f"modules = {modules()!r}\n" + open(os.path.join(HERE, "calls.py"), encoding="utf-8").read())
        self.program.flush()
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([helper, self.program.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, text=True, errors="replace")
        first = self.process.stdout.readline().split()
        if len(first) < 3:
            sys.exit("the driver's program did not start: " + self.said())
        self.natives, self.library, self.kinds = int(first[0]), int(first[1]), first[2:]
        self.labels = [self.process.stdout.readline().strip() for _ in range(self.natives + self.library)]

    def said(self):
        self.errors.seek(0)
        text = self.errors.read().decode(errors="replace")
        self.errors.seek(0)
        self.errors.truncate()
        return text

    def ask(self, kind, seed, targets):
        self.process.stdin.write(f"{kind} {seed} {' '.join(map(str, targets))}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().rstrip("\n").split("\t")
        if len(line) != 9:
            sys.exit(f"the driver ended at {kind},{seed},{targets}: {line} {self.said()}")
        return line


def judge(a, answer, said, helper):
    code, gap, took, mib, gap_at, told = int(answer[0]), float(answer[1]), float(answer[2]), int(answer[3]), answer[7], answer[8]
    if "too many edges" in said:
        return re.search("too many edges.*", said)[0] + "\n    " + places(helper, said)
    if "Sanitizer" in said or "runtime error:" in said:
        start = max(said.find("ERROR:"), said.find("runtime error:"), 0)
        return "\n".join(said[max(0, start - 80):].split("\n")[:14])
    if code < 0:
        return f"ended by signal {-code}; {said[-300:]}"
    if gap > a.gap:
        return f"{gap:.2f} s without a look at the clock, at {gap_at}"
    if took > a.over:
        return f"{took:.2f} s of CPU"
    if mib > 1.1 * LIMIT_MIB + a.slack_memory:
        return f"{mib} MiB"
    if "SystemError" in told or "_fail" in told:
        return told
    return None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("helper")
    ap.add_argument("--seconds", type=float, default=120)
    ap.add_argument("--seed", type=int, default=int(time.time()) % 10**7)
    ap.add_argument("--kind", default="")
    ap.add_argument("--match", default="", help="only targets whose name has this, those in Python as often as natives")
    ap.add_argument("--gap", type=float, default=0.5)
    ap.add_argument("--over", type=float, default=1.5)
    ap.add_argument("--slack-memory", type=float, default=16)
    ap.add_argument("--once", metavar="KIND,SEED,TARGET..", help="these calls alone")
    a = ap.parse_args()
    d = Driver(a.helper)
    if a.once:
        kind, seed, *targets = map(int, a.once.split(","))
        answer = d.ask(kind, seed, targets)
        said = d.said()
        print(*answer, said, judge(a, answer, said, a.helper), sep="\n")
        return 0
    rng, end = random.Random(a.seed), time.monotonic() + a.seconds
    n, failed, most, longest, largest = 0, 0, 0.0, 0.0, 0
    asked, passed = set(), set()
    todo = []
    while time.monotonic() < end:
        if not todo:  # each native with each kind before any comes again
            for kind in (k for k in range(len(d.kinds)) if not a.kind or d.kinds[k] == a.kind):
                if a.match:
                    natives = [t for t, label in enumerate(d.labels) if re.search(a.match, label)]
                else:
                    natives = [d.natives + rng.randrange(d.library) if d.library and rng.random() < LIBRARY_SHARE else t
                               for t in range(d.natives)]
                rng.shuffle(natives)
                todo += [(kind, natives[i:i + TOGETHER]) for i in range(0, len(natives), TOGETHER)]
            rng.shuffle(todo)
        kind, targets = todo.pop()
        seed = rng.randrange(10**9)
        answer = d.ask(kind, seed, targets)
        why = judge(a, answer, d.said(), a.helper)
        done = len(answer[4]) if int(answer[0]) >= 0 else len(targets)
        if targets[done:]:  # a limit ended one
            todo.append((kind, targets[done:]))
        n, most, longest, largest = n + done, max(most, float(answer[1])), max(longest, float(answer[2])), max(largest, int(answer[3]))
        asked.update((t, kind) for t in targets[:done])
        passed.update((t, kind) for t, how in zip(targets, answer[4]) if how == "1")
        if why:
            failed += 1
            print(f"FAIL {kind},{seed},{','.join(map(str, targets))} ({d.kinds[kind]}): {answer[6]}\n    {why}", flush=True)

    def cover(pairs):
        own = {p for p in pairs if p[0] < d.natives}
        all_kinds = sum(1 for t in range(d.natives) if sum((t, k) in own for k in range(len(d.kinds))) == len(d.kinds))
        return f"{len({t for t, _ in own})} natives, {len(own)} of {d.natives * len(d.kinds)} with kinds, {all_kinds} with all"

    print(f"{n} targets called from seed {a.seed}, {failed} failed; at most {most:.2f} s without a look, {longest:.2f} s, {largest} MiB")
    print(f"of {d.natives} natives: called {cover(asked)}; past the argument check {cover(passed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
