#!/bin/sh
# The include table of the architecture: which folder may include what. Exceptions of the engine for
# system headers, with their reasons, are the lines "FILE HEADER" of includes.allow.
find src -name '*.[ch]' ! -path 'src/gen/*' | LC_ALL=C sort | xargs awk -f tests/lint/includes.awk |
    grep -v -F -f tests/lint/includes.allow
exit 0
