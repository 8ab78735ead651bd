#!/usr/bin/env bats
# Programs that run outside the sandbox, in folders that the code may write to.
load helper

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

@test "programs outside writable folders are not warned of" {
    write_settings
    run_split "$BIN" run -m replay:r.jsonl --config conf --folder f x
    [[ "$errors" != *"runs outside"* ]]
}

@test "sandbox-run warns of a key_command in a --write folder" {
    mkdir f
    printf '#!/bin/sh\necho key\n' >f/key.sh
    chmod +x f/key.sh
    printf '[model]\nmodel = openai/x\nbase_url = http://127.0.0.1:9/v1\nkey_command = ./f/key.sh\n' >conf
    run_split timeout 60 "$BIN" sandbox-run --write f -- run --config conf --retries 0 x
    [[ "$errors" == *"key_command: $dir/./f/key.sh runs outside the sandbox"* ]]
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
