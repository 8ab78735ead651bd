#!/usr/bin/env bats
# Built-in tools: what gives them to the code, and those that ask.
load helper
load screen

@test "no built-in tool is there unless it is asked for, by its name or its group, once" {
    run_split "$BIN" tools --no-config
    [[ $status = 0 && $output == 'No tools'*'user_input '*'ask '* ]]
    run_split "$BIN" tools --no-config --tools user_input,ask,user_input
    [[ $status = 0 && $output == *'def user_input(question: str) -> str:'* ]]
    [ "$(grep -c 'def user_input' <<<"$output")" = 1 ]
}

@test "a name that no built-in tool has: exit 2, what is near it, and the groups" {
    run_split "$BIN" tools --no-config --tools user_imput
    [[ $status = 2 && $errors == *"'user_imput' (did you mean user_input?); groups: "*'ask (user_input)'* ]]
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl --tools zzzzzz t
    [[ $status = 2 && $errors == *"'zzzzzz'; groups: "* ]]
}

@test "--no-tools leaves out configured ones too; a project may set it, and not give tools" {
    mkdir -p config/smolagent
    printf '[tool.echo]\ndescription = Echoes.\ncommand = ["cat"]\n[run]\ntools = ask\n' >config/smolagent/smolagent.conf
    run_split "$BIN" tools
    [[ $status = 0 && $output == *'def user_input'*'def echo'* ]]
    run_split "$BIN" tools --no-tools
    [[ $status = 0 && $output == 'No tools'* ]]
    printf '[run]\nno_tools = true\n' >smolagent.conf
    run_split "$BIN" tools
    [[ $status = 0 && $output == 'No tools'* ]]
    printf '[run]\ntools = ask\n' >smolagent.conf
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run -m replay:r.jsonl t
    [[ $status = 10 && $errors == *"a project file may not set 'tools'"* ]]
}

@test "user_input asks on the terminal, shows what is hostile as text, and gives the line" {
    replies r.jsonl 'final_answer("got " + user_input("Which\x1b[31m colour?"))'
    on_screen 80x20 "$BIN" run --no-config -m replay:r.jsonl --tools user_input t
    until_shown '?'
    until_shown 'colour?'
    [[ $screen_seen == *'Which\x1b[31m colour?'* ]]
    types 'deep blue'
    until_shown '? deep blue'
    keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'got deep blue'
}

@test "Ctrl-C at a question of a tool ends the run; Ctrl-D is no answer" {
    replies r.jsonl 'user_input("Go on?")'
    on_screen 80x20 "$BIN" run --no-config -m replay:r.jsonl --tools ask t
    until_shown 'Go on?'
    keys C-c
    until_ended
    [ "$status" = 130 ]
    replies r.jsonl 'try:
    user_input("Go on?")
except EOFError as e:
    final_answer(str(e))'
    on_screen 80x20 "$BIN" run --no-config -m replay:r.jsonl --tools ask t
    until_shown 'Go on?'
    keys C-d
    until_ended
    [ "$status" = 0 ]
    until_shown 'was not answered'
}

@test "without a terminal, or with --no-input, user_input says so in the call" {
    replies r.jsonl 'try:
    user_input("Who?")
except RuntimeError as e:
    final_answer(str(e))'
    run_split "$BIN" run --no-config -m replay:r.jsonl --tools ask t
    [[ $status = 0 && $output == 'user_input: there is nobody to ask here'* ]]
    on_screen 80x20 "$BIN" run --no-config --no-input -m replay:r.jsonl --tools ask t
    until_ended
    [ "$status" = 0 ]
    until_shown 'there is nobody to ask here'
}
