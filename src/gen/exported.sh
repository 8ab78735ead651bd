#!/bin/sh
# The functions that headers of include/ declare, a name a line, sorted: what libsmolagent.a exports.
# usage: CC=compiler exported.sh HEADER...
for header in "$@"; do
    ${CC:-cc} -E -P -x c "$header" || exit 1
done | tr '\n' ' ' | grep -oE '[^A-Za-z0-9_](py|smol)_[a-z0-9_]+\(' | tr -d ' *(;' | LC_ALL=C sort -u
