#!/bin/sh
# The fake model server is true to the wire: the official npm clients read what it says, in each format.
# usage: run.sh MODELSERVER FOLDER    (installs the clients into FOLDER, once)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v npm >/dev/null || { echo "clients: NOT RUN, there is no npm here" >&2; exit 0; }
mkdir -p "$2"
cp "$here/package.json" "$here/check.js" "$2"
[ -d "$2/node_modules/openai" ] || (cd "$2" && npm install --no-audit --no-fund --silent)
for format in chat messages responses; do
    "$1" serve "$here/replies.txt" -- node "$2/check.js" $format '{url}'
done
