#!/usr/bin/env bats
# `smolagent run` on recorded replies: input, output, exit codes.
load helper

ask() { run_split "$BIN" run --model replay:r.jsonl "$@"; }

@test "the answer alone goes to stdout" {
    replies r.jsonl 'print("working")
final_answer(6 * 7)'
    ask "what is it?"
    [ "$status" = 0 ]
    [ "$output" = 42 ]
    [[ $errors == *"working"* ]]
    ask -q "what is it?"
    [ "$output" = 42 ]
    [ -z "$errors" ]
}

@test "the task may come from words, a file, a dash or a pipe" {
    replies r.jsonl 'final_answer("ok")'
    echo task >t.txt
    ask -q several words
    [ "$output" = ok ]
    ask -q -f t.txt
    [ "$output" = ok ]
    [ "$(echo task | "$BIN" -m replay:r.jsonl -q -)" = ok ]
    [ "$(echo task | "$BIN" -m replay:r.jsonl -q)" = ok ]
    run_split "$BIN" run -m replay:r.jsonl -f t.txt words
    [ "$status" = 2 ]
}

@test "variables: JSON, text, files, and a whole object" {
    replies r.jsonl 'final_answer([a + 1, b, c["k"], d, e])'
    echo '{"k": [1]}' >c.json
    echo '{"d": 12345678901234567890, "e": null}' >v.json
    ask -q --var a=5 --var b=text --var c=@c.json --vars v.json --output json t
    [ "$status" = 0 ]
    [[ $output == *'[6, "text", [1], 12345678901234567890, null]'* || $output == *'[6,"text",[1],12345678901234567890,null]'* ]]
    ask --var broken t
    [ "$status" = 2 ]
    ask --var c=@nothere.json t
    [ "$status" = 10 ]
    [[ $errors == *"--var c: cannot open nothere.json"* ]]
    ask --vars nothere.json t
    [ "$status" = 10 ]
    [[ $errors == *"--vars: cannot open nothere.json"* ]]
    ask --file . t
    [ "$status" = 10 ]
    [[ $errors == *"--file .: is a folder"* ]]
}

@test "piped standard input is data when there is a task" {
    replies r.jsonl 'final_answer(sum(int(line) for line in stdin))'
    [ "$(seq 1 1000 | "$BIN" run -m replay:r.jsonl -q add)" = 500500 ]
}

@test "an open pipe that says nothing does not hang a run" {
    replies r.jsonl 'final_answer("done")'
    mkfifo pipe
    sleep 20 >pipe &
    holder=$!
    output=$(timeout 10 "$BIN" run -m replay:r.jsonl -q t <pipe)
    kill $holder
    [ "$output" = done ]
}

@test "a granted file can be read, another one not" {
    echo secret >a.txt
    echo other >b.txt
    replies r.jsonl 'try:
    other = open("b.txt").read()
except OSError as e:
    other = type(e).__name__
final_answer([open("a.txt").read().strip(), other])'
    ask -q --file a.txt t
    [ "$status" = 0 ]
    [ "$output" = '["secret", "PermissionError"]' ]
    ask --file nothere t
    [ "$status" = 10 ]
}

@test "-o writes the answer to a file and only on success" {
    replies r.jsonl 'final_answer("to file")'
    ask -q -o out.txt t
    [ "$status" = 0 ]
    [ -z "$output" ]
    [ "$(cat out.txt)" = "to file" ]
    : >empty.jsonl
    run_split "$BIN" run -m replay:empty.jsonl -q -o none.txt t
    [ "$status" != 0 ]
    [ ! -e none.txt ]
    ask -q -o - t
    [ "$status" = 0 ]
    [ "$output" = "to file" ]
    [ ! -e ./- ]
    ln -s out.txt link.txt
    ask -q -o link.txt t
    [ "$status" = 10 ]
}

@test "-o keeps the mode of a file that is there, and takes /dev/stdout" {
    replies r.jsonl 'final_answer("new")'
    echo old >out.txt
    chmod 664 out.txt
    ask -q -o out.txt t
    [ "$status" = 0 ]
    [ "$(cat out.txt)" = new ]
    [ "$(stat -c %a out.txt)" = 664 ]
    ask -q -o fresh.txt t
    [ "$(stat -c %a fresh.txt)" = 600 ]
    for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        ask -q -o $name t
        [ "$status" = 0 ]
        [ "$output" = new ]
    done
}

@test "jsonl -o keeps the events of a run that failed, answers only of one that went well" {
    replies r.jsonl 'print(1)'
    for format in jsonl json markdown text; do
        echo old >out.$format
        ask -q --max-steps 1 --on-max-steps fail --output $format -o out.$format t
        [ "$status" = 3 ]
        [ -z "$output" ]
    done
    [ "$(head -n 1 out.jsonl | grep -c run.start)" = 1 ]
    [ "$(tail -n 1 out.jsonl | grep -c '"type":"run.end".*"exit_code":3')" = 1 ]
    for format in json markdown text; do [ "$(cat out.$format)" = old ]; done
    run_split "$BIN" run -q --no-config --output jsonl -o early.jsonl t
    [ "$status" = 10 ]
    [ "$(grep -c '"type":"run.end".*"exit_code":10' early.jsonl)" = 1 ]
}

@test "run.start names version, provider and model" {
    replies r.jsonl 'final_answer(1)'
    ask -q --output jsonl t
    version=$("$BIN" --version)
    [[ $output == *'"type":"run.start","task":"t","version":"'"${version#smolagent }"'","model":"replay:r.jsonl","provider":'* ]]
}

@test "markdown is a report: task, answer, numbers; of a failed run the error" {
    replies r.jsonl 'final_answer("# It is\n\n- 42")'
    ask -q --output markdown "what is it?
really"
    [ "$status" = 0 ]
    [[ $output == "> what is it?
> really

# It is

- 42

| status | steps | time | tokens in | cached | out | reasoning | cost | model |
|---|---:|---:|---:|---:|---:|---:|---:|---|
| ok | 1 | "*" | 0 | 0 | 0 | 0 | price unknown | replay:r.jsonl |" ]]
    replies r.jsonl 'print(1)'
    ask -q --max-steps 1 --on-max-steps fail --output markdown t
    [ "$status" = 3 ]
    [[ $output == "> t

**Failed (exit status 3):** no answer within 1 steps (--max-steps)

| status |"*"| no_answer | 1 |"* ]]
    ask -q --max-steps 1 --on-max-steps fail --output markdown --fallback-answer none t
    [[ $output == "> t

none

**Failed"* ]]
    run_split "$BIN" run -q --no-config --output markdown t
    [ "$status" = 10 ]
    [[ $output == "**Failed (exit status 10):** no model configured"* ]]
}

@test "jsonl: every line is JSON, numbered, and the last is the only run.end" {
    replies r.jsonl 'print(1)' 'final_answer(2)'
    ask -q --output jsonl t
    [ "$status" = 0 ]
    printf '%s\n' "$output" >events
    [ "$(grep -c '"type":"run.end"' events)" = 1 ]
    tail -n 1 events | grep -q '"type":"run.end".*"exit_code":0'
    head -n 1 events | grep -q '^{"v":1,"seq":1,"ts":".*Z","run":".*","type":"run.start"'
    "$BIN" python --no-config --stdin -c 'import json, sys
for n, line in enumerate(sys.stdin, 1):
    assert json.loads(line)["seq"] == n
print(n)' <events
}

@test "jsonl ends in run.end with the exit code for every early failure too" {
    check() {
        [ "$status" = "$1" ]
        [ "$(printf '%s\n' "$output" | grep -c run.end)" = 1 ]
        printf '%s\n' "$output" | tail -n 1 | grep -q "\"exit_code\":$1"
    }
    run_split "$BIN" run --output jsonl t
    check 10
    run_split "$BIN" run --output jsonl " "
    check 2
    run_split "$BIN" run --output jsonl -m replay:nothere t
    check 10
}

@test "json is one object" {
    replies r.jsonl 'final_answer({"a": 1})'
    ask -q --output json t
    [ "$status" = 0 ]
    [ "$(printf '%s\n' "$output" | wc -l)" = 1 ]
    printf '%s' "$output" | "$BIN" python --no-config --stdin -c 'import json, sys
r = json.loads(sys.stdin.read())
print(r["status"], r["exit_code"], r["answer"]["a"], r["metrics"]["steps"])' | grep -qx 'ok 0 1 1'
}

@test "no answer: exit code, fallback and a line on stderr" {
    replies r.jsonl 'print(1)' 'print(2)'
    ask -q --max-steps 1 --on-max-steps fail t
    [ "$status" = 3 ]
    [ -z "$output" ]
    [ -n "$errors" ]
    ask -q --max-steps 1 --on-max-steps fail --fallback-answer none t
    [ "$status" = 3 ]
    [ "$output" = none ]
}

@test "--max-answer cuts with a mark" {
    replies r.jsonl 'final_answer("x" * 1000)'
    ask -q --max-answer 10 t
    [[ $output == "xxxxxxxxxx... [cut: 10 of 1000 characters shown]" ]]
    replies r.jsonl 'final_answer("\u00e9" * 9)'
    ask -q --max-answer 2 t
    [[ $output == "éé... [cut: 2 of 9 characters shown]" ]]
}

@test "--timeout stops a hot loop with exit 124" {
    replies r.jsonl 'while True: pass'
    ask -q --timeout 0.3 --output jsonl t
    [ "$status" = 124 ]
    printf '%s\n' "$output" | tail -n 1 | grep -q '"status":"timeout".*"exit_code":124'
}

@test "SIGTERM in a hot loop: run.end, then the signal again" {
    replies r.jsonl 'print("go")
while True: pass'
    "$BIN" run -m replay:r.jsonl -q --output jsonl t >out 2>err </dev/null &
    pid=$!
    until grep -q '"type":"code"' out; do :; done
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ "$status" = 143 ]
    tail -n 1 out | grep -q '"type":"run.end".*"exit_code":143'
    [ "$(grep -c run.end out)" = 1 ]
}

@test "a flood of printed text is cut on the terminal, not with -v" {
    replies r.jsonl 'for i in range(9000): print("line", i, flush=i % 100 == 0)
final_answer(1)'
    ask t
    [ "$status" = 0 ]
    [ ${#errors} -lt 25000 ]
    [[ $errors == *"line 1000"*"... (more was printed; -v shows all of it)"*"[step 1:"* ]]
    [[ $errors != *"line 8999"* ]]
    [ "$(grep -c 'more was printed' <<<"$errors")" = 1 ]
    ask -v t
    [[ $errors == *"line 8999"* && $errors != *"more was printed"* ]]
}

@test "colours only where they are wanted" {
    replies r.jsonl 'final_answer(1)'
    ask t
    [[ $errors != *$'\x1b'* ]]
    ask --color always t
    [[ $errors == *$'\x1b['* ]]
    NO_COLOR=1 FORCE_COLOR=1 ask t
    [[ $errors != *$'\x1b'* ]]
}

@test "what the model or the code prints cannot drive the terminal" {
    replies r.jsonl 'print("\x1b[2Jcleared")
final_answer(1)'
    ask t
    [[ $errors != *$'\x1b'* ]]
}

@test "a cap from the environment and a seed make runs repeatable" {
    replies r.jsonl 'import random
final_answer(random.random())'
    ask -q --seed 7 t
    first=$output
    ask -q --seed 7 t
    [ "$output" = "$first" ]
}

@test "a standard stream that is closed is nobody else's file" {
    replies r.jsonl 'print("seen by nobody")
final_answer(42)'
    "$BIN" run -m replay:r.jsonl --audit trail t 2>&- >answer </dev/null
    [ "$(cat answer)" = 42 ]
    run_split "$BIN" sessions audit trail
    [ "$status" = 0 ]
    status=0
    "$BIN" run -m replay:r.jsonl --audit other -q t >&- 2>errors </dev/null || status=$?
    [ "$status" = 1 ]
    grep -q 'cannot write to standard output: Bad file descriptor' errors
    [ "$("$BIN" run -m replay:r.jsonl -q t <&-)" = 42 ]
    status=0
    "$BIN" run -m replay:r.jsonl -q <&- 2>errors || status=$?
    [ "$status" != 0 ]
    grep -q 'standard input' errors
}

@test "what cannot be written is told before the model is asked" {
    printf '%s\n' '{"text": "<code>\nfinal_answer(42)\n</code>"}' >r.jsonl
    mkdir folder
    for option in '-o nothere/x' '-o folder' '--record nothere/x' '--record folder' '--audit nothere/x'; do
        # shellcheck disable=SC2086
        ask --output jsonl $option t
        [ "$status" = 10 ]
        [[ $errors == *"cannot "*" nothere/x: No such file"* || $errors == *folder:* ]]
        [[ $output != *step.start* && $output != *'"answer":42'* ]]
    done
    ask -o "" t
    [ "$status" = 2 ]
    [[ $errors == *"--output-file: '' must be the name of a file"* ]]
}

@test "a folder for audit trails is made when its name ends in a slash" {
    replies r.jsonl 'final_answer(42)'
    ask -q --audit runs/here/ t
    [ "$status" = 0 ]
    "$BIN" sessions audit runs/here/*.jsonl
}

@test "an answer whose file cannot be written is not lost" {
    replies r.jsonl 'final_answer(42)'
    run bash -c 'ulimit -f 0; trap "" XFSZ; exec "$1" run -m replay:r.jsonl -q -o out t' bash "$BIN"
    [ "$status" = 10 ]
    [[ $output == *"File too large; it goes to standard output instead"* && $output == *42* ]]
    [ ! -e out ]
}

@test "an option of another executor is refused, not passed over" {
    replies r.jsonl 'final_answer(42)'
    ask --image python:3-slim t
    [ "$status" = 2 ]
    [[ $errors == *"--image is for --executor docker; this is --executor auto"* ]]
    ask -e jail --env HOME t
    [ "$status" = 2 ]
    [[ $errors == *"--env is for --executor docker, e2b or command"* ]]
    run_split "$BIN" python --worker ./w -c 1
    [ "$status" = 2 ]
    [[ $errors == *"--worker is for --executor command"* ]]
    run_split "$BIN" sandbox-run -- python --install numpy -c 1
    [ "$status" = 2 ]
    [[ $errors == *"--install is for --executor docker"* ]]
    printf '[sandbox]\nimage = python:3-slim\n' >conf
    ask -q --config conf t
    [ "$status" = 0 ]
    [ "$output" = 42 ]
}

@test "an answer in plain text at the step limit is shown once" {
    printf '%s\n' '{"text": "I think."}' '{"text": "It is 42."}' >r.jsonl
    run bash -c '"$1" run -m replay:r.jsonl --max-steps 1 t 2>&1' bash "$BIN"
    [ "$status" = 0 ]
    [ "$(grep -c 'It is 42.' <<<"$output")" = 1 ]
    [ "$(grep -c 'I think.' <<<"$output")" = 1 ]
}

@test "a module to import that the interpreter does not have is told at once" {
    replies r.jsonl 'final_answer(42)'
    ask -q -e local --imports csv,numpy,pandas.io t
    [ "$status" = 0 ]
    [ "$errors" = "smolagent: warning: the built-in interpreter has no module 'numpy'; --executor auto takes python3 for it" ]
    run_split env PATH=/nowhere "$BIN" run --no-config -m replay:r.jsonl -q --imports csv,numpy t
    [ "$status" = 0 ]
    [ "$errors" = "smolagent: warning: the built-in interpreter has no module 'numpy', and there is no python3 for it (--python PATH)" ]
    ask -q --imports 'csv,xml.*' t
    [ "$status" = 0 ]
    [ -z "$errors" ]
}

@test "a variable that the code could never see is refused" {
    replies r.jsonl 'final_answer(1)'
    ask --var final_answer=5 t
    [ "$status" = 2 ]
    [[ $errors == *"'final_answer' is the name of the function that ends a run"* ]]
    printf '[tool.count]\ndescription = d\ncommand = wc\n' >t.conf
    echo '{"count": 1}' >v.json
    ask --config t.conf --vars v.json t
    [ "$status" = 2 ]
    [[ $errors == *"--vars v.json: 'count' is the name of a tool"* ]]
}

@test "variables: what is wrong is said with the option and the file" {
    replies r.jsonl 'final_answer(1)'
    echo '{' >bad.json
    echo '{"1x": 1}' >name.json
    ask --var a=@bad.json t
    [ "$status" = 2 ]
    [[ $errors == *"--var a: bad.json: bad JSON at line 2"* ]]
    ask --vars name.json t
    [ "$status" = 2 ]
    [[ $errors == *"--vars name.json: '1x' is no variable name"* ]]
    ask --var a=$'x\xff' t
    [ "$status" = 2 ]
    [[ $errors == *"--var a: neither JSON nor UTF-8 text"* ]]
}

@test "an error in a variable is not hidden by the lack of a model" {
    for option in --var=broken --var=1x=2 --var=c=@nothere --vars=nothere --file=nothere; do
        run_split "$BIN" run --no-config "$option" t
        [[ $errors != *"no model"* ]]
        [[ $errors == *broken* || $errors == *1x* || $errors == *nothere* ]]
    done
}

@test "a value that begins as JSON does and is none is told" {
    replies r.jsonl 'final_answer("=" + a)'
    ask -q --var 'a=[1,2,' t
    [ "$status" = 0 ]
    [ "$output" = '=[1,2,' ]
    [[ $errors == *"warning: --var a is taken as text, for it is no JSON: bad JSON at line 1"* ]]
    for text in 'plain' '1 2' '' '-' 'a[1'; do
        ask -q --var "a=$text" t
        [ "$status" = 0 ]
        [ -z "$errors" ]
    done
}

@test "too few descriptors are not taken for a library that is missing" {
    exec 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
    for most in 5 6 7; do
        run bash -c 'exec 3>&-; ulimit -n $2; exec "$1" run --no-config -q -m m --base-url http://127.0.0.1:1/v1 --retries 0 t </dev/null' sh "$BIN" $most
        [[ $output != *libcurl4* || $output == *"Too many open files"* ]]
    done
}

@test "-f - is standard input" {
    replies r.jsonl 'final_answer("ok")'
    [ "$(echo task | "$BIN" run -m replay:r.jsonl -q -f -)" = ok ]
}

@test "a recording that cannot be written says why" {
    replies r.jsonl 'final_answer("ok")'
    ask --record /dev/full t
    [ "$status" = 10 ]
    [[ $errors == *"--record: cannot write /dev/full: No space left on device"* ]]
}

@test "SIGHUP is named, and its status documented" {
    replies r.jsonl 'print("ready", flush=True)
while True: pass'
    "$BIN" run -m replay:r.jsonl --output json t >out 2>log &
    pid=$!
    await grep -q ready log
    kill -HUP $pid
    wait $pid && status=0 || status=$?
    [ "$status" = 129 ]
    grep -q '"exit_code":129,"error":"interrupted by SIGHUP' out
    "$BIN" help exit-codes | grep -q '129.*SIGHUP'
}

@test "a tool without a word on stderr, or killed, is told plainly" {
    printf '[tool.%s]\ndescription = d\ncommand = ["sh", "-c", "%s"]\n' a 'exit 3' b 'kill -9 $$' >t.conf
    replies r.jsonl 'for f in a, b:
    try: f()
    except RuntimeError as e: print(f"<{e}>")
final_answer(1)'
    ask --config t.conf -v t
    [[ $errors == *"<a: exit status 3>"* ]]
    [[ $errors == *"<b: exit status 137 (Killed)>"* ]]
    [[ $errors == *"ok: 1 step, 2 tool calls"* ]]
}

@test "a tool whose program is not there is told before the run" {
    replies r.jsonl 'final_answer(1)'
    printf '[tool.%s]\ndescription = d\ncommand = %s\n' a nosuchprogram b ./nothere c sort >t.conf
    ask -q --config t.conf t
    [ "$status" = 0 ]
    [[ $errors == *"warning: tool a: there is no program 'nosuchprogram' here"* ]]
    [[ $errors == *"warning: tool b: there is no program './nothere' here"* ]]
    [[ $errors != *"tool c"* ]]
}

@test "an output that takes no more ends the run in good order, with its trail and its status" {
    [ -w /dev/full ] || skip "no /dev/full"
    replies r.jsonl 'for i in range(3): print(i)' 'final_answer(1)'
    for format in text json jsonl; do
        run bash -c '"$1" run --no-config -q -m replay:r.jsonl --audit full-$2 --output $2 t >/dev/full' sh "$BIN" $format
        [ "$status" = 1 ]
        [[ $output == *"cannot write to standard output: No space left"* ]]
        tail -n 1 full-$format | grep -q '"what":"end"'
    done
    tail -n 1 full-text | grep -q '"exit_code":1,'
    # A reader that has gone: as SIGPIPE would, but with the end in the trail.
    run bash -c '(sleep 0.1; exec "$1" run --no-config -q -m replay:r.jsonl --audit gone --output jsonl t) | true; echo ${PIPESTATUS[0]}' sh "$BIN"
    [ "$output" = 141 ]
    tail -n 1 gone | grep -q '"what":"end"'
}

@test "nothing dies of SIGXFSZ: files that may not grow are errors told" {
    replies r.jsonl 'final_answer(1)'
    for option in --record --audit -o; do
        run bash -c 'ulimit -f 0; exec "$1" run --no-config -q -m replay:r.jsonl "$2" out t' sh "$BIN" $option
        [ "$status" = 10 ]
        [[ $output == *"File too large"* ]]
    done
    run bash -c 'ulimit -f 0; exec "$1" python -c "print(1)" >out' sh "$BIN"
    [ "$status" = 1 ]
    [[ $output == *"cannot write to standard output: File too large"* ]]
}

@test "a known key that is printed in two pieces is taken out, whatever standard error says between them" {
    replies r.jsonl 'import sys
print(k[:10], end="")
sys.stderr.write("between")
print(k[10:])
print("a", end=" "); sys.stderr.write("b "); print("c")
final_answer(1)'
    for executor in local jail; do
        MY_API_KEY=zq83hfPLMNx72kaWWq91 run_split "$BIN" run --no-config -e $executor --sandbox auto -m replay:r.jsonl \
            --imports sys --var 'k="zq83hfPLMNx72kaWWq91"' --output jsonl t
        [ "$status" = 0 ]
        [[ $output != *zq83hfPLMN* && $output != *x72kaWWq91* && $output == *'"text":"***'* ]]
        [[ $errors != *zq83hfPLMN* && $errors != *x72kaWWq91* ]]
    done
}
