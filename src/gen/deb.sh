#!/bin/sh
# Debian packages of what `make install` installs, without debhelper: smolagent, and smolagent-dbgsym with the debug
# information. Depends is computed: what the program is linked with by dpkg-shlibdeps, what it opens itself by
# the names in its source.
# usage: deb.sh VERSION FOLDER-OF-THE-BUILD MAINTAINER    the packages are then in the folder's deb/
set -eu
version=$1 build=$2 maintainer=$3
umask 022
work=$build/deb
root=$work/smolagent
symbols=$work/smolagent-dbgsym
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v "$tool" >/dev/null || { echo "deb: $tool is missing: apt-get install dpkg-dev" >&2; exit 1; }
done
architecture=$(dpkg --print-architecture)
date=$(date -u -R -d "@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}")

rm -rf "$work"
make -s install DESTDIR="$(realpath "$build")/deb/smolagent" PREFIX=/usr
# The library and its headers are for those who build with it: `make install`.
rm -rf "$root/usr/lib/libsmolagent.a" "$root/usr/lib/pkgconfig" "$root/usr/include"

# Each of $1's packages of a name in the source, as alternatives.
owners() {
    grep -rhoE "\"$1[a-z0-9-]*\.so\.[0-9]+\"" src --include='*.c' | tr -d '"' | awk '!seen[$0]++' | while read -r name; do
        dpkg -S "*/$name" 2>/dev/null | sed -n 's/:.*//p; q'
    done | awk '!seen[$0]++' | paste -sd '|' | sed 's/|/ | /g'
}

mkdir -p "$work/debian"
printf 'Source: smolagent\n\nPackage: smolagent\nArchitecture: any\n' >"$work/debian/control"
linked=$(cd "$work" && dpkg-shlibdeps -O -Tsubst smolagent/usr/bin/smolagent 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
opened=$(owners libcurl)

# Debian's places and forms: debug information in a package of its own, pages and logs compressed.
mkdir -p "$symbols/usr/lib" "$symbols/usr/share/doc"
mv "$root/usr/lib/debug" "$symbols/usr/lib/debug"
rmdir "$root/usr/lib" 2>/dev/null || true
ln -s smolagent "$symbols/usr/share/doc/smolagent-dbgsym"
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_smolagent" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
gzip -9n "$root/usr/share/man/man1/smolagent.1"
mkdir -p "$root/usr/share/lintian/overrides"
install -D -m 644 src/gen/deb/apparmor "$root/usr/share/smolagent/apparmor"
mkdir -p "$root/DEBIAN"
install -m 755 src/gen/deb/postinst src/gen/deb/postrm "$root/DEBIAN/"
cp src/gen/lintian-overrides "$root/usr/share/lintian/overrides/smolagent"
printf 'smolagent (%s-1) unstable; urgency=medium\n\n  * Version %s.\n\n -- %s  %s\n' \
    "$version" "$version" "$maintainer" "$date" | gzip -9n >"$root/usr/share/doc/smolagent/changelog.Debian.gz"

# control FOLDER NAME FIELD...: the control file and checksums of a package.
control() {
    folder=$1 name=$2
    shift 2
    mkdir -p "$folder/DEBIAN"
    {
        printf 'Package: %s\nVersion: %s-1\nArchitecture: %s\nMaintainer: %s\n' \
            "$name" "$version" "$architecture" "$maintainer"
        printf 'Installed-Size: %s\n' "$(du -k -s --apparent-size --exclude=DEBIAN "$folder" | cut -f1)"
        printf '%s\n' "$@"
    } >"$folder/DEBIAN/control"
    (cd "$folder" && find usr -type f -exec md5sum {} + | LC_ALL=C sort -k 2) >"$folder/DEBIAN/md5sums"
    dpkg-deb --root-owner-group --build "$folder" "$work/${name}_$version-1_$architecture.deb" >/dev/null
}

control "$root" smolagent 'Section: utils' 'Priority: optional' "Depends: $linked, $opened" \
    "Recommends: ca-certificates, $(owners libmd4c), $(owners libxml), $(owners libmicrohttpd)" 'Suggests: poppler-utils, python3, podman | docker.io' \
    'Description: agents that think in Python, run in a sandbox' \
    ' The model answers with Python; an interpreter inside the program runs it,' \
    ' without access to files, network or processes, and what it prints goes' \
    ' back to the model until it gives its final answer. For one task from the' \
    ' shell, for chat, and for scripts.' \
    ' .' \
    ' The interpreter also runs Python 3.12 programs (smolagent python).'
control "$symbols" smolagent-dbgsym 'Section: debug' 'Priority: optional' "Depends: smolagent (= $version-1)" \
    'Description: debug symbols for smolagent' "Build-Ids: $(readelf -n "$build/smolagent" | sed -n 's/.*Build ID: //p')" \
    'Auto-Built-Package: debug-symbols'
ls "$work"/*.deb
