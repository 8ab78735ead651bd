#!/usr/bin/env bats
# Programs that run outside the sandbox, in folders that the code may write to.
load helper
load screen

write_settings() {
    mkdir f
    printf 'print("fine")\n' >f/tool.py
    cat >conf <<'END'
[tool.check_it]
description = Checks.
command = ["python3", "f/tool.py"]
output = string
END
    replies r.jsonl "p = open('tool.py').read()
with open('tool.py', 'w') as f: f.write(p.replace('fine', 'rewritten, outside'))
try:
    final_answer(check_it())
except Exception as e:
    final_answer(f'{type(e).__name__}: {e}')"
}

@test "a tool's script that the code rewrote is not run, and the start has warned of it" {
    command -v python3 >/dev/null || skip "no python3"
    write_settings
    run_split "$BIN" run -m replay:r.jsonl --config conf --folder f:rw x
    [ "$status" = 0 ]
    [[ "$output" == *"f/tool.py has changed since the start"* ]]
    [[ "$output" != *"rewritten"* ]]
    [[ "$errors" == *"tool check_it: $dir/f/tool.py runs outside the sandbox"* ]]
}

@test "--approve never of the user's own runs a rewritten program" {
    command -v python3 >/dev/null || skip "no python3"
    write_settings
    run_split "$BIN" run -m replay:r.jsonl --config conf --folder f:rw --approve never x
    [ "$output" = "rewritten, outside" ]
}

@test "nobody but the user waives the confirmation of a rewritten program" {
    command -v python3 >/dev/null || skip "no python3"
    write_settings
    printf '[approve]\napprove = never\n[agent.x]\ndescription = x\ntools = check_it\n' >file.conf
    printf '[agent.x]\ndescription = x\napprove = never\ntools = check_it\n' >section.conf
    { cat conf && cat section.conf; } >own.conf
    printf '[approve]\napprove = never\n' >project.conf
    for flags in "--config conf --agent-file file.conf" "--config conf --agent-file section.conf" \
        "--config own.conf -A x" "--config conf"; do
        [ "$flags" != "--config conf" ] || mv project.conf smolagent.conf
        run_split "$BIN" run -m replay:r.jsonl $flags --folder f:rw x
        echo "$flags: $status $output $errors"
        [ "$status" = 10 ]
        [[ $errors == *"'approve'"* ]]
        [ "$(cat f/tool.py)" = 'print("fine")' ]
    done
}

@test "programs outside writable folders are not warned of" {
    write_settings
    run_split "$BIN" run -m replay:r.jsonl --config conf --folder f x
    [[ "$errors" != *"runs outside"* ]]
}

# The code replaces the folder of all that the run writes by a link.
swap_folder() {
    needs python
    mkdir -p f/sub other
    chmod -R a+rwX "$dir"
    replies r.jsonl "import os
os.rename('sub', 'old')
os.symlink('$dir/other', 'sub')" 'final_answer("the answer")'
}

@test "attack: what a run writes does not follow a link that the code put in place of its folder" {
    swap_folder
    for flag in "-o f/sub/file" "--record f/sub/file"; do
        rm -rf f/sub f/old && mkdir f/sub && chmod 777 f/sub
        run_split "$BIN" run --no-config -m replay:r.jsonl -e python --imports os --folder f:rw $flag x
        echo "$flag: $status $output $errors"
        [ -L f/sub ]
        [ "$status" = 10 ]
        [ -z "$(ls other)" ]
        [[ $errors == *"cannot write f/sub/file: a symbolic link on the way to it is not followed"* ]]
    done
}

@test "a link that code left in a :rw folder is refused before the model is asked" {
    mkdir -p f other
    ln -s ../other f/sub
    replies r.jsonl 'final_answer(1)'
    for flag in --output-file=f/sub/x --record=f/sub/x --audit=f/sub/x --save-files=f/sub; do
        run_split "$BIN" run --no-config -m replay:r.jsonl --folder f:rw --output jsonl "$flag" x
        echo "$flag: $status $output $errors"
        [ "$status" = 10 ]
        [[ $errors == *"${flag%%=*}: cannot write f/sub/"*"a symbolic link on the way to it"* ]]
        [[ $output != *'"type":"step.'* ]]
    done
}

@test "a :rw folder that has this program's own settings is warned of" {
    replies r.jsonl 'final_answer(1)'
    mkdir f
    for command in "run --folder .:rw -m replay:r.jsonl x" "run --folder f:rw -m replay:r.jsonl x"; do
        run_split "$BIN" $command
        [ "$status" = 0 ]
        for folder in config .local/share .local/state; do
            found=$(grep -c "warning: $dir/$folder/smolagent: later runs take settings from there" <<<"$errors" || true)
            [ "$found" = $([[ $command == *f:rw* ]] && echo 0 || echo 1) ]
        done
    done
}

@test "sandbox-run warns of a key_command in a --write folder" {
    mkdir f
    printf '#!/bin/sh\necho key\n' >f/key.sh
    chmod +x f/key.sh
    printf '[model]\nmodel = openai/x\nbase_url = http://127.0.0.1:9/v1\nkey_command = ./f/key.sh\n' >conf
    run_split timeout 60 "$BIN" sandbox-run --write f -- run --config conf --retries 0 x
    [[ "$errors" == *"key_command: $dir/./f/key.sh runs outside the sandbox"* ]]
}

@test "on a terminal a person decides about a rewritten program" {
    command -v python3 >/dev/null || skip "no python3"
    for answer in n y; do
        rm -rf f && write_settings
        on_screen 100x30 "$BIN" run -q -m replay:r.jsonl --config conf --folder f:rw x
        until_shown 'y/n>'
        [[ $(shown -J) == *"f/tool.py has changed since the start"* ]]
        types $answer && keys Enter
        until_ended
        [ "$answer" = n ] || until_shown $'\nrewritten, outside'
        [ "$answer" = y ] || [[ $(shown) != *$'\nrewritten'* ]]
    done
}

@test "each kind of program that runs outside is warned of in a writable folder" {
    mkdir f
    for name in hook check tool editor; do printf '#!/bin/sh\nexit 0\n' >f/$name && chmod +x f/$name; done
    printf '#!/bin/sh\nexec %s stdio\n' "$HELPERS/mcpserver" >f/server && chmod +x f/server
    echo 'def check(answer, steps): return True' >f/judge.py
    printf '[tool.t]\ndescription = x\ncommand = f/tool\n[hook.h]\non = before_code\ncommand = f/hook\n' >conf
    printf '[checks]\ncheck = f/check\ncheck_py = f/judge.py\n[mcp.s]\ncommand = f/server\n' >>conf
    replies r.jsonl 'final_answer(1)'
    EDITOR=$dir/f/editor run_split "$BIN" run -q --config conf --folder f:rw -m replay:r.jsonl x
    [ "$status" = 0 ]
    for who in 'tool t' 'hook h' '--check' '--check-py' 'MCP server s' EDITOR; do
        [[ $errors == *"warning: $who: $dir/f/"*" runs outside the sandbox"* ]] || { echo "$who: $errors"; false; }
    done
}

@test "sandbox-run and mcp serve refuse flags that they would drop" {
    for flag in --mcp=x --mcp-config=x --folder=. --allow-host=x --search-url=http://x; do
        run_split "$BIN" sandbox-run -- -m replay:r "$flag" x
        [ "$status" = 2 ]
        [[ "$errors" == *"${flag%%=*} is not available inside sandbox-run"* ]]
    done
    for flag in --mcp=x --tools=shell --model=x --max-steps=3 --check=x --seed=1; do
        run_split "$BIN" mcp serve "$flag"
        [ "$status" = 2 ]
        [[ "$errors" == *"${flag%%=*} has no effect in 'mcp serve'"* ]]
    done
}

@test "commands that are not runs refuse flags of runs that they do not use" {
    printf '[agent.a]\ndescription = d\n' >a.conf
    for words in "models --max-steps=3" "tools --base-url=http://x" "tools call x --seed=1" "init ci --tools=shell" \
        "doctor --schema={}" "mcp list --model=x" "agents trust a.conf --deny=x" "agents check a.conf --check=x"; do
        run_split "$BIN" $words --no-config
        echo "$words: $status $errors"
        flag=${words##*--}
        [ "$status" = 2 ]
        [[ "$errors" == *"--${flag%%=*} has no effect in '"* ]]
    done
    SMOLAGENT_MAX_STEPS=3 run_split "$BIN" models --no-config
    [ "$status" = 0 ]
}
