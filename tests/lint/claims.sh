#!/bin/sh
# docs/SECURITY.md against the tests. Each row of a table whose header ends in "test" names a test in its last cell, or
# says "not tested" there. Each file of tests/ on the page exists, and each quoted name in such a cell is the name of a
# test in the file before it, or the beginning of one.
page=${1:-docs/SECURITY.md}

check() {
    awk -v page="$page" '
        function text_of(file, line) {
            if (!(file in texts)) {
                texts[file] = ""
                while ((getline line <file) > 0) texts[file] = texts[file] "\n" line
                close(file)
            }
            return texts[file]
        }
        function complain(what) { print page ":" FNR ": " what }
        function read_token(token) {
            if (token ~ /^"/) {
                start = file ~ /\.bats$/ ? "\n@test \"" : "\nstatic void "
                if (!index(text_of(file), start substr(token, 2, length(token) - 2))) complain(file " has no test " token)
            } else if (token ~ /^`tests\//) {
                file = substr(token, 2, length(token) - 2)
                if (system("ls -d " file " >/dev/null 2>&1")) complain("no file " file)
            }
        }
        {
            cells = split($0, cell, "|")
            last = cell[cells - 1]
            if ($0 !~ /^\|/) claims = 0
            else if (last ~ /^ tests? $/) { claims = 1; tables++ }
            else if (claims && last !~ /`tests\/|not tested/ && last !~ /^-+$/) complain("a claim without a test")
            rest = claims ? last : $0
            while (match(rest, claims ? "`[^`]*`|\"[^\"]*\"" : "`tests/[^`]*`")) {
                read_token(substr(rest, RSTART, RLENGTH))
                rest = substr(rest, RSTART + RLENGTH)
            }
        }
        END { if (!tables) complain("no table of claims") }' "$1"
}

check "$page"
# The check itself: a missing test, a missing file, a claim without either.
faults=$(printf '| claim | test |\n|---|---|\n| a | `tests/cli/run.bats`: "no such" |\n| b | `tests/no_such` |\n| c | |\n' | check -)
[ "$(echo "$faults" | wc -l)" = 3 ] || echo "claims.sh: misses faults that it should find"
