#!/bin/sh
# Every header compiles alone. X-macro lists (.def) and templates (.inc.h) are
# no headers.
for header in $(find src include -name '*.h' ! -name '*.inc.h' | LC_ALL=C sort); do
    gcc -std=gnu11 -D_GNU_SOURCE -Isrc -Iinclude -isystem build/deps/tree-sitter/lib/include -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only -x c "$header" || echo "$header does not compile alone"
done
exit 0
