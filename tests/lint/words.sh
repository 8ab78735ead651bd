#!/bin/sh
# The glossary of src/README.md: words that it has replaced do not come back. Names of the worker protocol and of the
# environment stay what they are.
find src docs README.md CONTRIBUTING.md tests/unit tests/fuzz tests/helpers -type f \( -name '*.[ch]' -o -name '*.md' -o -name '*.py' \) \
    ! -path 'src/py/lib/*' ! -path docs/modules.md | LC_ALL=C sort |
    xargs grep -nE '(^|[^A-Za-z])(luggage|manner|patience|calls? beside the|sa_talk|sa_gate|SA_GATE|SA_TALK)' |
    grep -v -e '"manner"' -e '`manner`' | sed 's/$/   <- see the glossary of src\/README.md/'
exit 0
