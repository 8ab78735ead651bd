#!/bin/sh
# Fetches pinned sources from npm's registry and checks them against their sha512. Nothing is downloaded when they
# are there, so it works offline again.
# usage: deps.sh DIR STAMP SPEC SHA512 [SPEC SHA512]...
set -eu
dir=$1 stamp=$2
shift 2

[ ! -f "$dir" ] || rm "$dir" # a stamp, once
mkdir -p "$dir"
while [ $# -ge 2 ]; do
    spec=$1 sum=$2
    shift 2
    name=${spec%@*}
    archive=$dir/$name-${spec##*@}.tgz
    if ! echo "$sum  $archive" | sha512sum -c --status 2>/dev/null; then
        command -v npm >/dev/null 2>&1 || sh src/gen/packages.sh "$dir/packages-npm" npm
        echo "fetching $spec"
        (cd "$dir" && npm pack --ignore-scripts "$spec" >npm.log 2>&1) ||
            { cat "$dir/npm.log"; echo "$spec cannot be fetched; npm says why above" >&2; exit 1; }
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
