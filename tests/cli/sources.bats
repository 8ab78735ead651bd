#!/usr/bin/env bats
# Tools of every source under every executor: one program calls them all (sources/calls.txt), and has to see the
# same under each. A test for each executor, so that one that cannot run here says so.
load helper

setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-180}; }

# Starts the server of pages; $address is it.
serve() {
    unset http_proxy https_proxy all_proxy
    mkdir pages
    printf 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\npage' >pages/page
    printf 'HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\ngone' >pages/gone
    printf 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"a": 1}' >pages/json
    "$HELPERS/pageserver" "$dir/pages" >port 2>&1 3>&- &
    engine=$! # teardown ends it
    await [ -s port ]
    address=http://127.0.0.1:$(cat port)
}

# The program: each call, and what becomes of it, a line each.
program() {
    printf 'import asyncio, json\ntold = []\n'
    while IFS= read -r line; do
        printf 'try:\n    told.append(repr((%s)))\n' "$line"
        printf 'except Exception as e:\n    told.append(f"{type(e).__name__}: {str(e)!r}")\n'
    done
    printf 'final_answer("\\n".join(told))\n'
}

# calls, results: those of sources/calls.txt, a line each.
calls() { sed "/^#/d; /^    /d; s|ADDRESS|$address|g" "$BATS_TEST_DIRNAME/sources/calls.txt"; }
results() { sed -n "s|ADDRESS|$address|g; s|FOLDER|$BATS_TEST_DIRNAME/sources|g; s/^    //p" "$BATS_TEST_DIRNAME/sources/calls.txt"; }

# plays OPTION...: the program's own account of its calls is the expected one.
plays() {
    serve
    mkdir data && echo one >data/a.txt && chmod -R go+rX "$dir"
    sed "s|SERVER|$HELPERS/mcpserver|" "$BATS_TEST_DIRNAME/sources/tools.conf" >tools.in
    replies r.jsonl "$(calls | program)"
    sed "s|ADDRESS|'$address'|" "$BATS_TEST_DIRNAME/sources/agents.jsonl" >>r.jsonl
    run_split timeout 150 "$HELPERS/mcpserver" http -- sh -c 'url=$1 && shift && sed "s|URL|$url|" tools.in >tools.conf && exec "$@"' sh '{url}' \
        "$BIN" run -q --config tools.conf -m replay:r.jsonl --sandbox auto --approve never --no-input "$@" \
        --tools web,files,shell,ask --allow-host "${address#http://}" --folder data:rw --step-timeout 60 \
        --tool-file "$BATS_TEST_DIRNAME/sources/tools.py" --tool-file "$BATS_TEST_DIRNAME/sources/more.py" task
    echo "status $status: $errors"
    [ "$status" = 0 ]
    diff <(results | sed "${differs:-}") - <<<"$output"
    [ "$(cat data/b.txt)" = two ]
    grep -q '^GET /page ' pages/requests
}

@test "tools of every source: local" {
    plays -e local
}

@test "tools of every source: jail" {
    plays -e jail
}

@test "tools of every source: the host's python3" {
    needs python
    [ "${MODE:-release}" != asan ] || skip "AddressSanitizer's maps leave no way to limit memory"
    plays -e python
}

@test "tools of every source: a container of the built-in interpreter, or one that is only played" {
    grants docker || fake_engine || skip "this build carries no worker for containers"
    played=${engine:-}
    plays -e docker
    [ -z "$played" ] || kill "$played"
}

@test "real containers: tools of every source with the image's own Python" {
    need_image
    plays -e docker --image "$image"
}

@test "tools of every source: a sandbox of E2B, against the server of the tests" {
    start_e2b || skip "no python3 for the server"
    plays -e e2b
}

@test "tools of every source: a worker of the user's, the example" {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' || skip "no python3 of 3.8 or later"
    # What is wrong with the number of arguments is a worker's own to say.
    differs="s/^TypeError: 'near_echo() takes 1 .*/TypeError: 'too many positional arguments'/
        s/^TypeError: .clerk() missing .*/TypeError: \"missing a required argument: 'task'\"/"
    plays -e command --worker "python3 $(realpath "$BATS_TEST_DIRNAME/../../docs/examples/worker.py")"
}
