#!/bin/sh
# What the generated programs execute: lines of src/py/vm and src/py/obj (gcov) and opcodes.
# Builds an instrumented binary in its own folder, runs the programs under it alone.
# usage: [COUNT=20000] [SEED=1] [B=build/cover] [PYTHON=python3.12] coverage.sh
cd "$(dirname "$0")/../../.." || exit 1
b=${B:-build/cover} python=${PYTHON:-python3} seed=${SEED:-1} count=${COUNT:-20000}
make B="$b" WERROR= CONTAINED= CFLAGS="--coverage -O0" PYFLAGS_release= HARDEN=-fPIE \
    VMFLAGS_release="-include tests/fuzz/compare/op_count.h" \
    LDFLAGS_release="-pie --coverage" "$b/smolagent" >/dev/null || exit 1
find "$b" -name '*.gcda' -exec rm -f {} +
PY_OP_COUNT=$(pwd)/$b/ops
case $b in /*) PY_OP_COUNT=$b/ops ;; esac
export PY_OP_COUNT
rm -f "$PY_OP_COUNT"
"$python" tests/fuzz/compare/run.py --bin "$b/smolagent" --alone --seed "$seed" \
    --count "$count" || exit 1
"$python" tests/fuzz/compare/run.py --bin "$b/smolagent" --alone --cells --seed "$seed" \
    --count $((count / 20 + 20)) || exit 1
for folder in vm obj; do
    find "$b/obj/src/py/$folder" -name '*.gcda' | xargs gcov -n -o "$b/obj/src/py/$folder" 2>/dev/null |
        awk -v folder=$folder -v all="${ALL:-}" '
            /^File/ { file = $2; mine = index(file, "src/py/" folder "/") && file ~ /\.c.$/ && file !~ /\.\./ }
            /^Lines executed/ && mine {
                split($2, p, /[:%]/); n += $4; hit += p[2] * $4 / 100; mine = 0
                if (all) printf "%6.1f %% of %5d  %s\n", p[2], $4, file
            }
            END { printf "src/py/%s: %.1f %% of %d lines executed\n", folder, hit * 100 / n, n }'
done
sed -n 's/.*PY_OP(\([A-Z_0-9]*\).*/&/p' src/py/obj/opcode.def | grep -o 'PY_OP([A-Z_0-9]*' | cut -c7- |
    grep -v '^NAME$' | sort -u >"$PY_OP_COUNT.all"
sort -u "$PY_OP_COUNT" >"$PY_OP_COUNT.run"
echo "opcodes: $(wc -l <"$PY_OP_COUNT.run") of $(wc -l <"$PY_OP_COUNT.all") executed"
comm -13 "$PY_OP_COUNT.run" "$PY_OP_COUNT.all" | sed 's/^/  never: /'
