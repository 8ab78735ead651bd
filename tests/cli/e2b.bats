#!/usr/bin/env bats
# The e2b executor against the stand-in of tests/e2b: what goes over the wire, what the network and
# a server can do to it, and that no sandbox is left. What all executors do is executors.bats.
load helper

setup_file() { export E2B_CLIENT=${E2B_CLIENT:-$BATS_TEST_DIRNAME/../../build/e2b-client}; }

# Every test needs the server.
server() { start_e2b || skip "no python3 for the server"; }

# steer PATH [BODY]: what the server answers to the test itself.
steer() {
    local method=GET line
    [ $# = 1 ] || method=POST
    exec 9<>"/dev/tcp/127.0.0.1/${E2B_API_URL##*:}"
    printf '%s /test/%s HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s' $method "$1" "${#2}" "${2:-}" >&9
    while read -r -u 9 line && [ "$line" != $'\r' ]; do :; done
    cat <&9
    exec 9>&-
}
get() { steer "$1"; }
faults() { steer faults "$1"; }
asked() { grep -c "$1" "$dir/e2b/log" || true; }

# until_asked PATTERN COUNT: waits for what a program that was killed has begun.
until_asked() { await was_asked "$@" || { cat "$dir/e2b/log" && return 1; }; }
was_asked() { [ "$(asked "$1")" = "$2" ]; }

# No sandbox is alive; waits a little for a program that was killed itself.
none_left() {
    left=$(get left)
    [ "$left" = "[]" ] || { echo "left: $left"; return 1; }
}

# agent CODE...: an agent's run whose model answers with each CODE in turn.
agent() {
    replies r.jsonl "$@"
    run_split "$BIN" run --no-config -m replay:r.jsonl -e e2b -vv $options task
    echo "status $status: $output $errors"
}

@test "E2B's own client accepts the server" {
    server
    command -v node >/dev/null && command -v npm >/dev/null || skip "no node and npm"
    if [ ! -d "$E2B_CLIENT/node_modules/@e2b" ]; then
        mkdir -p "$E2B_CLIENT"
        # The client asks for a chalk that Node.js 18 cannot load.
        (cd "$E2B_CLIENT" && echo '{"overrides": {"chalk": "4.1.2"}}' >package.json && timeout 100 npm install --ignore-scripts \
            --no-audit --no-fund e2b@2.51.0 @e2b/code-interpreter@2.8.0 >npm.log 2>&1) ||
            skip "npm cannot fetch @e2b/code-interpreter"
    fi
    run node "$BATS_TEST_DIRNAME/../e2b/official.mjs" "$E2B_CLIENT/node_modules" "$E2B_API_URL" \
        "$E2B_API_KEY"
    echo "$output"
    [ "$output" = ok ]
    none_left
}

@test "a sandbox has no network, a short life and our mark; the daemon never sees the key" {
    server
    options="--e2b-template base"
    agent 'final_answer(1)'
    get bodies >bodies
    cat bodies
    grep -q '"templateID": "base"' bodies
    grep -q '"allow_internet_access": false' bodies
    grep -q '"timeout": 90' bodies
    grep -q '"metadata": {"smolagent": "[0-9a-f]\{32\}"}' bodies
    options="--e2b-internet"
    agent 'final_answer(1)'
    get bodies | grep -q '"allow_internet_access": true'
    [ "$(asked 'POST /v2/sandboxes 201')" = 2 ]
    [ "$(asked 'DELETE /sandboxes/.* 204')" = 2 ]
    none_left
}

@test "the key is in no output, event or environment of the code" {
    server
    options="--output jsonl --record rec.jsonl --imports os"
    agent 'import os
print(dict(os.environ), open("/proc/self/cmdline").read())
final_answer("E2B_API_KEY" in os.environ)'
    [ "$status" = 0 ]
    [[ $output == *'"answer":false'* && $output == *E2B_SANDBOX* ]]
    ! grep -q "${E2B_API_KEY#e2b_}" <<<"$output$errors" || false
    ! grep -q "${E2B_API_KEY#e2b_}" rec.jsonl || false
}

@test "variables are handed in by name, and seeds" {
    server
    export COLOUR=green
    options="--env COLOUR --imports os --seed 7"
    agent 'import os
final_answer([os.environ["COLOUR"], "HOME" in os.environ, hash("a")])'
    first=$output
    [[ $output == '["green", true, '* ]]
    agent 'import os
final_answer([os.environ["COLOUR"], "HOME" in os.environ, hash("a")])'
    [ "$output" = "$first" ]
}

@test "what it ran and cost is told at the end, and not with -q" {
    server
    agent 'final_answer(1)'
    [[ $errors =~ e2b:\ sandbox\ [0-9a-f]{20}\ ran\ [0-9.]+\ s\ \(\$0\.000[0-9]+\) ]]
    run_split "$BIN" run --no-config -q -m replay:r.jsonl -e e2b task
    [ "$output$errors" = 1 ]
    # Prices of a server of one's own are not known.
    run_split "$BIN" run --no-config -m replay:r.jsonl -e e2b --e2b-domain example.org task
    [[ $errors =~ ran\ [0-9.]+\ s$ ]]
}

@test "no key, a wrong one, and a template that is not there" {
    server
    options="--e2b-template nonsense"
    agent 'final_answer(1)'
    [ "$status" = 10 ]
    [[ $errors == *"--e2b-template nonsense: E2B knows no such thing: template 'nonsense' not found"* ]]
    options=
    E2B_API_KEY=e2b_wrong_one agent 'final_answer(1)'
    [ "$status" = 8 ]
    [[ $errors == *"E2B refuses the key in E2B_API_KEY"* ]]
    [[ $errors != *"e2b_wrong_one"* ]]
    E2B_API_KEY= agent 'final_answer(1)'
    [ "$status" = 8 ]
    [[ $errors == *"needs a key of E2B in E2B_API_KEY"* ]]
    [ "$(asked 'POST /v2/sandboxes 201')" = 0 ]
}

@test "a busy server is asked again, a broken one given up" {
    server
    faults '[{"at": "create", "times": 1, "status": 429}, {"at": "create", "times": 2, "status": 503},
             {"at": "kill", "times": 2, "status": 500}]'
    agent 'final_answer(7)'
    [ "$output" = 7 ]
    none_left
    faults '[{"at": "create", "times": 9, "status": 500}]'
    agent 'final_answer(7)'
    [ "$status" = 9 ]
    [[ $errors == *"E2B fails: as the test wants it (status 500)"* ]]
    faults '[{"at": "start", "times": 1, "status": 503}]'
    agent 'final_answer(8)'
    [ "$output" = 8 ]
    none_left
}

@test "a creation that was not answered leaves nothing behind" {
    server
    faults '[{"at": "create", "times": 1, "late": true}]'
    agent 'final_answer(7)'
    [ "$output" = 7 ]
    [ "$(asked 'POST /v2/sandboxes cut')" = 1 ]
    none_left
    faults '[{"at": "create", "times": 1, "late": true}, {"at": "create", "times": 9, "cut": true}]'
    agent 'final_answer(7)'
    [ "$status" = 9 ]
    [ "$(asked 'DELETE /sandboxes/.* 204')" -ge 3 ]
    none_left
}

@test "answers of the API that make no sense" {
    server
    for body in '{"sandboxID": "../../x"}' '{"sandboxID": 7}' '{}' '[]' '"x"' \
        "{\"sandboxID\": \"$(printf 'a%.0s' $(seq 2000))\"}"; do
        faults "[{\"at\": \"create\", \"body\": $body}]"
        agent 'final_answer(1)'
        [ "$status" = 9 ]
        [[ $errors == *"E2B's answer names no sandbox that could be"* ]]
        none_left
    done
    faults '[{"at": "get", "times": 9, "body": {"cpuCount": "many", "memoryMB": []}}]'
    agent 'final_answer(1)'
    [ "$output" = 1 ]
}

@test "a sandbox that cannot be killed is told" {
    server
    faults '[{"at": "kill", "times": 9, "status": 500}]'
    agent 'final_answer(7)'
    [ "$output" = 7 ]
    [[ $errors == *"E2B ends the sandbox in 90 s"* ]]
}

@test "a connection cut during a cell: not run again, the cells before it are" {
    server
    cat >tools.conf <<'END'
[tool.note]
description = Notes.
command = ["sh", "-c", "echo $1 >>notes; echo $1", "sh", "{n}"]
input.n = integer the number
output = integer
END
    # Its start, ready, the end of its imports, two definitions, cell 1 (a call, its end), then the call of cell 2.
    faults '[{"at": "start", "cut_after": 7}]'
    replies r.jsonl 'x = note(1)' 'y = note(2)
z = note(3)' 'final_answer([x, "y" in globals()])'
    run_split "$BIN" run --config tools.conf -m replay:r.jsonl -e e2b -vv task
    echo "$output $errors"
    cat notes "$dir/e2b/log"
    [ "$output" = "[1, false]" ]
    [[ $errors == *"the connection to the sandbox is lost"*"WorkerError: "*"a fresh worker ran the 1 earlier cells again"* ]]
    [ "$(sort notes | uniq -c | awk '$1 > 1')" = "" ]
    [ "$(asked 'POST /v2/sandboxes 201')" = 2 ]
    none_left
}

@test "input that may not have arrived is sent again, and counts once" {
    server
    cat >tools.conf <<'END'
[tool.note]
description = Notes.
command = ["sh", "-c", "echo $1 >>notes; echo $1", "sh", "{n}"]
input.n = integer the number
output = integer
END
    replies r.jsonl 'for i in range(20): note(i)' 'x = 7' 'while True: pass' 'final_answer(x)'
    for how in '"status": 503' '"cut": true' '"late": true'; do
        faults "[{\"at\": \"input\", \"times\": 2, $how}]"
        rm -f notes
        run_split "$BIN" run --config tools.conf -m replay:r.jsonl -e e2b --step-timeout 4 task
        echo "$how: $output $errors"
        [ "$output" = 7 ]
        seq 0 19 | diff - notes
    done
    [ "$(asked 'POST /v2/sandboxes 201')" = 3 ]
    none_left
}

@test "input that does not arrive loses the worker; when it does not reach the next one either, the run ends" {
    server
    for how in '"times": 4, "status": 500' '"times": 5, "cut": true'; do # libcurl tries once more
        faults "[{\"at\": \"input\", $how}]"
        agent 'x = 5' 'x = 5' 'x = 5' 'final_answer("y" in globals())'
        [ "$status" = 0 ]
        [ "$output" = False ]
        [[ $errors == *"warning: e2b: "* ]]
        none_left
    done
    faults '[{"at": "input", "times": 14, "status": 500}]'
    agent 'x = 5' 'x = 5' 'final_answer(1)'
    [ "$status" = 10 ]
    [[ $errors == *"the sandbox worker is lost and cannot be replaced: "*"error: 1 step,"* || $errors == *"error: 1 step,"*"the sandbox worker is lost and cannot be replaced: "* ]]
    none_left
}

@test "a worker that dies is described, and the state is there again" {
    server
    options="--imports os,signal"
    agent 'x = 5' 'import os
os.kill(os.getpid(), 9)' 'final_answer(x)'
    [ "$output" = 5 ]
    [[ $errors == *"WorkerError: the sandbox worker was killed, most likely for lack of memory"* ]]
    none_left
}

@test "code that does not hear of its time limit costs the sandbox" {
    server
    options="--step-timeout 2"
    agent 'x = 1' 'sum(range(10**12))' 'final_answer(x)'
    [ "$output" = 1 ]
    [[ $errors == *"LimitError: time limit of 2 s reached; the worker did not stop by itself"* ]]
    [ "$(asked 'POST /v2/sandboxes 201')" = 2 ]
    none_left
}

# envelope FLAGS TEXT: as it goes over the wire.
envelope() { printf "\\$1\\000\\000\\$(printf '%03o\\%03o' $((${#2} / 256)) $((${#2} % 256)))%s" "$2"; }

# refused MESSAGE < BYTES: a run ends with this when the worker's stream is these bytes.
refused() {
    faults "[{\"at\": \"start\", \"times\": 9, \"bytes\": \"$(base64 -w0)\"}]"
    agent 'final_answer(1)' 'final_answer(2)'
    [[ $errors == *"$1"* && $errors != *"step 1"* ]]
    [ "$status" = 9 ] || [ "$status" = 10 ]
    none_left
}

@test "hostile streams are refused" {
    server
    early="E2B's stream ended early, or is damaged"
    refused "$early" </dev/null
    envelope 002 '{}' | refused "$early"
    envelope 000 '{"event":{"start":{"pid":7}}}' | refused "$early"
    envelope 000 '{"event":{"data":{"stdout":"*"}}}' | refused "$early"
    envelope 000 '{"event":{"data":7}}' | refused "$early"
    envelope 002 '{"error":{"code":"internal","message":"a bad thing"}}' | refused "the sandbox's daemon: a bad thing"
    envelope 000 '{"event":{"end":{"status":"signal: killed"}}}' | refused "the worker ended at once (signal: killed)"
    envelope 000 '[[[' | refused "E2B's stream is damaged: not a JSON object"
    envelope 000 '{"event":[]}' | refused "E2B's stream is damaged"
    envelope 001 '{}' | refused "E2B's stream is damaged: it is compressed"
    printf '\000\377\377\377\377' | refused "E2B's stream is damaged: a piece of it is too large"
    # What a worker would say, and should not.
    envelope 000 "{\"event\":{\"data\":{\"stdout\":\"$(printf '\000\000\000\003foo' | base64)\"}}}" | refused "did not start"
    envelope 000 "{\"event\":{\"data\":{\"stdout\":\"$(printf '\377\377\377\377' | base64)\"}}}" | refused "did not start"
}

@test "a template without that Python says so" {
    server
    options="--python python9"
    agent 'final_answer(1)' 'final_answer(2)'
    [ "$status" = 10 ]
    [[ $errors == *"python9: not found"* && $errors != *"step 1"* ]]
    none_left
}

@test "megabytes go in and out" {
    server
    printf '"%s"' "$(head -c 3000000 /dev/zero | tr '\0' x)" >v.json
    options="--var v=@v.json"
    agent 'print(len(v), v[:2_000_000])
final_answer(len(v) + len(_output_1) if "_output_1" in globals() else len(v))'
    [ "$output" = 3000000 ]
}

@test "smolagent python runs there, too" {
    server
    run_split "$BIN" python --no-config -e e2b -c 'import sys; print(sys.argv[1:]); sys.exit(4)' a b
    echo "$output $errors"
    [ "$status" = 4 ]
    [ "$output" = "['a', 'b']" ]
    none_left
}

@test "killed while the sandbox is being created, none is left" {
    server
    replies r.jsonl 'final_answer(1)'
    for signal in KILL TERM INT; do
        faults '[{"at": "create", "delay": 1}]'
        env --default-signal=INT "$BIN" run --no-config -m replay:r.jsonl -e e2b task >out 2>err &
        pid=$!
        created=$((${created:-0} + 1))
        until_asked 'POST /v2/sandboxes waits' $created
        kill -$signal $pid
        wait $pid && status=0 || status=$?
        echo "$signal: $status"
        [ "$status" -gt 128 ]
        until_asked 'POST /v2/sandboxes 201' $created
        until_asked 'DELETE /sandboxes/.* 204' $created
        none_left
    done
}

@test "the time limit of a run ends the sandbox, too" {
    server
    replies r.jsonl 'while True: pass'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e e2b --timeout 0.5 task
    echo "$status $errors"
    [ "$status" = 124 ]
    none_left
}

@test "every agent case ends the same under e2b" {
    server
    cd "$BATS_TEST_DIRNAME/../.."
    export BIN HELPERS SMOLAGENT_EXECUTOR=e2b WORK=$dir
    agent_cases | xargs "$HELPERS/modelserver" test >"$dir/log" 2>&1 || true
    grep -A5 '^not ok' "$dir/log" || true
    grep -q '^ok' "$dir/log"
    ! grep -q '^not ok' "$dir/log" || false
    [ "$(asked 'POST /v2/sandboxes 201')" -gt 20 ]
    none_left
}

@test "the address of a sandbox is made of its name and the domain" {
    server
    unset E2B_SANDBOX_URL
    options="--e2b-domain e2b.invalid"
    agent 'final_answer(1)'
    [ "$status" = 9 ]
    [[ $errors =~ smolagent:\ https://49983-[0-9a-f]{20}\.e2b\.invalid/process\.Process/Start ]]
    none_left
}

@test "killed at any moment, no sandbox is left" {
    server
    replies r.jsonl 'print("one")' 'import time
time.sleep(0.1)' 'x = 1' 'while True: pass'
    for i in $(seq 30); do
        signal=$(set -- KILL TERM INT KILL; shift $((i % 4)); echo "$1")
        env --default-signal=INT setsid "$BIN" run --no-config -m replay:r.jsonl -e e2b task \
            >/dev/null 2>&1 </dev/null &
        pid=$!
        sleep "0.$(printf %03d $((RANDOM % 350)))"
        kill -"$signal" $pid 2>/dev/null || true
        wait $pid || true
    done
    none_left
    [ "$(asked 'POST /v2/sandboxes 201')" -gt 10 ]
}
