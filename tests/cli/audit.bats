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
    [ -w /dev/full ] || skip "no /dev/full"
    run run_with_audit /dev/full
    [ "$status" = 10 ]
}

@test "secrets do not reach the trail" {
    replies r.jsonl "final_answer('ghp_0123456789abcdefghijABCDEFGHIJ012345')"
    "$BIN" run --no-config -q -m replay:r.jsonl --audit trail "use s3cr3t-value-1"
    ! grep -q ghp_ trail || false
    SOME_TOKEN=s3cr3t-value-1 "$BIN" run --no-config -q -m replay:r.jsonl --audit other "use s3cr3t-value-1"
    ! grep -q s3cr3t other || false
}

@test "a trail in the state folder is found by the id of its run" {
    export XDG_STATE_HOME=$dir/state
    mkdir -p state/smolagent/audit
    run_with_audit state/smolagent/audit
    run "$BIN" sessions audit "$(basename state/smolagent/audit/*.jsonl .jsonl)"
    [ "$status" = 0 ]
    [[ $output == *"whole: "* ]]
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
    ! ls target-* 2>/dev/null || false
}

@test "several trails are verified one after the other" {
    run_with_audit one
    run_with_audit two
    run "$BIN" sessions audit one two
    [ "$status" = 0 ]
    [ "$(grep -cx 'one:\|two:' <<<"$output")" = 2 ]
    [ "$(grep -c ^whole <<<"$output")" = 2 ]
    sed -i 's/"task"/"other"/' one
    run "$BIN" sessions audit one two
    [ "$status" = 4 ]
    [ "$(grep -c ^BROKEN <<<"$output")" = 1 ]
    [ "$(grep -c ^whole <<<"$output")" = 1 ]
    run "$BIN" sessions audit two nothere
    [ "$status" = 10 ]
}

@test "a trail that is not there is named as it was typed" {
    run_split "$BIN" sessions audit nothere.jsonl
    [ "$status" = 10 ]
    [[ $errors == *"cannot open nothere.jsonl: No such file"* ]]
}

# A trail on a disk that fills up: $1 bytes of padding in a first cell, then a call of a tool.
on_tiny_disk() {
    printf '[tool.mark]\ndescription = m\ncommand = ["touch", "{p}"]\ninput.p = string p\n%s\n' "$3" >mark.conf
    replies r.jsonl "x = 1 #$(head -c "$1" /dev/zero | tr '\0' A)" "$2" "final_answer(1)"
    rm -f tiny/* MARKED
    "$BIN" run --config mark.conf -q -m replay:r.jsonl --audit tiny/a --output json task
}

@test "a tool whose call the full disk did not record is not run, and the run fails" {
    mkdir tiny
    mount -t tmpfs -o size=16k none tiny 2>/dev/null || skip "no right to mount"
    local ran=0 stopped=0
    for asynchronous in '' 'async = true'; do
        call='mark(p="MARKED")'
        [ -z "$asynchronous" ] || call="await $call"
        for size in 9500 10000 10400 10600 10700 10800 10900 11000 11200 11400 12000; do
            run on_tiny_disk $size "$call" "$asynchronous"
            recorded=$(grep -c '"what":"tool",' tiny/a || true)
            [ -e MARKED ] && [ "$recorded" = 1 ] && ran=1
            if [ "$recorded" = 0 ]; then stopped=1; [ ! -e MARKED ]; fi
            if ! grep -q '"what":"end"' tiny/a; then [ "$status" = 10 ]; fi
            [[ $output == *"\"exit_code\":$status,"* ]]
            [ "$(tail -c 1 tiny/a | od -An -c | tr -d ' ')" = '\n' ] # no half line stays
        done
    done
    [ $ran = 1 ]
    [ $stopped = 1 ]
}

@test "a run whose end the trail could not take is none that went well, also in run.end" {
    replies r.jsonl "final_answer('$(head -c 3000 /dev/zero | tr '\0' A)')"
    for blocks in 1 2 3 4 5 8; do
        run bash -c "ulimit -f $blocks; exec \"\$@\"" sh "$BIN" run --no-config -q -m replay:r.jsonl \
            --audit trail$blocks --output json task
        [[ $output == *"\"exit_code\":$status,"* ]]
        if grep '"what":"end"' trail$blocks >end; then grep -q "\"exit_code\":$status," end
        else [ "$status" = 10 ]; fi
    done
    [ "$status" = 0 ] # of the last, which had room
}

@test "a trail that was emptied, cut between two runs or given other line ends is told as that" {
    run_with_audit trail
    first=$(wc -l <trail)
    run_with_audit trail
    told() {
        run "$BIN" sessions audit trail
        [ "$status" = 4 ] && [[ $output == *"$1"* ]] || { echo "$1: $output"; false; }
    }
    cp trail kept
    head -n "$first" kept >trail
    told "cut between two runs"
    run run_with_audit trail
    [ "$status" = 10 ]
    [[ $output == *"was cut"* ]]
    : >trail
    told "was emptied"
    run run_with_audit trail
    [ "$status" = 10 ]
    [[ $output == *"was cut"* ]]
    sed 's/$/\r/' kept >trail
    told "line ends of the file were changed"
    head -c -1 kept >trail
    told "lost its line end"
    : >alone
    run "$BIN" sessions audit alone
    [ "$status" = 4 ]
    [[ $output == *"empty"* ]]
    cp kept trail
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
    rm trail # its owner's word that a new one begins
    run_with_audit trail
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
    [[ $output == *", 1 run"* ]]
}

# team: an agent file with a tool beside it, an agent of it, and one of the user's that the first one may call.
team() {
    umask 022
    mkdir -p team/tools config/smolagent
    printf '%s\n' 'from smolagents import tool' '' '@tool' 'def half(x: int) -> int:' '    """Halves.' '' '    Args:' \
        '        x: what' '    """' '    return x // 2' >team/tools/half.py
    printf '%s\n' '[agent.lead]' 'description = Leads.' 'tool_file = tools/half.py' 'agents = scribe, own' \
        '[agent.scribe]' 'description = Writes.' >team/team.conf
    printf '[agent.own]\ndescription = Is mine.\n' >config/smolagent/smolagent.conf
    replies r.jsonl 'final_answer([half(4), scribe("x"), own("y")])'
    for name in scribe own; do
        replies one.jsonl 'final_answer(1)'
        sed "s/^{/{\"agent\": \"$name\", /" one.jsonl >>r.jsonl
    done
}

# hash FILE: its SHA-256.
hash() { sha256sum "$1" | cut -d ' ' -f 1; }

# file_of PLACE: what the trail says of the agent file of the run with this behind the id of the first one.
file_of() {
    grep "\"run\":\"[^\".]*$1\",\"what\":\"start\"" trail |
        sed 's/.*"data":{//; s/"task":.*"max_steps"/"max_steps"/; s/"max_steps":[0-9]*,*//; s/},"prev".*//; s/^"name":"[a-z]*",//'
}

@test "a run of an agent file says which one by its hash, and which files beside it" {
    team
    for how in named trusted; do
        rm -f trail*
        [ $how = named ] || "$BIN" agents trust team/team.conf
        file=--agent-file=team/team.conf trusted=false
        [ $how = named ] || file=--agent-depth=3 trusted=true
        run_split "$BIN" run -q -A lead "$file" -m "replay:r.jsonl" --approve never --audit trail task
        echo "$output $errors"
        [ "$output" = '[2, 1, 1]' ]
        its="\"path\":\"$dir/team/team.conf\",\"sha256\":\"$(hash team/team.conf)\",\"trusted\":$trusted}"
        [ "$(file_of '')" = "\"agent_file\":{\"name\":\"lead\",$its,\"beside\":{\"tools/half.py\":\"$(hash team/tools/half.py)\"}" ]
        [ "$(file_of '\.1')" = "\"agent_file\":{\"name\":\"scribe\",$its," ]
        [ "$(file_of '\.2')" = "" ]
        run_split "$BIN" sessions audit trail
        [ "$status" = 0 ]
        [[ $output == *" start "*"\"sha256\":\"$(hash team/team.conf)\""* ]]
    done
}

@test "a trail from before agent files were named in it is whole, and goes on" {
    cp "$BATS_TEST_DIRNAME/audit/before_agent_files" trail
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
    [[ $output == *"whole: 4 lines, 1 run"* ]]
    team
    run_split "$BIN" run -q -A lead --agent-file team/team.conf -m replay:r.jsonl --approve never --audit trail task
    [ "$output" = '[2, 1, 1]' ]
    run "$BIN" sessions audit trail
    [ "$status" = 0 ]
    [[ $output == *", 2 runs"* ]]
}
