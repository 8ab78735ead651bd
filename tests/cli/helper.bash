# Shared by the bats files: the program, a scratch folder per test, and a replay file of model replies.
setup() {
    BIN=${BIN:-$BATS_TEST_DIRNAME/../../build/release/smolagent}
    HELPERS=${HELPERS:-$BATS_TEST_DIRNAME/../../build/release/helpers}
    BIN=$(realpath "$BIN")
    HELPERS=$(realpath "$HELPERS")
    dir=$(mktemp -d "${BATS_TMPDIR:-/tmp}/cli-test-XXXXXX")
    cd "$dir" || exit 1
    export HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/.local/state XDG_DATA_HOME=$dir/.local/share
    unset NO_COLOR FORCE_COLOR CLICOLOR_FORCE
}

teardown() {
    # a test of which parts could not run is counted as skipped
    [ -z "${BATS_TEST_COMPLETED:-}" ] || [ -z "${lacking:-}" ] || BATS_TEST_SKIPPED="needs $lacking; the rest passed"
    [ -z "${engine:-}" ] || kill "$engine"
    [ -z "${screen:-}" ] || tmux -S "$screen" kill-server || true
    cd / && { ! mountpoint -q "$dir/tiny" || umount "$dir/tiny"; } && rm -rf "$dir"
}

# has_layer NAME: whether this machine has what tests/layers.sh calls so.
has_layer() {
    [ -n "${LAYERS:-}" ] || LAYERS=$(BIN=$BIN sh "$BATS_TEST_DIRNAME/../layers.sh")
    [[ " $LAYERS " == *" $1 "* ]]
}

# grants NAME: the same, for what only a part of a test needs: where it is missing, the test is counted as skipped,
# with the part. To be called in the test's own shell. A container engine is not a layer.
grants() { has_layer "$1" || { [ "$1" = docker ] || lacking=$1; false; }; }

# needs NAME...: skips the test, or what is left of it, where the machine has not all of them.
needs() {
    local name
    for name; do has_layer "$name" || skip "needs $name"; done
}

# run_split COMMAND...: like run, with stdout in $output and stderr in $errors.
run_split() {
    output=$("$@" 2>"$dir/.stderr" </dev/null) && status=0 || status=$?
    errors=$(cat "$dir/.stderr")
    # A machine without a layer says so in every run; what the test makes the program lack counts.
    [[ $errors != *"warning: the sandbox lacks: "* ]] || has_layer jail ||
        errors=$(grep -v '^smolagent: warning: the sandbox lacks: .* would have prevented$' "$dir/.stderr" || true)
}

# nap: 20 ms, without a process for it.
nap() {
    [ -n "${napping:-}" ] || { mkfifo "$dir/.nap" && exec {napping}<>"$dir/.nap"; }
    read -r -t 0.02 -u "$napping" || true
}

# await COMMAND...: until it succeeds, for a minute at most.
await() {
    local end=$((SECONDS + 60))
    until "$@" 2>/dev/null; do
        [ $SECONDS -lt $end ] || { echo "in vain: $*"; return 1; }
        nap
    done
}

# until_catches SIGNAL PID: waits until the process has a handler for it.
until_catches() {
    local bit=$((1 << ($(kill -l "$1") - 1)))
    for _ in $(seq 3000); do
        (((0x$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$2/status") & bit) == 0)) || return 0
        nap
    done
    return 1
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
    await grep -q ready engine.out
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
    await [ -f "$dir/e2b/url" ]
    export E2B_API_KEY=e2b_0123456789abcdef0123456789abcdef01234567
    export E2B_API_URL=$(cat "$dir/e2b/url") E2B_SANDBOX_URL=$(cat "$dir/e2b/url")
}

need_engine() { grants docker || skip "no container engine"; }

# api METHOD PATH [CURL OPTION...]: a call of the engine's API past our own client.
api() {
    local method=$1 path=$2
    shift 2
    curl -sf -X "$method" --unix-socket "${socket:?}" "$@" "http://engine$path"
}

# Sets $socket to that of the engine in use.
need_api() {
    need_engine
    socket=$("$BIN" doctor --no-config | sed -n 's|.* at unix://\([^ ,]*\),.*|\1|p')
    [ -n "$socket" ] && command -v curl >/dev/null || skip "no curl, or no engine on a Unix socket"
}

# What there is of ours in the engine; and that it goes.
ours() {
    api GET '/containers/json?all=1&filters=%7B%22label%22%3A%5B%22smolagent.owner%22%5D%7D' |
        grep -o '"smolagent-[0-9a-f]*\|/smolagent-[0-9a-f]*' || true
    api GET '/volumes' | grep -o '"smolagent-[0-9a-f]*"' || true
}

none_left() {
    for _ in $(seq 100); do [ -z "$(ours)" ] && return; sleep 0.05; done
    ours
    return 1
}

# Sets $image to one with this machine's python3 and, with KIND "charts", the packages that
# tests/charts needs; made once.
need_image() {
    local program lib kind=${1:-bare} parts
    need_api
    image=localhost/smolagent-test-$kind:latest
    api GET "/images/$image/json" >/dev/null && return
    program=$(realpath /usr/bin/python3) || skip "no python3 to put into an image"
    lib=usr/lib/$(basename "$program")
    mkdir -p root/usr/bin root/usr/lib root/usr/lib64 root/tmp && chmod 1777 root/tmp
    ln -s usr/lib root/lib && ln -s usr/lib64 root/lib64
    cp "$program" root/usr/bin/python3
    parts=("$lib")
    [ "$kind" = bare ] || parts+=(usr/share/{matplotlib,zoneinfo,fonts/truetype/dejavu} etc/matplotlibrc
        usr/lib/python3/dist-packages/{numpy,pandas,matplotlib,mpl_toolkits,PIL,dateutil,pytz,packaging,pyparsing,kiwisolver,contourpy,six.py,cycler.py})
    tar -C / -c --ignore-failed-read --exclude=__pycache__ --exclude=test --exclude=tests \
        --exclude='config-3*' "${parts[@]}" 2>/dev/null | tar -C root -x
    find root/usr \( -name '*.so' -o -name python3 \) -type f -exec ldd {} + 2>/dev/null |
        grep -o '/[^ :]*\.so[^ :]*' | grep -v "^$dir" | sort -u |
        while read -r file; do
            folder=root$(realpath "$(dirname "$file")")
            mkdir -p "$folder" && cp -L "$file" "$folder"
        done
    tar -C root -c . | api POST "/images/create?fromSrc=-&repo=${image%:*}&tag=latest" --data-binary @- \
        -H 'Content-Type: application/x-tar' >/dev/null || skip "the engine takes no image"
}

# A sanitizer's runtime wants /proc and terabytes of addresses, which there are not inside.
unsanitized() { [ "${MODE:-}" != asan ] || skip "a sanitizer does not run in a sandbox"; }

# Cases of agents, for a run of all of them under another executor. What there is once for each wire format stands for
# all of them in that of chat completions: how a model is asked is not the executor's business, nor is how replies are
# read and answers judged.
agent_cases() {
    find tests/agent -name '*.case' | grep -vE '[/_](messages|responses|ollama)[_.]|^tests/agent/(replies|schema)/' | LC_ALL=C sort
}

# strace; under it the leak checker of a sanitizer does not work, and ends the program with a status of its own.
needs_strace() {
    command -v strace >/dev/null || skip "strace is not installed (make deps)"
    [ "${MODE:-release}" != asan ] || skip "a sanitizer's leak checker does not work under strace"
    strace -o /dev/null true 2>/dev/null || skip "nothing may be traced here"
}
