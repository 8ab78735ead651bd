#!/usr/bin/env bats
# Patterns that backtrack without end (redos.tsv: pattern, input that never matches, near-twin that
# does, where the twin matches as CPython says). Each bad input ends soon, with the answer or as a limit.
load helper

# found SECONDS PATTERN INPUT-EXPRESSION: the span re.search finds, or a limit's status.
found() {
    local seconds=$1
    shift
    run timeout 100 "$BIN" python --no-config --timeout "$seconds" --max-operations 20M \
        -c "import re; m = re.search(r'''$1''', $2); print(m and m.span())"
}

@test "50 catastrophic patterns end as a limit or with the answer" {
    rows=0
    while IFS=$'\t' read -r pattern bad _; do
        rows=$((rows + 1))
        found 1 "$pattern" "$bad"
        case $status in
        0) [ "$output" = None ] || { echo "$pattern: $output"; return 1; } ;;
        5 | 124) [[ $output == *"limit of"* ]] || { echo "$pattern: $output"; return 1; } ;;
        *) echo "$pattern: status $status $output"; return 1 ;;
        esac
    done <"$BATS_TEST_DIRNAME/redos.tsv"
    [ "$rows" = 50 ]
}

@test "their near-twins match where CPython matches" {
    while IFS=$'\t' read -r pattern _ good span; do
        found 60 "$pattern" "$good"
        [ "$status $output" = "0 $span" ] || { echo "$pattern: $status $output, not $span"; return 1; }
    done <"$BATS_TEST_DIRNAME/redos.tsv"
}
