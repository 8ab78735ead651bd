#!/usr/bin/env bats
# The python executor alone: what holds the host's interpreter, which one it is, what it adds to the
# built-in one, and how one gets there. Needs a python3 (3.8 or later) in PATH.
load helper

setup_file() { export BATS_TEST_TIMEOUT=${BATS_TEST_TIMEOUT:-180}; }

host() { run_split "$BIN" python --no-config --executor python "$@"; }

needs_module() {
    needs python
    host --max-memory 1G -c "import $1"
    [ "$status" = 0 ] || skip "the host's python3 has no $1"
}

@test "attack: files outside of the interpreter's own do not exist" {
    needs python
    echo secret >"$dir/secret"
    for path in /etc/passwd /proc/self/environ "$dir/secret" "$HOME" /root /home /usr/bin; do
        host -c "
import os
try: print(os.listdir('$path') if os.path.isdir('$path') else open('$path').read())
except OSError as e: print(type(e).__name__)"
        echo "$path: $output"
        case $output in FileNotFoundError | PermissionError | NotADirectoryError) ;; *) false ;; esac
    done
    host -c 'import os
for path in (os.__file__, "/usr/x", "/x"):
    try: open(path, "a"); print("written")
    except OSError as e: print("refused")'
    [ "$output" = $'refused\nrefused\nrefused' ]
}

@test "attack: there is no network" {
    needs python
    host -c '
import socket
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK):
    try: socket.socket(family, socket.SOCK_STREAM if family != socket.AF_NETLINK else socket.SOCK_RAW)
    except PermissionError: print("PermissionError")'
    [ "$output" = $'PermissionError\nPermissionError\nPermissionError\nPermissionError' ]
    host -c 'import urllib.request; urllib.request.urlopen("http://127.0.0.1/")'
    [ "$status" = 1 ]
    [[ $errors == *"Operation not permitted"* || $errors == *"name resolution"* ]]
}

@test "attack: a fork bomb has nothing to fork, threads are bounded" {
    needs python
    host -c '
import os, subprocess, sys, threading
def attempt(f):
    try: f(); print("done")
    except OSError as e: print(type(e).__name__)
attempt(os.fork)
attempt(lambda: subprocess.run(["true"]))
attempt(lambda: os.execv(sys.executable, ["python3"]))
attempt(lambda: os.posix_spawn("/bin/true", ["true"], {}))
go = threading.Event()
try:
    for i in range(1000): threading.Thread(target=go.wait, daemon=True).start()
except RuntimeError as e: print(e)
go.set()'
    echo "$output $errors"
    [ "$output" = $'PermissionError\nPermissionError\nPermissionError\nPermissionError\ncan\'t start new thread' ]
}

@test "attack: a memory bomb meets the limit, and the next cell runs" {
    [ "${MODE:-release}" != asan ] || skip "without limits of memory in this build (src/jail/rlimits.c)"
    needs python
    host --max-memory 64M -c $'x = [0]\nwhile True: x += x'
    [ "$status" = 5 ]
    [[ $errors == *"memory limit of 67108864 bytes reached at line 2"* ]]
    host --max-memory 64M -c $'try: bytearray(10**12)\nexcept MemoryError: print("caught")'
    [ "$output" = caught ]
}

@test "attack: the scratch folder is small, private and gone afterwards" {
    needs python mount-namespace
    host --max-disk 4M -c "name = '/tmp/smolagent-test-$$-'"'
import os
try:
    with open("/tmp/a", "wb") as f:
        for i in range(100): f.write(bytes(1 << 20))
except OSError as e: print(e.strerror)
try:
    for i in range(10): open(name + "b%d" % i, "wb").write(bytes(1 << 20))
except OSError as e: print(e.strerror)
try:
    for i in range(10**6): open(name + "c%d" % i, "w").close()
except OSError as e: print(e.strerror)'
    echo "$output $errors"
    [ "$output" = $'File too large\nNo space left on device\nNo space left on device' ] # the last: of files
    [ ! -e /tmp/smolagent-test-$$-b1 ]
    [ ! -e /tmp/smolagent-test-$$-c1 ]
    host --max-disk 0 -c 'open("/tmp/a", "w")'
    [ "$status" = 1 ]
    [[ $errors == *Error* ]]
}

@test "what the kernel says of the interpreter" {
    needs python
    "$BIN" python --executor python -c $'print("go", flush=True)\nwhile True: pass' >out &
    pid=$!
    await grep -q go out
    worker=$(cat "/proc/$pid/task/$pid/children")
    worker=${worker% }
    status=$(cat "/proc/$worker/status")
    environment=$(tr '\0' ' ' <"/proc/$worker/environ")
    fds=$(ls "/proc/$worker/fd")
    kill -KILL $pid
    for _ in $(seq 200); do [ -e "/proc/$worker/exe" ] && sleep 0.02 || break; done
    [[ $status == *"NoNewPrivs:"*1*"Seccomp:"*2* ]]
    for set in CapInh CapPrm CapEff CapAmb; do [[ $status == *"$set:"$'\t'0000000000000000* ]]; done
    echo "environment: $environment; descriptors: $fds"
    [ -z "$environment" ]
    [ "$(echo "$fds" | wc -l)" -le 4 ]
    [ "$(id -u)" != 0 ] || [[ $status == *"Uid:"$'\t'65534$'\t'65534* ]]
    [ ! -e "/proc/$worker/exe" ]
}

@test "a worker that breaks the protocol or dies is replaced, with its state" {
    needs python
    for attack in 'os.write(3, b"\xff" * 100)' 'os.write(3, b"\0\0\0\x02{}")' 'os._exit(3)' 'import ctypes; ctypes.string_at(0)' \
        'os.write(3, b"\0\0\0\x1f{\"t\":\"call\",\"kind\":\"tool\"     }")'; do
        replies r.jsonl 'import os
x = 5
print("early")' "$attack
while True: pass" 'final_answer(x)'
        run_split "$BIN" run --no-config -m replay:r.jsonl -e python --imports os,ctypes --step-timeout 20 -vv task
        echo "$attack: $output $errors"
        [ "$output" = 5 ]
        [[ $errors == *"WorkerError: the sandbox worker"*"a fresh worker ran the 1 earlier cells again"* ]]
    done
}

@test "a spare worker waits for the one that runs to be lost; a dead one does no harm" {
    needs python
    for spare in alive dead; do
        replies r.jsonl 'import os, time
x = 5' 'print("go", flush=True)
time.sleep(1)
os._exit(3)' 'final_answer(x)'
        "$BIN" run --no-config -m replay:r.jsonl -e python --imports os,time -vv task >out 2>err &
        pid=$!
        await grep -q '^go' err
        children=$(cat "/proc/$pid/task/$pid/children")
        echo "$children"
        [ "$(wc -w <<<"$children")" = 2 ]
        [ $spare = alive ] || kill -KILL $(awk '{print $2}' <<<"$children")
        wait $pid
        cat out err
        [ "$(cat out)" = 5 ]
        grep -q "a fresh worker ran the 1 earlier cells again" err
        for child in $children; do [ ! -e "/proc/$child/exe" ]; done
    done
}

@test "a worker that is frozen has its time limit, and another takes over, though the spare one is frozen too" {
    needs python
    replies r.jsonl 'x = 21' 'print("go")
while True: pass' 'final_answer(2 * x)'
    "$BIN" run --no-config -m replay:r.jsonl -e python --step-timeout 2s -vv task >out 2>err 3>&- &
    await grep -q '^go' err
    kill -STOP $(pgrep -P $!)
    wait $! && status=0 || status=$?
    cat err
    [ "$status" = 0 ]
    [ "$(cat out)" = 42 ]
    grep -q "time limit of 2 s reached; the worker did not stop by itself and was ended" err
}

@test "code that catches everything is ended all the same" {
    needs python
    host --timeout 0.3 -c $'while True:\n    try:\n        while True: pass\n    except BaseException: pass'
    [ "$status" = 124 ]
    [[ $errors == *"time limit of 0.3 s reached"* ]]
    host --timeout 0.3 -c $'import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))\nwhile True: pass'
    [ "$status" = 124 ]
    [[ $errors == *"time limit of 0.3 s reached; the worker did not stop by itself"* ]]
}

@test "threads, asyncio, temporary files and stdin work" {
    needs python
    host -c '
import asyncio, threading
async def main():
    await asyncio.sleep(0.01)
    return 5
print(asyncio.run(main()))
t = threading.Thread(target=print, args=("thread",)); t.start(); t.join()'
    [ "$output" = $'5\nthread' ]
    [ -z "$errors" ]
    [ "$(printf 'a\nb' | "$BIN" python --executor python --stdin -c 'import sys; print([input(), sys.stdin.read()])')" = "['a', 'b']" ]
    grants mount-namespace || return 0 # without mounts there is no /tmp
    host -c '
import tempfile
with tempfile.NamedTemporaryFile("w+") as f: f.write("x"); f.seek(0); print(f.read())'
    [ "$output" = x ]
}

@test "numpy and pandas: values come back as data" {
    needs_module numpy && needs_module pandas
    replies r.jsonl 'import numpy as np, pandas as pd
a = np.arange(6).reshape(2, 3)
t = pd.DataFrame({"k": ["a", "b", "a"], "v": [1, 2, 3]})
t' 'final_answer({"a": a, "s": a.sum(), "t": t, "l": t.groupby("k").v.sum(), "g": t.groupby("k").v.sum().to_dict()})'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e auto --imports numpy,pandas --max-memory 1G --output json -vv task
    echo "$output $errors"
    [[ $errors == *"   k  v"*"0  a  1"* ]]
    [[ $output == *'"a": [[0, 1, 2], [3, 4, 5]], "s": 15, "t": [{"k": "a", "v": 1}, {"k": "b", "v": 2}, {"k": "a", "v": 3}], "l": {"a": 4, "b": 2}, "g": {"a": 4, "b": 2}'* ]]
}

@test "matplotlib draws without a display" {
    needs_module matplotlib
    host --max-memory 1G -c '
import matplotlib.pyplot as plt
plt.plot([1, 2, 4]); plt.title("t"); plt.savefig("/tmp/a.png")
print(plt.get_backend().lower(), open("/tmp/a.png", "rb").read(4))'
    echo "$output $errors"
    [ "$output" = "agg b'\\x89PNG'" ]
}

@test "what is drawn is told as text, once" {
    needs_module matplotlib
    replies r.jsonl 'import matplotlib.pyplot as plt
plt.plot([1, 2, 4], label="a"); plt.title("t"); plt.xlabel("n")' 'fig, (l, r) = plt.subplots(1, 2)
l.bar(["Jan", "Feb"], [3, 4.5]); r.scatter(range(20), range(20))' 'plt.imshow([[1, 2]])' 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e python --imports 'matplotlib.*' --max-memory 1G -vv task
    echo "$output $errors"
    [ "$output" = 1 ]
    grep '^\[figure' <<<"$errors" | awk '!seen[$0]++' >told
    diff - told <<'END'
[figure 1: title 't'; x 'n'; line 'a' of 3 points: (0, 1), (1, 2), (2, 4)]
[figure 2: 2 bars: Jan 3, Feb 4.5 | points of 20: (0, 0), (1, 1), (2, 2), (3, 3), (4, 4), ..., (18, 18), (19, 19)]
[figure 2: 2 bars: Jan 3, Feb 4.5 | points of 20: (0, 0), (1, 1), (2, 2), (3, 3), (4, 4), ..., (18, 18), (19, 19); images: 1x2]
END
}

@test "auto is local unless an import needs python; local says how to get there" {
    needs python
    replies r.jsonl 'final_answer(1)'
    for imports in os re.sub collections.abc 'json.*'; do
        run_split "$BIN" run --no-config -m replay:r.jsonl -e auto --imports "$imports" -v x
        [[ $errors == *"executor local"* ]]
    done
    for imports in multiprocessing 'ctypes.*' socket; do
        run_split "$BIN" run --no-config -m replay:r.jsonl -e auto --imports "$imports" -v x
        [[ $errors == *"executor python"* ]]
    done
    run_split "$BIN" python --no-config -c 'import numpy.linalg'
    [[ $errors == *"--executor python runs the code under python3, if that has it"* ]]
    replies r.jsonl 'import pandas' 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -vv x
    [[ $errors == *"import of 'pandas' is not authorised"*"--imports pandas runs the code under python3, if that has it"* ]]
}

@test "every installed package is authorised unless --only-imports is set, of the standard library the same as elsewhere" {
    needs python
    PATH=/usr/bin:/bin python3 -m venv --without-pip "$dir/env" 2>/dev/null || skip "this python3 makes no virtual environments"
    echo 'import ctypes; where = "here"' >"$(echo "$dir"/env/lib/python3*/site-packages)/only_here.py"
    chmod -R a+rX "$dir"
    replies r.jsonl $'import importlib, only_here, argparse\nfor name in ("ctypes", "_socket", "pickle", "nowhere_at_all"):\n    try: importlib.import_module(name)\n    except ImportError as e: print(type(e).__name__, e)\nfinal_answer(only_here.where)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e python --python "$dir/env" --imports importlib --output json task
    echo "$status: $output $errors"
    [[ $output == *'"answer":"here"'*'"imports":["importlib","only_here","argparse"],"refused_imports":["ctypes","_socket","pickle"]'* ]]
    [[ $errors == *"ModuleNotFoundError No module named 'nowhere_at_all'"* ]]
    run_split "$BIN" run --no-config -m replay:r.jsonl -e python --python "$dir/env" --only-imports importlib --output json task
    [[ $output == *'"refused_imports":["only_here"]'* ]]
}

@test "--python takes a program or a virtual environment, and names what it is not" {
    needs python
    host --python "$(command -v env)" -c 1
    [ "$status" = 10 ]
    [[ $errors == *"env"* ]]
    host --python /nowhere -c 1
    [ "$status" = 10 ]
    [[ $errors == *"--python /nowhere: neither a python3 program nor a virtual environment"* ]]
    run_split env PATH=/nowhere "$BIN" python --no-config --executor python -c 1
    [ "$status" = 10 ]
    [[ $errors == *"needs a python3 program"* ]]
    # one that its user can reach without mounts
    PATH=/usr/bin:/bin python3 -m venv --without-pip "$dir/venv" 2>/dev/null || skip "this python3 makes no virtual environments"
    folder=$(echo "$dir"/venv/lib/python3*/site-packages)
    echo 'where = "venv"' >"$folder/only_here.py"
    chmod -R a+rX "$dir"
    host --python "$dir/venv" -c 'import only_here, sys; print(only_here.where, sys.prefix)'
    echo "$output $errors"
    [ "$output" = "venv $dir/venv" ]
}

@test "a Python that is too old is named to scripts and agents alike" {
    needs python
    # one that its user can reach without mounts
    PATH=/usr/bin:/bin python3 -m venv --without-pip "$dir/venv" 2>/dev/null || skip "this python3 makes no virtual environments"
    folder=$(echo "$dir"/venv/lib/python3*/site-packages)
    # What 3.7 is to the worker: it says so, and has no await outside of functions.
    echo 'import ast, sys; sys.version_info = (3, 7, 16, "final", 0); del ast.PyCF_ALLOW_TOP_LEVEL_AWAIT' \
        >"$folder/old.pth"
    chmod -R a+rX "$dir"
    host --python "$dir/venv" -c 1
    [ "$status" = 10 ]
    [[ $errors == *"is Python 3.7.16; 3.8 or later is needed"* ]]
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e python --python "$dir/venv" task
    echo "$status: $errors"
    [ "$status" = 10 ]
    [[ $errors == *"is Python 3.7.16; 3.8 or later is needed"* ]]
}

@test "--imports takes the first python3 in PATH that has the module, and fails at the start where none has it" {
    needs python
    for name in without with; do
        PATH=/usr/bin:/bin python3 -m venv --without-pip "$dir/$name" 2>/dev/null || skip "this python3 makes no virtual environments"
    done
    echo 'where = "here"' >"$(echo "$dir"/with/lib/python3*/site-packages)/only_here.py"
    chmod -R a+rX "$dir"
    replies r.jsonl $'import only_here\nfinal_answer(only_here.where)'
    run_split env PATH="$dir/without/bin:$dir/with/bin:$PATH" "$BIN" run --no-config -m replay:r.jsonl --imports only_here -v task
    echo "$status: $output $errors"
    [ "$output" = here ]
    run_split env PATH="$dir/without/bin:$PATH" "$BIN" run --no-config -m replay:r.jsonl --imports only_here.sub -v task
    echo "$status: $output $errors"
    [ "$status" = 10 ]
    [[ $errors == *"the module 'only_here.sub' that --imports names is missing from $dir/without/bin/python3: install it there"* ]]
    [[ $errors != *"step 1"* ]]
}

@test "as root: folders that nobody may not use are named at the start, and so is an interpreter" {
    needs python
    [ "$(id -u)" = 0 ] || skip "not root"
    chmod 755 . && mkdir -m 755 owned && mkdir -m 777 open
    replies r.jsonl 'final_answer(1)'
    for options in "-e python" "--tools shell"; do
        run_split "$BIN" run --no-config -m replay:r.jsonl $options --folder owned:rw --folder open:rw -q task
        echo "$status: $errors"
        [ "$output" = 1 ]
        [[ $errors == *"--folder owned: as root, the "*" runs as nobody, who may not write there"* ]]
        [[ $errors != *"--folder open"* ]]
    done
    python3 -m venv --without-pip "$dir/open/venv" 2>/dev/null || skip "this python3 makes no virtual environments"
    chmod 700 open
    run_split "$HELPERS/deny" m "$BIN" run --no-config -m replay:r.jsonl -e python --python open/venv -q task
    echo "$status: $errors"
    [ "$status" = 10 ]
    [[ $errors == *"open/venv/bin/python3 cannot be started in the sandbox: Permission denied"* ]]
}

@test "a program that is not a Python ends the run before the model is asked" {
    needs python
    replies r.jsonl 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -e python --python /bin/false -vv task
    echo "$status: $errors"
    [ "$status" = 10 ]
    [[ $errors == *"the sandbox worker did not start (it ended with status 1); its program is /bin/false"* ]]
    [[ $errors != *"step 1"* ]]
}

@test "strict refuses when a layer is missing, available says so and runs" {
    needs python
    poor() { unshare -U -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"; }
    needs user-namespace
    run_split poor "$BIN" python --executor python --sandbox strict -c 'print(1)'
    [ "$status" = 7 ]
    [[ $errors == *"the sandbox lacks: user namespace"* ]]
    run_split poor setpriv --inh-caps=-all --bounding-set=-all "$BIN" python --executor python -c '
try: open("/etc/passwd")
except PermissionError: print("refused")'
    echo "$output $errors"
    [ "$output" = refused ]
    [[ $errors == *"warning: the sandbox lacks"* ]]
}

@test "every agent case ends the same under python" {
    needs python
    cd "$BATS_TEST_DIRNAME/../.."
    export BIN HELPERS SMOLAGENT_EXECUTOR=python WORK=$dir
    # AddressSanitizer's maps leave no way to limit memory before the process becomes python3.
    [ "${MODE:-release}" != asan ] || without=/memory_limit
    agent_cases | grep -v "${without:-^\$}" | xargs "$HELPERS/modelserver" test >"$dir/log" 2>&1 || true
    grep -A5 '^not ok' "$dir/log" || true
    grep -q '^ok' "$dir/log"
    ! grep -q '^not ok' "$dir/log" || false
}

@test "code finds no part of the worker, and tracebacks have no line of it" {
    needs python
    host -c 'import sys
print([name for name in sys.modules if "worker" in name])
print(sorted(name for name in vars(sys.modules["__main__"]) if not name.startswith("__")))
try: import _worker
except ImportError as e: print(e)
print(sys._getframe().f_globals is globals(), __name__, type(sys.stdout).__module__)'
    [ "$output" = "[]
['sys']
No module named '_worker'
True __main__ __main__" ]
    replies r.jsonl 'eval("1/0")' 'def outer(): final_answer(len)
outer()' 'final_answer(" ".join(name for name in dir() if not name.startswith("__") and name != "stdin"))'
    run_split timeout 60 "$BIN" run --no-config -m replay:r.jsonl -e python -vv task
    echo "$status: $output $errors"
    [ "$output" = "final_answer outer" ]
    [[ $errors == *'File "<string>", line 1, in <module>'*ZeroDivisionError*'in outer'*TypeError* ]]
    [[ $errors != *'<worker/'* && $errors != *_load* && $errors != *'of a worker'* ]]
}

# What a program says to the host past the worker in python3, whose channel it looks for.
frames='import json, os, signal, stat, struct, time
def sockets(fd):
    try: return stat.S_ISSOCK(os.fstat(fd).st_mode)
    except OSError: return False
def say(*frames):
    parts = [json.dumps(frame).encode() for frame in frames]
    os.write(channel, b"".join(struct.pack(">I", len(part)) + part for part in parts))
signal.setitimer(signal.ITIMER_REAL, 0)
channel = next(fd for fd in range(3, 64) if sockets(fd))
'

@test "a worker that does not read what it asked for has its time limit, and ends by Ctrl-C" {
    needs python
    cat >big.conf <<'END'
[tool.big]
description = Says much.
command = ["head", "-c", "900000", "/dev/zero"]
END
    replies r.jsonl "$frames
for _ in range(20): say(dict(t=\"call\", kind=\"tool\", name=\"big\", args={}))
time.sleep(60)" 'final_answer("went on")'
    # Each frame that is not read held the host for ten seconds once; what a limit takes here without them is measured.
    replies usual.jsonl $'big()\nwhile True: pass' 'final_answer("went on")'
    SECONDS=0
    run_split timeout 100 "$BIN" run --config big.conf -m replay:usual.jsonl -e python --step-timeout 1 task
    [ "$output" = "went on" ]
    most=$((3 * SECONDS + 6))
    SECONDS=0
    run_split timeout 100 "$BIN" run --config big.conf -m replay:r.jsonl -e python --imports json,os,signal,stat,struct,time \
        --step-timeout 1 -vv task
    echo "$SECONDS of $most s, $status: $output $errors"
    [ "$output" = "went on" ]
    [ "$SECONDS" -lt $most ]
    [[ $errors == *"LimitError: time limit of 1 s reached"* ]]
    env --default-signal=INT "$BIN" run --config big.conf -m replay:r.jsonl -e python \
        --imports json,os,signal,stat,struct,time --step-timeout 60 task >out 2>err 3>&- &
    sleep 2
    SECONDS=0
    kill -INT $!
    wait $! && status=0 || status=$?
    [ "$status" = 130 ]
    [ "$SECONDS" -lt $most ]
}

@test "frames without end do not outlive the time limit" {
    needs python
    SECONDS=0
    run_split timeout 60 "$BIN" python --no-config -e python --timeout 1 -c "$frames
while True: say(dict(t='out', fd=1, text=''))"
    echo "$SECONDS $status: $errors"
    [ "$status" = 124 ]
    [ "$SECONDS" -lt 50 ]
}

@test "an answer that nothing had asked for breaks the protocol; prints of a thread do not" {
    needs python
    replies r.jsonl "$frames
say(dict(t=\"ok\"), dict(t=\"final\", value=\"forged\", text=\"forged\"))" 'print("next")' 'final_answer("honest")'
    run_split timeout 60 "$BIN" run --no-config -m replay:r.jsonl -e python --imports json,os,signal,stat,struct,time -vv task
    echo "$status: $output $errors"
    [ "$output" = honest ]
    [[ $errors == *"broke the protocol (a frame that answers nothing)"*"the state was reset"* ]]
    replies r.jsonl 'import threading, time
def talk():
    for i in range(300):
        print("tick", flush=True)
        time.sleep(0.001)
threading.Thread(target=talk).start()' 'x = 1' 'x += 1' 'time.sleep(0.5)' 'final_answer(x)'
    run_split timeout 60 "$BIN" run --no-config -m replay:r.jsonl -e python --imports threading,time -vv task
    echo "$status: $output $errors"
    [ "$output" = 2 ]
    [[ $errors != *protocol* && $errors == *tick* ]]
}

@test "attack: a file of the code's cannot be made set-user-ID or set-group-ID by any system call" {
    needs python mount-namespace
    host -c '
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == "x86_64"
calls = {"openat": 257 if x86 else 56, "fchmod": 91 if x86 else 52, "fchmodat": 268 if x86 else 53,
         "fchmodat2": 452, "openat2": 437, "mknodat": 259 if x86 else 33}
calls |= {"open": 2, "creat": 85, "chmod": 90, "mknod": 133} if x86 else {}
os.chdir("/tmp")
plain = os.open("plain", os.O_CREAT | os.O_RDWR, 0o755)
how = (ctypes.c_uint64 * 3)(os.O_CREAT | os.O_WRONLY, 0o4755, 0)
new, here, create = b"new", -100, os.O_CREAT | os.O_WRONLY
arguments = {"openat": (here, new, create), "open": (new, create), "creat": (new,),
             "chmod": (b"plain",), "fchmod": (plain,), "fchmodat": (here, b"plain"),
             "fchmodat2": (here, b"plain"), "mknod": (new,), "mknodat": (here, new)}
for name, number in calls.items():
    for mode in (0o4755, 0o2755, 0o6755):
        words = (here, new, how, 24) if name == "openat2" else (*arguments[name], mode, 0)
        if libc.syscall(number, *words) != -1: print(name, oct(mode), "was allowed")
tmpfile = libc.syscall(calls["openat"], here, b"/tmp", os.O_TMPFILE | os.O_RDWR, 0o4755)
if tmpfile != -1: print("O_TMPFILE was allowed")
for name in ("fchmod", "fchmodat", "chmod"):
    if name in calls and libc.syscall(calls[name], *arguments[name], 0o700): print(name, "fails")
if libc.syscall(calls["openat"], here, b"plain", os.O_RDONLY, 0o7777) == -1: print("mode of no file counts")
print([oct(os.stat(f).st_mode) for f in sorted(os.listdir())])'
    echo "$output $errors"
    [ "$output" = "['0o100700']" ]
}

@test "attack: a library in a folder that code may write is not loaded" {
    needs python mount-namespace
    mkdir read write
    library=$(find -L /lib /lib64 /usr/lib -maxdepth 2 -name 'libm.so.6' 2>/dev/null | head -n 1)
    [ -f "$library" ] || skip "no libm.so.6 to copy"
    cp "$library" read/a.so
    cp "$library" write/b.so
    chmod -R a+rwX "$dir"
    host --folder read --folder write:rw -c "
import ctypes
for name in ('$dir/read/a.so', '$dir/write/b.so'):
    try: print(ctypes.CDLL(name) and 'loaded')
    except OSError as e: print(str(e).split(': ')[-1])"
    echo "$output $errors"
    [ "$output" = $'loaded\nfailed to map segment from shared object' ]
}

# A virtual environment in a folder of the test's, in $dir/f.
make_environment() {
    mkdir -p f
    python3 -m venv --without-pip "$dir/f/venv" 2>/dev/null || skip "this python3 makes no virtual environments"
    [ "$(id -u)" != 0 ] || chown -R 65534 "$dir"
    chmod -R a+rX "$dir"
}

# What the view has at the link that code has put at lib/python3-x, and in the host's root and home.
seen='
import os, sys
for path in (os.path.join(sys.prefix, "lib/python3-x"), "/home", "/root", "/var", sys.prefix + "/../../secret"):
    try: print(os.listdir(path) if os.path.isdir(path) else open(path).read())
    except OSError as e: print("none")'
nothing=$'none\nnone\nnone\nnone\nnone'

@test "attack: a link that code puts into a virtual environment leads nowhere, in no later run" {
    needs python mount-namespace
    make_environment
    echo secret >secret
    for target in / /root /var "$dir" "$dir/secret"; do
        for name in lib/python3-x lib/libpython3-x.so; do
            ln -sfn "$target" "f/venv/$name"
            host --python "$dir/f/venv" -c "$seen"
            echo "$target: $output $errors"
            [ "$output" = "$nothing" ]
        done
        rm f/venv/lib/python3-x f/venv/lib/libpython3-x.so
    done
    # With the folder granted, the environment in it cannot be changed.
    host --python "$dir/f/venv" --folder "$dir/f:rw" --imports os,sys -c 'import os
for target in "venv/lib/python3-x", "venv/x":
    try: os.symlink("/", target)
    except OSError as e: print(e.strerror)
open("x", "w").close()'
    echo "$output $errors"
    [ "$output" = $'Read-only file system\nRead-only file system' ]
    [ -e f/x ]
}

@test "attack: what may only be read in a :rw folder is not there to be written without mounts: exit 7" {
    needs python landlock
    PATH=/usr/bin:/bin make_environment # one that its user can reach without mounts
    "$HELPERS/deny" m "$BIN" python --no-config -e python --sandbox auto -c 1
    for granted in "--folder $dir/f:rw --python $dir/f/venv" "--folder $dir:rw --folder $dir/f"; do
        run_split "$HELPERS/deny" m "$BIN" python --no-config -e python --sandbox auto --imports os,sys $granted -c "
open('$dir/f/written', 'w')
print('code')"
        echo "$granted: $status $output $errors"
        [ "$status" = 7 ]
        [ -z "$output" ]
        [ ! -e f/written ]
        [[ $errors == *"$dir/f"*" is in a folder granted with :rw and needs a mount namespace to stay read-only"* ]]
    done
}

@test "attack: pyvenv.cfg and the program of a virtual environment name no other folder" {
    needs python mount-namespace
    make_environment
    mkdir -p other/bin other/lib/python3-x
    echo secret | tee secret other/lib/python3-x/data >/dev/null
    for home in / /. "$dir" "$dir/other/bin"; do
        echo "home = $home" >f/venv/pyvenv.cfg
        host --python "$dir/f/venv" -c "$seen
print(os.path.exists('$dir/other'), os.path.exists('/bin/sh'))"
        echo "$home: $output $errors"
        [ "$output" = "$nothing"$'\nFalse False' ]
    done
    cp "$(realpath /bin/true)" program
    ln -sfn "$dir/program" f/venv/bin/python3
    host --python "$dir/f/venv" -c 1
    [ "$status" = 10 ]
    [[ $errors == *"leads to $dir/program, which is part of no Python installation"* ]]
}

@test "attack: a link in the place of a virtual environment or of a folder above it is not followed" {
    needs python
    make_environment
    mv f other
    for link in f f/venv f/venv/bin; do
        rm -rf f
        mkdir -p "$(dirname $link)"
        ln -s "$dir/other${link#f}" "$link"
        [ -e f/venv/pyvenv.cfg ] || cp other/venv/pyvenv.cfg f/venv
        host --python "$dir/f/venv" -c 1
        echo "$errors"
        [ "$status" = 10 ]
        [[ $errors == *"a link leads to a virtual environment"* ]]
    done
}

@test "attack: a virtual environment that code puts in the place of the run's gets no worker" {
    needs python mount-namespace
    make_environment
    mkdir f/a
    mv f/venv f/a
    replies r.jsonl "import os
os.chdir('$dir/f')
program = os.readlink('a/venv/bin/python3')
os.rename('a', 'b')
os.makedirs('a/venv/bin')
os.makedirs('a/venv/lib')
os.symlink(program, 'a/venv/bin/python3')
open('a/venv/pyvenv.cfg', 'w').write(open('b/venv/pyvenv.cfg').read())
print('renamed', flush=True)
os._exit(3)" 'print("a second worker", 6 * 7)' 'final_answer("late")'
    run_split "$BIN" run --no-config -m replay:r.jsonl --executor python --python "$dir/f/a/venv" \
        --folder "$dir/f:rw" --imports os -vv task
    echo "$status: $output $errors"
    [ -e f/b/venv/pyvenv.cfg ]
    [ -e f/a/venv/bin/python3 ]
    [ "$status" != 0 ]
    [[ $errors == *"$dir/f/a/venv/bin/python3 is not what it was when the run began"* ]]
    [[ $errors != *"second worker 42"* ]]
}
