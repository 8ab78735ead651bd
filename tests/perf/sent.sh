#!/bin/sh
# What the model is sent: characters of the system prompt with 0, 5 and 50 tools, and of all requests of the runs in
# tests/agent/runs; and tokens, where $TOKENS is a command that counts those of its standard input.
# usage: [BIN=..] [HELPERS=..] [TOKENS="node count.mjs"] sent.sh [CASE...]
set -eu
cd "$(dirname "$0")/../.."
BIN=$(realpath "${BIN:-build/release/smolagent}") HELPERS=${HELPERS:-build/release/helpers}
WORK=$(mktemp -d) TEXTS=$WORK/texts
export BIN WORK TEXTS
trap 'rm -rf "$WORK"' EXIT

measure() {
    : >"$TEXTS"
    said=$("$HELPERS/modelserver" measure "$1") || said="$said (not as expected)"
    printf '%s' "$said" | sed "s|^$WORK/||" | tr '\n' ' '
    if [ -n "${TOKENS:-}" ]; then printf ', %s tokens' "$(sh -c "$TOKENS" <"$TEXTS")"; fi
    echo
}

tools() {
    awk -v n="$1" 'BEGIN {
        print "== file conf"
        for (i = 1; i <= n; i++)
            printf "[tool.look_up_%d]\ndescription = Looks a word up in dictionary %d.\ncommand = [\"true\"]\ninput.word = string the word\ninput.most = integer = 3 how many entries\noutput = array\nreturns = a list of dicts with word and text\n", i, i
        print "== reply\n<code>\nfinal_answer(1)\n</code>"
        print "== command\n\"$BIN\" run --model m --base-url \"$URL\" -q --config conf x"
    }' >"$WORK/tools_$1"
    measure "$WORK/tools_$1"
}

for n in 0 5 50; do tools $n; done
[ $# -gt 0 ] || set -- tests/agent/runs/*.case
for case in "$@"; do measure "$case"; done
