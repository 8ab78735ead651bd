#!/usr/bin/env bats
# Real MCP servers and clients, over both transports, and the scenarios of the conformance suite; real.sh runs this.
load ../cli/helper

everything() { printf 'node %s/server-everything/dist/index.js' "$MODULES"; }

# solve FLAGS.. -- CODE..: a run in which the model writes that.
solve() {
    local flags=()
    while [ "$1" != -- ]; do flags+=("$1") && shift; done
    shift
    replies r.jsonl "$@"
    run_split "$BIN" run --approve never -m replay:r.jsonl "${flags[@]}" task
}

# The reference server over HTTP, with its address in $url.
serve() {
    local port
    port=$(node -e 's = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
    PORT=$port node "$MODULES/server-everything/dist/index.js" streamableHttp >serve.log 2>&1 3>&- &
    engine=$! url=http://127.0.0.1:$port/mcp
    for _ in $(seq 600); do "$BIN" mcp list --mcp "$url" >/dev/null 2>&1 && return; sleep 0.1; done
    return 1
}

every_tool='print(echo(message="hi"))
print(get_sum(a=2, b=3))
print(get_annotated_message(messageType="error", includeImage=True))
print("PATH" in get_env())
print(get_resource_links(count=2)[1]["uri"])
print(get_resource_reference(resourceType="Text", resourceId=1)[1]["text"][:10])
print(get_structured_content(location="New York")["conditions"])
print(get_tiny_image()[1])
print(gzip_file_as_resource(name="a.gz", data="data:text/plain,hello", outputType="resource")["blob"])
print(toggle_simulated_logging()[:7], toggle_subscriber_updates()[:7])
print(trigger_long_running_operation(duration=1, steps=2))
print("roots" in get_roots_list())
found = mcp_list()
print(len([r for r in found if "uri" in r]), len([r for r in found if "uriTemplate" in r]))
for r in found:
    if "uri" in r: mcp_read(r["uri"])
print(mcp_read("demo://resource/dynamic/text/1")[:10], mcp_read("demo://resource/dynamic/blob/1")["blob"][:4])'

check_every_tool() {
    [ "$status" = 0 ]
    for part in 'Echo: hi' 'The sum of 2 and 3 is 5.' 'Error: Operation failed' True demo://resource/dynamic/blob/1 \
        'Resource 1' Cloudy 'image-2 (png' 'file-1 (gzip' 'Started Started' 'Long running operation completed' \
        '8 2' 'Resource 1 file'; do
        [[ $errors == *"$part"* ]] || { echo "no $part in $errors"; return 1; }
    done
    [[ $errors == *"'simulate-research-query' is left out: it can be called only as a task"* ]]
}

@test "server-everything over stdio: every tool and every resource" {
    solve --mcp "$(everything)" --max-observation 100000 -- "$every_tool" 'final_answer(1)'
    check_every_tool
}

@test "server-everything over HTTP: every tool and every resource" {
    serve
    solve --mcp "$url" --max-observation 100000 -- "$every_tool" 'final_answer(1)'
    check_every_tool
}

@test "server-everything: every prompt is a command of a chat" {
    replies r.jsonl 'final_answer(1)' 'final_answer(2)' 'final_answer(3)' 'final_answer(4)'
    printf '/simple-prompt\n/args-prompt Paris\n/completable-prompt Sales Alice\n/resource-prompt Text 1\n' |
        "$BIN" chat --approve never -m replay:r.jsonl --mcp "$(everything)" --audit trail >out 2>errors
    [ "$(cat out)" = "$(printf '1\n2\n3\n4')" ]
    grep -q 'simple prompt without arguments' trail
    grep -q 'weather in Paris' trail
    grep -q 'Alice' trail
    grep -q 'demo://resource/dynamic/text/1' trail
}

@test "server-everything: progress is told as events" {
    replies r.jsonl 'trigger_long_running_operation(duration=1, steps=4)
final_answer(1)'
    run_split "$BIN" run --approve never -m replay:r.jsonl --mcp "$(everything)" --output jsonl task
    [ "$(grep -c '"type":"tool.progress"' <<<"$output")" = 4 ]
}

@test "server-filesystem: a task with files is solved by a recorded run" {
    mkdir notes
    printf 'tea 3\ncoffee 4\n' >notes/a.txt
    printf 'tea 5\n' >notes/b.txt
    solve --mcp "node $MODULES/server-filesystem/dist/index.js $dir/notes" -- "names = list_directory(path='$dir/notes')
print(names)
tea = 0
for name in ('a.txt', 'b.txt'):
    got = read_text_file(path='$dir/notes/' + name)
    text = got if isinstance(got, str) else got['content']
    tea += sum(int(line.split()[1]) for line in text.splitlines() if line.startswith('tea'))
write_file(path='$dir/notes/sum.txt', content=str(tea))
try:
    read_text_file(path='/etc/passwd')
except RuntimeError as e:
    print('refused', e)" 'final_answer(tea)'
    [ "$status" = 0 ]
    [ "$output" = 8 ]
    [ "$(cat notes/sum.txt)" = 8 ]
    [[ $errors == *"refused"*"Access denied"* ]]
}

@test "server-memory: what one run keeps another one knows" {
    printf '[mcp.memory]\ncommand = node %s/server-memory/dist/index.js\nenv.MEMORY_FILE_PATH = %s/memory.jsonl\n' "$MODULES" "$dir" >conf
    solve --config conf -- 'create_entities(entities=[{"name": "Ada", "entityType": "person", "observations": ["likes tea"]}])
add_observations(observations=[{"entityName": "Ada", "contents": ["has a cat"]}])
final_answer("kept")'
    [ "$output" = kept ]
    solve --config conf -- 'found = search_nodes(query="Ada")
final_answer(found["entities"][0]["observations"][1])'
    [ "$output" = "has a cat" ]
}

@test "conformance: every client scenario but those listed with a reason" {
    run node "$MODULES/conformance/dist/index.js" list
    names=$(sed -n '/^Client scenarios/,$s/^  - \([^ ]*\).*/\1/p' <<<"$output")
    [ -n "$names" ]
    for name in $names; do
        what=$(awk -v n="$name" '!/^#/ && ($1 == n || (substr($1, length($1)) == "/" && index(n, $1) == 1)) { print $2 }' "$BATS_TEST_DIRNAME/scenarios.txt")
        case $what in
        absent) continue ;;
        pass | refused) ;;
        *) echo "$name is not in scenarios.txt"; return 1 ;;
        esac
        run node "$MODULES/conformance/dist/index.js" client --command "sh $BATS_TEST_DIRNAME/scenario.sh" --scenario "$name"
        if [ "$what" = pass ]; then
            [[ $output == *"OVERALL: PASSED"* ]] || { echo "$output"; return 1; }
            echo "# $name: passed" >&3
        else
            [[ $output == *"-32601"* ]] || { echo "$output"; return 1; }
            echo "# $name: refused, as listed" >&3
        fi
    done
}

# Our own server over HTTP, with its address in $url.
serve_ours() {
    "$BIN" mcp serve --no-config --listen 0 "$@" >serve.log 2>told 3>&- &
    engine=$!
    for _ in $(seq 6000); do grep -q . told && break; sleep 0.01; done
    url=$(sed -n '1s/^smolagent speaks MCP at \([^ ;]*\).*/\1/p' told)
    [ -n "$url" ]
}

@test "conformance: every server scenario but those listed with a reason, against mcp serve" {
    serve_ours
    run node "$MODULES/conformance/dist/index.js" list
    names=$(sed -n '/^Server scenarios/,/^Client scenarios/s/^  - \([^ ]*\).*/\1/p' <<<"$output")
    [ -n "$names" ]
    for name in $names; do
        what=$(awk -v n="$name" '$1 == n { print $2 }' "$BATS_TEST_DIRNAME/server_scenarios.txt")
        case $what in
        absent) continue ;;
        pass) ;;
        *) echo "$name is not in server_scenarios.txt"; return 1 ;;
        esac
        run node "$MODULES/conformance/dist/index.js" server --url "$url" --scenario "$name"
        [[ $status == 0 && $output =~ Passed:\ ([1-9][0-9]*)/[0-9]+,\ 0\ failed,\ 0\ warnings ]] || { echo "$output"; return 1; }
        echo "# $name: passed" >&3
    done
}

inspect() { run node "$MODULES/inspector-cli/build/index.js" "$@"; }

@test "the inspector's command line uses mcp serve, over stdio and HTTP" {
    serve_ours
    for transport in stdio http; do
        target=("$BIN" mcp serve --no-config)
        [ $transport = stdio ] || target=("$url" --transport http)
        inspect "${target[@]}" --method tools/list
        [ "$status" = 0 ]
        [[ $output == *'"name": "run_python"'*'"name": "reset_python"'* ]]
        inspect "${target[@]}" --method tools/call --tool-name run_python --tool-arg 'code=print("hi"); x = 6 * 7; x'
        [ "$status" = 0 ]
        [[ $output == *'"text": "hi\nLast value: 42"'* ]]
        inspect "${target[@]}" --method tools/call --tool-name run_python --tool-arg 'code=1 / 0'
        [[ $output == *ZeroDivisionError*'"isError": true'* ]]
    done
}
