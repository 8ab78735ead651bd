#!/usr/bin/env bats
# The command executor: workers from outside of the tree, above all the one of docs/examples.
load helper

setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-120}; }

# Sets $worker to the example, where there is a python3 for it.
needs_worker() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' || skip "no python3 of 3.8 or later"
    worker="python3 $(realpath "$BATS_TEST_DIRNAME/../../docs/examples/worker.py")"
}

# agent WORKER OPTION...: a run of the replies in r.jsonl.
agent() {
    run_split timeout 60 "$BIN" run --no-config -m replay:r.jsonl -e command --worker "$@" task
    echo "$status: $output $errors"
}

@test "the example: state, prints, last values, tracebacks, answers" {
    needs_worker
    replies r.jsonl 'x = [1, 2]
print("seen", x)
len(x)' 'def f(): return 1 / 0
f()' 'y = (' 'import sys
sys.exit(3)' 'final_answer({"x": x, "v": v, "t": (1, "ä")})'
    agent "$worker" --var v=[3] --imports sys -vv
    [ "$output" = '{"x": [1, 2], "v": [3], "t": [1, "ä"]}' ]
    [[ $errors == *"seen [1, 2]"*"Last value: 2"*'File "<step 2>", line 1, in f'*"ZeroDivisionError"*"SyntaxError"* ]]
}

@test "the example: tools run on the host" {
    needs_worker
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
    replies r.jsonl 'try: broken()
except Exception as e: print("bad" in str(e))' 'final_answer(double(double(n=5)))'
    run_split "$BIN" run --config tools.conf -m replay:r.jsonl -e command --worker "$worker" -vv task
    echo "$output $errors"
    [ "$output" = 20 ]
    [[ $errors == *True* ]]
}

@test "the example: tools are awaited beside each other" {
    needs_worker
    cat >tools.conf <<'END'
[tool.first]
description = Ends when the other one has begun.
command = ["sh", "-c", "until [ -e begun ]; do sleep 0.01; done; echo first"]
async = true
[tool.second]
description = Begins.
command = ["sh", "-c", "touch begun; echo second"]
async = true
[tool.broken]
description = Fails.
command = ["sh", "-c", "echo bad >&2; exit 3"]
async = true
END
    replies r.jsonl 'import asyncio
try: await broken()
except RuntimeError as e: print("bad" in str(e))' 'final_answer(await asyncio.gather(first(), second()))'
    run_split timeout 60 "$BIN" run --config tools.conf -m replay:r.jsonl -e command --worker "$worker" -vv task
    echo "$output $errors"
    [[ $output == '["first'*'", "second'*'"]' ]]
    [[ $errors == *True* ]]
}

@test "the example: what is no coroutine is awaited all the same" {
    needs_worker
    printf '[tool.%s]\ndescription = Repeats.\ncommand = ["echo", "{n}"]\ninput.n = integer the number\noutput = integer\n' one two >tools.conf
    replies r.jsonl 'import asyncio
both = await asyncio.gather(one(1), two(n=2))
async def third():
    return await one(3)
final_answer([both, await two(4), await third()])'
    run_split timeout 60 "$BIN" run --config tools.conf -m replay:r.jsonl -e command --worker "$worker" task
    [ "$output" = '[[1, 2], 4, 3]' ]
}

@test "the example: files of granted folders are the host's" {
    needs_worker
    mkdir data outside && echo text >data/a.txt && ln -s ../outside data/out
    replies r.jsonl 'with open("b.txt", "w") as f: f.write(open("a.txt").read().upper())
seen = []
for path, mode in (("none", "r"), ("out/x", "w"), ("/etc/passwd", "r"), ("../outside/x", "w")):
    try: open(path, mode)
    except OSError as e: seen.append(type(e).__name__)
final_answer([open("'"$dir"'/data/b.txt").read(), seen])'
    agent "$worker" --folder data:rw
    [ "$output" = '["TEXT\n", ["FileNotFoundError", "PermissionError", "PermissionError", "PermissionError"]]' ]
    [ "$(cat data/b.txt)" = TEXT ]
    [ -z "$(ls outside)" ]
}

@test "bytes travel raw to and from a worker of version 2, and as base64 to and from one of version 1" {
    command -v python3 >/dev/null || skip "no python3"
    mkdir data && printf 'a\0\377b' >data/in
    cat >worker.py <<'P'
import base64, json, os, sys
wire, version = sys.stdin.buffer, int(sys.argv[1])
def send(tail=b"", **frame):
    data = json.dumps(frame).encode() + tail
    sys.stdout.buffer.write(len(data).to_bytes(4, "big") + data)
    sys.stdout.buffer.flush()
def receive():
    return wire.read(int.from_bytes(wire.read(4), "big"))
def folder(op, path, tail=b"", **args):
    send(tail, t="call", kind="folder", name=op, args=dict(args, path=base64.b64encode(path.encode()).decode()))
    return receive()
hello = json.loads(receive())
send(t="hello", version=version)
while True:
    request = json.loads(receive() or '{"t": "bye"}')
    if request["t"] == "bye": break
    if request["t"] != "run":
        send(t="ok")
        continue
    told = folder("read", "in", at=0, count=-1)
    folder("open", "out", at=1)
    if version == 2: folder("write", "out", b"\0" + b"o\0\xff", at=0)
    else: folder("write", "out", at=0, data=base64.b64encode(b"o\0\xff").decode())
    end = told.find(b"\0")
    frame = json.loads(told if end < 0 else told[:end])
    seen = [hello["version"], hello["newest"], end >= 0, "data" in frame,
            list(told[end + 1:] if end >= 0 else base64.b64decode(frame["data"]))]
    send(t="final", value=seen, text=json.dumps(seen))
P
    replies r.jsonl 'x'
    for version in 1 2; do
        agent "python3 worker.py $version" --folder data:rw
        [ "$version" = 1 ] && expected='false, true' || expected='true, false'
        [ "$output" = "[1, 2, $expected, [97, 0, 255, 98]]" ]
        [ "$(od -An -c data/out)" = '   o  \0 377' ]
        rm data/out
    done
}

@test "the example: what it does not keep itself, the host does" {
    needs_worker
    replies r.jsonl 'x = 5' 'import os
os._exit(3)' 'while True: pass' 'final_answer(x)'
    agent "$worker" --step-timeout 1 -vv
    [ "$output" = 5 ]
    [[ $errors == *"worker ended without an answer; a fresh worker ran the 1 earlier cells again"*"LimitError: time limit of 1 s reached; the worker did not stop by itself"* ]]
    replies r.jsonl 'print("go")
while True: pass'
    env --default-signal=INT "$BIN" run --no-config -m replay:r.jsonl -e command --worker "$worker" task >out 2>err &
    pid=$!
    await grep -q '^ *go' err
    child=$(cat "/proc/$pid/task/$pid/children")
    kill -INT $pid
    wait $pid && status=0 || status=$?
    [ "$status" = 130 ]
    [ ! -e "/proc/${child% }/exe" ]
}

@test "a worker that cannot be replaced ends the run; the next one starts another, with what was defined" {
    needs_worker
    example=${worker#python3 }
    sed 's/^def define(.*/&\n    raise SystemExit(4)/' "$example" >undefining.py
    cat >start.sh <<'END'
n=$(($(cat starts) + 1))
echo $n >starts
[ $n = 1 ] || [ $n -gt $3 ] || eval "$1"
exec python3 "$2"
END
    replies r.jsonl 'x = v' 'import os
os._exit(3)' 'final_answer([v, "x" in globals()])'
    cat >script <<'S'
expect smolagent>
send one\n
expect cannot be replaced
expect smolagent>
send two\n
expect [[3], false]
expect smolagent>
send \x04
S
    while read -r count why fails; do
        echo 0 >starts
        agent "sh start.sh '$fails' $example $count" --var v=[3] -vv
        [ "$status" = 10 ]
        [ "$(cat starts)" = "$count" ]
        [[ $errors == *"--- step 2"*"no new worker could be started: the "*"; the state was reset"* ]]
        [[ $errors == *"the sandbox worker is lost and cannot be replaced: the "*"${why//_/ }"* ]]
        [[ $errors != *"--- step 3"* ]]
        echo 0 >starts
        run "$HELPERS/pty" script "$BIN" chat --no-config -m replay:r.jsonl -e command --worker "sh start.sh '$fails' $example $count" --var v=[3]
        [ "$status" = 0 ]
    done <<'END'
2 did_not_start_(it_ended_with_status_3) exit 3
3 could_not_take_a_variable_or_tool exec python3 undefining.py
END
}

@test "a program works as well, and gets no key" {
    needs_worker
    export OPENAI_API_KEY=sk-secret GRANTED=yes
    run_split "$BIN" python --no-config -e command --worker "$worker" --env GRANTED -c '
import os
print(os.environ.get("OPENAI_API_KEY"), os.environ.get("GRANTED"))'
    echo "$output $errors"
    [ "$output" = "None yes" ]
}

@test "no worker, or one that is none" {
    run_split "$BIN" python --no-config -e command -c 1
    [ "$status" = 2 ]
    [[ $errors == *"needs --worker COMMAND"* ]]
    for worker in /nowhere 'exit 3' 'head -c 1000 /dev/zero' 'head -c 1000 /dev/urandom; sleep 9' 'echo hello; sleep 9' \
        'printf "\0\0\0\2{}"; sleep 9' 'printf "\177\377\377\377"; sleep 9'; do
        run_split timeout 20 "$BIN" python --no-config -e command --worker "$worker" -c 1
        echo "$worker: $status $errors"
        [ "$status" = 10 ]
        [[ $errors == *"the sandbox worker did not start ("*" status "*"); its program is $worker"* || $errors == *"(ended by signal "*"); its program is $worker"* ]]
    done
}

@test "what a worker leaves running is ended with it" {
    needs_worker
    run_split "$BIN" python --no-config -e command --worker "sleep 987 & echo \$! >pid; $worker" -c 'print(1)'
    [ "$output" = 1 ]
    for _ in $(seq 100); do [ -e "/proc/$(cat pid)/exe" ] && sleep 0.02 || break; done
    [ ! -e "/proc/$(cat pid)/exe" ]
}

@test "a worker has the limit of core dumps that the program was started with" {
    needs_worker
    case ${MODE:-release} in asan) skip "AddressSanitizer switches core dumps off" ;; esac
    ulimit -S -c 77
    replies r.jsonl 'import resource
final_answer(resource.getrlimit(resource.RLIMIT_CORE)[0])'
    agent "$worker" --imports resource
    [ "$output" = 78848 ]
}

@test "a worker that writes its JSON over many lines forges none: of events, of a trail, to a server" {
    needs_worker
    sed 's/default=str)\.encode/default=str, indent=0).encode/' "${worker#python3 }" >lines.py
    grep -q 'indent=0' lines.py
    replies r.jsonl 'print(echo(text="hi"))
final_answer({"a": [1, 2]})'
    export MCP_LOG=$dir/log
    printf '[mcp.pot]\ncommand = %s stdio\nenv = MCP_LOG\n' "$HELPERS/mcpserver" >conf
    run_split timeout 60 "$BIN" run --config conf --approve never -m replay:r.jsonl -e command --worker "python3 lines.py" \
        --output jsonl --audit trail task
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$(grep -c -v '^{"v":1,.*}$' <<<"$output")" = 0 ]
    [[ $output == *'"type":"tool.result",'*'"ok":true,"value":"hi"'* ]]
    "$BIN" sessions audit trail
    grep -q '"method":"tools/call".*"text": "hi"' log
}

@test "a tool that prints JSON over many lines makes one event" {
    printf '[tool.both]\ndescription = Two.\ncommand = ["printf", "{\\\\n\\"a\\":\\\\r\\\\n1}"]\noutput = object\n' >tools.conf
    replies r.jsonl 'final_answer(both()["a"])'
    run_split "$BIN" run --config tools.conf -m replay:r.jsonl --output jsonl task
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$(grep -c -v '^{"v":1,.*}$' <<<"$output")" = 0 ]
}
