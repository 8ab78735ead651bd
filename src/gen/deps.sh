#!/bin/sh
# Gets what the build needs: Debian packages that are missing, and the pinned parser sources, checked
# against their sha512. Nothing is downloaded when everything is there, so it works offline again.
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

if command -v dpkg-query >/dev/null 2>&1; then
    missing=
    for package in $packages; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed$' ||
            missing="$missing $package"
    done
    # shellcheck disable=SC2086
    [ -z "$missing" ] || apt_install $missing
else
    echo "not a Debian system: these packages are needed: $packages" >&2
fi

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
