#!/bin/sh
# Files of a folder use each other's functions in one direction only: what calls stands above what is called. Not so
# within the folders of src/py, where expressions hold functions and functions expressions: there layers.sh orders folders.
# usage: BIN=path circles.sh [FOLDER]...
objects=$(dirname "${BIN:-build/release/smolagent}")/obj/src
[ -d "$objects" ] || exit 0
[ $# -gt 0 ] || set -- $(cd src && ls -d */ | grep -v -x -e py/ -e gen/)
for folder in "$@"; do
    folder=${folder%/}
    sh tests/lint/built.sh "$objects" o "src/$folder" | xargs nm -A -g | awk '
        { file = $1; sub(/\.o:.*/, ".c", file); sub(/.*\/obj\//, "", file) }
        $(NF - 1) == "U" { uses[file, $NF] = 1; next }
        { home[$NF] = file }
        END { for (use in uses) { split(use, u, SUBSEP)
                  if (u[2] in home && home[u[2]] != u[1]) print u[1], home[u[2]] } }
    ' | sort -u | tsort 2>&1 >/dev/null | sed -n "s/^tsort: \(src.*\)/a circle of files: \1/p"
done
