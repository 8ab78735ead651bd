#!/bin/sh
# Rows of tables agree with what they are rows of. A row of natives compiles only where the form of the function is the one
# that the signature wants.
try() { # whether `row` compiles
    printf '%s\n' '#include "py/native.h"' 'static PY_NATIVE(fixed) { return PY_NONE; }' \
        'static PY_NATIVE_RAW(raw) { return PY_NONE; }' \
        'struct py_native_row rows[] = {PY_ROW("f", fixed, "", NULL), PY_ROW("r", raw, "**kw", NULL),' "$1};" |
        ${CC:-gcc} -std=gnu11 -D_GNU_SOURCE -Isrc -Iinclude -w -fsyntax-only -x c - 2>/dev/null
}
for good in 'PY_ROW("x", fixed, "a, /, *, b=1", NULL)' 'PY_ROW("x", fixed, "*, b=1", NULL)' 'PY_CLASS_ROW("x", raw, "*args, b=1", NULL)'; do
    try "$good" || echo "does not compile: $good"
done
for bad in 'PY_ROW("x", fixed, "*args", NULL)' 'PY_ROW("x", raw, "a, /", NULL)' 'PY_STATIC_ROW("x", raw, "*, b=1", NULL)' 'PY_ROW("x", py_iter, "a", NULL)'; do
    ! try "$bad" || echo "compiles: $bad"
done
sed -n 's/^EVENT(.*, "\(.*\)")$/\1/p' src/agent/events.def | while read -r type; do
    rows=$(grep -c "^| \`$type\` |" docs/events.md)
    [ "$rows" = 1 ] || echo "docs/events.md: $rows rows for $type"
done
sed -n 's/^WIRE(\(.*\))$/\1/p' src/model/wires.def | while read -r name; do
    grep -q "^OPT(wire,.*[\"|]$name[\"|]" src/config/options.def || echo "options.def: --wire does not take $name"
    [ -f "src/model/wire_$name.c" ] || echo "src/model/wires.def: wire_$name.c is not there"
done
exit 0
