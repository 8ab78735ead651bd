#!/bin/sh
# Prints the path of a CPython 3.12, the reference of what is compared: that of the argument, of PATH, or one that
# pyenv has. Status 1: there is none.
# usage: python312.sh [PYTHON]
for python in "${1:-python3.12}" python3.12 python3 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.12*/bin/python3.12; do
    "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 12))' 2>/dev/null || continue
    echo "$python"
    exit 0
done
exit 1
