#!/bin/sh
# The files made from tables are current (`make generate`).
bin=${BIN:-build/release/smolagent}
[ -x "$bin" ] || { echo "$bin is not built"; exit 1; }
"$bin" help config-example | cmp -s - smolagent.conf.example || echo "smolagent.conf.example is stale"
"$bin" help man | cmp -s - docs/smolagent.1 || echo "docs/smolagent.1 is stale"
sed -n '/^<!-- Reference/,$p' docs/guide.md >"$(dirname "$bin")/guide.end"
"$bin" help reference | cmp -s - "$(dirname "$bin")/guide.end" || echo "docs/guide.md: its reference is stale (make generate)"
cat src/agent/imports.def tests/names/names.tsv | "$bin" python --no-config --stdin tests/names/page.py |
    cmp -s - docs/modules.md ||
    echo "docs/modules.md is stale (make generate)"
exit 0
