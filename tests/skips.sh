#!/bin/sh
# Lists the skipped tests of the suites that ran, each with its reason, and holds them against what this machine
# grants: tests/check.sh calls it when the suites have ended.
#   With every layer, no test is skipped for want of one.
#   Without namespaces, the tests skipped are those of tests/fresh/skips-without-namespaces.
#   Any other skip needs a reason that tests/skips.allow knows (a tool that is not installed, a build's mode).
# usage: WORK=folder-of-the-logs LAYERS=".." skips.sh SUITE...     exit status 0 when the skips are as expected
set -u
skips=$WORK/skips
for suite; do
    # unit tests print the reason before cmocka reports the skip
    awk -v suite="$suite" '/^skip: / { reason = substr($0, 7); next }
        /^\[  SKIPPED \] / { print suite " " $4 " # " reason; reason = "" }
        /^skipped / { sub(/^skipped /, ""); print suite " " $0 }
        /^ok [0-9]+ .* # skip/ { sub(/^ok [0-9]+ /, ""); sub(/ # skip /, " # "); print suite " " $0 }' "$WORK/$suite.log"
done 2>/dev/null | LC_ALL=C sort >"$skips"
grep ' # needs [a-z-]*' "$skips" >"$skips.layers"
sed '/^#/d; /^$/d' tests/skips.allow >"$skips.allowed"
LC_ALL=C comm -23 "$skips" "$skips.layers" | while IFS= read -r line; do
    printf '%s\n' "${line#* # }" | grep -q -E -f "$skips.allowed" || printf '%s\n' "$line"
done >"$skips.unknown"
suites="^($(echo "$*" | tr ' ' '|')) "
case " $LAYERS " in
*" jail "*" sandbox-run "*) : >"$skips.expected" ;;
*" user-namespace "* | *" pid-namespace "*) cp "$skips.layers" "$skips.expected" ;; # not held against a list
*) grep -E "$suites" tests/fresh/skips-without-namespaces >"$skips.expected" ;;
esac
status=0
if [ -s "$skips.unknown" ]; then
    echo "skipped for a reason that tests/skips.allow does not have:"
    sed 's/^/    /' "$skips.unknown"
    status=1
fi
if ! cmp -s "$skips.expected" "$skips.layers"; then
    echo "skipped for want of a layer: expected (<) and seen (>)"
    diff "$skips.expected" "$skips.layers" | grep '^[<>]' | sed 's/^/    /'
    status=1
fi
exit $status
