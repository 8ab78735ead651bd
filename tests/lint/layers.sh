#!/bin/sh
# No file of the engine uses a symbol of a layer above its own (rooms.awk has the layers). What must go up goes
# through struct py_upcalls. usage: BIN=path layers.sh
symbols() {
    awk -f tests/lint/rooms.awk -f tests/lint/symbols.awk | LC_ALL=C sort
}

# That it finds what it should: a call upward, also within the core, but where its folders meet; not one downward.
found=$(symbols <<'END'
x/obj/src/py/obj/a.o: U py_run
x/obj/src/py/obj/a.o: U py_mark
x/obj/src/py/obj/a.o:0 T py_new
x/obj/src/py/gc/b.o: U py_new
x/obj/src/py/gc/b.o: U py_dict_trace
x/obj/src/py/obj/a.o:0 T py_dict_trace
x/obj/src/py/gc/b.o:0 T py_mark
x/obj/src/py/vm/c.o: U py_new
x/obj/src/py/vm/c.o:0 T py_run
END
)
[ "$found" = "src/py/gc/b.c: py_new stands above it, in src/py/obj/a.c
src/py/obj/a.c: py_run stands above it, in src/py/vm/c.c" ] || echo "tests/lint/symbols.awk: found '$found'"

objects=$(dirname "${BIN:-build/release/smolagent}")/obj/src
[ -d "$objects" ] || exit 0
sh tests/lint/built.sh "$objects" o src/py | xargs nm -A -g | symbols
