#!/bin/sh
# clang-format has nothing to change. Tables that a person laid out stay between "clang-format off" and
# "on"; files in format.allow are data.
command -v clang-format >/dev/null 2>&1 || { echo "clang-format is missing (make deps)"; exit 1; }
find src include tests -name '*.[ch]' | grep -v -F -x -f tests/lint/format.allow |
    xargs -n 20 clang-format --dry-run -Werror 2>&1 | grep -E 'error:' |
    sed 's/^\([^:]*:[0-9]*\).*/\1: not formatted (clang-format -i)/' | sort -u | awk -F: '!seen[$1]++'
exit 0
