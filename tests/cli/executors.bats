#!/usr/bin/env bats
# What every executor has to do, run under each one: an agent's cells keep their state, prints and
# tracebacks come back, tools and files are reached, limits hold. NEEDS says what a row asks for.
load helper

# Sets $executors to those that can run here.
all_executors() {
    executors="local jail"
    has_python && executors="$executors python"
    has_docker && executors="$executors docker"
    start_e2b && executors="$executors e2b"
    true
}

# A python3 of 3.8 or later that is a program; the reason why not is told by a test of its own.
has_python() { grants python; }

# An engine, or one that only plays it; and a program with a worker to put into containers, which
# `make MODE=asan` has not. Containers themselves are the business of docker.bats.
has_docker() { grants docker || fake_engine; }

# cells CODE...: one agent run whose model answers with each CODE in turn; observations in `seen`.
cells() {
    replies r.jsonl "$@"
    run_split "$BIN" run --no-config -m replay:r.jsonl -e "$executor" --sandbox auto -vv $options task
    seen=$errors
}

# A cell, its last line or error, in each executor: each CODE gives EXPECTED as the answer.
answers() {
    for executor in $executors; do
        cells "$1"
        echo "$executor: $output"
        [ "$output" = "$2" ]
    done
}

@test "the python executor can run here" {
    needs python
}

@test "the docker executor can run here" {
    has_docker || skip "this build carries no worker for containers"
}

@test "the e2b executor can run here, against a server of the tests" {
    start_e2b || skip "no python3 for the server"
    "$BIN" doctor --no-config | grep '^ok *e2b '
}

@test "state is kept from cell to cell" {
    all_executors
    for executor in $executors; do
        cells 'x = [1, 2]
def f(n): return n + len(x)' 'x.append(3)
class C: y = f(1)' 'import math as m' 'final_answer([x, f(10), C.y, m.floor(2.5)])'
        echo "$executor: $output $errors"
        [ "$output" = "[[1, 2, 3], 13, 4, 2]" ]
    done
}

@test "prints, last values and tracebacks go back" {
    all_executors
    for executor in $executors; do
        cells 'print("a", 1)
[1, "b"]' 'def f(): return 1 / 0
f()' 'y = (' 'final_answer(7)'
        echo "$executor: $errors"
        [ "$output" = 7 ]
        [[ $seen == *"a 1"*"[1, 'b']"* ]]
        [[ $seen == *'File "<step 2>", line 2, in <module>'*'File "<step 2>", line 1, in f'*'ZeroDivisionError: division by zero'* ]]
        [[ $seen == *'File "<step 3>", line 1'*"SyntaxError"* ]]
    done
}

@test "answers of every type" {
    all_executors
    answers 'final_answer({"a": [1, 2.5, None, True], 3: (4, 5), "s": {6}})' '{"a": [1, 2.5, null, true], "3": [4, 5], "s": [6]}'
    answers 'import decimal, datetime
final_answer([str(decimal.Decimal("1.10")), datetime.date(2024, 2, 29), b"x", 10**30])' '["1.10", "2024-02-29", {"type": "file", "mime": "application/octet-stream", "data": "eA=="}, 1000000000000000000000000000000]'
    options="--output json"
    for executor in $executors; do
        cells 'import dataclasses
@dataclasses.dataclass
class Point:
    x: int
    y: list = dataclasses.field(default_factory=list)
    unit: dataclasses.InitVar[int] = 1
point = Point(1, [(2, 3)])
loop = Point(2)
loop.y.append(loop)
final_answer(loop)' 'final_answer([point, {"p": Point(0)}, Point is not None])'
        echo "$executor: $output"
        [[ $errors == *"contains itself"* ]]
        [[ $output == *'"answer":[{"x": 1, "y": [[2, 3]]}, {"p": {"x": 0, "y": []}}, true]'* ]]
        cells 'import datetime
final_answer({"t": (1, 2), "s": {3}, "d": datetime.date(2024, 2, 29), 4: 10**30})'
        echo "$executor: $output"
        [[ $output == *'"answer":{"t": [1, 2], "s": [3], "d": "2024-02-29", "4": 1000000000000000000000000000000}'* ]]
    done
}

@test "a final answer cannot be caught by except Exception, and ends the cell" {
    all_executors
    answers 'try:
    final_answer(1)
except Exception:
    final_answer(2)
print("not here")' 1
}

@test "unicode goes in and out unchanged" {
    all_executors
    answers 's = "žluť 🎉 \u0000 \ud800"
final_answer([len(s), "žluť 🎉"])' '[10, "žluť 🎉"]'
}

@test "variables, streams and granted files reach the code" {
    all_executors
    printf 'eins\nzwei\ndrei' >data.txt
    for executor in $executors; do
        replies r.jsonl 'final_answer([v["a"], [l.strip() for l in stdin.lines()], open("data.txt").read()[:4]])'
        output=$(printf 'p\nq\n' | "$BIN" run --no-config -q -m replay:r.jsonl -e $executor --sandbox auto \
            --file data.txt --var 'v={"a": [1, 12345678901234567890]}' task)
        echo "$executor: $output"
        [ "$output" = '[[1, 12345678901234567890], ["p", "q"], "eins"]' ]
    done
}

@test "tools are called, and fail, by the host" {
    all_executors
    cat >tools.conf <<'END'
[tool.double]
description = Doubles a number.
command = ["sh", "-c", "echo $((2 * $1))", "sh", "{n}"]
input.n = integer the number
output = integer
[tool.broken]
description = Fails.
command = ["sh", "-c", "echo bad >&2; exit 3"]
END
    for executor in $executors; do
        replies r.jsonl 'print(double(21), double(n=4))
try: broken()
except Exception as e: print(type(e).__name__, "bad" in str(e))
try: double("x")
except Exception as e: print("refused")
try: double(1, 2)
except TypeError: print("TypeError")' 'final_answer(double(n=double(5)))'
        run_split "$BIN" run --config tools.conf -m replay:r.jsonl -e $executor --sandbox auto -vv task
        echo "$executor: $output $errors"
        [ "$output" = 20 ]
        [[ $errors == *"42 8"*"True"*"refused"*"TypeError"* ]]
    done
}

@test "time, memory and output limits end a cell with the same words" {
    all_executors
    for executor in $executors; do
        options="--step-timeout 2" # which the last cell has as well, on a busy machine
        cells 'while True: pass' 'final_answer("done")'
        echo "$executor: $errors"
        [ "$output" = done ]
        [[ $seen == *"LimitError: time limit of 2 s reached at line 1; the code was ended"*"Variables keep the values they had"* ]]
        # AddressSanitizer's maps leave no way to limit memory before the process becomes python3.
        [ "$executor-${MODE:-release}" != python-asan ] || continue
        options="--max-memory 64M --max-output 2K"
        cells 'z = []
while True: z.append(bytes(100000))' 'del z' 'while True: print("x" * 300)' 'final_answer("done")'
        echo "$executor: $errors"
        [ "$output" = done ]
        [[ $seen == *"LimitError: memory limit of 67108864 bytes reached at line 2"*"Work on a part at a time"* ]]
        [[ $seen == *"LimitError: output limit of 2048 bytes reached at line 1"*"Print less"* ]]
    done
}

@test "much output and large values are cut for the model, not lost" {
    all_executors
    for executor in $executors; do
        cells 'for i in range(20000): print(i)' 'big = list(range(30000))
big[:]' 'final_answer([len(_output_1), _value_2 == big])'
        echo "$executor: $output"
        [ "$output" = "[108890, true]" ]
    done
}

@test "a signal interrupts running code" {
    all_executors
    for executor in $executors; do
        replies r.jsonl 'print("go", flush=True)
while True: pass'
        env --default-signal=INT "$BIN" run --no-config -m replay:r.jsonl -e $executor --sandbox auto task >out 2>err &
        pid=$!
        await grep -q '^ *go' err
        kill -INT $pid
        wait $pid && status=0 || status=$?
        echo "$executor: $status"
        [ "$status" = 130 ]
    done
}

@test "sys.exit, input at the end and imports that are not authorised" {
    all_executors
    options="--only-imports sys"
    for executor in $executors; do
        cells 'import sys
sys.exit(3)' 'import os' 'from os.path import join' 'final_answer("still here")'
        echo "$executor: $errors"
        [ "$output" = "still here" ]
        [[ $seen == *"SystemExit: 3"*"ImportError: import of 'os' is not authorised"*"ImportError: import of 'os.path' is not authorised"* ]]
    done
}

@test "async tools run beside each other and beside the code" {
    all_executors
    cat >tools.conf <<'END'
[tool.nap]
description = Naps, and says how long.
command = ["sh", "-c", "sleep $1; echo $1 >>naps; echo $1", "sh", "{seconds}"]
input.seconds = number
output = number
async = true
[tool.broken]
description = Fails.
command = ["sh", "-c", "echo bad >&2; exit 3"]
async = true
END
    for executor in $executors; do
        rm -f naps
        replies r.jsonl 'import asyncio
assert asyncio.iscoroutinefunction(nap), nap
seen = []
async def tick():
    for i in range(6):
        seen.append(i)
        await asyncio.sleep(0.05)
async def main():
    got = await asyncio.gather(nap(0.9), nap(seconds=0.8), broken(), tick(), return_exceptions=True)
    seen.append(got[:2] + [type(got[2]).__name__])
    try:
        await asyncio.wait_for(nap(30), 0.2)
    except asyncio.TimeoutError:
        seen.append("late")
    try:
        await nap("x")
    except TypeError as e:
        seen.append("refused")
    seen.append(await nap(0.01))
asyncio.run(main())' 'async def again():
    return [await f for f in asyncio.as_completed([nap(2), nap(0.1)])]
final_answer([seen, asyncio.run(again())])'
        run_split timeout 120 "$BIN" run --config tools.conf -m replay:r.jsonl -e $executor --sandbox auto \
            --step-timeout 60 -vv task
        echo "$executor: $output $errors"
        [ "$output" = '[[0, 1, 2, 3, 4, 5, [0.9, 0.8, "RuntimeError"], "late", "refused", 0.01], [0.1, 2]]' ]
        [ "$(sort naps | tr '\n' ' ')" = "0.01 0.1 0.8 0.9 2 " ]
    done
}

# attacked EXPECTED...: the five attacks, each in a cell of one run under $executor, and what the
# model has to be told of each. The run goes on after every one.
attacked() {
    local i=0 seen expected
    options="$options --imports os,socket,time --max-memory 64M --max-disk 8M --step-timeout 20 --output jsonl -q"
    echo secret >secret
    cells "open('$dir/secret').read()" 'import socket
socket.create_connection(("192.0.2.1", 80), 5)' 'import os, time
for i in range(1000):
    if os.fork() == 0:
        time.sleep(2)
        os._exit(0)' 'x = []
while True: x.append(bytes(1000000))' 'x = None
f = open("/tmp/fill", "wb")
for i in range(100): f.write(bytes(1 << 20))' 'final_answer("still here")'
    [[ $output == *'"type":"run.end"'*'"answer":"still here"'* ]]
    for expected; do
        i=$((i + 1))
        seen=$(grep "\"type\":\"observation\",\"step\":$i," <<<"$output")
        echo "$executor, attack $i: $seen"
        grep -qE "$expected" <<<"$seen"
    done
}

memory="LimitError: memory limit of 67108864 bytes reached at line 2; the code was ended"
no_file="(PermissionError|FileNotFoundError): .*/secret'"
full="OSError: \[Errno (27|28)\] (File too large|No space left on device)"

@test "five attacks are stopped, and the model is told: built-in interpreter" {
    for executor in local jail; do
        attacked "$no_file" "No module named 'socket'" "AttributeError: module 'os' has no attribute 'fork'" \
            "$memory" "PermissionError: .*/tmp/fill"
    done
}

@test "five attacks are stopped, and the model is told: the host's python3" {
    needs python
    [ "${MODE:-release}" != asan ] || skip "AddressSanitizer's maps leave no way to limit memory"
    executor=python
    has_layer mount-namespace || full="PermissionError: .*/tmp/fill" # there is no /tmp of its own
    attacked "$no_file" "PermissionError: \[Errno 1\]" "PermissionError: \[Errno 1\]" "$memory" "$full"
}

@test "five attacks are stopped, and the model is told: containers" {
    need_api
    executor=docker
    attacked "$no_file" "No module named 'socket'" "AttributeError: module 'os' has no attribute 'fork'" \
        "$memory" "PermissionError: .*/tmp/fill"
    need_image
    options="--image $image"
    attacked "$no_file" "PermissionError: \[Errno 1\]" "BlockingIOError: \[Errno 11\]" "$memory" "$full"
}

# What the code may not see there, the virtual machine does not have: the stand-in is this machine.
@test "attacks on memory and disk are stopped, and the model is told: e2b" {
    start_e2b || skip "no python3 for the server"
    executor=e2b options="--max-memory 64M --max-disk 8M"
    cells 'x = []
while True: x.append(bytes(1000000))' "x = None
f = open('$dir/fill', 'wb')
for i in range(100): f.write(bytes(1 << 20))" 'final_answer("still here")'
    echo "$errors"
    [ "$output" = "still here" ]
    grep -qE "$memory" <<<"$errors"
    grep -qE "$full" <<<"$errors"
    [ "$(wc -c <fill)" = 8388608 ]
}

@test "runs that are killed leave nothing behind" {
    needs python
    python3 "$BATS_TEST_DIRNAME/../kills/kills.py" "$BIN" 12 local jail python command
}

@test "hooks: code is changed, a call refused, a result and what came of a step withheld" {
    all_executors
    cat >hooks.conf <<'END'
[tool.shout]
description = Shouts.
command = ["tr", "a-z", "A-Z"]
stdin = {text}
input.text = string  what
[hook.code]
command = ["sh", "-c", "case $(cat) in *first*) printf %s '{\"code\": \"x = 40\\nprint(x + 2)\"}' ;; esac"]
on = before_code
[hook.call]
command = ["sh", "-c", "case $(cat) in *rm*) echo 'no rm' >&2; exit 2 ;; esac"]
on = before_tool
[hook.result]
command = ["sh", "-c", "case $(cat) in *SECRET*) exit 2 ;; esac"]
on = after_tool
[hook.step]
command = ["sh", "-c", "case $(cat) in *Ann*) printf %s '{\"observation\": \"***\"}' ;; esac"]
on = after_step
END
    replies r.jsonl 'print("first")' 'seen = [x]
for text in ("rm", "secret", "fine"):
    try:
        seen.append(shout(text))
    except PermissionError as e:
        seen.append(str(e))
print("Ann")' 'final_answer(seen)'
    for executor in $executors; do
        run_split "$BIN" run --config hooks.conf -m replay:r.jsonl -e "$executor" --sandbox auto --output jsonl task
        echo "$executor: $status $errors"
        [ "$status" = 0 ]
        [[ $output == *'Observation:\n(This code was changed by the hook code. It is now:\nx = 40\nprint(x + 2)\n)\n42"'* ]]
        [[ $output == *'"type":"observation","step":2,"text":"Observation:\n***"'* ]]
        [[ $output == *"\"value\":[40, \"shout: the hook 'call' did not allow this call: no rm\", \"shout: the hook 'result' withheld the result\", \"FINE\"]"* ]]
    done
}

@test "a hook that fails ends the run in the midst of a cell, which cannot catch it" {
    all_executors
    cat >hooks.conf <<'END'
[tool.shout]
description = Shouts.
command = ["tr", "a-z", "A-Z"]
stdin = {text}
input.text = string  what
[hook.broken]
command = ["sh", "-c", "exit 1"]
on = before_tool
END
    replies r.jsonl 'while True:
    try:
        shout("a")
    except BaseException:
        print("caught")' 'final_answer(1)'
    for executor in $executors; do
        run_split "$BIN" run --config hooks.conf -m replay:r.jsonl -e "$executor" --sandbox auto -vv task
        echo "$executor: $status $errors"
        [ "$status" = 10 ]
        [[ $errors == *"the hook 'broken' failed (before_tool): exit status 1"* ]]
        [ -z "$output" ]
    done
}

@test "agents that code calls have a state of their own, and give values or exceptions" {
    all_executors
    cat >agents.conf <<'END'
[agent.adder]
description = Adds.
[agent.idler]
description = Gives no answer.
max_steps = 1
on_max_steps = fail
END
    replies adder.jsonl 'x, y = a, b' 'final_answer([x + y[0], y[1], "found" in globals()])'
    replies idler.jsonl '1'
    replies r.jsonl 'x = 5
found = [adder("Add.", a=2, b=[40, {"c": None}]), x]
try: idler(task="Rest.")
except RuntimeError as e: found.append(str(e))' 'final_answer(found + ["y" in globals()])'
    for agent in adder idler; do sed "s/^{/{\"agent\": \"$agent\", /" $agent.jsonl >>r.jsonl; done
    for executor in $executors; do
        run_split "$BIN" run --config agents.conf -m replay:r.jsonl -e "$executor" --sandbox auto -q task
        echo "$executor: $output $errors"
        [ "$output" = '[[42, {"c": null}, false], 5, "the agent idler gave no answer, after 1 step: no answer within 1 steps (--max-steps)", false]' ]
    done
}

# Each executor that cannot run here is told, and passed over.
@test "runs with sub-agents, of which any process is killed, leave nothing behind" {
    command -v python3 >/dev/null || skip "no python3"
    has_docker || true
    python3 "$BATS_TEST_DIRNAME/../kills/kills.py" "$BIN" 5 team-local team-jail team-python team-docker
}
