#!/usr/bin/env python3
"""Runs programs of random class graphs: special methods that are objects, classes, functions and wrappers of
the same graph, and every use of what comes out. Meant for a build with sanitizers, best with collections on
the way: `make graphs`.

    run.py BIN [--seconds N] [--seed N] [--batch N] [--save DIR]

A batch fails when it ends by a signal or a report; it is saved. The ends that limits make are counted.
"""
import os, re, sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import batches
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


if __name__ == "__main__":
    sys.exit(batches.search(batches.arguments(__doc__, "build/graphs").parse_args(), HEAD, program))
