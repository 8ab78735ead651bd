#!/usr/bin/env bats
# MCP servers as tools: over standard input and output, and over HTTP; what bad ones do.
load helper

# server [FAULT]: sets $stdio to the command of the fake one.
server() { stdio="$HELPERS/mcpserver stdio${1:+ $1}"; }

# call NAME [JSON]: a tool of it, over stdio.
call() { run_split "$BIN" mcp call --mcp "$stdio" "$@"; }

# over_http FAULT ARGS..: `smolagent mcp` with the server over HTTP; "-": no fault.
over_http() {
    local fault=$1
    shift
    [ "$fault" != - ] || fault=
    # shellcheck disable=SC2086
    run_split "$HELPERS/mcpserver" http $fault -- "$BIN" mcp "$@" --mcp '{url}'
}

# agent CODE..: a run with the server over stdio in which the model writes that.
agent() {
    replies r.jsonl "$@"
    run_split "$BIN" run --approve never -m replay:r.jsonl --mcp "$stdio" "task"
}

@test "what a server offers is listed, from all pages" {
    server
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 0 ]
    [[ $output == "mcpserver: fake 1.2 over stdio, protocol 2025-11-25"* ]]
    [[ $output == *"26 tools: echo, add, "*", 3d-view, tree"* ]]
    [[ $output == *"1 resource: tea"* ]]
    [[ $output == *"1 resource template: any pot"* ]]
    [[ $output == *"2 prompts: brew, help"* ]]
}

@test "tools of a server are functions of a run" {
    server
    agent 'print(add(2, b=40)["sum"], echo("hi"))
try:
    fail()
except RuntimeError as e:
    print(e)' 'final_answer(add(a=1))'
    [ "$status" = 0 ]
    [ "$output" = '{"sum": 2}' ] || [ "$output" = "{'sum': 2}" ]
    [[ $errors == *"42 hi"* ]]
    [[ $errors == *"fail: the well is dry"* ]]
}

@test "tools of a server work under every executor" {
    server
    replies r.jsonl 'picture = parts()[1]
print(picture)
try:
    fail()
except RuntimeError as e:
    print(e)
final_answer(add(a=1)["sum"] + len(echo(text="four")))'
    for executor in local jail python; do
        [ $executor != python ] || grants python || continue
        run_split "$BIN" run -e $executor --approve never -m replay:r.jsonl --mcp "$stdio" task
        [ "$status" = 0 ]
        [ "$output" = 6 ]
        [[ $errors == *"image-1 (png"* ]]
        [[ $errors == *"fail: the well is dry"* ]]
    done
}

@test "every kind of content is a value" {
    server
    call parts
    [ "$status" = 0 ]
    [[ $output == '["one","image'* ]]
    [[ $output == *'{"uri":"pot://1","name":"pot"},{"uri":"pot://2","text":"tea"},{"uri":"pot://3","mimeType":"a/b","blob":"file'* ]]
    [[ $output == *'{"type":"smell","of":"mint"}]' ]]
    call lines # as they were given: where one ends and the next begins is not lost
    [ "$output" = '["one\n","two"]' ]
    call nothing
    [ "$output" = null ]
}

@test "errors of tools and of the protocol are exceptions" {
    server
    call fail
    [ "$status" = 11 ]
    [[ $errors == *"RuntimeError: fail: the well is dry"* ]]
    call refuse
    [ "$status" = 11 ]
    [[ $errors == *"no such bucket (error -32602)"* ]]
    call misfit
    [ "$status" = 11 ]
    [[ $errors == *"ValueError: misfit: the result is not as its schema says"*"sum"* ]]
    call echo '{}'
    [ "$status" = 11 ]
    [[ $errors == *"TypeError"*"missing required argument: 'text'"* ]]
}

@test "names that Python has are prefixed, others mended, and so are arguments" {
    server
    run_split "$BIN" mcp test --mcp "$stdio"
    [ "$status" = 0 ]
    [[ $output == *"def mcpserver_import("* ]]
    [[ $output == *"def mcpserver_print("* ]]
    [[ $output == *"def _3d_view(from_: str, lost: object, max_results_2: int | None = None, max_results: int | None = None)"* ]]
    call _3d_view '{"from_": "a", "lost": 1, "max_results_2": 3}'
    [[ $output == *'\"from\":\"a\"'* ]]
    [[ $output == *'\"max-results\":3'* ]]
}

@test "the same name from two servers is prefixed for both" {
    server
    cat >conf <<END
[mcp.one]
command = $stdio
tools = echo, add
[mcp.two]
command = $stdio
tools = echo
END
    run_split "$BIN" mcp test --config conf
    [ "$status" = 0 ]
    [[ $output == *"def one_echo("* ]]
    [[ $output == *"def two_echo("* ]]
    [[ $output == *"def add("* ]]
    [[ $output != *"def echo("* ]]
}

@test "a bare name in deny, ask and hooks is about that tool of every server, in allow of none" {
    server
    mkdir -p config/smolagent
    printf '[mcp.%s]\ncommand = %s\ntools = add\n' one "$stdio" two "$stdio" >config/smolagent/smolagent.conf
    replies r.jsonl 'said = []
for f in one_add, two_add:
    try:
        said.append(f(a=1, b=2))
    except PermissionError as e:
        said.append("refused")
final_answer(said)'
    agent_of_two() { run_split "$BIN" run -q -m replay:r.jsonl "$@" t; }
    agent_of_two --approve never --deny add
    [ "$output" = '["refused", "refused"]' ] || { echo "$output $errors"; return 1; }
    agent_of_two --approve never --deny mcp:one/add
    [[ $output == '["refused", '*3* ]]
    agent_of_two --allow add
    [[ $status = 6 && $errors == *'--allow mcp:one/add'* ]]
    agent_of_two --allow 'mcp:*/add' --ask add
    [[ $status = 0 && $output == *3*3* ]]
    printf '[hook.guard]\ncommand = ["sh", "-c", "exit 2"]\non = before_tool\ntools = add\n' >>config/smolagent/smolagent.conf
    agent_of_two --approve never
    [ "$output" = '["refused", "refused"]' ] || { echo "$output $errors"; return 1; }
    [[ $("$BIN" tools list) == *'one_add '*' mcp:one '*'two_add '*' mcp:two '* ]]
}

@test "cyclic and dangling references of a schema allow what is deeper" {
    server
    call tree '{"node": {"size": 1, "next": {"size": 2}}, "gone": [1]}'
    [ "$status" = 0 ]
    call tree '{"node": {"size": 1, "next": {"size": "big"}}}'
    [ "$status" = 11 ]
    [[ $errors == *"node.next.size"* ]]
    run_split "$BIN" mcp test --mcp "$stdio"
    [ "$status" = 0 ]
    [[ $output == *"tree: inputs: there is nothing at \$ref '#/\$defs/nowhere'"* ]]
}

@test "tools with schemas that are none, and second ones of a name, are left out with a word" {
    server schemas
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 0 ]
    [[ $errors == *"'no_schema' is left out: it has no inputSchema"* ]]
    [[ $errors == *"'list_schema' is left out"* ]]
    [[ $errors == *"it has no name"* ]]
    server twice
    run_split "$BIN" mcp list --mcp "$stdio"
    [[ $errors == *"'echo' is left out: there are two of that name"* ]]
}

@test "a server that does not start ends the run with 11, an optional one does not" {
    server dead
    agent 'final_answer(1)'
    [ "$status" = 11 ]
    [[ $errors == *"the server ended with status 7: no kettle"* ]]
    printf '[mcp.pot]\ncommand = %s\noptional = yes\n' "$stdio" >conf
    run_split "$BIN" run --approve never --config conf -m replay:r.jsonl task
    [ "$status" = 0 ]
    [ "$output" = 1 ]
    [[ $errors == *"it is optional, and left out"* ]]
    run_split "$BIN" mcp list --mcp "$dir/nothing"
    [ "$status" = 11 ]
    [[ $errors$output == *"cannot run $dir/nothing"* ]]
}

@test "a server that never answers is given up, at the start and in a call" {
    server mute
    printf '[mcp.pot]\ncommand = %s\nstart_timeout = 0.3\n' "$stdio" >conf
    run_split "$BIN" mcp list --config conf
    [ "$status" = 11 ]
    [[ $output == *"no answer to initialize within 0.3 s"* ]]
    server
    printf '[mcp.pot]\ncommand = %s\ntimeout = 0.3\n' "$stdio" >conf
    export MCP_LOG=$dir/log
    printf '[mcp.pot]\ncommand = %s\ntimeout = 0.3\nenv = MCP_LOG\n' "$stdio" >conf
    run_split "$BIN" mcp call silent --config conf
    [ "$status" = 11 ]
    [[ $errors == *"TimeoutError: silent: mcp pot: no answer to tools/call within 0.3 s"* ]]
    grep -q '"method":"notifications/cancelled","params":{"requestId":' log
    run_split "$BIN" mcp call wrong_id --config conf
    [[ $errors == *"it answered with ids that were not asked for"* ]]
}

@test "garbage on standard output is passed over, endless garbage ends the server" {
    server
    call garbage
    [ "$output" = '"after garbage"' ]
    server flood
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 11 ]
    [[ $output == *"prints what is no message: no message"* ]]
}

@test "a message of 100 MB ends the server, and the next call starts it again" {
    server
    agent 'try:
    huge()
except RuntimeError as e:
    print(e)' 'final_answer(echo("alive"))'
    [[ $errors == *"a message of more than 32 MiB"* ]]
    [ "$status" = 0 ]
    [ "$output" = alive ]
}

@test "a server that dies in mid-call is started again once" {
    server
    agent 'for i in range(3):
    try:
        die()
    except RuntimeError as e:
        print(i, e)' 'final_answer("over")'
    [ "$status" = 0 ]
    [[ $errors == *"0 die: mcp mcpserver: the server ended with status 3: out of tea"* ]]
    [[ $errors == *"1 die: mcp mcpserver: the server ended with status 3: out of tea"* ]]
    [[ $errors == *"2 die: mcp mcpserver: it ended again, after it had been started anew"* ]]
}

@test "endless pages and the same page again are errors" {
    server endless
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 11 ]
    [[ $output == *"tools/list gives pages without end"* ]]
    server same
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 11 ]
    [[ $output == *"tools/list gives the same page again and again"* ]]
}

@test "5,000 tools, half of them of one name to Python, are found and told apart" {
    server many
    run_split "$BIN" mcp test --mcp "$stdio"
    [ "$status" = 0 ]
    [ "$(grep -c '^def t[0-9]*() ->' <<<"$output")" = 2500 ]
    [ "$(grep -o '^def mcpserver_t________[_0-9]*()' <<<"$output" | sort -u | wc -l)" = 2500 ]
}

@test "of 200 tools the prompt names each in few tokens, and a run finds the one it needs" {
    cat >shelf.case <<CASE
== reply
<code>
for found in find_tools("pay back an invoice")[:3]: print(found)
help(refund_invoice)
</code>
== reply
<code>
final_answer(refund_invoice(id="17", reason="broken"))
</code>
== command
"\$BIN" run --model m --base-url "\$URL" --wire chat --approve never --mcp "python3 $BATS_TEST_DIRNAME/../mcp/shelf.py" "Pay back invoice 17"
== stdout
refund_invoice was done to 17
== exit 0
== request 1
create_warehouse
== request 1
share_survey
== request 2
Pays back a invoice
== request 2
def refund_invoice(id: str
CASE
    export BIN HELPERS WORK=$PWD TEXTS=$PWD/texts
    run_split "$HELPERS/modelserver" measure shelf.case
    echo "$output $errors"
    [ "$status" = 0 ]
    # Four bytes a token: 5,500 tokens.
    prompt=$(sed -n 's/.*system prompt \([0-9]*\), 2 requests.*/\1/p' <<<"$output")
    [ "$prompt" -lt 22000 ]
}

@test "a list without end that is heavy is given up before memory is full" {
    server heavy
    run_split "$HELPERS/rusage" used "$BIN" mcp list --mcp "$stdio"
    [[ $output == *"tools/list gives more than it may be"* ]]
    . ./used
    [ "${MODE:-release}" = asan ] || [ "$peak_kb" -lt 600000 ]
}

@test "what a server says of its progress and into its log is shown in part" {
    server loud
    replies r.jsonl 'final_answer(progress())'
    run_split "$BIN" run --approve never -m replay:r.jsonl --mcp "$stdio" --output jsonl task
    [ "$status" = 0 ]
    [ "${#output}" -lt 20000 ]
    [[ $output == *'"type":"tool.progress"'*'xxx..."}'* ]]
    [[ $output == *'"type":"tool.log","step":1,"server":"mcpserver","level":"warning"'* ]]
}

@test "versions of the protocol are negotiated, an unknown one is refused" {
    server old
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 0 ]
    [[ $output == *"protocol 2024-11-05"* ]]
    server strange
    run_split "$BIN" mcp list --mcp "$stdio"
    [ "$status" = 11 ]
    [[ $output == *"it speaks version '1999-01-01'"* ]]
}

@test "a ping is answered, roots are none, elicitation and sampling are refused" {
    server
    call ask '{"what": "ping"}'
    [[ $output == *'\"result\":{}'* ]]
    call ask '{"what": "roots/list"}'
    [[ $output == *'\"roots\":[]'* ]]
    call ask '{"what": "sampling/createMessage"}'
    [[ $output == *'\"code\":-32601'*'sampling/createMessage'* ]]
    call ask '{"what": "elicitation/create"}'
    [[ $output == *'\"code\":-32601'* ]]
    over_http - call ask '{"what": "elicitation/create"}'
    [ "$status" = 0 ]
    [[ $output == *'\"code\":-32601'* ]]
}

@test "progress and log of a server are events, and its warnings are told" {
    server
    replies r.jsonl 'final_answer(progress())'
    run_split "$BIN" run --approve never -m replay:r.jsonl --mcp "$stdio" --output jsonl task
    [ "$status" = 0 ]
    [ "$(grep -c '"type":"tool.progress"' <<<"$output")" = 3 ]
    [[ $output == *'"type":"tool.progress","step":1,"name":"progress","progress":2,"total":3,"message":"cup 2"'* ]]
    [[ $output == *'"type":"tool.log","step":1,"server":"mcpserver","level":"warning","text":"it is hot"'* ]]
    [[ $errors == *"mcp mcpserver: it is hot"* ]]
}

@test "a storm of changed lists is weathered, and a tool that is gone is an error" {
    server
    agent 'print(storm(), echo("still"))
print(change())
try:
    echo("x")
except RuntimeError as e:
    print(e)' 'final_answer(1)'
    [ "$status" = 0 ]
    [[ $errors == *"calm still"* ]]
    [[ $errors == *"the server mcpserver does not offer it any more"* ]]
}

@test "a tool that a server offers later is there from the next turn of a chat on" {
    server
    replies r.jsonl 'final_answer(change())' 'final_answer(whistle())' 'final_answer(whistle() + "!")'
    for executor in local jail; do
        output=$(printf 'one\ntwo\nthree\n' | "$BIN" chat --approve never -e $executor -m replay:r.jsonl --mcp "$stdio" 2>errors)
        [ "$output" = $'changed\nfweet\nfweet!' ]
    done
    # A rule may name it from the start: in a chat, not in a run, which no later tool reaches.
    replies r.jsonl 'final_answer(change())' 'try:
    whistle()
except PermissionError as e:
    final_answer("refused")'
    output=$(printf 'one\ntwo\n' | "$BIN" chat --approve never -m replay:r.jsonl --mcp "$stdio" --deny whistle 2>errors)
    [ "$output" = $'changed\nrefused' ]
    [[ $(cat errors) == *"--deny: rule 'whistle' names no tool that is offered yet"* ]]
    run_split "$BIN" run -m replay:r.jsonl --mcp "$stdio" --deny whistle t
    [ "$status" = 2 ]
}

@test "resources are listed and read by two functions" {
    server
    agent 'for r in mcp_list():
    print(r)
print(mcp_read("pot://tea"))
try:
    mcp_read("pot://none")
except RuntimeError as e:
    print(e)
try:
    mcp_list(server="other")
except ValueError as e:
    print(e)' 'final_answer(1)'
    [ "$status" = 0 ]
    [[ $errors == *"'uri': 'pot://tea'"* ]]
    [[ $errors == *"'uriTemplate': 'pot://{n}'"* ]]
    [[ $errors == *"green"* ]]
    [[ $errors == *"no such pot (error -32002)"* ]]
    [[ $errors == *"no server 'other' has resources"* ]]
}

@test "prompts are commands of a chat" {
    server
    export MCP_LOG=$dir/log
    printf '[mcp.pot]\ncommand = %s\nenv = MCP_LOG\n' "$stdio" >conf
    replies r.jsonl 'final_answer("cup")' 'final_answer("pot")'
    output=$(printf '/brew\n/brew "green tea" size=2\n/pot_help\n/help\n' |
        "$BIN" chat --config conf -m replay:r.jsonl 2>errors) || status=$?
    [[ $(cat errors) == *"'kind' is missing"* ]]
    grep -q '"name":"brew","arguments":{"kind":"green tea","size":"2"}' log
    grep -q '"name":"help","arguments":{}' log
    [[ $output == *cup* ]]
    [[ $output == *"/brew kind [size]"*"Brew a cup."* ]]
    [[ $output == *"/pot_help"* ]]
}

@test "only what is passed on or given is in the environment of a server" {
    server
    export PASSED=1 KEPT=2
    printf '[mcp.pot]\ncommand = %s\nenv = PASSED\nenv.GIVEN = 3\n' "$stdio" >conf
    for pair in PASSED=1 'KEPT=(not set)' GIVEN=3; do
        run_split "$BIN" mcp call env "{\"text\": \"${pair%%=*}\"}" --config conf
        [ "$output" = "\"${pair#*=}\"" ]
    done
}

@test "files with mcpServers are read unchanged, when they are named" {
    server
    cat >servers.json <<END
{"mcpServers": {"pot": {"command": "$HELPERS/mcpserver", "args": ["stdio"], "env": {"TEA": "\${LEAF:-black}"}},
                "off": {"command": "/no/such", "disabled": true}}}
END
    cp servers.json .mcp.json
    run_split "$BIN" mcp call env '{"text": "TEA"}' --mcp-config servers.json
    [ "$output" = '"black"' ]
    LEAF=green run_split "$BIN" mcp call env '{"text": "TEA"}' --mcp-config servers.json
    [ "$output" = '"green"' ]
    run_split "$BIN" mcp list
    [[ $output == "No MCP servers are configured"* ]]
    echo '{"servers": 1}' >bad.json
    run_split "$BIN" mcp list --mcp-config bad.json
    [ "$status" = 10 ]
    [[ $errors == *"it has no object 'mcpServers'"* ]]
}

@test "mistakes in sections are told with their line" {
    while IFS='|' read -r line message; do
        printf '[mcp.pot]\n%s\n' "$line" >conf
        run_split "$BIN" mcp list --config conf
        [ "$status" = 10 ]
        [[ $errors == *"$message"* ]] || { echo "$line: $errors"; return 1; }
    done <<'END'
timeout = 5|a command or a url is needed
comand = x|conf:2: mcp server 'pot': unknown key 'comand'
url = ftp://x|the url must begin with
timeout = soon|conf:2: mcp server 'pot': timeout must be a time
optional = maybe|optional must be true or false
headers = nonsense|headers must be
END
}

@test "Ctrl-C ends a call, and the server is told" {
    server
    export MCP_LOG=$dir/log
    printf '[mcp.pot]\ncommand = %s\nenv = MCP_LOG\n' "$stdio" >conf
    env --default-signal=INT "$BIN" mcp call silent --config conf >out 2>&1 3>&- &
    pid=$!
    await grep -q tools/call log 2>/dev/null
    kill -INT $pid
    wait $pid || status=$?
    [ "$status" = 130 ]
    grep -q notifications/cancelled log
}

@test "Ctrl-C ends a run whose server does not start, or does not answer over HTTP" {
    server mute
    replies r.jsonl 'final_answer(silent())'
    export MCP_LOG=$dir/log
    printf '[mcp.pot]\ncommand = %s\nenv = MCP_LOG\n' "$stdio" >conf
    env --default-signal=INT "$BIN" run --approve never --config conf -m replay:r.jsonl task >out 2>&1 3>&- &
    pid=$!
    await grep -q initialize log 2>/dev/null
    kill -INT $pid
    wait $pid || status=$?
    [ "$status" = 130 ]
    rm log
    run_split "$HELPERS/mcpserver" http -- sh -c '
        env --default-signal=INT "$0" run --approve never -m replay:r.jsonl --mcp "$1" task & pid=$!
        until grep -qs tools/call log; do sleep 0.02; done
        kill -INT $pid
        wait $pid' "$BIN" '{url}'
    [ "$status" = 130 ]
    grep -q notifications/cancelled log
    grep -q "^DELETE" log
}

@test "values that settings give to a server as variables are secrets" {
    server
    replies r.jsonl 'print(env("TEA"))' 'final_answer(env("TEA"))'
    printf '[mcp.pot]\ncommand = %s\nenv.TEA = zq83hfPLMNx7\n' "$stdio" >conf
    echo "{\"mcpServers\": {\"pot\": {\"command\": \"$HELPERS/mcpserver\", \"args\": [\"stdio\"], \"env\": {\"TEA\": \"zq83hfPLMNx7\"}}}}" >servers.json
    for option in --config=conf --mcp-config=servers.json; do
        run_split "$BIN" run --approve never -m replay:r.jsonl "$option" task
        [[ $status = 0 && $output == *'***'* && $output$errors != *zq83hfPLMNx7* ]] || { echo "$output $errors"; return 1; }
    done
}

@test "sandbox-run leaves servers and their keys outside" {
    unsanitized
    needs sandbox-run
    server
    printf '[mcp.pot]\ncommand = %s\nenv.KEY = hush-hush-42\n' "$stdio" >conf
    replies r.jsonl 'try:
    echo("x")
except NameError as e:
    print(e)' 'final_answer(1)'
    run_split "$BIN" sandbox-run -- run --config conf -m "replay:$dir/r.jsonl" task
    [ "$status" = 0 ]
    [[ $errors == *"[mcp.pot] is left out"* ]]
    [[ $errors == *"name 'echo' is not defined"* ]]
}

@test "tools and /tools show the functions of servers" {
    server
    run_split "$BIN" tools --mcp "$stdio"
    [[ $output == *"def add(a: float, b: float = 1)"* ]]
    replies r.jsonl 'final_answer(1)'
    output=$(echo /tools | "$BIN" chat -m replay:r.jsonl --mcp "$stdio" 2>/dev/null)
    [[ $output == *"def add(a: float, b: float = 1)"* ]]
}

@test "a server that neither leaves nor heeds SIGTERM is killed" {
    server stubborn
    call echo '{"text": "x"}'
    [ "$output" = '"x"' ]
    run pgrep -f "$stdio"
    [ "$output" = "" ]
}

# ---- HTTP -----------------------------------------------------------------------------------------

@test "over HTTP: the same tools, with a session that is deleted in the end" {
    export MCP_LOG=$dir/log
    over_http - list
    [ "$status" = 0 ]
    [[ $output == *"fake 1.2 over http, protocol 2025-11-25"* ]]
    grep -q '^DELETE /mcp' log
    over_http stateless call add '{"a": 1}'
    [ "$output" = '{"sum":2}' ]
    over_http old call echo '{"text": "x"}'
    [ "$output" = '"x"' ]
}

@test "over HTTP: a session that the server forgot is begun anew" {
    export MCP_LOG=$dir/log
    replies r.jsonl 'print(forget())
print(echo("again"))' 'final_answer(1)'
    run_split "$HELPERS/mcpserver" http -- "$BIN" run --approve never -m replay:r.jsonl --mcp '{url}' task
    [ "$status" = 0 ]
    [[ $errors == *again* ]]
    [ "$(grep -c '"method":"initialize"' log)" = 2 ]
}

@test "over HTTP: a session that could not be begun anew is tried again by the next call" {
    replies r.jsonl 'print(forget())
for i in range(2):
    try:
        print(echo("again"))
    except RuntimeError as e:
        print(e)' 'final_answer(1)'
    run_split "$HELPERS/mcpserver" http flaky -- "$BIN" run --approve never -m replay:r.jsonl --mcp '{url}' task
    [ "$status" = 0 ]
    [[ $errors == *"HTTP status 503"*again* ]]
}

@test "over HTTP: a stream that breaks off is taken up after its last event" {
    export MCP_LOG=$dir/log
    over_http - call cut
    [ "$output" = '"whole again"' ]
    [ "$(grep -c '"method":"tools/call"' log)" = 1 ]
}

@test "over HTTP: what a server tells by itself is heard" {
    replies r.jsonl 'final_answer(echo("x"))'
    run_split "$HELPERS/mcpserver" http listen -- sh -c '
        { echo one; while ! grep -q "told by itself" err 2>/dev/null; do sleep 0.02; done; } |
        "$0" chat --approve never -m replay:r.jsonl --mcp "$1" 2>err' "$BIN" '{url}'
    [ "$output" = x ]
}

@test "over HTTP: tokens of the environment and of a command, and no answer without" {
    export POT_TOKEN=sesame-42-open
    over_http locked list
    [ "$status" = 11 ]
    [[ $output == *"HTTP status 401 (token_env or key_command give a token)"* ]]
    for line in 'token_env = POT_TOKEN' 'key_command = echo sesame-42-open' 'headers = Authorization: Bearer sesame-42-open'; do
        run_split "$HELPERS/mcpserver" http locked -- sh -c '
            printf "[mcp.pot]\nurl = %s\n%s\n" "$1" "$2" >conf && exec "$0" mcp call echo "{\"text\": \"sesame-42-open\"}" --config conf' \
            "$BIN" '{url}' "$line"
        [ "$status" = 0 ]
        [ "$output" = '"***"' ]
    done
    unset POT_TOKEN
    run_split "$HELPERS/mcpserver" http locked -- sh -c '
        printf "[mcp.pot]\nurl = %s\ntoken_env = POT_TOKEN\n" "$1" >conf && exec "$0" mcp list --config conf' "$BIN" '{url}'
    [[ $output == *"POT_TOKEN, which token_env names, is not set"* ]]
}

@test "over HTTP: statuses, redirects and what is no message are errors" {
    over_http broken list
    [ "$status" = 11 ]
    [[ $output == *"HTTP status 500"* ]]
    over_http moved list
    [ "$status" = 11 ]
    [[ $output == *"it leads to http://elsewhere.invalid/mcp, which is not followed"* ]]
    run_split "$BIN" mcp list --mcp http://127.0.0.1:1/mcp
    [ "$status" = 11 ]
    [[ $output == *"cannot connect"* ]]
    over_http - call huge
    [ "$status" = 11 ]
    [[ $errors == *"a message of more than 32 MiB"* ]]
    over_http - call wrong_id
    [ "$status" = 11 ]
    [[ $errors == *"the reply is to something else"* ]]
}

@test "many calls at once over one server, each way" {
    server
    replies r.jsonl 'import asyncio
async def all():
    return await asyncio.gather(*[meet(n=64) for _ in range(64)])
final_answer(len(asyncio.run(all())))'
    for async in no yes; do
        printf '[mcp.pot]\ncommand = %s\nasync = %s\n' "$stdio" $async >conf
        run_split "$BIN" run --approve never -m replay:r.jsonl --config conf --timeout 60 task
        [ "$output" = 64 ]
        run_split "$HELPERS/mcpserver" http -- sh -c '
            printf "[mcp.pot]\nurl = %s\nasync = %s\n" "$1" "$2" >conf && exec "$0" run --approve never -m replay:r.jsonl --config conf --timeout 60 task' "$BIN" '{url}' $async
        [ "$output" = 64 ]
    done
}
