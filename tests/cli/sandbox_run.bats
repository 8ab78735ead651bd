#!/usr/bin/env bats
# `smolagent sandbox-run`: that a run inside is as one outside, that code which is the user's enemy
# reaches nothing from there, and that nothing is left.
load helper

need_jail() { unsanitized; needs sandbox-run; }

# Every way to run: plain, in the jail, and where there is an engine in a container.
boxes() {
    need_jail
    boxes=("" "sandbox-run --")
    grants docker && boxes+=("sandbox-run -e docker --")
    chmod 755 "$dir" # inside one may be another
}

# The key that must not get in, and a file that was not granted.
secrets() {
    chmod 755 "$dir" # root's sandboxes run as nobody
    export SMOLAGENT_API_KEY=sk-outside-0123456789
    echo "private words" >"$dir/private.txt"
}

# serve CODE... -- COMMAND...: runs the command beside a model that answers with the codes.
serve() {
    : >served.case
    while [ "$1" != -- ]; do
        printf '== reply\n<code>\n%s\n</code>\n' "$1" >>served.case
        shift
    done
    shift
    printf '== command\ntrue\n' >>served.case
    "$HELPERS/modelserver" serve served.case -- "$@"
}

# A tool that runs a shell script inside; what it prints is its result.
tool() {
    cat >"$dir/tool.sh"
    cat >"$dir/tool.conf" <<END
[tool.probe]
description = Look around.
command = ["/bin/sh", "$dir/tool.sh"]
output = string
END
}

# probe [OPTION OF sandbox-run...]: the answer is what the tool printed inside.
probe() {
    need_jail
    run_split serve 'final_answer(probe())' -- "$BIN" sandbox-run --read "$dir/tool.sh" "$@" -- \
        run --config "$dir/tool.conf" -q --model m --base-url '{url}' 'look around'
    echo "$status: $output $errors"
    [ "$status" = 0 ]
}

@test "python inside is python outside: input, output, files, arguments, status" {
    boxes
    echo "some data" >data.txt
    printf 'import sys\nprint(sys.argv[1:], open("data.txt").read(), input())\n' >p.py
    for box in "${boxes[@]}"; do
        [ "$(echo in | "$BIN" $box python --stdin --file data.txt p.py -x 'a b')" = "['-x', 'a b'] some data
 in" ]
        run_split "$BIN" $box python -c 'raise SystemExit(7)'
        [ "$status" = 7 ]
        run_split "$BIN" $box python -c '1/0'
        [ "$status" = 1 ]
        [[ $errors == *"ZeroDivisionError: division by zero" ]]
        run_split "$BIN" $box python --max-memory 64M -c 'x = []
while True: x.append(bytes(1000))'
        [ "$status" = 5 ]
        run_split "$BIN" $box python --timeout 0.2 -c 'while True: pass'
        [ "$status" = 124 ]
        run_split "$BIN" $box python --no-such
        [ "$status" = 2 ]
        [[ $errors == *"unknown option --no-such"* ]]
    done
}

@test "a run inside answers as one outside, in each output mode" {
    boxes
    secrets
    echo '{"n": 4}' >vars.json
    for mode in text json jsonl; do
        for box in "${boxes[@]}"; do
            run_split serve 'print(n)' 'final_answer(n * 2)' -- "$BIN" $box run --no-config --model m \
                --base-url '{url}' --seed 1 --vars vars.json --output $mode 'twice n?'
            [ "$status" = 0 ]
            # but for what is of one run (its times, name, the server's port) and why it runs where it does
            echo "$output" | sed -E 's/"(ts|run|[a-z_]*ms)":("[^"]*"|[0-9.]+)//g; s/127.0.0.1:[0-9]+//; s/"executor_why":"[^"]*",//' >"out$box"
            echo "$errors" | sed -E 's/[0-9.]+ m?s//g' >"err$box"
        done
        for box in "${boxes[@]}"; do
            diff out "out$box"
            [ $mode = jsonl ] || diff err "err$box"
        done
    done
}

@test "a model that stands in is reached from inside, each with its own key" {
    boxes
    secrets
    cat >served.case <<'END'
== reply status=503
{"error": {"message": "down"}}
== reply
<code>
final_answer("from the second")
</code>
== command
true
END
    export KEY_TWO=sk-second-0123456789
    for box in "${boxes[@]}"; do
        run_split "$HELPERS/modelserver" serve served.case -- sh -c '
            printf "[provider.two]\nbase_url = %s\nwire = messages\nkey_env = KEY_TWO\n" "$1" >two.conf
            shift
            exec "$@"' sh '{url}' "$BIN" $box run --config two.conf -m m,two/n --retries 0 \
            --base-url '{url}' x
        echo "$status: $output $errors"
        [ "$status" = 0 ]
        [ "$output" = "from the second" ]
        [[ $errors == *"two/n stands in for it"* ]]
    done
}

@test "errors before and during a run have the same status inside, and a run.end" {
    boxes
    for box in "${boxes[@]}"; do
        run_split "$BIN" $box run --no-config --output jsonl x
        [ "$status" = 10 ]
        [[ $output == *'"type":"run.end"'*'"exit_code":10'* ]]
        run_split env -u OPENAI_API_KEY "$BIN" $box run --no-config -m openai/x --output json x
        [ "$status" = 8 ]
        [[ $output == *'"exit_code":8'* ]]
        run_split "$BIN" $box run --no-config -m m --base-url http://127.0.0.1:1 --retries 0 x
        [ "$status" = 9 ]
        [[ $errors == *"http://127.0.0.1:1/chat/completions: cannot connect"* ]]
        run_split serve 'final_answer(1)' -- "$BIN" $box run --no-config --model m --base-url '{url}' \
            --max-steps 0 --on-max-steps fail x
        [ "$status" = 3 ]
    done
}

@test "what is not granted is not there" {
    secrets
    mkdir shared && echo shared >shared/a
    tool <<END
for path in "$dir/private.txt" /etc/passwd /etc/shadow /root /home /proc/1/environ /sys/kernel /var/log; do
    cat "\$path" >/dev/null 2>&1 && echo "read \$path"
    ls "\$path" >/dev/null 2>&1 && [ -n "\$(ls -A "\$path")" ] && echo "listed \$path"
done
for path in "$dir/new" /usr/new /etc/new /new "$dir/tool.sh" /usr/bin/env; do
    echo x >>"\$path" && case \$path in $dir/new) ;; *) echo "wrote \$path" ;; esac
done 2>/dev/null
echo x >/tmp/scratch && cat /tmp/scratch >/dev/null && echo "null and scratch work"
cat "$dir/shared/a" && echo new >"$dir/shared/b"
env | grep -v -E '^(PATH|HOME|PWD|OLDPWD|SHLVL|_|LANG|LC_[A-Z]*|TZ|TERM|COLUMNS|LINES)='
exit 0
END
    probe
    [ "$output" = "null and scratch work" ]
    [ ! -e new ]
    [ "$(cat shared/a)" = shared ]
    [ ! -e /new ]
    [ ! -e /usr/new ]
    probe --read "$dir/shared"
    [ "$output" = "null and scratch work
shared" ]
    [ ! -e shared/b ]
    chmod 777 shared
    probe --write "$dir/shared"
    [ "$output" = "null and scratch work
shared" ]
    [ "$(cat shared/b)" = new ]
}

@test "attack: a --read in a --write folder that code replaces by a link shows nothing else, also later" {
    need_jail
    chmod 755 "$dir"
    mkdir -p shared/a/sub other
    echo secret >other/secret
    chmod -R 777 shared
    tool <<END
cd "$dir/shared"
mv a/sub a/old 2>/dev/null && echo moved the mount
echo x >a/sub/new 2>/dev/null && echo wrote
mv a b && mkdir a && ln -s "$dir/other" a/sub
cat a/sub/secret "$dir/other/secret" 2>/dev/null
echo x >b/sub/new 2>/dev/null && echo wrote in what moved
echo looked
END
    probe --write shared --read shared/a/sub
    [ "$output" = looked ]
    [ "$(readlink shared/a/sub)" = "$dir/other" ]
    [ -z "$(ls shared/b/sub)" ]
    run_split serve 'final_answer(probe())' -- "$BIN" sandbox-run --write shared --read shared/a/sub \
        --read "$dir/tool.sh" -- run --config "$dir/tool.conf" -q --model m --base-url '{url}' again
    echo "$status: $output $errors"
    [ "$status" = 10 ]
    [[ $errors == *"shared/a/sub cannot be read inside the sandbox"* ]]
    [ "$(ls other)" = secret ]
}

# broker.py: asks the broker for what it must not give, and once for what it may.
broker_client() {
    cat >broker.py <<'END'
import os, socket, struct, sys

# The broker, asked for what it must not do. Where it refuses it does not read on.
def say(data):
    s = socket.socket(socket.AF_UNIX)
    s.connect("\0smolagent-gate")
    reply = b""
    try:
        s.sendall(data)
        while piece := s.recv(65536):
            reply += piece
    except OSError:
        pass
    return reply

def ask(*records):
    return say(b"".join(kind + struct.pack(">I", len(text)) + text for kind, text in records))

base = b"http://127.0.0.1:" + sys.argv[1].encode()
for url in (base + b"/", base + b"/v1/models", base + b"/v1/chat/completions/..", b"http://example.com/",
            base.replace(b"://", b"://x@") + b"/v1/chat/completions", b"file:///etc/passwd"):
    if ask((b"U", url), (b"B", b"{}"), (b"G", b""))[:1] != b"F":
        print("the broker let through", url)
for junk in (b"GET / HTTP/1.1\r\n\r\n", b"CONNECT a:1 HTTP/1.1\r\n\r\n", b"\0" * 99, os.urandom(999)):
    if say(junk)[:1] not in (b"F", b""):
        print("the broker answered", junk)
good = ask((b"U", base + b"/v1/chat/completions"), (b"B", b"{}"), (b"G", b""))
print("the model is reached" if good[:1] == b"S" else good)
for text in (good, repr(os.environ).encode(), open("/tmp/.smolagent.conf", "rb").read()):
    if b"sk-outside" in text:
        print("the key is here:", text)
END
}

@test "an enemy inside: no network, no other process, no privilege, no key" {
    need_jail
    [ "$(uname -m)" = x86_64 ] && [ -x /usr/bin/python3 ] || skip "no /usr/bin/python3, or other system calls"
    secrets
    broker_client
    cat >attack.py <<'END'
import ctypes, os, socket, sys

def held(name, attempt):
    try:
        result = attempt()
    except Exception:
        return
    print(name, "went through:", result)

libc = ctypes.CDLL(None, use_errno=True)

def call(number, *args):
    if libc.syscall(number, *args) < 0:
        raise OSError(ctypes.get_errno())
    return number

held("tcp", lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2))
held("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
held("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
held("vsock", lambda: socket.socket(40, socket.SOCK_STREAM))
held("name", lambda: socket.getaddrinfo("example.com", 80))
for number, name in ((101, "ptrace"), (165, "mount"), (272, "unshare"), (155, "pivot_root"), (161, "chroot"),
                     (246, "kexec"), (321, "bpf"), (298, "perf"), (425, "io_uring"), (250, "keyctl"),
                     (310, "process_vm_readv"), (308, "setns"), (428, "open_tree"), (438, "pidfd_getfd")):
    held(name, lambda: call(number, 0x10000000, 0, 0, 0, 0))
held("clone", lambda: call(56, 0x10000011, 0, 0, 0, 0))
def typed():
    try:
        return __import__("fcntl").ioctl(2, 0x5412, b"x")
    except PermissionError:
        raise
    except OSError as e:
        return e # the terminal would have refused it, not the filter

held("type", typed)
held("root", lambda: os.setuid(0) or os.listdir("/root"))
os.kill(1, 9) # the first process is not impressed

import broker
END
    tool <<END
python3 "$dir/attack.py" "\$(sed -n 's/.*:\([0-9]*\)\/.*/\1/p' "$dir/url")" 2>&1
exit 0
END
    printf '#!/bin/sh\necho "$1" >"%s/url"; shift; exec "$@"\n' "$dir" >note && chmod +x note
    run_split serve 'final_answer(probe())' 'print(1)' 'print(2)' -- ./note '{url}' "$BIN" sandbox-run \
        --read tool.sh --read attack.py --read "$dir" -- run --config tool.conf -q --model m \
        --base-url '{url}' 'look around'
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = "the model is reached" ]
}

@test "an enemy in a container: no network, no file, no key, and nothing is left" {
    unsanitized
    need_image
    secrets
    broker_client
    cat >attack.py <<'END'
import os, socket, sys

def held(name, attempt):
    try:
        result = attempt()
    except Exception:
        return
    print(name, "went through:", result)

held("tcp", lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2))
held("name", lambda: socket.getaddrinfo("example.com", 80))
held("route", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("10.0.0.1", 53)))
held("file", lambda: open(sys.argv[2] + "/private.txt").read())
held("write", lambda: open(sys.argv[2] + "/broker.py", "a"))
held("root", lambda: open("/new", "w"))
os.kill(1, 9) # the first process is not impressed
held("memory", lambda: open("/proc/1/mem"))
import broker
END
    cat >tool.conf <<END
[tool.probe]
description = Look around.
command = ["/usr/bin/python3", "$dir/attack.py", "{port}", "$dir"]
input.port = string the port
END
    cat >ports <<'END'
#!/bin/sh
port=${1%/v1}
printf %s "${port##*:}" >port
shift
exec "$@"
END
    chmod +x ports
    run_split serve 'final_answer(probe(port))' 'print(1)' 'print(2)' -- ./ports '{url}' "$BIN" sandbox-run \
        -e docker --image "$image" --read attack.py --read broker.py -- run --config tool.conf -q --model m \
        --base-url '{url}' --var port=@port 'look around'
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = "the model is reached" ]
    none_left
}

@test "what is mounted below a folder to be read cannot be written, in a jail and in a container" {
    unsanitized
    need_image
    mkdir -p shared/sub && chmod 755 "$dir" shared
    mount -t tmpfs -o mode=777 none shared/sub || skip "nothing can be mounted"
    cat >tool.conf <<END
[tool.probe]
description = Write.
command = ["/usr/bin/python3", "-c", "open('$dir/shared/sub/a', 'w')"]
END
    replies r.jsonl $'try:\n    final_answer(probe())\nexcept RuntimeError as e:\n    final_answer("refused" if "Read-only" in str(e) else str(e))'
    run_split "$BIN" sandbox-run --read shared -- run --config tool.conf -q -m replay:r.jsonl x
    first=$output
    run_split "$BIN" sandbox-run -e docker --image "$image" --read shared -- run --config tool.conf -q -m replay:r.jsonl x
    left=$(ls shared/sub)
    umount shared/sub
    echo "$first, $output, $left"
    [ "$first, $output, $left" = "refused, refused, " ]
}

@test "a container that may write runs as the caller, whose processes elsewhere do not count" {
    fake_engine || skip "this build carries no worker for containers"
    mkdir out
    run_split timeout 60 "$BIN" sandbox-run -e docker --write out -- python --no-config -c 1
    cat engine.log.created
    [[ $(cat engine.log.created) == *"\"User\":\"$(id -u):$(id -g)\""*'"PidsLimit":128'* ]]
    [[ $(cat engine.log.created) != *'"nproc","Soft":128'* ]]
    rm engine.log.created
    run_split timeout 60 "$BIN" sandbox-run -e docker -- python --no-config -c 1
    [[ $(cat engine.log.created) == *'"nproc","Soft":128'* ]]
    [[ $(cat engine.log.created) != *"\"User\":\"$(id -u):"* ]]
}

@test "a run in a container ends with its program: files, signals, kills at any moment" {
    unsanitized
    need_api
    chmod 755 . && mkdir out && replies r.jsonl 'final_answer(open("data.txt").read())'
    echo data >data.txt
    run_split "$BIN" sandbox-run -e docker --write out -- run -q --no-config -m replay:r.jsonl \
        --file data.txt -o out/answer --audit out/trail x
    [ "$status" = 0 ]
    [ "$(cat out/answer)" = data ]
    [ "$(stat -c %u:%g out/answer)" = "$(id -u):$(id -g)" ]
    [ -s out/trail ]
    head -c 3000000 /dev/urandom | base64 >much
    "$BIN" sandbox-run -e docker -- python --stdin --max-output 0 -c 'import sys
print(sys.stdin.read(), end="")' <much | cmp - much
    "$BIN" sandbox-run -e docker -- python --max-output 0 -c 'while True: print(1)' | head -1 >/dev/null
    run_split "$BIN" sandbox-run -e docker --image 'no such image' -- python -c 1
    [ "$status" = 2 ]
    for i in $(seq 8); do
        "$BIN" sandbox-run -e docker -- python -c 'while True: pass' >/dev/null 2>&1 &
        pid=$!
        sleep "0.$((i * 7 % 10))"
        kill -KILL $pid
        wait $pid || true
    done
    none_left
}

@test "a run in a virtual machine of E2B: the model answers, files are copied, the sandbox is killed" {
    unsanitized
    start_e2b || skip "no python3 or bash for a stand-in of E2B"
    secrets
    echo data >data.txt
    run_split "$BIN" sandbox-run -e e2b -- python --file data.txt -c 'print(open("data.txt").read() * 2)
raise SystemExit(5)'
    [ "$status" = 5 ]
    [ "$output" = $'data\ndata' ]
    head -c 300000 /dev/urandom | base64 >much
    "$BIN" sandbox-run -e e2b -- python --stdin --max-output 0 -c 'import sys
print(sys.stdin.read(), end="")' <much | cmp - much
    run_split serve 'print(6 * 7)' 'final_answer("in a sandbox")' -- "$BIN" sandbox-run -e e2b -- run -q \
        --no-config --model m --base-url '{url}' x
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = "in a sandbox" ]
    ! grep -r sk-outside e2b || false
    cat >nested.conf <<'END'
[tool.ask]
description = Ask another agent.
command = ["/tmp/.smolagent-run/bin/smolagent", "run", "-q", "--model", "m", "--base-url", "{url}", "--stdin", "none", "hello"]
input.url = string where the model is
stdin = none
env = SMOLAGENT_GATE
END
    run_split serve 'final_answer(int(ask(url)) + 1)' 'final_answer(42)' -- "$BIN" sandbox-run -e e2b -- run -q \
        --config nested.conf --model m --base-url '{url}' --var url='{url}' x
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = 43 ]
    env --default-signal=INT "$BIN" sandbox-run -e e2b -- python -c $'print("go", flush=True)\nwhile True: pass' >out 2>err &
    pid=$!
    await grep -q go out
    kill -INT $pid
    wait $pid && status=0 || status=$?
    [ "$status" = 130 ]
    rm out # the next one empties it only once it runs
    "$BIN" sandbox-run -e e2b -- python -c $'print("go", flush=True)\nwhile True: pass' >out 2>err &
    pid=$!
    await grep -qs go out
    kill -KILL $pid
    wait $pid || true
    for _ in $(seq 200); do [ "$(grep -c 'DELETE .* 204' e2b/log)" = 6 ] && break; sleep 0.05; done
    [ "$(grep -c 'POST /v2/sandboxes 201' e2b/log)" = 6 ]
    [ "$(grep -c 'DELETE .* 204' e2b/log)" = 6 ]
}

@test "fork, memory and disk bombs inside end by limits" {
    need_jail
    cat >disk.sh <<'END'
head -c 2000000000 /dev/zero 2>/dev/null >/tmp/big
[ "$(stat -c %s /tmp/big)" -le 67108864 ] && echo "disk held"
head -c 100000000 /dev/zero 2>&1 >/tmp/more | grep -o "No space left"
awk 'BEGIN { x = "0123456789abcdef"; while (1) x = x x }' 2>/dev/null || echo "memory held"
END
    # The first process becomes one that forks no more: it is there until its time is up, also where all of the
    # bomb has ended because nothing could be forked any more.
    echo "bomb() { bomb | bomb & }; bomb; exec sleep 600" >fork.sh
    cat >bombs.conf <<END
[tool.disk]
description = Fill memory and disk.
command = ["/bin/sh", "$dir/disk.sh"]
[tool.fork]
description = Fork.
command = ["/bin/sh", "$dir/fork.sh"]
timeout = 2
END
    replies r.jsonl $'text = disk()\ntry:\n    ended = fork()\nexcept Exception as e:\n    ended = type(e).__name__\nfinal_answer(text + " " + ended)'
    run_split timeout 60 "$BIN" sandbox-run --max-disk 64M --read disk.sh --read fork.sh -- run -q \
        --config bombs.conf -m replay:r.jsonl x
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = "disk held
No space left
memory held TimeoutError" ]
    for _ in $(seq 100); do pgrep -f "$dir/fork.sh" >/dev/null || break; sleep 0.05; done
    ! pgrep -f "$dir/fork.sh" || false
}

@test "output files need a granted folder" {
    need_jail
    mkdir -m 777 out
    for flag in "-o out/answer" "--audit out/trail" "--record out/record"; do
        run_split "$BIN" sandbox-run -- run --no-config -m replay:x $flag x
        [ "$status" = 2 ]
        [[ $errors == *"grant the folder with --write DIR before the --"* ]]
    done
    replies r.jsonl 'final_answer(5)'
    run_split "$BIN" sandbox-run -- run -q --no-config -m replay:r.jsonl -o - x
    [ "$status" = 0 ]
    [ -n "$output" ]
    run_split "$BIN" sandbox-run --write out -- run --no-config -m replay:r.jsonl -o out/answer \
        --audit out/trail -q x
    [ "$status" = 0 ]
    [ "$(cat out/answer)" = 5 ]
    [ -s out/trail ]
    run_split "$BIN" sandbox-run --read missing -- python -c 1
    [ "$status" = 2 ]
    [[ $errors == *"--read missing: is not there"* ]]
}

@test "a program in a folder that may be written does not run, by its name or by the loader" {
    need_jail
    loader=$(find -L /lib64 /lib -maxdepth 1 -name 'ld-linux*.so.[12]' 2>/dev/null | head -n 1)
    [ -x "$loader" ] || skip "no loader of its own"
    mkdir read write
    cp /bin/true read/x
    cp /bin/true write/x
    chmod -R a+rwX "$dir"
    tool <<END
for f in read/x write/x; do
    $loader $dir/\$f 2>&- && echo loader $dir/\$f
    $dir/\$f 2>&- && echo \$f
done
exit 0
END
    probe --read read --write write
    [ "$output" = "loader $dir/read/x"$'\n'"read/x" ]
}

@test "what code prints inside is not a command to the CI service" {
    need_jail
    CI=true run_split "$BIN" sandbox-run -- python -c 'import sys
for out in sys.stdout, sys.stderr:
    print("::set-output name=a::b", file=out)
    print("#", end="", file=out, flush=True)
    print("#vso[task.setvariable]x", file=out)'
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = '::set-output name=a::b'$'\n''##vso[task.setvariable]x' ]
    [[ $errors == *': :set-output name=a::b'$'\n''##vso [task.setvariable]x'* ]]
}

@test "settings of files and environment count inside; secrets of them do not get there" {
    need_jail
    mkdir -p config/smolagent
    cat >config/smolagent/smolagent.conf <<END
[model]
header = X-Secret: sesame-open-0123
[limits]
max_steps = 2
[provider.mine]
base_url = http://user:pass-word-01@127.0.0.1:1/v1
key_file = $dir/key
[prices]
mine/m = 1 2
[tool.show]
description = Show the command line.
command = ["/bin/sh", "-c", "cat /tmp/.smolagent.conf; env"]
output = string
END
    echo sk-file-0123456789 >key
    cat >only.conf <<END
[limits]
max_steps = 1
END
    "$BIN" config --no-config >/dev/null
    run_split env SMOLAGENT_RETRIES=0 "$BIN" sandbox-run -- run -m mine/m x
    [ "$status" = 9 ]
    [[ $errors == *"http://127.0.0.1:1/v1/chat/completions: cannot connect"* ]]
    replies r.jsonl 'x = 1' 'y = 2' 'final_answer(show())'
    run_split env SMOLAGENT_MAX_STEPS=3 "$BIN" sandbox-run -- run -q -m replay:r.jsonl x
    [ "$status" = 0 ]
    [[ $output == *"[prices]"* ]]
    [[ $output != *sesame* && $output != *sk-file* && $output != *pass-word* && $output != *key_file* ]]
    run_split "$BIN" sandbox-run -- run -q --config only.conf -m replay:r.jsonl --on-max-steps fail x
    [ "$status" = 3 ]
}

@test "chat inside: Ctrl-C stops the turn and keeps the session" {
    need_jail
    replies r.jsonl 'kept = 5
print("looping")
while True: pass' 'final_answer("after")'
    cat >script <<'S'
expect smolagent>
send go\n
expect while
send \x03
expect stopped
expect smolagent>
send /vars\n
expect kept: int = 5
expect smolagent>
send again\n
expect after
expect smolagent>
send /quit\n
S
    run "$HELPERS/pty" script "$BIN" sandbox-run -- chat -m replay:r.jsonl
    echo "$output"
    [ "$status" = 0 ]
}

@test "an agent that manages agents: a tool that runs this program reaches the model through the broker" {
    need_jail
    secrets
    cat >nested.conf <<END
[tool.ask]
description = Ask another agent.
command = ["$BIN", "run", "-q", "--config", "$dir/inner.conf", "--model", "openai/m", "--stdin", "none", "{task}"]
input.task = string the task
stdin = none
env = SMOLAGENT_GATE
END
    cat >fill <<'END'
#!/bin/sh
printf '[provider.openai]\nbase_url = %s\n' "$1" >inner.conf
shift
exec "$@"
END
    chmod +x fill
    run_split serve 'final_answer(int(ask("6*7?")) + 1)' 'final_answer(6 * 7)' -- ./fill '{url}' "$BIN" \
        sandbox-run --max-requests 2 --read "$dir" -- run -q --config nested.conf --model m --base-url '{url}' 'x'
    echo "$status: $output $errors"
    [ "$status" = 0 ]
    [ "$output" = 43 ]
}

@test "Ctrl-C, SIGTERM and time-outs end a run inside as outside, and leave nothing" {
    need_jail
    for sig in INT TERM; do
        : >out
        env --default-signal=$sig "$BIN" sandbox-run -- python -c $'print("go", flush=True)\nwhile True: pass' >out 2>err &
        pid=$!
        await grep -q go out
        kill -$sig $pid
        wait $pid && status=0 || status=$?
        [ $sig = INT ] && [ "$status" = 130 ] || [ "$status" = 143 ]
        inner_gone
    done
}

# Processes of this test that are in a sandbox: those with the folder of the test as their place.
inner() {
    local p
    for p in /proc/[0-9]*; do
        tr '\0' ' ' 2>/dev/null <"$p/cmdline" | grep -q -e --runner-inside -e "$mark" && echo "$p"
    done
}
mark=mark-of-the-sandbox-tests
inner_gone() {
    for _ in $(seq 200); do [ -z "$(inner)" ] && return; nap; done
    inner
    return 1
}

@test "killed at any moment nothing is left: no process, no mount" {
    need_jail
    mounts=$(wc -l </proc/self/mounts)
    for i in $(seq 40); do
        "$BIN" sandbox-run -- python -c "while True: pass  # $mark" >/dev/null 2>&1 &
        pid=$!
        sleep "0.0$((i % 10))$((i % 7))"
        kill -KILL $pid
        wait $pid || true
    done
    inner_gone
    [ "$(wc -l </proc/self/mounts)" = "$mounts" ]
    ! ls /tmp | grep -q smolagent-gate || false
}

@test "a network socket as standard stream is refused" {
    need_jail
    run_split python3 -c 'import socket, subprocess, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
sys.exit(subprocess.run(sys.argv[1:], stdin=s).returncode)' "$BIN" sandbox-run -- python -c 1
    [ "$status" = 2 ]
    [[ $errors == *"standard input is a socket that would lead out"* ]]
}

@test "what cannot be done in a sandbox is said" {
    run_split "$BIN" sandbox-run
    [ "$status" = 2 ]
    [[ $errors == *"nothing to run"* ]]
    run_split "$BIN" sandbox-run -- doctor
    [ "$status" = 2 ]
    [[ $errors == *"doctor is not for a sandbox"* ]]
    run_split "$BIN" sandbox-run -- run -e python x
    [ "$status" = 2 ]
    [[ $errors == *"the walls are around the whole program"* ]]
    run_split "$BIN" sandbox-run -e e2b --write . -- python -c 1
    [ "$status" = 2 ]
    [[ $errors == *"nothing comes back from E2B but standard output"* ]]
    if [ "${MODE:-release}" = release ]; then # a program with sanitizers is too large to be sent
        run_split env -u E2B_API_KEY "$BIN" sandbox-run -e e2b -- python -c 1
        [ "$status" = 8 ]
        [[ $errors == *"E2B_API_KEY"* ]]
    fi
    run_split "$BIN" sandbox-run --help
    [ "$status" = 0 ]
    [[ $output == *"--max-requests"* ]]
}

@test "agents that are called inside ask models of their own, beside each other, by the one way out" {
    need_jail
    cat >box.case <<'END'
== file conf
[model]
model = m
base_url = URL
[provider.other]
base_url = URL
[agent.helper]
description = Helps.
model = other/x
== agent a
the first part
== agent b
the second part
== reply
<code>
import asyncio
parts = await asyncio.gather(helper("the first part", n=1), helper("the second part", n=2))
final_answer(sum(parts))
</code>
== reply of=a after=a:1,b:1
<code>
final_answer(n)
</code>
== reply of=b after=a:1,b:1
<code>
final_answer(n)
</code>
== command
sed -i "s|URL|$URL|" conf
"$BIN" sandbox-run -- run --wire chat -q --config conf "the whole task"
== exit 0
== stdout
3
== requests 3
== request 1 of=a
"model":"x"
END
    BIN=$BIN run "$HELPERS/modelserver" test box.case
    echo "$output"
    [ "$output" = "ok box.case" ]
}
