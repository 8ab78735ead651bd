#!/usr/bin/env bats
# The docker executor: what it does when an engine misbehaves (tests/helpers/engine.c plays that),
# and what containers of a real one keep away from the code, where there is one. What it has in common
# with other executors is in executors.bats.
load helper

need_fake() { fake_engine "$@" || skip "this build carries no worker for containers"; }

# python CODE OPTION...: a program under the docker executor.
python() {
    local code=$1
    shift
    run_split timeout 120 "$BIN" python --no-config -e docker "$@" -c "$code"
    echo "$status: $output $errors"
}

@test "an engine that misbehaves: a clear error, and no container left" {
    need_fake
    cat >expected <<'END'
no-engine 10 is no engine
old 10 speaks version 1.24 of the API; 1.40 or later is needed
windows 10 has containers for windows
bad-json 10 bad JSON
other-machine 10 is for s390x
build-error 10 cannot build the image: no space left
create-refused 10 invalid limits
no-limits 7 sets no limit of memory, processor time; give --sandbox available
attach-refused 10 cannot attach: not upgraded, status 404: gone
attach-silent 10 no reply to the upgrade
start-fails 10 exec format error
dies 7 the container did not answer: bad magic
bad-piece 7 the engine's stream is damaged
cut-piece 7 the container did not answer
huge-frame 7 the container did not answer
no-hello 7 the container did not answer
huge-head 7 the container did not answer
END
    while read -r fault code text; do
        fake_engine "$fault"
        python 'print(1)'
        [ "$status" = "$code" ]
        [ -z "$output" ]
        [[ $errors == *"$text"* ]]
        ! grep -q create? engine.log || grep -q '^DELETE /v[0-9.]*/containers/smolagent-' engine.log
    done <expected
}

@test "a frame without bytes is no answer, and nothing more is waited for" {
    need_fake empty-frame
    SECONDS=0
    python 'print(1)'
    [ "$status" = 7 ]
    [[ $errors == *"the container did not answer"* ]]
    [ "$SECONDS" -lt 15 ]
}

@test "with --sandbox available a limit that the engine does not set is a warning" {
    need_fake no-limits
    python 'print(6 * 7)' --sandbox available
    [ "$output" = 42 ]
    [[ $errors == *"warning: the engine sets no limit of memory, processor time"* ]]
}

@test "the newest version of the API that both know is spoken" {
    need_fake new
    python 'print(6 * 7)'
    [ "$output" = 42 ]
    grep -q '^POST /v1.47/containers/create' engine.log
}

@test "an image is built once" {
    need_fake
    python 'print(1)'
    python 'print(2)'
    [ "$output" = 2 ]
    [ "$(grep -c /build? engine.log)" = 1 ]
}

@test "an image that is not here is fetched, or the engine's reason given" {
    need_fake pull-error
    python 'print(1)' --image missing/image
    [ "$status" = 10 ]
    [[ $errors == *"the image missing/image is not here and cannot be fetched: no route"* ]]
    grep -q 'POST .*/images/create?fromImage=missing%2Fimage&tag=latest' engine.log
    python 'print(1)' --image 'no such name'
    [ "$status" = 2 ]
    [[ $errors == *"is no name of an image"* ]]
}

@test "no engine, odd addresses and contexts" {
    DOCKER_HOST=unix://$dir/none.sock python 'print(1)'
    [ "$status" = 10 ]
    [[ $errors == *"there is no engine at unix://$dir/none.sock: start Docker or Podman"* ]]
    DOCKER_HOST=ssh://host python 'print(1)'
    [ "$status" = 10 ]
    [[ $errors == *"only unix:// and tcp:// addresses"* ]]
    unset DOCKER_HOST
    DOCKER_CONTEXT=nowhere python 'print(1)'
    [ "$status" = 10 ]
    [[ $errors == *"no docker context 'nowhere'"* ]]
    need_fake
    unset DOCKER_HOST
    mkdir -p .docker/contexts/meta/123
    echo '{"currentContext": "fake"}' >.docker/config.json
    printf '{"Name": "fake", "Endpoints": {"docker": {"Host": "unix://%s/engine.sock"}}}' "$dir" \
        >.docker/contexts/meta/123/meta.json
    python 'print(6 * 7)'
    [ "$output" = 42 ]
    rm -r .docker && mkdir podman && ln -s ../engine.sock podman/podman.sock
    [ -S /var/run/docker.sock ] || {
        XDG_RUNTIME_DIR=$dir python 'print(6 * 7)'
        [ "$output" = 42 ]
    }
}

@test "Ctrl-C while an image is built ends the run at once" {
    need_fake build-hangs
    replies r.jsonl 'final_answer(1)'
    env --default-signal=INT "$BIN" run --no-config -m replay:r.jsonl -e docker task >out 2>err 3>&- &
    await grep -q /build? engine.log
    kill -INT $!
    wait $! && status=0 || status=$?
    [ "$status" = 130 ]
    grep -q "interrupted by SIGINT" err
}

@test "an engine that freezes ends the run, after --step-timeout and a grace" {
    need_fake
    replies r.jsonl 'print("go", flush=True)
while True: pass' 'final_answer("went on")'
    "$BIN" run --no-config -m replay:r.jsonl -e docker --step-timeout 2s -vv task >out 2>err 3>&- &
    await grep -q '^go' err
    frozen="$engine $(pgrep -P "$engine")"
    kill -STOP $frozen
    SECONDS=0
    wait $! && status=0 || status=$?
    kill -CONT $frozen
    cat err
    [ "$status" = 10 ]
    [ "$SECONDS" -lt 60 ]
    grep -q "cannot be replaced: the engine at unix://.* did not answer within 10 s" err
    ! grep -q 'step 2' err || false
}

@test "a host that is killed leaves no container behind" {
    need_fake
    "$BIN" python --no-config -e docker -c 'print("go", flush=True)
while True: pass' >out 2>err 3>&- &
    await grep -q go out
    kill -KILL $!
    await grep -q ^DELETE engine.log
    grep -q '^DELETE /v1.41/containers/smolagent-' engine.log
}

@test "real containers: killed at any moment, none is left" {
    need_api
    python 'print(1)'
    for i in $(seq 1 12); do
        "$BIN" python --no-config -e docker -c 'while True: pass' >/dev/null 2>&1 3>&- &
        sleep "0.$(printf %02d $((i * 4)))"
        kill -KILL $! 2>/dev/null
    done
    none_left
}

@test "real containers: the code's own Python, limits, and nothing else within reach" {
    need_image
    python 'import os
for path in "/x", "/usr/x", "/run/x", "/var/tmp/x", "/dev/x":
    try: open(path, "w"); print("written", path)
    except OSError: pass
try: open("/proc/1/mem", "rb"); print("the first process")
except OSError: pass
print(20000 <= os.getuid() < 60000, os.listdir("/tmp"), sorted(os.listdir("/sys/class/net")))' --image "$image"
    [ "$output" = "True [] ['lo']" ]
    python 'import socket
try: socket.create_connection(("1.1.1.1", 80), 2)
except OSError as e: print(e)' --image "$image"
    [ "$output" = "[Errno 1] Operation not permitted" ]
    python 'import os
n = 0
try:
    while os.fork() or __import__("time").sleep(60): n += 1
except OSError: print(0 < n < 130)' --image "$image"
    [ "$output" = True ]
    python 'x = []
while True: x.append(bytearray(10000000))' --image "$image" --max-memory 64M
    [ "$status" = 5 ]
    [[ $errors == *"memory limit of 67108864 bytes reached at line 2"* ]]
    python 'n = i = 0
try:
    while True: n += open("/tmp/f", "ab").write(bytes(1 << 20))
except OSError as e: print(n < 10 << 20)
try:
    while True: open("/tmp/%d" % i, "w").close(); i += 1
except OSError as e: print(0 < i < 2000)' --image "$image" --max-disk 8M
    [ "$output" = "True
True" ]
    python 'import os
for s in 9, 19, 15:
    try: os.kill(1, s)
    except PermissionError: pass
print("still here")' --image "$image"
    [ "$output" = "still here" ]
    none_left
}

# attack CODE [IMAGE OPTION...]: what ctypes can do in a container with an image.
attack() {
    local code=$1
    shift
    python "import ctypes, os, resource, socket
libc = ctypes.CDLL(None, use_errno=True)
def done(number, *args): return libc.syscall(number, *args) >= 0
def allowed(f):
    try: f()
    except OSError: return False
    return True
$code" "$@"
}

@test "real containers: no namespaces, no sockets but Unix ones, nobody else's limits" {
    need_image
    [ "$(uname -m)" = x86_64 ] || skip "the numbers of the calls are those of x86-64"
    attack 'print([flag for flag in (0x10000000, 0x40000000, 0x20000, 0x08000000, 0x20000000, 0x04000000, 0x02000000, 0x80)
    if done(272, flag)])
print([f for f in range(46) if allowed(lambda: socket.socket(f, socket.SOCK_STREAM)) or
    allowed(lambda: socket.socket(f, socket.SOCK_RAW)) or allowed(lambda: socket.socket(f, socket.SOCK_DGRAM))])
print(done(165, b"none", b"/tmp", b"tmpfs", 0, None), done(430, b"tmpfs", 0), done(434, 1, 0), done(310, 1, 0, 0, 0, 0, 0),
    done(250, 0, -3, 0), done(29, 0, 4096, 0o1600), done(68, 0, 0o1600), done(64, 0, 1, 0o1600), done(435, bytes(88), 88))
print(allowed(lambda: resource.prlimit(1, resource.RLIMIT_CPU, (1, 1))))
import asyncio, subprocess, threading
print(subprocess.run(["/usr/bin/python3", "-c", "print(6 * 7)"], capture_output=True, text=True).stdout.strip())
async def beside(): return (await asyncio.create_subprocess_exec("/usr/bin/python3", "-c", "pass")).returncode
asyncio.run(beside())
threading.Thread(target=print, args=("thread",)).start()' --image "$image"
    [ "$status" = 0 ]
    [ "$output" = "[]
[1]
False False False False False False False False False
False
42
thread" ]
}

@test "real containers: nothing is written but /tmp, and nothing there is executed" {
    need_image
    attack 'import shutil
written = []
for folder, folders, files in os.walk("/"):
    if folder.startswith(("/proc", "/sys", "/tmp")): continue
    for name in [folder + "/x"] + [folder + "/" + file for file in files]:
        if allowed(lambda: open(name, "ab")): written.append(name)
print([name for name in written if name not in ("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")])
print(done(240, b"queue", 0o102, 0o600, 0), os.path.exists("/dev/shm"))
shutil.copy("/usr/bin/python3", "/tmp/program")
os.chmod("/tmp/program", 0o755)
print(allowed(lambda: os.execv("/tmp/program", ["program"])))
shutil.copy(next("/usr/lib/" + d + "/libz.so.1" for d in os.listdir("/usr/lib") if os.path.exists("/usr/lib/" + d + "/libz.so.1")), "/tmp/library")
print(allowed(lambda: ctypes.CDLL("/tmp/library")))
print(["/tmp" for line in open("/proc/self/mountinfo") if " /tmp " in line and "noexec" in line])' --image "$image"
    [ "$output" = "[]
False False
False
False
['/tmp']" ]
}

@test "real containers: what an image declares as a volume is empty and read-only" {
    need_image
    before=$(api GET /volumes | grep -o '"Name"' | wc -l)
    printf 'FROM %s\nVOLUME ["/data/", "/tmp", "/run", "/var", "/deep/er/place", "/with space"]\n' "$image" >Dockerfile
    attack 'for path in "/data", "/var", "/deep/er/place", "/with space":
    print(os.listdir(path) if path != "/var" else "", allowed(lambda: open(path + "/x", "wb").write(b"x")))' --dockerfile Dockerfile --max-disk 8M
    [ "$status" = 0 ]
    [ "$output" = "[] False
 False
[] False
[] False" ]
    none_left
    [ "$(api GET /volumes | grep -o '"Name"' | wc -l)" = "$before" ]
}

@test "a mount that may be written and is not ours ends the run" {
    need_fake more-mounts
    python 'print(1)'
    [ "$status" = 7 ]
    [ -z "$output" ]
    [[ $errors == *"the engine lets the code write, without bounds, to /data; give --sandbox available"* ]]
    ! grep -q /start engine.log || false
    grep -q '^DELETE /v1.41/containers/smolagent-' engine.log
    python 'print(6 * 7)' --sandbox available
    [ "$output" = 42 ]
    [[ $errors == *"warning: the engine lets the code write"* ]]
}

@test "real containers: a relay that is killed leaves nothing, the host removes it" {
    need_image
    python 'print(1)' --image "$image"
    replies r.jsonl 'print("go")
import time
time.sleep(60)' 'final_answer("went on")'
    "$BIN" run --no-config -m replay:r.jsonl -e docker --image "$image" --imports time -vv task >out 2>err 3>&- &
    host=$!
    await grep -q '^go' err
    relay=$(pgrep -P $host | head -n 1)
    kill -KILL "$relay"
    wait $host
    cat err
    [ "$(cat out)" = "went on" ]
    none_left
    for i in 1 2 3 4 5 6 7 8; do
        "$BIN" python --no-config -e docker --image "$image" -c 'while True: pass' >/dev/null 2>&1 3>&- &
        host=$!
        sleep "0.$i"
        relay=$(pgrep -P $host | head -n 1) || true
        [ -z "$relay" ] || kill -KILL "$relay" || true
        wait $host || true
    done
    none_left
}

@test "real containers: what a relay and its host left, killed at once, the next run removes" {
    need_image
    for i in 1 2 3 4; do
        setsid "$BIN" python --no-config -e docker --image "$image" -c 'while True: pass' >/dev/null 2>&1 3>&- &
        host=$!
        sleep "0.$i"
        kill -KILL $host $(pgrep -P $host) 2>/dev/null || true
    done
    # On a busy machine the engine is still making one when the first of these looks.
    for _ in 1 2 3; do
        sleep 1
        python 'print(1)' --image "$image"
        [ -n "$(ours)" ] || break
    done
    none_left
}

@test "real containers: our own interpreter's worker is out of reach of an engine's defaults" {
    need_api
    python 'try: open("/etc/passwd")
except PermissionError: print("no file")
x = []
while True: x.append(bytes(1000000))' --max-memory 64M
    [ "$output" = "no file" ]
    [ "$status" = 5 ]
    [[ $errors == *"memory limit of 67108864"* ]]
    none_left
}

@test "real containers: variables, a Dockerfile, another name of the Python" {
    need_image
    export GRANTED=yes SECRET_VALUE=no
    python 'import os
print(os.environ.get("GRANTED"), os.environ.get("SECRET_VALUE"))' --image "$image" --env GRANTED
    [ "$output" = "yes None" ]
    printf 'FROM %s\nENV MADE=here\n' "$image" >Dockerfile
    python 'import os
print(os.environ["MADE"])' --dockerfile Dockerfile
    [ "$output" = here ]
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e docker --image "$image" --python python9 -vv task
    echo "$status: $errors"
    [ "$status" = 10 ]
    [[ $errors == *"cannot run python9 in the container: No such file"* && $errors != *"step 1"* ]]
    python 'print(1)' --image "$image" --dockerfile Dockerfile
    [ "$status" = 2 ]
}

@test "real containers: a worker that dies is replaced, and its state comes back" {
    need_image
    replies r.jsonl 'x = 21' 'import os
os.kill(os.getpid(), 9)' 'final_answer(x * 2)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e docker --image "$image" --imports os -vv task
    echo "$output $errors"
    [ "$output" = 42 ]
    [[ $errors == *"the sandbox worker was killed"*"ran the 1 earlier cells again"* ]]
    none_left
}

@test "doctor --prune removes what a crash left, and nothing else" {
    need_api
    python 'print(1)'
    tag=$(api GET /images/json | grep -o 'localhost/smolagent:[0-9a-f]*' | head -n 1)
    boot=$(cat /proc/sys/kernel/random/boot_id) space=$(readlink /proc/self/ns/pid)
    start=$(awk '{print $22}' /proc/$$/stat)
    make() { # NAME OWNER
        api POST "/containers/create?name=$1" -H 'Content-Type: application/json' \
            -d "{\"Image\":\"$tag\",\"Cmd\":[\"x\"],\"Labels\":{\"smolagent.owner\":\"$2\"},\"HostConfig\":{\"NetworkMode\":\"none\"}}"
    }
    make smolagent-0dead "$boot $space 999999999 5" && make smolagent-0reused "$boot $space $$ 5"
    make smolagent-0alive "$boot $space $$ $start" && make smolagent-0other "elsewhere pid:[1] 3 5"
    run_split "$BIN" doctor --no-config --prune
    echo "$output"
    left=$(api GET '/containers/json?all=1' | grep -o 'smolagent-0[a-z]*' | sort -u | tr '\n' ' ')
    api DELETE /containers/smolagent-0alive && api DELETE /containers/smolagent-0other
    [ "$left" = "smolagent-0alive smolagent-0other " ]
    [[ $output == *"2 containers and volumes without an owner removed"* ]]
    run_split "$BIN" doctor --no-config --prune
    # That of the container that it starts, and its layer.
    [ "$(api GET "/images/json?all=1&filters=%7B%22label%22%3A%5B%22smolagent%3Dimage%22%5D%7D" | grep -o '"Id"' | wc -l)" -le 2 ]
}

@test "doctor --prune asks an engine for nothing by an id that is no name" {
    command -v python3 >/dev/null || skip "no python3 to play the engine"
    cat >listing.py <<'END'
import json, socketserver, sys
path, owner = sys.argv[1:]
ids = ["../../images/evil?force=1&x", "a/b", "", "..", "a%2fb", "x" * 200, "-rf", "good-1"]
class Client(socketserver.StreamRequestHandler):
    def handle(self):
        while line := self.rfile.readline().decode():
            while self.rfile.readline().strip(): pass
            open("engine.log", "a").write(line)
            items = [{"Id": i, "Name": i, "Labels": {"smolagent.owner": owner}} for i in ids]
            found = items if "/containers/json" in line else {"Volumes": items} if "/volumes?" in line else {}
            body = json.dumps(found).encode()
            head = "HTTP/1.1 200 OK\r\nApi-Version: 1.41\r\nContent-Length: %d\r\n\r\n" % len(body)
            self.wfile.write(head.encode() + body)
class Engine(socketserver.ThreadingMixIn, socketserver.UnixStreamServer): daemon_threads = True
server = Engine(path, Client)
print("ready", flush=True)
server.serve_forever()
END
    boot=$(cat /proc/sys/kernel/random/boot_id) space=$(readlink /proc/self/ns/pid)
    python3 listing.py "$dir/engine.sock" "$boot $space 999999999 5" >engine.out 3>&- &
    engine=$!
    export DOCKER_HOST=unix://$dir/engine.sock
    await grep -q ready engine.out
    run_split "$BIN" doctor --no-config --prune
    echo "$output $errors"
    [[ $errors == *"lists something by what is no name: ../../images/evil"* ]]
    [ "$(grep -c ^DELETE engine.log)" = 2 ]
    grep -q '^DELETE /v1.41/containers/good-1?' engine.log
    grep -q '^DELETE /v1.41/volumes/good-1 ' engine.log
}

# Those about signals measure milliseconds.
@test "every agent case ends the same under the docker executor" {
    need_fake
    cd "$BATS_TEST_DIRNAME/../.."
    export BIN SMOLAGENT_EXECUTOR=docker WORK=$dir
    "$HELPERS/modelserver" test tests/agent/[!s]*.case tests/agent/s[!i]*.case tests/agent/team/*.case >"$dir/log" 2>&1 || true
    grep -A5 '^not ok' "$dir/log" || true
    [ "$(grep -c '^ok' "$dir/log")" -gt 40 ]
    ! grep -q '^not ok' "$dir/log" || false
}
