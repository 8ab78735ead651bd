#!/bin/sh
# The Debian package: lintian has nothing against it, and in a fresh root made by debootstrap it installs, runs and is
# removed without a trace. Needs root, debootstrap, lintian and Debian's archive; says loudly what is missing.
# usage: deb.sh FOLDER-OF-THE-BUILD        exit status 0 when all passed, 77 when it could not be tried
set -u
build=$1
missing=
[ "$(id -u)" = 0 ] || missing="$missing root"
for tool in debootstrap lintian dpkg-shlibdeps; do command -v $tool >/dev/null || missing="$missing $tool"; done
if [ -n "$missing" ]; then
    echo "SKIPPED: the Debian package was NOT tested; missing:$missing" >&2
    exit 77
fi
root=$(mktemp -d "${TMPDIR:-/tmp}/smolagent-deb-XXXXXX") || exit 1
trap 'umount "$root/proc" 2>/dev/null; rm -rf --one-file-system "$root"' EXIT
failed=0
# check NAME COMMAND...: the command must succeed.
check() {
    name=$1
    shift
    if "$@" >"$root.log" 2>&1; then
        echo "ok $name"
    else
        echo "not ok $name"
        sed 's/^/    /' "$root.log"
        failed=1
    fi
    rm -f "$root.log"
}
inside() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
says() { [ "$(inside sh -c "$1" 2>&1)" = "$2" ] || { inside sh -c "$1"; return 1; }; }
holds() { inside sh -c "$1"; }
files() { (cd "$root" && find . -path ./var -prune -o -path ./proc -prune -o -path ./tmp -prune -o -print | LC_ALL=C sort); }

# shellcheck disable=SC1091
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
check "debootstrap" debootstrap --variant=minbase "$suite" "$root"
[ $failed = 0 ] || exit 1
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$build"/deb/*.deb "$root/tmp/"
mount -t proc proc "$root/proc" 2>/dev/null
files >"$root/tmp/before"
before=$(inside dpkg --get-selections)

check "lintian has no error that is not overridden" lintian --fail-on error "$build"/deb/*.deb
check "lintian has no warning either" lintian --fail-on warning "$build"/deb/*.deb
check "overrides give their reason" awk '/^smolagent:/ && !said { exit 1 } { said = /^#/ || (said && !/^$/) }' src/gen/lintian-overrides
check "installs in a fresh root" inside sh -c 'apt-get -q update && apt-get -q install -y --no-install-recommends /tmp/smolagent_*.deb'
check "answers" says "smolagent python -c 'print(6*7)'" 42
check "answers from a worker" says "smolagent python -e jail --sandbox auto -c 'print(6*7)' 2>/dev/null" 42
check "a module beside a program" says 'cd /tmp && echo "x = 6" >six.py && echo "import six; print(six.x)" >p.py && smolagent python p.py' 6
check "help has the pages" holds 'smolagent help guide | grep -q "First run"'
check "what is linked statically is said with its licence" holds 'smolagent --version --verbose | grep -q "^  gmp  .*LGPL"'
check "the copyright file has each of it" holds 'smolagent --version --verbose | sed -n "s/^  \([^ ]*\) .*/\1/p" | while read -r n; do grep -q "^$n " /usr/share/doc/smolagent/copyright || exit 1; done'
check "doctor runs" holds 'smolagent doctor --no-config >/tmp/doctor; grep -q "ok  *libcurl" /tmp/doctor || { cat /tmp/doctor; exit 1; }'
check "man page and completions are there" holds 'test -s /usr/share/man/man1/smolagent.1.gz && test -s /usr/share/bash-completion/completions/smolagent && test -s /usr/share/zsh/vendor-completions/_smolagent && test -s /usr/share/fish/vendor_completions.d/smolagent.fish'
check "an AppArmor that reserves user namespaces gets a profile, an older one does not" holds 'test ! -e /etc/apparmor.d/smolagent &&
    mkdir -p /etc/apparmor.d/abi && touch /etc/apparmor.d/abi/4.0 && dpkg-reconfigure smolagent && grep -q "^  userns,$" /etc/apparmor.d/smolagent &&
    rm -r /etc/apparmor.d/abi'
program=$root/usr/bin/smolagent
check "the program has no symbols" sh -c '! readelf -S "$1" | grep -q -E "\.symtab|\.debug_info"' sh "$program"
id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')
check "debug information installs apart" inside sh -c 'dpkg -i /tmp/smolagent-dbgsym_*.deb'
check "it is that of the program" sh -c 'readelf -n "$1" | grep -q "Build ID: $2" && readelf -S "$1" | grep -q debug_info' sh \
    "$root/usr/lib/debug/.build-id/$(echo "$id" | cut -c1-2)/$(echo "$id" | cut -c3-).debug" "$id"
check "is removed" inside sh -c 'apt-get -q purge -y smolagent-dbgsym smolagent && apt-get -q purge -y --auto-remove'
rm -rf "$root"/tmp/six.py "$root"/tmp/p.py "$root"/tmp/__pycache__
rmdir "$root/etc/apparmor.d" # made by the test of the profile
check "packages are those of before" [ "$(inside dpkg --get-selections)" = "$before" ]
files >"$root/tmp/after"
# Leaving out what apt and ldconfig write themselves.
check "nothing is left" sh -c 'diff "$1/tmp/before" "$1/tmp/after" | grep "^[<>]" | grep -v -E "ssl/certs|ld.so.cache" && exit 1 || exit 0' sh "$root"
exit $failed
