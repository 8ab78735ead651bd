#!/usr/bin/env bats
# Files of --check-py: what a function may say of an answer, what it gets to see, and files that are wrong.
load helper
load screen

judge() { cat >judge.py; }
# ask ANSWER [OPTION...]: a run whose model gives ANSWER again and again.
ask() {
    replies r.jsonl "final_answer($1)" "final_answer($1)"
    shift
    run_split "$BIN" run --no-config -m replay:r.jsonl -q --max-steps 1 --on-max-steps fail --check-py judge.py "$@" t
}

@test "a verdict: True and None accept, False, a text and what an assertion says refuse" {
    judge <<'END'
def check(answer, steps):
    if answer == 'false':
        return False
    if answer == 'text':
        return '  it is too short\n'
    if answer == 'empty':
        return ''
    if answer == 'number':
        return int(answer)
    assert answer != 'said', 'an assertion says this'
    assert answer != 'bare'
    return True if answer == 'true' else None
END
    for answer in true none; do
        ask "'$answer'"
        [ "$status $output$errors" = "0 $answer" ]
    done
    n=0
    while IFS='|' read -r answer why; do
        ask "'$answer'"
        echo "$answer: $status $output $errors"
        [ "$status $output$errors" = "4 smolagent: no answer passed its check: $why" ]
        n=$((n + 1))
    done <<'END'
false|the check refused it and said no more
text|it is too short
empty|the check refused it and said no more
number|invalid literal for int() with base 10: 'number'
said|an assertion says this
bare|this does not hold: assert answer != 'bare'
END
    [ $n = 6 ]
}

@test "what is wrong with the check itself is told with its line, and ends the run" {
    judge <<'END'
def check(answer, steps):
    if answer == 1:
        return {}['k']
    if answer == 2:
        return 7
    if answer == 3:
        open('judge.py')
    if answer == 4:
        while True:
            pass
    if answer == 5:
        raise SystemExit(0)
    if answer == 6:
        x = []
        while True:
            x.append(bytes(100000))
END
    n=0
    while IFS='|' read -r answer why; do
        ask $answer --max-operations 100000 --max-memory 64M
        echo "$answer: $status $output $errors"
        [ "$status $output$errors" = "10 smolagent: --check-py: judge.py:$why" ]
        n=$((n + 1))
    done <<'END'
1|3: KeyError: k
2| check returned 7, of type int; it may return True, None, False, or a text that says why the answer is refused
3|7: PermissionError: [Errno 13] a check has no grants; it judges by what it is given: 'judge.py'
4| check() was ended at its operation limit (--max-operations)
5|12: SystemExit: 0
6| check() was ended at its memory limit (--max-memory)
END
    [ $n = 6 ]
}

@test "a check that gives no verdict in time refuses, as that of a command does" {
    judge <<'END'
import time
def check(answer, steps):
    time.sleep(3600)
END
    ask 1 --check-timeout 100ms
    [ "$status $output$errors" = "4 smolagent: no answer passed its check: the check gave no verdict within 0.1 s" ]
}

@test "a file that is wrong ends with status 2, one that cannot be read with 10, before the model is asked, by line and remedy" {
    local remedy='write def check(answer, steps), which returns True, or a text that says why the answer is refused' n=0
    while IFS='|' read -r code why; do
        printf "$code\n" >judge.py
        ask 1 --base-url http://127.0.0.1:9
        echo "$code: $status $output $errors"
        [ "$status $output$errors" = "2 smolagent: judge.py:${why/REMEDY/$remedy}" ]
        n=$((n + 1))
    done <<'END'
def chek(answer, steps): pass| there is no function check in the file; REMEDY
def check(answer): pass|1: check takes 1 parameter; REMEDY
\ndef check(a, b, c): pass|2: check takes 3 parameters; REMEDY
def check(a, b, *, c): pass|1: check wants c by name; REMEDY
check = 3| check is of type int, no function; REMEDY
async def check(a, b): pass|1: check is async or a generator; REMEDY
def check(a, b): yield 1|1: check is async or a generator; REMEDY
def check(a, b:|1: SyntaxError: '(' was never closed; correct the line
def check(a, b):\n    return more(a)|2: check uses 'more', which nothing defines; define or import it in the file
import numpy\ndef check(a, b): pass|1: No module named 'numpy'; a check has the modules of 'smolagent help modules'
from . import x\ndef check(a, b): pass|1: the file is alone: it has no modules beside it; a check has the modules of 'smolagent help modules'
1 / 0|1: the file does not start: ZeroDivisionError: division by zero
END
    [ $n = 12 ]
    rm judge.py
    ask 1
    [ "$status $output$errors" = "10 smolagent: --check-py: cannot open judge.py: No such file or directory" ]
    printf '\377' >judge.py
    ask 1
    [ "$status $output$errors" = "10 smolagent: judge.py: the file is no UTF-8 text" ]
}

@test "anything that takes the two may be the check: a lambda, an object, *args" {
    for code in 'check = lambda a, b: a == 1' 'def check(*args): return args[0] == 1' \
        'def check(a, b=1, c=2): return a == 1' 'class C:
    def __call__(self, a, b): return a == 1
check = C()'; do
        judge <<<"$code"
        ask 1
        [ "$status $output$errors" = "0 1" ]
        ask 2
        [ "$status" = 4 ]
    done
}

@test "the check sees the steps, whatever runs the code" {
    local executors='local jail'
    [ "${MODE:-release}" = asan ] || ! grants python || executors="$executors python"
    judge <<'END'
def check(answer, steps):
    first, last = steps
    assert first == {'number': 1, 'thought': '', 'code': 'print(add(2, b=3))\n1 / 0\n', 'output': '5\n',
                     'error': first['error'],
                     'tool_calls': [{'name': 'add', 'call': 1, 'args': {'a': 2, 'b': 3}, 'ok': True, 'value': 5}]}, first
    assert first['error'].endswith('ZeroDivisionError: division by zero\n'), first
    assert last['number'] == 2 and last['output'] == 'done\n' and last['error'] is None, last
    assert answer == {'a': [1, None, 2.5]}, answer
END
    printf 'from smolagents import tool\n@tool\ndef add(a: int, b: int) -> int:\n    """Adds.\n\n    Args:\n        a: one\n        b: other\n    """\n    return a + b\n' >t.py
    replies r.jsonl 'print(add(2, b=3))
1 / 0' 'print("done")
final_answer({"a": [1, None, 2.5]})'
    for executor in $executors; do
        run_split "$BIN" run --no-config -m replay:r.jsonl -q -e $executor --sandbox auto --approve never \
            --tool-file t.py --check-py judge.py t
        echo "$executor: $status $output $errors"
        [ "$status" = 0 ]
        [ "$output" = '{"a": [1, null, 2.5]}' ]
    done
}

@test "the thought is what stands before the code, in every form of a reply" {
    judge <<<'def check(answer, steps): return [step["thought"] for step in steps] == ["I add.", ""] or repr(steps)'
    code='{"text": "I add.\\n<code>\\nprint(1)\\n</code>"}\n{"text": "<code>\\nfinal_answer(1)\\n</code>"}'
    object='{"text": "{\\"thought\\": \\"I add.\\", \\"code\\": \\"print(1)\\"}"}\n{"text": "{\\"thought\\": \\"\\", \\"code\\": \\"final_answer(1)\\"}"}'
    call='{"text": "I add.", "calls": [{"id": "a", "name": "python", "arguments": "{\\"code\\": \\"1\\"}"}]}\n{"text": "", "calls": [{"id": "b", "name": "final_answer", "arguments": "{\\"answer\\": 1}"}]}'
    n=0
    while IFS='|' read -r replies options; do
        printf '%b\n' "$replies" >r.jsonl
        run_split "$BIN" run --no-config -m replay:r.jsonl -q --check-py judge.py $options t
        echo "$options: $status $output $errors"
        [ "$status $output" = '0 1' ]
        n=$((n + 1))
    done <<END
$code|
$object|--structured
$call|--agent tool_calling --tools python
END
    [ $n = 3 ]
}

@test "a schema is held before a function looks at the answer" {
    judge <<<'def check(answer, steps): return answer + 1 > 3 or f"{answer} is not more"'
    replies r.jsonl 'final_answer("three")' 'final_answer(2)' 'final_answer(3)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -q --check-py judge.py --schema '{"type": "integer"}' --output jsonl t
    echo "$status $output $errors"
    [ "$status" = 0 ]
    [[ $output == *'"name":"judge.py","ok":false'*'"message":"2 is not more"'*'"name":"judge.py","ok":true'*'"answer":3,'* ]]
    [ "$(grep -o '"name":"judge.py"' <<<"$output" | wc -l)" = 2 ]
}

@test "functions judge before programs, each in its order; what none of them passed is not shown" {
    judge <<<'def check(answer, steps): return answer > 2 or "more than 2"'
    echo 'def check(answer, steps): return answer > 3 or "more than 3"' >second.py
    replies r.jsonl 'final_answer(2)' 'final_answer(3)' 'final_answer(4)' 'final_answer(5)'
    run_split "$BIN" run --no-config -m replay:r.jsonl -q --check-py judge.py --check-py second.py --check "grep -q 5" \
        --output jsonl t
    [ "$status" = 0 ]
    told=$(grep '"type":"check"' <<<"$output" | grep -o '"name":"[^"]*","ok":[a-z]*' | tr '\n' ' ')
    [ "$told" = '"name":"judge.py","ok":false "name":"judge.py","ok":true "name":"second.py","ok":false "name":"judge.py","ok":true "name":"second.py","ok":true "name":"grep","ok":false "name":"judge.py","ok":true "name":"second.py","ok":true "name":"grep","ok":true ' ]
    [[ $output == *'"answer":5,'* && $output != *'"answer":'[234]* ]]
    [ "$(grep '"type":"final"' <<<"$output" | grep -o '"value":[0-9]*')" = '"value":5' ]
}

@test "a chat judges each turn by the steps of that turn" {
    judge <<'END'
def check(answer, steps):
    return 'turns are long' if len(steps) < 2 else None
END
    replies r.jsonl 'final_answer("a")' 'final_answer("b")' 'final_answer("c")' 'final_answer("d")'
    printf 'one\ntwo\n' >turns
    output=$("$BIN" chat --no-config -m replay:r.jsonl -q --check-py judge.py <turns)
    [ "$output" = 'b
d' ]
}

@test "what a check prints is told with -v, and stays out of the answer" {
    judge <<<'def check(answer, steps): print("I look at", answer)'
    ask 1
    [ "$output$errors" = 1 ]
    run_split "$BIN" run --no-config -m replay:r.jsonl -v --check-py judge.py t
    [ "$output" = 1 ]
    [[ $errors == *"judge.py: I look at 1"* ]]
}

@test "an answer that is refused, and a call that fails, are told once, and by whom" {
    echo 'def check(answer, steps): return answer == 2 or "two is wanted"' >two.py
    cat >r.jsonl <<'END'
{"text":"","calls":[{"id":"a","name":"read_file","arguments":"{\"path\":\"none\"}"}]}
{"text":"","calls":[{"id":"b","name":"final_answer","arguments":"{\"answer\":1}"}]}
{"text":"","calls":[{"id":"c","name":"final_answer","arguments":"{\"answer\":2}"}]}
END
    mkdir granted
    run_split "$BIN" run --no-config -m replay:r.jsonl --agent tool_calling --tools read_file --folder granted --check-py two.py t
    [[ $status = 0 && $output = 2 ]]
    [ "$(grep -c 'none' <<<"$errors")" = 2 ] # the call, and how it failed
    [ "$(grep 'two is wanted' <<<"$errors")" = 'the answer did not pass two.py: two is wanted' ]
    on_screen 70x20 "$BIN" run --no-config -m replay:r.jsonl --agent tool_calling --tools read_file --folder granted --check-py two.py t
    until_ended
    [ "$status" = 0 ]
    [ "$(shown | grep -c 'none')" = 2 ]
    [ "$(shown | grep 'two is wanted')" = '2  the answer did not pass two.py: two is wanted' ]
}
