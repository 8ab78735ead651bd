#!/bin/sh
# Gets what the build needs: Debian packages that are missing, and pinned sources from npm's registry, checked
# against their sha512. Nothing is downloaded when everything is there, so it works offline again.
# A package written as name>=version must be that new: what is linked statically stays in the program.
# usage: deps.sh DIR STAMP "PACKAGES" SPEC SHA512 [SPEC SHA512]...
set -eu
dir=$1 stamp=$2 packages=$3
shift 3

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

[ ! -f "$dir" ] || rm "$dir" # a stamp, once
mkdir -p "$dir"
while [ $# -ge 2 ]; do
    spec=$1 sum=$2
    shift 2
    name=${spec%@*}
    archive=$dir/$name-${spec##*@}.tgz
    if ! echo "$sum  $archive" | sha512sum -c --status 2>/dev/null; then
        command -v npm >/dev/null 2>&1 || apt_install npm
        echo "fetching $spec"
        (cd "$dir" && npm pack --silent --ignore-scripts "$spec" >/dev/null)
        echo "$sum  $archive" | sha512sum -c --status ||
            { echo "$archive: checksum differs from the pinned one" >&2; rm -f "$archive"; exit 1; }
    fi
    rm -rf "${dir:?}/$name" "$dir/unpack"
    mkdir -p "$dir/unpack"
    tar xzf "$archive" -C "$dir/unpack"
    if [ -d "$dir/unpack/package/vendor/tree-sitter/lib" ]; then
        mv "$dir/unpack/package/vendor/tree-sitter" "$dir/$name"
    else
        mv "$dir/unpack/package" "$dir/$name"
    fi
    rm -rf "$dir/unpack"
done
touch "$stamp"
