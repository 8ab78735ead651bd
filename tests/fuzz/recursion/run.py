#!/usr/bin/env python3
"""Runs programs that recurse through C: special methods, key functions, handlers of coding errors, reduce, hooks of
classes and the like that get into one another, and values nested in values; also with a small C stack. Meant for a
build with sanitizers: `make recursion`.

    run.py BIN [--seconds N] [--seed N] [--batch N] [--save DIR] [--rows]

A batch fails when it ends by a signal or a report; it is saved. --rows says which rows never get back into Python.
"""
import os, random, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import batches
from rows import CALLBACKS, SPECIAL, USES, WRAPS

CALLBACKS, WRAPS, USES = ([row.strip() for row in rows if row.strip()] for rows in (CALLBACKS, WRAPS, USES))
SPECIAL = [(name, use.strip()) for name, uses in SPECIAL.items() for use in uses.split(";") if use.strip()]
with open(os.path.join(HERE, "head.py"), encoding="utf-8") as f:
    HEAD = f.read()
STACKS = (0, 0, 8 << 20, 1 << 20, 512 << 10, 256 << 10)
# What F may be besides a function.
FORMS = ["F", "F", "F", "functools.partial(F)", "types.MethodType(F, 1)", "of(__call__=F)", "staticmethod(F)",
         "functools.lru_cache(F)", "functools.singledispatch(F)", "of(f=F).f", "functools.wraps(print)(F)", "property(F).fget"]


def cycle(r):
    """Functions that call each other through C, up to a limit."""
    n = r.choice((1, 1, 1, 2, 2, 3))
    out, uses = ["sys.setrecursionlimit(%d)" % r.choice((1000, 10**6, 10**6))], []
    for i in range(n):
        form = r.choice(FORMS)
        if r.random() < 0.5:
            name, use = r.choice(SPECIAL)
            out.append(f"def f{i}(*a, **k): return F{i}(*a, **k)\nF = f{i}\nclass C{i}: {name} = {form}\no{i}, p{i} = C{i}(), C{i}()")
            uses.append((f"[{use} for o, p in [(o{i}, p{i})]]"))
        else:
            uses.append(f"[{r.choice(CALLBACKS)} for F in [F{i}] for F in [{form}]]")
    for i in range(n):
        body = f"return {uses[(i + 1) % n]}"
        if r.random() < 0.1:
            body = f"\n try: {body}\n except RecursionError: {r.choice(USES)}".replace("v2", "a").replace("v", "a")
        out.append(f"def F{i}(*a, **k): {body}")
    return "\n".join(out + [f"try: {use}\nexcept BaseException: pass" for use in uses])


def nest(r):
    """Values in values, used."""
    wraps = r.sample(WRAPS, r.choice((1, 1, 2, 3)))
    out = ["sys.setrecursionlimit(%d)" % r.choice((1000, 10**6)), "def F(*a, **k): return a[0] if a else 1", "made = []"]
    out.append(f"for i in range(2):\n v = {r.choice(('1', 'None', 'int', '[]', 'iter([])', 'F', 'KeyError()', 'b'))}" +
               f"\n for i in range({r.choice((300, 3000, 30000, 100000))}):\n  try: v = {wraps[0]}\n  except Exception: break")
    out += [f"  try: v = {w}\n  except Exception: pass" for w in wraps[1:]]
    out.append(" made.append(v)\nv, v2 = made")
    out += [f"try: {use}\nexcept BaseException: pass" for use in r.sample(USES, 12)]
    return "\n".join(out + ["del v, v2, made", "gc.collect()"])


def program(r):
    return cycle(r) if r.random() < 0.7 else nest(r)


def silent(binary):
    """Rows whose F is never called: mistakes, or what the engine does not have."""
    count = "CALLED = []\ndef F(*a, **k):\n CALLED.append(1)\n return NotImplemented\n"
    for name, row in [("", row) for row in CALLBACKS] + SPECIAL:
        setup = f"o, p = of({name}=F), of({name}=F)\n" if name else ""
        text = f"{HEAD}\n{count}{setup}try: {row}\nexcept BaseException as e: print(repr(e)[:90])\ngc.collect()\nif not CALLED: print('silent')"
        p = subprocess.run([binary, "python", "--no-config", "--timeout", "5", "--stdin", "-c", text],
                           capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if "silent" in p.stdout or p.returncode:
            print(name, row, p.stdout.replace("\n", " "), p.stderr[-200:])


def main():
    ap = batches.arguments(__doc__, "build/recursion")
    ap.add_argument("--rows", action="store_true")
    a = ap.parse_args()
    return silent(a.binary) if a.rows else batches.search(a, HEAD, program, STACKS)


if __name__ == "__main__":
    sys.exit(main())
