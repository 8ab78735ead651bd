#!/bin/sh
# The include table of the architecture: which folder may include what. Exceptions of the engine for
# system headers, with their reasons, are the lines "FILE HEADER" of includes.allow.

# That it finds what it should in the engine: an include upward, not one downward or of base.
sample=$(mktemp -d)
mkdir -p "$sample/src/py/obj"
printf '#include "../%s"\n' vm/vm.h gc/heap.h native.h ../base/buf.h builtin/exc.h >"$sample/src/py/obj/x.c"
found=$(cd "$sample" && awk -f "$OLDPWD/tests/lint/rooms.awk" -f "$OLDPWD/tests/lint/includes.awk" src/py/obj/x.c | cut -d: -f2)
rm -r "$sample"
[ "$found" = "1
5" ] || echo "tests/lint/includes.awk: found '$found'"

find src -name '*.[ch]' ! -path 'src/gen/*' | LC_ALL=C sort |
    xargs awk -f tests/lint/rooms.awk -f tests/lint/includes.awk |
    grep -v -F -f tests/lint/includes.allow
exit 0
