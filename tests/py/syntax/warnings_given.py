# SyntaxWarnings of the parser and of code generation, what filters make of them, and where
# warnings.warn says they come from.
import warnings

PROGRAMS = r'''
x is 5
x is not "a"
x is ()
x is (1, 2)
x is -1
1.5 is x is None
x is None
x is ...
x is True
x is (1, x)
x is []
x == 5
assert (x, "message")
assert ()
assert (1)
assert 1, "message"
(1)(2)
"a"("b")
f"{x}"(1)
[1, 2](3)
[(1, 2) (3, 4)]
(1, 2)(3)
{}(1)
{1}(1)
{a: b for a in x}(1)
[a for a in x](1)
(a for a in x)(1)
None()
...()
(lambda: 1)(2)
x(1)
[1, 2][3, 4]
[1, 2]["a"]
"abc"["a"]
b"abc"[None]
(1, x)[1.5]
f"{x}"[1j]
[a for a in x][x, 1]
[1, 2][x]
[1, 2][True]
[1, 2][1:2]
"abc"[-1]
None[1]
1[2]
1.5[2]
...[1]
{1}[1]
{a for a in x}[1]
(a for a in x)[1]
(lambda: 1)[1]
{1: 2}[1]
True[1]
None[1] = 2
"\d"
b"\q"
r"\d"
"\777"
b"\477"
"\377"
f"\d{x}"
f"{x:\d}"
rf"\d{x}"
f"\{x}"
"\
"
1if 1else 2
0x1for x in y
1or 2
0o7and 1
'''


def given(program):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            compile(program, "<p>", "exec")
        except SyntaxError as e:
            return f"refused: {e.msg}"
    return [(w.category.__name__, str(w.message), w.filename, w.lineno) for w in seen]


for program in PROGRAMS.strip().split("\n"):
    print(program, "->", given(program))
print(given('def f():\n    return "\\w" is x'))
print(given("x = 1\n\nassert (\n  1,\n  2)"))

with warnings.catch_warnings():
    warnings.simplefilter("error")
    for program in ("assert (1, 2)", 'x = "\\d"', "y = 1 is 1", "NotImplemented"):
        try:
            compile(program, "<t>", "exec")
            print("fine")
        except SyntaxError as e:
            print(e.msg, e.filename, e.lineno, e.offset)
    try:
        bool(NotImplemented)
    except DeprecationWarning as e:
        print(e)


class Odd:
    def __index__(self):
        return True

    __int__ = __index__


def deep(level):
    warnings.warn("from below", RuntimeWarning, stacklevel=level)


with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(int(Odd()), [1, 2][Odd()], range(3)[Odd()])
    warnings.warn("here")
    deep(1)
    deep(2)
    deep(50)
    warnings.warn_explicit("told", UserWarning, "elsewhere.py", 7)
    for w in seen:
        print(w.category.__name__, w.filename.rpartition("/")[2], w.lineno, w.message)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("default")
    for i in range(3):
        deep(1)
    print(len(seen))
with warnings.catch_warnings(record=True) as seen:
    warnings.filterwarnings("ignore", message="from")
    warnings.filterwarnings("error", category=UserWarning, append=False)
    deep(1)
    try:
        warnings.warn("here")
    except UserWarning as e:
        print(repr(e), len(seen))
print(warnings.formatwarning("m", UserWarning, "f.py", 3, "the line"), end="")
