#!/usr/bin/env bats
# The floor of the sandbox on machines without some of its layers; `make floor` tries every pair.
load helper

floor() {
    command -v python3 >/dev/null || skip "no python3"
    needs jail
    python3 "$BATS_TEST_DIRNAME/../sandbox/floor.py" "$BIN" "$HELPERS/deny" "$@"
}

@test "without namespaces, mounts or Landlock the filter takes over, below the floor no code runs" {
    floor user u m pl s
}

@test "the same as root" {
    [ "$(id -u)" = 0 ] || skip "not root"
    floor root um pl ul
}

@test "the variable of a sandbox is no sandbox" {
    replies r.jsonl 'final_answer(1)'
    run_split env SMOLAGENT_GATE=/nowhere "$BIN" run --no-config -q -e jail --sandbox strict -m replay:r.jsonl t
    [[ $status = 0 && $output = 1 ]] || [[ $status = 7 ]]
    run_split env SMOLAGENT_GATE=/nowhere unshare -U -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh \
        "$BIN" run --no-config -q -e jail --sandbox strict -m replay:r.jsonl t
    [ "$status" != 0 ]
    run_split env SMOLAGENT_GATE=/nowhere "$HELPERS/deny" ul "$BIN" run --no-config -q -e jail -m replay:r.jsonl t
    [[ $status = 7 && $errors == *'the sandbox lacks: mount namespace'*landlock* ]]
}

# Neither root of such a namespace nor anyone in it may be nobody (`unshare -Ur`, rootless containers of one id).
@test "in a user namespace of one id every way to run code works, and the missing identity is named" {
    needs user-namespace
    command -v python3 >/dev/null || skip "no python3"
    needs sandbox-run
    replies r.jsonl 'final_answer(42)'
    for options in "-e jail" "-e python" "-e local --tools shell"; do
        run_split unshare -Ur "$BIN" run $options --no-config -q -m "replay:$dir/r.jsonl" t
        echo "$options: $status $output $errors"
        [[ $status = 0 && $output = 42 ]]
    done
    run_split unshare -Ur "$BIN" run --no-config -q -e jail -m replay:r.jsonl t
    [[ $errors == *'lacks: identity (Operation not permitted)'* ]]
    run_split unshare -Ur "$BIN" run --no-config -q -e jail --sandbox strict -m replay:r.jsonl t
    [[ $status = 7 && $errors == *'lacks: identity'* ]]
    [ "${MODE:-release}" != asan ] || return 0 # a sanitizer's leak checker finds no /proc inside
    run_split unshare -Ur "$BIN" sandbox-run --read "$dir/r.jsonl" -- --no-config -q -m "replay:$dir/r.jsonl" t
    echo "sandbox-run: $status $errors"
    [[ $status = 0 && $output = 42 ]]
}

# Our own program is found there, ids are mapped there, and what tools start.
@test "without /proc code runs, doctor names the cause, and what cannot run ends the start" {
    needs user-namespace
    [ "${MODE:-}" != asan ] || skip "a sanitizer reads /proc"
    bare() { run_split unshare -Urm sh -c 'mount -t tmpfs none /proc && exec "$@"' sh "$BIN" "$@"; }
    replies r.jsonl 'final_answer(shell("echo 42")["stdout"].strip())'
    for options in "-e local" "-e jail" "-e python --imports os"; do
        bare run $options --no-config -q --tools shell --allow shell -m replay:r.jsonl t
        echo "$options: $status $output $errors"
        [[ $status = 0 && $output = 42 && $errors == *'lacks: '*identity* ]]
    done
    bare doctor --no-config
    [[ $output == *"     why              /proc is not mounted"*"     what to do       mount -t proc proc /proc"* ]]
    bare sandbox-run -- run --no-config -m replay:r.jsonl t
    [[ $status = 7 && -z $output && $errors == *"smolagent: /proc is not mounted"* ]]
    fake_engine || return 0 # of a build without a worker for containers
    bare run -e docker --no-config -m replay:r.jsonl t
    echo "docker: $status $output $errors"
    [[ $status = 7 && -z $output && $errors == *"cannot start the worker: /proc is not mounted"* ]]
}

@test "children are waited for where their ends were ignored before" {
    needs sandbox-run
    replies r.jsonl 'final_answer(shell("echo x; exit 3"))'
    run_split bash -c 'trap "" CHLD; exec "$@"' sh "$BIN" run --no-config -q --tools shell --allow shell -m replay:r.jsonl t
    echo "$status $output $errors"
    [[ $status = 0 && $output == '{"status": 3, "stdout": "x\n"'* ]]
    [ "${MODE:-release}" != asan ] || return 0
    replies r.jsonl 'final_answer(42)'
    run_split bash -c 'trap "" CHLD; exec "$@"' sh "$BIN" sandbox-run --read "$dir/r.jsonl" -- --no-config -q -m "replay:$dir/r.jsonl" t
    [[ $status = 0 && $output = 42 ]]
}

@test "strict advises available only where that would run" {
    replies r.jsonl 'final_answer(1)'
    run_split "$HELPERS/deny" u "$BIN" sandbox-run --sandbox strict -- --no-config -m replay:r.jsonl t
    [[ $status = 7 && $errors == *'nothing runs in it without'* && $errors != *'--sandbox available'* ]]
    run_split "$HELPERS/deny" u "$BIN" run --no-config -e jail --sandbox strict -m replay:r.jsonl t
    [[ $status = 7 && $errors == *'--sandbox available runs'* ]]
}
