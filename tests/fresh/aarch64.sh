#!/bin/sh
# The Python suite on aarch64, where long double has 128 bits and plain char is unsigned: built by Debian's cross compiler
# in a fresh root and run under qemu-user, its output is held against that of CPython as on x86-64. Needs root,
# debootstrap and Debian's archive; says loudly what is missing. The root stays in FOLDER until the next call.
# usage: aarch64.sh FOLDER PACKAGE:arm64...        exit status 0 when all passed, 77 when it could not be tried
set -eu
# shellcheck source=tests/fresh/root.sh
. "$(dirname "$0")/root.sh"
need "aarch64 was" debootstrap git
mkdir -p "$1"
root=$(cd "$1" && pwd)/aarch64
shift
trap 'leave "$root"' EXIT
if ! prepare bookworm "$root" >"$root.log" 2>&1 || ! enter "$root"; then
    echo "not ok: no root (see $root.log)"
    exit 1
fi
cat >"$root/aarch64.sh" <<'END'
set -eu
export DEBIAN_FRONTEND=noninteractive
cd /project
dpkg --add-architecture arm64
apt-get -q update
apt-get -q upgrade -y
apt-get -q install -y --no-install-recommends gcc libc6-dev gcc-aarch64-linux-gnu qemu-user-static "$@"
make CC=aarch64-linux-gnu-gcc EMULATOR=qemu-aarch64-static B=build/aarch64
printf '#!/bin/sh\nexec qemu-aarch64-static /project/build/aarch64/smolagent "$@"\n' >/emulated
chmod +x /emulated
BIN=/emulated HELPERS=/nonexistent WORK=/project/build/aarch64/check sh tests/check.sh python
END
if inside "$root" sh /aarch64.sh "$@" >>"$root.log" 2>&1; then status=ok; else status='not ok'; fi
grep -E '^python +[0-9]|^failed' "$root.log" || tail -n 20 "$root.log"
echo "$status aarch64"
[ "$status" = ok ]
