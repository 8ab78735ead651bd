#!/bin/sh
# Every header compiles alone. X-macro lists are .def and not headers; templates say so in their first
# lines with "included by".
for header in $(find src include -name '*.h' | LC_ALL=C sort); do
    head -n 6 "$header" | grep -q 'Included by' && continue
    gcc -std=gnu11 -D_GNU_SOURCE -Isrc -Iinclude -isystem build/deps/tree-sitter/lib/include \
        -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only -x c "$header" || echo "$header does not compile alone"
done
exit 0
