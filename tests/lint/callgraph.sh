#!/bin/sh
# Recursion in C without a guard, by the call graph that `make callgraph` wrote; nothing before that.
graph=${CALLGRAPH:-build/callgraph}
[ -d "$graph" ] || exit 0

# That it finds what it should: a function that calls itself, two that call each other, one by a pointer.
CCACHE_DISABLE=1 gcc -O0 -fcallgraph-info=su -S -o "$graph/test.s" tests/lint/callgraph_test.c
echo "guard py_stack_left" >"$graph/test.allow"
found=$(python3 tests/lint/callgraph.py "$graph/test.allow" "$graph/test.ci" | sed 's/.*guard: //' | LC_ALL=C sort | tr '\n' ';')
rm -f "$graph"/test.*
[ "$found" = "callgraph_test.c:other -> mutual;callgraph_test.c:through -> a pointer;direct;" ] ||
    echo "tests/lint/callgraph_test.c: found '$found'"

# shellcheck disable=SC2046
python3 tests/lint/callgraph.py tests/lint/callgraph.allow $(sh tests/lint/built.sh "$graph" ci src/py)
exit 0
