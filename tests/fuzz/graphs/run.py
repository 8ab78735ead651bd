#!/usr/bin/env python3
"""Runs programs of random class graphs: special methods that are objects, classes, functions and wrappers of
the same graph, and every use of what comes out. Meant for a build with sanitizers, best with collections on
the way: `make graphs`.

    run.py BIN [--seconds N] [--seed N] [--batch N] [--save DIR]

A batch fails when it ends by a signal or a report; it is saved. The ends that limits make are counted.
"""
import argparse, os, random, re, subprocess, sys, time

from words import BASES, HEAD, SPECIAL, USES, VALUES

OBJECTS = ["O0", "O1", "O2", "C0", "C1", "C2"]
ARGUMENTS = ["", "", "", "1", "()", "[]", "'a'", "O0", "'T', (), {}", "'T', (C0,), {'x': O0}"]
USES = [use.strip() for use in re.split(r";|\n", USES) if use.strip()]


def filled(r, text):
    a, b = r.choice(OBJECTS), r.choice(OBJECTS)
    return re.sub(r"\b[AB]\b", lambda m: a if m[0] == "A" else b, text)


def attempt(statement):
    return f"try: {statement}\nexcept BaseException: pass"


def program(r):
    out = ["O0 = O1 = O2 = C0 = C1 = C2 = object"]
    for i in range(3):
        bases = r.sample(BASES, r.choice((1, 1, 1, 2)))
        if i and r.random() < 0.3:
            bases = [f"C{r.randrange(i)}"]
        if i and r.random() < 0.15:
            bases.append("metaclass=C0")
        body = filled(r, f"{r.choice(SPECIAL)} = {r.choice(VALUES)}") if r.random() < 0.5 else "pass"
        out.append(f"try:\n class C{i}({', '.join(bases)}): {body}\nexcept BaseException:\n class C{i}: pass")
        out.append(f"try: O{i} = C{i}({r.choice(ARGUMENTS)})\nexcept BaseException: O{i} = C{i}")
    changes = [filled(r, f"setattr({r.choice(OBJECTS)}, {r.choice(SPECIAL)!r}, {r.choice(VALUES)})")
               for _ in range(r.randrange(1, 8))]
    uses = [filled(r, use) for use in r.sample(USES, 40)]
    uses[20:20] = changes[4:]
    return "\n".join(out + [attempt(s) for s in changes[:4] + uses])


def batch(seeds):
    out = [HEAD]
    for seed in seeds:
        text = program(random.Random(seed))
        out.append(f"try: exec({text!r}, dict(globals()))\nexcept BaseException: pass")
    return "\n".join(out)


def one(a, seeds):
    """None, "limit", or what is wrong."""
    path = os.path.join(a.save, f"{seeds[0]}.py")
    with open(path, "w", encoding="utf-8") as f:
        f.write(batch(seeds))
    env = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:" + os.environ.get("ASAN_OPTIONS", ""))
    try:
        p = subprocess.run([a.binary, "python", "--no-config", "--timeout", "20", "--max-memory", "256M", path],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env,
                           timeout=300)
    except subprocess.TimeoutExpired:
        return f"{path}: runs past --timeout"
    report = re.search(rb"internal error.*|ERROR: \w+Sanitizer.*|.*runtime error:.*", p.stderr)
    if report or p.returncode < 0 or p.returncode >= 128:
        return f"{path}: status {p.returncode} {report[0].decode(errors='replace')[:300] if report else ''}"
    os.unlink(path)
    return "limit" if p.returncode else None


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("binary")
    ap.add_argument("--seconds", type=float, default=120)
    ap.add_argument("--seed", type=int, default=int(time.time()) % 10**7 * 100)
    ap.add_argument("--batch", type=int, default=20)
    ap.add_argument("--save", default="build/graphs")
    a = ap.parse_args()
    os.makedirs(a.save, exist_ok=True)
    end, seed, limits, failed = time.monotonic() + a.seconds, a.seed, 0, 0
    while time.monotonic() < end:
        why = one(a, range(seed, seed + a.batch))
        seed += a.batch
        limits += why == "limit"
        if why and why != "limit":
            failed += 1
            print(why, flush=True)
    print(f"{seed - a.seed} programs from seed {a.seed}, {failed} batches failed, {limits} ended by a limit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
