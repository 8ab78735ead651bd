#!/usr/bin/env bats
# The table of signals and phases of a run: in each it ends at once, by the signal, with its last event. What a cell
# took is printed, not judged: that depends on the machine. A run that ended only because the watchdog ended it, or
# because what it waited for was over (that takes a minute everywhere), is a failure.
load helper

# One cell: run COMMAND... with a signal to it once `reached` says that it is where it should be. Its output is in
# out, what it said in err. $status is its status, $pid was its process.
cell() {
    local signal=$1 start
    shift
    rm -f out err mark
    # A job in the background of a shell ignores SIGINT; one that is started by setsid from a fresh shell does not.
    env --default-signal=INT,TERM,HUP,PIPE "$@" >"${stdout:-out}" 2>err <"${stdin:-/dev/null}" 3>&- &
    pid=$!
    for _ in $(seq 3000); do
        reached && break
        kill -0 "$pid" 2>/dev/null || { cat err; echo "$phase: it ended before the signal"; return 1; }
        nap
    done
    start=$(date +%s%N)
    kill -"$signal" "$pid"
    status=0
    wait "$pid" || status=$?
    printf '# %-16s %-4s %4d ms\n' "$phase" "$signal" $((($(date +%s%N) - start) / 1000000)) >&3
    ! grep 'did not end by itself' err || false
}

# Every signal in this phase, with the status that it has everywhere, and with a run.end in the record.
signals() {
    local signal
    phase=$1
    shift
    for signal in INT TERM HUP; do
        [ -z "${prepare:-}" ] || $prepare
        cell $signal "$BIN" run --step-timeout 60s --timeout 100s --max-operations 0 --output jsonl -v "$@"
        [ "$status" = $((128 + $(kill -l $signal))) ] || { echo "$phase $signal: status $status"; cat err; return 1; }
        [ -n "${stdout:-}" ] || tail -n1 out | grep -q '"type":"run.end","status":"interrupted","exit_code":'"$status"
        grep -q "interrupted by SIG$signal" err
        [ -z "${server:-}" ] || { kill "$server"; wait "$server" || true; server=; }
    done
}

teardown() {
    [ -z "${server:-}" ] || kill "$server" || true
    [ -z "${engine:-}" ] || kill "$engine"
    cd / && rm -rf "$dir"
}

# serves CASE...: a model server for one run; $url is its address.
serves() {
    printf '%s\n' "$@" >case
    rm -f url
    "$HELPERS/modelserver" serve case -- sh -c 'echo "$1" >url.new; mv url.new url; exec sleep 60' - '{url}' 3>&- &
    server=$!
    await [ -e url ]
    url=$(cat url)
}

@test "connecting" {
    "$HELPERS/deaf" >port 3>&- &
    engine=$!
    await [ -s port ]
    callers() { grep -ci ":$(printf %04X "$(cat port)") 02 " /proc/net/tcp || true; }
    others=$(callers) # those that fill its queue
    reached() { [ "$(callers)" -gt "$others" ]; }
    OPENAI_API_KEY=k12345678 signals connect -m openai/m --base-url "http://127.0.0.1:$(cat port)/v1" t
}

@test "waiting for the reply, and reading it" {
    export OPENAI_API_KEY=k12345678
    reached() { grep -q step.start out; }
    prepare=hang
    hang() { serves '== reply fault=hang'; set_url; }
    stall() {
        serves '== reply form=raw type=text/event-stream fault=open' \
            'data: {"choices":[{"index":0,"delta":{"content":"some words of it\n"}}]}' '' ''
        set_url
    }
    set_url() { export SMOLAGENT_BASE_URL=$url; }
    signals wait -m openai/m t
    prepare=stall
    reached() { grep -q '"delta"' out; }
    signals stream -m openai/m t
}

@test "waiting to try again" {
    export OPENAI_API_KEY=k12345678
    prepare=busy
    busy() { serves '== reply status=503 header=Retry-After:50 repeat=1' '{}'; export SMOLAGENT_BASE_URL=$url; }
    reached() { grep -q '"retry"' out; }
    signals retry -m openai/m t
}

@test "code that computes, sleeps, or asks for input" {
    reached() { grep -q '"print"' out; }
    replies r.jsonl 'print("on", flush=True)
while True: pass'
    signals code -m replay:r.jsonl t
    signals 'code, jail' --executor jail --sandbox auto -m replay:r.jsonl t
    replies r.jsonl 'import time
print("on", flush=True)
time.sleep(60)'
    signals sleep -m replay:r.jsonl t
    signals 'sleep, jail' --executor jail --sandbox auto -m replay:r.jsonl t
    replies r.jsonl 'print("on", flush=True)
print(stdin.read())'
    mkfifo silent && exec 7<>silent
    stdin=silent signals 'stdin of code' --stdin data -m replay:r.jsonl t
    exec 7>&-
}

@test "a tool, a check, a command for the key" {
    mkdir -p config/smolagent
    printf '[tool.slow]\ndescription = d\ncommand = ["sh", "-c", "touch %s/mark; sleep 60"]\n' "$dir" >config/smolagent/smolagent.conf
    reached() { [ -e mark ]; }
    replies r.jsonl 'slow()'
    signals tool -m replay:r.jsonl t
    replies r.jsonl 'final_answer(1)'
    printf '#!/bin/sh\ntouch %s/mark\nsleep 60\n' "$dir" >slow && chmod +x slow
    signals check --check ./slow -m replay:r.jsonl t
    printf '[provider.p]\nbase_url = http://127.0.0.1:9/v1\nkey_command = %s/slow\n' "$dir" >config/smolagent/smolagent.conf
    signals key_command -m p/m t
}

@test "reading the task" {
    mkfifo silent && exec 7<>silent
    reached() { grep -q '^SigCgt:.*[4567c-f]...$' "/proc/$pid/status"; } # SIGTERM is caught
    stdin=silent signals task -m replay:none -
    exec 7>&-
}

@test "writing to standard output" {
    replies r.jsonl 'print("x" * 300000)
final_answer(1)'
    mkfifo full
    prepare=open_pipe
    open_pipe() { exec 7>&- && exec 7<>full; }
    reached() { [ "$(timeout 5 head -c 1 <&7)" = '{' ]; }
    stdout=full signals events -m replay:r.jsonl t
    replies r.jsonl 'final_answer("x" * 300000)'
    reached() { [ "$(timeout 5 head -c 1 <&7)" = x ]; }
    stdout=full signals answer --output text -m replay:r.jsonl t
    # The reader goes away.
    run bash -c '"$1" run --no-config --output jsonl -m replay:r.jsonl t 2>err | head -c 1; echo "${PIPESTATUS[0]}"' - "$BIN"
    [[ $output == *141 ]]
    [ ! -s err ] || ! grep smolagent: err
}
