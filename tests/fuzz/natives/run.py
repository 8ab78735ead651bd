#!/usr/bin/env python3
"""Calls everything that Python can reach in the engine with hostile arguments, against limits.

    run.py BIN [--seconds N] [--seed N] [--calls N] [--only TEXT] [--jobs N] [--cpu S] [--slack-memory MIB]

Each seed is a process of BIN that makes some calls (calls.py) under `--timeout 1 --max-memory 256M`. A seed
fails when it ends by a signal, when a sanitizer or MODE=ticks reports, when it takes more than 1.5 s of CPU, or
more memory than 1.1 times the limit and 16 MiB. Failures are printed with the seed and the last call.
"""
import argparse, os, re, resource, signal, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..", "src", "py")
LIMIT_MIB = 256


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


MODULES = modules()


def program(seed, calls, only):
    text = open(os.path.join(HERE, "calls.py"), encoding="utf-8").read()
    return f"seed, calls, only, modules = {seed}, {calls}, {only!r}, {MODULES!r}\n{text}"


def places(binary, text):
    """Names of the functions in a backtrace of MODE=ticks."""
    at = re.findall(r"\(\+(0x[0-9a-f]+)\)", text)[2:12]
    if not at:
        return ""
    out = subprocess.run(["addr2line", "-f", "-i", "-s", "-e", binary, *at], capture_output=True, text=True).stdout
    lines = out.split("\n")
    names = [f"{lines[i]} ({lines[i + 1]})" for i in range(0, len(lines) - 1, 2)]
    return "\n    ".join(n for n in names if "edges.c" not in n and "native.h" not in n)


def one(a, seed):
    with tempfile.TemporaryFile() as err, tempfile.NamedTemporaryFile("w", suffix=".py") as source:
        source.write(program(seed, a.calls, a.only))
        source.flush()
        start = time.monotonic()
        p = subprocess.Popen(
            [a.binary, "python", "--no-config", "--timeout", "1", "--max-memory", f"{LIMIT_MIB}M", source.name],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        killed = threading.Timer(120, p.kill)
        killed.start()
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = 0
        killed.cancel()
        wall = time.monotonic() - start
        err.seek(max(0, err.seek(0, 2) - 20000))
        text = err.read().decode(errors="replace")
    last = [line for line in text.split("\n") if re.match(r"[\w.<>]+ \[|[\w.<>]+$", line)][-1:]
    cpu, rss = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    code = os.waitstatus_to_exitcode(status)
    why = None
    if "too many edges" in text:
        why = re.search("too many edges.*", text)[0] + "\n    " + places(a.binary, text)
    elif "Sanitizer" in text or "runtime error:" in text:
        why = "\n".join(text[max(text.find("ERROR:"), text.find("runtime error:"), 0) - 80:].split("\n")[:14])
    elif not last:
        why = "made no call: " + text[-300:]
    elif code < 0:
        why = f"ended by signal {-code} after {wall:.1f} s"
    elif cpu > a.cpu:
        why = f"{cpu:.2f} s of CPU"
    elif rss > 1.1 * LIMIT_MIB + a.slack_memory:
        why = f"{rss:.0f} MiB"
    return why, cpu, rss, last[0] if last else "?"


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary")
    ap.add_argument("--seconds", type=float, default=120)
    ap.add_argument("--seed", type=int, default=int(time.time()) % 10**7)
    ap.add_argument("--calls", type=int, default=6)
    ap.add_argument("--only", default="")
    ap.add_argument("--cpu", type=float, default=1.5)
    ap.add_argument("--slack-memory", type=float, default=16)
    ap.add_argument("--once", action="store_true", help="the one seed alone")
    a = ap.parse_args()
    end, seed, failed, most, largest = time.monotonic() + a.seconds, a.seed, 0, 0.0, 0.0
    while True:
        why, cpu, rss, last = one(a, seed)
        most, largest = max(most, cpu), max(largest, rss)
        if why or a.once:
            failed += why is not None
            print(f"{'FAIL' if why else 'ok'} seed {seed}: {last}\n    {why or ''}", flush=True)
        seed += 1
        if a.once or time.monotonic() > end:
            break
    print(f"{seed - a.seed} programs from seed {a.seed}, {failed} failed; at most {most:.2f} s of CPU, {largest:.0f} MiB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
