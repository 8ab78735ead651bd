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
    [[ $output == *"whole: "*" lines, 1 runs"* ]]
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
