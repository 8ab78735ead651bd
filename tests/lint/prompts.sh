#!/bin/sh
# Agents that write code have two system prompts, for blocks and for JSON, which say the same but for the form: behind
# "Rules" every line of the first one that does not speak of the form stands in the second one, in the same order.
rules() {
    sed -n '/^Rules$/,$p' "$1" | grep -v -e 'code>' -e '^1\. ' -e 'plain text' -e '^```$' -e '"code" empty'
}
first=$(mktemp) && second=$(mktemp) || exit 1
trap 'rm -f "$first" "$second"' EXIT
rules prompts/system.txt >"$first"
rules prompts/system_structured.txt >"$second"
[ -s "$first" ] || echo "prompts/system.txt: no rules were found there"
diff "$first" "$second" | sed -n 's/^[<>]/prompts\/system.txt and system_structured.txt differ: &/p'
