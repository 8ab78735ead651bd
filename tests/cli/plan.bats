#!/usr/bin/env bats
# Plans on a terminal: how they are shown, and what a person may say to them (--approve-plan).
load helper
load screen

# said TEXT...: a recording in which the model says each TEXT in turn.
said() { printf '{"text": "%s"}\n' "$@" >r.jsonl; }
plan='Given: numbers.\n1. **Add** them.\n2. Give the total.'
answer='<code>\nfinal_answer(42)\n</code>'
planned() { on_screen "${size:-90x30}" "$BIN" run --no-config -m replay:r.jsonl --planning-interval 3 --approve-plan --audit trail "$@" t; }

# asked: the model is asked on a terminal, where `script` types, and what it is asked is compared (tests/server). What
# comes in are the expectations.
asked() {
    export CASE=$dir HELPERS BIN
    {
        cat said
        cat <<'END'
== file conf
[prompts]
system = Solve tasks in Python.
plan_first = Make a plan.
[run]
planning_interval = 3
[approve]
approve_plan = true
== command
"$HELPERS/pty" "$CASE/script" "$BIN" run --config conf -m m --base-url "$URL" --wire chat --output jsonl -o "$CASE/events" t
== exit 0
END
        cat
    } >case
    run_split "$HELPERS/modelserver" test case
    [[ $output == 'ok case'* ]] || printf '%s\n' "$output" "$errors"
    [[ $output == 'ok case'* ]]
}
says() { printf '== reply\n%s\n' "$@" >said; }
user() { printf '{"role":"user","content":"%s"}\n' "$1"; }
model() { printf '{"role":"assistant","content":"%s"}\n' "$1"; }
question=$'Follow it? y yes, e edit it, n [WHY] no, another one, s stop the run\ny/e/n/s>'
act='Now act, one step a reply, with code in <code>...</code> as before; leave the plan where what comes back speaks against it.'

@test "a plan is shown as it comes, as Markdown, and once; y: it is followed" {
    said "$plan" "$answer"
    planned
    until_shown 'plan, 20 steps left'
    until_shown "$question"
    [[ $screen_seen == *'1. Add them.'*'2. Give the total.'*'Follow it?'* ]]
    [[ $screen_seen != *'Give the total.'*'Give the total.'* && $screen_seen != *'final_answer'* ]]
    types y && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'final_answer(42)'
    grep -q '"what":"plan","data":{"step":1,"kind":"first","steps_left":20,"text":"Given: numbers.\\n1. \*\*Add\*\* them.\\n2. Give the total."}' trail
    grep -q '"what":"approval","data":{"step":1,"kind":"plan","allowed":true,"by":"person"}' trail
}

@test "y: the model is told that the user agrees" {
    says 'The plan.' $'<code>\nfinal_answer(42)\n</code>'
    printf '%s\n' 'expect y/e/n/s>' 'send yes\n' >script
    asked < <(
        echo '== conversation 2'
        user 'Task: t\n\nMake a plan.'
        model 'The plan.'
        user "The user agrees with the plan.\n$act"
    )
    grep -q '"type":"approval.asked","step":1,"kind":"plan","plan":"The plan."}' events
    grep -q '"type":"approval","step":1,"kind":"plan","allowed":true,"by":"person"}' events
}

@test "n: the model is told why not and makes another plan" {
    says 'The plan.' 'Another.' $'<code>\nfinal_answer(42)\n</code>'
    printf '%s\n' 'expect y/e/n/s>' 'send maybe\n' 'expect y/e/n/s>' 'send n "too" long\n' 'expect Another.' 'expect y/e/n/s>' \
        'send y\n' >script
    asked < <(
        echo '== conversation 3'
        user 'Task: t\n\nMake a plan.'
        model 'The plan.'
        user 'The user does not want this plan: \"too\" long\nWrite another one, in the same form. 20 steps are left.'
        model 'Another.'
        user "The user agrees with the plan.\n$act"
    )
    grep -q '"type":"approval","step":1,"kind":"plan","allowed":false,"by":"person","reason":"\\"too\\" long"}' events
    [ "$(grep -c '"type":"plan.start","step":1,"kind":"first"' events)" = 2 ]
    [ "$(grep -c '"type":"plan","step":1,"kind":"first","steps_left":20,"text":"[TA]' events)" = 2 ]
    [ "$(grep -c '"type":"step.start"' events)" = 1 ]
}

@test "e: without an editor of his own the user changes the plan at the prompt, and it is the model's own from then on" {
    says $'The plan.\nIn two lines.' $'<code>\nfinal_answer(42)\n</code>'
    printf '%s\n' 'expect y/e/n/s>' 'send edit\n' 'expect Enter takes it' 'expect In two lines.' 'send  And more.\n' >script
    unset VISUAL EDITOR
    asked < <(
        echo '== conversation 2'
        user 'Task: t\n\nMake a plan.'
        model 'The plan.\nIn two lines. And more.'
        user "The plan as it stands here is the user's: your own was changed.\n$act"
    )
    grep -q '"allowed":true,"by":"person","plan":"The plan.\\nIn two lines. And more."}' events
}

@test "e: the user's editor has the plan first; left as it is, it is what was agreed to" {
    says 'The plan.' $'<code>\nfinal_answer(42)\n</code>'
    printf '%s\n' 'sed -i "s/The plan/The better plan/" "$1"' >editor
    printf '%s\n' 'expect y/e/n/s>' 'send e\n' 'expect The better plan.' 'send \n' >script
    EDITOR="sh $dir/editor" asked < <(
        echo '== conversation 2'
        user 'Task: t\n\nMake a plan.'
        model 'The better plan.'
        user "The plan as it stands here is the user's: your own was changed.\n$act"
    )
    echo : >editor
    printf '%s\n' 'expect y/e/n/s>' 'send e\n' 'expect plan: ' 'send \n' >script
    EDITOR="sh $dir/editor" asked < <(
        echo '== conversation 2'
        user 'Task: t\n\nMake a plan.'
        model 'The plan.'
        user "The user agrees with the plan.\n$act"
    )
    grep -q '"allowed":true,"by":"person"}' events
}

@test "e: where a terminal cannot edit, Enter takes the plan as it is shown and a text takes its place" {
    said 'The plan.' "$answer"
    unset VISUAL EDITOR
    for typed in '' 'Another plan.'; do
        printf '%s\n' 'expect y/e/n/s>' 'send e\n' 'expect The plan.' 'expect plan: ' "send $typed\\n" >script
        run_split "$HELPERS/pty" script /usr/bin/env TERM=dumb "$BIN" run --no-config -m replay:r.jsonl --planning-interval 3 \
            --approve-plan --output jsonl -o events t
        [ "$status" = 0 ] || { echo "$output"; false; }
        grep -q "\"allowed\":true,\"by\":\"person\"${typed:+,\"plan\":\"$typed\"}}" events
    done
}

@test "e: an editor that is open when the run is stopped ends with it, and its file goes" {
    printf '%s\n' '[hook.log]' 'command = ["sh", "-c", "cat >told"]' 'on = on_end' >conf
    printf '%s\n' 'echo $$ >pid; kill -TERM $PPID; exec sleep 300' >editor
    mkdir tmp
    said "$plan" "$answer"
    export EDITOR="sh $dir/editor" TMPDIR=$dir/tmp
    on_screen 90x30 "$BIN" run --config conf -m replay:r.jsonl --planning-interval 3 --approve-plan t
    until_shown "$question"
    types e && keys Enter
    until_ended
    [ "$status" = 143 ]
    [ ! -e "/proc/$(cat pid)" ]
    [ -z "$(ls tmp)" ]
    grep -q '"status":"interrupted"' told
}

@test "e, and back with Ctrl-D or by leaving nothing: the question is put again" {
    said "$plan" "$answer"
    unset VISUAL EDITOR
    planned -q
    until_shown "$question"
    types e && keys Enter
    until_shown 'plan: Given: numbers.'
    keys C-c
    until_ended
    [ "$status" = 130 ]
    planned -q
    until_shown "$question"
    types e && keys Enter
    until_shown 'plan: Given: numbers.'
    keys C-u C-u && for _ in 1 2 3; do keys C-a C-k BSpace; done
    keys C-d
    until_shown 'Follow it?'
    until_shown "$question"
    types y && keys Enter
    until_ended
    [ "$status" = 0 ]
}

@test "a project's file does not make plans rarer, nor does without, where a person wants to see each" {
    said "$plan" "$answer"
    for n in 0 1 100; do
        printf '%s\n' '[run]' "planning_interval = $n" >smolagent.conf
        run_split "$BIN" run -m replay:r.jsonl --approve-plan t
        [[ $status = 10 && $errors == *"smolagent.conf:2: a project file may not set 'planning_interval'"* ]] || { echo "$n: $errors"; false; }
    done
}

@test "s and the end of input stop the run with status 6, Ctrl-C as ever" {
    said "$plan" "$answer"
    for key in s C-d; do
        rm -f trail*
        planned
        until_shown "$question"
        if [ $key = s ]; then types s && keys Enter; else keys C-d; fi
        until_ended
        [ "$status" = 6 ]
        until_shown 'smolagent: the user stopped the run at its plan'
        grep -q '"what":"approval","data":{"step":1,"kind":"plan","allowed":false,"by":"person","ends":true}' trail
        tail -n 1 trail | grep -q '"status":"error","exit_code":6'
    done
    rm -f trail*
    planned
    until_shown "$question"
    keys C-c
    until_ended
    [ "$status" = 130 ]
    [ "$(grep -c '"what":"approval"' trail)" = 0 ]
}

@test "after five plans that the user rejected the run is over" {
    said one two three four five six
    planned
    for each in one two three four five; do
        until_shown "   $each"$'\n'"$question"
        types n && keys Enter
    done
    until_ended
    [ "$status" = 6 ]
    until_shown 'smolagent: the user rejected 5 plans in a row'
    [ "$(grep -c '"what":"approval","data":{"step":1,"kind":"plan","allowed":false,"by":"person"}' trail)" = 5 ]
}

@test "with -q the question shows the plan; what could drive the terminal is visible" {
    said 'Step\u001b[2J one.\n\n2. \u202eowt' "$answer"
    planned -q
    until_shown "$question"
    [[ $screen_seen == *'This is the plan:'*'  | Step\x1b[2J one.'*'(not ASCII: U+202E)'* ]]
    types y && keys Enter
    until_ended
    [ "$status" = 0 ]
}

@test "an updated plan is asked about as well, and Ctrl-C there ends the turn of a chat alone" {
    said 'First.' '<code>\nprint(1)\n</code>' 'Second.' 'Of another turn.' '<code>\nfinal_answer(6 * 7)\n</code>'
    on_screen 90x40 "$BIN" chat --no-config -m replay:r.jsonl --planning-interval 1 --approve-plan
    until_shown 'smolagent>'
    types one && keys Enter
    until_shown "$question"
    types y && keys Enter
    until_shown 'the plan anew, 19 steps left'
    until_shown 'Second.'
    keys C-c
    until_shown 'stopped; what was done so far stays'
    types two && keys Enter
    until_shown $'Of another turn.\n'"$question"
    types y && keys Enter
    until_shown 42 # which no question has
    types /quit && keys Enter && until_ended
    [ "$status" = 0 ]
}

@test "without a terminal a plan is told line by line" {
    said "$plan" '<code>\nprint(1)\n</code>' 'Second.' "$answer"
    run_split "$BIN" run --no-config -m replay:r.jsonl --planning-interval 1 --max-steps 3 t
    [ "$status" = 0 ]
    [[ $errors == '--- plan, 3 steps left'$'\n''Given: numbers.'$'\n''1. **Add** them.'*'[plan: '*'--- step 1'*'--- the plan anew, 2 steps left'$'\n''Second.'*'--- step 2'* ]]
}

@test "Ctrl-C while a plan comes in: what came of it stands there, and the run is over" {
    {
        echo '== reply form=raw type=text/event-stream fault=open'
        printf 'data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}\n\n' 'Given: **num' 'bers**.\n1. Add' ' them up'
        echo
    } >case
    export OPENAI_API_KEY=plainkeyvalue0123456789
    on_screen 70x12 "$HELPERS/modelserver" serve case -- "$BIN" run --no-config -m openai/gpt --base-url '{url}' \
        --planning-interval 2 t
    until_shown '1. Add them   ...'
    [[ $screen_seen == *'plan, 20 steps left'*'Given: numbers.'* ]]
    keys C-c
    until_ended
    [ "$status" = 130 ]
    until_shown 'smolagent: interrupted by SIGINT'
    [[ $screen_seen == *'1. Add them'*up*$'\ninterrupted  0 steps'* ]]
}

@test "an agent that is called makes plans where its section says so, and is asked about them by its name" {
    printf '%s\n' '[agent.one]' 'description = Does it.' 'planning_interval = 2' 'max_steps = 3' >conf
    printf '%s\n' '{"text": "<code>\nanswer = one(\"part\")\nfinal_answer(answer)\n</code>"}' \
        '{"agent": "one", "text": "1. Do it."}' '{"agent": "one", "text": "<code>\nfinal_answer(\"done\")\n</code>"}' \
        '{"text": "<code>\nfinal_answer(\"refused\")\n</code>"}' >r.jsonl
    run_split "$BIN" run --config conf -m replay:r.jsonl t
    [[ $status = 0 && $output == done ]]
    [[ $errors == *$'\none.1| #  plan, 3 steps left\none.1|    1. Do it.\none.1| 1\n'* ]]
    run_split "$BIN" run --config conf -m replay:r.jsonl -q --output jsonl t
    grep -q '"depth":1,.*"type":"plan","step":1,"kind":"first","steps_left":3,"text":"1. Do it."' <<<"$output"
    [ "$(grep -c '"type":"plan.start"' <<<"$output")" = 1 ]
    on_screen 90x30 "$BIN" run --config conf -m replay:r.jsonl --approve-plan t
    until_shown "$question"
    [[ $screen_seen == *$'The agent one:\nThis is the plan:\n  | 1. Do it.'* ]]
    types y && keys Enter
    until_ended
    [ "$status" = 0 ]
    run_split "$BIN" run --config conf -m replay:r.jsonl --approve-plan t
    [[ $status = 0 && $output == refused ]]
    [[ $errors == *'PermissionError: the agent one gave no answer, after 0 steps: a plan needs approval (--approve-plan), and there is nobody to ask'* ]]
}
