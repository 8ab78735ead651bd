#!/usr/bin/env bats
# What a person sees of a run: the screens of terminals (screen.bash), and the very bytes where those count.
load helper
load screen

# delta TEXT [KEY]: a piece of a streamed reply as the server sends it. JSON's own escapes are the caller's.
delta() { printf 'data: {"choices":[{"index":0,"delta":{"%s":"%s"}}]}\n\n' "${2:-content}" "$1"; }
done_marks='data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":2100,"completion_tokens":180,"prompt_tokens_details":{"cached_tokens":1600}}}

data: [DONE]
'
# reply TEXT...: a whole reply in these pieces; stall TEXT...: one that goes on for ever behind them; lose: one
# whose connection is lost there.
streamed() {
    local fault=$1 piece
    shift
    printf '== reply form=raw type=text/event-stream%s\n' "$fault"
    for piece; do delta "$piece"; done
    echo # the last line of a section is not the server's
}
reply() { streamed '' "$@" && printf '%s\n' "$done_marks"; }
stall() { streamed ' fault=open' "$@"; }
lose() { streamed ' fault=drop' "$@"; }

live() { "$HELPERS/modelserver" serve case -- "$BIN" run --no-config -m openai/gpt --base-url '{url}' "$@"; }
# on_live COLUMNSxROWS OPTION...: such a run on a screen of its own.
on_live() {
    local size=$1
    shift
    export OPENAI_API_KEY=plainkeyvalue0123456789
    on_screen "$size" "$HELPERS/modelserver" serve case -- "$BIN" run --no-config -m openai/gpt --base-url '{url}' "$@"
}
# bytes VARIABLE=VALUE...: what such a run writes on a terminal, as it is.
bytes() {
    : >script
    export OPENAI_API_KEY=plainkeyvalue0123456789
    run "$HELPERS/pty" script /usr/bin/env "$@" "$HELPERS/modelserver" serve case -- "$BIN" run --no-config \
        -m openai/gpt --base-url '{url}' t
    output=${output//$'\r'/}
}

@test "the reply stands on the screen while it is written, and what is waited for behind it" {
    stall 'I look at ' 'the **shape** of' ' the' ' lines' >case
    on_live 80x12 "how many"
    until_shown '1  I look at the shape of the lines   ...'
    [[ $screen_seen == '* openai/gpt . local . up to 20 steps'* && $screen_seen == *'~'*' tokens'* ]]
    keys C-c
    until_ended
    [ "$status" = 130 ]
    until_shown 'smolagent: interrupted by SIGINT'
    [[ $screen_seen != *'...'* && $screen_seen == *'the lines'*$'\ninterrupted  1 step'* ]]
}

@test "a run: steps, code, prints, the answer, and what it took" {
    {
        reply 'I look at the ' 'shape first.\n' '<co' 'de>\nprint(6 ' '* 7)\n' '</code>'
        reply 'Now I *count*.\n<code>\nfinal_answer(' '\"db-3.internal\")\n</code>'
    } >case
    on_live 70x20 "how many"
    until_ended
    until_shown 'ok  2 steps'
    [ "$status" = 0 ]
    [[ $screen_seen == '* openai/gpt . local . up to 20 steps
1  I look at the shape first.
   | print(6 * 7)
   > 42
2  Now I count.
   | final_answer("db-3.internal")
db-3.internal
ok  2 steps  '*'  4.2k in (3.2k cached)  360 out  '* ]]
}

@test "steps as JSON: the thought and the code stand there while they are written, and no JSON" {
    stall '{\"thought\": \"I look at ' 'the **shape**.\", \"co' 'de\": \"n = \\\"six\\\" * 7\\nprint(n' >case
    on_live 70x20 --structured "how many"
    until_shown '   | n = "six" * 7'
    [[ $screen_seen == *'1  I look at the shape.'* && $screen_seen != *'{'* && $screen_seen != *'thought'* ]]
    keys C-c
    until_ended
    {
        reply '{\"thought\": \"I look at ' 'the **shape** first.\", \"code\": \"print(6 ' '* 7)\\n\"}'
        reply '{\"thought\": \"\", \"code\": \"final_answer(\\\"db-3.internal\\\")\"}'
    } >case
    on_live 70x20 --structured "how many"
    until_ended
    until_shown 'ok  2 steps'
    [ "$status" = 0 ]
    [[ $screen_seen == '* openai/gpt . local . up to 20 steps
1  I look at the shape first.
   | print(6 * 7)
   > 42
2  | final_answer("db-3.internal")
db-3.internal
ok  2 steps  '* ]]
}

@test "calls of tools are shown as they are made, not as they are written" {
    printf '%s\n' '== call python' '{"code": "print(6 * 7)"}' '== reply' 'I **compute** it.' \
        '== call final_answer' '{"answer": {"n": 42}}' '== reply' >case
    on_live 70x20 --agent tool_calling --tools python "how many"
    until_ended
    until_shown 'ok  2 steps'
    [ "$status" = 0 ]
    [[ $screen_seen == '* openai/gpt . local . up to 20 steps
1  I compute it.
   | print(6 * 7)
   > 42
2
{"n": 42}
ok  2 steps  '* ]]
}

@test "prints stand there while the code still runs" {
    reply '<code>\nimport time\nprint(\"first\", flush=True)\ntime.sleep(50)\n</code>' >case
    on_live 60x12 --step-timeout 50s t
    until_shown $'> first   running'
    keys C-c
    until_ended
    [ "$status" = 130 ]
}

@test "thinking is a line that goes, and its time stays with -v its text" {
    { streamed ' fault=open' '<think>so many' ' thoughts'; } >case
    on_live 60x12 t
    until_shown '1  thinking ...'
    [[ $screen_seen != *'so many'* ]]
    keys C-c
    until_ended
    on_live 60x12 -v t
    until_shown '1  so many thoughts   thinking'
    keys C-c
    until_ended
}

@test "40 columns, wide characters: nothing is broken but lines" {
    {
        reply '- An item that is folded at the words of it\n日本語の文章もここにあります。終わり。絵文字 👩‍👩‍👧 と é\n' \
            '<code>\nx = \"a long line of code that does not fit\"\nprint(\"語\" * 40)\nfinal_answer(1)\n</code>'
    } >case
    on_live 40x30 t
    until_ended
    until_shown 'ok  1 step'
    screen_seen=$(shown)
    [[ $screen_seen == *'1  - An item that is folded at the
     words of it
   日本語の文章もここにあります。終わり
   。絵文字 👩‍👩‍👧 と é
   | x = "a long line of code that does
      not fit"
   | print("語" * 40)
   | final_answer(1)
   > 語語語語語語語語語語語語語語語語語
     語語語語語語語語語語語語語語語語語
     語語語語語語
1
ok  1 step'* ]]
}

@test "after a resize lines are folded where the screen now ends" {
    stall 'one two three four five six seven eight nine ten eleven twelve.\n' >case
    on_live 80x12 t
    until_shown 'twelve.   ...'
    resize 44x12
    until_gone 'twelve.   ...'
    until_shown '...'
    resize 90x12
    until_shown 'twelve.   ...'
    keys C-c
    until_ended
    until_shown 'interrupted  1 step'
    [[ $screen_seen != *'...'* ]]
}

@test "NO_COLOR, dumb and unknown terminals: no colours, no spinner, nothing but lines" {
    reply 'a **b** `c`\n' '<code>\nimport time\ntime.sleep(3)\nfinal_answer(1)\n</code>' >case
    for how in TERM=dumb TERM=nobody-knows TERM=; do
        bytes "$how"
        [ "$status" = 0 ]
        [[ $output != *$'\x1b'* && $output != *running* ]]
        [[ $output == *'1  a **b** `c`
   | import time'* ]]
    done
    bytes TERM=xterm NO_COLOR=1
    ! grep -q $'\x1b\[[0-9;]*m' <<<"$output" || false
    [[ $output == *'running'* ]]
    bytes TERM=xterm
    [[ $output == *$'\x1b[1mb\x1b[0m'* && $output == *$'\x1b7'*running*$'\x1b8'* ]]
}

@test "nothing that was printed is written over: the cursor only comes back to the text's end" {
    reply 'word by word\n' '<code>\nprint(1)\nimport time\ntime.sleep(3)\nfinal_answer(1)\n</code>' >case
    bytes TERM=xterm
    plain=$(printf '%s' "$output" | sed 's/\x1b\[[0-9;]*m//g; s/\x1b7[^\x1b]*\x1b8//g; s/\x1b\[J//g')
    [[ $plain != *$'\x1b'* && $plain != *$'\b'* ]]
    [[ $plain == *'1  word by word
   | print(1)
   | import time
   | time.sleep(3)
   | final_answer(1)
   > 1
1
ok  1 step'* ]]
}

@test "a reply that is lost half way does not count, and says so" {
    {
        lose 'this is void ' 'text'
        reply '<code>\nfinal_answer(\"good\")\n</code>'
    } >case
    on_live 150x12 t
    until_ended
    until_shown 'ok  1 step'
    [ "$status" = 0 ]
    [[ $screen_seen == *'1  this is void text
   what came so far does not count: '*' was cut off '*' again in '*'
   | final_answer("good")
good
ok  1 step'* ]]
}

@test "code that runs otherwise than it was written is shown as it runs" {
    {
        reply 'So:\n```python\nprint(1)\n```\nor\n<code>\nfinal_answer(2)\n</code> it is 3'
        reply '<code>\nfinal_answer(4)\n</code>'
    } >case
    on_live 60x16 t
    until_ended
    until_shown 'ok  2 steps'
    [[ $screen_seen == *'1  So:
   | print(1)
   or
   | final_answer(2)
   (what runs of this:)
   | print(1)
   > 1
2  | final_answer(4)
4'* && $screen_seen != *'it is 3'* ]]
    reply 'So:\n```python\nprint(1)\n```\nNo.\n' >case
    on_live 60x12 --max-steps 1 --on-max-steps fail t
    until_ended
    until_shown 'no answer'
    [[ $screen_seen == *$'   | print(1)\n   No.\n   > 1'* ]]
}

@test "a reply that is the answer is not printed twice, unless standard output is elsewhere" {
    {
        reply 'The answer is **42**.'
        reply 'The answer is **42**.'
    } >case
    on_live 60x12 --prose answer t
    until_ended
    until_shown 'ok  2 steps'
    [ "$(grep -c 'The answer is' <<<"$screen_seen")" = 2 ]
    printf '{"text": "<code>\\nprint(1)\\n</code>"}\n{"text": "Only **this**."}\n' >r.jsonl
    on_screen 60x12 "$BIN" run --no-config --max-steps 1 -m replay:r.jsonl t
    until_ended
    until_shown 'max_steps  1 step'
    [[ $screen_seen == *$'   > 1\n   Only this.\nsmolagent: warning: the answer was given at a limit'*$'\nmax_steps'* ]]
    OPENAI_API_KEY=k12345678 on_screen 60x12 bash -c '"$1" serve case -- "$2" run --no-config -m openai/gpt --base-url {url} --prose answer t >out' \
        - "$HELPERS/modelserver" "$BIN"
    until_ended
    [ "$(cat out)" = 'The answer is **42**.' ]
}

@test "a key is never on the screen, however its pieces come" {
    key=plainkeyvalue0123456789
    {
        for cut in 1 5 9 15 22; do
            reply "it is ${key:0:cut}" "${key:cut} so\n" "<code>\nprint('${key:0:cut}' + '${key:cut}')\n</code>"
        done
        reply '<code>\nfinal_answer(1)\n</code>'
    } >case
    bytes TERM=xterm
    [ "$status" = 0 ]
    [[ $output == *'it is ***'* && $output != *'it is p'* && $output != *$key* ]]
}

@test "what others print meanwhile stands on lines of its own" {
    mkdir -p config/smolagent
    printf '[tool.say]\ndescription = d\ncommand = ["sh", "-c", "until [ -e %s/go ]; do sleep 0.1; done; echo said"]\n' "$dir" >config/smolagent/smolagent.conf
    replies r.jsonl 'print("a line,", end=" ", flush=True)
print(say())
print(1 / 0)' 'final_answer(1)'
    on_screen 70x24 "$BIN" run -m replay:r.jsonl t
    until_shown '* say {}   say .'
    touch go
    until_ended
    until_shown 'ok  2 steps'
    [[ $screen_seen == *'
   > a line,
   * say {}
   > said
'*'ZeroDivisionError: division by zero'*'1 tool call' ]]
}

@test "with -v a line a step; with -q nothing; on a pipe as it was" {
    reply 'thought\n<code>\nfinal_answer(1)\n</code>' >case
    on_live 80x12 -v t
    until_ended
    until_shown 'ok  1 step'
    [[ $screen_seen == *'   step 1  '*', code '*'  2.1k in (1.6k cached)  180 out'* ]]
    on_live 80x12 -q t
    until_ended
    [ "$(shown)" = 1 ]
    export OPENAI_API_KEY=k12345678
    run_split live t
    [ "$output" = 1 ]
    [[ $errors == '--- step 1
thought
  | final_answer(1)
[step 1: '*' tokens in'*' out'*']' && $errors != *$'\x1b'* ]]
}

@test "that a run goes round in circles is on the screen when that ends it" {
    replies r.jsonl 'print(1)' 'print(1)'
    echo '{"text": "It is one."}' >>r.jsonl
    on_screen 80x20 "$BIN" run --no-config --max-repeats 1 -m replay:r.jsonl t
    until_ended
    [ "$status" = 0 ]
    until_shown 'the same was done 2 times, with the same result: no more steps'
    until_shown 'It is one.'
}

@test "Ctrl-C in every phase leaves a clean screen, and says what was going on" {
    # interrupted TEXT: once this is on the screen.
    interrupted() {
        until_shown "$1"
        keys C-c
        until_ended
        [ "$status" = 130 ]
        until_shown 'smolagent: interrupted by SIGINT'
        [[ $screen_seen != *' ... '* && $screen_seen != *' .. '* && $screen_seen != *' .  '* ]]
        [[ $screen_seen == *$'\ninterrupted  1 step  '* ]]
    }
    printf '== reply fault=hang\n' >case
    on_live 80x12 t
    interrupted '1  waiting for the model .'
    printf '== reply status=503 header=Retry-After:50 repeat=1\n{}\n' >case
    on_live 100x12 t
    interrupted 'waiting to try again .'
    [[ $screen_seen == *'; again in 50.0 s'* ]]
    stall '<code>\nx = 1\n' 'y' >case
    on_live 80x12 t
    interrupted '| x = 1   writing code .'
    mkdir -p config/smolagent
    printf '[tool.slow]\ndescription = d\ncommand = ["sleep", "60"]\n' >config/smolagent/smolagent.conf
    replies r.jsonl 'slow()'
    on_screen 80x12 "$BIN" run -m replay:r.jsonl t
    interrupted '* slow {}   slow .'
    replies r.jsonl 'final_answer(1)'
    printf '#!/bin/sh\nsleep 60\n' >slow && chmod +x slow
    on_screen 80x12 "$BIN" run --check ./slow -m replay:r.jsonl t
    interrupted '| final_answer(1)   running .'
}
