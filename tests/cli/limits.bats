#!/usr/bin/env bats
# Limits as measured from outside, under both executors: peak memory of at most 1.1 times the cap and
# 10 MB, limits reached within 1.2 times the limit and 100 ms of CPU time (here with more, for a slow machine), never by
# a signal, and a message with the limit, its value, the option and the line. How long that takes by the clock depends on
# what else runs there: what does not end at its limit does not end in 20 s either.
load helper
load screen

slack=${LIMIT_SLACK:-500} # ms

# in_time MS: what was measured took no more, and it ended.
in_time() { [ "$cpu_ms" -le $(($1 + slack)) ] && [ "$wall_ms" -le 20000 ]; }

measure() {
    case ${MODE:-release} in asan|gcstress) skip "measures the release build" ;; esac
    "$HELPERS/rusage" used "$BIN" python --no-config "$@" >out 2>err </dev/null
    . ./used
}

# over_memory CODE: in 32 MiB
over_memory() {
    for executor in local jail; do
        measure --executor $executor --max-memory 32M --timeout 60 -c "$1"
        echo "$executor: status $status, $cpu_ms of $wall_ms ms, $peak_kb KB: $1"; tail -n 1 err
        [ "$status" = 5 ]
        [[ $(tail -n 1 err) == "LimitError: memory limit of 33554432 bytes reached at line "*"(raise it with --max-memory)" ]]
        [ "$peak_kb" -le $((32 * 1024 * 11 / 10 + 10 * 1024)) ]
    done
}

# over_time CODE: in 1 s
over_time() {
    for executor in local jail; do
        measure --executor $executor --timeout 1 -c "$1"
        echo "$executor: status $status, $cpu_ms of $wall_ms ms, $peak_kb KB: $1"; tail -n 1 err
        [ "$status" = 124 ]
        [[ $(tail -n 1 err) == "LimitError: time limit of 1 s reached at line "*"(raise it with --timeout)" ]]
        in_time 1300
    done
}

@test "memory: lists" { over_memory $'x = []\nwhile True: x.append([0] * 100)'; }
@test "memory: strings" { over_memory $'x = []\nwhile True: x.append("ab" * 50000)'; }
@test "memory: bytes" { over_memory $'x = []\nwhile True: x.append(bytearray(100000))'; }
@test "memory: dicts" { over_memory $'x = []\nwhile True: x.append(dict.fromkeys(range(100), len(x)))'; }
@test "memory: sets" { over_memory $'x = []\nwhile True: x.append(set(range(100)))'; }
@test "memory: big integers" { over_memory $'x = []\nn = 1\nwhile True:\n    n = n << 1000\n    x.append(n)'; }
@test "memory: instances" { over_memory $'class A: pass\nx = None\nwhile True:\n    a = A()\n    a.x = x\n    x = a'; }
@test "memory: closures" { over_memory $'x = []\nwhile True:\n    def f(y=len(x)): return y\n    x.append(f)'; }
@test "memory: generators" { over_memory $'x = []\nwhile True: x.append(i for i in range(3))'; }
@test "memory: exceptions" { over_memory $'x = []\nwhile True:\n    try: 1/0\n    except Exception as e: x.append(e)'; }
@test "memory: compiled code" { over_memory $'x = []\nwhile True: x.append(compile("a = [%s]" % ",".join(map(str, range(1000))), "c", "exec"))'; }
@test "memory: source" { over_memory $'x = "a = 1\\n"\nwhile True:\n    x += x\n    compile(x, "c", "exec")'; }
@test "memory: regular expressions" { over_memory $'import re\nx = []\nwhile True: x.append(re.compile("(a|b)" * 1000 + str(len(x))))'; }
@test "memory: decimals" { over_memory $'import decimal\nx = []\nwhile True: x.append(decimal.Decimal(len(x)) * 3)'; }
@test "memory: json" { over_memory $'import json\nx = []\nwhile True:\n    x.append(x[:50])\n    x.append(json.loads(json.dumps([0] * 1000)))'; }
@test "memory: zlib" { over_memory $'import zlib\nz = zlib.compress(bytes(10**6))\nx = []\nwhile True: x.append(zlib.decompress(z))'; }
@test "memory: sorting" { over_memory $'x = list(range(1000))\nwhile True: x = sorted(x + x, key=str)'; }
@test "memory: itertools" { over_memory $'import itertools\na, b = itertools.tee(itertools.count())\nfor i in a: pass'; }

@test "time: a loop" { over_time $'n = 0\nwhile True: n += 1'; }
@test "time: a loop that catches all" { over_time $'while True:\n    try:\n        while True: pass\n    except BaseException: pass\n    finally: pass'; }
@test "time: sum" { over_time $'x = 1\nsum(range(10**15))'; }
@test "time: sleep" { over_time $'import time\ntime.sleep(60)'; }
@test "time: asyncio.sleep" { over_time $'import asyncio\nasyncio.run(asyncio.sleep(60))'; }
@test "time: powers" { over_time $'x = 3\nwhile True: x = pow(7, 10**200000, 10**20000 + 1)'; }
@test "time: digits" { over_time $'import sys\nsys.set_int_max_str_digits(0)\nwhile True: str(7 ** 300000)'; }
@test "time: factorial" { over_time $'import math\nwhile True: math.factorial(100000)'; }
@test "time: sort keys" { over_time $'def key(x):\n    while True: pass\nsorted([2, 1], key=key)'; }
@test "time: sorting" { over_time $'x = list(range(300000))\nwhile True: sorted(x, key=lambda v: -v)'; }
@test "time: a regular expression that doubles" { over_time $'import re\nre.match(r"(a+)+$", "a" * 60 + "b")'; }
@test "time: a quadratic substitution" { over_time $'import re\nre.sub(r"\\s+$", "", " " * 200000 + "x")'; }
@test "time: a quadratic search" { over_time $'import re\nre.search(r"x+[^x]?[yz]", "x" * 400000 + " ")'; }
@test "time: text search" { over_time $'s = "a" * 10**6\nwhile True: ("a" * 500 + "b") in s'; }
@test "time: text replacement" { over_time $'s = "ab" * 10**6\nwhile True: s.replace("a", "cd")'; }
@test "time: json" { over_time $'import json\nx = list(range(300000))\nwhile True: json.loads(json.dumps(x))'; }
@test "time: deep copies" { over_time $'import copy\nx = [[i] for i in range(100000)]\nwhile True: copy.deepcopy(x)'; }
@test "time: compiling" { over_time $'s = "a = 1\\n" * 50000\nwhile True: compile(s, "c", "exec")'; }
@test "time: decimals" { over_time $'import decimal\ndecimal.getcontext().prec = 20000\nwhile True: decimal.Decimal(2).sqrt()'; }
@test "time: __del__, __exit__ and finally do not get more" { over_time $'class A:\n    def __exit__(self, *a):\n        while True: pass\n    def __enter__(self): pass\nwith A():\n    while True: pass'; }
@test "time: permutations" { over_time $'import itertools\nmax(itertools.permutations(range(12)))'; }
@test "time: one long hash, its key and its salt" {
    for code in 'sha3_512(x)' 'pbkdf2_hmac("sha512", b"k", x, 1)' 'pbkdf2_hmac("md5", x, b"s", 1)'; do
        over_time $'import hashlib\nx = bytes(10**8)\nwhile True: hashlib.'"$code"
    done
}
@test "time: scrypt of large blocks" { over_time $'import hashlib\nhashlib.scrypt(b"x", salt=b"x", n=2, r=10**6, p=1, maxmem=2**31 - 1)'; }
@test "time: one long normalisation" {
    for text in '"\uac01" * 10**8' '"\ufdfa" * 10**7' '"\u0327\u0301" * 10**7'; do
        over_time $'import unicodedata\nx = '"$text"$'\nwhile True: unicodedata.normalize("NFKC", x)'
    done
}
@test "time: names of characters" { over_time $'import unicodedata\nwhile True:\n    try: unicodedata.lookup("LATIN SMALL LETTER ZZ")\n    except KeyError: pass'; }
@test "time: one long compression, and back" {
    over_time $'import zlib, random\nx = random.randbytes(10**6) * 60\nzlib.compress(x, 9)'
    over_time $'import zlib\nz = zlib.compress(bytes(6 * 10**7))\nd = zlib.decompressobj()\nwhile True: d.copy().decompress(z)'
}
@test "time: long dictionaries and tails of zlib" {
    over_time $'import zlib\nd = bytes(10**8)\nwhile True: zlib.compressobj(zdict=d)'
    over_time $'import zlib\nd = zlib._ZlibDecompressor()\nd.decompress(zlib.compress(bytes(100)) + bytes(10**7), 1)\nwhile True: d.decompress(b"", 0)'
}
@test "time: long texts in bases of two" { over_time $'x = "1" * 10**8\nwhile True: bin(int(x, 16))'; }
@test "time: hashing" { over_time $'import hashlib\nx = bytes(10**7)\nwhile True: hashlib.sha256(x).digest()'; }

@test "operations: the message" {
    for executor in local jail; do
        measure --executor $executor --max-operations 1M -c $'x = 1\nwhile True:\n    x += 1'
        [ "$status" = 5 ]
        [[ $(tail -n 1 err) == "LimitError: operation limit of 1000000 operations reached at line 3; "*"(raise it with --max-operations)" ]]
    done
}

@test "output: what is printed and the message are no more than the cap" {
    for executor in local jail; do
        for code in $'while True: print("x", flush=True)' $'while True: print("y" * 1000)' $'def f(x): print("y" * 1000); return x\nwhile True: list(map(f, range(1000)))'; do
            measure --executor $executor --max-output 1M -c "$code"
            [ "$status" = 5 ]
            [ $(($(wc -c <out) + $(wc -c <err))) -le 1048576 ]
            [[ $(tail -n 1 err) == "LimitError: output limit of 1048576 bytes reached at line "*"(raise it with --max-output)" ]]
        done
    done
}

@test "memory: one thing that grows to the cap ends in a MemoryError or at the limit, within the cap" {
    for code in 'x[len(x)] = str(len(x))' 'y.add(len(y))' 's += "ab" * 2000' 'b += b"ab" * 100'; do
        for executor in local jail; do
            measure --executor $executor --max-memory 32M --timeout 60 -c $'x, y, s, b = dict(), set(), "", bytearray()\nwhile True: '"$code"
            echo "$executor: status $status, $cpu_ms of $wall_ms ms, $peak_kb KB: $code"; tail -n 1 err
            [[ $(tail -n 1 err) == MemoryError || $(tail -n 1 err) == "LimitError: memory limit of 33554432 bytes"* ]]
            [ "$peak_kb" -le $((32 * 1024 * 11 / 10 + 10 * 1024)) ]
        done
    done
}

# What GMP takes for itself: with a limit of ours, and where the system gives less than that. Its own
# answer would be abort().
@test "memory: scratch space of long integers" {
    for code in 'math.isqrt(a)' 'a * b' 'a // (b >> 2**21)' 'math.gcd(a >> 2**21, b >> 2**21)' 'str(b >> 4 * 10**6)' 'int("7" * 10**5)'; do
        program=$'import math, sys\nsys.set_int_max_str_digits(0)\na, b = (3 << 2**22) + 1, (1 << 2**22) - 1\nx = []\nwhile True:\n    x.append(bytes(1000000))\n    '"$code"
        over_memory "$program"
        (ulimit -v 90000 && measure --max-memory 1G -c "$program"; . ./used; cat err; [ "$status" = 5 ] && grep -q "the system gives less" err)
    done
}

@test "one absurd allocation is a MemoryError that can be caught" {
    for executor in local jail; do
        measure --executor $executor --max-memory 32M -c $'try: "a" * 10**12\nexcept MemoryError: print("caught")'
        [ "$status" = 0 ]
        [ "$(cat out)" = caught ]
        [ "$peak_kb" -le 46000 ]
    done
}

@test "recursion is an error that can be caught, and takes no memory beyond the cap" {
    for executor in local jail; do
        measure --executor $executor --max-memory 32M -c $'def f(): f()\nf()'
        [ "$status" = 1 ]
        [[ $(tail -n 1 err) == "RecursionError: maximum recursion depth exceeded" ]]
        [ "$peak_kb" -le 46000 ]
        measure --executor $executor --max-memory 32M --timeout 20 -c $'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return f(n + 1) + 1\ntry: f(0)\nexcept RecursionError: print("caught")'
        [ "$status" = 0 ]
        [ "$(cat out)" = caught ]
        [ "$peak_kb" -le 46000 ]
    done
}

@test "digits: one long conversion of an integer is refused at once" {
    for executor in local jail; do
        measure --executor $executor -c 'n = 10 ** 5000; print(len(hex(n))); str(n)'
        [ "$status" = 1 ]
        [ "$(cat out)" = 4155 ]
        [[ $(tail -n 1 err) == "ValueError: Exceeds the limit (4300 digits) for integer string conversion"* ]]
    done
}

# agent OPTION...: a recorded agent with a tool, under the executor; sets status, wall_ms, peak_kb.
agent() {
    case ${MODE:-release} in asan|gcstress) skip "measures the release build" ;; esac
    printf '[tool.nop]\ndescription = Nothing.\ncommand = ["true"]\n' >conf
    "$HELPERS/rusage" used "$BIN" run -m replay:r.jsonl --config conf --executor $executor "$@" task >out 2>err </dev/null
    . ./used
}

@test "an agent's step, run and tool calls end in time, in both executors" {
    for executor in local jail; do
        replies r.jsonl $'while True:\n    try: pass\n    finally: pass' 'final_answer(6 * 7)'
        agent --step-timeout 1s
        [ "$status" = 0 ]
        [ "$(cat out)" = 42 ]
        in_time 1300
        grep -q 'time limit of 1 s reached at line .*--step-timeout' err
        agent --timeout 1s
        [ "$status" = 124 ]
        in_time 1300
        replies r.jsonl $'n = 0\nwhile True:\n    try: nop()\n    except BaseException: n += 1'
        agent --max-tool-calls 2
        [ "$status" = 5 ]
        grep -q -e --max-tool-calls err
        in_time 1000
        replies r.jsonl $'x = []\nwhile True: x.append("ab" * 50000)' 'final_answer(len(x) > 0)'
        agent --max-memory 32M
        [ "$status" = 0 ]
        [ "$peak_kb" -le $((32 * 1024 * 11 / 10 + 10 * 1024)) ]
        grep -q 'memory limit of 33554432 bytes reached at line 2.*--max-memory' err
    done
}

# limited OPTIONS WORDS CODE: code that catches what it can is ended all the same, with these words at
# the end of the observation; the next step has its variables.
limited() {
    replies r.jsonl $'kept = 41\n'"$3" 'final_answer(kept + 1)'
    for executor in local jail; do
        # shellcheck disable=SC2086
        run_split "$BIN" run --no-config -m replay:r.jsonl --executor $executor $1 task
        echo "$executor: $output"; tail -n 4 .stderr
        [ "$status" = 0 ]
        [ "$output" = 42 ]
        grep -qF -- "$2" .stderr
    done
}
ended() { echo "reached at line $1; the code was ended (raise it with $2)"; }

@test "every limit: uncatchable, with its value, option and line, and the next step goes on" {
    local catch=$'\n    except BaseException: kept = 0\n    finally: pass'
    limited '--max-operations 100K' "operation limit of 100000 operations $(ended 5 --max-operations)" $'while True:\n    try: 1'"$catch"
    limited '--step-timeout 0.3s' "time limit of 0.3 s $(ended 5 --step-timeout)" $'while True:\n    try: 1'"$catch"
    limited '--step-timeout 0.3s' "time limit of 0.3 s $(ended 4 --step-timeout)" $'import time\nwhile True:\n    try: time.sleep(9)'"$catch"
    limited '--step-timeout 1.5s --imports asyncio' "time limit of 1.5 s $(ended 4 --step-timeout)" $'import asyncio\nwhile True:\n    try: asyncio.run(asyncio.sleep(9))'"$catch"
    limited '--max-memory 32M' "memory limit of 33554432 bytes $(ended 4 --max-memory)" $'x = []\nwhile True:\n    try: x.append("ab" * 50000)'"$catch"
    limited '--max-output 64K' "output limit of 65536 bytes $(ended 3 --max-output)" $'while True:\n    try: print("x" * 1000)'"$catch"
    # These are exceptions, as in any Python: catchable, and by themselves no end.
    limited '' '(recursion limit of 1000 calls; sys.setrecursionlimit sets it)' $'def f(): f()\nf()'
    limited '--max-memory 32M' '(memory limit of 33554432 bytes) (raise it with --max-memory)' $'"a" * 10 ** 12'
    limited '' 'Exceeds the limit (4300 digits) for integer string conversion; use sys.set_int_max_str_digits()' $'str(10 ** 5000)'
}

@test "a limit reached in a function of an earlier cell names the line that called it" {
    replies r.jsonl $'def f():\n    while True: pass' $'x = 1\n\nf()' 'final_answer(x)'
    for executor in local jail; do
        run_split "$BIN" run --no-config -m replay:r.jsonl --executor $executor --max-operations 100K task
        [ "$output" = 1 ]
        [[ $errors == *"operations reached at line 3; "* ]]
    done
}

@test "the run's own limits name the line they ended" {
    printf '[tool.nop]\ndescription = Nothing.\ncommand = ["true"]\n' >conf
    for executor in local jail; do
        replies r.jsonl $'while True:\n    try: nop()\n    except BaseException: pass'
        run_split "$BIN" run -m replay:r.jsonl --config conf --executor $executor --max-tool-calls 2 task
        [ "$status" = 5 ]
        [[ $errors == *"tool call limit of 2 calls reached at line 2 (raise it with --max-tool-calls)"* ]]
        replies r.jsonl $'while True:\n    try: pass\n    except BaseException: pass'
        run_split "$BIN" run --no-config -m replay:r.jsonl --executor $executor --timeout 500ms task
        [ "$status" = 124 ]
        [[ $errors == *"time limit of 500 ms for the run reached at line 2 (raise it with --timeout)"* ]]
    done
}

# Address space runs out long before the cap, in the engine or in what carries values.
@test "a system that gives less memory than the cap is told of, and the next step goes on" {
    case ${MODE:-release} in asan) skip "no limit of address space under AddressSanitizer" ;; esac
    replies r.jsonl $'y = 5\nz = "x" * 15000000' 'final_answer(z)' $'def f(x=[]):\n    while True: x = [x, "ab" * 5000]\nf()' 'final_answer(y)'
    for kilobytes in 70000 80000 90000 100000 120000 140000; do
        run_split sh -c 'ulimit -v $0 && exec "$@"' $kilobytes "$BIN" run --no-config -m replay:r.jsonl --executor jail --max-memory 1G task
        echo "$kilobytes: $status $output $errors" | cut -c 1-1000
        case $status in
        7) [[ $errors == *"did not start"* ]] ;;
        0) [ "$output" = 5 ] || [ ${#output} = 15000000 ] ;;
        *) false ;;
        esac
        [[ $errors != *"system call"* && $errors != *crashed* ]]
        [ ${#output} = 15000000 ] || [[ $errors == *"(--max-memory)"* || $errors == *"(the system gives less)"*--max-memory* ]]
    done
}

@test "operations: a look at all of a long value counts as work" {
    cat >values.py <<'END'
import math, re
s, t = 'a' * 4000000, 'a' * 3999999 + 'b'
b, c = s.encode(), t.encode()
array = bytearray(b)
x = object()
l, m = [x] * 1000000, [x] * 1000000
floats = [1.5] * 300000
i, j = (1 << 32000000) - 1, (1 << 32000000) - 2
def f(*args): pass
def run(what):
    for _ in range(400):
        try: what()
        except ValueError: pass
END
    while read -r code; do
        run_split timeout 60 "$BIN" python --no-config --max-operations 4M -c "$(cat values.py)
run(lambda: $code)"
        echo "$code: status $status"
        [ "$status" = 5 ]
    done <<'END'
s == t
s < t
s.startswith(t)
s.endswith((t,))
s.removeprefix(t)
s.islower()
s.isupper()
s.istitle()
s.isalpha()
s.isidentifier()
b == c
b < c
b.startswith(c)
b.removesuffix(c)
b.islower()
b.isalnum()
b.isascii()
b.expandtabs()
b.zfill(3)
98 in b
array.remove(99)
array.copy()
array.reverse()
l == m
l.count(x)
tuple(l)
[*l]
f(*l)
i == j
hash(i)
i.bit_count()
math.dist(floats, floats)
math.hypot(*floats)
sorted([s, t])
re.escape(s)
END
}

@test "open() of what is refused, too long, a pipe or larger than memory keeps to the time limit" {
    echo data >given
    mkfifo pipe
    truncate -s 3G big
    replies r.jsonl 'p = "/" + "A" * 16_000_000
while True:
    try: open(p)
    except OSError as e: pass' 'while True:
    try: open("big", "rb")
    except MemoryError: pass' 'while True:
    try: open("pipe")
    except PermissionError: pass' 'try: open("/" + "A" * 5000)
except OSError as e: final_answer(str(e)[:31])'
    mv pipe kept
    echo data >pipe # what is granted is a regular file when the run starts
    for executor in local jail; do
        start=$SECONDS
        rm -f trail
        (await grep -qs '"what":"cell"' trail; mv kept pipe) 3>&- &
        run "$BIN" run --no-config -q -m replay:r.jsonl -e $executor --sandbox auto --file given --file big \
            --file pipe --max-memory 64M --step-timeout 1s --audit trail task
        wait $!
        [ "$status" = 0 ]
        [ "$output" = "[Errno 36] File name too long: " ]
        [ $((SECONDS - start)) -lt 50 ] # three limits of a second; a path alone took a minute
        mv pipe kept
        echo data >pipe
    done
    run "$BIN" run --no-config -q -m replay:r.jsonl --file kept task
    [ "$status" = 10 ]
    [[ $output == *"--file kept: not a regular file"* ]]
}

@test "files refused a million times fill neither the events nor the trail" {
    echo data >given
    replies r.jsonl 'i = 0
while True:
    i += 1
    try: open(f"/no/{i}" + "A" * 3000)
    except OSError: pass' 'for i in range(100):
    open("given")
    try: open("other")
    except OSError: pass
final_answer(1)'
    for executor in local jail; do
        "$BIN" run --no-config -q -m replay:r.jsonl -e $executor --sandbox auto --file given --step-timeout 1s \
            --audit $executor --output jsonl task >events
        [ "$(stat -c %s events)" -lt 100000 ]
        [ "$(stat -c %s $executor)" -lt 100000 ]
        grep -q '"what":"access".*"target":"(other files)","allowed":false,"more":[1-9]' $executor
        [ "$(grep -c '"target":"given"' $executor)" = 2 ]
        grep -q '"target":"given","allowed":true,"more":99}' $executor
        grep -q '"target":"other","allowed":false,"more":99}' events
    done
}

@test "files of settings that are pipes: one nobody writes to is an error, others are read" {
    replies r.jsonl 'print(a)' 'final_answer(2)'
    mkfifo pipe
    for option in '-m replay:pipe' '--vars pipe' '--config pipe' '-f pipe' '--var x=@pipe'; do
        run timeout 20 "$BIN" run --no-config -q -m replay:r.jsonl $option task
        [ "$status" != 124 ] && [[ $output == *"cannot read pipe: nobody writes to that pipe"* ]] ||
            [[ $option == '-f'* || $option == '--config'* ]]
    done
    run timeout 20 "$BIN" run --no-config -q -m replay:r.jsonl -f pipe
    [ "$status" = 10 ]
    [[ $output == *"nobody writes to that pipe"* ]]
    run timeout 20 "$BIN" python pipe
    [ "$status" = 2 ]
    [[ $output == *"nobody writes to that pipe"* ]]
    "$BIN" run --no-config -q -m replay:r.jsonl --vars <(sleep 0.2; echo '{"a": 1}') task
    [ "$("$BIN" python <(echo 'print(5)'))" = 5 ]
    run bash -c '"$1" run --no-config -q -m replay:r.jsonl --vars <(
        until grep -qs "warning: waiting for /dev/fd/" err; do sleep 0.02; done
        echo "{\"a\": 1}") task 2>err' sh "$BIN"
    [ "$status" = 0 ]
    [ "$output" = 2 ]
}

@test "a reply that could be read in thousands of ways is read in time" {
    for mark in '<code>' '<code>\n' '```py\n' '~~~py\n' '**Code**:\n' 'Code:\nx = 1 +\n' '</code>x\n' 'print(\n'; do
        awk -v mark="${mark//\\/\\\\}" 'BEGIN { printf "{\"text\": \""; for (i = 0; i < 5000; i++) printf "%s", mark; print "\"}" }' >r.jsonl
        run "$HELPERS/rusage" used timeout 100 "$BIN" run --no-config -q -m replay:r.jsonl --max-steps 1 --on-max-steps fail t
        . ./used
        [ "$status" = 3 ] && [ "$cpu_ms" -lt 15000 ] || { echo "$mark: $status after $cpu_ms ms"; false; }
    done
}

@test "300,000 marks in one reply are read in a few seconds" {
    awk 'BEGIN { printf "{\"text\": \""; for (i = 0; i < 300000; i++) printf "<code>"; print "\"}" }' >r.jsonl
    run "$HELPERS/rusage" used timeout 100 "$BIN" run --no-config -q -m replay:r.jsonl t
    . ./used
    [ "$status" = 9 ]
    [[ $output == *"no more replies (1 played)"* ]]
    [ "$cpu_ms" -lt 10000 ]
}

# headers KIND: a server on $port that answers with 100 MB of headers, if they are read.
headers() {
    rm -f port asked
    python3 - "$1" >asked 2>/dev/null 3>&- <<'END' &
import os, socket, sys
first, piece = {'many': (b'HTTP/1.1 200 OK\r\n', b''.join(b'x-%d: %s\r\n' % (i, b'y' * 1000) for i in range(100))),
                'one': (b'HTTP/1.1 200 OK\r\nx: ', b'y' * 100000),
                'interim': (b'', b'HTTP/1.1 103 Early Hints\r\nlink: y\r\n\r\n' * 2500)}[sys.argv[1]]
s = socket.create_server(('127.0.0.1', 0))
with open('port.new', 'w') as f:
    f.write(str(s.getsockname()[1]))
os.rename('port.new', 'port')
while True:
    c, _ = s.accept()
    print('asked', flush=True)
    try:
        c.recv(65536)
        c.sendall(first)
        for _ in range(1000):
            c.sendall(piece)
    except OSError:
        pass
    c.close()
END
    server=$!
    await [ -f port ]
    port=$(cat port)
}

@test "a server's endless headers are an error, and take no memory" {
    command -v python3 >/dev/null || skip "no python3 for the server"
    case ${MODE:-release} in asan|gcstress) skip "measures the release build" ;; esac
    export OPENAI_API_KEY=key NO_PROXY=127.0.0.1 no_proxy=127.0.0.1
    for kind in many one interim; do
        headers $kind
        "$HELPERS/rusage" used timeout 60 "$BIN" run --no-config -m openai/m --base-url "http://127.0.0.1:$port/v1" task 2>err || true
        kill $server
        . ./used
        echo "$kind: $status, $peak_kb KB, asked $(grep -c asked asked)"; tail -n 1 err
        [ "$status" = 9 ]
        [ "$peak_kb" -le 20000 ]
        [ "$(grep -c asked asked)" = 1 ]
        [[ $(tail -n 1 err) == *": the headers of the reply are too large" ]]
    done
}

@test "a line without end on standard input is an error, and takes no memory" {
    case ${MODE:-release} in asan|gcstress) skip "measures the release build" ;; esac
    replies r.jsonl 'final_answer(1)'
    run_split sh -c 'head -c 1G /dev/zero | tr "\0" a | "$@"' sh "$HELPERS/rusage" used timeout 60 "$BIN" chat --no-config -m replay:r.jsonl
    . ./used
    echo "$status, $peak_kb KB: $errors"
    [ "$status" = 2 ]
    [ "$peak_kb" -le 30000 ]
    [[ $errors == *"a line of more than 4096 KiB: nothing more is read" ]]
    # Edited, what is too much is left out, and nothing else is lost.
    on_screen 60x12 "$BIN" python --no-config
    until_shown '>>>'
    types 'kept = 7' && pastes "$(head -c 1200000 /dev/zero | tr '\0' a)"
    until_shown 'more than can be typed here'
    keys Enter && types 'kept' && keys Enter
    until_shown $'\n7'
}

@test "a line of input without an end is a MemoryError, not memory of the host" {
    for executor in local jail; do
        head -c 700000000 /dev/zero | "$HELPERS/rusage" used "$BIN" python --no-config --executor $executor --stdin \
            --max-memory 30M -c 'try: input()
except MemoryError: print("too long")' >out
        . ./used
        [ "$status" = 0 ]
        [ "$(cat out)" = "too long" ]
        [ "${MODE:-release}" = asan ] || [ "$peak_kb" -lt 250000 ]
    done
}
