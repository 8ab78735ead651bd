#!/bin/sh
# Gets what the build needs: Debian packages that are missing. Nothing is downloaded when everything is there, so
# it works offline again.
# A package written as name>=version must be that new: what is linked statically stays in the program.
# usage: deps.sh STAMP "PACKAGES"
set -eu
stamp=$1 packages=$2

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
    echo "installing: $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" ||
        { as_root apt-get update &&
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; }
}

# Is it there, and new enough?
installed() {
    have=$(dpkg-query -W -f '${Status} ${Version}' "${1%%>=*}" 2>/dev/null) || return 1
    case $have in *' installed '*) ;; *) return 1 ;; esac
    case $1 in *'>='*) dpkg --compare-versions "${have##* }" ge "${1##*>=}" ;; esac
}

missing() {
    for package in $packages; do installed "$package" || printf ' %s' "$package"; done
}

if command -v dpkg-query >/dev/null 2>&1; then
    wanted=$(missing)
    # shellcheck disable=SC2046
    [ -z "$wanted" ] || apt_install $(echo "$wanted" | sed 's/>=[^ ]*//g')
    wanted=$(missing)
    if [ -n "$wanted" ]; then # this machine's lists of packages may be old
        as_root apt-get update
        # shellcheck disable=SC2046
        apt_install $(echo "$wanted" | sed 's/>=[^ ]*//g')
        wanted=$(missing)
    fi
    [ -z "$wanted" ] || { echo "cannot be installed as new as needed:$wanted" >&2; exit 1; }
else
    echo "not a Debian system: these packages are needed: $packages" >&2
fi

mkdir -p "$(dirname "$stamp")"
touch "$stamp"
