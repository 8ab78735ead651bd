#!/bin/sh
# The Python suite on aarch64, where long double has 128 bits and plain char is unsigned: built by Debian's cross compiler
# in a fresh root and run under qemu-user, its output is held against that of CPython as on x86-64 (aarch64.allow: what differs, and why). Needs root,
# debootstrap and Debian's archive; says loudly what is missing. The root stays in FOLDER until the next call.
# usage: aarch64.sh FOLDER PACKAGE:arm64...        exit status 0 when all passed, 77 when it could not be tried
set -eu
# shellcheck source=tests/fresh/root.sh
. "$(dirname "$0")/root.sh"
need "aarch64 was" debootstrap git
alone "$@"
mkdir -p "$1"
root=$(cd "$1" && pwd)/aarch64
shift
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
export BIN=/emulated WORK=/tmp LIMIT=900 TZ=UTC XDG_CONFIG_HOME=/nonexistent
find tests/py tests/differs tests/limits tests/escape -name '*.py' | xargs -P "$(nproc)" -n 4 sh tests/py/one.sh >/python.log 2>&1 || true
END
if ! inside "$root" sh /aarch64.sh "$@" >>"$root.log" 2>&1; then
    tail -n 20 "$root.log"
    echo "not ok aarch64"
    exit 1
fi
echo "aarch64: $(grep -c '^ok ' "$root/python.log") passed, $(grep -c '^not ok ' "$root/python.log") differ"
# Those without an explanation.
sed -n 's/^not ok \([^ :]*\):.*/\1/p' "$root/python.log" | grep -v -x -F -e "$(sed 's/^#.*//; s/ .*//' "$(dirname "$0")/aarch64.allow" | grep .)" |
    sed 's/^/not ok /' >"$root.failed" || true
cat "$root.failed"
[ ! -s "$root.failed" ] && [ "$(grep -c '^ok ' "$root/python.log")" -gt 400 ]
