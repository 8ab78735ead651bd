#!/bin/sh
# Checks of the command line's tests that could not fail: under errexit the shell goes on behind a command that is
# negated, and behind all but the last of an && list. A line for each, or `! command || false`.
# usage: asserts.sh [FILE...]
[ $# -gt 0 ] || set -- tests/cli/*.bats tests/cli/*.bash
look() {
    awk '
        FNR == 1 { joined = 0 }
        {
            line = $0
            gsub(/\\["\047]/, "", line)
            gsub(/\$\([^()]*\)/, "S", line)
            gsub(/"[^"]*"/, "Q", line)
            gsub(/\047[^\047]*\047/, "Q", line)
            gsub(/\[\[[^\]]*\]\]/, "T", line)
            listed = line ~ /^[ \t]+(\[|T|!|grep|cmp) ?.* && (\[|T|!|grep |cmp )/ || line ~ /^[ \t]+T && (\[|T|!|grep |cmp )/
            negated = line ~ /^[ \t]+! /
            if (!joined && (listed || negated) && line !~ /\|\|/ && line !~ /[\\{]$| && [a-z_]+=[^ ]*$/)
                print FILENAME ":" FNR ": " $0 "   <- cannot fail: a line for each, or || false"
            joined = line ~ /(&&|\|\||\||\\)$/
        }' "$@"
}
look "$@"
# The check can fail: the first four of these lines are found, the others are not.
sample=$(mktemp) || exit 1
cat >"$sample" <<'END'
    [ "$status" = 0 ] && [[ $output == *x* ]]
    [[ $output == *x* ]] && [ -e y ]
    ! grep -q secret trail
    grep -q a b && ! grep c d
    ! grep -q secret trail || false
    [ -e x ] && found=1
    [ "$status" = 0 ] && [[ $output == *x* ]] || { echo "$output"; false; }
    [[ $output == *"a && [ b ]"* ]]
END
n=$(look "$sample" | wc -l)
[ "$n" = 4 ] || echo "asserts.sh finds $n of 4 in its own sample"
rm -f "$sample"
