#!/usr/bin/env bats
# The jail from outside: its layers, what it does when some are missing, and that programs notice
# nothing of it.
load helper

jail() { run_split "$BIN" python --no-config --executor jail "$@"; }

@test "a program does not notice the jail" {
    jail -c 'import sys; print(sys.argv, input if False else 6 * 7)' a
    [ "$status" = 0 ]
    [ "$output" = "['-c', 'a'] 42" ]
    [ -z "$errors" ]
    jail -c 'raise SystemExit(3)'
    [ "$status" = 3 ]
    jail -c '1/0'
    [ "$status" = 1 ]
    [[ $errors == *"ZeroDivisionError: division by zero" ]]
    [ "$(printf 'a\nb' | "$BIN" python --executor jail --stdin -c 'print([input(), input()])')" = "['a', 'b']" ]
    head -c 9000000 /dev/urandom >big
    jail --file big -c 'import hashlib; print(hashlib.sha256(open("big", "rb").read()).hexdigest())'
    [ "$output" = "$(sha256sum big | cut -d' ' -f1)" ]
    head -c 70000000 /dev/zero | tr '\0' x >line
    code='import sys; a, b = input(), input(); print(len(a), a == "x" * len(a), b, len(sys.stdin.readline()))'
    for executor in local jail; do
        [ "$({ cat line; printf '\nb\n'; cat line; echo; } | "$BIN" python --executor $executor --max-memory 1G --stdin -c "$code")" = "70000000 True b 70000001" ]
    done
    jail -c 'open("big")'
    [[ $errors == *"PermissionError"* ]]
    jail --dis -c 'x = 1'
    [[ $output == *STORE_GLOBAL* ]]
}

@test "limits hold in the jail, with the same words" {
    jail --timeout 0.2 -c 'while True: pass'
    [ "$status" = 124 ]
    [[ $errors == "LimitError: time limit of 0.2 s reached at line 1; the code was ended (raise it with --timeout)" ]]
    jail --max-memory 16M -c $'x = []\nwhile True: x.append(bytes(1000))'
    [ "$status" = 5 ]
    [[ $errors == *"memory limit of 16777216 bytes reached at line 2"*"--max-memory"* ]]
    jail --max-output 1K -c $'while True:\n    print("x")'
    [ "$status" = 5 ]
    [ "${#output}" -le 1024 ]
}

@test "Ctrl-C ends the code in the jail" {
    env --default-signal=INT "$BIN" python --executor jail -c $'print("go", flush=True)\nwhile True: pass' >out 2>err &
    pid=$!
    await grep -q go out
    kill -INT $pid
    wait $pid && status=0 || status=$?
    [ "$status" = 130 ]
    [ "$(grep -v "warning: the sandbox lacks: " err)" = KeyboardInterrupt ]
}

@test "a KeyboardInterrupt that ends the program has ended its worker before" {
    for executor in jail python; do
        run_split timeout 60 "$HELPERS/orphans" "$BIN" python --no-config -e $executor -c 'raise KeyboardInterrupt'
        echo "$executor $status: $errors"
        [ "$status" = 130 ]
        [[ $errors == *KeyboardInterrupt* ]]
        [[ $errors == *"left: 0"* ]]
    done
}

@test "no worker is left behind, not even when the host is killed" {
    "$BIN" python --executor jail -c $'print("go", flush=True)\nwhile True: pass' >out &
    pid=$!
    await grep -q go out
    worker=$(cat "/proc/$pid/task/$pid/children")
    [ -n "$worker" ]
    kill -KILL $pid
    for _ in $(seq 100); do
        # Reaped, or waiting for it.
        grep -q '^State:.[^Z]' "/proc/${worker% }/status" 2>/dev/null || break
        nap
    done
    ! grep -q '^State:.[^Z]' "/proc/${worker% }/status" 2>/dev/null || false
}

@test "what the kernel says of a worker" {
    "$BIN" python --executor jail -c $'print("go", flush=True)\nwhile True: pass' >out &
    pid=$!
    await grep -q go out
    worker=$(cat "/proc/$pid/task/$pid/children")
    worker=${worker% }
    status=$(cat "/proc/$worker/status")
    fds=$(ls "/proc/$worker/fd" 2>/dev/null || echo 0)
    kill -KILL $pid
    [[ $status == *"NoNewPrivs:"*1*"Seccomp:"*2* ]]
    for set in CapInh CapPrm CapEff CapAmb; do [[ $status == *"$set:"$'\t'0000000000000000* ]]; done
    [ "$fds" = 0 ]
    [ "$(id -u)" != 0 ] || [[ $status == *"Uid:"$'\t'65534$'\t'65534* ]]
}

# traced COMMAND...: runs it under strace, which leaves nothing in `more` when the worker, once locked in,
# made only the calls of the list, and none for memory that can be executed.
traced() {
    needs_strace
    run_split strace -f -o trace "$@"
    worker=$(awk '/PR_SET_SECCOMP, SECCOMP_MODE_FILTER.* = 0/ { print $1 }' trace)
    awk -v w="$worker" '
        $1 == w && /PR_SET_SECCOMP/ { on = 1; next }
        on && $1 == w && $2 ~ /^[a-z_0-9]+\(/ { sub(/\(.*/, "", $2); print $2 }
        on && $1 == w && /PROT_EXEC/ { print "PROT_EXEC" }' trace | sort -u >calls
    printf '%s\n' brk clock_gettime clock_nanosleep exit_group futex getrandom madvise mmap mprotect mremap \
        munmap poll ppoll read restart_syscall write | comm -23 calls - >more
    echo "$worker made: $(tr '\n' ' ' <calls)"
    grep -qx read calls
    grep -qx write calls
}

@test "after start-up the worker makes only the calls of the list: a program (strace)" {
    traced "$BIN" python --executor jail --stdin --timeout 20 -c '
import json, re, random, time, decimal, hashlib, datetime, secrets
x = [str(i) * 10 for i in range(200000)]
x = json.loads(json.dumps(x[:1000]))
random.random(); secrets.token_hex(4); time.sleep(0.01); datetime.datetime.now().astimezone()
print(re.sub("a+", "b", "caat"), decimal.Decimal(2).sqrt(), hashlib.sha256(b"").hexdigest()[:4])
try: input()
except EOFError: print(2 ** 100000 > 0, sorted(range(100000), reverse=True)[0])
'
    [ "$status" = 0 ]
    [[ $output == *99999 ]]
    [ ! -s more ]
}

@test "after start-up the worker makes only the calls of the list: an agent at its limits (strace)" {
    printf '[tool.double]\ndescription = Twice.\ncommand = ["expr", "{x}", "*", "2"]\ninput.x = integer a number\noutput = integer\n' >conf
    echo text >given
    replies r.jsonl 'x = double(x=4)' 'print(open("given").read(), sum(given))' 'open("/etc/passwd")' \
        $'import zoneinfo\nzoneinfo.ZoneInfo("Europe/Paris")' $'while True: print("x" * 1000)' $'def f(): f()\nf()' \
        $'y = []\nwhile True: y.append("ab" * 50000)' $'while True: pass' $'import time\ntime.sleep(9)' '1/0' 'final_answer(x)'
    traced "$BIN" run -m replay:r.jsonl --config conf --executor jail --imports zoneinfo --file given \
        --var given='[1, 2]' --step-timeout 0.5s --max-memory 32M --max-output 64K task
    [ "$status" = 0 ]
    [[ $output == 8* ]]
    for limit in output memory time; do [[ $errors == *"$limit limit of"* ]]; done
    [ ! -s more ]
}

# Runs in a user namespace where no further one may be made.
poor() {
    unshare -U -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"
}

@test "strict refuses with exit 7 when a layer is missing, available says so and runs" {
    needs user-namespace
    run_split poor "$BIN" python --executor jail --sandbox strict -c 'print(1)'
    [ "$status" = 7 ]
    [ -z "$output" ]
    [[ $errors == *"the sandbox lacks: user namespace"*"(No space left on device)"*"; --sandbox available runs"* ]]
    for mode in "" "--sandbox available" "--sandbox auto"; do
        run_split poor "$BIN" python --executor jail $mode -c 'print(1)'
        [ "$status" = 0 ]
        [ "$output" = 1 ]
        [[ $errors == *"warning: the sandbox lacks: user namespace"* ]]
    done
    run_split poor "$BIN" doctor
    [[ $output == *"MISS jail"*"user namespace   MISSING (No space left on device)"*"seccomp          enforced"* ]]
}

@test "without any privilege the remaining layers hold" {
    needs user-namespace
    run_split poor setpriv --inh-caps=-all --bounding-set=-all "$BIN" python --executor jail --sandbox strict -c 'print(1)'
    [ "$status" = 7 ]
    [[ $errors == *"net namespace"*"mount namespace"* && $errors != *seccomp* && $errors != *landlock* ]]
    run_split poor setpriv --inh-caps=-all --bounding-set=-all "$BIN" python --executor jail -c 'print(1)'
    [ "$status" = 0 ]
    [ "$output" = 1 ]
}

@test "an ordinary user gets the whole jail" {
    needs jail
    [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || skip "not root: every test runs as that user"
    chmod 755 "$dir" && cp "$BIN" "$dir/smolagent" || skip "no room for a copy"
    run_split setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/ "$dir/smolagent" python --executor jail \
        --sandbox strict -c 'print(1)'
    [ "$status" = 0 ]
    [ "$output" = 1 ]
}

@test "an agent's cells run in the jail and keep their state" {
    replies r.jsonl 'x = 21' 'print(x); final_answer(x * 2)'
    run_split "$BIN" run -m replay:r.jsonl --executor jail -q task
    [ "$status" = 0 ]
    [ "$output" = 42 ]
}

# Those about signals measure milliseconds, and Ctrl-C has its test above.
@test "every agent case ends the same in the jail" {
    cd "$BATS_TEST_DIRNAME/../.."
    export BIN SMOLAGENT_EXECUTOR=jail WORK=$dir
    "$HELPERS/modelserver" test tests/agent/[!s]*.case tests/agent/s[!i]*.case tests/agent/team/*.case tests/limits/agents/[!a]*.case >"$dir/log" 2>&1 || true
    grep -A5 '^not ok' "$dir/log" || true
    grep -q '^ok' "$dir/log"
    ! grep -q '^not ok' "$dir/log" || false
}

@test "a project file cannot take the jail away" {
    for line in 'executor = local' 'sandbox = auto'; do
        printf '[sandbox]\n%s\n' "$line" >smolagent.conf
        run_split "$BIN" run -e jail -m replay:/dev/null t
        [ "$status" = 10 ]
        [[ $errors == *"a project file may not set"* ]]
    done
}

@test "escapes and limits end the same in the jail" {
    cd "$BATS_TEST_DIRNAME/../.."
    export BIN SMOLAGENT_EXECUTOR=jail WORK=$dir
    sh tests/py/one.sh tests/escape/*.py tests/limits/*.py >"$dir/log"
    grep '^not ok' "$dir/log" || true
    grep -q '^ok' "$dir/log"
    ! grep -q '^not ok' "$dir/log" || false
}
