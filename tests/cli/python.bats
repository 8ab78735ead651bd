#!/usr/bin/env bats
# `smolagent python`: python3's manners, limits, the REPL.
load helper

@test "-c runs code; its arguments are sys.argv" {
    run_split "$BIN" python -c 'import sys; print(sys.argv)' a --dis
    [ "$status" = 0 ]
    [ "$output" = "['-c', 'a', '--dis']" ]
}

@test "a file, standard input and - are programs" {
    printf 'import sys\nprint(__name__, sys.argv)\n' >p.py
    run_split "$BIN" python p.py x
    [ "$output" = "__main__ ['p.py', 'x']" ]
    [ "$(echo 'print(1)' | "$BIN" python)" = 1 ]
    [ "$(echo 'import sys; print(sys.argv)' | "$BIN" python - z)" = "['-', 'z']" ]
}

@test "an exception is exit 1 with its traceback on stderr" {
    printf 'print("before")\nx = {}\nx["k"]\n' >p.py
    run_split "$BIN" python p.py
    [ "$status" = 1 ]
    [ "$output" = before ]
    [[ $errors == "Traceback (most recent call last):"*'File "p.py", line 3, in <module>'*"KeyError: 'k'" ]]
}

@test "a syntax error is exit 1 and points at the place" {
    run_split "$BIN" python -c 'x = = 1'
    [ "$status" = 1 ]
    [[ $errors == *"SyntaxError: invalid syntax"* ]]
}

@test "a source names its encoding; one that is not known is refused by name" {
    printf '# -*- coding: latin-1 -*-\nprint("\351")\n' >p.py
    run_split "$BIN" python p.py
    [ "$status" = 0 ]
    [ "$output" = "é" ]
    printf '# vim: set fileencoding=UTF-8 :\nprint("\303\251")\n' >p.py
    run_split "$BIN" python p.py
    [ "$status" = 0 ]
    [ "$output" = "é" ]
    printf '# coding: nonsense\nprint("x")\n' >p.py
    run_split "$BIN" python p.py
    [ "$status" = 1 ]
    [ "$output" = "" ]
    [[ $errors == *"SyntaxError: encoding problem: nonsense"* ]]
}

@test "lines of the program are not shown for what exec runs" {
    run_split "$BIN" python -c 'exec("\n\n1/0")
x = "third"
y = "fourth"'
    [ "$status" = 1 ]
    [[ $errors == *'File "<string>", line 3, in <module>'*"ZeroDivisionError: division by zero" ]]
    [[ $errors != *fourth* && $errors != *third* ]]
}

@test "SystemExit passes its status through" {
    run_split "$BIN" python -c 'raise SystemExit(7)'
    [ "$status" = 7 ]
    run_split "$BIN" python -c 'raise SystemExit("bye")'
    [ "$status" = 1 ]
    [ "$errors" = bye ]
    run_split "$BIN" python -c 'raise SystemExit'
    [ "$status" = 0 ]
}

@test "a missing file is exit 2" {
    run_split "$BIN" python nothere.py
    [ "$status" = 2 ]
    [[ $errors == *"nothere.py: No such file"* ]]
}

@test "binary garbage is a clear error" {
    head -c 2000 "$BIN" >garbage.py
    run_split "$BIN" python garbage.py
    [ "$status" = 1 ]
    [[ $errors == *"SyntaxError"* ]]
}

@test "input() reads lines until the end" {
    printf 'one\ntwo' >in
    output=$("$BIN" python --stdin -c 'print(input("? ")); print(input())
try: input()
except EOFError: print("end")' <in)
    [ "$output" = "? one
two
end" ]
}

@test "piped standard input is not the program's without --stdin" {
    output=$(echo secret | "$BIN" python -c 'import sys
try: print(input())
except Exception as e: print(type(e).__name__ != "")
try: print(sys.stdin.read())
except Exception: pass')
    [[ $output != *secret* ]]
}

@test "--timeout is exit 124 and names the option" {
    run_split "$BIN" python --timeout 0.2 -c 'while True: pass'
    [ "$status" = 124 ]
    [[ $errors == *"--timeout"* ]]
}

@test "--timeout also ends sleeping" {
    start=$(date +%s)
    run_split "$BIN" python --timeout 0.3 -c 'import time; time.sleep(30)'
    [ "$status" = 124 ]
    [ $(($(date +%s) - start)) -lt 10 ]
}

@test "--max-operations is exit 5 and cannot be caught" {
    run_split "$BIN" python --max-operations 1M -c 'try:
    while True: pass
except BaseException: print("caught")
finally: print("finally")'
    [ "$status" = 5 ]
    [ -z "$output" ]
    [[ $errors == *"--max-operations"* ]]
}

@test "--max-output is exit 5" {
    run_split "$BIN" python --max-output 1K -c 'while True: print("x" * 50)'
    [ "$status" = 5 ]
    [ ${#output} -le 1100 ]
    [[ $errors == *"--max-output"* ]]
}

@test "one absurd allocation is a MemoryError" {
    run_split "$BIN" python --max-memory 32M -c 'try: x = "a" * 10**10
except MemoryError: print("memory")'
    [ "$status" = 0 ]
    [ "$output" = memory ]
}

@test "--only-imports narrows what can be imported" {
    run_split "$BIN" python --only-imports math -c 'import math; print(math.floor(2.5)); import json'
    [ "$status" = 1 ]
    [ "$output" = 2 ]
    [[ $errors == *"ImportError"* || $errors == *"ModuleNotFoundError"* ]]
    run_split "$BIN" python --only-imports math --imports json -c 'import json; print(json.dumps([1]))'
    [ "$output" = "[1]" ]
}

@test "files are readable only when granted" {
    echo content >f.txt
    run_split "$BIN" python -c 'open("f.txt")'
    [ "$status" = 1 ]
    run_split "$BIN" python --file f.txt -c 'print(open("f.txt").read())'
    [ "$status" = 0 ]
    [ "$output" = content ]
}

@test "a reader that goes away ends the program quietly" {
    run bash -c "'$BIN' python -c 'while True: print(1)' 2>err | head -n 1; echo \${PIPESTATUS[0]}"
    [ "${lines[0]}" = 1 ]
    [ "${lines[1]}" = 141 ]
    [ ! -s err ]
}

@test "SIGINT ends a hot loop" {
    env --default-signal=INT "$BIN" python -c 'print("go", flush=True)
while True: pass' >out 2>err &
    pid=$!
    until grep -q go out; do :; done
    kill -INT $pid
    status=0
    wait $pid || status=$?
    [ "$status" = 130 ]
    grep -q KeyboardInterrupt err
}

@test "--dis prints bytecode" {
    run_split "$BIN" python --dis -c 'x = 1'
    [ "$status" = 0 ]
    [ -n "$output" ]
    run_split "$BIN" python --dis -c 'x = ='
    [ "$status" = 1 ]
}

@test "output without a terminal is whole and in order" {
    run_split "$BIN" python -c 'for i in range(20000): print(i)'
    [ "$(printf '%s\n' "$output" | wc -l)" = 20000 ]
    [ "$(printf '%s\n' "$output" | tail -n 1)" = 19999 ]
}

@test "no library that is not needed is loaded" {
    ! ldd "$BIN" | grep -qE 'curl|edit|xml2|yaml|ssl' || false
}

@test "REPL: values, blocks, errors, leaving" {
    cat >script <<'S'
expect >>>
send 6 * 7\n
expect 42
expect >>>
send def f(x):\n
expect ...
send     return x + 1\n
expect ...
send \n
expect >>>
send f(1)\n
expect 2
expect >>>
send 1/0\n
expect ZeroDivisionError
expect >>>
send while True: pass\n
expect ...
send \n
expect \n
S
    # The last line of the script only paces: Ctrl-C is sent once the loop runs.
    sed -i '$d' script
    cat >>script <<'S'
send \x03
expect KeyboardInterrupt
expect >>>
send None\n
expect >>>
send \x04
S
    run "$HELPERS/pty" script "$BIN" python
    [ "$status" = 0 ]
}

@test "REPL: every expression statement shows its value, as at python3's prompt" {
    cat >script <<'S'
expect >>>
send # nothing\n
expect >>>
send 'one'; 2\n
expect 'one'
expect 2
expect >>>
send for i in range(2):\n
expect ...
send     if i: i + 40; _ + 1\n
expect ...
send \n
expect 41
expect 42
expect >>>
send 1, \x5c\n
expect ...
send 2\n
expect (1, 2)
expect >>>
send \x04
S
    for executor in local jail; do
        run timeout 20 "$HELPERS/pty" script "$BIN" python -e $executor --sandbox auto
        echo "$output"
        [ "$status" = 0 ]
    done
}

@test "REPL: Ctrl-C and Ctrl-D right after an Enter or a prompt are not lost" {
    cat >script <<'S'
expect >>>
send while True: pass\n
expect ...
send \n
send \x03
expect KeyboardInterrupt
expect >>>
send None\n
expect >>>
send \x04
S
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        run timeout 10 "$HELPERS/pty" script "$BIN" python
        [ "$status" = 0 ]
    done
}

@test "REPL: exit status of SystemExit" {
    printf 'expect >>> \nsend raise SystemExit(3)\\n\n' >script
    run "$HELPERS/pty" script "$BIN" python
    [ "$status" = 3 ]
}

@test "sys.excepthook gets the exception that ends a program, and its own is told" {
    cat >hook.py <<'P'
import sys
def hook(kind, value, tb):
    print('hook', kind.__name__, value, tb.tb_lineno)
    if len(sys.argv) > 1: raise KeyError('of the hook')
sys.excepthook = hook
1 / 0
P
    run_split "$BIN" python hook.py
    [ "$status" = 1 ]
    [ "$output" = "hook ZeroDivisionError division by zero 6" ]
    [ -z "$errors" ]
    run_split "$BIN" python hook.py x
    [ "$status" = 1 ]
    [[ $errors == "Error in sys.excepthook:"*"KeyError: 'of the hook'"*"Original exception was:"*"ZeroDivisionError: division by zero" ]]
}

@test "a program knows its file by the name it was given" {
    echo 'print(__file__)' >named.py
    run_split "$BIN" python named.py
    [ "$status" = 0 ]
    [ "$output" = named.py ]
    run_split "$BIN" python -c 'print(__file__)'
    [ "$status" = 1 ]
}

@test "a full disk and a closed stream are told, not taken for Ctrl-C" {
    [ -w /dev/full ] || skip "no /dev/full"
    run sh -c '"$1" python -c "print(1)" 2>&1 >/dev/full' sh "$BIN"
    [ "$status" = 1 ]
    [ "$output" = "smolagent: cannot write to standard output: No space left on device" ]
    run sh -c '"$1" python -c "print(1)" 2>&1 >&-' sh "$BIN"
    [ "$status" = 1 ]
    [ "$output" = "smolagent: cannot write to standard output: Bad file descriptor" ]
    run sh -c '"$1" python -c "import sys; print(1, file=sys.stderr); print(2)" 2>/dev/full' sh "$BIN"
    [ "$status" = 0 ]
    [ "$output" = 2 ]
}

@test "a program that wants input it has not got: the option is named" {
    run_split "$BIN" python -c "input()"
    [ "$status" = 1 ]
    [[ $errors == *"EOFError: "*"smolagent: --stdin hands piped standard input to the program" ]]
    run_split "$BIN" python --stdin -c "input()"
    [ "$status" = 1 ]
    [[ $errors != *smolagent:* ]]
}

@test "options of python3 that change nothing here are taken, those that are not here refused as such" {
    run_split "$BIN" python -uBEsSqRd -I -P -X utf8 -Xdev -c 'import sys; print(sys.argv)' -u
    [ "$status" = 0 ]
    [ "$output" = "['-c', '-u']" ]
    [ -z "$errors" ]
    echo 'import sys; print(sys.argv)' >p.py
    run_split "$BIN" python -u -B p.py -O
    [ "$output" = "['p.py', '-O']" ]
    run_split "$BIN" python -i -c pass
    [ "$status" = 2 ]
    [[ $errors == *"unknown option -i; of python3's options -c, -m, "* ]]
    run_split "$BIN" python -X
    [ "$status" = 2 ]
    [[ $errors == *"-X needs a value"* ]]
}

@test "-I and -P leave the folder of a program alone" {
    echo 'print("reached")' >beside.py
    echo 'import beside' >p.py
    for flag in -I -P; do
        run_split "$BIN" python $flag p.py
        [ "$status" = 1 ]
        [[ $errors == *"No module named 'beside'"* ]]
    done
}

@test "-O leaves out assert and -OO docstrings, -W says what becomes of warnings, under every executor" {
    cat >p.py <<'P'
import sys, warnings
def f(): "doc"
assert __debug__ == (len(sys.argv) == 1)
assert len(sys.argv) == 1
exec("assert len(sys.argv) == 1")
print(f.__doc__, __debug__)
try: warnings.warn("old", DeprecationWarning)
except Warning as e: print("raised", e)
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto p.py
        [ "$output" = "doc True" ]
        [[ $errors == *"DeprecationWarning: old"* ]]
        run_split "$BIN" python -e $executor --sandbox auto -O -W error::DeprecationWarning p.py x
        [ "$output" = "doc False
raised old" ]
        run_split "$BIN" python -e $executor --sandbox auto -OO -Wignore p.py x
        [ "$output" = "None False" ]
        [ -z "$errors" ]
    done
    run_split "$BIN" python -W bad -W error:a:b -W ignore::nothere.X -c 'import warnings; print(1)'
    [ "$output" = 1 ]
    [[ $errors == "Invalid -W option ignored: invalid action: 'bad'"*"unknown warning category: 'b'"*"invalid module name: 'nothere'" ]]
}

@test "-V says which Python it is" {
    run_split "$BIN" python -V
    [ "$status" = 0 ]
    [[ $output == "Python 3.12.0 (smolagent "*")" ]]
    [ "$output" = "$("$BIN" python --version)" ]
}

@test "-m json.tool: input, files, forms, errors" {
    printf '{"b": [1, 2.5, "\u00e9"], "a": {}}' >x.json
    run_split "$BIN" python -m json.tool x.json
    [ "$output" = '{
    "b": [
        1,
        2.5,
        "\u00e9"
    ],
    "a": {}
}' ]
    [ "$("$BIN" python -m json.tool --sort-keys --compact <x.json)" = '{"a":{},"b":[1,2.5,"\u00e9"]}' ]
    [ "$(printf '{"a":1}\n[2]\n' | "$BIN" python -m json.tool --json-lines --no-indent)" = '{"a": 1}
[2]' ]
    run_split "$BIN" python -m json.tool nothere
    [ "$status" = 2 ]
    [[ $errors == *"can't open 'nothere'"* ]]
    run bash -c 'echo "[1,,2]" | "$1" python -m json.tool' sh "$BIN"
    [ "$status" = 1 ]
    [ "$output" = "Expecting value: line 1 column 4 (char 3)" ]
    run_split "$BIN" python -m json.tool x.json y.json
    [ "$status" = 2 ]
    [ ! -e y.json ]
}

@test "-m base64, calendar, timeit" {
    head -c 3000 "$BIN" >bin
    "$BIN" python -m base64 bin | tee text | "$BIN" python -m base64 -d | cmp - bin
    base64 bin | cmp - text
    run_split "$BIN" python -m calendar 2026 11
    [[ $output == *"   November 2026"*"Mo Tu We Th Fr Sa Su"*"30" ]]
    run_split "$BIN" python -m timeit -n 1000 -r 2 'x = 1'
    [[ $output == "1000 loops, best of 2: "*" per loop" ]]
}

@test "-m unittest runs tests of modules here, -m doctest those of files" {
    mkdir lib
    printf 'def double(x):\n    """\n    >>> double(2)\n    4\n    """\n    return x * 2\n' >lib/ours.py
    cat >test_ours.py <<'P'
import unittest
from lib import ours
class Doubles(unittest.TestCase):
    def test_two(self): self.assertEqual(ours.double(2), 4)
    def test_three(self): self.assertEqual(ours.double(3), 7)
P
    for executor in local jail; do
        run_split "$BIN" python -e $executor --sandbox auto -m unittest test_ours
        [ "$status" = 1 ]
        [[ $errors == *"AssertionError: 6 != 7"*"Ran 2 tests"*"FAILED (failures=1)"* ]]
        run_split "$BIN" python -e $executor --sandbox auto -m unittest test_ours.py -k two
        [ "$status" = 0 ]
        [[ $errors == *"Ran 1 test"*OK ]]
        run_split "$BIN" python -e $executor --sandbox auto -m doctest lib/ours.py
        [ "$status" = 0 ]
        [ -z "$output$errors" ]
        printf '>>> 1 + 1\n3\n' >text.txt
        run_split "$BIN" python -e $executor --sandbox auto -m doctest text.txt
        [ "$status" = 1 ]
        [[ $output == *'File "text.txt", line 1'*"Expected:"*3*"Got:"*2* ]]
    done
    run_split "$BIN" python -m unittest
    [ "$status" = 1 ]
    [[ $errors == *"name them"* ]]
}

@test "-m with another module says what there is" {
    run_split "$BIN" python -m nothere
    [ "$status" = 1 ]
    [[ $errors == *"-m nothere: "*"base64, calendar, doctest, json.tool, timeit, unittest" ]]
    run_split "$BIN" python -m pip install x
    [ "$status" = 1 ]
    [[ $errors == *"nothing is installed here"* ]]
    touch mine.py
    run_split "$BIN" python -m mine
    [ "$status" = 1 ]
    [[ $errors == *"smolagent python mine.py"* ]]
    for module in $("$BIN" python -m nothere 2>&1 | sed 's/.*here: //; s/,//g'); do
        grep -q "$module" <<<"$("$BIN" help python)"
        "$BIN" python -m "$module" --help >/dev/null 2>&1 || [ "$module" = base64 ]
    done
}

@test "sys.stdin.buffer and sys.stdout.buffer carry any byte" {
    for executor in local jail; do
        printf 'a\377\n\000z' | "$BIN" python -e $executor --sandbox auto --stdin -c 'import sys
data = sys.stdin.buffer.read()
print(data, flush=True)
print(sys.stdout.buffer.write(data))' >out
        printf '%s\na\377\n\000z5\n' "b'a\\xff\\n\\x00z'" | cmp - out
    done
    run_split "$BIN" python -c 'import sys
try: sys.stdout.buffer.write("text")
except TypeError as e: print(e)
print(sys.stderr.buffer.name, sys.stdout.buffer is sys.stdout.buffer, hasattr(sys.stdout.buffer, "buffer"))'
    [ "$output" = "a bytes-like object is required, not 'str'
<stderr> True False" ]
}

@test "an uncaught KeyboardInterrupt ends the program by SIGINT, as under python3" {
    run_split "$BIN" python -c 'raise KeyboardInterrupt("stop")'
    [ "$status" = 130 ]
    [[ $errors == *"Traceback"*"KeyboardInterrupt: stop" ]]
}

@test "exit statuses are python3's" {
    printf 'x = (\n' >syntax.py
    printf 'import sys; sys.exit("bye")' >words.py
    printf 'raise SystemExit(300)' >large.py
    printf 'raise SystemExit(-1)' >negative.py
    printf 'import syntax' >imports.py
    while read -r want words; do
        # shellcheck disable=SC2086
        run_split "$BIN" python $words
        echo "$words: $status"
        [ "$status" = "$want" ]
    done <<'W'
2 nofile.py
1 syntax.py
1 imports.py
1 words.py
44 large.py
255 negative.py
2 -c
2 -z
1 -m nothere
2 -m
2 -W
0 -c pass -z
0 -V
0 -h
W
}
