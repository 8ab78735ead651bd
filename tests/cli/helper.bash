# Shared by the bats files: the program, a scratch folder per test, and a replay file of model replies.
setup() {
    BIN=${BIN:-$BATS_TEST_DIRNAME/../../build/release/smolagent}
    HELPERS=${HELPERS:-$BATS_TEST_DIRNAME/../../build/release/helpers}
    BIN=$(realpath "$BIN")
    HELPERS=$(realpath "$HELPERS")
    dir=$(mktemp -d "${BATS_TMPDIR:-/tmp}/smolagent-cli-XXXXXX")
    cd "$dir" || exit 1
    export HOME=$dir XDG_CONFIG_HOME=$dir/config
    unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE
}

teardown() {
    [ -z "${engine:-}" ] || kill "$engine"
    cd / && rm -rf "$dir"
}

# run_split COMMAND...: like run, with stdout in $output and stderr in $errors.
run_split() {
    output=$("$@" 2>"$dir/.stderr" </dev/null) && status=0 || status=$?
    errors=$(cat "$dir/.stderr")
}

# replies FILE CODE...: a recording in which the model answers with each CODE in turn.
replies() {
    local file=$1 code
    shift
    for code in "$@"; do
        printf '{"text": "%s"}\n' "$(printf '<code>\n%s\n</code>' "$code" | sed 's/\\/\\\\/g; s/"/\\"/g' | awk '{printf "%s%s", sep, $0; sep="\\n"}')"
    done >"$file"
}

# fake_engine [FAULT]: an engine for --executor docker that runs the worker without a container
# (tests/helpers/engine.c); its log of requests is engine.log. Fails where the build has no worker.
fake_engine() {
    local worker=$HELPERS/../contained
    [ -x "$worker" ] || return 1
    [ -z "${engine:-}" ] || kill "$engine"
    rm -f engine.sock engine.log*
    "$HELPERS/engine" "$dir/engine.sock" "$dir/engine.log" "$worker" "$@" >engine.out 2>&1 3>&- &
    engine=$!
    export DOCKER_HOST=unix://$dir/engine.sock
    for _ in $(seq 500); do grep -q ready engine.out && return; sleep 0.01; done
    return 1
}

# A stand-in for E2B for this test (tests/e2b/server.py); it ends with the test's folder. False when
# there is no python3 for it, and for what its sandboxes run.
start_e2b() {
    unset E2B_DOMAIN
    export NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
    command -v python3 >/dev/null && [ -x /bin/bash ] || return 1
    mkdir "$dir/e2b"
    python3 "$BATS_TEST_DIRNAME/../e2b/server.py" "$dir/e2b" >"$dir/e2b/errors" 2>&1 3>&- &
    for _ in $(seq 500); do [ -f "$dir/e2b/url" ] && break; sleep 0.02; done
    export E2B_API_KEY=e2b_0123456789abcdef0123456789abcdef01234567
    export E2B_API_URL=$(cat "$dir/e2b/url") E2B_SANDBOX_URL=$(cat "$dir/e2b/url")
}
