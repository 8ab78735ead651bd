#!/usr/bin/env bats
# Too deep recursion is a RecursionError on a small C stack as well, in this process and in the jail.
load helper

program() {
    cat <<'P'
import json
class Self:
    def __repr__(self): return repr([self])
deep = []
for _ in range(100000): deep = [deep]
def f(n): return sorted([2, 1], key=lambda v: f(n + 1))
import sys; sys.setrecursionlimit(10 ** 6)
for g in (lambda: repr(Self()), lambda: repr(deep), lambda: f(0), lambda: json.loads("[" * 100000), lambda: eval("-" * 3000 + "1")):
    try: g()
    except RecursionError as e: print("RecursionError")
P
}

small() { # small KIB [OPTION...]
    ulimit -s "$1"
    shift
    program | "$BIN" python --no-config "$@" -
}

@test "a small C stack: RecursionError, no signal" {
    for size in 8192 1024 600; do
        run small $size
        [ "$status" = 0 ]
        [ "$(echo "$output" | grep -cx RecursionError)" = 5 ]
    done
}

@test "a small C stack in the jail: RecursionError, no signal" {
    needs seccomp
    run small 1024 -e jail
    [ "$status" = 0 ]
    [ "$(echo "$output" | grep -cx RecursionError)" = 5 ]
}

@test "a C stack that is too small is said" {
    least=50
    [ "${MODE:-release}" != asan ] || least=80 # frames are larger there
    for size in 190 100 $least; do
        for way in "-c pass" "-" "-c 1/0"; do
            run sh -c "ulimit -s $size; exec '$BIN' python --no-config $way </dev/null"
            echo "$size $way: $status $output"
            [ "$status" != 0 ]
            [ "$status" -lt 128 ]
            [[ $output == *"the C stack of this thread is too small"* ]]
        done
    done
}

@test "a C stack of 400 and 256 KiB still runs, as far as it goes" {
    for size in 400 256; do
        run small $size
        [ "$status" = 0 ]
        [ "$(echo "$output" | grep -cx RecursionError)" = 5 ]
    done
}

@test "an address space that is too small: said, no signal" {
    case ${MODE:-release} in asan) skip "no limit of address space under AddressSanitizer" ;; esac
    for size in 30000 40000 50000; do
        run sh -c "ulimit -v $size; exec '$BIN' python --no-config -c 'print(1)'"
        [ "$status" -lt 128 ]
        [ "$output" = 1 ] || [[ $output == *"memory"* ]]
    done
}
