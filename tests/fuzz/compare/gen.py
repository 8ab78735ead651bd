"""Generates Python programs for differential testing: typed expressions and statements, all deterministic
and terminating, every value printed. One seed is one program, always the same. Typed productions live in
table.py; whole shapes (classes, generators, control flow, calls, patterns ...) in shapes.py.
usage: gen.py SEED            prints the program alone
"""
import random
import re
import sys
import warnings

import dynamic
import methods
import objects
import shapes
import table

warnings.simplefilter("ignore")

HELPERS = methods.HELPERS + '''\
def unordered(x, depth=9):
    """Is there a set in x whose order depends on the hashes of texts? Those are secret and differ."""
    if isinstance(x, (set, frozenset)): return not all(type(i) is int for i in x)
    parts = x.values() if type(x) is dict else x if type(x) in (tuple, list) else ()
    return depth > 0 and any(unordered(i, depth - 1) for i in parts)
def R(x, depth=9):
    if not unordered(x, depth): return H(repr(x))
    parts = x.items() if type(x) is dict else x
    texts = [R(i, depth - 1) for i in parts]
    if isinstance(x, (set, frozenset)): texts.sort()
    return type(x).__name__ + "<" + ", ".join(texts) + ">"
def O(part):
    """A set's display up to its brace: in an order of its own when it may hold texts, for theirs is secret."""
    items, brace, rest = part.partition("}")
    if brace and ":" not in items and ("'" in items or '"' in items): items = ", ".join(sorted(items.split(", ")))
    return items + brace + rest
def H(s):
    first, *rest = "{".join(map(O, s[:3000].split("{"))).split(" at 0x")
    return first + "".join(" at" + x.lstrip("0123456789abcdefABCDEF") for x in rest)
def P(*a):
    print(*[R(x) for x in a])
def bi(x):
    return x if not isinstance(x, int) or -2 ** 200 < x < 2 ** 200 else x % (2 ** 61 - 1)
def bh(x):
    return hash(x) if x == x else 0
def bs(x):
    return x[:40]
def bd(x):
    return dict(list(x.items())[:16])
def bS(x):
    return set(sorted(i for i in x if isinstance(i, int))[:24])
def X(e):
    print(type(e).__name__, "|", H(str(e)))
'''

BOUND = {"i": "bi(%s)", "s": "bs(%s)", "b": "bs(%s)", "li": "bs(%s)", "ls": "bs(%s)", "t": "bs(%s)",
         "d": "bd(%s)", "D": "bd(%s)", "S": "bS(%s)", "f": "%s", "B": "%s", "c": "%s"}
TYPES = list(BOUND)
SHAPES = shapes.SHAPES + methods.SHAPES * 2 + dynamic.SHAPES + objects.SHAPES


class Gen:
    """Writes one program: a random source, the lines so far, the variables in scope by type."""

    def __init__(self, seed, trace=False):
        self.r = random.Random(seed)
        self.trace = trace  # print each statement before it runs
        self.seed = seed
        self.lines = []
        self.ind = 1
        self.vars = {t: [] for t in TYPES}
        self.count = 0
        self.weird = 0.02 if self.r.random() < 0.6 else 0.0

    # --- writing ---
    def w(self, text):
        if self.trace and text.startswith(("P(", "try: P(")):
            self.lines.append("    " * self.ind + "print(%a)" % ("## " + text.split("\nexcept")[0]))
        for line in text.split("\n"):
            self.lines.append("    " * self.ind + line)

    def fresh(self, stem="v"):
        self.count += 1
        return "%s%d" % (stem, self.count)

    def pick(self, *options):
        return self.r.choice(options)

    def chance(self, p):
        return self.r.random() < p

    def n(self, lo, hi):
        return self.r.randint(lo, hi)

    # --- expressions ---
    def lit(self, t):
        return table.literal(self, t)

    def e(self, t, d=3):
        """An expression of type t, at most d productions deep."""
        if t == "n":
            return str(self.n(-1, 5))
        if t == "any":
            t = self.pick(*TYPES)
        if t not in BOUND:
            return table.literal(self, t)
        names = self.vars[t]
        if d <= 0 or self.chance(0.2):
            return self.pick(*names) if names and self.chance(0.7) else self.lit(t)
        return self.fill(self.r.choice(table.RULES[t]), d - 1)

    def fill(self, template, d):
        """Replaces <t> by an expression of type t; $x is a fresh name bound as the type after the colon."""
        bound = []
        names = {}

        def bind(m):
            name, t = m.group(1), m.group(2)
            if name not in names:
                names[name] = self.fresh("c")
            if t:
                self.vars[t].append(names[name])
                bound.append((t, names[name]))
            return names[name]

        def hole(m):
            t = m.group(1)
            if t.endswith("!"):
                save, self.weird = self.weird, 0.0
                out = self.e(t[:-1], d)
                self.weird = save
                return out
            if t != "n" and self.chance(self.weird):
                return self.lit(self.pick(*TYPES, "none"))
            return self.e(t, d)

        # what is iterated is outside the scope of the bound names: fill <<t>> first
        out = re.sub(r"<<(\w+!?)>>", hole, template)
        out = re.sub(r"\$(\w)(?::(\w+))?", bind, out)
        out = re.sub(r"<(\w+!?)>", hole, out)
        for t, name in bound:
            self.vars[t].remove(name)
        return out

    # --- simple statements ---
    def new_var(self, t):
        name = self.fresh()
        self.w("%s = %s" % (name, self.lit(t)))
        self.vars[t].append(name)
        return name

    def stmt(self):
        """One simple statement: an assignment, an augmented one, a mutation or a print."""
        k = self.n(0, 9)
        t = self.pick(*TYPES)
        if k < 3 and self.vars[t]:
            self.w("%s = %s" % (self.pick(*self.vars[t]), BOUND[t] % self.e(t)))
        elif k < 5:
            rule = self.r.choice(table.STATEMENTS)
            need = re.findall(r"@(\w+)", rule)
            if all(self.vars[x] for x in need):
                rule = re.sub(r"@(\w+)", lambda m: self.pick(*self.vars[m.group(1)]), rule)
                self.w(self.fill(rule, 2))
                return
            self.w("pass")
        else:
            self.w("P(%s)" % ", ".join(self.e(self.pick(*TYPES)) for _ in range(self.n(1, 3))))

    def block(self, depth=2, size=3):
        self.ind += 1
        for _ in range(self.n(1, size)):
            if depth and self.chance(0.35):
                self.compound(depth - 1)
            else:
                self.stmt()
        self.ind -= 1

    def compound(self, depth):
        k = self.n(0, 5)
        if k == 0:
            self.w("if %s:" % self.e("B"))
            self.block(depth)
            if self.chance(0.4):
                self.w("elif %s:" % self.e("B"))
                self.block(depth)
            if self.chance(0.6):
                self.w("else:")
                self.block(depth)
        elif k == 1:
            name, (over, t) = self.fresh(), self.pick(*table.ITERS)
            self.w("for %s in %s:" % (name, self.fill(over, 1)))
            self.vars[t].append(name)
            self.block(depth)
            self.vars[t].remove(name)
            if self.chance(0.3):
                self.w("else:")
                self.block(depth)
        elif k == 2:
            name = self.fresh("k")
            self.w("%s = %d" % (name, self.n(1, 4)))
            self.w("while %s > 0:" % name)
            self.ind += 1
            self.w("%s -= 1" % name)
            self.ind -= 1
            self.block(depth)
        elif k == 3:
            self.w("try:")
            self.block(depth)
            self.w("except (%s) as e:" % self.pick("TypeError, ValueError",
                "ArithmeticError, LookupError",
                                                  "Exception,", "ZeroDivisionError, TypeError"))
            self.ind += 1
            self.w("X(e)")
            self.ind -= 1
            if self.chance(0.3):
                self.w("else:")
                self.block(depth)
            if self.chance(0.4):
                self.w("finally:")
                self.block(depth)
        elif k == 4:
            self.w("if (%s := %s):" % (self.fresh("q"), self.e(self.pick(*TYPES))))
            self.block(depth)
        else:
            self.stmt()

    # --- whole programs ---
    def program(self, name):
        """The lines of a function NAME holding the program."""
        self.lines.append("def %s():" % name)
        for t in TYPES:
            self.new_var(t)
        for _ in range(self.n(3, 6)):
            self.w("try:")
            self.ind += 1
            if self.chance(0.25):
                for _ in range(self.n(2, 5)):
                    self.compound(2) if self.chance(0.4) else self.stmt()
            else:
                self.r.choice(SHAPES)(self)
            self.ind -= 1
            self.w("except Exception as e: X(e)")
        for t in TYPES:
            for name in self.vars[t]:
                self.w("P(%s)" % name)
        return self.lines


def program(seed, name="prog", trace=False):
    """The program of a seed: the first attempt the reference's compiler accepts."""
    for attempt in range(50):
        text = "\n".join(Gen(seed + attempt * 10 ** 9, trace).program(name)) + "\n"
        try:
            compile(text, name, "exec")
            return text
        except SyntaxError:
            pass
    return "def %s(): pass\n" % name


def batch(seeds, trace=False, cell=False):
    """A file running the programs of seeds one after the other; the last line raises uncaught, or in
    a cell is an expression."""
    out = [HELPERS]
    for seed in seeds:
        out.append(program(seed, "prog_%d" % seed, trace))
    for seed in seeds:
        out.append('print("# %d")\ntry: prog_%d()\nexcept Exception as e: X(e)\n' % (seed, seed))
    r = random.Random(seeds[-1])
    out.append(r.choice(table.CELL_VALUES if cell else table.UNCAUGHT) + "\n")
    return "".join(out)


if __name__ == "__main__":
    sys.stdout.write(batch([int(sys.argv[1])]))
