# Wrong programs, one a line: the .out beside is the table of what CPython 3.12 says of each, with
# (line, column) to (line, column). Kept by tests/py/oracle.sh.
import re

# In the programs \n, \t, \uXXXX and \\ are escapes, \3 is three double quotes.
LAYOUT = r"""
if x:\npass
if x:
if x:\n    pass\n  else:\n    pass
if x:\n    pass\nelse:\npass
if x:\n    pass\nelif y:\npass
while x:\npass
while x:\n    pass\nelse:\npass
for a in b:\npass
for a in b:\n    pass\nelse:\npass
def f():\npass
def f():\n\n# only a comment\n\nx = 1
def f(a: int = 3) -> int:\nreturn a
async def f():\npass
async def f():\n    async for x in y:\n    pass
async def f():\n    async with x:\n    pass
class C:\npass
class C(B):\nx = 1
try:\npass\nexcept E:\n    pass
try:\n    pass\nexcept E:\npass
try:\n    pass\nexcept* E:\npass
try:\n    pass\nexcept:\npass
try:\n    pass\nfinally:\npass
try:\n    pass\nexcept E:\n    pass\nelse:\npass
try:\n    pass
try:\n    pass\nx = 1
try:\n    pass\nelse:\n    pass
with a as b:\npass
with (a as b, c as d):\npass
match x:\ncase 1:\n    pass
match x:\n    case 1:\n    pass
match x:\n    pass
x = 1\n    y = 2
x = 1\n  y = 2\nz = 3
  x = 1
\tx = 1
def f():\n    x = 1\n  y = 2
def f():\n        x = 1\n    y = 2
class C:\n    def f(self):\n        pass\n   def g(self):\n        pass
if x:\n\ty = 1\n        z = 2
if x:\n        y = 1\n\tz = 2
if x:\n    if y:\n\tz = 2
def f():\n    if x:\n        pass\n      else:\n        pass
(\n    1,\n    2
f(1,\n  2\nx = 3
[1, 2
{1: 2
{1, 2
x = (1, [2, {3
x = (1, 2]
x = [1, 2)
x = {1: 2]
x = (1,\n     2]
x = )
x = 1)
]
}
f(a, b))
print("a"]
x = 1 \\ 
x = 1 + \\
x = \\
if x: y = 1\n    z = 2
if x: if y: pass
if x: for a in b: pass
while x: pass else: pass
class C: x = 1; def f(): pass
x = 1; ; y = 2
; x = 1
x = 1;; y = 2
x = 1 y = 2
a b
1 2
"a" b
if True pass
if x y:\n    pass
else:\n    pass
elif x:\n    pass
except E:\n    pass
finally:\n    pass
try:\n    pass\nfinally:\n    pass\nexcept E:\n    pass
try:\n    pass\nexcept E:\n    pass\nexcept* F:\n    pass
try:\n    pass\nexcept* E:\n    pass\nexcept F:\n    pass
try:\n    pass\nexcept*:\n    pass
try:\n    pass\nexcept:\n    pass\nexcept E:\n    pass
if x:\n    pass\nelse:\n    pass\nelse:\n    pass
"""

COLON = r"""
if x
if x\n    pass
if x:\n    pass\nelif y\n    pass
if x:\n    pass\nelse\n    pass
while x
while x\n    pass
for a in b
for a in b\n    pass
def f()
def f()\n    pass
def f() -> int\n    pass
def f\n    pass
def f:\n    pass
def (x):\n    pass
def f(x\n    pass
async def f()\n    pass
class C
class C\n    pass
class C(B)\n    pass
class C(B:\n    pass
class 1:\n    pass
class C[T]\n    pass
try\n    pass
try:\n    pass\nexcept\n    pass
try:\n    pass\nexcept E\n    pass
try:\n    pass\nexcept E as e\n    pass
try:\n    pass\nexcept* E\n    pass
try:\n    pass\nfinally\n    pass
with a\n    pass
with a as b\n    pass
with (a, b)\n    pass
async def f():\n    async with a\n        pass
match x\n    case 1:\n        pass
match x:\n    case 1\n        pass
match x:\n    case [a, b] if a\n        pass
lambda x
lambda x y: 1
x = {1: 2, 3}
x = {1: 2, 3, 4: 5}
x = {1:}
x = {1: , 2: 3}
x = {1: 2, 3:}
x = {1: *a}
x = {1: 2, **a: 3}
x = {**a, 1}
x = {1, **a}
x = {1, 2: 3}
x = {a: 1 for a in b, 2: 3}
x[1:2:3:4]
x[1, 2:]]
x[]
"""

ASSIGN = r"""
1 = x
"a" = x
b"a" = x
f"{a}" = x
f"a" = x
None = 1
True = 1
False = 1
... = 1
__debug__ = 1
-x = 1
x + 1 = 2
x * y = z
not x = 1
x and y = 1
x or y = 1
x < y = 1
x == y = 1
a if b else c = 1
lambda: x = 1
f() = 1
f(x).y() = 1
x = f() = 1
x = 1 = y
x = y = 1 = z
[x for x in y] = 1
{x for x in y} = 1
{x: y for x in y} = 1
(x for x in y) = 1
{} = 1
{1: 2} = 1
{1, 2} = 1
(a, 1) = 1
(a, f()) = 1
[a, 1] = 1
a, 1 = x
a, b + 1 = x
(a, (b, 1)) = x
*a = x
*a, *b = x
[*a, *b] = x
(*a) = x
x = *a
x = (*a)
*a
del *a
del (*a,)
del [*a, b]
del f()
del 1
del x + 1
del (x, 1)
del None
del x, f()
del (a for a in b)
del [a for a in b]
del a if b else c
del
del x y
del "a"
del {}
del x = 1
yield = 1
x = yield = 1
(yield) = 1
await = 1
a := 1
(a := 1) = 2
(1 := a)
(a.b := 1)
(a[0] := 1)
(f() := 1)
((a, b) := 1)
(a, b := 1, 2) = x
x = y := 1
f(x := 1 for x in y)
[x := 1 for x in y]
[(x := 1) for y in (x := z)]
[i := 0 for i in x]
[(i := 0) for i in x]
[[(j := 0) for i in x] for j in y]
class C:\n    [(x := i) for i in y]
def f(x=(y := 1), z := 2): pass
lambda: x := 1
(lambda: x := 1)
f(a.b := 1)
f"{x := 1 2}"
x += 1 = 2
1 += x
f() += x
(a, b) += x
[a, b] += x
a, b += x
x + 1 += 2
None += 1
"a" += 1
-x += 1
(yield) += 1
a if b else c += 1
x +=
x = 
x =
x == 
= x
x ++ 
x++
x--
1: int
f(): int
(a, b): int
[a, b]: int
a, b: int
x + 1: int
x: int: str
x: = 1
x: int = 
"a": int = 1
None: int
(x): int y
x: int, y: str
for 1 in x: pass
for f() in x: pass
for a, 1 in x: pass
for a + b in x: pass
for "a" in x: pass
for None in x: pass
for x in : pass
for in x: pass
for x of y: pass
for x y in z: pass
for x: pass
for (x in y): pass
for *a, *b in x: pass
for *a in x: pass
for x in y z: pass
for a in lambda: b c: pass
[1 for 1 in x]
[x for f() in y]
[x for a, None in y]
[x for x in]
[x for x y]
[x for in y]
[for x in y]
[x, y for x in z]
[*x for x in y]
{**x for x in y}
{*x for x in y}
(*x for x in y)
[x for x in y if]
[x for x in y if z else w]
[x if y for x in z]
[x for x in 1, 2]
{1: 2 for x in}
{x, y for x in z}
(x, y for x in z)
with a as 1: pass
with a as f(): pass
with a as (b, 1): pass
with a as "x": pass
with (a as 1): pass
with (a as f(), b): pass
with a as : pass
with : pass
with a, : pass
with a as b c: pass
with a as None: pass
import a.b as c.d
import a as 1
import 1
import
import a,
import a.
import a b
import "a"
import *
from a import
from a import b,
from a import (b
from a import ()
from a import *, b
from a import (*)
from a import b.c
from a import b as c.d
from a import b c
from a
from import b
from . import
from 1 import a
from a import 1
import a as b as c
import a from b
from a import b as 1
except as e
def f(): from a import *
class C:\n    from a import *
"""

CALLS = r"""
f(a=1, b)
f(a=1, *b, c)
f(**a, b)
f(**a, *b)
f(a=1, a=2)
f(a=1, b=2, a=3)
f(1=2)
f("a"=2)
f(a.b=1)
f(a[0]=1)
f(a()=1)
f(True=1)
f(None=1)
f(False=1, x=2)
f(a+b=1)
f(-a=1)
f(not a=1)
f((a)=1)
f(lambda x: x=1)
f(a if b else c=1)
f(*a=1)
f(**a=1)
f(a=)
f(a=, b=1)
f(1, a=)
f(a=1 b=2)
f(a b)
f(a, b c)
f(1 2)
f("a" b)
f(a "b")
f(a for a in b, c)
f(c, a for a in b)
f(a for a in b, c for c in d)
f(a=b for b in c)
f(a, b=c for c in d)
f(a for a in b, *c)
f(*a for a in b)
f(**a for a in b)
f(__debug__=1)
f(,)
f(a,,b)
f(, a)
f(* a, ** )
f(*)
f(**)
f(a=1, **)
f(a:=1, b:=)
f(a:b)
class C(a for a in b): pass
class C(metaclass=M, B): pass
class C(A, A=1, A=2): pass
class C(*a, **b, *c): pass
class C(x=1, x=2): pass
def f(a, a): pass
def f(a, *, a): pass
def f(a, *a): pass
def f(a, **a): pass
def f(a, /, a): pass
lambda a, a: 1
lambda *a, **a: 1
def f(a=1, b): pass
def f(a, b=1, c): pass
def f(a=1, /, b): pass
def f(a=1, b, /): pass
lambda a=1, b: 1
lambda a=1, /, b: 1
def f(*): pass
def f(*, **a): pass
def f(*,): pass
def f(a, *): pass
lambda *: 1
lambda *, **a: 1
def f(*a, *b): pass
def f(*, *a): pass
def f(*a, *): pass
def f(**a, b): pass
def f(**a, *b): pass
def f(**a, **b): pass
def f(**a, *): pass
lambda **a, b: 1
lambda *a, *b: 1
def f(*a=1): pass
def f(**a=1): pass
def f(*a: int = 1): pass
lambda *a=1: 1
lambda **a=1: 1
def f(/, a): pass
def f(/): pass
def f(a, /, b, /): pass
def f(*a, /): pass
def f(*, /, a): pass
def f(a, /, *, b, /): pass
def f(a, **b, /): pass
def f(a / b): pass
lambda /: 1
lambda a, /, /: 1
lambda *a, /: 1
lambda *, /: 1
def f(1): pass
def f("a"): pass
def f(None): pass
def f(a.b): pass
def f(a[0]): pass
def f((a, b)): pass
def f(a, (b, c)): pass
def f((a)): pass
lambda (a, b): 1
lambda (a): 1
lambda a, (b, c): 1
lambda 1: 1
lambda None: 1
lambda a.b: 1
def f(a:): pass
def f(a: int b): pass
def f(a=): pass
def f(a, b=): pass
lambda a=: 1
def f(a b): pass
def f(a,, b): pass
def f(,): pass
def f(a) -> : pass
def f(a) -> int: int: pass
def f(a) int: pass
def f(__debug__): pass
def __debug__(): pass
class __debug__: pass
lambda __debug__: 1
def f(*, a=1, b, c): return 1 2
def f[T](T b): pass
def None(): pass
class None: pass
class True(): pass
def f(self, *args: *int = 1): pass
def f(a: *int): pass
@\ndef f(): pass
@a\nx = 1
@a b\ndef f(): pass
@a\n\n
@x = 1\ndef f(): pass
@a: pass
"""

SCOPE = r"""
return
return 1
class C:\n    return 1
yield
yield 1
x = yield
class C:\n    yield 1
[(yield) for a in b]
def f():\n    [(yield 1) for a in b]
def f():\n    {(yield 1) for a in b}
def f():\n    {(yield 1): 2 for a in b}
def f():\n    ((yield 1) for a in b)
def f():\n    [a for a in b if (yield from c)]
async def f():\n    yield from a
async def f():\n    yield 1\n    return 2
async def f():\n    return 2\n    yield 1
await a
def f():\n    await a
def f():\n    x = [await a for a in b]
def f():\n    return [a async for a in b]
def f():\n    async for a in b: pass
def f():\n    async with a: pass
async for a in b: pass
async with a: pass
[a async for a in b]
class C:\n    await a
lambda: await a
async def f():\n    lambda: await a
async def f():\n    def g():\n        await a
async def f():\n    class C:\n        await a
break
continue
if x:\n    break
if x:\n    continue
def f():\n    break
def f():\n    continue
while x:\n    def f():\n        break
while x:\n    class C:\n        continue
for a in b:\n    pass\nelse:\n    break
while x:\n    pass\nelse:\n    continue
for a in b:\n    lambda: break
try:\n    break\nfinally:\n    pass
with a:\n    continue
match x:\n    case 1:\n        break
while x:\n    try:\n        pass\n    except* E:\n        break
while x:\n    try:\n        pass\n    except* E:\n        continue
def f():\n    try:\n        pass\n    except* E:\n        return
nonlocal x
def f():\n    nonlocal x
class C:\n    nonlocal x
def f(x):\n    nonlocal x
def f(x):\n    global x
def f():\n    x = 1\n    global x
def f():\n    print(x)\n    global x
def f():\n    x: int\n    global x
def f():\n    global x\n    x: int
def f():\n    x = 1\n    def g():\n        x = 2\n        nonlocal x
def f():\n    x = 1\n    def g():\n        print(x)\n        nonlocal x
def f():\n    x = 1\n    def g():\n        nonlocal x\n        global x
def f():\n    x = 1\n    def g():\n        nonlocal x\n        x: int
def f():\n    import x\n    global x
def f():\n    for x in y: pass\n    global x
def f():\n    def x(): pass\n    global x
def f():\n    class x: pass\n    global x
def f():\n    with a as x: pass\n    global x
def f():\n    global x, y, x z
global x\nx = 1\nnonlocal x
x = 1\nglobal x
print(x)\nglobal x
global
global 1
global x.y
global x = 1
nonlocal
nonlocal x y
def f():\n    x = 1\n    class C:\n        nonlocal y
from __future__ import braces
from __future__ import nonsense
from __future__ import annotations, nonsense
from __future__ import *
from __future__ import (annotations
x = 1\nfrom __future__ import annotations
"doc"\n"second"\nfrom __future__ import annotations
import a\nfrom __future__ import division
def f():\n    from __future__ import division
class C:\n    from __future__ import generators
from __future__ import barry_as_FLUFL\nx <> 1 1
[x for x in [y := 1]]
def f():\n    [(x := 1) for a in b]\n    nonlocal x
def f():\n    nonlocal a, b
def f():\n    x = 1\n    del x\n    global x
"""

EXPRESSIONS = r"""
x = = 1
x = 1 +
x = + 
x = * 2
x = 2 ** 
x = 2 * * 3
x = 1 // / 2
x = a.
x = a.1
x = a..b
x = .a
x = a."b"
x = a.None
x = a.class
x = a[
x = a[1
x = a(
x = a b
x = a b c
x = 1 a
x = 1.a
x = (1 2)
x = (a b)
x = [1 2]
x = [a b]
x = [a, b c]
x = {a b}
x = {1: 2 3: 4}
x = {1 2: 3}
x = {"a": 1 "b": 2}
x = {"a" 1}
x = ("a" 1)
x = (a, b c, d)
x = [1, 2 3, 4]
x = [a.b c.d]
x = [f(a) g(b)]
x = (a if b c)
x = (a and b c)
x = [-1 -1 2]
x = [1,, 2]
x = [,]
x = (,)
x = {,}
x = [, 1]
x = (1, , 2)
a if b
x = a if b
x = (a if b)
x = a if b else
x = a if else b
x = if a else b
x = a else b
f(a if b)
[a if b, c]
x = a and
x = and a
x = not
x = a not b
x = a is
x = a is not
x = a in
x = a not in
x = a not is b
x = in a
x = or b
x = a <> b
x = a =! b
x = a => b
x = a =< b
x = a !== b
x = a === b
x = !a
x = a ! b
x = a && b
x = a || b
x = a ? b : c
x = $a
x = a$
x = `a`
x = a @ 
x = ~
x = -
x = a -> b
if x = 1: pass
if x = 1\n    pass
if x.y = 1: pass
if x[0] = 1: pass
if f() = 1: pass
if x == 1 = 2: pass
if (x = 1): pass
if x and y = 1: pass
if not x = 1: pass
if 1 = x: pass
if "a" = x: pass
if None = x: pass
if (a, b) = x: pass
if [a] = x: pass
while x = 1: pass
while x.y = 1: pass
elif x = 1: pass
x = (y = 1)
x = [y = 1]
x = {y = 1}
x = {a: b = 1}
print(x = 1, y = 2 3)
(x = 1)
(x.y = 1)
(x, y = 1)
[x = 1 for x in y]
[x for x in y if x = 1]
assert x = 1
assert
assert x, 
assert x y
assert (x = 1)
assert x, y = 1
raise x from
raise from x
raise x, y
raise x y
raise x from y from z
raise E as e
return = 1
pass x
pass = 1
break x
continue 1
import = 1
class = 1
def = 1
for = 1
if = 1
lambda = 1
is = 1
print x
print "hello"
print "hello", x
print x, y
print f(x)
print 1 + 2
print
print >>f, x
print -1 x
exec "x = 1"
exec x
exec "x" in y
raise E, "message"
except E, e: pass
try:\n    pass\nexcept E, e:\n    pass
try:\n    pass\nexcept E, F:\n    pass
try:\n    pass\nexcept E, F as e:\n    pass
try:\n    pass\nexcept* E, F:\n    pass
try:\n    pass\nexcept E as e.x:\n    pass
try:\n    pass\nexcept E as (a, b):\n    pass
try:\n    pass\nexcept E as 1:\n    pass
try:\n    pass\nexcept E e:\n    pass
0777
0o8
0b2
x = 5L
x = 0xFFL
ur"a"
x = 10l
`x`
x <> y
async x
async = 1
async def
async lambda: 1
async class C: pass
await x y
x = await
yield x y
lambda
lambda:
x = lambda
lambda x: 
lambda x: yield 1 2
(yield x y)
x = yield y z
type X
type X =
type X[T = int] = T 1
type X[T] T
type X[T: ] = T
type X[] = int
type 1 = int
type X.y = int
type X[1] = int
type X[T, T] = int
type X[*T: int] = T
type X[**T: int] = T
type X[T: (yield)] = T
type X[T: (x := 1)] = T
type X = (yield)
type X = (x := 1)
type X = await a
def f[](): pass
def f[T, T](): pass
def f[T: (yield)](): pass
def f[T](x: (yield)): pass
def f[T]() -> (yield): pass
def f[T: (x := 1)](): pass
def f[1](): pass
def f[T(): pass
class C[]: pass
class C[T, T]: pass
class C[T](x := 1): pass
class C[T]((yield)): pass
class C[*T: int]: pass
class C[**P: int]: pass
class C[T: await x]: pass
def f[T]():\n    nonlocal T
class C[T]:\n    nonlocal T
def f():\n    x: (yield)
def f(x: (y := 1), x): pass
try:\n    pass\nexcept* E:\n    pass\nexcept F\n    pass
try:\n    pass\nexcept E:\n    pass\nexcept* F\n    pass
a[[b] = c
a[(b) = c
x = [(a, b) = c
"""

PATTERNS = r"""
match x:\n    case a: pass\n    case b: pass
match x:\n    case _: pass\n    case 1: pass
match x:\n    case a | 1: pass
match x:\n    case _ | 1: pass
match x:\n    case 1 | a: pass\n    case (a | 2): pass
match x:\n    case [a] | [b]: pass
match x:\n    case a as b: pass\n    case c: pass
match x:\n    case [a, a]: pass
match x:\n    case {"a": a, "b": a}: pass
match x:\n    case {"a": 1, "a": 2}: pass
match x:\n    case {1: a, 1: b}: pass
match x:\n    case {None: a, None: b}: pass
match x:\n    case {-1: a, -1: b}: pass
match x:\n    case {**a, "b": 1}: pass
match x:\n    case {**a, **b}: pass
match x:\n    case {**_}: pass
match x:\n    case {a: 1}: pass
match x:\n    case {"a"}: pass
match x:\n    case {"a": }: pass
match x:\n    case {f"a": 1}: pass
match x:\n    case [*a, *b]: pass
match x:\n    case *a, *b: pass
match x:\n    case *a: pass
match x:\n    case [*1]: pass
match x:\n    case [*a.b]: pass
match x:\n    case A(1, a=2, 3): pass
match x:\n    case A(a=1, a=2): pass
match x:\n    case A(a=b, c=b): pass
match x:\n    case A(*a): pass
match x:\n    case A(**a): pass
match x:\n    case A(a.b=1): pass
match x:\n    case A(1=2): pass
match x:\n    case A(a=1, 2): pass
match x:\n    case A(a=1, 2, 3): pass
match x:\n    case A()(): pass
match x:\n    case A[0]: pass
match x:\n    case a + 1: pass
match x:\n    case 1 + 2: pass
match x:\n    case 1 + a: pass
match x:\n    case 1j + 2: pass
match x:\n    case 1j + 2j: pass
match x:\n    case -a: pass
match x:\n    case --1: pass
match x:\n    case +1: pass
match x:\n    case 1 - -2j: pass
match x:\n    case f"a": pass
match x:\n    case f"{a}" | 1: pass
match x:\n    case 1 as 2: pass
match x:\n    case 1 as a.b: pass
match x:\n    case 1 as _: pass
match x:\n    case 1 as a(): pass
match x:\n    case a as b as c: pass
match x:\n    case (a as b as c): pass
match x:\n    case 1 | : pass
match x:\n    case | 1: pass
match x:\n    case : pass
match x:\n    case 1 2: pass
match x:\n    case [1 2]: pass
match x:\n    case not 1: pass
match x:\n    case 1 if : pass
match x:\n    case 1 if x y: pass
match x:\n    case a := 1: pass
match x:\n    case 1 < 2: pass
match x:\n    case 1 and 2: pass
match x:\n    case lambda: 1: pass
match x:\n    case (yield): pass
match x:\n    case __debug__: pass
match x:\n    case 1: pass\n    x = 1
match x:\n    case 1: pass\n    default: pass
match x:\n    case ...: pass
match x:\n    case [..., 1]: pass
match x:\n    case print(a, b c): pass
match x, y z:\n    case 1: pass
match *x:\n    case 1: pass
match:\n    case 1: pass
match x: case 1: pass
match x:\n    case 1:\n        pass\n  case 2:\n        pass
match x y:\n    case 1: pass
case 1:\n    pass
match x:\n    case [a, b, *_, c, *_]: pass
match x:\n    case {"a": a} | {"b": b}: pass
match x:\n    case A(x=a) | A(y=b): pass
match x:\n    case (1, 2: pass
match x:\n    case 0x: pass
"""

LITERALS = r"""
x = 01
x = 007
x = 00_1
x = 1_
x = 1__0
x = 1_000_
x = _1 1
x = 0x
x = 0xg
x = 0x_
x = 0x1_
x = 0b
x = 0b12
x = 0b2
x = 0b1_
x = 0o
x = 0o9
x = 0o18
x = 0o1_
x = 1e
x = 1e+
x = 1e_1
x = 1e1_
x = 1._1
x = 1.0_
x = 1abc
x = 1.5abc
x = 0xfgh
x = 1if 2else 3 4
x = 1jx
x = 1.e
x = 012.5a
x = 1in 2 3
x = 1or2
x = 0_7
x = 0_
x = 1.2.3
x = 1 .
x = 9and
x = "abc
x = 'abc
x = "abc'
x = "abc\n"
x = "abc\\
x = \3abc
x = '''abc\ndef
x = \3abc""
x = f"abc
x = f\3abc
x = f"{a
x = f"{a}
x = rb"abc
x = b"é"
x = b'aé' 'x'
x = "a" b"b"
x = b"a" "b" "c"
x = b"a" f"b"
x = "\\x1"
x = "\\xg1"
x = b"\\x1"
x = b"\\xzz"
x = "\\u12"
x = "\\U0011"
x = "\\U00110000"
x = "\\N"
x = "\\N{"
x = "\\N{}"
x = "\\N{no such name}"
x = "abc\\N{foo}"
x = f"\\x1"
x = f"\\N{foo}"
x = f"\\u12{a}"
x = "a" "b\\x" "c"
x = "a"\\\n"\\uz"
x = ub"a"
x = fb"a"
x = bf"a"
x = rr"a"
x = uf"a"
x = "a"1
x = "a""b"c
x = f"{}"
x = f"{ }"
x = f"{!r}"
x = f"{:x}"
x = f"{=}"
x = f"{a!}"
x = f"{a!x}"
x = f"{a!rr}"
x = f"{a! r}"
x = f"{a!r }"
x = f"{a!r:}}"
x = f"{a b}"
x = f"{a:{b c}}"
x = f"{a:{b"
x = f"{a:b"
x = f"{"
x = f"}"
x = f"a}b"
x = f"{a}}"
x = f"{{a}"
x = f"{a]}"
x = f"{(a}"
x = f"{[a}"
x = f"{a)}"
x = f"{lambda x: 1}"
x = f"{a:{b:{c:{d}}}}"
x = f"{a + }"
x = f"{* a}"
x = f"{**a}"
x = f"{a = b}"
x = f"{a := }"
x = f"{1 = 2}"
x = f"{yield}"
x = f"{await a}"
x = f"{return}"
x = f"{import a}"
x = f"{a $ b}"
x = f"{a;b}"
x = f"{#}"
x = f"{a#}"
x = f"{a\n"
x = f'{a'b}'
x = f"{a if b}"
x = f"{a.}"
x = f"{a.1}"
x = f"{f(}"
x = f"{a[}"
x = f"{1a}"
x = f"{01}"
x = f"{"a}"
x = f"{a!"
x = f"{a!r"
x = f"{,}"
x = f"{a,,b}"
x = f"{a:=}}"
x = f"{a!s:{b!z}}"
x = f"{x for x in y}"
x = f"{\\}"
x = f"{a \\ b}"
x = f"{pass}"
x = f"{not}"
x = f"{a not b}"
x = f"{{}"
x = f"{None = 1}"
x = f"{a b c}" f"{d}"
x = f\3{\na b\n}\3
x = f"{print 1}"
f"{a}" "b" c
f"{a}" = 1
f"{a}" += 1
f"{a}": int
for f"{a}" in b: pass
del f"{a}"
x = “a”
x = ‘a’
x = a – b
x = a × b
x = 3°
x = €5
x = a\u00a0+ b
x = a\u200b + b
x = a\ufeff
x = \u2028
x = é\u0301 ²
x = ①
\u00a0x = 1
x = a… b
x = “
(x = “a”)
x\\y
x = 1 \\ + 2
x = "a" \\ "b"
x = \\x
"""

ENCODED = [
    b"x = 1\x00", b"\xef\xbb\xbfx = = 1", "x = 1\0y", "x = '\ud800'", b"\x0c  x = 1",
    b"if x:\r\npass", b"x = (1,\r\n2]\r\n", b"x = 1\rx = = 2", b"x = 'a\rb'", b"x\x1a = 1",
    b"x = \x07", "x = '\\\ud800'", "\ufeffx = = 1", "\ufeff\ufeffx = 1",
]

NESTED = [
    "(" * 201 + ")" * 201, "[" * 250, "{" * 201, "x = " + "(" * 150 + "]", "a" + "[" * 201,
    "f" + "(" * 201, "\n".join(" " * i + "if x:" for i in range(101)) + "\n" + " " * 101 + "pass",
    "\n".join(" " * i + "for x in y:" for i in range(21)) + "\n" + " " * 21 + "pass",
    "\n".join(" " * i + "while x:" for i in range(21)) + "\n" + " " * 21 + "pass",
    "\n".join(" " * i + "with x:" for i in range(21)) + "\n" + " " * 21 + "pass",
    "\n".join(" " * i + "try:" for i in range(25)) + "\n" + " " * 25 + "pass",
    "a, " * 260 + "*b = x", "x = 1" + "0" * 5000, "f'" + "{f'" * 151,
    "f(" + ", ".join(f"a{i}" for i in range(300)) + ", a=1, 2)", "x = " + "-" * 300 + "= 1",
]


def say(program):
    try:
        compile(program, "<p>", "exec")
    except SyntaxError as e:
        return (f"{type(e).__name__}: {e.msg} ({e.lineno}, {e.offset}) to "
                f"({e.end_lineno}, {e.end_offset})")
    except (ValueError, MemoryError, RecursionError) as e:
        return f"{type(e).__name__}: {e}"
    return "accepted"


def read(line):
    escapes = {"\\\\": "\\", "\\n": "\n", "\\t": "\t", "\\3": '"' * 3}
    return re.sub(r"\\(u....|.)",
                  lambda m: escapes.get(m[0]) or chr(int(m[1][1:], 16)), line)


count = 0
for name in ("LAYOUT", "COLON", "ASSIGN", "CALLS", "SCOPE", "EXPRESSIONS", "PATTERNS", "LITERALS"):
    print(name)
    for line in globals()[name].strip("\n").split("\n"):
        print(line, "->", say(read(line)))
        count += 1
for name in ("ENCODED", "NESTED"):
    print(name)
    for program in globals()[name]:
        shown = ascii(program)
        print(shown if len(shown) < 60 else shown[:40] + "...", "->", say(program))
        count += 1
print(count, "programs")
