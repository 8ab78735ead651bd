#!/bin/sh
# The tour of the source names only files that there are. Names in capitals stand for any. And every folder of tests,
# but for those of areas and suites, has its place in the table of CONTRIBUTING.md.
sed -n '1,/^## Decisions/p' src/README.md | grep -o '`[^` ]*`' | tr -d '`' | grep -E '\.(c|h|def|py|sh|conf|bats)$' | LC_ALL=C sort -u |
    while read -r name; do
        case $name in *NAME*) continue ;; esac
        found=$(find ./src ./include ./docs ./tests -path "*/${name#../}" | head -n 1)
        # With a star, or without a folder: whichever folder the sentence is about.
        [ -n "$found" ] || echo "src/README.md: $name is not there"
    done
find tests -mindepth 1 -maxdepth 2 -type d | LC_ALL=C sort | while read -r folder; do
    case $folder in */__pycache__ | tests/py/* | tests/agent/* | tests/server/* | tests/fuzz/seeds/*) continue ;; esac
    case $folder in tests/py) folder=tests/py/AREA ;; esac
    grep -q "^|[^|]*\`$folder[\`/]" CONTRIBUTING.md || grep -q "^|.*\`$folder\`" CONTRIBUTING.md ||
        echo "CONTRIBUTING.md: no row for $folder"
done
