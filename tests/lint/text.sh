#!/bin/sh
# Text hygiene: no tabs, trailing blanks, CR, missing last newline, over-long lines, or lines that open a
# file without saying what it is. Markers of unfinished work do not enter the tree.
files=$(find src include tests prompts docs .ci Makefile README.md CONTRIBUTING.md .clang-format -type f \
    ! -name '*.bin' ! -name '*.out' ! -name '*.err' ! -name '*.in' ! -name '*.case' ! -name '*.cases' ! -path 'tests/fuzz/seeds/*' \
    ! -path 'tests/py/*' ! -path 'tests/differs/*' ! -path 'tests/limits/*' ! -path 'tests/escape/*' 2>/dev/null)
code=$(echo "$files" | grep -E '\.[ch]$')
# shellcheck disable=SC2086
{
    grep -nE '[ 	]+$' $files | sed 's/$/   <- trailing blank/'
    grep -nP '\t' $code | sed 's/$/   <- tab/'
    grep -nP '\r' $files | sed 's/$/   <- carriage return/'
    # What clang-format cannot break is left alone: long strings, and tables that are kept as they are.
    awk 'FNR == 1 { off = 0 } /clang-format off/ { off = 1 } /clang-format on/ { off = 0 }
        length($0) > 100 && !off && !/"/ { print FILENAME ":" FNR ": line over 100 columns" }' \
        $(echo "$code" | grep -v -F -x -f tests/lint/format.allow)
    # What clang-format makes of a rule over 100 columns: the dashes on a line of their own, or before other words.
    grep -nE '^[[:blank:]]*// -{5,}' $code | sed 's/$/   <- broken rule between sections/'
    grep -nE '(//|/\*).*(TODO|FIXME|XXX|HACK)([^A-Za-z]|$)' $code
    # One form of comments. What is in texts is none.
    awk '{ line = $0; gsub(/\\\\./, "", line); gsub(/"[^"]*"/, "", line); sub(/\/\/.*/, "", line)
           if (line ~ /\/\*/) print FILENAME ":" FNR ": a comment is //" }' $code
    # Bats takes the last " {" of such a line for the end of the test's name, and runs nothing of what is before.
    grep -nE '^@test "[^"]*" \{.*[[:blank:]]\{' tests/cli/*.bats | sed 's/$/   <- a test of one line with a blank before "{"/'
    for file in $files; do
        [ -z "$(tail -c 1 "$file")" ] || echo "$file: no newline at the end"
    done
    for file in $code; do
        case $(head -n 1 "$file") in '//'* | '/*'*) ;; *) echo "$file: does not open with a comment" ;; esac
    done
}
exit 0
