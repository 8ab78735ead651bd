#!/usr/bin/env bats
# Help, errors of use, configuration and its precedence, completion.
load helper

@test "help goes to stdout with status 0" {
    run_split "$BIN" --help
    [ "$status" = 0 ]
    [ -z "$errors" ]
    [[ $output == *"Usage: smolagent"* ]]
    for command in run chat python sandbox-run models tools config doctor completion; do
        run_split "$BIN" "$command" --help
        [ "$status" = 0 ]
        [ -z "$errors" ]
        [[ $output == "Usage: smolagent"* ]]
        [ -z "$(grep '^[A-Z][a-z]*:$' <<<"$output" | sort | uniq -d)" ]
        [ -z "$(awk 'length > 100' <<<"$output")" ]
    done
}

@test "version is one line" {
    run_split "$BIN" --version
    [ "$status" = 0 ]
    [[ $output =~ ^smolagent\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "an unknown option names the nearest one, exit 2" {
    run_split "$BIN" run --max-step 3 task
    [ "$status" = 2 ]
    [ -z "$output" ]
    [[ $errors == *"unknown option --max-step; did you mean --max-steps?"* ]]
    run_split "$BIN" chat --dry-run=yes
    [[ $status = 2 && $errors == *"unknown option --dry-run; it is one of 'smolagent run' (which 'smolagent help run' lists)"* ]]
    run_split "$BIN" python --attach x
    [[ $status = 2 && $errors == *"unknown option --attach; it is one of 'smolagent run'"* ]]
    run_split "$BIN" run --dis x
    [[ $status = 2 && $errors == *"unknown option --dis; it is one of 'smolagent python'"* ]]
    run_split "$BIN" sandbox-run --max-steps 3 -- x
    [[ $status = 2 && $errors == *"unknown option --max-steps; options of what runs in the sandbox stand behind --"* ]]
}

# A run that were begun would play this recording.
slipped() {
    run_split "$BIN" "$@"
    echo "$*: $status: $output: $errors"
    [ "$status" = 2 ]
    [ -z "$output" ]
}

@test "a misspelt command is not run as a task" {
    replies r.jsonl 'final_answer("paid")'
    export SMOLAGENT_MODEL=replay:$dir/r.jsonl
    touch x.py table
    slipped chta; [[ $errors == *"did you mean 'chat'? As a task: smolagent run chta"* ]]
    slipped pythn -c 1; [[ $errors == *"did you mean 'python'"* ]]
    slipped pyton x.py; [[ $errors == *"did you mean 'python'"* ]]
    slipped pyton nothere.py --flag; [[ $errors == *"did you mean 'python'"* ]]
    slipped pyton table; [[ $errors == *"did you mean 'python'"* ]]
    slipped modles openai; [[ $errors == *"did you mean 'models'"* ]]
    slipped inti ci; [[ $errors == *"did you mean 'init'"* ]]
    slipped hlep python; [[ $errors == *"did you mean 'help'"* ]]
    slipped -q chta; [[ $errors == *"did you mean 'chat'"* ]]
    slipped --max-steps 3 python x.py; [[ $errors == *"'python' is a command and comes before the options"* ]]
    slipped --output text doctor; [[ $errors == *"comes before the options"* ]]
    for task in "chta with me" chta-with-me Prime "run chta" "pyton is what"; do
        run_split "$BIN" -q $task
        [ "$status" = 0 ]; [ "$output" = paid ]
    done
    run_split "$BIN" run -q chta
    [ "$status" = 0 ]; [ "$output" = paid ]
}

@test "a command of other tools is not run as a task" {
    replies r.jsonl 'final_answer("paid")'
    export SMOLAGENT_MODEL=replay:$dir/r.jsonl
    slipped version; [[ $errors == *"no command 'version': 'smolagent --version' prints it. As a task: smolagent run version"* ]]
    slipped list; [[ $errors == *"'smolagent models'"*"'smolagent tools'"* ]]
    slipped login; [[ $errors == *"'smolagent models' has the variables for keys"* ]]
    slipped exec table.csv; [[ $errors == *"a task needs no command"* ]]
    slipped --no-input update; [[ $errors == *"does not change itself"* ]]
}

@test "on a terminal a misspelt command is asked about, and never paid for" {
    replies r.jsonl 'final_answer("paid")'
    export SMOLAGENT_MODEL=replay:$dir/r.jsonl
    printf 'expect [Y/n]\nsend y\\n\n' >script
    run "$HELPERS/pty" script "$BIN" tolos
    [ "$status" = 0 ]; [[ $output == *"There is no command 'tolos'. Run 'smolagent tools'? [Y/n]"*"No tools are configured"* ]]
    printf 'expect [Y/n]\nsend n\\n\n' >script
    run "$HELPERS/pty" script "$BIN" tolos
    [ "$status" = 2 ]; [[ $output == *"did you mean 'tools'? As a task: smolagent run tolos"* && $output != *paid* ]]
    printf 'expect [Y/n]\nsend \\x04\n' >script
    run "$HELPERS/pty" script "$BIN" tolos
    [ "$status" = 2 ]
    : >script
    run "$HELPERS/pty" script "$BIN" tolos --no-input
    [ "$status" = 2 ]; [[ $output != *"[Y/n]"* ]]
    SMOLAGENT_NO_INPUT=1 run "$HELPERS/pty" script "$BIN" tolos
    [ "$status" = 2 ]; [[ $output != *"[Y/n]"* ]]
    run "$HELPERS/pty" script "$BIN" version
    [ "$status" = 2 ]; [[ $output == *"smolagent --version"* ]]
}

@test "options by their names in other tools get the right hint" {
    told() {
        run_split "$BIN" run "--$1" x t
        [ "$status" = 2 ]; [[ $errors == *"unknown option --$1: "*"$2"* ]]
    }
    told system "it is --instructions TEXT"
    told json "it is --output json"
    told steps "it is --max-steps N"
    told cost "told at its end"
    told budget "it is --max-cost DOLLARS"
    told api-key "OPENAI_API_KEY"
    told json-schema "--schema FILE|JSON"
    told var-file "it is --vars FILE"
    told allowedTools "[tool.NAME]"
    run_split "$BIN" run --api-key=sk-0123456789abcdefghij t
    [ "$status" = 2 ]; [[ $errors != *0123456789* ]]
    run_split "$BIN" -p "what is it?"
    [ "$status" = 10 ]; [[ $errors == *"-p is --profile; a task needs no flag"* ]]
    run_split "$BIN" python --json x
    [ "$status" = 2 ]; [[ $errors != *"--output"* ]]
}

@test "an unknown key of the configuration gets a suggestion" {
    mkdir -p config/smolagent
    suggested() {
        printf "$1\n" >config/smolagent/smolagent.conf
        run_split "$BIN" tools
        echo "$1: $errors"
        [ "$status" = 10 ]; [[ $errors == *"smolagent.conf:2: "*"$2"* ]]
    }
    suggested '[model]\nkeey = x' "unknown key 'keey'; did you mean 'key_file'?"
    suggested '[provider.x]\nkeey = x' "did you mean 'key_env'?"
    suggested '[limits]\nsteps = 3' "unknown key 'steps': it is max_steps under [limits]"
    suggested '[limits]\nmemroy = 3' "did you mean 'max_memory'?"
    suggested '[model]\napi_key = sk-x' "unknown key 'api_key': keys stand neither in flags nor in the configuration"
    suggested '[output]\njson = true' "unknown key 'json': it is output under [output]"
    suggested '[provider.x]\nfoo = x' "unknown key 'foo'"
    [[ $errors != *"did you mean"* ]]
}

@test "a bad value says what is expected" {
    run_split "$BIN" --output xml task
    [ "$status" = 2 ]
    [[ $errors == *"must be one of text|json|jsonl|markdown"* ]]
    run_split "$BIN" --max-memory lots task
    [[ $errors == *"must be a size such as 256M"* ]]
}

@test "a size out of range is told as sizes are written" {
    run_split "$BIN" python --max-memory 10 -c 1
    [ "$status" = 2 ]
    [[ $errors == *"--max-memory: '10' must be between 1M and 953674316M"* ]]
}

@test "no task and an empty task are errors of use" {
    run_split "$BIN" run
    [ "$status" = 2 ]
    [[ $errors == *"the task is empty"* ]]
    run_split "$BIN" run "  "
    [ "$status" = 2 ]
}

@test "an unreadable task file is exit 10" {
    run_split "$BIN" run -f missing.txt
    [ "$status" = 10 ]
    [[ $errors == *"missing.txt: No such file"* ]]
}

@test "no model configured is exit 10 with three ways to mend it" {
    run_split "$BIN" run task
    [ "$status" = 10 ]
    [ -z "$output" ]
    [[ $errors == *--model*SMOLAGENT_MODEL*"[model]"* ]]
    [ "$(printf '%s\n' "$errors" | wc -l)" = 1 ]
}

@test "a bad configuration line is named with file and line" {
    mkdir -p config/smolagent
    printf '[limits]\nmax_steps = 3\nmax_tokns = 3\n' >config/smolagent/smolagent.conf
    run_split "$BIN" config
    [ "$status" = 10 ]
    [[ $errors == *"smolagent.conf:3: unknown key 'max_tokns'; did you mean 'max_tokens'?"* ]]
}

@test "a typing error in a provider's section is named" {
    printf '[provider.mine]\nbase_url = http://127.0.0.1:9/v1\nkey_evn = X\n' >conf
    run_split "$BIN" run --config conf -m mine/x t
    [ "$status" = 10 ]
    [[ $errors == *"conf:3: unknown key 'key_evn'; did you mean 'key_env'?"* ]]
    printf '[provider.mine]\nbase_url = http://127.0.0.1:9/v1\nrpm = many\n' >conf
    run_split "$BIN" run --config conf -m mine/x t
    [ "$status" = 10 ]
    [[ $errors == *"[provider.mine] rpm: 'many' is no number"* ]]
    options=()
    for i in $(seq 40); do options+=(--header "x-$i: 1"); done
    run_split "$BIN" run --base-url http://127.0.0.1:9/v1 -m x "${options[@]}" t
    [ "$status" = 10 ]
    [[ $errors == *"more than "*" request headers"* ]]
}

@test "precedence: flag, environment, profile, project, user, default" {
    mkdir -p config/smolagent
    show() { "$BIN" config "$@" | grep '^max_steps'; }
    [[ $(show) == "max_steps = 20 "*"# default" ]]
    printf '[limits]\nmax_steps = 15\n[profile.p]\nmax_steps = 14\n' >config/smolagent/smolagent.conf
    [[ $(show) == "max_steps = 15 "*"# user "*"smolagent.conf:2" ]]
    printf '[limits]\nmax_steps = 13\n' >smolagent.conf
    [[ $(show) == "max_steps = 13 "*"# project ./smolagent.conf:2" ]]
    [[ $(show --profile p) == "max_steps = 14 "*"# profile "* ]]
    [[ $(SMOLAGENT_MAX_STEPS=12 show --profile p) == "max_steps = 12 "*"# environment SMOLAGENT_MAX_STEPS" ]]
    [[ $(SMOLAGENT_MAX_STEPS=12 show --max-steps 11) == "max_steps = 11 "*"# flag --max-steps" ]]
    [[ $(show --no-config) == "max_steps = 20 "*"# default" ]]
}

@test "a project file cannot widen a cap or set an endpoint" {
    printf '[limits]\nmax_steps = 500\n' >smolagent.conf
    run_split "$BIN" config
    [ "$status" = 0 ]
    [[ $errors == *"may only lower it"* ]]
    [[ $output == *"max_steps = 20"* ]]
    printf '[model]\nbase_url = http://127.0.0.1:1/\n' >smolagent.conf
    run_split "$BIN" run -m replay:/dev/null t
    [ "$status" = 10 ]
    [[ $errors == *"smolagent.conf:2: a project file may not set 'base_url'"* ]]
}

@test "an unknown profile is exit 10" {
    mkdir -p config/smolagent
    echo >config/smolagent/smolagent.conf
    run_split "$BIN" config --profile nope
    [ "$status" = 10 ]
}

@test "the example configuration is accepted as it is" {
    "$BIN" help config-example >example.conf
    run_split "$BIN" config --config example.conf
    [ "$status" = 0 ]
    [ -z "$errors" ]
}

# unlimited COMMAND: --NAME=0 for each of its options of which the man page says that 0 is no limit.
unlimited() {
    "$BIN" help man | tr -d '\\' |
        awk -v section="\"$1\"" '/^.SH/ { here = $2 == section } /^.B/ { name = $2 } here && /; 0: no limit/ { print name "=0" }'
}

@test "of an option whose help says so 0 is no limit" {
    replies r.jsonl 'print("x" * 1000, sum(range(1000)))' 'final_answer(6 * 7)'
    flags=$(unlimited RUN)
    [ "$(echo "$flags" | wc -l)" -ge 8 ]
    # shellcheck disable=SC2086
    run_split "$BIN" run -q --no-config -m replay:r.jsonl $flags task
    echo "$status: $output: $errors: $flags"
    [ "$status" = 0 ]
    [ "$output" = 42 ]
    flags=$(unlimited PYTHON)
    [ "$(echo "$flags" | wc -l)" -ge 3 ]
    # shellcheck disable=SC2086
    run_split "$BIN" python --no-config $flags -c 'print(sum(range(1000)))'
    [ "$status" = 0 ]
    [ "$output" = 499500 ]
}

@test "completion scripts mention every run option and are valid" {
    "$BIN" completion bash >bash.sh
    bash -n bash.sh
    for flag in --model --max-steps --output --no-input; do grep -q -- "$flag" bash.sh; done
    completed() {
        bash -c 'source ./bash.sh; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _smolagent; echo "${COMPREPLY[*]}"' - "$@"
    }
    [ "$(completed smolagent run --output '')" = "text json jsonl markdown" ]
    [ "$(completed smolagent run --executor c)" = command ]
    [ "$(completed smolagent sandbox-run --executor '')" = "jail docker e2b" ]
    [ "$(completed smolagent run --no-st)" = --no-stream ]
    [ "$(completed smolagent python --stdin --di)" = --dis ]
    [ "$(completed smolagent doc)" = doctor ]
    "$BIN" completion zsh | grep -q '#compdef smolagent'
    "$BIN" completion fish | grep -q -- '-l max-steps'
    run_split "$BIN" completion tcsh
    [ "$status" = 2 ]
}

@test "models lists the presets, tools says when there are none" {
    run_split "$BIN" models
    [ "$status" = 0 ]
    [[ $output == *openai*OPENAI_API_KEY* ]]
    [[ $output == *ollama* ]]
    run_split "$BIN" tools
    [ "$status" = 0 ]
    [[ $output == *"No tools are configured"* ]]
}

@test "the list of providers has their addresses, and a name without its provider gets one" {
    run_split env HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyz0123 "$BIN" models
    [[ $output == *"hf "*"https://router.huggingface.co/v1 "*"HF_TOKEN "*"set"* ]]
    [[ $output != *"***"* ]]
    run_split env -u OPENAI_API_KEY "$BIN" models -m openai/gpt-4o-mini
    [ "$status" = 8 ]
    [[ $output == *"Price of openai/gpt-4o-mini: \$ 0.15 in, 0.075 cached, 0.6 out per million tokens (of 20"* ]]
    printf '[prices]\nopenai/gpt-4o-mini = 7 8\nopenai/x = cheap\n' >c.conf
    run_split "$BIN" models --config c.conf -m openai/gpt-4o-mini
    [[ $output == *"\$ 7 in, 8 out per million tokens (of [prices])"* ]]
    run_split "$BIN" models -m custom/x --base-url http://127.0.0.1:1/v1
    [[ $output == *"Price of custom/x: unknown; 'custom/x = IN OUT' under [prices]"*"In force: custom"* ]]
    run_split env OPENAI_API_KEY=k12345678 "$BIN" run --config c.conf -m openai/x t
    [ "$status" = 10 ]
    [[ $errors == *"[prices] openai/x: expected IN OUT"* ]]
    run_split "$BIN" run -m gpt-4o-mini t
    [ "$status" = 10 ]
    [[ $errors == *"(did you mean openai/gpt-4o-mini?)"* ]]
    run_split "$BIN" run -m ollama t
    [ "$status" = 10 ]
    [[ $errors == *"'ollama' is a provider: say which model of it, ollama/NAME; 'smolagent models ollama' lists them"* ]]
    OLLAMA_HOST=127.0.0.1:1 run_split "$BIN" models ollama
    [ "$status" = 9 ]
    [[ $errors == *"cannot connect; start it with 'ollama serve'"* ]]
}

@test "tools shows a configured tool as the model sees it" {
    printf '[tool.shout]\ndescription = Shout a text.\ncommand = ["cat"]\ninput.text = string\n' >c.conf
    run_split "$BIN" tools --config c.conf
    [ "$status" = 0 ]
    [[ $output == *"def shout(text: str"* ]]
}

@test "doctor reports each part" {
    run_split "$BIN" doctor
    [ "$status" = 10 ]
    [[ $output == *"ok   interpreter"* ]]
    [[ $output == *"MISS model"* ]]
}

@test "doctor names the cause of a missing layer and what to do about it" {
    run_split "$HELPERS/deny" u "$BIN" doctor --no-config
    [[ $output == *"MISS jail"*"     why              a system call filter denies namespaces"*"     what to do       docker run --security-opt seccomp=unconfined"* ]]
    run_split "$HELPERS/deny" ul "$BIN" doctor --no-config --output json
    printf %s "$output" >doctor.json
    run_split "$BIN" python --no-config --file doctor.json -c '
import json
checks = json.load(open("doctor.json"))["checks"]
print([c["ok"] for c in checks if c["name"] in ("jail", "landlock", "no_new_privs")])
print(*[c["name"] + ": " + c["detail"].split(",")[0] for c in checks if c["name"] in ("why", "what to do")], sep="\n")'
    echo "$output"
    [ "$output" = "[False, False, True]
why: a system call filter denies namespaces
what to do: docker run --security-opt seccomp=unconfined (Kubernetes: seccompProfile Unconfined)
why: a system call filter denies Landlock
what to do: update the container engine (Docker 23 or later allows it)" ]
}

@test "doctor names each library that is missing, and what does not work without it" {
    mkdir libraries
    for name in libmd4c.so.0 libmicrohttpd.so.12 libcurl.so.4 libcurl-gnutls.so.4 libcurl-nss.so.4; do echo >libraries/$name; done
    # As on a distribution that has only a later one.
    echo >libraries/libxml2.so.2
    ln -s "$(ldconfig -p | sed -n 's/.*libxml2\.so\.2 .*=> //p' | head -n 1)" libraries/libxml2.so.16
    LD_LIBRARY_PATH=$PWD/libraries run_split "$BIN" doctor
    [ "$status" = 10 ]
    [[ $output == *"MISS libcurl      cannot open libcurl.so.4 ("*"Debian's package is libcurl4; needed for: models on servers"* ]]
    [[ $output == *"ok   libxml2      opens"* ]]
    [[ $output == *"MISS libmd4c"*"needed for: styles of Markdown"* ]]
    [[ $output == *"MISS libmicrohttpd"*"needed for: mcp serve --listen"* ]]
}

@test "tools, config, doctor and models need no key" {
    printf '[model]\nmodel = openai/gpt-4o\n[tool.shout]\ndescription = Shout.\ncommand = ["cat"]\n' >c.conf
    unset OPENAI_API_KEY
    run_split "$BIN" tools --config c.conf
    [ "$status" = 0 ]
    [[ $output == *"def shout"* ]]
    run_split "$BIN" config --config c.conf
    [ "$status" = 0 ]
    run_split "$BIN" doctor --config c.conf
    [[ $output == *"MISS model        no key for provider openai: set OPENAI_API_KEY"*"ok   terminal"* ]]
    run_split "$BIN" models --config c.conf
    [[ $output == *openai*OPENAI_API_KEY*unset* ]]
}

@test "exit codes are documented" {
    run_split "$BIN" help exit-codes
    [ "$status" = 0 ]
    for code in 0 1 2 3 4 5 6 7 8 9 10 124 130 141 143; do
        printf '%s\n' "$output" | grep -qE "^ +$code  "
    done
}

@test "a profile without any file to have it is exit 10" {
    run_split "$BIN" config --profile nope
    [ "$status" = 10 ]
    [[ $errors == *"no section [profile.nope]: there is no $dir/config/smolagent/smolagent.conf"* ]]
}

@test "a key in the wrong section: where it belongs is said" {
    printf '[limits]\ntemperature = 1\n' >a.conf
    run_split "$BIN" config --config a.conf
    [ "$status" = 10 ]
    [[ $errors == *"a.conf:2: 'temperature' belongs under [model], not [limits]"* ]]
}

@test "a mistake in a tool's section is named with its own line" {
    printf '[tool.x]\ndescription = d\ncommand = wc\ntimeot = 4\n' >a.conf
    run_split "$BIN" tools --config a.conf
    [ "$status" = 10 ]
    [[ $errors == *"a.conf:4: [tool.x] timeot: unknown key"* ]]
}

@test "every command tells its version" {
    run_split "$BIN" python --version
    [ "$status" = 0 ]; [[ $output == *smolagent\ [0-9]* ]]
    run_split "$BIN" doctor -V
    [ "$status" = 0 ]; [[ $output == *smolagent\ [0-9]* ]]
}

@test "replay without a file, and with one that is not there" {
    run_split "$BIN" -m replay: t
    [ "$status" = 10 ]
    [[ $errors == *"replay: needs a file"* ]]
    run_split "$BIN" -m replay:nothere t
    [ "$status" = 10 ]
    [[ $errors == *"replay: cannot open nothere: No such file"* ]]
}

@test "the public header is C for a C++ program" {
    command -v c++ >/dev/null || skip "no C++ compiler"
    printf '#include "smolagent/python.h"\nbool f() { return py_isolate_new(nullptr); }\n' >a.cc
    c++ -I "$BATS_TEST_DIRNAME/../../include" -c a.cc -o a.o
    ! nm a.o | grep -q '_Z.*py_isolate_new' || false
}

@test "bash completion: commands, flags, values, and files for the rest" {
    "$BIN" completion bash >c.bash
    cat >try.bash <<'END'
source c.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_smolagent
echo "${COMPREPLY[*]}"
END
    [ "$(bash try.bash smolagent cha)" = chat ]
    [[ $(bash try.bash smolagent '') != *--* ]]
    [ "$(bash try.bash smolagent python --dis)" = --dis ]
    [ "$(bash try.bash smolagent -e '')" = "local jail python docker e2b command auto" ]
    [ "$(bash try.bash smolagent sandbox-run -e '')" = "jail docker e2b" ]
    [ "$(bash try.bash smolagent sessions '')" = audit ]
    [ -z "$(bash try.bash smolagent run --file '')" ]
}

@test "a typing error in the name of an environment variable is told" {
    SMOLAGENT_MAX_STPES=3 SMOLAGENT_API_KEY=k SMOLAGENT_HOME=x run_split "$BIN" config
    [ "$status" = 0 ]
    [ "$errors" = "smolagent: warning: SMOLAGENT_MAX_STPES is no setting; did you mean SMOLAGENT_MAX_STEPS?" ]
}

# plain COMMAND...: without root's privileges, which hide nothing of anybody.
plain() {
    if [ "$(id -u)" = 0 ]; then setpriv --reuid=12345 --regid=12345 --clear-groups "$@"; else "$@"; fi
}

@test "a tool can neither read the environment of the process with the keys nor have its memory dumped" {
    [ "${MODE:-release}" != asan ] || skip "AddressSanitizer traces its own process"
    [ -r "/proc/$$/environ" ] || skip "no /proc"
    chmod 755 "$dir"
    plain "$BIN" --version || skip "the program cannot be run by others here"
    cat >look.conf <<'END'
[tool.look]
description = Looks at its ancestors.
command = ["sh", "-c", "host=$(awk '{print $4}' /proc/$PPID/stat); for p in $PPID $host; do cat /proc/$p/environ /proc/$p/mem /proc/$p/maps 2>&1 | tr '\\0' '\\n' | grep -c 'SMOLAGENT_API_KEY\\|heap'; done; grep 'core file' /proc/$host/limits | awk '{print $5}'; awk '/core file/ {print $5}' /proc/$$/limits"]
END
    chmod 644 look.conf
    replies r.jsonl 'final_answer(look())'
    chmod 644 r.jsonl
    ulimit -S -c 77
    export SMOLAGENT_API_KEY=sk-0123456789abcdef0123456789abcdef
    run_split plain "$BIN" run --config look.conf -m replay:r.jsonl -q task
    echo "$status: $output $errors"
    [ "$output" = "0
0
0
78848" ]
}

@test "the layers of the jail are the same for who may not be traced" {
    chmod 755 "$dir"
    plain "$BIN" --version || skip "the program cannot be run by others here"
    needs user-namespace
    run_split plain "$BIN" python --no-config -e jail -c 'print(6 * 7)'
    echo "$status: $output $errors"
    [ "$output" = 42 ]
    [ -z "$errors" ]
}

@test "SMOLAGENT_NO_STREAM, SMOLAGENT_NO_IMAGES and SMOLAGENT_NO_CONFIG count like their flags" {
    mkdir -p config/smolagent
    printf '[limits]\nmax_steps = 7\n' >config/smolagent/smolagent.conf
    SMOLAGENT_NO_STREAM=1 SMOLAGENT_NO_IMAGES=yes run_split "$BIN" config
    [ "$status" = 0 ]
    [ -z "$errors" ]
    [[ $output == *"max_steps = 7 "* ]]
    [[ $output == *"stream = false "*"# environment SMOLAGENT_NO_STREAM"* ]]
    [[ $output == *"images = false "*"# environment SMOLAGENT_NO_IMAGES"* ]]
    SMOLAGENT_NO_STREAM=0 SMOLAGENT_NO_CONFIG=1 run_split "$BIN" config
    [[ $output == *"stream = true "* && $output == *"max_steps = 20 "* ]]
    SMOLAGENT_NO_STREAM=maybe run_split "$BIN" config
    [ "$status" = 10 ]
    [[ $errors == *"SMOLAGENT_NO_STREAM: 'maybe' must be true or false"* ]]
    SMOLAGENT_NO_STREAN=1 run_split "$BIN" config
    [[ $errors == *"did you mean SMOLAGENT_NO_STREAM?"* ]]
}

@test "tools wants no key" {
    unset OPENAI_API_KEY
    printf '[model]\nmodel = openai/gpt-4o\n[tool.say]\ndescription = d\ncommand = ["true"]\n' >c.conf
    run_split "$BIN" tools --config c.conf
    [ "$status" = 0 ]
    [[ $output == *"def say("* ]]
}

@test "a limit on the size of files (ulimit -f 0) is told as an error, not a death by SIGXFSZ" {
    replies r.jsonl 'final_answer("here")'
    limited() { (ulimit -f 0 && "$@" 2>/dev/null); }
    limited "$BIN" python -c 'print(1)' >out && status=0 || status=$?
    [ "$status" = 1 ]
    for option in "-o answer" "--audit trail" "--record replies"; do
        limited "$BIN" run -m replay:r.jsonl $option t | cat >/dev/null
        [ "${PIPESTATUS[0]}" = 10 ] || { echo "$option: ${PIPESTATUS[0]}"; return 1; }
    done
    [ "$(limited "$BIN" run -q -m replay:r.jsonl t | cat)" = here ]
}

@test "doctor names settings whose meaning has changed" {
    printf '[limits]\nmax_repeats = 7\n[sandbox]\nonly_imports = math\n' >c.conf
    run_split "$BIN" doctor --config c.conf
    [[ $output == *"max_repeats  7 (c.conf:2) counts replies without code as well"* ]]
    [[ $output == *"only_imports math (c.conf:4) also keeps code from installed packages"* ]]
    run_split "$BIN" doctor --no-config
    [[ $output != *max_repeats* && $output != *only_imports* ]]
}
