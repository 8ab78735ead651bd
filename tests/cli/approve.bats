#!/usr/bin/env bats
# Approval: which calls and cells are made unasked, which after a question, and which not at all.
load helper
load screen

# note: a command tool of the user's own, which says what it was called with, and keeps it.
notes() {
    mkdir -p config/smolagent
    cat >config/smolagent/smolagent.conf <<'END'
[tool.note]
description = Keeps a note.
command = ["sh", "-c", "printf '%s\n' \"$1\" >>kept; printf 'kept %s' \"$1\"", "sh", "{text}"]
leading_dash = true
stdin = none
input.text = string  the note
END
    printf '%s\n' "$@" >>config/smolagent/smolagent.conf
}
agent() { "$BIN" run -m replay:r.jsonl "$@" t; }
on_agent() { on_screen 100x30 "$BIN" run -m replay:r.jsonl "$@" t; }

@test "the user's own commands run unasked; with --approve tools every call is asked about" {
    notes
    replies r.jsonl 'final_answer(note("one"))'
    run_split agent
    [[ $status = 0 && $output == 'kept one' ]]
    run_split agent --approve tools
    [[ $status = 6 && $errors == *"a call of the tool 'note' needs approval"*'--allow note'* ]]
    [ "$(cat kept)" = one ]
    run_split agent --approve tools --allow note
    [[ $status = 0 && $output == 'kept one' ]]
    run_split agent --approve tools --allow 'note(text=on*)'
    [[ $status = 0 && $output == 'kept one' ]]
    run_split agent --approve tools --allow 'note(text=two)'
    [ "$status" = 6 ]
}

@test "a denied run ends there: the code cannot catch it, and run.end says 6" {
    notes '[approve]' 'ask = note'
    replies r.jsonl 'try:
    note("one")
except BaseException:
    print("caught")
finally:
    print("on")
final_answer(1)'
    run_split agent --output jsonl
    [ "$status" = 6 ]
    [[ $output != *'"type":"print"'* ]]
    [[ $output == *'"type":"approval","step":1,"kind":"tool","name":"note","allowed":false,"by":"nobody"'* ]]
    [[ $(tail -n 1 <<<"$output") == *'"type":"run.end","status":"error","exit_code":6'* ]]
    [ ! -e kept ]
}

@test "y: the call is made, once; the question shows its arguments" {
    notes
    replies r.jsonl 'final_answer(note("one") + note("two"))'
    on_agent --approve tools
    until_shown 'The code wants to call note (source: config):'
    until_shown 'y/n>'
    [[ $screen_seen == *'  text = "one"'* && $screen_seen != *'"two"'$'\n'* ]]
    types y && keys Enter
    until_shown '  text = "two"'
    until_shown $'arguments\ny/n>'
    types yes && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'kept onekept two'
}

@test "n: the model is told why not, and goes on" {
    notes
    replies r.jsonl 'try:
    note("one")
except PermissionError as e:
    final_answer(f"so: {e}")'
    on_agent --approve tools
    until_shown 'y/n>'
    types 'n keep it short' && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'so: note: the user did not allow this call: keep it short'
    [ ! -e kept ]
}

@test "e: the call is made with other arguments, which are checked first" {
    notes
    replies r.jsonl 'final_answer(note("one"))'
    on_agent --approve tools --audit trail
    until_shown 'y/n>'
    types e && keys Enter
    until_shown 'arguments: {"text":"one"}'
    keys C-u && types '{"nothing": 1}' && keys Enter
    until_shown 'missing required argument'
    until_shown $'\ny/n>'
    types e && keys Enter
    until_shown 'arguments: {"text":"one"}'
    keys C-u && types '{"text": "another"}' && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'kept another'
    [ "$(cat kept)" = another ]
    grep -q '"what":"approval","data":{"step":1,"kind":"tool","name":"note","allowed":true,"by":"person"}' trail
    grep -q '"what":"tool","data":{"step":1,"name":"note","args":{"text":"another"}}' trail
}

@test "a: the rule is kept, shown by config, and taken back there" {
    notes '[approve]' 'approve = tools'
    replies r.jsonl 'final_answer(note("one, (two)") + note("one, (two)"))'
    on_agent
    until_shown 'y/n>'
    types a && keys Enter
    until_shown 'always: note(text=one\, \(two\))'
    keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'kept one, (two)kept one, (two)'
    run_split agent
    [ "$status" = 0 ]
    run_split "$BIN" config
    [[ $output == *'smolagent config --forget'*'#   note(text=one\, \(two\))'* ]]
    run_split "$BIN" config --forget 'note'
    [[ $status = 2 && $errors == *'is none of the rules'* ]]
    run_split "$BIN" config --forget 'note(text=one\, \(two\))'
    [[ $status = 0 && $output != *'allowed always'* ]]
    run_split agent
    [ "$status" = 6 ]
}

@test "remembered rules do not count in a file that others may write to" {
    notes '[approve]' 'ask = note'
    replies r.jsonl 'final_answer(note("one"))'
    export XDG_STATE_HOME=$dir/state
    mkdir -p state/smolagent
    echo note >state/smolagent/approved
    for mode in 600 620 602; do
        chmod $mode state/smolagent/approved
        run_split agent
        [ "$status" = $([ $mode = 600 ] && echo 0 || echo 6) ]
    done
    chmod 600 state/smolagent/approved
    if [ "$(id -u)" = 0 ]; then
        chown 65534 state/smolagent/approved
        run_split agent
        [ "$status" = 6 ]
        chown 0 state/smolagent/approved
    fi
    mv state/smolagent/approved target && ln -s "$dir/target" state/smolagent/approved
    run_split agent
    [ "$status" = 6 ]
    [ "$(cat kept)" = one ]
}

@test "a: the rule can be widened, and must be about the call" {
    notes '[approve]' 'approve = tools'
    replies r.jsonl 'final_answer(note("one") + note("three"))'
    on_agent
    until_shown 'y/n>'
    types a && keys Enter
    until_shown 'always: note(text=one)'
    keys C-u && types 'note(text=two)' && keys Enter
    until_shown 'that rule does not allow this call'
    until_shown $'\ny/n>'
    types a && keys Enter
    until_shown 'always: note(text=one)'
    keys C-u && types 'note' && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown 'kept onekept three'
    [ "$(cat .local/state/smolagent/approved)" = note ]
    chmod 666 .local/state/smolagent/approved
    run_split agent
    [[ $status = 6 && $errors == *'approved is left out: it is not yours alone'* ]]
}

@test "Ctrl-C at the question stops the run, Ctrl-D is a no" {
    notes
    replies r.jsonl 'note("one")'
    on_agent --approve tools
    until_shown 'y/n>'
    keys C-c
    until_ended
    [ "$status" = 130 ]
    replies r.jsonl 'try:
    note("one")
except PermissionError as e:
    final_answer(f"so: {e}")'
    on_agent --approve tools
    until_shown 'y/n>'
    keys C-d
    until_ended
    [ "$status" = 0 ]
    until_shown 'so: note: the user did not allow this call'
    [ ! -e kept ]
}

@test "SIGTERM ends the wait for an answer" {
    notes
    replies r.jsonl 'note("one")'
    on_agent --approve tools
    until_shown 'y/n>'
    local shell
    shell=$(tmux -S "$screen" display-message -p '#{pane_pid}')
    kill -TERM "$(awk '{print $1}' "/proc/$shell/task/$shell/children")"
    until_ended
    [ "$status" = 143 ]
    [ ! -e kept ]
}

@test "hostile values: escaped on one line, cut in the middle with their length, letters named" {
    notes
    replies r.jsonl 'try:
    note("a\n  text = \"fine\"\x1b[2J\u202e" + "x" * 5000 + "раy")
except PermissionError:
    final_answer("refused")'
    on_agent --approve tools
    until_shown 'y/n>'
    [[ $screen_seen == *'  text = "a\n  text = \"fine\"\u001b[2J\u202e'* ]]
    [[ $screen_seen == *'of 5'*' bytes are not shown'* ]]
    [[ $screen_seen == *'(not ASCII: U+202E U+0440 U+0430)'* ]]
    types n && keys Enter
    until_ended
    [ "$status" = 0 ]
}

@test "what was typed before the question is no answer to it" {
    notes
    printf '[tool.wait]\ndescription = Waits.\ncommand = ["sh", "-c", "echo there >fifo; read x <fifo2"]\nstdin = none\n' >>config/smolagent/smolagent.conf
    mkfifo fifo fifo2
    replies r.jsonl 'wait()
try:
    note("one")
except PermissionError:
    final_answer("refused")'
    SCREEN_TERM=dumb on_agent --ask note
    read -r _ <fifo
    types y && keys Enter
    types zzz
    until_shown zzz # as the terminal echoes it
    keys Enter
    echo go >fifo2
    until_shown 'y/n>'
    types n && keys Enter
    until_ended
    until_shown 'refused'
    [ ! -e kept ]
}

@test "deny stands above all; a denied call raises, and the run goes on" {
    notes '[approve]' 'deny = note(text=*secret*), note(text=gone)' 'allow = note'
    replies r.jsonl 'said = []
for text in "a secret\nthing", "gone", "here":
    try:
        said.append(note(text))
    except PermissionError as e:
        said.append(str(e))
final_answer(said)'
    mkdir -p "$XDG_STATE_HOME/smolagent"
    echo note >"$XDG_STATE_HOME/smolagent/approved"
    chmod 600 "$XDG_STATE_HOME/smolagent/approved"
    for more in '--approve=ask' '--approve=never' '--allow=note'; do
        rm -f kept
        run_split agent "$more"
        [[ $status = 0 && $output == *"user's rules do not allow"*"user's rules do not allow"*'kept here'* ]]
        [[ $errors == *'not allowed: note, by the rule note(text=*secret*)'* ]]
        [ "$(cat kept)" = here ]
    done
}

@test "all layers deny and ask; a project adds to them and does no more" {
    notes '[approve]' 'deny = note(text=one)' 'allow = note'
    printf '[approve]\ndeny = note(text=two)\nask = note(text=three)\n' >smolagent.conf
    for text in one two four; do
        replies r.jsonl "final_answer(note('$text'))"
        run_split agent --deny 'note(text=four)' --max-steps 1 --on-max-steps fail
        [[ $status != 0 && $errors == *"by the rule note(text=$text)"* ]]
    done
    replies r.jsonl 'final_answer(note("three"))'
    run_split agent
    [ "$status" = 6 ]
    run_split agent --allow note
    [ "$status" = 0 ]
    run_split "$BIN" config --deny 'note(text=four)'
    [[ $output == *'deny = note(text=four),note(text=one),note(text=two)'* ]]
    for line in 'allow = note' 'approve = never' 'approve = code'; do
        printf '[approve]\n%s\n' "$line" >smolagent.conf
        run_split agent
        [[ $status = 10 && $errors == *"a project file may not set '${line%% *}'"* ]]
    done
}

@test "--approve code: each block is shown and asked about before it runs" {
    replies r.jsonl 'x = 6 * 7
print(x)' 'final_answer(x)'
    on_screen 100x40 "$BIN" run --no-config -m replay:r.jsonl --approve code t
    until_shown 'y/n>'
    [[ $screen_seen == *'The model wants this code to run:'*'| x = 6 * 7'* ]]
    types y && keys Enter
    until_shown '> 42'
    until_shown '| final_answer(x)'
    until_shown $'session\ny/n>'
    types y && keys Enter
    until_ended
    [ "$status" = 0 ]
}

@test "--approve code: n goes back to the model; a allows the rest" {
    replies r.jsonl 'x = 1' 'x = 2' 'final_answer(x)'
    on_screen 100x40 "$BIN" run --no-config -m replay:r.jsonl --approve code -vv t
    until_shown 'y/n>'
    types 'n take another' && keys Enter
    until_shown 'did not let it run: take another'
    until_shown '| x = 2'
    until_shown $'session\ny/n>'
    types a && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown '| final_answer(x)'
}

@test "--approve code without anybody there: exit 6, before the model is asked" {
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl --approve code --output jsonl t
    [[ $status = 6 && $output == *'"exit_code":6'* && $output != *step.start* ]]
}

@test "in a chat: the question within a turn, and Ctrl-C ends the turn alone" {
    notes
    replies r.jsonl 'note("one")' 'final_answer(note("two"))'
    on_screen 100x40 "$BIN" chat -m replay:r.jsonl --approve tools
    until_shown 'smolagent>'
    types 'first' && keys Enter
    until_shown 'y/n>'
    keys C-c
    until_shown 'stopped; what was done so far stays'
    types 'second' && keys Enter
    until_shown '  text = "two"'
    until_shown $'arguments\ny/n>'
    types y && keys Enter
    until_shown 'kept two'
    types /quit && keys Enter
    until_ended
    [ "$status" = 0 ]
    [ "$(cat kept)" = two ]
}

@test "a rule that is none is told, with its place" {
    for bad in '(x)' 'note(' 'note(text)' 'note(text=a' 'note(text=a) b' 'no te'; do
        replies r.jsonl 'final_answer(1)'
        run_split "$BIN" run --no-config -m replay:r.jsonl --deny "$bad" t
        [[ $status = 2 && $errors == *"--deny: '$bad' is no rule: "* ]]
    done
    notes '[approve]' 'allow = note('
    run_split agent
    [[ $status = 10 && $errors == *"smolagent.conf:"*"'note(' is no rule"* ]]
}

@test "a rule of a flag that names no existing tool, group or server is an error; built-in and configured tools exist" {
    notes '[approve]' 'deny = gone'
    replies r.jsonl 'final_answer(1)'
    local rule
    for rule in nope files tool-file/nope 'mcp:cup/x' 'mcp:cup/*' 'mcp:cup/x(a=b)'; do
        run_split agent --deny "$rule"
        [[ $status = 2 && $errors == *"--deny: rule '$rule' names no existing tool"* ]] || { echo "$rule: $status $errors"; return 1; }
    done
    run_split agent -v --deny note --ask config/note --allow agent/none,builtin/shell --deny 'sh*,mcp:*/x,find_tools'
    [[ $status = 2 && $errors == *"--allow: rule 'agent/none' names"* ]]
    run_split agent -v --deny note --ask config/note --allow builtin/shell --deny 'sh*,mcp:*/x,find_tools'
    [[ $status = 0 && $errors == *"rule 'gone' names no existing tool"* ]]
    run_split agent --deny 'note(text=a, txet=b)'
    [[ $status = 2 && $errors == *"--deny: rule 'note(text=a, txet=b)' names an argument that no call of 'note' has"* ]]
    # Nobody knows what a server that did not start offers.
    printf '[mcp.pot]\ncommand = %s\noptional = yes\n' "$dir/nothing" >>config/smolagent/smolagent.conf
    run_split agent --deny 'mcp:pot/x, y, mcp:pot/*'
    [[ $status = 0 && $errors == *"--deny: rule 'mcp:pot/x' names no tool that is offered yet"*"rule 'y' names no tool that is offered yet"* ]]
    run_split agent --deny 'mcp:cup/*'
    [ "$status" = 2 ]
    run_split agent --no-tools --deny nope
    [[ $status = 0 && $errors == *"rule 'nope' names no tool that is offered yet"* ]]
}

@test "a rule of the file that is none is told as the file's, whatever flags say" {
    notes '[approve]' 'deny = note('
    replies r.jsonl 'final_answer(1)'
    run_split agent --deny note
    [[ $status = 10 && $errors == *"[approve] deny: 'note(' is no rule"* ]]
}
