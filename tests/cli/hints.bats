#!/usr/bin/env bats
# Every hint is true: hints/hints.tsv has, for each row of the table in src/exec/hint.c, code that fails, what the hint
# says, and the cure. A row is run under each executor that it names. Its columns: hint, executors, options, code,
# a part of the hint, options of the cure (-: the next cell, =: those in the hint, ?: no engine here can follow it), code of the cure (=: the same).

load helper

# The executors as options; `program` is `smolagent python`.
options_of() {
    case $1 in
    auto | program) echo ;;
    program-*) echo "-e ${1#program-}" ;;
    *) echo "-e $1" ;;
    esac
}

# runs_cell EXECUTOR OPTIONS CODE...: the output of a run of these cells.
runs_cell() {
    local executor=$1 options
    read -r -a options <<<"$(options_of "$1") $2"
    shift 2
    if [[ $executor == program* ]]; then
        options=("${options[@]//--step-timeout/--timeout}")
        output=$(timeout 20 "$BIN" python "${options[@]}" -c "$1" 2>&1 </dev/null) || true
    else
        replies replies.jsonl "$@" "final_answer(1)"
        output=$(timeout 20 "$BIN" run -m replay:replies.jsonl "${options[@]}" --output jsonl x 2>errors </dev/null) || true
        output+=$(grep "^smolagent:" errors) || true
    fi
}

# The options that a hint names with their values.
options_in() {
    grep -o -e '--[a-z-]* [A-Za-z0-9_.]*' <<<"$1" | while read -r name value; do
        [[ $value =~ ^(allows|runs|gives|adds)$ ]] || echo "$name $value"
    done | tr '\n' ' '
}

can_run() {
    case $1 in
    jail) grants jail ;;
    *python) grants python ;;
    docker) [ -n "${DOCKER_HOST:-}" ] ;;
    e2b) [ -n "${E2B_API_URL:-}" ] ;;
    esac
}

# What the last run showed of its failure.
messages() { grep -e '^[^{]' -e '"type":"observation"' <<<"$output" | sed 's/^{.*"text"://'; }

# try EXECUTOR OPTIONS CODE SAYS CURE-OPTIONS CURE-CODE
try() {
    local executor=$1 options=$2 code says=$4 cure=$5 cured=$6 json
    code=$(printf %b "$3") cured=$(printf %b "$6")
    [ "$6" != = ] || cured=$code
    rm -f out/new.txt # another executor's, of another user
    if [ "$cure" = - ]; then
        runs_cell "$executor" "$options" "$code" "$cured"
    else
        runs_cell "$executor" "$options" "$code"
    fi
    json=${says//\"/\\\"}
    [[ $executor != program* ]] || says=${says//--step-timeout/--timeout}
    [[ $output == *"$says"* || $output == *"$json"* ]] || { echo "no hint '$says'"; return 1; }
    [ "$cure" != "?" ] || return 0
    if [ "$cure" != - ]; then
        [ "$cure" != = ] || cure=$(options_in "$(grep -o -e "$says.*" <<<"$output" | head -1)")
        [ -n "$cure" ] || { echo "no option in '$says'"; return 1; }
        runs_cell "$executor" "$options $cure" "$cured"
    fi
    [[ $output == *'Observation:\ncured'* || $output == cured* || $output == *$'\n'cured* || $output == *'\ncured'* ]] ||
        { echo "no cure by '$cure'"; return 1; }
}

@test "every hint is true: its cure works under each executor and option that it is about" {
    mkdir in out
    chmod 755 .
    chmod 777 out
    echo text >a.txt
    echo text >in/a.txt
    if has_layer python; then
        python3 -m venv --without-pip --symlinks full
        echo >"$(echo full/lib/python3*/site-packages)/only_here.py"
    fi
    fake_engine || true
    start_e2b || true
    set -f
    local hint executors options code says cure cured tried=0 rows=0 bad=0
    while IFS=$'\t' read -r hint executors options code says cure cured; do
        rows=$((rows + 1))
        for executor in $executors; do
            can_run "$executor" || continue
            tried=$((tried + 1))
            try "$executor" "${options# }" "$code" "$says" "$cure" "$cured" ||
                { bad=$((bad + 1)); echo "--- $hint under $executor $options: $code"; messages; }
        done
    done < <(sed 's/\t\t/\t \t/g' "$BATS_TEST_DIRNAME/hints/hints.tsv")
    echo "# $rows rows, $tried trials" >&3
    [ $bad = 0 ]
}

@test "every row of the table of hints is tried" {
    sed -n '/^} hints\[\]/,/^};/{/NULL},$/!s/^    {"\([^"]*\)", .*/\1/p}' "$BATS_TEST_DIRNAME/../../src/exec/hint.c" | sort >there
    cut -f 1 "$BATS_TEST_DIRNAME/hints/hints.tsv" | sort -u >tried
    diff there tried
}

@test "the python executor suggests no module that may not be imported, and shows the keys of a dict" {
    needs python
    replies replies.jsonl 'pickle.dumps(1)' 'd = {"name": 1}
d.nam' 'final_answer(1)'
    run_split "$BIN" run -m replay:replies.jsonl -e python --output jsonl x
    [[ $output == *"NameError: name 'pickle' is not defined\\n"* ]]
    [[ $output == *"no attribute 'nam'. Its keys are read with [...]: 'name'"* ]]
    [[ $output != *"forget to import"* ]]
}
