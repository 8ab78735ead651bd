#!/usr/bin/env bats
# Agent files: -A, --agent-file, what such a file may say, trust, and `smolagent agents`.
load helper

# greeter DIR WORD: a tool in DIR/tools that greets so.
greeter() {
    mkdir -p "$1/tools"
    printf '%s\n' 'from smolagents import tool' '' '@tool' 'def greet(name: str) -> str:' '    """Greets.' '' '    Args:' '        name: who' \
        '    """' "    return '$2 ' + name" >"$1/tools/greet.py"
}

# team: an agent file with a tool of its own beside it, two agents and the recorded replies of each.
team() {
    umask 022
    mkdir -p team/tools
    replies team/lead.jsonl 'final_answer(greet(name="lead"))'
    replies team/scribe.jsonl 'final_answer("scribe")'
    greeter team hello
    printf '%s\n' '[agent.lead]' 'description = Leads.' 'tool_file = tools/greet.py' 'agents = scribe' \
        'model = replay:lead.jsonl' '[agent.scribe]' 'description = Writes.' \
        'model = replay:scribe.jsonl' >team/team.conf
}

# one NAME ANSWER: a file with a single agent, which answers so.
one() {
    replies "$1.jsonl" "final_answer(\"$2\")"
    printf '[agent.%s]\ndescription = Does %s.\nmodel = replay:%s.jsonl\n' "$1" "$1" "$1" >"$1.conf"
}

@test "--agent-file with one agent runs that one, from any folder" {
    mkdir a b
    (cd a && one x first)
    cd b
    [ "$("$BIN" --agent-file ../a/x.conf t)" = first ]
    [ "$("$BIN" -A x --agent-file ../a/x.conf t)" = first ]
    [ "$(SMOLAGENT_AGENT_FILE=../a/x.conf SMOLAGENT_AS=x "$BIN" t)" = first ]
    [ "$("$BIN" --no-config --agent-file ../a/x.conf t)" = first ]
    [ "$(printf 't\n' | "$BIN" chat --agent-file ../a/x.conf)" = first ]
}

@test "-A runs an agent of the user's configuration by itself" {
    mkdir -p config/smolagent
    one x mine
    sed "s|replay:|&$dir/|" x.conf >config/smolagent/smolagent.conf
    [ "$("$BIN" -A x t)" = mine ]
    [ "$("$BIN" run --as x t)" = mine ]
    [ "$("$BIN" run --as=x --dry-run t | grep -c '^as = x .*# flag --as')" = 1 ]
}

@test "flags stand above an agent file, which stands above the user's file" {
    mkdir -p config/smolagent
    one x agent
    replies flag.jsonl 'final_answer("flag")'
    printf '[limits]\nmax_steps = 9\nmax_tokens = 99\n' >config/smolagent/smolagent.conf
    printf '[limits]\nmax_steps = 7\n' >>x.conf
    run "$BIN" config --agent-file x.conf
    [[ $output == *"max_steps = 7 "*"# agent file $dir/x.conf:5"* ]]
    [[ $output == *"max_tokens = 99 "*"# user "* ]]
    [ "$("$BIN" --agent-file x.conf -m replay:flag.jsonl t)" = flag ]
    printf '[limits]\nmax_steps = 3\n' >smolagent.conf
    [[ $("$BIN" config --agent-file x.conf) == *"max_steps = 3 "*"# project "* ]]
}

@test "an unknown agent is refused, with a near name and all there are" {
    one lookout x
    run_split "$BIN" -A lokout --agent-file lookout.conf t
    [ "$status" = 2 ]
    [[ $errors == *"there is no agent 'lokout' (did you mean 'lookout'?)"*"there are lookout;"* ]]
    run_split "$BIN" -A any t
    [ "$status" = 2 ]
    [[ $errors == *"there is no agent 'any'; 'smolagent agents' shows all"* ]]
    "$BIN" agents trust lookout.conf
    run_split "$BIN" -A lokout t
    [ "$status" = 2 ]
    [[ $errors == *"did you mean 'lookout'"* ]]
}

@test "a main agent is the one that runs, and none of several is" {
    team
    replies plain.jsonl 'final_answer("nobody")'
    [ "$("$BIN" --agent-file team/team.conf -m replay:plain.jsonl t)" = nobody ]
    printf '[agents]\nmain = scribe\n' >>team/team.conf
    [ "$("$BIN" --agent-file team/team.conf t)" = scribe ]
    sed -i 's/^main = .*/main = none/' team/team.conf
    [ "$("$BIN" --agent-file team/team.conf -m replay:plain.jsonl t)" = nobody ]
    sed -i 's/^main = .*/main = nobody/' team/team.conf
    run_split "$BIN" --agent-file team/team.conf t
    [ "$status" = 10 ]
    [[ $errors == *"/team/team.conf:$(grep -n '^main' team/team.conf | cut -d: -f1): [agents] main: there is no agent 'nobody'"* ]]
    run_split "$BIN" agents check team/team.conf
    [[ $output == "$dir/team/team.conf:$(grep -n '^main' team/team.conf | cut -d: -f1): [agents] main: there is no agent 'nobody'"* ]]
    run_split "$BIN" --agent-file team/team.conf -A other t
    [[ $status = 2 && $errors != *'[agents]'* ]]
}

@test "an agent's tools lie beside its file" {
    team
    greeter elsewhere stolen
    cd elsewhere
    [ "$("$BIN" --approve never -A lead --agent-file ../team/team.conf t)" = "hello lead" ]
}

@test "the agents below one of a file are of the file, with what lies beside it" {
    team
    replies team/lead.jsonl 'final_answer(scribe(task="write")["text"])'
    replies team/scribe.jsonl 'final_answer({"text": greet("scribe")})'
    echo '{"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}' >team/form.json
    printf 'schema = form.json\ntool_file = tools/greet.py\n' >>team/team.conf
    "$BIN" agents trust team/team.conf
    mkdir -p w config/smolagent
    cd w
    [ "$("$BIN" --approve never -A lead t)" = "hello scribe" ]
    [ "$("$BIN" --approve never -A lead --agent-file ../team/team.conf t)" = "hello scribe" ]
    echo ' ' >>../team/form.json
    run_split "$BIN" --approve never -A lead t
    [ "$status" = 10 ]
    [[ $errors == *"form.json was changed"* ]]
}

@test "nothing of the working folder is an agent by itself" {
    one x evil
    cp x.conf smolagent.conf
    run_split "$BIN" -A x t
    [ "$status" = 10 ]
    [[ $errors == *"./smolagent.conf"*"'agent.x'"* ]]
    rm smolagent.conf
    run_split "$BIN" -A x t
    [ "$status" = 2 ]
    run_split "$BIN" -A x.conf t
    [ "$status" = 2 ]
}

@test "an agent file has no hooks" {
    one x y
    printf '[hook.h]\ncommand = touch ran\non = on_end\n' >>x.conf
    run_split "$BIN" --agent-file x.conf t
    [ "$status" = 10 ]
    [[ $errors == *"x.conf:5: an agent file may not have 'command' under [hook.h]"* ]]
    [ ! -e ran ]
}

@test "files that are trusted at the same time are all in the list" {
    for i in 1 2 3 4 5 6 7 8; do one "x$i" "$i"; done
    pids=
    for i in 1 2 3 4 5 6 7 8; do
        "$BIN" agents trust "x$i.conf" &
        pids="$pids $!"
    done
    for pid in $pids; do wait "$pid"; done
    for i in 1 2 3 4 5 6 7 8; do [ "$("$BIN" -A "x$i" t)" = "$i" ]; done
}

@test "names that cannot be those of functions are faults" {
    printf '[agent.final_answer]\ndescription = d\n[agent.a b]\ndescription = d\n[agent.print]\ndescription = d\n' >x.conf
    run_split "$BIN" agents check x.conf
    [ "$status" = 10 ]
    [[ $output == *"x.conf:2: [agent.final_answer] "*"x.conf:4: [agent.a b] "*"x.conf:6: [agent.print] "* ]]
}

@test "a secret in an agent file is refused by its line" {
    for line in 'key_file = k' 'key_command = cat k' 'header = Authorization: Bearer x' \
        'base_url = https://a.example' 'extra_body = {}'; do
        printf '[agent.x]\ndescription = d\n[model]\n%s\n' "$line" >x.conf
        run_split "$BIN" --agent-file x.conf t
        [ "$status" = 10 ]
        [[ $errors == *"x.conf:4: an agent file may not have '${line%% *}' under [model]"* ]]
    done
    printf '[agent.x]\ndescription = d\n# sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD\n' >x.conf
    run_split "$BIN" --agent-file x.conf t
    [ "$status" = 10 ]
    [[ $errors == *"x.conf:3: what looks like a secret"* ]]
    [[ $errors != *abcdefghij* ]]
}

@test "a trusted file is found by the names of its agents, until something changes" {
    team
    run_split "$BIN" agents trust team/team.conf
    [ "$status" = 0 ]
    [[ $output == *"$dir/team/team.conf is trusted as it is now; -A NAME finds lead, scribe"* ]]
    [[ $output == *"[agent.lead] tool_file = $dir/team/tools/greet.py"*"file tools/greet.py"* ]]
    mkdir other
    cd other
    [ "$("$BIN" --approve never -A lead t)" = "hello lead" ]
    [ "$("$BIN" -A scribe t)" = scribe ]
    [ -z "$errors" ]
    greeter ../team stolen
    run_split "$BIN" --approve never -A lead t
    [ "$status" = 10 ]
    [[ $errors == *"team.conf is not trusted any more: tools/greet.py was changed"*"agents trust $dir/team/team.conf"* ]]
    run_split "$BIN" -A scribe t
    [ "$status" = 10 ]
    [[ $("$BIN" agents) == *"team.conf (not trusted any more)"*"tools/greet.py was changed"*lead*scribe* ]]
    "$BIN" agents trust ../team/team.conf
    [ "$("$BIN" --approve never -A lead t)" = "stolen lead" ]
    echo '# more' >>../team/team.conf
    run_split "$BIN" --approve never -A lead t
    [[ $errors == *"the file itself was changed"* ]]
    [ "$("$BIN" agents untrust lead)" = "$dir/team/team.conf is not trusted any more" ]
    run_split "$BIN" --approve never -A lead t
    [ "$status" = 2 ]
}

@test "a program that becomes another one while the agent runs is not started" {
    one x y
    replies x.jsonl 'final_answer("one")' 'final_answer("two")'
    mkdir tools
    printf '#!/bin/sh\necho "touch %s/stolen" >>"$0"\nexit 1\n' "$dir" >tools/check.sh
    chmod +x tools/check.sh
    echo 'check = tools/check.sh' >>x.conf
    "$BIN" agents trust x.conf
    run_split "$BIN" -A x t
    [ "$status" != 0 ]
    [[ $errors == *"tools/check.sh is not what it was when it was checked"* ]]
    [ ! -e stolen ]
    grep -q stolen tools/check.sh
}

@test "whoever trusts a file is shown its commands whole" {
    printf '[agent.a]\ndescription = x\ntools = t\n[tool.t]\ndescription = x\ncommand = ["echo", "%s", "END"]\n' \
        "$(printf 'a%.0s' {1..3000})" >x.conf
    run_split "$BIN" agents trust x.conf
    [ "$status" = 0 ]
    [[ $output == *'aaa","END"]'* ]]
}

@test "what a trusted file names is no link, no pipe and no folder above" {
    team
    "$BIN" agents trust team/team.conf
    mv team/tools/greet.py real.sh
    ln -s ../../real.sh team/tools/greet.py
    run_split "$BIN" --approve never -A lead t
    [ "$status" = 10 ]
    [[ $errors == *"tools/greet.py is a link"* ]]
    rm team/tools/greet.py
    mkfifo team/tools/greet.py
    run_split "$BIN" --approve never -A lead t
    [ "$status" = 10 ]
    [[ $errors == *"tools/greet.py is no regular file"* ]]
    mv team/team.conf x && ln -s ../x team/team.conf
    run_split "$BIN" --approve never -A lead t
    [ "$status" = 10 ]
    rm team/team.conf && mkfifo team/team.conf
    run_split "$BIN" agents trust team/team.conf
    [ "$status" = 10 ]
    [[ $errors == *"no regular file"* ]]
    run_split "$BIN" agents trust /dev/zero
    [ "$status" = 10 ]
    head -c 2000000 /dev/zero | tr '\0' '#' >big.conf
    run_split "$BIN" agents trust big.conf
    [ "$status" = 10 ]
}

@test "a recording is what was trusted, whatever a file beside it is called" {
    one x good
    sed -i 's|replay:x.jsonl|&,openai/m|' x.conf
    "$BIN" agents trust x.conf
    mkdir x.jsonl,openai
    replies x.jsonl,openai/m 'final_answer("evil")'
    [ "$(OPENAI_API_KEY=none-at-all "$BIN" -A x t)" = good ]
    cp x.jsonl y,z.jsonl
    [ "$("$BIN" -m replay:y,z.jsonl t)" = good ]
}

@test "a file that others may write to is trusted with a word" {
    team
    chmod 666 team/tools/greet.py
    run_split "$BIN" agents trust team/team.conf
    [ "$status" = 0 ]
    [[ $errors == *"others than you may write to $dir/team/tools/greet.py"* && $errors != *team.conf* ]]
}

@test "two trusted files cannot have agents of one name" {
    mkdir a b
    (cd a && one x first)
    (cd b && one x second)
    "$BIN" agents trust a/x.conf
    run_split "$BIN" agents trust b/x.conf
    [ "$status" = 10 ]
    [[ $errors == *"an agent 'x' that is trusted already, of $dir/a/x.conf"* ]]
    [ "$("$BIN" -A x t)" = first ]
    [ "$("$BIN" -A x --agent-file b/x.conf t)" = second ]
}

@test "a user's own agent stands before a trusted one of its name" {
    mkdir -p config/smolagent a
    (cd a && one x trusted)
    one x mine
    "$BIN" agents trust a/x.conf
    [ "$("$BIN" -A x t)" = trusted ]
    sed "s|replay:|&$dir/|" x.conf >config/smolagent/smolagent.conf
    [ "$("$BIN" -A x t)" = mine ]
}

@test "agents list and show say what there is, as text and as JSON" {
    team
    mkdir -p config/smolagent
    printf '[agent.mine]\ndescription = Mine.\n' >config/smolagent/smolagent.conf
    "$BIN" agents trust team/team.conf
    run "$BIN" agents
    [[ $output == *"smolagent.conf (configuration)"*"mine "*"Mine."*"team.conf (trusted)"*"lead "*"Leads."*"scribe "*"Writes."* ]]
    run "$BIN" agents list --output json
    [[ $output == '[{"name":"mine","description":"Mine.","file":"'*'","state":"user"},{"name":"lead",'*'"state":"trusted"},'*'}]' ]]
    run "$BIN" agents show lead
    [[ $output == "def lead(task: str"*"Leads."*"team.conf (trusted)"*greet*scribe*"model = replay:$dir/team/lead.jsonl"*"# agent $dir/team/team.conf:5"* ]]
    [[ $("$BIN" agents show lead --output json) == '{"name":"lead",'*'"tools":["greet"],"agents":[{"name":"scribe","agents":[]}],"settings":['* ]]
    run_split "$BIN" agents show leed
    [ "$status" = 2 ]
    [[ $errors == *"did you mean 'lead'"* ]]
    run_split "$BIN" agents shwo lead
    [ "$status" = 2 ]
    [[ $errors == *"did you mean 'show'"* ]]
}

@test "agents check finds what is missing, unknown, circular and unreachable" {
    team
    [ "$("$BIN" agents check team/team.conf)" = "2 agents, no faults" ]
    printf '%s\n' '[agents]' 'main = lead' '[agent.alone]' 'description = Alone.' 'tools = nothing_such' \
        'max_steps = many' 'schema = missing.json' '[agent.bare]' 'max_steps = 3' '[agent.a]' \
        'description = A.' 'agents = b, ghost' '[agent.b]' 'description = B.' 'agents = a' '[tool.gone]' \
        'description = Gone.' 'command = no-such-program-here' >>team/team.conf
    run_split "$BIN" agents check team/team.conf
    [ "$status" = 10 ]
    [[ $output == *"team.conf:14: max_steps: 'many' must be a whole number"* ]]
    [[ $output == *"team.conf:15: schema: missing.json is not there"* ]]
    [[ $output == *"team.conf:13: [agent.alone] "*nothing_such* ]]
    [[ $output == *"team.conf:26: [tool.gone] there is no program 'no-such-program-here' here"* ]]
    [[ $output == *"[agent.bare] needs a description"* ]]
    [[ $output == *"team.conf:20: [agent.a] there is no agent 'ghost'"* ]]
    [[ $output == *"team.conf:20: [agent.a] it can come to call itself"* ]]
    [[ $output == *"[agent.alone] neither 'lead', the main agent, nor one below it calls it"* ]]
    printf '[agents]\nmain = none\n[agent.x]\ndescription = d\n[checks]\nschema = s.json\n[run]\ntools = nothing_such\n' >y.conf
    echo 7 >s.json
    run_split "$BIN" agents check y.conf
    [[ $output == "$dir/y.conf: --schema "*"$dir/y.conf: "*nothing_such* ]]
    printf '[agent.x]\ndescription = d\ntool_file = t.py\n' >z.conf
    printf 'password = "the word"\nkey = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"\n' >t.py
    run_split "$BIN" agents check z.conf
    [[ $output == *"$dir/t.py:2: what looks like a secret"* && $output != *t.py:1:* ]]
    printf '%s\n' '[tool.t]' 'description = d' 'command = ["bin/none"]' >w.conf
    run_split "$BIN" agents check w.conf
    [ "$output" = "$dir/w.conf:3: command: bin/none is not there" ]
    run_split "$BIN" agents check missing.conf
    [ "$status" = 10 ]
    [[ $errors == *"missing.conf: No such file"* ]]
}

@test "names of agents are completed" {
    one x y
    "$BIN" agents trust x.conf
    [ "$("$BIN" completion words agents)" = x ]
}

@test "commands of a file that is merely named are asked about" {
    one x y
    replies x.jsonl 'final_answer(greet())'
    mkdir tools
    printf '#!/bin/sh\necho hello\n' >tools/greet.sh
    chmod +x tools/greet.sh
    printf '[agents]\nmain = none\n[tool.greet]\ndescription = Greets.\ncommand = tools/greet.sh\n' >>x.conf
    printf '[model]\nmodel = replay:x.jsonl\n' >>x.conf
    run_split "$BIN" --agent-file x.conf t
    [ "$status" = 6 ]
    [[ $errors == *"'greet' needs approval"* ]]
    [ "$("$BIN" --approve never --agent-file x.conf t)" = hello ]
    sed -i 's/^description = Does/tools = greet\n&/; s/^main = none/main = x/' x.conf
    run_split "$BIN" --agent-file x.conf t
    [ "$status" = 6 ]
    "$BIN" agents trust x.conf
    [ "$("$BIN" -A x t)" = hello ]
}

@test "an agent of a file runs within sandbox-run, with its files" {
    needs sandbox-run
    team
    mkdir w
    cd w
    run_split "$BIN" sandbox-run -- run --approve never -A lead --agent-file ../team/team.conf t
    echo "$errors"
    [ "$output" = "hello lead" ]
    printf '[agents]\nmain = lead\n' >>../team/team.conf
    run_split "$BIN" sandbox-run -- run --approve never --agent-file ../team/team.conf t
    [ "$output" = "hello lead" ]
    mkdir ../team/data
    sed -i 's/^agents = scribe/&\nfolder = data/' ../team/team.conf
    run_split "$BIN" sandbox-run -- run -A lead --agent-file ../team/team.conf t
    [ "$status" = 10 ]
    [[ $errors == *"team.conf:5: folder: sandbox-run hands in no folder"* ]]
}

@test "a look at a file starts none of its programs" {
    one x y
    mkdir tools
    printf '#!/bin/sh\ntouch %s/ran\n' "$dir" >tools/evil.sh
    chmod +x tools/evil.sh
    printf '[tool.t]\ncommand = tools/evil.sh\ndescribe = true\n[mcp.s]\ncommand = tools/evil.sh\n' >>x.conf
    printf '[checks]\ncheck = tools/evil.sh\n' >>x.conf
    [ "$("$BIN" agents check x.conf)" = "1 agent, no faults" ]
    "$BIN" agents trust x.conf
    "$BIN" agents list
    [ ! -e ran ]
}

# Whatever is read in between, it is what was trusted, or nothing.
@test "a file that is exchanged all the time is never used as what it was not" {
    team
    "$BIN" agents trust team/team.conf
    cp team/tools/greet.py good.py
    sed "s/hello/stolen/" good.py >evil.py
    (while [ ! -e enough ]; do
        cp evil.py new && mv new team/tools/greet.py && cp good.py new && mv new team/tools/greet.py || exit
    done) 3>&- &
    swapper=$!
    for _ in $(seq 40); do
        run_split "$BIN" --approve never -A lead t
        echo "$status: $output: $errors"
        [ "$output" = "hello lead" ] || { [ "$status" = 10 ] && [[ $errors == *"tools/greet.py was changed"* ]]; } || break
    done
    touch enough
    wait "$swapper"
    [ "$output" = "hello lead" ] || { [ "$status" = 10 ] && [[ $errors == *"tools/greet.py was changed"* ]]; }
}

@test "tools and doctor look at the tools of the agent that would run" {
    one x y
    mkdir tools
    printf '#!/bin/sh\necho hello\n' >tools/greet.sh
    chmod +x tools/greet.sh
    printf 'tools = greet, web_search\n[tool.greet]\ndescription = Greets.\ncommand = tools/greet.sh\n' >>x.conf
    printf '[tool.other]\ndescription = O.\ncommand = tools/greet.sh\n' >>x.conf
    run "$BIN" tools list --agent-file x.conf
    [[ $output == "greet "*"web_search "* && $output != *other* ]]
    [ "$("$BIN" tools call greet --agent-file x.conf)" = '"hello"' ]
    [[ $("$BIN" doctor --agent-file x.conf) == *"tools        2 configured"* ]]
}
