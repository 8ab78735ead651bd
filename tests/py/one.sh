#!/bin/sh
# Runs Python test scripts and compares: FILE.out is the expected stdout, FILE.err (when there) the
# expected last line of stderr, FILE.in standard input. Comment lines at the top of a script:
#   # options: --max-memory 8M     for smolagent python
#   # exit: 5                      expected status; else 1 with FILE.err, 0 without
#   # skip: gcstress reason        modes (comma-separated) the script is too slow for
# usage: BIN=path/to/smolagent WORK=dir [LIMIT=seconds] one.sh FILE.py...
tmp=${WORK:-/tmp}/py.$$
trap 'rm -f "$tmp.out" "$tmp.err"' EXIT
for file in "$@"; do
    base=${file%.py}
    options= want= skip=
    while IFS= read -r line; do
        case $line in
        '# options: '*) options=${line#\# options: } ;;
        '# exit: '*) want=${line#\# exit: } ;;
        '# skip: '*) skip=${line#\# skip: } ;;
        '#'*) ;;
        *) break ;;
        esac
    done <"$file"
    case ",${skip%% *}," in *",${MODE:-release},"*) echo "skipped $file # ${skip#* } (MODE=${MODE:-release})" && continue ;; esac
    if [ -z "$want" ]; then if [ -f "$base.err" ]; then want=1; else want=0; fi; fi
    input=/dev/null
    [ -f "$base.in" ] && input=$base.in options="$options --stdin"
    # shellcheck disable=SC2086
    timeout "${LIMIT:-120}" "${BIN:?}" python --no-config $options "$file" <"$input" >"$tmp.out" 2>"$tmp.err"
    status=$?
    if [ "$status" != "$want" ]; then
        echo "not ok $file: exit status $status, expected $want"
        tail -n 5 "$tmp.err" | sed 's/^/    /'
    elif [ -f "$base.out" ] && ! cmp -s "$tmp.out" "$base.out"; then
        echo "not ok $file: output differs"
        diff "$base.out" "$tmp.out" | head -n 8 | sed 's/^/    /'
    elif [ ! -f "$base.out" ] && [ ! -f "$base.err" ]; then
        echo "not ok $file: neither .out nor .err to compare with"
    elif [ -f "$base.err" ] && [ "$(tail -n 1 "$tmp.err")" != "$(cat "$base.err")" ]; then
        echo "not ok $file: last line of stderr: $(tail -n 1 "$tmp.err")"
    else
        echo "ok $file"
    fi
done
