#!/usr/bin/env bats
# Every documented exit code in every output mode: the status, what standard output holds, and the one line of
# standard error that says why. One ends_CODE function for each code; what ends with one in more than one way has
# ends_CODE_WORD as well.
load helper

setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-300}; }

MODES='text json jsonl markdown'

# go [OPTION...]: a run in $mode, started by $by if that is set, its outputs in out and err. $status is its status.
go() {
    status=0
    ${by:-} "$BIN" run --no-config -q --output "$mode" "$@" >"${to:-out}" 2>err </dev/null || status=$?
}

play() {
    local code=$1
    shift
    replies r.jsonl "$code" "$code"
    go -m replay:r.jsonl "$@" task
}

# signalled SIGNAL: the same, ended by that signal in a tool.
signalled() {
    local signal=$1 pid
    rm -f mark
    printf '[tool.slow]\ndescription = d\ncommand = ["sh", "-c", "touch %s/mark; sleep 60"]\n' "$dir" >conf
    replies r.jsonl 'slow()'
    env --default-signal=INT,TERM,HUP,PIPE "$BIN" run --config conf -m replay:r.jsonl -q --output "$mode" task \
        >out 2>err </dev/null 3>&- &
    pid=$!
    until [ -e mark ]; do sleep 0.01; kill -0 $pid; done
    kill -"$signal" $pid
    status=0
    wait $pid || status=$?
}

# answers STATUS: a run whose model server says that.
answers() {
    printf '== reply status=%s repeat=9\n{"error": {"message": "so it is"}}\n== command\n%s\n== exit %s\n' "$1" \
        "\"$BIN\" run --no-config -q --retries 0 -m m --base-url \"\$URL\" --wire chat --output $mode task >$dir/out 2>$dir/err" \
        "$2" >case
    status=$2
    "$HELPERS/modelserver" test case
}

ends_0() { play 'final_answer("it is so")'; }
ends_0_max_steps() {
    printf '{"text": "<code>\\nprint(1)\\n</code>"}\n{"text": "it is so"}\n' >r.jsonl
    go -m replay:r.jsonl --max-steps 1 task
}
ends_1() { to=/dev/full play 'final_answer("it is so")'; }
ends_2() { play 'final_answer(1)' --no-such-option; }
ends_2_task() { go -m replay:r.jsonl ''; }
ends_3() { play 'print(1)' --max-steps 1 --on-max-steps fail; }
ends_4() { play 'final_answer(1)' --max-steps 1 --on-max-steps fail --check false; }
ends_4_function() {
    echo 'def check(answer, steps): return answer == 2' >judge.py
    play 'final_answer(1)' --max-steps 1 --on-max-steps fail --check-py judge.py
}
ends_4_schema() { play 'final_answer(1)' --max-steps 1 --on-max-steps fail --schema '{"type": "string"}'; }
ends_4_content() { play 'final_answer("joe@example.org")' --max-steps 1 --on-max-steps fail --check-output pii; }
ends_5() {
    printf '{"text": "<code>\\nprint(1)\\n</code>", "usage": {"input_tokens": 5, "output_tokens": 5}}\n' >r.jsonl
    go -m replay:r.jsonl --max-tokens 1 task
}
ends_6() { play 'print(1)' --approve code; }
ends_7() { by="$HELPERS/deny s" play 'print(1)' --executor jail; }
ends_8() { answers 401 8; }
ends_8_no_key() { env -u OPENAI_API_KEY "$BIN" run --no-config -q --output "$mode" -m openai/m task >out 2>err </dev/null && status=0 || status=$?; }
ends_9() { answers 500 9; }
ends_9_nobody() { go -m m --base-url http://127.0.0.1:9 --retries 0 task; }
ends_10() { go task; }
ends_10_file() { play 'print(1)' --file nowhere; }
ends_10_check() { play 'final_answer(1)' --check nowhere; }
ends_10_worker() { play 'print(1)' --executor command --worker 'exit 3'; }
ends_11() { play 'print(1)' --mcp /nowhere; }
ends_124() { play 'while True: pass' --timeout 200ms --max-operations 0; }
ends_129() { signalled HUP; }
ends_130() { signalled INT; }
ends_141() { # whoever read has gone before anything is written
    rm -f gone && mkfifo gone
    exec 7<>gone 8>gone 7<&-
    replies r.jsonl 'final_answer("it is so")'
    status=0
    "$BIN" run --no-config -q --output "$mode" -m replay:r.jsonl task >&8 2>err </dev/null || status=$?
    exec 8>&-
}
ends_143() { signalled TERM; }

# Codes whose standard output was lost, and so holds nothing to look at; and calls that are no runs, in any mode.
LOST='1 141'
NO_RUN=' ends_2 '

holds_text() {
    if [ "$1" = 0 ]; then [ "$(cat out)" = 'it is so' ]; else [ ! -s out ]; fi
}

holds_json() {
    [ "$(wc -l <out)" = 1 ]
    [[ $(cat out) == '{"v":1,'*'"type":"run.end",'*"\"exit_code\":$1,"*'}' ]]
    if [ "$1" = 0 ]; then grep -q '"error":null.*"answer":"it is so"' out; else grep -q '"error":"..*"answer":null' out; fi
}

holds_jsonl() {
    [ "$(grep -c '"type":"run.end"' out)" = 1 ]
    [[ $(tail -n 1 out) == '{"v":1,'*'"type":"run.end",'*"\"exit_code\":$1,"*'}' ]]
    [ "$(grep -vc '^{"v":1,"seq":.*}$' out)" = 0 ]
    if [ "$1" = 0 ]; then grep -q '"type":"final".*"answer":"it is so"' out; else [ "$(grep -c '"type":"final"' out)" = 0 ]; fi
}

holds_markdown() {
    grep -q '^| status |' out
    if [ "$1" = 0 ]; then
        grep -qx 'it is so' out
        [ "$(grep -c Failed out)" = 0 ]
    else
        grep -q "^\*\*Failed (exit status $1):\*\* ." out
    fi
}

# What standard error says: nothing of what went well, or of a reader that has had enough, but that an answer may be
# incomplete; else the cause.
tells() {
    case $1 in
    0 | 141) [ ! -s err ] || [[ $(cat err) == 'smolagent: warning: the answer was given at a limit ('*'): it may be incomplete' ]] ;;
    *) [[ $(cat err) =~ ^'smolagent: '[^$'\n']+($'\n'"Try 'smolagent run --help'.")?$ ]] ;;
    esac
}

# looks CODE FUNCTION: in every mode.
looks() {
    for mode in $MODES; do
        rm -f out err
        touch out
        $2
        printf '%s in %s: status %s, out: %s, err: %s\n' "$2" $mode "$status" "$(head -c 300 out)" "$(cat err)"
        [ "$status" = "$1" ]
        tells "$1"
        if [[ $NO_RUN == *" $2 "* ]]; then
            [ ! -s out ]
        elif [[ " $LOST " != *" $1 "* ]]; then
            "holds_$mode" "$1"
        fi
        looked=$((looked + 1))
    done
}

# all CODE...: every way to end with each.
all() {
    local code way ways looked=0
    for code in "$@"; do
        ways=$(compgen -A function "ends_$code" | grep -Ex "ends_$code(_.*)?")
        [ -n "$ways" ]
        for way in $ways; do looks "$code" "$way"; done
    done
    [ $looked -ge $((4 * $#)) ]
}

@test "every documented code has a row here, and every mode is tried" {
    "$BIN" help exit-codes | sed -n 's/^ *\([0-9][0-9]*\)  .*/\1/p' | sort >documented
    compgen -A function ends_ | sed 's/ends_//; s/_.*//' | sort -u >here
    diff documented here
    "$BIN" help run | tr '\n' ' ' | grep -q -- "--output FORMAT.*($(tr ' ' '|' <<<"$MODES" | sed 's/|/[|]/g'))"
}

@test "0, 3, 4: an answer, none, none that passed" { all 0 3 4; }

@test "1, 141: what was written is lost" { all 1 141; }

@test "2, 10: how it was called, how it is configured" { all 2 10; }

@test "5, 6, 7, 11: caps, consent, walls, tools" { all 5 6 7 11; }

@test "8, 9: the provider" { all 8 9; }

@test "124, 129, 130, 143: time and signals" { all 124 129 130 143; }
