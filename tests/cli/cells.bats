#!/usr/bin/env bats
# Cells as models write them, under each executor that can run here: `await` at the top level, names
# that stay what they are, tools imported from modules, answers that are none.
load helper

# Sets $executors to those that can run here.
all_executors() {
    executors="local jail"
    grants python && executors="$executors python"
    true
}

tool() {
    cat >>conf <<'END'
[tool.look]
description = Looks something up.
command = ["echo", "found {what}"]
input.what = string

[tool.fetch]
description = Looks something up, slowly.
command = ["echo", "fetched {what}"]
input.what = string
async = true
END
}

# cells CODE...: one agent run whose model answers with each CODE in turn; observations in `seen`.
cells() {
    replies r.jsonl "$@"
    touch conf
    run_split "$BIN" run --config conf -m replay:r.jsonl -e "$executor" --sandbox auto -vv task
    seen=$errors
    echo "$executor: $output $errors"
}

@test "await, async for, async with and async comprehensions at the top level" {
    all_executors
    tool
    for executor in $executors; do
        cells 'import asyncio
async def numbers():
    for i in range(3):
        await asyncio.sleep(0)
        yield i
class Door:
    async def __aenter__(self): return 5
    async def __aexit__(self, *a): print("shut")
total = 0
async for i in numbers(): total += i
async with Door() as d: total += d
both = await asyncio.gather(fetch("x"), fetch("y"))
[[i async for i in numbers()], [await fetch(w) for w in "ab"], both, total]' \
            'print(await fetch("c")); final_answer("done")'
        [ "$output" = done ]
        [[ "$seen" = *"[[0, 1, 2], ['fetched a', 'fetched b'], ['fetched x', 'fetched y'], 8]"* ]]
        [[ "$seen" = *shut* && "$seen" = *"fetched c"* ]]
    done
}

@test "asyncio.run works in a cell, beside await, and inside what is awaited" {
    all_executors
    tool
    for executor in $executors; do
        cells 'import asyncio
async def f(n):
    await asyncio.sleep(0)
    return n
def plain(n): return asyncio.run(f(n))
async def g(): return plain(3)
a = asyncio.run(f(1))
b = await f(2)
got = [a, b, plain(4), await g(), asyncio.get_event_loop().run_until_complete(f(5))]
got += await asyncio.gather(g(), f(6), g())' 'final_answer(got + [plain(7)])'
        [ "$output" = "[1, 2, 4, 3, 5, 3, 6, 3, 7]" ]
    done
}

@test "tasks live on: later cells wait for them" {
    all_executors
    for executor in $executors; do
        cells 'import asyncio
async def f(n):
    await asyncio.sleep(0.01)
    return n
one, two, three = [asyncio.create_task(f(n)) for n in (1, 2, 3)]
await asyncio.sleep(0)' 'async def wait(): return await two
got = [await one, asyncio.run(wait())]' 'async def wait(): return await three
final_answer(got + [asyncio.run(wait())])'
        [ "$output" = "[1, 2, 3]" ]
    done
}

@test "an error in a cell that awaits has the line of the cell and no frames of asyncio" {
    all_executors
    for executor in $executors; do
        cells 'async def f():
    return 1 / 0
x = 1
await f()' 'final_answer(x)'
        [ "$output" = 1 ]
        [[ "$seen" = *'line 4, in <module>'*'line 2, in f'*'ZeroDivisionError: division by zero'* ]]
        [[ "$seen" != *run_until_complete* ]]
    done
}

@test "a coroutine that was never awaited is named" {
    all_executors
    tool
    for executor in $executors; do
        cells 'async def first(): return 1
async def kept(): return 2
async def nothing(): pass
k = kept()
await nothing()
first()
fetch("x")
print("between")' 'async def second(): return 3
second()' 'final_answer(await k)'
        [ "$output" = 2 ]
        for name in first fetch second; do
            [[ "$seen" = *"coroutine '$name' was never awaited"* ]]
        done
        [[ "$seen" != *"coroutine 'kept' was never awaited"* ]]
    done
}

@test "another definition of final_answer is dropped and told" {
    all_executors
    for executor in $executors; do
        for code in 'def final_answer(x): return x' 'final_answer = lambda x: x' 'class final_answer: pass' \
            'import json as final_answer' 'from math import floor as final_answer' \
            'if True:
    def final_answer(x): print(x)' 'async def f(): pass
await f()
final_answer = print'; do
            cells "$code
final_answer(4)"
            [ "$output" = 4 ]
            cells "$code" 'final_answer(5)'
            [ "$output" = 5 ]
            [[ "$seen" = *"final_answer is there already: another definition of it was dropped"* ]]
        done
    done
}

@test "a variable named final_answer is told: it is a function" {
    all_executors
    for executor in $executors; do
        cells 'final_answer = 42
print(final_answer)' 'final_answer(6)'
        [ "$output" = 6 ]
        [[ "$seen" = *42*"final_answer is a function"* ]]
    done
}

@test "final_answer = x at the end of a cell gives the answer" {
    all_executors
    for executor in $executors; do
        for code in 'final_answer = 42' 'x = final_answer = 6 * 7' 'final_answer: int = 42' 'final_answer = 40
final_answer += 2' 'for x in (40, 41, 42):
    if x:
        final_answer = x' 'async def f(): return 42
final_answer = await f()' 'try:
    final_answer = 1 / 0
except ZeroDivisionError:
    pass
else:
    1
final_answer = 42  # done'; do
            cells "$code" 'final_answer(0)'
            [ "$output" = 42 ]
            [[ "$seen" != *"final_answer is a function"* ]]
        done
        cells 'final_answer = (x for x in "ab")' 'if False:
    final_answer = 1' 'def f():
    final_answer = 2' 'final_answer(6)'
        [ "$output" = 6 ]
        [[ "$seen" = *TypeError*generator* ]]
    done
}

@test "a def or import of a tool's name is dropped and told" {
    all_executors
    tool
    for executor in $executors; do
        for code in 'def look(what): return "no"' 'import json as look' 'async def look(what): pass'; do
            cells "$code
print(look('a'))" 'final_answer(look("b"))'
            [ "$output" = "found b" ]
            [[ "$seen" = *"found a"*"look is a tool: another definition"* ]]
        done
    done
}

@test "a tool stays what it is: a variable of its name is told, and is another one after the cell" {
    all_executors
    tool
    for executor in $executors; do
        cells 'look = look("a")
print(look)
def later(): return look("b")' 'print(look_value, look("c"), later())' 'look = 1
del look
print(look("d"))' 'final_answer(look("e"))'
        [ "$output" = "found e" ]
        [[ "$seen" = *"look is a tool: after this cell it is so again, and the variable of that name (str) is look_value"* ]]
        [[ "$seen" = *"found a found c found b"*"found d"* ]]
        [ "$(grep -c "look is a tool" <<<"$seen")" = 2 ] # printed, and observed
    done
}

@test "help shows a tool whole, and find_tools finds it" {
    all_executors
    printf '[run]\ntool_budget = 10\n' >conf
    tool
    for executor in $executors; do
        cells 'print(find_tools("look something up slowly")[0])
help(look)
help("fetch")' 'final_answer(look("a"))'
        [ "$output" = "found a" ]
        [[ "$seen" = *"async fetch(what: str) -> str: Looks something up, slowly."* ]]
        [[ "$seen" = *"def look(what: str) -> str:"*'"""Looks something up.'*"async def fetch(what: str)"* ]]
    done
}

@test "tools can be imported from the modules that models know" {
    all_executors
    tool
    for executor in $executors; do
        cells 'from functions import look
import tools, default_api as api
from tools import final_answer, look as l2
print(look("a"), tools.look("b"), api.look(what="c"), l2("d"), await api.fetch("e"))
from default_api import *' 'from functions import nothing' 'final_answer(look("z"))'
        [ "$output" = "found z" ]
        [[ "$seen" = *"found a found b found c found d fetched e"* ]]
        [[ "$seen" = *"ImportError: cannot import name 'nothing' from 'functions'"* ]]
        [[ "$seen" != *"was dropped"* ]]
    done
}

@test "functions, classes, modules, coroutines and generators are no answers" {
    all_executors
    for executor in $executors; do
        cells 'def f(): yield 1
async def g(): return 1
import math
for v in f, len, [].append, int, math, f(), final_answer:
    try: final_answer(v)
    except TypeError as e: print(e)
c = g()
try: final_answer(c)
except TypeError as e: print(e)
final_answer(await c)'
        [ "$output" = 1 ]
        [[ "$seen" = *"the answer is a function"*"call it"* ]]
        [[ "$seen" = *"the answer is a module"*"the answer is a generator"*"list(...)"* ]]
        [[ "$seen" = *"the answer is a coroutine"*"use await"* ]]
    done
}

@test "None is an answer when it is said a second time" {
    all_executors
    for executor in $executors; do
        cells 'final_answer(None)' 'final_answer(None)'
        [ "$output" = None ]
        [[ "$seen" = *"TypeError: the answer is None"*"final_answer(None) again"* ]]
        cells 'final_answer(print("x"))' 'final_answer(3)'
        [ "$output" = 3 ]
    done
}

@test "lists and dicts are JSON as text" {
    all_executors
    for executor in $executors; do
        cells 'import datetime as dt, decimal
final_answer([{"d": dt.date(2024, 1, 2), "t": dt.time(3, 4), "at": dt.datetime(2024, 1, 2, 3), "é": "ü"},
              {2}, (1, None), decimal.Decimal("1.5"), True])'
        [ "$output" = '[{"d": "2024-01-02", "t": "03:04:00", "at": "2024-01-02T03:00:00", "é": "ü"}, [2], [1, null], "1.5", true]' ]
        cells 'final_answer("{1}")'
        [ "$output" = "{1}" ]
        cells 'final_answer((1, "a"))'
        [ "$output" = "(1, 'a')" ]
    done
}

@test "a call of a tool that does not fit shows the signature" {
    all_executors
    cat >conf <<'END'
[tool.web_search]
description = Searches.
command = ["echo", "{query}"]
input.query = string
input.limit = integer = 5
input.kind = ["news", "all"] = "all"
END
    for executor in $executors; do
        cells 'web_search(q="x")' 'web_search({"a": 1})' 'web_search("x", kind="old")' 'final_answer(web_search("y", kind="news"))'
        [ "$output" = y ]
        local of='it is web_search(query: str, limit: int = 5, kind: Literal["news", "all"] = "all")'
        [[ "$seen" = *"web_search() got an unexpected keyword argument 'q'; $of"* ]]
        [[ "$seen" = *"argument 'query' must be of type str, not dict {\"a\": 1}; $of"* ]]
        [[ "$seen" = *"argument 'kind' must be one of [\"news\", \"all\"], not \"old\"; $of"* ]]
    done
}

@test "a tool named like a builtin of Python is refused" {
    printf '[tool.open]\ndescription = Opens.\ncommand = ["true"]\n' >conf
    replies r.jsonl "1"
    run_split "$BIN" run --config conf -m replay:r.jsonl x
    [ "$status" = 10 ]
    [[ "$errors" = *"tool 'open': Python has a builtin of that name"* ]]
}

@test "the cap of tool calls asks for the answer under every executor" {
    all_executors
    tool
    for executor in $executors; do
        replies r.jsonl 'got = [look("a"), await fetch("b")]
await fetch("c")' 'final_answer(got)'
        run_split "$BIN" run --config conf -m replay:r.jsonl -e "$executor" --sandbox auto --max-tool-calls 2 -vv task
        [ "$output" = '["found a", "fetched b"]' ]
        [[ "$errors" = *"RuntimeError: this run may call tools 2 times, and has: give the final answer now"* ]]
        replies r.jsonl 'got = [look("a"), await fetch("b"), look("c")]' 'look("d")' 'final_answer(got)'
        run_split "$BIN" run --config conf -m replay:r.jsonl -e "$executor" --sandbox auto --max-tool-calls 2 -vv task
        [ "$status" = 5 ]
    done
}

@test "scripts keep the SyntaxError of await outside of functions" {
    all_executors
    for executor in $executors; do
        run_split "$BIN" python -e "$executor" --sandbox auto -c 'await f()'
        [ "$status" = 1 ]
        [[ "$errors" = *"SyntaxError: 'await' outside function"* ]]
        run_split "$BIN" python -e "$executor" --sandbox auto -c 'def final_answer(): return 3
print(final_answer())'
        [ "$output" = 3 ]
    done
}

@test "an answer that is given while the text of an answer or an exception is made is that text's failure, not a limit without a name" {
    replies r.jsonl 'class R:
    def __str__(self): return final_answer(self)
final_answer(R())' 'class E(Exception):
    def __str__(self): return final_answer(3)
raise E' 'raise SystemExit(R())' 'final_answer("over")'
    for executor in local jail; do
        run_split "$BIN" run --no-config -m replay:r.jsonl -e "$executor" --sandbox auto task
        echo "$executor: $output $errors"
        [ "$output" = over ]
        [[ $errors == *'TypeError: the answer is of class R'*'E: <exception text failed>'* ]]
        [[ $errors != *WorkerError* ]]
    done
}
