#!/usr/bin/env bats
# The floor of the sandbox on machines without some of its layers; `make floor` tries every pair.
load helper

floor() {
    command -v python3 >/dev/null || skip "no python3"
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
