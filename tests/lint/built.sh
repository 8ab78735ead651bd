#!/bin/sh
# What the build made of the sources that there are: files of renamed or removed ones stay behind in build/.
# usage: built.sh FOLDER EXTENSION SOURCES   (build/release/obj/src o src/py: build/release/obj/src/py/*.o)
find "$3" -name '*.c' | LC_ALL=C sort | while read -r source; do
    made=$1/${source#src/}
    [ ! -f "${made%.c}.$2" ] || echo "${made%.c}.$2"
done
