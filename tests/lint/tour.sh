#!/bin/sh
# The tour of the source names only files that there are. Names in capitals stand for any.
sed -n '1,/^## Decisions/p' src/README.md | grep -o '`[^` ]*`' | tr -d '`' | grep -E '\.(c|h|def|py|sh|conf|bats)$' | LC_ALL=C sort -u |
    while read -r name; do
        case $name in *NAME*) continue ;; esac
        found=$(find ./src ./include ./docs ./tests -path "*/${name#../}" | head -n 1)
        # With a star, or without a folder: whichever folder the sentence is about.
        [ -n "$found" ] || echo "src/README.md: $name is not there"
    done
