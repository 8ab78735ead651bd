#!/bin/sh
# Installs Debian packages that are missing, and writes their list to STAMP when all are there; nothing is asked of
# the network then. NAME>=VERSION must be that new: what is linked statically stays in the program. NAME|NAME are
# names of the same package in different releases. Elsewhere it prints what is needed, and goes on.
# usage: packages.sh STAMP PACKAGE...
set -eu
stamp=$1
shift

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Is it there, and new enough?
installed() {
    have=$(dpkg-query -W -f '${Status} ${Version}' "${1%%>=*}" 2>/dev/null) || return 1
    case $have in *' installed '*) ;; *) return 1 ;; esac
    case $1 in *'>='*) dpkg --compare-versions "${have##* }" ge "${1##*>=}" ;; esac
}

# Is one of its names there?
any_installed() {
    for name in $(echo "$1" | tr '|' ' '); do installed "$name" && return; done
    return 1
}

missing() {
    for package; do any_installed "$package" || printf '%s ' "$package"; done
}

# Each package by the first of its names that this release has.
names() {
    for package; do
        chosen=
        for name in $(echo "${package%%>=*}" | tr '|' ' '); do
            [ -n "$chosen" ] || ! apt-cache show "$name" >/dev/null 2>&1 || chosen=$name
        done
        printf '%s ' "${chosen:-${package%%[|>]*}}"
    done
}

install() {
    # shellcheck disable=SC2046
    set -- $(names "$@")
    echo "installing: $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

if command -v dpkg-query >/dev/null 2>&1; then
    wanted=$(missing "$@")
    # shellcheck disable=SC2086
    if [ -n "$wanted" ] && ! { install $wanted && [ -z "$(missing $wanted)" ]; }; then
        echo "the lists of packages may be old: updating them"
        as_root apt-get update
        install $wanted
    fi
    # shellcheck disable=SC2086
    wanted=$(missing $wanted)
    [ -z "$wanted" ] || { echo "cannot be installed as new as needed (are security updates in apt's sources?): $wanted" >&2; exit 1; }
else
    echo "not a Debian system; these packages, or what they are called here, are needed: $*" >&2
fi
mkdir -p "$(dirname "$stamp")"
echo "$*" >"$stamp"
