#!/usr/bin/env bats
# The sandbox as an MCP server over HTTP. Requests are made here byte by byte, good ones and bad ones.
load helper

# serve OPTION...: a server of this test, whose address is $url, port $port, process $engine.
serve() {
    "$BIN" mcp serve --no-config --listen 0 "$@" >served 2>told 3>&- &
    engine=$!
    await grep -q . told
    url=$(sed -n '1s/^smolagent speaks MCP at \([^ ]*\) .*/\1/p' told)
    port=${url##*:} port=${port%/mcp}
}

teardown() {
    [ -z "${engine:-}" ] || { kill "$engine" 2>&- || true; }
    cd / && rm -rf "$dir"
}

# ask METHOD BODY [HEADER...]: the answer, headers and all; a Host among them stands for the right one.
ask() {
    local method=$1 body=$2 headers
    shift 2
    headers=("Connection: close" "$@")
    [[ "$*" == *Host:* ]] || headers+=("Host: 127.0.0.1:$port")
    raw "$(printf '%s\r\n' "$method ${path:-/mcp} HTTP/1.1" "${headers[@]}" "Content-Length: ${#body}" "" "$body.")"
}

# raw BYTES.: sends what is before the last character, and gives what comes until the other side ends it.
raw() {
    trap '' PIPE # it may end before all is said
    exec 7<>"/dev/tcp/127.0.0.1/$port"
    printf '%s' "${1%.}" >&7 2>&- || true
    timeout 100 tr -d '\r' <&7 || true
    exec 7>&-
}

json="Content-Type: application/json"

# post SESSION BODY [HEADER...]
post() { ask POST "$2" "$json" "Mcp-Session-Id: $1" "${@:3}"; }

# begin: sets $session to a new one.
begin() {
    answer=$(ask POST "$(request 1 initialize '{"protocolVersion":"2025-06-18"}')" "$json" "$@")
    session=$(sed -n 's/^Mcp-Session-Id: //p' <<<"$answer")
}

request() {
    local params=${3:-}
    echo "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"$2\"${params:+,\"params\":$params}}"
}
# call ID CODE [TOKEN]
call() {
    local code meta=
    code=$("$BIN" python -c 'import json, sys; print(json.dumps(sys.argv[1]))' "$2")
    [ $# = 2 ] || meta=",\"_meta\":{\"progressToken\":\"$3\"}"
    request "$1" tools/call "{\"name\":\"run_python\",\"arguments\":{\"code\":$code}$meta}"
}

# status STATUS ANSWER: was it that?
status() { [ "$(head -n 1 <<<"$2" | cut -d ' ' -f 2)" = "$1" ] || { echo "no $1: $2"; return 1; }; }

# A program that waits for a file in the folder of the test: for who has to go on first.
await='import os
while not os.path.exists("go"): pass
print("gone on")'

@test "a session: handshake, tools, state between calls, its end" {
    serve --executor local
    [ "$url" = "http://127.0.0.1:$port/mcp" ]
    begin
    status 200 "$answer"
    [[ $session =~ ^[0-9a-f]{32}$ ]]
    [[ $answer == *'"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"smolagent"'* ]]
    answer=$(post "$session" '{"jsonrpc":"2.0","method":"notifications/initialized"}')
    status 202 "$answer"
    [[ $(post "$session" "$(request 2 tools/list)") == *'"name":"run_python"'*'"name":"reset_python"'* ]]
    [[ $(post "$session" "$(call 3 'x = 6')") == *'Content-Type: application/json'* ]]
    [[ $(post "$session" "$(call 4 'x * 7')") == *'{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"Last value: 42"}]}}' ]]
    [[ $(post "$session" "[$(request 5 ping),$(request 6 nope)]") == *'[{"jsonrpc":"2.0","id":5,"result":{}},{"jsonrpc":"2.0","id":6,"error":{"code":-32601'*']' ]]
    other=$session
    begin
    [ "$session" != "$other" ]
    [[ $(post "$session" "$(call 7 'x')") == *NameError* ]]
    answer=$(ask DELETE "" "Mcp-Session-Id: $other")
    status 204 "$answer"
    answer=$(post "$other" "$(request 8 ping)")
    status 404 "$answer"
    [[ $(post "$session" "$(request 9 ping)") == *'"id":9,"result":{}}' ]]
}

@test "statuses of the protocol" {
    serve
    begin
    ping=$(request 1 ping)
    id="Mcp-Session-Id: $session"
    # status, method, body, headers
    while IFS='|' read -r wanted method body headers; do
        IFS='~' read -r -a headers <<<"$headers"
        answer=$(ask "$method" "$body" "${headers[@]}")
        status "$wanted" "$answer" || { echo "$method $body ${headers[*]}"; return 1; }
    done <<END
400|POST|$ping|$json
404|POST|$ping|$json~Mcp-Session-Id: 00000000000000000000000000000000
404|POST|$ping|$json~Mcp-Session-Id:
415|POST|$ping|$id
415|POST|$ping|$id~Content-Type: text/plain
415|POST|$ping|$id~$json~Content-Encoding: gzip
200|POST|$ping|$id~Content-Type: Application/JSON; charset=utf-8
406|POST|$ping|$id~$json~Accept: text/html
406|POST|$ping|$id~$json~Accept: application/json;q=0, text/html
200|POST|$ping|$id~$json~Accept: application/json, text/event-stream
200|POST|$ping|$id~$json~Accept: */*
400|POST|$ping|$id~$json~MCP-Protocol-Version: 1999-01-01
200|POST|$ping|$id~$json~MCP-Protocol-Version: 2025-03-26
200|POST|$ping|$id~$json~MCP-Protocol-Version: 2025-06-18
200|POST|$ping|$id~$json~MCP-Protocol-Version: 2025-11-25
400|POST|garbage|$id~$json
400|POST||$id~$json
400|POST|{}|$id~$json
400|POST|[1]|$id~$json
200|POST|[$ping,1]|$id~$json
202|POST|[]|$id~$json
202|POST|{"jsonrpc":"2.0","id":1,"result":{}}|$id~$json
400|GET||
406|GET||$id~Accept: application/json
400|GET||$id~Last-Event-ID: 77-1
400|GET||$id~Last-Event-ID: x
404|GET||Mcp-Session-Id: 1
400|DELETE||
404|DELETE||Mcp-Session-Id: 1
405|PUT|$ping|$id~$json
405|OPTIONS||$id
405|HEAD||$id
END
    path=/ answer=$(path=/ ask POST "$ping" "$json" "$id")
    status 404 "$answer"
}

@test "our own client over HTTP" {
    serve
    run_split "$BIN" mcp call --no-config --mcp "$url" run_python '{"code": "sum(range(10))"}'
    [ "$status" = 0 ]
    [ "$output" = '"Last value: 45"' ]
    replies r.jsonl 'print(run_python(code="a = 20"), run_python(code="a + 1"))' 'final_answer(1)'
    run_split "$BIN" run --no-config --approve never -m replay:r.jsonl --mcp "$url" task
    [ "$status" = 0 ]
    [[ $errors == *"Last value: 21"* ]]
}

# Opens a stream on descriptor 7: METHOD BODY [HEADER...]. Its lines are then read one by one.
open_stream() {
    local method=$1 body=$2
    shift 2
    exec 7<>"/dev/tcp/127.0.0.1/$port"
    printf '%s\r\n' "$method /mcp HTTP/1.1" "Host: localhost:$port" "Connection: close" "$@" "Content-Length: ${#body}" "" >&7
    printf '%s' "$body" >&7
}
# Sets $line to the next line with PATTERN in it.
next_line() { while IFS= read -r -t 100 line <&7; do [[ $line != *"$1"* ]] || return 0; done; return 1; }

@test "progress comes as events; a stream that breaks off is taken up where it was" {
    serve --executor local --folder "$dir:rw" --step-timeout 0 --max-operations 0
    begin
    open_stream POST "$(call 1 "print('one', flush=True)
$await" token)" "$json" "Mcp-Session-Id: $session"
    next_line 'text/event-stream'
    next_line 'id: '
    event=${line#id: } event=${event%$'\r'}
    next_line '"progressToken":"token","progress":1,"message":"one\n"'
    exec 7>&-
    touch go
    open_stream GET "" "Mcp-Session-Id: $session" "Accept: text/event-stream" "Last-Event-ID: $event"
    next_line 'data: '
    [[ $line == *'"progress":2,"message":"gone on\n"'* ]]
    next_line 'data: '
    [[ $line == *'"id":1,"result":{"content":[{"type":"text","text":"one\ngone on\n"}]}}'* ]]
    ! next_line 'data: ' || false
    exec 7>&-
}

@test "newer clients learn where a stream begins; who takes no JSON gets a stream" {
    serve
    begin
    answer=$(post "$session" "$(request 1 ping)" "Accept: text/event-stream" "MCP-Protocol-Version: 2025-11-25")
    [[ $answer == *$'id: 2-0\ndata: \n\nevent: message\nid: 2-1\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n'* ]] ||
        [[ $answer == *'id: 2-0'*'data: '*'id: 2-1'*'"id":1,"result":{}}'* ]]
    answer=$(post "$session" "$(request 1 ping)" "Accept: text/event-stream")
    [[ $answer != *-0* ]]
}

@test "a call is cancelled over another connection, and so it is with the session" {
    serve --executor local --step-timeout 0 --max-operations 0
    begin
    open_stream POST "$(call 1 $'print("on", flush=True)\nwhile True: pass' token)" "$json" "Mcp-Session-Id: $session"
    next_line '"message":"on\n"'
    answer=$(post "$session" '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}')
    status 202 "$answer"
    ! next_line 'data: ' || false
    exec 7>&-
    open_stream POST "$(call 2 $'print("on", flush=True)\nwhile True: pass' token)" "$json" "Mcp-Session-Id: $session"
    next_line '"message":"on\n"'
    exec 8<>"/dev/tcp/127.0.0.1/$port" # waits behind it
    body=$(call 3 1)
    printf '%s\r\n' "POST /mcp HTTP/1.1" "Host: localhost" "Connection: close" "$json" "Mcp-Session-Id: $session" \
        "Content-Length: ${#body}" "" >&8
    printf '%s' "$body" >&8
    answer=$(ask DELETE "" "Mcp-Session-Id: $session")
    status 204 "$answer"
    ! next_line 'data: ' || false
    answer=$(timeout 100 cat <&8)
    [[ $answer == *" 404 "* || $answer == *" 202 "* || $answer == "" ]]
    exec 7>&- 8>&-
}

@test "sessions run at once" {
    serve --executor local --folder "$dir:rw" --step-timeout 0 --max-operations 0
    begin
    open_stream POST "$(call 1 "mine = 1
print('on', flush=True)
$await" token)" "$json" "Mcp-Session-Id: $session"
    next_line '"message":"on\n"'
    begin
    answer=$(post "$session" "$(call 1 'open("go", "w").write("now" * ("mine" not in globals()))')")
    [[ $answer == *"Last value: 3"* ]]
    next_line 'gone on'
    exec 7>&-
}

@test "sessions are so many and no more, and end when nobody uses them" {
    export SMOLAGENT_MAX_SESSIONS=2
    serve
    begin
    first=$session
    begin
    begin
    status 503 "$answer"
    [[ $answer == *"too many sessions"* ]]
    ask DELETE "" "Mcp-Session-Id: $first" >&-
    for _ in $(seq 600); do begin; [ -z "$session" ] || break; sleep 0.1; done
    status 200 "$answer"
    kill "$engine"
    export SMOLAGENT_SESSION_IDLE=0.05
    serve
    begin
    for _ in $(seq 600); do
        sleep 0.2
        answer=$(post "$session" "$(request 1 ping)")
        [[ $answer != *" 404 "* ]] || break
    done
    status 404 "$answer"
}

@test "names that lead here by DNS rebinding are refused" {
    export SMOLAGENT_SERVE_HOSTS=box.example,other.example
    serve
    init=$(request 1 initialize '{}')
    while read -r wanted headers; do
        IFS=';' read -r -a headers <<<"$headers"
        answer=$(ask POST "$init" "$json" "${headers[@]}")
        status "$wanted" "$answer" || { echo "${headers[*]}"; return 1; }
    done <<END
200 Host: localhost
200 Host: LOCALHOST:$port
200 Host: [::1]:$port
200 Host: 127.0.0.1
200 Host: box.example:80
200 Origin: http://localhost:6274
200 Origin: https://127.0.0.1
200 Origin: http://other.example
403 Host: evil.example
403 Host: evil.example:$port
403 Host: localhost.evil.example
403 Host: 127.0.0.1.evil.example
403 Host: evil.example:$port;Host: localhost
403 Host: 10.0.0.1
403 Host: [::1
403 Host: localhost:x
403 Host:
403 Origin: null
403 Origin: http://evil.example
403 Origin: http://evil.example:$port
403 Origin: http://localhost@evil.example
403 Origin: file://localhost
403 Origin: http://localhost;Origin: http://evil.example
END
}

@test "a bearer token, from the environment or a file, is asked for" {
    run_split "$BIN" mcp serve --no-config --listen 0.0.0.0:0
    [ "$status" = 2 ]
    [[ $errors == *"need a token"* ]]
    SMOLAGENT_SERVE_TOKEN=short run_split "$BIN" mcp serve --no-config --listen 0
    [ "$status" = 10 ]
    [[ $errors == *"fewer than 16 characters"* ]]
    echo tok-0123456789abcdef >token
    export SMOLAGENT_SERVE_TOKEN_FILE=$dir/token
    "$BIN" mcp serve --no-config --listen 0.0.0.0:0 >served 2>told 3>&- &
    engine=$!
    await grep -q . told
    port=$(sed -n '1s|^smolagent speaks MCP at http://0.0.0.0:\([0-9]*\)/mcp .*|\1|p' told)
    init=$(request 1 initialize '{}')
    for header in "X: y" "Authorization: Bearer tok-0123456789abcdeg" "Authorization: Bearer tok-0123456789abcde" \
        "Authorization: Bearer tok-0123456789abcdeff" "Authorization: Bearer " "Authorization: Basic tok-0123456789abcdef"; do
        answer=$(ask POST "$init" "$json" "$header")
        status 401 "$answer"
        [[ $answer == *"WWW-Authenticate: Bearer"* ]]
    done
    answer=$(ask POST "$init" "$json" "Authorization: Bearer tok-0123456789abcdef")
    status 200 "$answer"
    answer=$(ask POST "$init" "$json" "Authorization: bearer  tok-0123456789abcdef" "Host: 10.1.2.3:$port")
    status 200 "$answer"
    answer=$(ask POST "$init" "$json" "Authorization: Bearer tok-0123456789abcdef" "Host: evil.example")
    status 403 "$answer"
    export MCP_TOKEN=tok-0123456789abcdef
    printf '[mcp.box]\nurl = http://127.0.0.1:%s/mcp\ntoken_env = MCP_TOKEN\n' "$port" >conf
    run_split "$BIN" mcp call --config conf run_python '{"code": "1 + 1"}'
    [ "$output" = '"Last value: 2"' ]
}

@test "what is no address is told, and who else takes --listen" {
    for address in x 99999 1:2:3 localhost: example.com:80 -1 "" [::1] :80; do
        run_split "$BIN" mcp serve --no-config --listen "$address"
        [ "$status" = 2 ] || { echo "$address: $status $errors"; return 1; }
    done
    serve
    run_split "$BIN" mcp serve --no-config --listen "$port"
    [ "$status" = 10 ]
    [[ $errors == *"cannot listen at $url: Address already in use; --listen 0 takes a free port"* ]]
    run_split "$BIN" mcp list --no-config --listen 0
    [ "$status" = 2 ]
    run_split "$BIN" run --no-config --listen 0 task
    [ "$status" = 2 ]
}

@test "hostile requests: nothing of them stops the server" {
    serve --executor local
    begin
    mine=$session
    ping=$(request 1 ping)
    for bytes in garbage $'GET\r\n\r\n' $'\x16\x03\x01\x02' $'POST /mcp HTTP/9.9\r\n\r\n' $'GET /mcp HTTP/1.1\r\n\r\n' \
        $'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n' \
        $'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nabc' \
        $'POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'; do
        exec 7<>"/dev/tcp/127.0.0.1/$port"
        printf '%s' "$bytes" >&7
        exec 7>&- # gone without a word
    done
    # Headers without an end, which MHD refuses by their size.
    answer=$(raw "$(printf 'GET /mcp HTTP/1.1\r\nHost: localhost\r\n'; head -c 100000 /dev/zero | tr '\0' 'a').")
    [[ $answer == *" 4"* || $answer == "" ]]
    # Bodies that are too long: one that says so, one that does not.
    answer=$(raw "$(printf '%s\r\n' 'POST /mcp HTTP/1.1' 'Host: localhost' "$json" "Mcp-Session-Id: $mine" 'Content-Length: 40000000' '' '.')")
    status 413 "$answer"
    (
        trap '' PIPE
        exec 7<>"/dev/tcp/127.0.0.1/$port"
        printf '%s\r\n' 'POST /mcp HTTP/1.1' 'Host: localhost' "$json" "Mcp-Session-Id: $mine" 'Transfer-Encoding: chunked' '' >&7
        for _ in $(seq 40); do printf '100000\r\n'; head -c 1048576 /dev/zero | tr '\0' ' '; printf '\r\n'; done >&7
    ) 2>&- || true
    # Deep and wide ones.
    deep=$(printf '[%.0s' $(seq 5000))
    answer=$(post "$mine" "$deep")
    status 400 "$answer"
    answer=$(post "$mine" "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\"a\\u0000b\"}")
    [[ $answer == *'there is a NUL character in it'* ]]
    # Requests one behind the other on a connection.
    one=$(printf '%s\r\n' 'POST /mcp HTTP/1.1' 'Host: localhost' "$json" "Mcp-Session-Id: $mine" "Content-Length: ${#ping}" '' "$ping.")
    one=${one%$'.\r'}
    one=${one%.}
    last=${one/Host: localhost/Connection: close$'\r\n'Host: localhost}
    [ "$(raw "$one$one$one$last." | grep -c '^{"jsonrpc":"2.0","id":1,"result":{}}')" = 4 ]
    # More connections than there may be, of clients that say nothing.
    for fd in $(seq 20 320); do eval "exec $fd<>/dev/tcp/127.0.0.1/$port" 2>&- || break; done
    for fd in $(seq 20 320); do eval "exec $fd>&-"; done
    # Many in a row.
    for _ in $(seq 50); do post "$mine" "$ping" >&-; done
    [[ $(post "$mine" "$(call 2 '6 * 7')") == *"Last value: 42"* ]]
}

@test "headers that can be read in two ways are refused, and what follows them is no request" {
    local heads bytes other=$'GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n' n=0
    serve --executor local
    for heads in $'Content-Length: 0\r\nContent-Length: 52' $'Content-Length: 52\r\nContent-Length: 0' \
        $'Content-Length: 5\r\nTransfer-Encoding: chunked' $'Transfer-Encoding: xchunked' \
        $'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity' $'Transfer-Encoding : chunked\r\nContent-Length: 5' \
        $'Content-Length: 0\r\nMcp-Session-Id: a\r\nMcp-Session-Id: b' $'Content-Length: 0\r\nAuthorization: a\r\nAuthorization: b'; do
        bytes=$(printf '%s\r\n' 'POST /mcp HTTP/1.1' 'Host: localhost' "$json" "$heads" '' 0 '' .)
        answer=$(raw "${bytes%$'.\r'}$other.")
        echo "$heads: $answer"
        status 400 "$answer"
        [[ $answer == *'the headers can be read in two ways'* ]]
        [ "$(grep -c '^HTTP/1.1' <<<"$answer")" = 1 ]
        n=$((n + 1))
    done
    [ $n = 8 ]
    begin
    status 200 "$answer"
}

@test "SIGTERM ends the server, with calls under way and streams open" {
    serve --executor local --step-timeout 0 --max-operations 0
    begin
    open_stream POST "$(call 1 $'print("on", flush=True)\nwhile True: pass' token)" "$json" "Mcp-Session-Id: $session"
    next_line '"message":"on\n"'
    begin
    exec 8<>"/dev/tcp/127.0.0.1/$port"
    printf '%s\r\n' "GET /mcp HTTP/1.1" "Host: localhost" "Mcp-Session-Id: $session" "" >&8
    IFS= read -r -t 100 line <&8
    [[ $line == *" 200 "* ]]
    status=0
    kill -TERM "$engine"
    wait "$engine" || status=$?
    [ "$status" = 143 ]
    engine=
    exec 7>&- 8>&-
}

@test "granted files and folders, and the limits, under every executor" {
    mkdir work && chmod 777 work # python3 is not the user in its jail, and reaches it as any user without mounts
    chmod 755 "$dir"
    echo secret >work/given.txt
    for executor in local jail python; do
        [ $executor != python ] || grants python || continue
        serve --executor $executor --file work/given.txt --folder work:rw --max-observation 1000
        begin
        [[ $(post "$session" "$(call 1 'print(open("given.txt").read())')") == *'secret\n'* ]]
        [[ $(post "$session" "$(call 2 'open("made.txt", "w").write("made")')") == *'Last value: 4'* ]]
        [ "$(cat work/made.txt)" = made ]
        [[ $(post "$session" "$(call 3 'open("/etc/passwd").read()')") == *Error*'"isError":true'* ]]
        [ "$(post "$session" "$(call 4 'print("x" * 100000)')" | wc -c)" -lt 2500 ]
        kill "$engine"
        rm work/made.txt
    done
}

@test "pictures that code shows are image content" {
    needs python
    serve --executor python --imports base64,json,os,struct,zlib
    begin
    answer=$(post "$session" "$(call 1 'import base64, json, os, struct, zlib
def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(bytes(3))) + chunk(b"IEND", b"")
data = json.dumps({"t": "image", "media": "image/png", "data": base64.b64encode(png).decode()}).encode()
data = struct.pack(">I", len(data)) + data
while data: data = data[os.write(3, data):]
print("shown")')")
    [[ $answer == *'{"type":"text","text":"shown\n"},{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo'* ]]
}

@test "libmicrohttpd is opened for --listen alone" {
    serve
    grep -q libmicrohttpd "/proc/$engine/maps"
    coproc OTHER { exec "$BIN" mcp serve --no-config; }
    other=$OTHER_PID
    exec 5>&"${OTHER[1]}" 6<&"${OTHER[0]}"
    request 1 ping >&5
    read -r -t 100 line <&6
    [ "$line" = '{"jsonrpc":"2.0","id":1,"result":{}}' ]
    ! grep -q libmicrohttpd "/proc/$other/maps" || false
    exec 5>&- 6<&-
}
