#!/bin/sh
# The two commands of the README in fresh roots of Debian made by debootstrap, with nothing but make and git added:
# `make demo`, then `make check`, with user namespaces and without (tests/helpers/deny.c). Needs root, debootstrap and
# Debian's archive; says loudly what is missing. The roots stay in FOLDER until the next call, with a log each.
# usage: fresh.sh FOLDER DENY [SUITE...]        exit status 0 when all passed, 77 when it could not be tried
set -u
folder=$1 deny=$(realpath "$2")
shift 2
[ $# -gt 0 ] || set -- bookworm trixie
project=$(cd "$(dirname "$0")/../.." && pwd)
missing=
[ "$(id -u)" = 0 ] || missing="$missing root"
for tool in debootstrap git; do command -v $tool >/dev/null || missing="$missing $tool"; done
if [ -n "$missing" ]; then
    echo "SKIPPED: fresh roots were NOT tried; missing:$missing" >&2
    exit 77
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
failed=0

leave() {
    for place in proc dev/pts dev; do umount "$1/$place" 2>/dev/null; done
}

# How this machine reaches the archives is true of the root as well: proxies, certificates, npm's registry.
prepare() {
    suite=$1 root=$2
    leave "$root"
    rm -rf "$root"
    debootstrap --variant=minbase --include=make,git,ca-certificates "$suite" "$root" || return 1
    cp /etc/resolv.conf "$root/etc/"
    for file in /etc/apt/apt.conf.d/* /etc/npmrc "$HOME/.npmrc"; do
        [ ! -f "$file" ] || { mkdir -p "$root$(dirname "$file")" && cp "$file" "$root$file"; }
    done
    certificates=$(npm config get cafile 2>/dev/null)
    [ ! -f "$certificates" ] || { mkdir -p "$root$(dirname "$certificates")" && cp "$certificates" "$root$certificates"; }
    git clone -q "$project" "$root/project" && cp "$deny" "$root/deny"
}

enter() {
    mount -t proc proc "$root/proc" && mount --bind /dev "$root/dev" && mount -t devpts devpts "$root/dev/pts"
}

# step NAME COMMAND...: in the root; the last lines of what it printed where it fails.
step() {
    name=$1 begin=$(date +%s)
    shift
    if chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        "$@" >"$folder/$label-$name.log" 2>&1; then
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
    if ! prepare "$suite" "$root" >"$folder/$suite.log" 2>&1 || ! enter; then
        echo "not ok $suite: no root (see $folder/$suite.log)"
        failed=1
        continue
    fi
    step demo make -C /project demo && step check make -C /project check
    label=$suite-without-namespaces
    step check /deny u make -C /project check
    leave "$root"
done
exit $failed
