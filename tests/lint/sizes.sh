#!/bin/sh
# Files over 1000 lines and functions over 120 fail, but for the paths in sizes.allow (the VM loop,
# data tables, generated files; one pattern a line, # comments).
grep -v '^#' tests/lint/sizes.allow >/tmp/lint-allow.$$
trap 'rm -f /tmp/lint-allow.$$' EXIT
find src include tests -name '*.[ch]' | LC_ALL=C sort | grep -v -F -x -f /tmp/lint-allow.$$ |
    xargs awk '
        FNR == 1 { if (file && lines > 1000) print file ": " lines " lines (1000 at most)"; file = FILENAME; start = 0 }
        { lines = FNR }
        # Functions open with a brace of their own in the first column and close with one.
        /^{/ { start = FNR; head = previous }
        /^}/ { if (start && FNR - start > 120) print FILENAME ":" start ": function of " FNR - start " lines: " head; start = 0 }
        { previous = $0 }
        END { if (lines > 1000) print file ": " lines " lines (1000 at most)" }'
exit 0
