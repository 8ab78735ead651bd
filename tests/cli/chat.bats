#!/usr/bin/env bats
# `smolagent chat` on a pseudo-terminal.
load helper

@test "turns keep variables; commands; Ctrl-D leaves" {
    replies r.jsonl 'x = 20
final_answer("first")' 'x += 1
final_answer(x * 2)'
    cat >script <<'S'
expect smolagent>
send set it\n
expect first
expect smolagent>
send and now?\n
expect 42
expect smolagent>
send /vars\n
expect x: int = 21
expect smolagent>
send /hlp\n
expect did you mean /help
expect smolagent>
send /clear\n
expect forgotten
expect smolagent>
send \x04
S
    run "$HELPERS/pty" script "$BIN" chat -m replay:r.jsonl
    [ "$status" = 0 ]
}

@test "Ctrl-C stops the turn and keeps the session" {
    replies r.jsonl 'kept = 5
print("looping")
while True: pass' 'final_answer("after")'
    cat >script <<'S'
expect smolagent>
send go\n
expect while
send \x03
expect stopped
expect smolagent>
send /vars\n
expect kept: int = 5
expect smolagent>
send again\n
expect after
expect smolagent>
send /quit\n
S
    run "$HELPERS/pty" script "$BIN" chat -m replay:r.jsonl
    [ "$status" = 0 ]
}

@test "Ctrl-C at the prompt does not leave" {
    : >r.jsonl
    printf 'expect smolagent> \nsend \\x03\nexpect Ctrl-D or /quit leaves\nexpect smolagent> \nsend \\x04\n' >script
    run "$HELPERS/pty" script "$BIN" chat -m replay:r.jsonl
    [ "$status" = 0 ]
}

@test "bare on a terminal it is a chat" {
    : >r.jsonl
    printf 'expect smolagent> \nsend /quit\\n\n' >script
    SMOLAGENT_MODEL=replay:r.jsonl run "$HELPERS/pty" script "$BIN"
    [ "$status" = 0 ]
}

@test "without a terminal it reads lines" {
    replies r.jsonl 'final_answer("one")' 'final_answer("two")'
    output=$(printf 'a\nb\n' | "$BIN" chat -q -m replay:r.jsonl)
    [ "$output" = "one
two" ]
}

@test "without a terminal the status is that of the last turn" {
    replies r.jsonl 'final_answer(1)'
    run bash -c 'printf "one\n" | "$1" chat -q -m replay:r.jsonl' bash "$BIN"
    [ "$status" = 0 ]
    [ "$output" = 1 ]
    run bash -c 'printf "one\ntwo\n" | "$1" chat -q -m replay:r.jsonl' bash "$BIN"
    [ "$status" = 9 ]
    [[ $output == *"no more replies"* ]]
}

@test "no model: exit 10" {
    run_split "$BIN" chat
    [ "$status" = 10 ]
}

@test "--no-input: nothing is asked on a terminal" {
    replies r.jsonl 'final_answer("first")'
    printf 'expect chat asks on the terminal, and --no-input is set\n' >script
    run "$HELPERS/pty" script "$BIN" chat -m replay:r.jsonl --no-input
    [ "$status" = 2 ]
    [ "$(echo hello | "$BIN" chat -q --no-input -m replay:r.jsonl)" = first ]
}

@test "/vars says the same under every executor" {
    replies r.jsonl 'rows = [{"a": 1}]
many, text = list(range(90)), "line\n" * 40
def f(s, sep=",", *rest, strict=False, **kw): pass
class P:
    def __repr__(self): return "P(\n1)"
p = P()
import re
final_answer(1)'
    printf 'go\n/vars\n' >lines
    "$BIN" chat -e local -m replay:r.jsonl <lines >local 2>&1
    grep -qF 'many: list of 90 = [0, 1, 2,' local
    grep -qF 'text: str of 200 characters' local
    grep -qF 'f: function = f(s, sep=..., *rest, strict, **kw)' local
    for e in jail python; do
        [ "$e" != python ] || grants python || continue
        "$BIN" chat -e "$e" -m replay:r.jsonl <lines >other 2>&1
        diff <(grep '^[a-z]*: [a-zP]*.* = ' local) <(grep '^[a-z]*: [a-zP]*.* = ' other)
    done
}
