#!/usr/bin/env bats
# The sandbox as an MCP server on standard input and output.
load helper

# A line of a client: request ID METHOD [PARAMS], call ID CODE [TOKEN].
request() {
    local params=${3:-}
    echo "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"$2\"${params:+,\"params\":$params}}"
}
call() {
    local code meta=
    code=$("$BIN" python -c 'import json, sys; print(json.dumps(sys.argv[1]))' "$2")
    [ $# = 2 ] || meta=",\"_meta\":{\"progressToken\":\"$3\"}"
    request "$1" tools/call "{\"name\":\"run_python\",\"arguments\":{\"code\":$code}$meta}"
}
# The answer to ID among the lines of a file: reply FILE ID.
reply() { grep -F "\"id\":$2," "$1"; }

serve() { timeout 60 "$BIN" mcp serve --no-config "$@"; }

@test "a session: handshake, tools, state between calls, a fresh start" {
    {
        request 1 initialize '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}'
        echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
        request 2 tools/list
        call 3 $'x = 6\nprint("hi")\nx * 7'
        call '"four"' 'x / 0'
        request 5 tools/call '{"name":"reset_python"}'
        call 6 'x'
    } | serve >out
    [[ $(reply out 1) == *'"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"smolagent"'* ]]
    [[ $(reply out 2) == *'"name":"run_python"'*'"required":["code"]'*'"name":"reset_python"'* ]]
    [ "$(reply out 3)" = '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"hi\nLast value: 42"}]}}' ]
    [[ $(reply out '"four"') == *'ZeroDivisionError: division by zero\n"}],"isError":true}}' ]]
    [[ $(reply out 6) == *"NameError: name 'x' is not defined"*'"isError":true'* ]]
}

@test "what is wrong with a request is answered" {
    {
        request 1 initialize '{"protocolVersion":"1999-01-01"}'
        request 2 tools/call '{"name":"nope"}'
        request 3 nope
        request 4 tools/call '{"name":"run_python","arguments":{"cod":"1"}}'
        request 5 tools/call '{"name":"run_python","arguments":[1]}'
        request 6 tools/call '{"name":"run_python","arguments":{"code":"print(\"a\u0000b\")"}}'
        request 7 tools/list '{"cursor":"x"}'
        echo garbage
        echo '[1]'
        echo '{"jsonrpc":"1.0","id":1,"method":"ping"}'
        request 8 ping
    } | serve >out
    [[ $(reply out 1) == *'"protocolVersion":"2025-11-25"'* ]]
    [[ $(reply out 2) == *"\"code\":-32602,\"message\":\"there is no tool 'nope'\""* ]]
    [[ $(reply out 3) == *"\"code\":-32601,\"message\":\"there is no method 'nope'\""* ]]
    [[ $(reply out 4) == *"missing required argument: 'code'"*'"isError":true'* ]]
    [[ $(reply out 5) == *'"code":-32602'* ]]
    [[ $(reply out 6) == *'"code":-32602,"message":"there is a NUL character in it"'* ]]
    [[ $(reply out 7) == *'"code":-32602,"message":"there is no such page"'* ]]
    [ "$(grep -c '"id":null,"error":{"code":-32700' out)" = 1 ]
    [ "$(grep -c '"id":null,"error":{"code":-32600' out)" = 2 ]
    [ "$(reply out 8)" = '{"jsonrpc":"2.0","id":8,"result":{}}' ]
}

@test "a message of 40 MiB is refused, and the next one answered" {
    { head -c 40000000 /dev/zero | tr '\0' ' '; echo; request 1 ping; } | serve >out
    [[ $(sed -n 1p out) == *'the message is longer than 32 MiB'* ]]
    [ "$(sed -n 2p out)" = '{"jsonrpc":"2.0","id":1,"result":{}}' ]
}

@test "a call tells what it prints, is cancelled, and leaves the session in order" {
    local line
    coproc SERVER { serve --executor local; }
    exec 5>&"${SERVER[1]}" 6<&"${SERVER[0]}"
    call 1 $'kept = 5\nprint("on", flush=True)\nwhile True: pass' token >&5
    read -r -t 60 line <&6
    [ "$line" = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"token","progress":1,"message":"on\n"}}' ]
    call 2 'print("never")' >&5
    request 3 ping >&5
    read -r -t 60 line <&6
    [ "$line" = '{"jsonrpc":"2.0","id":3,"result":{}}' ]
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}' >&5
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' >&5
    call 4 kept >&5
    read -r -t 60 line <&6
    [ "$line" = '{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"Last value: 5"}]}}' ]
    exec 5>&- 6<&-
}

@test "SIGTERM ends the server in the middle of a call" {
    local line status=0
    coproc SERVER { exec "$BIN" mcp serve --no-config --executor local; }
    pid=$SERVER_PID
    exec 5>&"${SERVER[1]}" 6<&"${SERVER[0]}"
    call 1 $'print("on", flush=True)\nwhile True: pass' token >&5
    read -r -t 60 line <&6
    kill -TERM $pid
    wait $pid || status=$?
    [ $status = 143 ]
    exec 5>&- 6<&-
}

@test "the limits and grants of the options hold in calls" {
    echo secret >given.txt
    {
        call 1 'while True: pass'
        call 2 'bytearray(500000000)'
        call 3 'open("given.txt").read()'
        call 4 'open("other.txt")'
        call 5 'import socket'
        call 6 'print("x" * 100000)'
    } | serve --step-timeout 0.2 --max-memory 100M --file given.txt --max-observation 1000 >out
    [[ $(reply out 1) == *'"isError":true'* ]]
    [[ $(reply out 2) == *MemoryError*'"isError":true'* ]]
    [[ $(reply out 3) == *"Last value: 'secret\\\\n'"* ]]
    [[ $(reply out 4) == *'Error'*'other.txt'*'"isError":true'* ]]
    [[ $(reply out 5) == *ImportError*'"isError":true'* || $(reply out 5) == *ModuleNotFoundError*'"isError":true'* ]]
    [ "$(reply out 6 | wc -c)" -lt 2000 ]
}

@test "our own client uses our own server" {
    run_split "$BIN" mcp call --no-config --mcp "$BIN mcp serve --no-config" run_python '{"code": "sum(range(10))"}'
    [ "$status" = 0 ]
    [[ $output == *"Last value: 45"* ]]
}

@test "calls that wait have so many bytes together and no more" {
    local line
    coproc SERVER { serve --executor local; }
    exec 5>&"${SERVER[1]}" 6<&"${SERVER[0]}"
    call 1 'while True: pass' >&5
    for id in 2 3 4; do
        printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"run_python","arguments":{"code":"#' $id
        head -c 25000000 /dev/zero | tr '\0' '#'
        echo '"}}}'
    done >&5
    read -r -t 60 line <&6
    [[ $line == '{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"too many calls wait to be made, or too much in them"}}' ]]
    for id in 3 2; do echo "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":$id}}"; done >&5
    call 5 '5 * 5' >&5 # there is room again
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' >&5
    read -r -t 60 line <&6
    [[ $line == *'"id":5,'*'Last value: 25'* ]]
    exec 5>&- 6<&-
}

@test "a batch has 1,000 messages at most" {
    for n in 1000 1001; do
        { printf '['; for i in $(seq 2 $n); do printf '{"jsonrpc":"2.0","id":%s,"method":"ping"},' "$i"; done; echo "$(request 1 ping)]"; }
    done | serve >out
    [ "$(grep -c '"result":{}' out)" = 1000 ]
    [ "$(grep -v '"result":{}' out)" = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a batch of more than 1,000 messages"}}' ]
}
