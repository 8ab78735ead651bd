#!/bin/sh
# Prints what `smolagent doctor` finds on this machine: which executors work, and every layer of the sandbox that the
# kernel grants: "jail sandbox-run python user-namespace landlock ...". tests/check.sh asks once and exports it as
# LAYERS.
# usage: BIN=path/to/smolagent layers.sh
"${BIN:?}" doctor --no-config 2>/dev/null |
    sed -n 's/^ok  *\(jail\|sandbox-run\|python\|docker\) .*/\1/p; s/^     \([a-z_ ]*[a-z_]\)  *enforced:.*/\1/p' |
    tr ' ' '-' | paste -s -d ' '
