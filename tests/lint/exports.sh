#!/bin/sh
# A function or table that one file alone uses is static. What include/ declares and what tests name counts as used;
# exports.allow lists names that a macro or the linker makes. usage: BIN=path exports.sh
objects=$(dirname "${BIN:-build/release/smolagent}")/obj/src
[ -d "$objects" ] || exit 0
sh tests/lint/built.sh "$objects" o src | xargs nm -A -g | awk -v allow=tests/lint/exports.allow '
    FILENAME == "-" { if ($(NF - 1) ~ /^[Uvw]$/) used[$NF] = 1
                      else { file[$NF] = $1; sub(/\.o:.*/, ".c", file[$NF]); sub(/.*\/obj\//, "", file[$NF]) }
                      next }
    FILENAME == allow { pattern = pattern "|" $1; next }
    { gsub(/[^A-Za-z0-9_]+/, " "); n = split($0, words, " "); for (i = 1; i <= n; i++) used[words[i]] = 1 }
    END { for (name in file) if (!(name in used) && name !~ "^(main" pattern ")$") print file[name] ": " name " is used here only" }
' - tests/lint/exports.allow $(find include tests src/gen -name '*.[ch]') | sort
exit 0
