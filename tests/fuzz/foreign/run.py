#!/usr/bin/env python3
"""Feeds the libraries of others that are in this program what is deep, huge or malformed, against the clock and the
memory limit: PCRE2, zlib, expat, GMP, utf8proc and nettle by programs of `smolagent python`; cJSON and tree-sitter by
recorded replies of `smolagent run` and code on a terminal. `make foreign`.

    run.py BIN [--seconds N] [--seed N] [--match NAME] [--slack S] [--slack-memory MIB] [--save DIR]

A program fails when it ends by a signal or a report, more than --slack seconds of CPU after its limit of two, or with
more memory than 1.1 times 256 MiB and --slack-memory.
"""
import argparse, json, os, pty, random, re, subprocess, sys, threading, time

from inputs import ENGINE, HOST

LIMIT, MEMORY, LATE = 2, 256, 300
REPORT = re.compile(rb"internal error.*|ERROR: \w+Sanitizer.*|runtime error:.*")
ENV = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", ""), TERM="xterm-256color")


def drain(fd):
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass


def measured(line, terminal):
    """(status, CPU seconds, MiB, what it wrote to standard error); on a terminal if wanted."""
    read, write = os.pipe()
    out, shown = (pty.openpty() if terminal else (None, subprocess.DEVNULL))
    p = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=shown, stderr=write, env=ENV)
    os.close(write)
    if terminal:
        os.close(shown)
        threading.Thread(target=drain, args=(out,), daemon=True).start()
    late = threading.Timer(LATE, p.kill)
    late.start()
    with os.fdopen(read, "rb") as f:
        said = f.read(1 << 20)
        while f.read(1 << 20):
            pass
    _, status, used = os.wait4(p.pid, 0)
    p.returncode = 0
    late.cancel()
    if terminal:
        os.close(out)
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said


def one(a, kind, seed):
    """What is wrong, or None; the CPU seconds and MiB."""
    r = random.Random(f"{kind}{seed}")
    path = os.path.join(a.save, f"{kind}-{seed}")
    limits = ["--no-config", "--timeout", str(LIMIT), "--max-memory", f"{MEMORY}M"]
    if kind in ENGINE:
        with open(path, "w", encoding="utf-8", errors="surrogatepass") as f:
            f.write(ENGINE[kind](r))
        line, terminal = [a.binary, "python", *limits, path], False
    else:
        with open(path, "w", encoding="utf-8") as f:
            for _ in range(4):
                reply = HOST[kind](r)
                f.write((reply if isinstance(reply, str) else json.dumps(reply)) + "\n")
        line, terminal = [a.binary, "run", *limits, "--max-steps", "4", "-m", f"replay:{path}", "task"], r.random() < 0.5
    status, cpu, mib, said = measured(line, terminal)
    report = REPORT.search(said)
    why = None
    if report or status < 0 or status >= 128:
        why = f"status {status} {report[0][:300] if report else ''}"
    elif cpu > LIMIT + a.slack:
        why = f"{cpu:.1f} s of CPU"
    elif mib > 1.1 * MEMORY + a.slack_memory:
        why = f"{mib:.0f} MiB"
    if not why:
        os.unlink(path)
    return why and f"{path}: {why}", cpu, mib


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary")
    ap.add_argument("--seconds", type=float, default=120)
    ap.add_argument("--seed", type=int, default=int(time.time()) % 10**7)
    ap.add_argument("--match", default="")
    ap.add_argument("--slack", type=float, default=1)
    ap.add_argument("--slack-memory", type=float, default=24)
    ap.add_argument("--save", default="build/foreign")
    a = ap.parse_args()
    os.makedirs(a.save, exist_ok=True)
    kinds = [k for k in [*ENGINE, *HOST] if re.search(a.match, k)]
    end, seed, failed, most = time.monotonic() + a.seconds, a.seed, 0, {}
    while time.monotonic() < end:
        for kind in kinds:
            why, cpu, mib = one(a, kind, seed)
            n, c, m = most.get(kind, (0, 0, 0))
            most[kind] = n + 1, max(c, cpu), max(m, mib)
            failed += bool(why)
            if why:
                print("FAIL", why, flush=True)
        seed += 1
    for kind, (n, cpu, mib) in most.items():
        print(f"{kind:12} {n} programs, at most {cpu:.1f} s of CPU, {mib:.0f} MiB")
    print(f"seeds {a.seed} to {seed - 1}, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
