#!/bin/sh
# The tables of tests/escape/README.md against the tests: each of the 28 classes is in a row and is tried, the CVEs
# are in a row and in a test, every test named exists, and every test of the folder is named.
table=tests/escape/README.md

exists() { # a name of the tables, which may be a pattern
    for path in "tests/escape/$1.py" "tests/fuzz/$1.c" tests/cli/$1 tests/agent/$1 $1; do
        [ -e "$path" ] && return
    done
    return 1
}

for class in $(seq 28); do
    grep -E '^\| [0-9, ]+ \|' $table | cut -d'|' -f2 | grep -qw "$class" || echo "$table: class $class is in no row"
    grep -q "^$class " tests/escape/classes.out || echo "tests/escape/classes.py: class $class is not tried"
done
for cve in 2025-5120 2025-9959 2025-11844 2025-14931 2026-2654 2026-4963; do
    grep -q "^| .*CVE-$cve" $table || echo "$table: CVE-$cve is in no row"
    grep -q "CVE-$cve" tests/escape/*.py || echo "tests/escape: no test of CVE-$cve"
done
sed -n 's/^|.*|\(.*\)|$/\1/p; /^Attacks on/,$p' $table | grep -o '`[^`]*`' | tr -d '`' | sort -u |
    while read -r name; do exists "$name" || echo "$table: there is no $name"; done
for test in tests/escape/*.py; do
    grep -q "\`$(basename "$test" .py)\`" $table || echo "$table: $test is not named"
done
