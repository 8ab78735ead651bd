#!/bin/sh
# All lint checks; each prints what it found and where. usage: [BIN=path] lint.sh [CHECK]...
cd "$(dirname "$0")/../.." || exit 1
status=0
[ $# -gt 0 ] || set -- includes layers sizes banned text words headers format generated attacks claims tour exports circles terminal rows callgraph opens keys options variables asserts twice sequences prompts parts
for check in "$@"; do
    if found=$(sh "tests/lint/$check.sh" 2>&1) && [ -z "$found" ]; then
        echo "lint: $check ok"
    else
        echo "lint: $check FAILED"
        echo "$found" | sed 's/^/  /' | head -n "${LINT_LINES:-60}"
        status=1
    fi
done
exit $status
