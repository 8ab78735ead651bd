#!/usr/bin/env bats
# Time limits and signals end the program whatever it waits for. An engine that never comes back is
# in tests/unit/test_watchdog.c.
load helper

# unread COMMAND...: runs it with a standard output that nobody reads; $status and $errors.
unread() {
    mkfifo unread
    exec 7<>unread
    status=0
    "$@" >unread 2>errors </dev/null 3>&- || status=$?
    exec 7<&-
    rm unread
    errors=$(cat errors)
}

@test "--timeout ends a run whose standard output nobody reads, and the trail has its end" {
    replies r.jsonl 'for i in range(40): print("x" * 10000)'
    unread timeout 60 "$BIN" run --no-config -q -m replay:r.jsonl --timeout 1s --audit trail --output jsonl t
    [ "$status" = 124 ]
    [[ $errors == *"time limit of 1.0 s for the run reached"* ]]
    tail -n 1 trail | grep -q '"what":"end".*"status":"timeout","exit_code":124'
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
}

@test "--timeout ends a program whose standard output nobody reads" {
    for executor in local jail; do
        unread timeout 60 "$BIN" python --no-config -e $executor --sandbox auto --timeout 1s \
            -c 'for i in range(300): print("x" * 10000)'
        [ "$status" = 124 ] || { echo "$executor: $status $errors"; false; }
    done
}

@test "a signal ends a run whose standard output nobody reads" {
    replies r.jsonl 'for i in range(40): print("x" * 10000)'
    for signal in HUP TERM; do # children of a shell without job control ignore SIGINT
        rm -f trail* unread
        mkfifo unread
        exec 7<>unread
        "$BIN" run --no-config -q -m replay:r.jsonl --audit trail --output jsonl t >unread 2>errors 3>&- &
        pid=$!
        await grep -q '"what":"cell"' trail 2>/dev/null
        sleep 0.3
        kill -$signal $pid
        status=0
        wait $pid || status=$?
        [ "$status" = $((128 + $(kill -l $signal))) ]
        tail -n 1 trail | grep -q "\"what\":\"end\".*\"exit_code\":$status"
    done
    exec 7<&-
}

@test "--timeout and signals end a run that reads its task, with run.end" {
    replies r.jsonl 'final_answer(1)'
    mkfifo silent
    exec 8<>silent
    run bash -c '"$1" run --no-config -q -m replay:r.jsonl --output json --timeout 1s <silent' sh "$BIN"
    [ "$status" = 124 ]
    [[ $output == *'"type":"run.end","status":"timeout","exit_code":124'* ]]
    "$BIN" run --no-config -q -m replay:r.jsonl --output json <silent >output 2>errors 3>&- 8<&- &
    pid=$!
    until_catches TERM $pid
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ "$status" = 143 ]
    grep -q '"status":"interrupted","exit_code":143' output
    exec 8<&-
}

@test "--timeout ends a key_command, and what it has started" {
    printf '[provider.x]\nbase_url = http://127.0.0.1:9/v1\nkey_command = echo $$ >started; sleep 60\n' >conf
    start=$SECONDS
    run "$BIN" run --config conf -q -m x/y --timeout 1s --output json t
    [ "$status" = 124 ]
    [[ $output == *'"status":"timeout","exit_code":124'* ]]
    [ $((SECONDS - start)) -lt 20 ]
    ! kill -0 "$(cat started)" 2>/dev/null || false
}

@test "an interrupt while python --stdin reads is KeyboardInterrupt, never the end of the input" {
    command -v python3 >/dev/null || skip "no python3 to send the signal"
    cat >interrupt.py <<'PY'
import os, signal, subprocess, sys, time
r, w = os.pipe()
os.write(w, b"a line\npart")
p = subprocess.Popen(sys.argv[1:], stdin=r, stderr=subprocess.PIPE,
                     preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
os.set_blocking(p.stderr.fileno(), True)
line = b"warning: "
while b"warning: " in line: line = p.stderr.readline() # of a machine without a layer; then it reads
time.sleep(0.3)
p.send_signal(signal.SIGINT)
print(line.decode().strip(), p.stderr.read().decode().strip(), p.wait())
PY
    for executor in local jail python; do
        run env PATH="/usr/bin:$PATH" python3 interrupt.py "$BIN" python --no-config -e $executor --sandbox auto --stdin -c '
import sys
sys.stderr.write("ready\n")
try: data = sys.stdin.read()
except EOFError: sys.stderr.write("EOF\n")
sys.stderr.write("READ " + repr(data))'
        [ "$output" = "ready KeyboardInterrupt -2" ] || { echo "$executor: $output"; false; }
    done
}

@test "--timeout ends a program that is being read, or waits for its input" {
    mkfifo silent
    exec 8<>silent
    run bash -c '"$1" python --no-config --timeout 1s - <silent' sh "$BIN"
    [ "$status" = 124 ]
    for executor in local jail; do
        run bash -c '"$1" python --no-config -e $2 --sandbox auto --timeout 1s --stdin -c "input()" <silent' sh "$BIN" $executor
        [ "$status" = 124 ]
    done
    exec 8<&-
}
