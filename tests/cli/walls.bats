#!/usr/bin/env bats
# --executor auto: which walls a task gets, and what is said of it.
load helper
load screen

# Two tools of commands: what `fetch` gives was written by strangers.
configure() {
    mkdir -p config/smolagent
    cat >config/smolagent/smolagent.conf <<'END'
[tool.mine]
description = Gives what is mine.
command = ["echo", "mine"]
END
    [ -z "${1:-}" ] || cat >>config/smolagent/smolagent.conf <<'END'
[tool.fetch]
description = Gives what strangers wrote.
command = ["echo", "theirs"]
foreign = true
END
}
run_it() { "$BIN" run -m replay:r.jsonl "$@" t; }

@test "the user's own data is local: the default says so, and starts no worker" {
    configure
    replies r.jsonl 'final_answer(mine())'
    run_split run_it --output jsonl
    [ "$status" = 0 ]
    [[ $output == *'"executor":"local","executor_why":"no tool brings in text of strangers"'* ]]
}

@test "no worker is started where none is wanted" {
    needs_strace
    configure foreign
    replies r.jsonl 'final_answer(1)'
    run_split strace -f -e trace=execve -o calls "$BIN" run -m replay:r.jsonl --no-tools t
    [ "$status" = 0 ]
    [ "$(grep -c -- --worker calls)" = 0 ]
    run_split strace -f -e trace=execve -o calls "$BIN" run -m replay:r.jsonl t
    [ "$status" = 0 ]
    [ "$(grep -c -- '"--worker"' calls)" = 1 ]
}

@test "a tool that brings in text of strangers brings the jail" {
    needs jail
    configure foreign
    replies r.jsonl 'final_answer(fetch() + mine())'
    run_split run_it --output jsonl
    [[ $status = 0 && $output == *'"executor":"jail","executor_why":"fetch brings in text of strangers"'* ]]
    run_split run_it -v
    [[ $output == *theirs* && $errors == *'executor jail (fetch brings in text of strangers), every layer'* ]]
    run_split "$BIN" doctor
    [[ $output == *'ok   executor     jail: fetch brings in text of strangers'* ]]
    run_split run_it --no-tools --output jsonl
    [[ $output == *'"executor":"local"'* ]]
}

@test "an explicit executor always wins, and gives no reason" {
    configure foreign
    replies r.jsonl 'final_answer(fetch())'
    run_split run_it -e local --output jsonl
    [[ $status = 0 && $output == *'"executor":"local","max_steps"'* ]]
    run_split "$BIN" doctor -e local
    [[ $output == *'ok   executor     local: it was named'* ]]
    SMOLAGENT_EXECUTOR=local run_split run_it --output jsonl
    [[ $status = 0 && $output == *'"executor":"local","max_steps"'* ]]
}

@test "the first line on a terminal says which walls, and why" {
    needs jail
    configure foreign
    replies r.jsonl 'final_answer(fetch())'
    on_screen 100x20 "$BIN" run -m replay:r.jsonl t
    until_ended
    until_shown '. jail (fetch brings in text of strangers) . every layer . up to 20 steps'
    on_screen 100x20 "$BIN" run -m replay:r.jsonl --no-tools t
    until_ended
    until_shown '. local . up to 20 steps'
    on_screen 100x20 "$BIN" chat -m replay:r.jsonl
    until_shown '. jail (fetch brings in text of strangers) . every layer . up to 20 steps'
    keys C-d
    until_ended
}

@test "a jail that does not start this time is no reason to go without one" {
    needs_strace
    configure foreign
    replies r.jsonl 'final_answer(fetch())'
    run_split strace -f -o calls -e trace=socketpair -e inject=socketpair:error=EMFILE "$BIN" run -m replay:r.jsonl t
    grep INJECTED calls
    [[ $status = 7 && $errors == *'cannot start the worker: Too many open files'* && $errors != *'runs in this process'* ]]
    echo '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_python","arguments":{"code":"1"}}}' >asked
    strace -f -o calls -e trace=socketpair -e inject=socketpair:error=EMFILE "$BIN" mcp serve --no-config <asked >answers
    grep INJECTED calls
    [[ $(cat answers) == *'the interpreter cannot be started: cannot start the worker'*'"isError":true'* ]]
}

@test "code that needs the jail never runs in the main process: with a layer missing it runs in what is left" {
    needs jail
    configure foreign
    replies r.jsonl 'final_answer(fetch())'
    run_split "$HELPERS/deny" u "$BIN" run -m replay:r.jsonl --output jsonl t
    [[ $status = 0 && $output == *'"executor":"jail"'*'"layers":["landlock","seccomp",'*'"layers_missing":["user namespace","pid namespace",'* ]]
    [[ $errors == *'warning: the sandbox lacks: user namespace, pid namespace'* ]]
    run_split "$HELPERS/deny" u "$BIN" run -m replay:r.jsonl --sandbox strict --output jsonl t
    [[ $status = 7 && $output != *'"type":"print"'* && $errors == *'user namespace'*'--sandbox available'* ]]
    run_split "$HELPERS/deny" u "$BIN" doctor --sandbox strict
    [[ $output == *'MISS executor     jail: the sandbox lacks: user namespace'* ]]
    [[ $output == *'user namespace   MISSING (Operation not permitted)'*'seccomp          enforced'* ]]
    run_split "$HELPERS/deny" ul "$BIN" run -m replay:r.jsonl --output jsonl t
    [[ $status = 7 && $output != *'"type":"print"'* && $errors == *'lacks: mount namespace (Operation not permitted), landlock'* ]]
    replies r.jsonl 'final_answer(1)'
    run_split "$HELPERS/deny" ul "$BIN" run -m replay:r.jsonl --no-tools t
    [[ $status = 0 && $errors != *'lacks'* ]]
}
