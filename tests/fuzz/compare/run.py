"""Runs generated programs under CPython and smolagent python and compares stdout, exit status and the last line
of stderr. Prints the seed; saves every program that differs; exit 1 when more than --allow of a thousand
programs differ (none unless told), 77 when it cannot run.
With --cells the programs are cells of an agent, and the value of the last expression is compared too.
usage: run.py --bin BIN [--python PYTHON] [--seed N] [--count N] [--seconds S] [--save DIR] [--batch N] [--keep-going]
       [--allow N] [--cells]
"""
import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import gen

LIMIT = 30
MEMORY = "8G"  # CPython has no cap but the machine's memory
IGNORED = re.compile(rb"(?m)^Exception ignored in: .*\n(Traceback.*\n(  .*\n)*)?\w.*\n")
ADDRESS = re.compile(rb" at 0x[0-9a-fA-F]+")


def run(command, limit=LIMIT):
    """Exit status, stdout and last line of stderr."""
    env = dict(os.environ, PYTHONHASHSEED="0", PYTHONIOENCODING="utf-8",
               PYTHONDONTWRITEBYTECODE="1")
    try:
        p = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit,
                           env=env)
    except subprocess.TimeoutExpired:
        return "timeout", b"", b""
    # Abandoned generators are not finalised here: what CPython says about theirs does not count.
    lines = IGNORED.sub(b"", p.stderr).rstrip().split(b"\n")
    last = lines[-1] if p.returncode == 1 else b""  # only warnings else
    return p.returncode, ADDRESS.sub(b" at 0x", p.stdout), ADDRESS.sub(b" at 0x", last)


def shown(text):
    """The program with the value of a last expression shown, as a cell does it."""
    tree = ast.parse(text)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return text
    lines = text.split("\n")[:last.lineno]
    line = lines[-1].encode()
    lines[-1] = (line[:last.col_offset] + b"__import__('sys').displayhook(" +
                 line[last.col_offset:last.end_col_offset] + b")").decode()
    return "\n".join(lines) + "\n"


def both_cells(args, text, tmp):
    """The two results for the text as an agent's only cell: what it prints and its value."""
    path, reply = os.path.join(tmp, "program.py"), os.path.join(tmp, "reply.jsonl")
    with open(path, "w", encoding="utf-8", errors="surrogatepass") as f:
        f.write(shown(text))
    with open(reply, "w") as f:
        f.write(json.dumps({"text": "<code>\n%s\n</code>" % text}) + "\n")
    theirs = run([args.python, "-W", "ignore", path]) if not args.alone else None
    status, events, last = run([args.bin, "run", "--no-config", "-m", "replay:" + reply, "-q",
        "--imports", "*", "--output", "jsonl", "--redact", "keys", "--max-output", "1G",
        "--max-observation", "1G", "--max-operations", "1e12", "--step-timeout", "1h",
        "--max-memory", MEMORY, "--max-steps", "1", "--on-max-steps", "fail", "task"], args.limit)
    printed, observation, failed = "", "", False
    for event in map(json.loads, events.splitlines()):
        if event["type"] == "print":
            printed += event["text"] if event["fd"] == 1 else ""
        elif event["type"] == "observation":
            observation = event["text"]
        elif event["type"] == "error":
            failed |= event["kind"] == "execution"
    # What was printed may be folded there: the value is behind it, on a line of its own.
    value = observation.rpartition("\nLast value: ")[2] if "\nLast value: " in observation else ""
    ours = int(failed), (printed + (value and value + "\n")).encode(), b""
    return theirs and (theirs[0], theirs[1].replace(b"\0", b"\xef\xbf\xbd"), b""), ours


def both(args, text, tmp):
    """The two results for a program text."""
    if args.cells:
        return both_cells(args, text, tmp)
    path = os.path.join(tmp, "program.py")
    with open(path, "w", encoding="utf-8", errors="surrogatepass") as f:
        f.write(text)
    theirs = run([args.python, "-W", "ignore", path]) if not args.alone else None
    ours = run([args.bin, "python", "--no-config", "--max-memory", MEMORY] + args.option + [path], args.limit)
    return theirs, ours


def statement(lines):
    """The last traced statement of the output, indented."""
    found = [x for x in lines if x.startswith(b"## ")]
    return "\n    %s" % found[-1].decode("utf-8", "replace") if found else ""


def where(theirs, ours):
    """What differs first, after the statement it comes from."""
    if theirs[1] != ours[1]:
        a, b = theirs[1].split(b"\n"), ours[1].split(b"\n")
        for i, line in enumerate(a):
            if i >= len(b) or b[i] != line:
                return "line %d%s\n    want %r\n    got  %r %s" % (i + 1, statement(a[:i]),
                    line[:300].decode("utf-8", "replace"),
                       (b[i] if i < len(b) else b"(end)")[:300].decode("utf-8", "replace"),
                    ours[2][:200] if i >= len(b) - 1 else "")
        return "more output: %r" % b[len(a):][:2]
    return "status %s %r\n    got  %s %r" % (theirs[0], theirs[2][:200], ours[0], ours[2][:200])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--bin", required=True)
    p.add_argument("--python", default=sys.executable)
    p.add_argument("--seed", type=int, default=int(time.time()) % 1000000 * 1000)
    p.add_argument("--count", type=int, default=20000)
    p.add_argument("--seconds", type=float, default=1e9)
    p.add_argument("--batch", type=int, default=20)
    p.add_argument("--save", default="build/compare")
    p.add_argument("--keep-going", action="store_true")
    p.add_argument("--allow", type=float, default=0, help="programs of a thousand that may differ")
    p.add_argument("--alone", action="store_true", help="compare with nothing (coverage)")
    p.add_argument("--option", action="append", default=[], help="an option of smolagent python")
    p.add_argument("--cells", action="store_true", help="as cells of an agent")
    p.add_argument("--limit", type=float, default=LIMIT, help="seconds that ours may take: a slow build needs more")
    args = p.parse_args()
    start, done, bad = time.time(), 0, 0
    print("seed %d" % args.seed, flush=True)
    with tempfile.TemporaryDirectory() as tmp:
        while done < args.count and time.time() - start < args.seconds:
            seeds = list(range(args.seed + done, args.seed + min(done + args.batch, args.count)))
            done += len(seeds)
            theirs, ours = both(args, gen.batch(seeds, cell=args.cells), tmp)
            if args.alone or theirs == ours:
                continue
            found = False
            for seed in seeds:
                text = gen.batch([seed], cell=args.cells)
                theirs, ours = both(args, text, tmp)
                if theirs[0] == "timeout":  # what CPython does not finish says nothing of ours
                    found = True
                elif theirs != ours:
                    found = True
                    bad += 1
                    save(args, seed, text)
                    traced = both(args, gen.batch([seed], True, args.cells), tmp)
                    if traced[0] != traced[1]:
                        theirs, ours = traced
                    print("seed %d: %s" % (seed, where(theirs, ours)), flush=True)
            if not found:  # only together, if it was not one of them out of time on a busy machine
                text = gen.batch(seeds, cell=args.cells)
                theirs, ours = both(args, text, tmp)
                if theirs[0] == "timeout" or theirs == ours:
                    continue
                bad += 1
                save(args, seeds[0], text)
                print("seeds %d to %d, only together: %s" % (seeds[0], seeds[-1],
                    where(theirs, ours)), flush=True)
            if not args.keep_going:
                break
    print("%d programs from seed %d, %d differ, %.0f s" % (done, args.seed, bad,
        time.time() - start))
    return 1 if bad * 1000 > args.allow * done else 0


def save(args, seed, text):
    os.makedirs(args.save, exist_ok=True)
    with open(os.path.join(args.save, "%d.py" % seed), "w", encoding="utf-8",
              errors="surrogatepass") as f:
        f.write(text)


if __name__ == "__main__":
    sys.exit(main())
