#!/usr/bin/env bats
# The built-in tool shell: what a command in its jail reaches, what it does not, and how it ends.
load helper
load screen

# Runs CODE as an agent's whose calls of shell are allowed; OPTION... before it.
shell() {
    local code=$1
    shift
    replies r.jsonl "$code"
    run_split "$BIN" run --no-config -q -m replay:r.jsonl --tools shell --allow shell "$@" t
}
# The same for one COMMAND, whose output and errors are the answer; OPTION... behind it.
in_shell() { shell "r = shell($1)
final_answer(f\"{r['status']}|{r['stdout']}|{r['stderr']}\")" "${@:2}"; }

@test "status, output and errors of a command, under every executor" {
    for executor in local jail; do
        shell 'r = shell("echo out; echo err >&2; exit 3")
final_answer(r)' -e $executor
        [[ $status = 0 && $output == '{"status": 3, "stdout": "out\n", "stderr": "err\n"}' ]]
    done
    in_shell '"kill -9 $$"'
    [[ $output == '137||'* ]]
    in_shell '"printf \"\\\\377\\\\000x\""'
    [[ $output == $'0|\uFFFD\uFFFDx|' ]]
    in_shell '"cat; echo end"' # standard input is empty
    [ "$output" = $'0|end\n|' ]
    in_shell '""'
    [ "$output" = '0||' ]
}

@test "no files of the user's, no network, no other processes, no keys" {
    echo hidden >secret
    export OPENAI_API_KEY=plainkeyvalue0123456789
    in_shell "'cat $dir/secret; ls $dir /home /root /etc/passwd; env; ls -d /proc/[0-9]*'"
    [ "$status" = 0 ]
    [[ $output != *hidden* && $output != *plainkey* && $output != *'/proc/1'$'\n'* ]]
    [[ $output == *'No such file or directory'* ]]
    in_shell '"/bin/sh -c \": >/dev/tcp/1.1.1.1/80\"; exec 3<>/dev/tcp/127.0.0.1/80"'
    [[ $output != '0|'* ]]
    command -v python3 >/dev/null || skip "no python3 to open a socket with"
    in_shell '"python3 -c \"import socket; socket.create_connection((chr(49)+chr(50)+chr(55)+\\\".0.0.1\\\", 80))\""'
    [[ $output == '1|'*'PermissionError'* || $output == '1|'*'Operation not permitted'* ]]
}

@test "only the scratch folder can be written, it is bounded, and gone after the call" {
    needs jail
    in_shell '"echo x >/usr/x || echo x >/x || echo x >/tmp/x && cat x && pwd"'
    [[ $output == *$'x\n/tmp\n|'* ]]
    shell 'shell("echo x >kept")
final_answer([shell("ls -A")["stdout"]])'
    [[ $status = 0 && $output = '[""]' ]]
    in_shell '"head -c 100000000 /dev/zero >big"'
    [[ $output != '0|'* ]]
}

@test "what a command has started ends with it, in a session of its own too" {
    command -v setsid >/dev/null || skip "no setsid"
    local mark=9$$$RANDOM # how long they would sleep: nobody else's do just that
    in_shell "\"setsid sleep $mark & sleep $mark & echo begun\""
    [ "$output" = $'0|begun\n|' ]
    run grep -lzx "${mark%?}[${mark: -1}]" /proc/[0-9]*/cmdline
    [ -z "$(grep '^/proc' <<<"$output")" ]
}

@test "a command that does not end is ended: TimeoutError, with what it printed" {
    shell 'try:
    shell("echo begun; sleep 100000", timeout=0.5)
except TimeoutError as e:
    final_answer(str(e))'
    [[ $status = 0 && $output == 'shell: no end after 0.5 s; it printed: begun' ]]
    shell 'shell("true", timeout=100000)' --max-steps 1 --on-max-steps fail
    [ "$status" != 0 ]
}

@test "too much output, too many processes, too much memory" {
    needs jail
    shell 'try:
    shell("yes")
except RuntimeError as e:
    final_answer(str(e))'
    [[ $status = 0 && $output == 'shell: more than 262144 bytes were printed'* ]]
    shell 'try:
    final_answer(shell("b() { b | b & }; b; sleep 2; echo alive", timeout=20)["stdout"])
except (TimeoutError, RuntimeError) as e:
    final_answer("ended")'
    [[ $status = 0 && ( $output == alive* || $output == ended ) ]]
    in_shell "'i=0; while [ \$i -lt 400 ]; do sleep 60 & i=\$((i+1)); done'"
    [[ $output == '2||'*'Cannot fork'* || $output == '254||'*'fork: '* ]]
    command -v python3 >/dev/null || skip "no python3 to take memory with"
    [ "${MODE:-}" != asan ] || skip "builds with a sanitizer set no limit of memory"
    in_shell '"python3 -c \"x = bytearray(1500000000)\""'
    [[ $output == '1|'*MemoryError* ]]
}

@test "a command longer than the kernel takes is refused" {
    shell 'try:
    shell("#" * 200000)
except RuntimeError as e:
    final_answer(str(e))'
    [[ $status = 0 && $output == 'shell: a command has at most 100000 bytes'* ]]
}

@test "with a layer missing strict ends the run at its start, available warns; below the floor both end it" {
    replies r.jsonl 'final_answer(shell("echo here")["stdout"])'
    lacking() { run_split "$HELPERS/deny" "$1" "$BIN" run --no-config -q -m replay:r.jsonl --tools shell --allow shell "${@:2}" t; }
    lacking u
    [[ $status = 0 && $output = here && $errors == *'warning: tool shell: the sandbox lacks: user namespace'* ]]
    lacking u --sandbox strict
    [[ $status = 7 && -z $output && $errors == *'tool shell: the sandbox lacks: user namespace'* ]]
    lacking ul
    [[ $status = 7 && -z $output && $errors == *'tool shell: the sandbox lacks: '*landlock* ]]
    lacking s
    [[ $status = 7 && -z $output && $errors == *'tool shell: the sandbox lacks: seccomp'* ]]
}

@test "it is a call that needs approval: exit 6 without anybody, and rules that hold" {
    replies r.jsonl 'print(shell("echo one"))' 'final_answer(1)'
    run_split "$BIN" run --no-config -m replay:r.jsonl --tools shell t
    [[ $status = 6 && $errors == *"a call of the tool 'shell' needs approval"*'--allow shell'* ]]
    run_split "$BIN" run --no-config -m replay:r.jsonl t
    [[ $errors == *"NameError: name 'shell' is not defined"* ]]
    for command in 'echo one; echo two' 'echo $(echo two)' 'echo one | cat' 'echo two >x'; do
        replies r.jsonl "shell('$command')"
        run_split "$BIN" run --no-config -m replay:r.jsonl --tools shell --allow 'shell(command=echo *)' t
        [ "$status" = 6 ]
    done
    replies r.jsonl 'final_answer(shell("echo one two")["stdout"])'
    run_split "$BIN" run --no-config -q -m replay:r.jsonl --tools shell --allow 'shell(command=echo *)' t
    [[ $status = 0 && $output = 'one two' ]]
}

@test "on a terminal it is asked about; Ctrl-C ends a command that runs" {
    replies r.jsonl 'print(shell("echo begun; sleep 100000"))'
    on_screen 100x24 "$BIN" run --no-config -m replay:r.jsonl --tools shell t
    until_shown '  command = "echo begun; sleep 100000"'
    until_shown 'y/n>'
    types y && keys Enter
    until_shown '* shell'
    keys C-c
    until_ended
    [ "$status" = 130 ]
}

@test "granted folders are there: the first is where it starts, and only those with :rw are changed" {
    mkdir data own
    echo one >data/file
    chmod 777 own
    chmod 755 "$dir"
    shell 'r = shell("pwd; cat file; echo two >file; echo three >'"$dir"'/own/made; ls -A '"$dir"'")
final_answer(r["stdout"] + r["stderr"])' --folder data --folder own:rw
    [[ $status = 0 && $output == "$dir/data"$'\none\n'* && $output != *r.jsonl* ]]
    [ "$(cat data/file)" = one ]
    [ "$(cat own/made)" = three ]
}

@test "a program in a granted folder is not started by its name, and the result says what to do" {
    mkdir data
    chmod 755 "$dir"
    printf '#!/bin/sh\necho ran\n' >data/run.sh
    printf 'all:\n\t./run.sh\n' >data/Makefile
    chmod 755 data/run.sh
    for command in ./run.sh "make" "./run.sh; true"; do
        shell "final_answer(shell('$command'))" --folder data
        [[ $output == *'"note": "no program in a granted folder can be started by its name'*'sh run.sh'* ]]
    done
    shell 'final_answer([shell("sh run.sh"), shell("cat none/x; exit 1")])' --folder data
    [[ $output == *'"stdout": "ran\n"'* && $output != *note* ]]
}

@test "no link in a granted folder leads out of the jail" {
    mkdir data
    echo hidden >secret
    ln -s ../secret data/link
    ln -s "$dir" data/up
    shell 'r = shell("cat link; cat up/secret; cat ../secret; cd ..; ls")
final_answer(r["stdout"] + r["stderr"])' --folder data:rw
    [[ $status = 0 && $output != *hidden* && $output == *'No such file'* ]]
}

@test "a granted folder that is moved and has a link put in its place stays what it was, and shows nothing else" {
    needs jail
    mkdir -p work/a/keep victim && echo kept >work/a/keep/f && echo hidden >victim/s
    chmod -R a+rwX "$dir" # of whom the command runs as
    shell "said = [shell('mv a b && mkdir a && ln -s $dir/victim a/keep && echo moved'),
    shell('echo z >b/keep/f; cat b/keep/f a/keep/s; ls a/keep/'),
    shell('mv b c; rm -r a; ln -s ../victim a; mkdir -p x/y; cat a/s; echo z >c/keep/f'),
    shell('echo z >c/keep/f; cat c/keep/f')]
final_answer([s['stdout'] for s in said])" --folder work:rw --folder work/a/keep
    echo "$output $errors"
    [ "$output" = '["moved\n", "kept\n", "", "kept\n"]' ]
    [ "$(cat work/*/keep/f)" = kept ]
    [ "$(ls victim)" = s ]
}

@test "a command cannot make a file set-user-ID or set-group-ID" {
    needs jail
    mkdir out
    chmod 777 out
    in_shell '"cd out; cp /bin/true x; chmod 755 x; for m in 4755 2755 u+s g+s; do chmod $m x 2>&1; done; install -m 4711 x y 2>/dev/null; umask 0; stat -c %a *"' --folder out:rw
    [[ $output == *"Operation not permitted"* && $output != *[2467][0-7][0-7][0-7]* ]]
    [[ $output == *755* ]]
    [ -z "$(find out -perm /6000)" ]
}

@test "attack: without mounts, a folder to be read in one to be written is refused before the model is asked" {
    mkdir -p f/sub
    chmod -R a+rwX "$dir"
    replies r.jsonl 'final_answer(shell(": >sub/new")["status"])'
    needs landlock
    run_split "$HELPERS/deny" m "$BIN" run --no-config -m replay:r.jsonl --tools shell --allow shell --folder f:rw x
    [ "$output" = 0 ]
    for executor in local jail; do
        rm -f f/sub/new
        run_split "$HELPERS/deny" m "$BIN" run --no-config -m replay:r.jsonl --tools shell --allow shell \
            -e $executor --folder f:rw --folder f/sub --output jsonl x
        echo "$executor: $status $output $errors"
        [ "$status" = 7 ]
        [ ! -e f/sub/new ]
        [[ $errors == *"tool shell: the sandbox lacks: mount namespace"* ]]
        [[ $output != *'"type":"step.'* ]]
    done
}

@test "a program in a granted folder does not run, by its name or by the loader" {
    needs jail
    loader=$(readelf -l /bin/true 2>/dev/null | sed -n 's/.*interpreter: \(.*\)]/\1/p')
    loader=${loader:-$(find /lib64 -name 'ld-linux*.so.2' 2>/dev/null | head -n 1)}
    [ -x "$loader" ] || skip "no loader of its own"
    mkdir read write
    cp /bin/true read/x
    cp /bin/true write/x
    chmod -R a+rwX "$dir"
    in_shell "'for f in /bin/true $dir/read/x $dir/write/x; do $loader \$f 2>/dev/null && echo \$f; \$f 2>/dev/null && echo \$f; done; echo end'" --folder read --folder write:rw
    echo "$output"
    [ "$output" = $'0|/bin/true\n/bin/true\nend\n|' ]
}
