# shellcheck shell=sh
# Fresh roots of Debian made by debootstrap, for the scripts beside this one, which source it. Sets project to the folder
# of the sources.

project=$(cd "$(dirname "$0")/../.." && pwd)

# need TEST TOOL...: ends with status 77 where a root cannot be made.
need() {
    test=$1 missing=
    shift
    [ "$(id -u)" = 0 ] || missing="$missing root"
    for tool; do command -v "$tool" >/dev/null || missing="$missing $tool"; done
    [ -n "$missing" ] || return 0
    echo "SKIPPED: $test NOT tried; missing:$missing" >&2
    exit 77
}

# alone ARGUMENT...: begins the script anew in a mount namespace of its own, so that no mount outlives it: a folder left with
# /dev in it would take the devices of the machine along when it is removed.
alone() {
    [ -n "${ALONE:-}" ] || ALONE=1 exec unshare --mount --propagation private sh "$0" "$@"
}

# prepare SUITE ROOT: with the suites that Debian's container images have, and a clone of the project. How this machine
# reaches the archives is true of the root as well: proxies, certificates, npm's registry.
prepare() {
    rm -rf --one-file-system "$2" || return 1
    debootstrap --variant=minbase --include=make,git,ca-certificates "$1" "$2" || return 1
    sed -i 's|^deb \([^ ]*\) \([a-z]*\) main$|&\ndeb \1 \2-updates main\ndeb \1-security \2-security main|' "$2/etc/apt/sources.list"
    cp /etc/resolv.conf "$2/etc/"
    for file in /etc/apt/apt.conf.d/* /etc/npmrc "$HOME/.npmrc"; do
        [ ! -f "$file" ] || { mkdir -p "$2$(dirname "$file")" && cp "$file" "$2$file"; }
    done
    certificates=$(npm config get cafile 2>/dev/null)
    [ ! -f "$certificates" ] || { mkdir -p "$2$(dirname "$certificates")" && cp "$certificates" "$2$certificates"; }
    git clone -q "$project" "$2/project"
}

enter() {
    mount --bind "$1" "$1" && mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" && mount --bind /dev "$1/dev" && mount -t devpts devpts "$1/dev/pts"
}

# inside ROOT COMMAND...: with the folder as the root, but not by chroot, in which the kernel grants no user namespaces.
inside() {
    place=$1
    shift
    unshare --mount --propagation private sh -c 'cd "$0" && pivot_root . mnt && cd / && umount -l /mnt && exec "$@"' "$place" \
        /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
}
