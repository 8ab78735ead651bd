#!/usr/bin/env bats
# Hooks: what they see, what they may change and block, and that a broken one lets nothing pass.
load helper
load screen

# hook NAME ON COMMAND [KEY = VALUE]...: adds one to the configuration; COMMAND is a script of sh.
hook() {
    local name=$1 on=$2 script=$3
    shift 3
    mkdir -p config/smolagent
    printf '%s\n' "$script" >"$name.sh"
    [[ $* = *timeout* ]] || set -- "timeout = 5m" "$@"
    printf '%s\n' "[hook.$name]" "command = [\"sh\", \"$dir/$name.sh\"]" "on = $on" "$@" >>config/smolagent/smolagent.conf
}

# A tool that keeps what it was called with in `called`, and gives it in capitals.
shout() {
    mkdir -p config/smolagent
    cat >>config/smolagent/smolagent.conf <<'END'
[tool.shout]
description = Shouts.
command = ["sh", "-c", "printf '%s\n' \"$1\" >>called; printf %s \"$1\" | tr a-z A-Z", "sh", "{text}", "{times}"]
stdin = none
input.text = string  what
input.times = integer = 1  how often
END
}

agent() { "$BIN" run -m replay:r.jsonl "$@" t; }
# failed WHAT: the run ended with status 10 because a hook did; nothing ran and no answer came.
failed() {
    [ "$status" = 10 ] || { echo "$status: $errors"; false; }
    [[ $errors == *"$1"* ]] || { echo "$errors"; false; }
    [ -z "$output" ]
}

@test "a hook that blocks code: it does not run, and the model is told why" {
    hook guard before_code 'grep -q secret_plan && { echo "not that one" >&2; exit 2; }; exit 0'
    replies r.jsonl 'print("ran", "secret_plan")' 'final_answer("well")'
    run_split agent --output jsonl
    [ "$status" = 0 ]
    [[ $output == *'"type":"hook","step":1,"name":"guard","on":"before_code","action":"block","reason":"not that one"'* ]]
    [[ $output == *"This code did not run: the hook 'guard' did not let it: not that one"* ]]
    [[ $output != *'"text":"ran'* ]]
    [ "$(grep -c '"type":"code"' <<<"$output")" = 1 ]
}

@test "code that is refused again and again ends the run" {
    hook guard before_code 'exit 2'
    replies r.jsonl x x x x x x x x x x
    run_split agent --max-repeats 3
    [[ $errors == *"the same was done"* || $errors == *"3 times over"* ]] || { echo "$errors"; false; }
}

@test "a hook that replaces code: that runs, under every executor, and a person would be asked about it" {
    hook swap before_code 'case $(cat) in *forty*) printf %s "{\"code\": \"print(6 * 7)\"}" ;; esac'
    replies r.jsonl 'print("forty")' 'final_answer(_output if "_output" in globals() else 1)'
    for executor in local jail python "command --worker"; do
        [ "$executor" != python ] || grants python || continue
        case $executor in command*) command -v python3 >/dev/null || continue ;; esac
        worker=()
        case $executor in command*) worker=(--worker "python3 $BATS_TEST_DIRNAME/../../docs/examples/worker.py") ;; esac
        run_split agent -e "${executor%% *}" "${worker[@]}" --sandbox auto --output jsonl
        [ "$status" = 0 ] || { echo "$executor: $errors $output"; false; }
        [[ $output == *'"type":"code","step":1,"code":"print(6 * 7)"'* ]]
        [[ $output == *'"text":"42\n"'* ]]
        [[ $output == *'(This code was changed by the hook swap. It is now:\nprint(6 * 7)\n)\n42'* ]]
    done
    run_split agent --approve code --output jsonl
    [ "$status" = 6 ]
}

@test "the model is told of code that a hook changed, also where it gave the answer, did not answer alone or was refused" {
    hook swap before_code 'case $(cat) in *forty*) printf %s "{\"code\": \"final_answer(41)\"}" ;; esac'
    replies r.jsonl 'print("forty")' 'final_answer(42)'
    now='(This code was changed by the hook swap. It is now:\nfinal_answer(41)\n)\n'
    run_split agent --check 'grep -q 42' --output jsonl
    [ "$status" = 0 ]
    [[ $output == *"\"text\":\"Observation:\\n${now}The answer was not accepted"* ]] || { echo "$output"; false; }
    printf '%s\n' 'expect y/n>' 'send n why so\n' 'expect y/n>' 'send y\n' >script
    "$HELPERS/pty" script "$BIN" run -m replay:r.jsonl --approve code --output jsonl -o events t
    grep -qF "\"text\":\"${now}The user read this code and did not let it run: why so" events
    printf '%s\n' '== call python id=a1' '{"code": "forty"}' '== call python id=a2' '{"code": "print(1)"}' '== reply' \
        '== call final_answer id=z1' '{"answer": 42}' '== reply' >r.case
    run_split "$HELPERS/modelserver" serve r.case -- "$BIN" run --agent tool_calling --tools python -m m --base-url '{url}' --output jsonl t
    [ "$status" = 0 ] || { echo "$errors"; false; }
    [[ $output == *"1. python:\\n${now}"*'2. python:\n1"'* ]] || { echo "$output"; false; }
}

@test "what was made of arguments is not said to have been called where a rule refuses that" {
    shout
    hook swap before_tool 'printf %s "{\"args\": {\"text\": \"ls\"}}"'
    printf '[approve]\ndeny = shout(text=ls)\n' >>config/smolagent/smolagent.conf
    replies r.jsonl 'print(shout("rm"))' 'final_answer(1)'
    run_split agent --output jsonl
    [[ $output == *'Observation:\n(The arguments of shout were changed by the hook swap.)\nTraceback'* ]] || { echo "$output"; false; }
}

@test "calls are blocked before they are made and results withheld before they are seen, under every executor" {
    shout
    hook guard before_tool 'grep -q rm && { echo "no rm" >&2; exit 2; }; exit 0'
    hook results after_tool 'grep -q SECRET && exit 2; exit 0'
    replies r.jsonl 'seen = []
for text in ("rm", "secret", "fine"):
    try:
        seen.append(shout(text))
    except PermissionError as e:
        seen.append(str(e))
final_answer(seen)'
    for executor in local jail python; do
        [ "$executor" != python ] || grants python || continue
        rm -f called
        run_split agent -e $executor --sandbox auto --output jsonl
        [ "$status" = 0 ] || { echo "$executor: $errors"; false; }
        [[ $output == *"[\"shout: the hook 'guard' did not allow this call: no rm\", \"shout: the hook 'results' withheld the result\", \"FINE\"]"* ]] || { echo "$output"; false; }
        [ "$(cat called)" = $'secret\nfine' ]
        [[ $output != *'"value":"SECRET"'* ]]
    done
}

@test "arguments that a hook replaces go through the schema: defaults, types, and what rules say of them" {
    shout
    hook swap before_tool 'cat >seen; printf %s "{\"args\": {\"text\": \"ls\", \"times\": \"2\"}}"' 'tools = sh*'
    replies r.jsonl 'final_answer(shout("rm"))'
    run_split agent --output jsonl
    [ "$status" = 0 ]
    grep -q '"args":{"text": *"rm", *"times": *1}' seen
    [ "$(cat called)" = ls ]
    [[ $output == *'"type":"tool.call","step":1,"name":"shout","call":1,"args":{"text":"ls","times":2}'* ]]
    printf '[approve]\ndeny = shout(text=ls)\n' >>config/smolagent/smolagent.conf
    rm called
    run_split agent --output jsonl
    [[ $output == *"the user's rules do not allow this call"* ]]
    [ ! -e called ]
    echo 'printf %s "{\"args\": {\"wrong\": 1}}"' >swap.sh
    run_split agent
    failed "the hook 'swap' failed (before_tool): its 'args' cannot be taken"
    [ ! -e called ]
}

@test "what a tool would refuse is not asked about; an argument that is given twice is no way past a hook" {
    shout
    hook guard before_tool 'touch asked; grep -q rm && exit 2; exit 0'
    replies r.jsonl 'shout(1, 2, 3)' 'final_answer(1)'
    run_split agent
    [ "$status" = 0 ]
    [ ! -e asked ]
    for text in '"text": "fine", "text": "rm"' '"text": "rm", "text": "fine"' '"text": "r\u0000m"' '"text": ["rm"]' '"tixt": "rm"'; do
        printf '%s\n' '== call shout id=a1' "{$text}" '== reply' '== call final_answer id=z1' '{"answer": 1}' '== reply' >r.case
        run_split "$HELPERS/modelserver" serve r.case -- "$BIN" run --agent tool_calling -m m --base-url '{url}' --output jsonl t
        [ "$status" = 0 ] || { echo "$text: $errors"; false; }
        [[ $output == *'"error_type":"TypeError"'* ]] || { echo "$text: $output"; false; }
        [[ ! -e called && ! -e asked ]]
    done
}

@test "hooks run by their order, then by the file; each sees what the one before left, and a block is the last word" {
    shout
    hook c before_tool 'cat >>seen; printf %s "{\"args\": {\"text\": \"c\"}}"' 'order = 5'
    hook b before_tool 'cat >>seen; printf %s "{\"args\": {\"text\": \"b\"}}"'
    hook a before_tool 'cat >>seen; printf %s "{\"args\": {\"text\": \"a\"}}"' 'order = -1'
    hook d before_tool 'cat >>seen' 'order = 5'
    replies r.jsonl 'final_answer(shout("x"))'
    run_split agent
    [ "$output" = C ]
    [ "$(sed 's/.*"hook":"\(.\)".*"text": *"\(.\)".*/\1 \2/' seen)" = $'a x\nb a\nc b\nd c' ]
    rm seen
    echo 'cat >>seen; exit 2' >b.sh
    run_split agent
    [ "$(grep -c . seen)" = 2 ]
}

@test "what the model sees is masked or withheld, the rest of the output as it was" {
    hook mask after_step 'sed -n "s/.*Ann.*/{\"observation\": \"name: ***\"}/p"'
    hook hold after_step 'grep -q 555 && { echo "numbers stay here" >&2; exit 2; }; exit 0' 'order = 1'
    replies r.jsonl 'print("name: Ann")' 'print("call 555")' 'print("fine")' 'final_answer(1)'
    run_split agent --output jsonl
    [ "$status" = 0 ]
    [[ $output == *'"type":"observation","step":1,"text":"Observation:\nname: ***"'* ]]
    [[ $output == *"(What came of this step is withheld: the hook 'hold' did not let it through: numbers stay here)"* ]]
    [[ $output == *'"type":"observation","step":3,"text":"Observation:\nfine'* ]]
}

@test "an observation that a hook makes is cut to the budget, and redacted" {
    hook large after_step 'printf "{\"observation\": \"%s\"}" "$(yes longer | head -n 20000 | tr "\n" " ")$MY_API_KEY"' 'env = MY_API_KEY'
    replies r.jsonl '1' 'final_answer(1)'
    export MY_API_KEY=kkey-very-secret-4711
    run_split agent --output jsonl --max-observation 2000
    [ "$status" = 0 ]
    [[ $output != *very-secret* ]]
    line=$(grep '"type":"observation"' <<<"$output" | head -n 1)
    [ ${#line} -lt 3000 ]
    echo 'printf "{\"observation\": \"%s\"}" "$MY_API_KEY"' >large.sh
    run_split agent --output jsonl
    [[ $output == *'Observation:\n***'* ]]
}

@test "a result that a hook makes fits the tool's schema and size, or the run ends" {
    mkdir -p config/smolagent
    cat >config/smolagent/smolagent.conf <<'END'
[tool.count]
description = Counts.
command = ["echo", "3"]
output = integer
max_output = 100
END
    hook swap after_tool 'printf %s "{\"value\": \"4\"}"'
    replies r.jsonl 'final_answer(count())'
    run_split agent
    [ "$output" = 4 ]
    echo 'printf %s "{\"value\": [4]}"' >swap.sh
    run_split agent
    failed "its 'value' cannot be taken"
    echo 'printf "{\"value\": \"%200s\"}" x' >swap.sh
    run_split agent
    failed "it is larger than 100 bytes"
    echo 'printf %s "{\"error\": \"not today\"}"' >swap.sh
    replies r.jsonl 'try: count()
except RuntimeError as e: final_answer(str(e))'
    run_split agent
    [ "$output" = "not today" ]
}

@test "calls under gather and calls of one reply have an after_tool each" {
    shout
    printf 'async = true\n' >>config/smolagent/smolagent.conf
    hook log after_tool 'cat >>seen; echo >>seen'
    replies r.jsonl 'import asyncio
final_answer(await asyncio.gather(*[shout(t) for t in "abc"]))'
    run_split agent
    [ "$output" = '["A", "B", "C"]' ]
    [ "$(grep -o '"value":"."' seen | sort | tr -d '\n')" = '"value":"A""value":"B""value":"C"' ]
    [ "$(grep -o '"text": *"."' seen | tr -d ' ' | sort | tr -d '\n')" = '"text":"a""text":"b""text":"c"' ]
}

@test "a hook that fails on a call that the cell has left under way is the end of the run, answer or not" {
    shout
    printf 'async = true\n' >>config/smolagent/smolagent.conf
    hook broken after_tool 'exit 1'
    replies r.jsonl 'import asyncio
call = asyncio.create_task(shout("a"))
await asyncio.sleep(0)
final_answer("passed")'
    run_split agent
    failed "the hook 'broken' failed (after_tool)"
}

@test "on_end is told of every ending, changes none, and may not take long after a stop" {
    hook log on_end 'cat >>seen; exit 2'
    replies r.jsonl 'final_answer(7)'
    run_split agent
    [ "$output" = 7 ]
    grep -q '"event":"on_end".*"status":"ok","exit_code":0,"error":null.*"answer":7,.*"task":"t"' seen
    replies r.jsonl 'print(1)' 'print(2)'
    run_split agent --max-steps 1 --on-max-steps fail
    [ "$status" = 3 ]
    [[ $(tail -n 1 seen) == *'"status":"no_answer","exit_code":3'* ]]
    echo 'sleep 300' >log.sh
    replies r.jsonl 'while True: pass'
    run_split agent --timeout 1s --output json
    [ "$status" = 124 ]
    [[ $output == *'"type":"run.end","status":"timeout","exit_code":124'* ]]
    echo 'cat >/dev/null; exit 7' >log.sh
    replies r.jsonl 'final_answer(7)'
    run_split agent
    [[ $status = 0 && $output = 7 && $errors == *"hook log failed (on_end): exit status 7"* ]]
}

@test "a stop ends the hook under way, with all that it started, and what it did not see is withheld" {
    hook slow after_tool 'sleep 300 & echo $! >pid; : >there; wait'
    shout
    replies r.jsonl 'print(shout("secret"))' 'final_answer(1)'
    "$BIN" run -m replay:r.jsonl --output jsonl t >out 2>errors </dev/null 3>&- &
    run=$!
    await [ -e there ]
    kill -TERM $run
    status=0
    wait $run || status=$?
    [ "$status" = 143 ]
    [[ $(grep -c '"value":"SECRET"' out) = 0 ]]
    grep -q '"type":"hook".*"on":"after_tool","action":"stop"' out
    grep -q '"type":"tool.result".*withheld, for the run ended before its hooks' out
    [ ! -e "/proc/$(cat pid)" ]
}

@test "a second signal ends the hooks of the end, too" {
    hook log on_end 'trap "" TERM INT; echo $$ >new; mv new there; exec sleep 300'
    replies r.jsonl 'import time
print("go", flush=True)
while True: time.sleep(100)'
    "$HELPERS/orphans" "$BIN" run -m replay:r.jsonl --output jsonl t >out 2>errors </dev/null 3>&- &
    await grep -q '"text":"go' out
    pid=$(cat "/proc/$!/task/$!/children")
    kill -TERM $pid
    for _ in $(seq 3000); do [ -e there ] && break; [ -e "/proc/${pid% }" ] || break; nap; done
    kill -TERM $pid || true
    status=0
    wait $! || status=$?
    [ "$status" = 143 ]
    [[ $(tail -n 1 out) == *'"type":"run.end","status":"interrupted","exit_code":143'* ]]
    [ ! -e there ] || [ ! -e "/proc/$(cat there)" ]
}

@test "a hook that hangs, and does not heed SIGTERM, is ended with its children; nothing passes" {
    hook slow before_code 'trap "" TERM; (trap "" TERM; exec sleep 300) & echo $! >pid; sleep 300' 'timeout = 300ms'
    replies r.jsonl 'open("x")' 'final_answer(1)'
    run_split "$HELPERS/orphans" "$BIN" run -m replay:r.jsonl -q t
    failed "the hook 'slow' failed (before_code): it did not end within 0.3 s"
    [[ $errors == *"left: 0"* ]]
    [ ! -e pid ] || [ ! -e "/proc/$(cat pid)" ]
    for script in 'sleep 300 & exit 0' 'exec >&- 2>&-; sleep 300' 'kill -STOP $$' 'setsid sh -c "trap \"\" TERM; sleep 300" & exit 0'; do
        echo "$script" >slow.sh
        run_split "$HELPERS/orphans" "$BIN" run -m replay:r.jsonl -q t
        failed "it did not end within 0.3 s"
        [[ $errors == *"left: 0"* ]]
    done
}

@test "whatever a hook prints that is no object of its moment ends the run: nothing passes" {
    hook bad before_code ''
    replies r.jsonl 'final_answer("passed")'
    while IFS='|' read -r script what; do
        printf '%s\n' "$script" >bad.sh
        run_split "$HELPERS/orphans" "$BIN" run -m replay:r.jsonl -q t
        failed "the hook 'bad' failed (before_code): $what"
        [[ $errors == *"left: 0"* ]]
    done <<'END'
printf '{"code": "1'|what it prints is no JSON
printf '{"code": "1\000"}'|what it prints is no JSON
printf '{"code": "\377\376"}'|what it prints is no JSON
printf '{"code": "1"} {}'|what it prints is no JSON
echo '["code"]'|what it prints is no JSON object
echo '{"code": 1}'|its 'code' cannot be taken: it is no text
echo '{"code": null}'|its 'code' cannot be taken: it is no text
echo '{"args": {}}'|it prints a member 'args', which before_code does not take
echo '{"code": "1", "code": "2"}'|it prints more than one member
echo approved|what it prints is no JSON
yes|it prints more than
head -c 100000000 /dev/zero|it prints more than
echo no idea >&2; exit 1|exit status 1: no idea
exit 3|exit status 3
kill -KILL $$|exit status 137
kill -SEGV $$|exit status 139
exec /no/such/program|exit status 127
END
}

@test "a hook may leave its input unread, say much on standard error, and leave processes behind" {
    hook deaf before_code 'exec <&-; exit 0'
    replies r.jsonl "x = '''$(head -c 300000 /dev/zero | tr '\0' x)'''" 'final_answer(len(x))'
    run_split agent
    [ "$output" = 300000 ]
    echo 'head -c 100000000 /dev/zero >&2; exit 2' >deaf.sh
    run_split agent --max-steps 1 --on-max-steps fail
    [ "$status" = 3 ]
    echo 'setsid sleep 300 >/dev/null 2>&1 </dev/null & exit 0' >deaf.sh
    run_split "$HELPERS/orphans" "$BIN" run -m replay:r.jsonl -q t
    [ "$output" = 300000 ]
    [[ $errors == *"left: 0"* ]]
}

@test "a hook gets no keys: only the variables that it names" {
    hook env before_code 'env >seen'
    replies r.jsonl 'final_answer(1)'
    OPENAI_API_KEY=sk-0123456789abcdef WANTED=yes run_split agent
    ! grep -q -e OPENAI -e WANTED seen || false
    printf 'env = WANTED\n' >>config/smolagent/smolagent.conf
    OPENAI_API_KEY=sk-0123456789abcdef WANTED=yes run_split agent
    ! grep -q OPENAI seen || false
    grep -q '^WANTED=yes$' seen
}

@test "what a hook says is redacted in events and for the model" {
    hook leak before_code 'echo "because $MY_API_KEY" >&2; exit 2' 'env = MY_API_KEY'
    replies r.jsonl '1' 'final_answer(1)'
    MY_API_KEY=kkey-very-secret-4711 run_split agent --output jsonl --max-steps 1
    [[ $output == *'"reason":"because ***"'* && $output != *very-secret* && $errors != *very-secret* ]]
}

@test "what a hook says cannot drive the terminal, and stays one line of the error" {
    hook loud before_code 'printf "a\033[2Jb\nc\0d\377" >&2; exit 2'
    replies r.jsonl 1 'final_answer(1)'
    run_split agent --max-steps 1 --on-max-steps fail
    [[ $errors == *'blocked (before_code): a\x1b[2Jb'* && $errors != *$'\033'* ]]
    echo 'printf "a\033[2Jb\nc" >&2; exit 1' >loud.sh
    run_split agent -q
    failed "exit status 1: c"
    [[ $(grep -c . <<<"$errors") = 1 && $errors != *$'\033'* ]]
}

@test "the trail has what hooks did" {
    hook guard before_code 'echo no >&2; exit 2'
    replies r.jsonl 1 'final_answer(1)'
    run_split agent --audit trail --max-steps 1 --on-max-steps fail
    grep -q '"what":"hook","data":{"step":1,"name":"guard","on":"before_code","action":"block","reason":"no"' trail
    run_split "$BIN" sessions audit trail
    [ "$status" = 0 ]
}

@test "a person is asked about the call that hooks have left" {
    shout
    hook swap before_tool 'printf %s "{\"args\": {\"text\": \"changed\"}}"'
    replies r.jsonl 'final_answer(shout("first"))'
    on_screen 100x30 "$BIN" run -m replay:r.jsonl --approve tools t
    until_shown 'The code wants to call shout (source: config):'
    until_shown 'changed'
    until_shown 'y/n>'
    types y && keys Enter
    until_ended
    [ "$(cat called)" = changed ]
}

@test "what a person makes of a call goes to the hooks again: a block holds, a change is asked about" {
    shout
    hook guard before_tool 'case $(cat) in *rm*) exit 2 ;; *swap*) printf %s "{\"args\": {\"text\": \"swapped\"}}" ;; esac'
    replies r.jsonl 'try: final_answer(shout("first"))
except PermissionError as e: final_answer("it was blocked")'
    for text in rm fine swap; do
        on_screen 100x30 "$BIN" run -m replay:r.jsonl --approve tools t
        until_shown 'y/n>'
        types e && keys Enter
        until_shown 'arguments: {"text":"first","times":1}'
        keys C-u && types "{\"text\": \"$text\"}" && keys Enter
        case $text in
            rm) until_shown 'it was blocked' ;;
            fine) until_shown FINE ;;
            swap)
                until_shown $'"swapped"\n  times = 1\nAllow it? y yes, n [WHY] no, a always, e edit the arguments\ny/n>'
                types y && keys Enter
                until_shown SWAPPED
                ;;
        esac
        until_ended
        [ "$status" = 0 ]
    done
    [ "$(cat called)" = $'fine\nswapped' ]
}

@test "a hook is never taken from a project's file" {
    shout
    printf '[hook.x]\ncommand = ["touch", "bad"]\non = before_code\n' >smolagent.conf
    replies r.jsonl 'final_answer(1)'
    run_split agent
    [ "$status" = 10 ]
    [[ $errors == *"smolagent.conf:2: a project file may not have the section 'hook.x'"* ]]
    [ ! -e bad ]
}

@test "faults of a section are told by file and line before anything is asked" {
    replies r.jsonl 'final_answer(1)'
    mkdir -p config/smolagent
    while IFS='|' read -r lines line what; do
        printf "[hook.x]\n$lines\n" >config/smolagent/smolagent.conf
        run_split agent
        [[ $status = 10 && $errors == *"smolagent.conf:$line: "*"$what"* ]] || { echo "$lines: $status $errors"; false; }
    done <<'END'
command = ["true"]|2|on: missing
on = on_end|2|command: missing
command = ["no-such-program-here"]\non = on_end|2|there is no program 'no-such-program-here' here
command = ["/etc/passwd"]\non = on_end|2|there is no program '/etc/passwd' here
command = ["/tmp"]\non = on_end|2|there is no program '/tmp' here
command = [1]\non = on_end|2|expected an array of strings
command = ["true"]\non = before_cell|3|'before_cell' is none of before_code, after_step
command = ["true"]\non = before_code,|3|is none of before_code, after_step
command = ["true"]\non = before_tool\ntools = shell(command=rm)|4|names of tools, without arguments
command = ["true"]\non = before_tool\ntools = final_answer|4|the answer is no call of a tool
command = ["true"]\non = before_tool\ntools = python|4|on = before_code is for it
command = ["true"]\non = before_code\ntools = shell|2|they are for before_tool and after_tool
command = ["true"]\non = on_end\ntimeout = 0|4|expected a duration
command = ["true"]\non = on_end\norder = first|4|expected a whole number
command = ["true"]\non = on_end\nenv = A=B|4|env: expected names of variables, with commas between
command = ["true"]\non = on_end\nenv = A B|4|env: expected names of variables, with commas between
command = ["true"]\non = before_code\non = on_end|4|given twice: 'on'
#command = ["true"]|1|nothing stands in this section
command = ["true"]\nwhen = on_end|3|unknown key 'when'
command = ["true"]\non = on_end\ntimeuot = 3|4|did you mean 'timeout'
END
}

@test "--dry-run lists hooks and runs none, doctor looks at them, sandbox-run refuses them" {
    hook guard 'before_tool, on_end' 'touch ran'
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --dry-run -m replay:r.jsonl t
    [[ $output == *"# hook guard (before_tool, on_end): [\"sh\",\"$dir/guard.sh\"]"* ]]
    run_split "$BIN" run --dry-run --output json -m replay:r.jsonl t
    [[ $output == *'"hooks":[{"name":"guard","on":"before_tool, on_end","command":["sh",'* ]]
    [ ! -e ran ]
    run_split "$BIN" config
    [[ $output == *'[hook.guard]'* ]]
    run_split "$BIN" doctor
    [[ $output == *'hooks'*'1 configured'$'\n'* ]]
    hook typo before_tool true 'tools = write_*, shell, shel'
    run_split "$BIN" doctor
    [[ $output == *"2 configured; typo is for 'shel', which is no tool of this configuration"$'\n'* ]]
    run_split "$BIN" run -v -m replay:r.jsonl t
    [[ $status = 0 && $errors == *"hook 'typo' is for 'shel', which names no existing tool"* && $errors != *"for 'shell'"* ]]
    run_split "$BIN" sandbox-run -- run -m replay:r.jsonl t
    [[ $status = 10 && $errors == *"smolagent.conf:2: [hook.guard]: hooks are not run inside sandbox-run"* ]]
    run_split "$BIN" sandbox-run -- python -c 'print(1)'
    [[ $errors != *"hooks are not run"* ]]
}

@test "in a chat hooks are run in every turn, and state that is made anew asks none" {
    hook log 'before_code, on_end' 'cat >>seen'
    replies r.jsonl 'x = 1
final_answer(1)' 'final_answer(x + 1)'
    run_split bash -c 'printf "one\ntwo\n" | "$1" chat -m replay:r.jsonl' sh "$BIN"
    [ "$(grep -c '"event":"before_code"' seen)" = 2 ]
    [ "$(grep -c '"event":"on_end"' seen)" = 2 ]
}

@test "an agent that calls tools: code of python, calls, results and what came of the step" {
    shout
    hook all 'before_code, before_tool, after_tool, after_step, on_end' 'cat >>seen'
    cat >r.case <<'END'
== call shout id=a1
{"text": "hey"}
== call python id=a2
{"code": "print(6 * 7)"}
== reply
== call final_answer id=z1
{"answer": 42}
== reply
END
    run_split "$HELPERS/modelserver" serve r.case -- "$BIN" run --agent tool_calling --tools python -m m --base-url '{url}' t
    [ "$output" = 42 ]
    [ "$(grep -o '"event":"[a-z_]*"' seen | tr -d '\n')" = '"event":"before_tool""event":"after_tool""event":"before_code""event":"after_step""event":"after_step""event":"on_end"' ]
    grep -q '"event":"after_step".*"agent":"tool_calling","step":1,"images":0,"observation":"Observation' seen || grep '"event":"after_step"' seen | grep -q '"observation":"1. shout:\\nHEY'
}

# example N: the N-th program in docs/hooks.md.
example() {
    awk -v n="$1" '/^## Examples/ { on = 1 } on && /^    import / { at++ } on && at == n && !/^    / && NF { exit } on && at == n' \
        "$BATS_TEST_DIRNAME/../../docs/hooks.md" | sed 's/^    //'
}

@test "the examples of the page do what it says of them" {
    command -v python3 >/dev/null || skip "no python3 for them"
    shout
    sed -i 's/tool.shout/tool.sh_ell/; s/input.text/input.command/; s/{text}/{command}/' config/smolagent/smolagent.conf
    hook guard before_tool 'python3 guard.py' 'tools = sh*'
    hook mask after_step 'python3 mask.py'
    example 1 >guard.py
    example 2 >mask.py
    replies r.jsonl 'print(sh_ell("ls"), "Ann <ann@example.org>")' 'print(sh_ell("sudo rm -r /"))' 'final_answer(1)'
    run_split agent --output jsonl
    [ "$status" = 0 ] || { echo "$errors"; false; }
    [[ $output == *'"text":"Observation:\nLS Ann <[address]>"'* ]]
    [[ $output == *"PermissionError: sh_ell: the hook 'guard' did not allow this call: commands that delete are not run here"* ]]
    [ "$(cat called)" = ls ]
}

@test "an agent whose steps are JSON: its code is changed and blocked like any other" {
    hook swap before_code 'case $(cat) in *forty*) printf %s "{\"code\": \"print(6 * 7)\"}" ;; *bad*) echo no >&2; exit 2 ;; esac'
    printf '%s\n' '{"text": "{\"thought\": \"a\", \"code\": \"print(\\\"forty\\\")\"}"}' \
        '{"text": "{\"thought\": \"b\", \"code\": \"print(\\\"bad\\\")\"}"}' \
        '{"text": "{\"thought\": \"c\", \"code\": \"final_answer(7)\"}"}' >r.jsonl
    run_split agent --structured --output jsonl
    [ "$status" = 0 ] || { echo "$errors"; false; }
    [[ $output == *'(This code was changed by the hook swap. It is now:\nprint(6 * 7)\n)\n42'* ]]
    [[ $output == *"This code did not run: the hook 'swap' did not let it: no"* ]]
    [ "$(grep -c '"type":"code"' <<<"$output")" = 2 ]
}

@test "code of the extra answer at the step limit is asked about too" {
    hook guard before_code 'grep -q last_one && exit 2; exit 0'
    replies r.jsonl 'print(1)' 'final_answer("last_one")'
    run_split agent --max-steps 1
    [ "$status" = 3 ]
    [ -z "$output" ]
}

@test "calls that a hook blocks count for --max-tool-calls" {
    shout
    hook guard before_tool 'exit 2'
    replies r.jsonl 'for i in range(3):
    try: shout("a")
    except Exception as e: print(e)
final_answer(1)'
    run_split agent --max-tool-calls 2 --output jsonl
    [ "$(grep -c '"type":"hook"' <<<"$output")" = 2 ]
    [[ $output == *'this run may call tools 2 times, and has'* ]]
}

@test "a run that is killed outright takes its hooks along, and what they started" {
    hook slow before_code 'sleep 300 & echo $! >new; mv new pid; wait'
    replies r.jsonl 1
    "$BIN" run -m replay:r.jsonl -q t >out 2>&1 </dev/null 3>&- &
    run=$!
    await [ -e pid ]
    kill -KILL $run
    wait $run || true
    await [ ! -e "/proc/$(cat pid)" ]
    [ ! -e "/proc/$(cat pid)" ]
}

@test "a stop while the end of a run is told of ends the hook that is under way: the others have their time" {
    hook slow on_end 'cat >slow; exec sleep 300'
    hook log on_end 'cat >seen; echo well >told'
    replies r.jsonl 'final_answer(1)'
    "$BIN" run -m replay:r.jsonl -q t >out 2>errors </dev/null 3>&- &
    run=$!
    await [ -s slow ]
    kill -TERM $run
    wait $run || true
    [ "$(cat told)" = well ]
    grep -q '"status":"ok"' seen
}

@test "on a terminal a line says what a hook blocked or changed" {
    hook guard before_code 'grep -q bad && { echo "not that" >&2; exit 2; }; exit 0'
    hook mask after_step 'printf %s "{\"observation\": \"hidden\"}"'
    replies r.jsonl '"bad"' 'print("well")' 'final_answer(1)'
    on_screen 100x40 "$BIN" run -m replay:r.jsonl t
    until_ended
    until_shown 'hook guard blocked (before_code): not that'
    until_shown 'hook mask changed (after_step)'
}

@test "sub-agents beside each other have the hooks: their calls, code, results and ends" {
    mkdir -p config/smolagent
    printf '[agent.%s]\ndescription = Helps.\n' one two >config/smolagent/smolagent.conf
    hook log 'before_code, on_end' 'cat >>seen'
    hook guard 'before_code' 'case $(cat) in *bad*) echo "not that" >&2; exit 2 ;; esac'
    hook task before_tool 'case $(cat) in *first*) printf %s "{\"args\": {\"task\": \"changed\", \"variables\": {\"n\": 3}}}" ;; esac' 'tools = one'
    hook mask after_tool 'case $(cat) in *"a name"*) printf %s "{\"value\": \"***\"}" ;; esac' 'tools = two'
    replies main 'import asyncio
final_answer(await asyncio.gather(one("first"), two("second")))'
    replies ones 'final_answer(n)'
    replies twos 'bad' 'final_answer("a name")'
    { cat main; sed 's/^{/{"agent": "one", /' ones; sed 's/^{/{"agent": "two", /' twos; } >r.jsonl
    run_split agent --output jsonl
    [ "$status" = 0 ] || { echo "$errors"; false; }
    [[ $output == *'"value":[3, "***"]'* || $output == *'"value":[3,"***"]'* ]] || { echo "$output"; false; }
    [[ $output == *'"task":"changed"'* && $output == *"This code did not run: the hook 'guard' did not let it: not that"* ]]
    [ "$(grep -c '"event":"on_end"' seen)" = 3 ]
    grep -q '"event":"on_end".*"parent":"[^"]*","depth":1,"name":"two","agent":"code".*"status":"ok"' seen
    grep -q '"event":"before_code".*"depth":1,"name":"one"' seen
    grep -q '"event":"on_end","run":"[^"]*","depth":0,"agent"' seen
}

@test "a hook that fails in the run of a sub-agent ends that run, and its caller may handle it" {
    mkdir -p config/smolagent
    printf '[agent.one]\ndescription = Helps.\n' >config/smolagent/smolagent.conf
    hook broken before_code 'grep -q below && exit 1; exit 0'
    replies main 'try: one("x")
except RuntimeError as e: final_answer(str(e))'
    replies ones 'print("below")'
    { cat main; sed 's/^{/{"agent": "one", /' ones; } >r.jsonl
    run_split agent
    [ "$output" = "the agent one gave no answer, after 1 step: the hook 'broken' failed (before_code): exit status 1" ] || { echo "$output $errors"; false; }
}
