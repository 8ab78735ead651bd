#!/usr/bin/env bats
# A chat on a screen: turns that are typed, pasted, stopped and run again; Tab; what the history keeps.
load helper
load screen

# chat SIZE [OPTION...]
chat() {
    local size=$1
    shift
    on_screen "$size" "$BIN" chat --no-config -m replay:r.jsonl "$@"
    until_shown 'smolagent>'
}

@test "chat screen: the banner names model, executor and limits in one line" {
    : >r.jsonl
    chat 80x10 --max-tokens 20K --timeout 5m --max-cost 0 -e local
    [ "$(shown | head -n 1)" = "* replay:r.jsonl . local . up to 20 steps, 5m00s, 20000 tokens . /help" ]
}

@test "chat screen: a paste of 30 lines with blank ones is one turn, sent by Enter alone" {
    replies r.jsonl 'final_answer("first turn")' 'final_answer("second turn")'
    chat 60x16
    pastes "$(for i in $(seq 10); do printf 'line %d\n\n\n' "$i"; done; echo "the 31st")"
    until_shown 'the 31st'
    ! shown | grep -q turn || false
    types ', which is edited' && keys M-b M-b BSpace && until_shown 'whichis'
    keys Enter && until_shown 'first turn'
    types /context && keys Enter && until_shown '4 messages'
    keys Up Up && until_shown 'the 31st, whichis edited'
    keys C-c && until_shown 'Ctrl-C again'
    types '"""one' && keys Enter && until_shown '...' && keys Enter
    types 'two"""' && keys Enter && until_shown 'second turn'
}

@test "chat screen: Ctrl-C stops the turn, /retry runs it again, the next turn is a new one" {
    replies r.jsonl 'kept = 5
print("loop" "ing")
while True: pass' 'final_answer("again " + str(kept))' 'final_answer("fresh")'
    chat 60x24
    types 'go on' && keys Enter && until_shown 'while True' && keys C-c
    until_shown 'stopped; what was done so far stays'
    types /vars && keys Enter && until_shown 'kept: int = 5'
    types /ret && keys Enter && until_shown 'again 5'
    types hello && keys Enter && until_shown fresh
    types /quit && keys Enter && until_ended && [ "$status" = 0 ]
}

@test "chat screen: Ctrl-C at the prompt clears the line, and a second one leaves" {
    replies r.jsonl 'final_answer("sent")'
    chat 60x12
    types 'never sent' && until_shown 'never sent' && keys C-c
    until_shown 'Ctrl-C again, Ctrl-D or /quit leaves'
    types 'this is' && keys Enter && until_shown 'sent'
    keys C-c && keys C-c && until_ended && [ "$status" = 0 ]
    ! shown -S - | grep -q Traceback || false
}

@test "chat screen: signals at the prompt end the chat with their status" {
    : >r.jsonl
    for signal in TERM:143 HUP:129; do
        on_screen 60x12 bash -c 'echo $$ >pid; exec "$@"' - "$BIN" chat --no-config -m replay:r.jsonl
        until_shown 'smolagent>'
        types 'half a line' && until_shown half
        start=$(date +%s%N)
        kill -"${signal%:*}" "$(cat pid)"
        until_ended
        printf '# %-16s %-4s %4d ms\n' 'chat prompt' "${signal%:*}" $((($(date +%s%N) - start) / 1000000)) >&3
        stty -a <"$(tmux -S "$screen" display-message -p '#{pane_tty}')" | grep -q ' icanon'
        [ "$status" = "${signal#*:}" ]
        rm -f "$dir/screen.status"
    done
}

@test "chat screen: a budget that is nearly spent is told once, and its end ends the turn" {
    for n in 1 2 3 4; do
        printf '{"text": "<code>\\nfinal_answer(%s00)\\n</code>", "usage": {"input_tokens": 400, "output_tokens": 20}}\n' $n
    done >r.jsonl
    chat 90x24 --max-tokens 1000
    for n in 1 2 3; do types go && keys Enter && until_shown "${n}00"; done
    types go && keys Enter && until_shown 'token limit reached'
    [ "$(shown | grep -c "84 % of the chat's tokens are spent: 840 of 1000 (--max-tokens)")" = 1 ]
    shown | grep -A1 'are spent' | grep -q '^200$'
}

@test "chat screen: Tab completes commands, models, files, tools and variables" {
    mkdir -p config/smolagent sub/deep
    printf '[tool.lookup]\ndescription = looks\ncommand = ["echo"]\n[prices]\nme/large = 1 2\nme/little = 1 2\n' >config/smolagent/smolagent.conf
    touch 'sub/data one.csv' sub/table.csv
    replies r.jsonl 'ledger = 1
final_answer("done")'
    on_screen 70x24 "$BIN" chat -m replay:r.jsonl
    until_shown 'smolagent>'
    types go && keys Enter && until_shown done
    types /inst && keys Tab && until_shown '/instructions' && keys C-u
    types /mo && keys Tab Tab && until_shown '/models' && keys C-u
    types '/model openai/gpt-4.1-n' && keys Tab && until_shown gpt-4.1-nano && keys C-u
    types '/model me/' && keys Tab && types ar && keys Tab && until_shown '/model me/l' && keys C-u
    types 'use led' && keys Tab && until_shown 'use ledger'
    types ' and look' && keys Tab && until_shown 'and lookup'
    types ' on su' && keys Tab && types ta && keys Tab && until_shown 'on sub/table.csv'
    keys C-u && types '/attach sub/ta' && keys Tab && until_shown '/attach sub/table.csv'
    keys C-u && types 'sub/' && keys Tab && until_shown 'sub/data one.csv'
}

@test "chat screen: /edit writes the next turn in the editor, Enter sends it" {
    replies r.jsonl 'final_answer("got it")'
    printf '#!/bin/sh\nprintf "written\\n\\nelsewhere\\n" >>"$1"\n' >ed
    chmod +x ed
    EDITOR=$dir/ed chat 60x12
    types '/edit begun' && keys Enter
    until_shown 'elsewhere'
    [[ $(shown) == *'begun'*'... written'*'... elsewhere'* ]]
    ! shown | grep -q 'got it' || false
    keys Enter && until_shown 'got it'
}

@test "chat screen: the history of one chat is there in the next, keys are not" {
    export MY_API_KEY=plainkeyvalue0123456789
    replies r.jsonl 'final_answer(1)' 'final_answer(2)' 'final_answer(3)'
    chat 60x14
    types 'remember this' && keys Enter && until_shown $'\n1'
    types ' forget this' && keys Enter && until_shown $'\n2'
    types 'use plainkeyvalue0123456789' && keys Enter && until_shown $'\n3'
    types /quit && keys Enter && until_ended
    [ "$(cat "$dir/.local/state/smolagent/history")" = 'remember this
/quit' ]
    chat 60x14
    keys Up Up && until_shown 'smolagent> remember this'
}

@test "chat screen: options alone on a terminal are a chat, and words are sent first" {
    replies r.jsonl 'final_answer("first")'
    on_screen 60x12 "$BIN" -m replay:r.jsonl --no-config
    until_shown 'smolagent>' && keys C-d && until_ended && [ "$status" = 0 ]
    rm -f "$dir/screen.status"
    on_screen 60x12 "$BIN" chat -m replay:r.jsonl --no-config say it
    until_shown first && until_shown 'smolagent>'
    rm -f "$dir/screen.status"
    on_screen 60x12 "$BIN" -m replay:r.jsonl --no-config --output json
    until_ended && [ "$status" = 2 ]
}

@test "chat: on a pipe SIGINT ends it, waiting or at work" {
    replies r.jsonl 'print("looping", flush=True)
while True: pass'
    mkfifo pipe
    for text in '' 'go\n'; do
        env --default-signal=INT "$BIN" chat --no-config -m replay:r.jsonl <pipe >out 2>err &
        pid=$!
        exec 4>pipe
        printf "$text" >&4
        [ -z "$text" ] || await grep -q looping err
        [ -n "$text" ] || until_catches INT $pid
        kill -INT $pid
        status=0
        wait $pid || status=$?
        exec 4>&-
        [ "$status" = 130 ]
        ! grep 'Ctrl-C again' err || false
    done
}
