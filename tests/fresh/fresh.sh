#!/bin/sh
# The two commands of the README in fresh roots of Debian made by debootstrap, with nothing but make and git added:
# `make demo`, then `make check`, with user namespaces and without (tests/helpers/deny.c). Needs root, debootstrap and
# Debian's archive; says loudly what is missing. The roots stay in FOLDER until the next call, with a log each.
# usage: fresh.sh FOLDER DENY [RELEASE...]        exit status 0 when all passed, 77 when it could not be tried
set -u
# shellcheck source=tests/fresh/root.sh
. "$(dirname "$0")/root.sh"
need "fresh roots were" debootstrap git
alone "$@"
folder=$1 deny=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- bookworm trixie
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
failed=0

# step NAME COMMAND...: in the root; the last lines of what it printed where it fails.
step() {
    name=$1 begin=$(date +%s)
    shift
    if inside "$root" "$@" >"$folder/$label-$name.log" 2>&1; then
        echo "ok $label $name: $(($(date +%s) - begin)) s"
        grep -E '^(unit|python|cases|cli) +[0-9]' "$folder/$label-$name.log" | sed 's/^/    /'
        return
    fi
    echo "not ok $label $name: $(($(date +%s) - begin)) s"
    tail -n 20 "$folder/$label-$name.log" | sed 's/^/    /'
    failed=1
    return 1
}

for suite; do
    root=$folder/$suite label=$suite
    if ! prepare "$suite" "$root" >"$folder/$suite.log" 2>&1 || ! cp "$deny" "$root/deny" || ! enter "$root"; then
        echo "not ok $suite: no root (see $folder/$suite.log)"
        failed=1
        continue
    fi
    step demo make -C /project demo && step check make -C /project check
    label=$suite-without-namespaces
    step check /deny u make -C /project check
done
exit $failed
