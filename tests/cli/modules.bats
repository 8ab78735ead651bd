#!/usr/bin/env bats
# Modules beside a program's file: what a program may import of its own, and what stays out of reach.
load helper

# each COMMAND...: runs it with every executor that has our engine, and python3 where there is one.
executors() {
    echo local jail
    [ -x /usr/bin/python3 ] && echo python
}

@test "a program imports the modules and packages beside it, under every executor" {
    mkdir -p app/pkg/deep app/plain
    echo 'NAME = __name__, __package__, __file__' | tee app/one.py >app/pkg/two.py
    echo 'from . import two; from .deep.three import up; HERE = __path__' >app/pkg/__init__.py
    echo >app/pkg/deep/__init__.py
    echo 'from .. import two as up' >app/pkg/deep/three.py
    echo 'x = 5' >app/plain/four.py
    cat >app/main.py <<'P'
import one, pkg
from plain import four
print(one.NAME, pkg.two.NAME, pkg.HERE, pkg.up is pkg.two, four.x, __name__, __file__)
P
    for executor in $(executors); do
        run_split "$BIN" python -e "$executor" --sandbox auto app/main.py
        echo "$executor: $output $errors"
        [ "$status" = 0 ]
        [[ $output == "('one', '', 'app/one.py') ('pkg.two', 'pkg', 'app/pkg/two.py') ['app/pkg'] True 5 __main__ "* ]]
    done
    cd app
    run_split "$BIN" python main.py
    [[ $output == "('one', '', 'one.py') ('pkg.two', 'pkg', 'pkg/two.py') ['pkg'] True 5 __main__ main.py" ]]
}

@test "tracebacks and syntax errors name a module's file and show its lines" {
    printf 'def f(x):\n    return 1 / x\n' >boom.py
    printf 'x = 1\nif x\n    pass\n' >wrong.py
    printf 'import boom\nboom.f(0)\n' >a.py
    printf 'import wrong\n' >b.py
    for executor in $(executors); do
        run_split "$BIN" python -e "$executor" --sandbox auto a.py
        [ "$status" = 1 ]
        [[ $errors == *'File "a.py", line 2, in <module>'*'boom.f(0)'*'File "boom.py", line 2, in f'*'return 1 / x'*'ZeroDivisionError'* ]]
        [[ $errors != *frozen* ]]
        run_split "$BIN" python -e "$executor" --sandbox auto b.py
        [ "$status" = 1 ]
        [[ $errors == *'File "b.py", line 1, in <module>'*'File "wrong.py", line 2'*'    if x'*"SyntaxError: expected ':'"* ]]
    done
}

@test "circular imports end as under python3" {
    printf 'import b\nvalue = b.value + 1\n' >a.py
    printf 'import a\nvalue = 1\n' >b.py
    printf 'from d import late\nx = 1\n' >c.py
    printf 'from c import x\nlate = 2\n' >d.py
    for executor in local jail; do
        echo 'import a; print(a.value)' >p.py
        run_split "$BIN" python -e $executor --sandbox auto p.py
        [ "$output" = 2 ]
        echo 'import c' >p.py
        run_split "$BIN" python -e $executor --sandbox auto p.py
        [ "$status" = 1 ]
        [[ $errors == *"ImportError: cannot import name 'x' from partially initialized module 'c' (most likely due to a circular import) (c.py)"* ]]
    done
}

@test "-c, -, a pipe and a descriptor by its name have no folder" {
    echo 'print("reached")' >beside.py
    echo 'import beside' >p.py
    run_split "$BIN" python -c 'import beside'
    [ "$status" = 1 ]
    [[ $errors == *"No module named 'beside'"* ]]
    run_split bash -c '"$1" python - <p.py; "$1" python <p.py; "$1" python /dev/stdin <p.py; "$1" python /proc/self/fd/0 <p.py; "$1" python <(cat p.py)' sh "$BIN"
    [ -z "$output" ]
    [ "$(grep -c "No module named 'beside'" <<<"$errors")" = 5 ]
}

@test "no link leads a module out of the folder, nor within it" {
    mkdir -p app outside/pkg
    echo 'print("outside")' | tee outside/secret.py >outside/pkg/__init__.py
    ln -s ../outside/secret.py app/secret.py
    ln -s ../outside/pkg app/pkg
    ln -s ../outside app/linked
    ln -s main.py app/alias.py
    mkdir app/real && ln -s ../../outside/secret.py app/real/__init__.py
    ln -s ../../outside/secret.py app/linked_too.py
    for executor in $(executors); do
        for name in secret pkg linked.secret real alias linked.nothere; do
            echo "import $name" >app/main.py
            run_split "$BIN" python -e "$executor" --sandbox auto app/main.py
            echo "$executor $name: $output $errors"
            [ "$status" = 1 ]
            [ -z "$output" ]
            [[ $errors == *"ImportError: 'app/"*"' is a symbolic link: modules are not looked for behind one"* ]]
        done
    done
}

@test "no name leads a module out of the folder" {
    mkdir -p app/sub outside
    echo 'print("outside")' | tee outside/__init__.py outside/secret.py >secret.py
    cat >app/main.py <<'P'
import importlib
for name in ('../secret', '/secret', '..secret', '.', '..', 'sub/../../secret', 'sub....secret', 'secret\0',
             '/etc/passwd', 'sub.../secret', 'x' * 300, 'a.' * 100 + 'b', '\ud800'):
    for load in __import__, importlib.import_module:
        try: print(load(name))
        except (ImportError, ValueError, TypeError, UnicodeError): pass
P
    for executor in $(executors); do
        run_split "$BIN" python -e "$executor" --sandbox auto app/main.py
        echo "$executor: $output $errors"
        [ "$status" = 0 ]
        [ -z "$output" ]
    done
}

@test "what is no regular file of a decent size is no module" {
    mkdir folder.py
    mkfifo fifo.py
    ln -s /dev/zero zero.py
    head -c 5000000 /dev/zero | tr '\0' '#' >large.py
    for executor in $(executors); do
        for name in folder fifo zero large; do
            echo "import $name" >main.py
            run_split timeout 20 "$BIN" python -e "$executor" --sandbox auto main.py
            echo "$executor $name: $output $errors"
            [ "$status" = 1 ]
            [[ $errors == *Error:*"$name"* ]]
        done
    done
    [[ $errors == *"ImportError: 'large.py' cannot be read, or is larger than 4 MiB"* ]]
}

@test "a module that somebody else put into the folder is refused" {
    [ "$(id -u)" = 0 ] || skip "not root: files cannot be given to another user"
    echo 'print("reached")' >json.py
    echo 'import json' >main.py
    chown 65534 json.py
    run_split "$BIN" python main.py
    [ "$status" = 1 ]
    [ -z "$output" ]
    [[ $errors == *"ImportError: 'json.py' belongs neither to you nor to the owner of the program"* ]]
    chown 65534 main.py
    run_split "$BIN" python main.py
    [ "$output" = reached ]
    mkdir empty && chown 65534 empty && chown 0 main.py && echo 'import empty' >main.py
    run_split "$BIN" python main.py
    [ "$status" = 1 ]
    [[ $errors == *"No module named 'empty'"* ]]
}

@test "--only-imports is about the library: own modules are there, what they import is asked about" {
    printf 'print("own")\n' >mine.py
    printf 'import json\n' >greedy.py
    for executor in $(executors); do
        echo 'import mine, greedy' >main.py
        run_split "$BIN" python -e "$executor" --sandbox auto --only-imports math main.py
        echo "$executor: $output $errors"
        [ "$status" = 1 ]
        [ "$output" = own ]
        [[ $errors == *'File "greedy.py", line 1'*"ImportError: import of 'json' is not authorised"* ]]
    done
}

@test "the library does not see what lies beside the script" {
    echo 'print("taken over")' | tee enum.py keyword.py reprlib.py >_collections.py
    echo 'import collections, dataclasses, re; print(re.sub("a", "b", "a"))' >main.py
    run_split "$BIN" python main.py
    [ "$status" = 0 ]
    [ "$output" = b ]
    echo 'import sys, time, builtins, os; print(sys.maxsize > 1)' >main.py
    echo 'print("taken over")' | tee sys.py time.py builtins.py >os.py
    run_split "$BIN" python main.py
    [ "$output" = True ]
}

@test "--no-modules, the user's file and the environment leave the folder alone" {
    echo 'print("reached")' >beside.py
    echo 'import beside' >main.py
    run_split "$BIN" python --no-modules main.py
    [ "$status" = 1 ]
    [[ $errors == *"No module named 'beside'"* ]]
    SMOLAGENT_MODULES=false run_split "$BIN" python main.py
    [ "$status" = 1 ]
    printf '[python]\nmodules = no\n' >smolagent.conf
    run_split "$BIN" python main.py
    [ "$status" = 1 ]
    run_split "$BIN" python --modules main.py
    [ "$output" = reached ]
}

@test "a script that is named by a link has the folder of the file, as under python3" {
    mkdir bin lib
    echo 'print("of lib")' >lib/helper.py
    echo 'print("of bin")' >bin/helper.py
    echo 'import helper' >lib/tool.py
    ln -s ../lib/tool.py bin/tool
    run_split "$BIN" python bin/tool
    [ "$output" = "of lib" ]
}

@test "limits hold in modules, and what they left unfinished is gone" {
    echo 'while True: pass' >hot.py
    echo 'import hot' >main.py
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto --timeout 0.2 main.py
        [ "$status" = 124 ]
        run_split "$BIN" python -e $executor --sandbox auto --max-operations 1M main.py
        [ "$status" = 5 ]
    done
    for i in $(seq 0 400); do echo "import m$((i + 1))" >m$i.py; done
    echo 'print("deep")' >m401.py
    echo 'import m0' >main.py
    run_split "$BIN" python main.py
    [ "$output" = deep ] || [[ $errors == *RecursionError* ]]
}
