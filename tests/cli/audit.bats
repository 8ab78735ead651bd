#!/usr/bin/env bats
# The audit trail: written by --audit, verified and printed by `sessions audit`.
load helper

run_with_audit() {
    replies r.jsonl "import socket" "while True: pass" "final_answer(1)"
    "$BIN" run --no-config -q -m replay:r.jsonl --max-operations 10000 --audit "$1" task
}

@test "a run leaves a whole trail of cells, denials and limits" {
    run_with_audit trail
    [ "$(stat -c %a trail)" = 600 ]
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
    [[ $output == *" denied "*socket* ]]
    [[ $output == *" limit "*max-operations* ]]
    [[ $output == *" cell "*"final_answer(1)"* ]]
    [[ $output == *"whole: "*" lines, 1 run"* ]]
}

@test "files asked for are in it, given or not" {
    echo data >given
    replies r.jsonl "open('given').read()" "open('other').read()" "final_answer(1)"
    for executor in local jail; do
        "$BIN" run --no-config -q -m replay:r.jsonl -e $executor --sandbox auto --file given \
            --audit $executor x
        run "$BIN" sessions audit $executor
        [ "$status" = 0 ]
        [[ $output == *'"kind":"file","target":"given","allowed":true'* ]]
        [[ $output == *'"kind":"file","target":"other","allowed":false'* ]]
    done
}

@test "a second run takes up the chain" {
    run_with_audit trail
    run_with_audit trail
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
    [[ $output == *", 2 runs"* ]]
}

@test "a changed, cut or moved line shows" {
    run_with_audit trail
    sed 's/socket/sockex/' trail >changed
    sed 3d trail >cut
    awk 'NR == 3 { kept = $0; next } { print } NR == 4 { print kept }' trail >moved
    sed '$d' trail >ended
    head -c -20 trail >torn
    for bad in changed cut moved ended torn; do
        run "$BIN" sessions audit "$bad"
        [ "$status" = 4 ] || { echo "$bad: $output"; false; }
    done
    [[ $("$BIN" sessions audit ended) == *"has no end"* ]]
}

@test "a trail is never written through a symbolic link, nor after a torn line" {
    ln -s target trail
    run run_with_audit trail
    [ "$status" = 10 ]
    [ ! -e target ]
    printf '{"torn' >torn
    run run_with_audit torn
    [ "$status" = 10 ]
}

@test "a folder gets one file a run" {
    mkdir trails
    run_with_audit trails
    [ "$(ls trails | wc -l)" = 1 ]
    run "$BIN" sessions audit trails/*.jsonl
    [ "$status" = 0 ]
}

@test "a trail that cannot be written ends the run" {
    [ -w /dev/full ] || skip
    run run_with_audit /dev/full
    [ "$status" = 10 ]
}

@test "secrets do not reach the trail" {
    replies r.jsonl "final_answer('ghp_0123456789abcdefghijABCDEFGHIJ012345')"
    "$BIN" run --no-config -q -m replay:r.jsonl --audit trail "use s3cr3t-value-1"
    ! grep -q ghp_ trail
    SOME_TOKEN=s3cr3t-value-1 "$BIN" run --no-config -q -m replay:r.jsonl --audit other "use s3cr3t-value-1"
    ! grep -q s3cr3t other
}

@test "a trail in the state folder is found by the id of its run" {
    export XDG_STATE_HOME=$dir/state
    mkdir -p state/smolagent/audit
    run_with_audit state/smolagent/audit
    run "$BIN" sessions audit "$(basename state/smolagent/audit/*.jsonl .jsonl)"
    [ "$status" = 0 ] && [[ $output == *"whole: "* ]]
    run "$BIN" sessions audit 20000101-000000-00000000
    [ "$status" = 10 ]
}

@test "every file a run writes is its owner's alone, and none is written through a symbolic link" {
    umask 000
    replies r.jsonl 'final_answer(1)'
    "$BIN" run --no-config -q -m replay:r.jsonl -o answer --record record --audit audit task
    for file in answer record audit; do
        [ "$(stat -c %a $file)" = 600 ]
        rm $file && ln -s "target-$file" $file
    done
    "$BIN" run --no-config -q -m replay:r.jsonl -o answer task || true
    "$BIN" run --no-config -q -m replay:r.jsonl --record record task || true
    "$BIN" run --no-config -q -m replay:r.jsonl --audit audit task || true
    ! ls target-* 2>/dev/null
}

@test "several trails are verified one after the other" {
    run_with_audit one
    run_with_audit two
    run "$BIN" sessions audit one two
    [ "$status" = 0 ]
    [ "$(grep -cx 'one:\|two:' <<<"$output")" = 2 ] && [ "$(grep -c ^whole <<<"$output")" = 2 ]
    sed -i 's/"task"/"other"/' one
    run "$BIN" sessions audit one two
    [ "$status" = 4 ]
    [ "$(grep -c ^BROKEN <<<"$output")" = 1 ] && [ "$(grep -c ^whole <<<"$output")" = 1 ]
    run "$BIN" sessions audit two nothere
    [ "$status" = 10 ]
}

@test "a trail that is not there is named as it was typed" {
    run_split "$BIN" sessions audit nothere.jsonl
    [ "$status" = 10 ] && [[ $errors == *"cannot open nothere.jsonl: No such file"* ]]
}
