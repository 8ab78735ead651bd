#!/usr/bin/env bats
# What goes wrong on a first day: each message says what, where, and how it is mended.
load helper

# told STATUS TEXT ARG...: the run ends with that status and says TEXT (a pattern of [[ ]]).
told() {
    local want=$1 text=$2
    shift 2
    run_split "$BIN" run "$@"
    [ "$status" = "$want" ]
    # shellcheck disable=SC2053
    [[ $errors == $text ]]
    [ -z "$output" ]
}

@test "a misspelt choice is told with the one that was meant" {
    told 2 "*--executor: 'dokcer' must be one of *|docker|*; did you mean docker[?]*" -m replay:r --executor dokcer x
    told 2 "*code|tool_calling; did you mean tool_calling[?]*" -m replay:r --agent toolcalling x
    told 2 "*did you mean json[?]*" -m replay:r --output JSON x
    run_split "$BIN" run -m replay:r --output zzz x
    [[ $errors != *"did you mean"* ]]
}

@test "an empty model is none" {
    told 10 "*no model configured; use --model PROVIDER/MODEL*" -m "" x
    told 10 "*a name between its commas is empty*" -m ollama/a,,ollama/b x
}

@test "a name that is no variable's is told with its option and the reason" {
    replies r.jsonl 'final_answer(1)'
    told 2 "*--var: 'class' is no variable name: Python has that word for itself" -m replay:r.jsonl --var class=3 x
    told 2 "*--var: 'my-x' is no variable name: letters, digits and _ make one, no digit first" -m replay:r.jsonl --var my-x=3 x
    echo '{"2nd": 1}' >vars.json
    told 2 "*--vars vars.json: '2nd' is no variable name: letters, *" -m replay:r.jsonl --vars vars.json x
}

@test "a file that is not there is told with the option that named it" {
    replies r.jsonl 'final_answer(1)'
    told 10 "*--task-file: cannot open gone.txt: No such file*" -m replay:r.jsonl -f gone.txt
    told 10 "*--config: cannot open gone.conf: No such file*" -m replay:r.jsonl --config gone.conf x
    told 10 "*--var x: the name of a file is empty" -m replay:r.jsonl --var x=@ x
}

@test "standard input that cannot be the task is told how it is data" {
    replies r.jsonl 'final_answer(1)'
    head -c 17000000 /dev/zero | tr '\0' a >huge
    printf '\377\376' >binary
    for file in huge binary; do
        output=$("$BIN" run -m replay:r.jsonl <$file 2>errors) && status=0 || status=$?
        [ "$status" != 0 ]
        [[ $(cat errors) == *"with words as the task, standard input is data for the code: smolagent TASK < FILE" ]]
        [ "$("$BIN" run -q -m replay:r.jsonl words <$file)" = 1 ]
    done
}

@test "an MCP server that does not start is told with what it said, first and last" {
    replies r.jsonl 'final_answer(1)'
    told 11 "*mcp gone: cannot run gone: there is no such program in PATH" -m replay:r.jsonl --mcp gone x
    cat >npm-like <<'S'
#!/bin/sh
echo 'npm error code E404' >&2
echo 'npm error 404 not found: @foo/bar' >&2
echo 'npm error A complete log can be found elsewhere' >&2
exit 1
S
    chmod +x npm-like
    told 11 "*ended with status 1: npm error code E404 | npm error 404 not found: @foo/bar | npm error A *" -m replay:r.jsonl --mcp ./npm-like x
    printf '#!/bin/sh\necho first >&2; seq 1000 >&2; echo last >&2; exit 1\n' >talker
    chmod +x talker
    told 11 "*: first | 1 | 2 |*... *| 1000 | last" -m replay:r.jsonl --mcp ./talker x
    told 11 "*cannot connect; is the server running there[?]" -m replay:r.jsonl --mcp http://127.0.0.1:1/mcp x
}

@test "to call a tool where no MCP server is configured is a failure, to list none is not" {
    run_split "$BIN" mcp list
    [ "$status" = 0 ]
    [[ $output == "No MCP servers are configured; see "* ]]
    run_split "$BIN" mcp call anything '{}'
    [ "$status" = 10 ]
    [ -z "$output" ]
    [[ $errors == *"no MCP server is configured to be called; see "* ]]
    run_split "$BIN" mcp lsit
    [ "$status" = 2 ]
    [[ $errors == *"usage: smolagent mcp "*" list | test | call NAME "* ]]
}

@test "docker without an engine is told how to have one" {
    replies r.jsonl 'final_answer(1)'
    export DOCKER_HOST=unix://$dir/gone.sock
    told 10 "*there is no engine at unix://$dir/gone.sock: start Docker or Podman, or name in DOCKER_HOST where one is" -m replay:r.jsonl --executor docker x
}

@test "a key that is refused is told with where it came from" {
    printf '== reply status=401\n{"error": {"message": "wrong key"}}\n== reply status=401\n{"error": {"message": "wrong key"}}\n' >r.case
    echo a-key-of-a-file >key
    printf '[model]\nkey_file = %s/key\n' "$dir" >file.conf
    refused() {
        run_split "$HELPERS/modelserver" serve r.case -- env OPENAI_API_KEY= "$@" --base-url '{url}' --retries 0 -q x
        [ "$status" = 8 ]
    }
    refused OPENAI_API_KEY=wrong-key-1234 "$BIN" run -m openai/gpt-4o
    [[ $errors == *"HTTP 401: wrong key (the key was that of OPENAI_API_KEY)" ]]
    refused SMOLAGENT_API_KEY=wrong-key-1234 "$BIN" run -m openai/gpt-4o
    [[ $errors == *"(the key was that of SMOLAGENT_API_KEY)" ]]
    refused "$BIN" run -m openai/gpt-4o --config file.conf
    [[ $errors == *"(the key was that of the file $dir/key)" ]]
    refused "$BIN" run -m any
    [[ $errors == *"(no key was sent)" ]]
}

@test "a dry run wants no key, and says that a run would" {
    unset OPENAI_API_KEY ANTHROPIC_API_KEY
    run_split "$BIN" run -m openai/gpt-4o,anthropic/claude-haiku-4-5,ollama/any --dry-run "a task"
    [ "$status" = 0 ]
    [[ $output == "POST https://api.openai.com/"*"a task"* ]]
    [[ $output == *"# not in it: a key, without which no run begins: no key for provider openai: set OPENAI_API_KEY"* ]]
    [[ $output == *"# not in it: a key, without which no run begins: no key for provider anthropic: set ANTHROPIC_API_KEY"* ]]
    [[ $output != *"provider ollama"* ]]
    run_split "$BIN" run -m openai/gpt-4o "a task"
    [ "$status" = 8 ]
    OPENAI_API_KEY=key-of-a-test run_split "$BIN" run -m openai/gpt-4o --dry-run "a task"
    [[ $output != *"not in it"* ]]
}

@test "a dry run asks nobody, and names the executor that a run with its MCP servers would take" {
    : >r.jsonl
    told 6 '*--approve-plan asks about each plan, and there is nobody to ask*' -m replay:r.jsonl --planning-interval 2 --approve-plan x
    run_split "$BIN" run -m replay:r.jsonl --planning-interval 2 --approve-plan --approve code --dry-run x
    [ "$status" = 0 ]
    run_split "$BIN" run -m replay:r.jsonl --mcp no-such-server --dry-run x
    [[ $status = 0 && $output == *$'\n# executor: jail\n'* ]]
    printf '[mcp.files]\ncommand = no-such-server\n' >conf
    run_split "$BIN" doctor --config conf
    [[ $output == *'executor     jail: mcp.files brings in text of strangers'* ]]
    run_split "$BIN" run --config conf -m replay:r.jsonl --no-tools --dry-run x
    [[ $status = 0 && $output == *$'\n# executor: local\n'* ]]
}

@test "doctor tells of every model that may stand in" {
    unset OPENAI_API_KEY
    run_split "$BIN" doctor --no-config -m ollama/first,openai/gpt-4o,ollama/third
    [ "$status" = 10 ]
    [[ $output == *"ok   model        ollama first at "* ]]
    [[ $output == *"MISS stand-in     no key for provider openai: set OPENAI_API_KEY"* ]]
    [[ $output == *"ok   stand-in     ollama third at "* ]]
    cat >r.case <<'C'
== reply usage=2000,5
alpha beta
== reply usage=2000,5,1900
alpha beta
== reply form=raw
{"data":[]}
== reply status=500 repeat=1
broken
C
    run_split "$HELPERS/modelserver" serve r.case -- "$BIN" doctor --ping -m first,second --base-url '{url}' --retries 0
    [[ $output == *"ok   asked        first"*"ok   endpoint     answers"*"ok   asked        second"*"MISS endpoint "*"HTTP 500"* ]]
    [ "$status" = 9 ]
}

@test "data for an agent that runs no code is told to be seen in part only, and how all of it is used" {
    printf '{"text": "", "calls": [{"id": "1", "name": "final_answer", "arguments": "{\\"answer\\": 1}"}]}\n' >r.jsonl
    seq 500 >lines
    printf '{"big": "%s", "small": [1, 2]}' "$(seq 100 | tr '\n' ' ')" >vars.json
    calls() { "$BIN" run -q -m replay:r.jsonl --agent tool_calling --vars vars.json --file lines "$@" task <lines 2>errors; }
    [ "$(calls)" = 1 ]
    cat errors
    [ "$(grep -c 'no more than the beginning of .*; --tools python has it work with all of it' errors)" = 3 ]
    grep -q 'beginning of the variable big:' errors
    grep -q 'beginning of --file lines:' errors
    grep -q 'beginning of standard input:' errors
    [ "$(calls --tools python)" = 1 ]
    grep -q 'never read it' errors
    [ "$(grep -c beginning errors)" = 0 ]
    [ "$(printf short | "$BIN" run -q -m replay:r.jsonl --agent tool_calling --var 'x=[1]' task 2>errors)" = 1 ]
    [ ! -s errors ]
    run_split "$BIN" run -m ollama/any --agent tool_calling --vars vars.json --file lines --folder . --dry-run t
    [[ $output == *'file \"lines\": '*'folder '*': tools may read there'* ]]
    [[ $output != *'open('* ]]
}

@test "a tool that no server has is told with one of a similar name" {
    run_split "$BIN" mcp call run_pyton '{"code": "1"}' --mcp "$BIN mcp serve --no-config"
    [ "$status" = 2 ]
    [[ $errors == *"there is no tool 'run_pyton' (did you mean 'run_python'?); 'smolagent mcp test' shows all" ]]
}

@test "a file or folder that this user may not read is told before a model is asked" {
    replies r.jsonl 'final_answer(1)'
    chmod 755 .
    mkdir locked
    echo 1 >shut
    chmod 644 r.jsonl
    chmod 0 locked shut
    if [ "$(id -u)" = 0 ]; then
        command -v setpriv >/dev/null || skip "root may read everything, and there is no setpriv"
        install -m 755 "$BIN" bin
        run_split setpriv --reuid=12345 --regid=12345 --clear-groups ./bin --version
        [ "$status" = 0 ] || skip "another user cannot run the program here: $errors"
        as() { run_split setpriv --reuid=12345 --regid=12345 --clear-groups ./bin run -m replay:r.jsonl "$@"; }
    else
        as() { run_split "$BIN" run -m replay:r.jsonl "$@"; }
    fi
    as --file shut x
    [ "$status" = 10 ]
    [[ $errors == *"--file shut: cannot be read by you" ]]
    as --folder locked x
    [ "$status" = 10 ]
    [[ $errors == *"--folder locked: cannot be read by you" ]]
    as -o /proc/1/x x
    [ "$status" = 10 ]
    chmod 755 locked shut
    as -q --file shut x
    [ "$output" = 1 ]
}

@test "a value of a file or a variable is told with its place, of an agent as of the first one" {
    echo '{"text": "<code>\nfinal_answer(1)\n</code>"}' >r
    while IFS='|' read -r section key text; do
        printf '[%s]\n%s\n' "$section" "$key" >conf
        run_split "$BIN" run --config conf -m replay:r x
        echo "$section $key: $errors"
        [[ $status != 0 && $errors == "smolagent: conf:2: $text"* ]]
    done <<'END'
checks|schema = none.json|--schema: cannot open none.json
checks|schema = {"type": "none"}|--schema: there is no type 'none'
checks|check_py = none.py|--check-py: cannot open none.py
checks|check = no-such-program-here x|--check: there is no program 'no-such-program-here' here
checks|check_output = nothing|--check-output nothing: must be
tools|tool_file = none.py|--tool-file: cannot open none.py
run|prompts = none|--prompts none: No such file
run|tools = wbe|--tools: there is no built-in tool or group 'wbe' (did you mean web?)
run|tools = pyton|--tools: there is no built-in tool or group 'pyton' (did you mean python?)
agent|description = x|unknown section 'agent'; did you mean 'agent.NAME'?
agents.one|description = x|unknown section 'agents.one'; did you mean 'agent.one'?
tools.one|description = x|unknown section 'tools.one'; did you mean 'tool.one'?
hook|on = on_end|unknown section 'hook'; did you mean 'hook.NAME'?
limit|max_steps = 3|unknown section 'limit'; did you mean 'limits'?
agent.print|description = x|[agent.print]: tool 'print': Python has a builtin of that name
hook.x|on = befor_code|[hook.x] on: 'befor_code' is none of before_code, after_step,
hook.x|on = on_end|[hook.x] command: missing; the program and its arguments, like ["prog", "--flag"]
hook.x|command = true|[hook.x] on: missing; one or more of before_code, after_step,
END
    printf '[agent.one]\ndescription = x\nschema = none.json\n' >conf
    told 10 'smolagent: agent one: conf:3: --schema: cannot open none.json*' --config conf -m replay:r x
    SMOLAGENT_SCHEMA=none.json told 10 'smolagent: SMOLAGENT_SCHEMA: --schema: cannot open none.json*' --no-config -m replay:r x
    told 10 'smolagent: --schema: cannot open none.json*' --no-config -m replay:r --schema none.json x
    told 2 'smolagent: --schema: it is no JSON object*' --no-config -m replay:r --schema '["a"]' x
    told 10 'smolagent: --check: there is no program*' --no-config -m replay:r --check no-such-program-here x
}
