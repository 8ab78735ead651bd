#!/bin/sh
# Random values through tools, sub-agents, answers and --vars: each arrives as the table of docs/tools.md says, or is
# refused. Ends with status 1 where one does not.
# usage: BIN=.. values.sh COUNT SEED EXECUTOR...
set -u
: "${BIN:?}"
here=$(cd "$(dirname "$0")" && pwd)
count=$1 seed=$2 failed=0
shift 2
dir=$(mktemp -d)
cd "$dir" || exit 1
trap 'rm -rf "$dir"' EXIT
cat >values.conf <<'C'
[agent.helper]
description = Gives its variable back.
C
"$BIN" python --no-config --folder "$dir:rw" --max-operations 0 "$here/values.py" make "$count" "$seed" || exit 1
for executor; do
    rm -f answer.json
    if "$BIN" run -q --config values.conf -m replay:replies.jsonl -e "$executor" --max-context 10000000 --max-steps 200 --step-timeout 600 \
        --max-operations 0 --approve never --imports array,io,uuid --max-answer 100000000 --tool-file tool.py --vars vars.json --output text -o answer.json \
        t </dev/null 2>errors && printf '%s: ' "$executor" &&
        "$BIN" python --no-config --folder "$dir" --max-operations 0 "$here/values.py" check; then
        continue
    fi
    tail -5 errors
    failed=1
done
exit $failed
