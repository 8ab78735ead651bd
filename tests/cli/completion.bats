#!/usr/bin/env bats
# Completion scripts, run by the shells that they are for; and `help` with the pages.
load helper
load screen

# offered WORD...: what bash offers for the last word of that command line.
offered() {
    # shellcheck disable=SC2016
    bash -c 'source "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _smolagent; printf "%s\n" "${COMPREPLY[@]}"' \
        - "$dir/bash.completion" "$BIN" "$@"
}

profiles() {
    mkdir -p config/smolagent
    cat >config/smolagent/smolagent.conf <<'C'
[model]
model = ollama/own-model:7b
[profile.work]
limits.max_steps = 3
[profile.$(touch pwned)]
[profile.cheap]
[agent.scout]
description = Looks.
[agent.$(touch pwned)]
description = Is hostile.
[agent.scribe]
description = Writes.
C
}

@test "bash: values, models, profiles, modules, words of subcommands" {
    profiles
    "$BIN" completion bash >bash.completion
    [ "$(offered --output = js)" = "json
jsonl" ]
    [ "$(offered --output =)" = "$(offered --output '')" ]
    [[ $(offered --output =) == *markdown* ]]
    [ "$(offered run --profile '')" = "work
cheap" ]
    [ "$(offered -p c)" = cheap ]
    [ ! -e pwned ]
    [[ $(offered -m '') == ollama/own-model:7b* ]]
    [[ $(offered -m openai/gpt-4o-m) == openai/gpt-4o-mini ]]
    [[ $(offered --model = groq) == *groq/* ]]
    [ "$(offered -m anthropic/claude-haiku-4-5,openai/gpt-4o-m)" = anthropic/claude-haiku-4-5,openai/gpt-4o-mini ]
    [[ $(offered --model = a,b,) == a,b,ollama/own-model:7b* ]]
    [ "$(offered --tools web,fi)" = web,files ]
    [[ $(offered --tools web_) == web_search ]]
    [ "$(offered -A sco)" = scout ]
    [ "$(offered chat --as = '')" = "scout
scribe" ]
    [ "$(offered --agents '')" = "none
scout
scribe" ]
    [ "$(offered run --agents scout,scr)" = scout,scribe ]
    [[ $(offered mcp se) == serve ]]
    [ "$(offered python -m js)" = json.tool ]
    [[ $(offered python --executor '') == *jail* ]]
    [ -z "$(offered python --stdin '')" ]
    [ "$(offered help gui)" = guide ]
    [[ $(offered help '') == *exit-codes*events* ]]
    [ "$(offered completion f)" = fish ]
    [ "$(offered sessions '')" = audit ]
    [ "$(offered models oll)" = ollama ]
    [ "$(offered com)" = completion ]
    [[ $(offered python --max-m) == --max-memory ]]
    [ -z "$(offered python '')" ]
}

@test "zsh: the same" {
    command -v zsh >/dev/null || skip "no zsh"
    profiles
    "$BIN" completion zsh >zsh.completion
    # The functions of zsh's own completion, as far as the script uses them.
    cat >driver <<'Z'
compadd() { shift; print -l -- "$@"; }
compset() { eval "PREFIX=\${PREFIX##$2}"; }
_files() { print files; }
source_it() { eval "$(sed '/^_smolagent "\$@"$/d' zsh.completion)"; }
source_it
words=("$@") CURRENT=$# PREFIX=${@[-1]}
_smolagent
Z
    offered() { zsh -f driver "$BIN" "$@"; }
    [[ $(offered --output=js) == *json*markdown* ]]
    [ "$(offered run --profile '')" = "work
cheap" ]
    [ ! -e pwned ]
    [[ $(offered -m '') == ollama/own-model:7b*openai/gpt-4o-mini* ]]
    [[ $(offered -m a,openai/g) == ollama/own-model:7b*openai/gpt-4o-mini* ]]
    [[ $(offered --tools=web,) == web*files*web_search* ]]
    [ "$(offered -A '')" = "scout
scribe" ]
    [ "$(offered --agents=scout,)" = "none
scout
scribe" ]
    [[ $(offered python -m '') == *json.tool* ]]
    [[ $(offered help '') == *guide* ]]
    [[ $(offered completion '') == bash*fish* ]]
    [[ $(offered '') == *python*files ]]
    [[ $(offered python --m) == *--max-memory* ]]
    [ "$(offered python '')" = files ]
    zsh -n zsh.completion
}

@test "fish: the same" {
    command -v fish >/dev/null || skip "no fish"
    profiles
    ln -s "$BIN" smolagent
    export PATH=$dir:$PATH
    "$BIN" completion fish >fish.completion
    # shellcheck disable=SC2016
    offered() { fish --no-config -c 'source fish.completion; complete -C "$argv"' "smolagent $*" | cut -f 1; }
    [[ $(offered --output=js) == *json*jsonl* ]]
    [ "$(offered run --profile '' | sort)" = "cheap
work" ]
    [ ! -e pwned ]
    [[ $(offered -m openai/gpt-4o-m) == *openai/gpt-4o-mini* ]]
    [ "$(offered -m ollama/qwen3,openai/gpt-4o-mi)" = ollama/qwen3,openai/gpt-4o-mini ]
    [ "$(offered --model=ollama/qwen3,openai/gpt-4o-mi)" = --model=ollama/qwen3,openai/gpt-4o-mini ]
    [ "$(offered --tools web,fi)" = web,files ]
    [ "$(offered -A sco)" = scout ]
    [ "$(offered --agents=scout,scr)" = --agents=scout,scribe ]
    [[ $(offered python -m js) == json.tool ]]
    [[ $(offered help gui) == guide ]]
    [[ $(offered completion '') == *fish* ]]
    [[ $(offered com) == completion ]]
}

@test "lists for completion offer only harmless words; others are refused" {
    profiles
    run_split "$BIN" completion words profiles
    [ "$output" = "work
cheap" ]
    SMOLAGENT_MODEL='x$(touch pwned)' run_split "$BIN" completion words models
    [[ $output != *pwned* ]]
    run_split "$BIN" completion words nothing
    [ "$status" = 2 ]
    SMOLAGENT_CONFIG=/dev/full run_split "$BIN" completion words profiles
    [ "$status" = 0 ]
    [ -z "$output" ]
}

@test "agents of files that are trusted are offered with those of the configuration" {
    profiles
    printf '[agent.helper]\ndescription = Helps.\n' >team.conf
    umask 022
    "$BIN" completion bash >bash.completion
    [ -z "$(offered -A he)" ]
    "$BIN" agents trust team.conf
    [ "$(offered -A he)" = helper ]
    [ "$(offered --agents scout,he)" = scout,helper ]
}

@test "help has the pages, plain on a pipe" {
    pages=$(sed -n 's/^PAGES := $(addprefix docs\/,\(.*\))$/\L\1/p' "$BATS_TEST_DIRNAME/../../Makefile" | sed 's/\.md//g')
    [[ $pages == "guide changes tools "*" worker-protocol" ]]
    for topic in $pages; do
        run_split env PAGER='echo paged' "$BIN" help $topic
        [ "$status" = 0 ]
        [ "${#output}" -gt 2000 ]
        [[ $output != paged* ]]
    done
    [[ $("$BIN" help tools) == "Usage: smolagent tools"* ]]
    [ "$("$BIN" help events)" = "$(cat "$BATS_TEST_DIRNAME/../../docs/events.md")" ]
    [[ $("$BIN" help) == *"Pages: ${pages// /, }."* ]]
    run_split "$BIN" help guid
    [ "$status" = 2 ]
    [[ $errors == *"no help on 'guid'; did you mean 'guide'?"* ]]
}

@test "help shows a page through the pager on a terminal" {
    command -v tmux >/dev/null || skip "no tmux"
    PAGER='cat >seen; echo paged' on_screen 80x24 "$BIN" help guide
    until_ended
    [ "$status" = 0 ]
    [[ $(shown) == paged ]]
    grep -q 'First run' seen
    PAGER=no-such-pager on_screen 80x24 "$BIN" help events
    until_ended
    [ "$status" = 0 ]
    [[ $(shown -S -) == *"The event stream"*"run.end"* ]]
    if command -v less >/dev/null; then
        unset PAGER LESS
        on_screen 80x24 "$BIN" help guide
        until_shown "First run"
        keys q
        until_ended
        [ "$status" = 0 ]
    fi
    PAGER='head -n 1' on_screen 80x24 "$BIN" help guide
    until_ended
    [ "$status" = 0 ]
    [[ $(shown) == *Guide* ]]
}
