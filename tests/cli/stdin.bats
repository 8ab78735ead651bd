#!/usr/bin/env bats
# Standard input as data of the code: the same under every executor.
load helper

executors() {
    if command -v python3 >/dev/null 2>&1; then echo local jail python; else echo local jail; fi
}

@test "lines that one step peeked at are not lost for the next" {
    seq 3000 >in
    for e in $(executors); do
        replies r.jsonl 'print(next(stdin), stdin.readline(), stdin.read(3))' \
            'print(len(stdin.read())); print(len(stdin.lines()), len(list(stdin)))' \
            'final_answer([next(stdin), sum(1 for _ in stdin)])'
        run sh -c "'$BIN' run -e $e -m replay:r.jsonl -v x <in"
        [ "$status" = 0 ]
        [[ "$output" == *"13893"*"3000 3000"*"2999]"* ]]
    done
}

@test "sys.stdin and input() are the variable stdin; an iterator keeps its place" {
    printf 'a,b\nc,d\ne,f\n' >in
    for e in $(executors); do
        replies r.jsonl 'import csv, sys
print(input("first? "), sys.stdin.readline(), sys.stdin is stdin)
rows = csv.reader(stdin)
print(next(rows))' 'print(input(), sys.stdin.read(1))
final_answer([list(rows), len(list(csv.reader(sys.stdin)))])'
        run sh -c "'$BIN' run -e $e -m replay:r.jsonl -v x <in"
        [ "$status" = 0 ]
        [[ "$output" == *"first? a,b"*"True"*"['e', 'f']"* ]]
    done
}

@test "input() at the end of the input prints its prompt" {
    for e in $(executors); do
        replies r.jsonl 'input("name? ")' 'final_answer(1)'
        run sh -c "'$BIN' run -e $e -m replay:r.jsonl -v x </dev/null"
        [ "$status" = 0 ]
        [[ "$output" == *"name? "*"EOFError"* ]]
    done
}

@test "with nothing at standard input, stdin is empty" {
    for e in $(executors); do
        replies r.jsonl 'final_answer([stdin.read(), stdin.lines(), list(stdin), stdin.readline()])'
        run_split sh -c "'$BIN' run -e $e -m replay:r.jsonl -q x </dev/null"
        [ "$status" = 0 ]
        [ "$output" = "['', [], [], '']" ] || [ "$output" = '["", [], [], ""]' ]
    done
}

@test "a stream too large to be kept says in which step it was read" {
    for e in $(executors); do
        replies r.jsonl 'n = sum(len(line) for line in stdin)
print(n)' 'stdin.read()' 'print(next(stdin))' 'final_answer(n)'
        run sh -c "yes \$(printf %09999d 0) | head -c 70000000 | '$BIN' run -e $e --step-timeout 100s -m replay:r.jsonl -v x"
        [ "$status" = 0 ]
        [[ "$output" == *"70000000"*"OSError: this stream was read in <step 1> and is too large"* ]]
    done
}

@test "a stream too large to be kept can be read on in pieces" {
    replies r.jsonl 'a = len(stdin.read(68000000))' 'a += len(stdin.read(1500000))' \
        'list(stdin)' 'final_answer(a + len(stdin.read(1000000)))'
    run sh -c "head -c 70000000 /dev/zero | '$BIN' run --max-memory 1000M -m replay:r.jsonl -v x"
    [ "$status" = 0 ]
    [[ "$output" == *"readline() and read(n) go on where that stopped"* && "$output" == *70000000* ]]
}

@test "stdin.buffer reads bytes, from where the text stands" {
    printf 'first\r\n\0\377\001rest of it\nthird\nfourth\nfifth\n\nlast' >in
    for e in $(executors); do
        replies r.jsonl 'import sys
stdin.reconfigure(errors="replace")
b = sys.stdin.buffer
print(b is stdin.buffer, b.mode, b.readline(), b.read(3), b.readline(2), b.readline())
print(b.read1(3), stdin.read(2), stdin.readline(3), stdin.readline(0), b.readlines(1), next(b))
print(list(b), len(b.read()), stdin.read(1), b.read1(2), b.readline(-1), b.readline(9))' \
            'print([l for l in stdin.buffer][-1], stdin.buffer.read()[:5], next(iter(stdin.buffer)), stdin.lines(8))
it = iter(stdin.buffer)
print(next(it))' 'print(next(it), stdin.buffer.read(4), len(stdin.buffer.read()))
final_answer(len(stdin.buffer.read()))'
        run sh -c "'$BIN' run -e $e --color never -m replay:r.jsonl -v x <in"
        [ "$status" = 0 ]
        [[ "$output" == *"True rb b'first\\r\\n' b'\\x00\\xff\\x01' b're' b'st of it\\n'
b'thi' rd "*"[b'fourth\\n'] b'fifth\\n'
[b'\\n', b'last'] 45  b'' b'' b''"* ]]
        [[ "$output" == *"b'last' b'first' b'first\\r\\n' ["*"rest of it\\n']
b'third\\n'"*"b'fourth\\n' b'fift' 7"*45* ]]
    done
}

@test "a loop that reads a list keeps its list when the code reads none of it, and hears that it was offered" {
    replies r.jsonl 'final_answer("done")'
    seq 3 >list
    loop() { while read -r line; do "$BIN" run --no-config -q -m replay:r.jsonl "task $line" 2>>errors; done; }
    [ "$(loop <list)" = "$(printf 'done\ndone\ndone')" ]
    [ "$(grep -c 'standard input was not empty and was offered to the code as `stdin`, which never read it; --stdin none' errors)" = 2 ]
    rm errors
    [ "$(cat list | loop)" = "$(printf 'done\ndone\ndone')" ]
    [ "$(grep -c 'never read it' errors)" = 2 ]
    # Where input cannot be looked at without taking it, what was taken is told.
    rm errors
    "$BIN" run --no-config -q -m replay:r.jsonl t </dev/zero 2>errors
    grep -q 'never read it (its beginning was taken)' errors
}

@test "input that was read, is empty, or is none of the code's is not spoken of" {
    quiet() { [ -z "$("$BIN" run --no-config -q -m replay:r.jsonl "$@" t 2>&1 >/dev/null)" ]; }
    replies r.jsonl 'final_answer("done")'
    quiet </dev/null
    : | quiet
    : >empty
    quiet <empty
    seq 3 | quiet --stdin none
    replies r.jsonl 'final_answer(stdin.readline())'
    seq 3 | quiet
}

@test "stdin exists and is empty behind </dev/null, and reaches the code as bytes in every executor" {
    for executor in local jail python; do
        [ $executor != python ] || grants python || continue
        replies r.jsonl 'final_answer([stdin.read(), list(stdin), stdin.buffer.read() == b""])'
        run_split "$BIN" run --no-config -q -m replay:r.jsonl -e $executor --sandbox auto t
        echo "$executor: $output: $errors"
        [ "$output" = '["", [], true]' ]
        replies r.jsonl 'final_answer([list(stdin.buffer.read(2)), list(stdin.buffer.readline()), list(stdin.buffer.read())])'
        output=$(printf 'x\xff\0y\nz' | "$BIN" run --no-config -q -m replay:r.jsonl -e $executor --sandbox auto t)
        [ "$output" = "[[120, 255], [0, 121, 10], [122]]" ]
    done
}

@test "stdin taken for a str names stdin.read(); open(0) reads it; bytes that are no UTF-8 are never replaced" {
    printf '\357\273\277a,b\n1,2\n' >marked
    printf 'Jos\351,1\n' >latin
    replies r.jsonl 'import csv, io, json
def tried(f):
    try: return f()
    except Exception as e: return f"{type(e).__name__}: {e}"
for f in (lambda: len(stdin), lambda: json.loads(stdin), lambda: io.StringIO(stdin), lambda: stdin.split(","), lambda: stdin[0]):
    print("stdin.read()" in tried(f), tried(f)[:9])
print(tried(stdin.splitlines), tried(lambda: list(csv.reader(stdin))), tried(lambda: open(0).read()), tried(open("/dev/stdin", "rb").read))
print(stdin.encoding, stdin.errors, tried(lambda: stdin.reconfigure(encoding="nope")))
stdin.reconfigure(encoding="latin-1")
print(tried(stdin.readlines)[-1])
final_answer(1)'
    strict="UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 in position 3: invalid continuation byte"
    for e in $(executors); do
        run sh -c "'$BIN' run -e $e --color never -m replay:r.jsonl -v x <marked"
        [[ $output == *"True TypeError"*"True Attribute"*"['a,b', '1,2'] [['a', 'b'], ['1', '2']] a,b"* ]]
        [[ $output != *"False "* && $output == *"b'\\xef\\xbb\\xbfa,b\\n1,2\\n'"*"utf-8 strict LookupError: unknown encoding: nope"* ]]
        run sh -c "'$BIN' run -e $e --color never -m replay:r.jsonl -v x <latin"
        [[ $output == *"$strict $strict $strict b'Jos\\xe9,1\\n'"*"José,1"* ]]
    done
}
