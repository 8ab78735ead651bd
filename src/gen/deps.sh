#!/bin/sh
# Fetches pinned sources and checks them against their sha512: NAME@VERSION from npm's registry, NAME_VERSION is the
# upstream archive of a Debian source package. What was fetched once is kept, so that it works offline again.
# usage: deps.sh DIR STAMP SPEC SHA512 [SPEC SHA512]...
set -eu
dir=$1 stamp=$2
shift 2

is_pinned() {
    echo "$sum  $archive" | sha512sum -c --status 2>/dev/null
}

fetch_npm() {
    command -v npm >/dev/null 2>&1 || sh src/gen/packages.sh "$dir/packages-npm" npm
    (cd "$dir" && npm pack --ignore-scripts "$spec" 2>&1)
}

# From the first archive that apt is configured with and that has it.
fetch_debian() {
    initial=$(printf %.1s "$name")
    apt-get indextargets --format "\$(REPO_URI)pool/\$(COMPONENT)/$initial/$name/${archive##*/}" 'Created-By: Packages' | awk '!seen[$0]++' |
        while read -r url; do
            ! /usr/lib/apt/apt-helper -o APT::Sandbox::User=root download-file "$url" "$archive" "SHA512:$sum" || break
        done
} 2>&1

# The reason of a failure is what the client printed.
fetch() {
    echo "fetching $spec"
    case $spec in *@*) fetch_npm ;; *) fetch_debian ;; esac >"$dir/fetch.log" || true
    is_pinned && return
    cat "$dir/fetch.log" >&2
    echo "cannot fetch $spec with the pinned checksum; put it into $archive (sha512 $sum)" >&2
    exit 1
}

[ ! -f "$dir" ] || rm "$dir" # a stamp, once
mkdir -p "$dir"
while [ $# -ge 2 ]; do
    spec=$1 sum=$2
    shift 2
    case $spec in
    *@*) name=${spec%@*} archive=$dir/$name-${spec##*@}.tgz ;;
    *) name=${spec%_*} archive=$dir/$spec.orig.tar.gz ;;
    esac
    is_pinned || fetch
    rm -rf "${dir:?}/$name" "$dir/unpack"
    mkdir -p "$dir/unpack"
    tar xzf "$archive" -C "$dir/unpack"
    top=$(echo "$dir"/unpack/*)
    [ ! -d "$top/vendor/tree-sitter/lib" ] || top=$top/vendor/tree-sitter
    mv "$top" "$dir/$name"
    rm -rf "$dir/unpack"
done
touch "$stamp"
