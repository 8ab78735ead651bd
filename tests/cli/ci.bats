#!/usr/bin/env bats
# The jobs that `init ci` writes: their commands run here as a runner would run them, in a bare shell with the
# variables that the file names and no others. What would change the machine is played: apt-get, install, useradd, rm.
load helper

FILE=.github/workflows/smolagent.yml

# block NAME: the lines of the step of that name.
block() { awk -v name="      - name: $1" '$0 == name { on = 1; next } /^      [-#]/ { on = 0 } on' "$FILE"; }

# value EXPRESSION: what ${{ }} would give, from the shell's variables secret_NAME, vars_NAME, input_NAME.
value() {
    local text=$1 name
    [[ $text == '${{ '*' }}' ]] || { echo "$text"; return; }
    text=${text#'${{ '} text=${text%' }}'}
    case $text in
    secrets.*) name=secret_${text#secrets.} ;;
    vars.*\ \|\|\ *) name=${text#vars.} name=vars_${name%% *} ;;
    vars.*) name=vars_${text#vars.} ;;
    inputs.*) name=input_${text#inputs.} ;;
    *) return 1 ;;
    esac
    if [[ -z ${!name:-} && $text == *" || '"* ]]; then
        text=${text#*" || '"}
        echo "${text%\'}"
    else
        echo "${!name:-}"
    fi
}

# step NAME: runs it as steps of `shell: bash` are; status and output as of `run`.
step() {
    local line variables=()
    mkdir -p temp
    touch temp/summary temp/path
    while IFS= read -r line; do
        variables+=("${line%%: *}=$(value "${line#*: }")")
    done < <(block "$1" | sed -n '/^        env:/,/^        [a-z]*: /s/^          \([A-Z0-9_]*: .*\)/\1/p')
    block "$1" | sed -n '/^        run: |/,$ s/^          //p' >script
    [ -s script ]
    run env -i PATH="$(tr '\n' ':' <temp/path)${path:-/usr/bin:/bin}" HOME="$dir" CI=true GITHUB_ACTIONS=true RUNNER_TEMP="$dir/temp" \
        GITHUB_PATH="$dir/temp/path" GITHUB_STEP_SUMMARY="$dir/temp/summary" "${variables[@]}" bash --noprofile --norc -eo pipefail script
    echo "$status: $output"
}

# The program as it would be downloaded.
offer() {
    cp "$BIN" program
    vars_SMOLAGENT_URL=file://$dir/program
    vars_SMOLAGENT_SHA256=$(sha256sum program | cut -d ' ' -f 1)
    secret_OPENAI_API_KEY=sk-0123456789abcdefghijklmnop
    input_task='What is it?'
}

@test "init ci writes a job once and never over another one" {
    run_split "$BIN" init ci
    [ "$status" = 0 ]
    [[ $output == *"$FILE written"*OPENAI_API_KEY* ]]
    [ -f "$FILE" ]
    ! grep -n '@KEY@\|@MODEL@\|	' "$FILE" || false
    echo mine >"$FILE"
    run_split "$BIN" init ci
    [ "$status" = 10 ]
    [ -z "$output" ]
    [[ $errors == *"$FILE is there already and stays as it is"* ]]
    [ "$(cat "$FILE")" = mine ]
    rm "$FILE"
    ln -s "$dir/elsewhere" "$FILE"
    run_split "$BIN" init ci
    [ "$status" = 10 ]
    [ ! -e elsewhere ]
    run_split "$BIN" init
    [ "$status" = 2 ]
    run_split "$BIN" init cd
    [ "$status" = 2 ]
}

# played: $dir/played has the programs that a job would change the machine by; they log their words, and what is
# installed is then in $dir/own.
played() {
    mkdir -p own played
    for name in apt-get useradd rm; do printf '#!/bin/sh\necho %s "$@" >>%s/log\n' "$name" "$dir" >"played/$name"; done
    printf '#!/bin/sh\necho install "$@" >>%s/log\ncp "$3" %s/own/\nchmod 755 %s/own/*; mv %s/own/smolagent.deb %s/own/smolagent\n' \
        "$dir" "$dir" "$dir" "$dir" "$dir" >played/install
    chmod 755 played/*
    path=$dir/played:$dir/own:/usr/bin:/bin
}

# script PART: the commands of that part of GitLab's job.
script() { awk -v part="  $1:" '$0 == part { on = 1; next } /^  [a-z#]/ { on = 0 } on' .gitlab/smolagent.yml | sed '1d; s/^      //'; }

# gitlab VARIABLE...: runs the job as GitLab does, with `sh -e` for both parts.
gitlab() { { script before_script && script script; } >job.sh && run env -i PATH="$path" HOME="$dir" CI=true "$@" sh -e job.sh && echo "$status: $output"; }

@test "every file of init ci is valid, says what it needs, and has nothing left to be filled in" {
    for kind in github github-container gitlab docker; do
        run_split "$BIN" init ci $kind
        [ "$status" = 0 ]
        file=${output%% written*}
        grep -q '^# It needs ' "$file"
        grep -q "OPENAI_API_KEY" "$file"
        ! grep -n '@[A-Z]*@\|	' "$file" || false
    done
    grep -q 'seccomp=unconfined' .github/workflows/smolagent-container.yml
    ! grep -q 'container:\|seccomp' "$FILE" || false
    ! grep -q sudo .github/workflows/smolagent-container.yml || false
    run_split "$BIN" init ci jenkins
    [ "$status" = 2 ]
    [[ $errors == *"unknown service 'jenkins'; known: github, github-container, gitlab, docker"* ]]
    /usr/bin/python3 -c 'import yaml' 2>/dev/null || skip "no PyYAML"
    /usr/bin/python3 -c '
import yaml
for name in ("smolagent", "smolagent-container"):
    job = yaml.safe_load(open(".github/workflows/" + name + ".yml"))["jobs"]["agent"]
    assert job["runs-on"] == "ubuntu-latest" and len(job["steps"]) == 4
    assert all(("uses" in s) != ("run" in s) for s in job["steps"])
    assert ("container" in job) == (name != "smolagent")
job = yaml.safe_load(open(".gitlab/smolagent.yml"))["smolagent"]
assert all(isinstance(c, str) for c in job["before_script"] + job["script"]) and job["image"] == "debian:12-slim"'
}

@test "the container job of init ci gets the program without sudo" {
    command -v curl || skip "no curl"
    "$BIN" init ci github-container
    FILE=.github/workflows/smolagent-container.yml
    offer && played
    rm played/install played/rm
    step 'Get smolagent'
    [ "$status" = 0 ]
    [ "$(cat log)" = "apt-get -q update
apt-get -q install -y --no-install-recommends ca-certificates curl" ]
    vars_SMOLAGENT_URL=file://$dir/x.deb && mv program x.deb && : >temp/path
    step 'Get smolagent'
    [ "$status" = 0 ]
    [ "$(tail -n 1 log)" = "apt-get install -y ./package.deb" ]
}

@test "the job of init ci gitlab gets the program, runs the task and ends with its status" {
    command -v curl || skip "no curl"
    "$BIN" init ci gitlab
    offer && played
    replies r.jsonl 'final_answer("# It is " + str(len(list(stdin))))'
    given=(SMOLAGENT_URL="$vars_SMOLAGENT_URL" SMOLAGENT_SHA256="$vars_SMOLAGENT_SHA256" SMOLAGENT_MODEL="replay:$dir/r.jsonl")
    gitlab "${given[@]}"
    [[ $status = 0 && $output == *"no variable OPENAI_API_KEY here"* ]]
    rm -f own/smolagent
    gitlab "${given[@]}" OPENAI_API_KEY=sk-0123456789abcdefghijklmnop TASK='What is it?'
    [[ $status = 0 && $output == *"> What is it?"*"# It is "[1-9]* ]]
    grep -q '^install ' log
    grep -q '"what":"end"' smolagent-audit.jsonl
    grep -q '# It is' smolagent-report.md
    gitlab OPENAI_API_KEY=sk-0123456789abcdefghijklmnop SMOLAGENT_MODEL=nosuch/model
    [[ $status = 10 && $output == *"smolagent ended with status 10: bad configuration"* ]]
    rm -f own/smolagent
    gitlab "${given[@]}" SMOLAGENT_SHA256="${vars_SMOLAGENT_SHA256//[0-9]/0}"
    [[ $status != 0 && ! -e own/smolagent ]]
    gitlab
    [[ $status = 1 && $output == *"set the variables SMOLAGENT_URL and SMOLAGENT_SHA256"* ]]
}

@test "the Dockerfile of init ci docker installs the program that was asked for" {
    command -v curl || skip "no curl"
    "$BIN" init ci docker
    offer && played
    sed -n '/^RUN /,/[^\\]$/p' smolagent.Dockerfile | sed 's/^RUN //' >build.sh
    run env -i PATH="$path" URL="$vars_SMOLAGENT_URL" SHA256="$vars_SMOLAGENT_SHA256" sh build.sh
    echo "$status $output"
    [ "$status" = 0 ]
    [[ $(cat log) == *"install -m 755 "*"useradd --create-home agent" ]]
    cmp program own/smolagent
    rm own/smolagent
    run env -i PATH="$path" URL="$vars_SMOLAGENT_URL" SHA256=0 sh build.sh
    [[ $status != 0 && ! -e own/smolagent ]]
}

@test "init ci is for the model in force" {
    run_split "$BIN" init ci -m anthropic/claude-sonnet-4-5
    [ "$status" = 0 ]
    grep -q 'ANTHROPIC_API_KEY: ${{ secrets.ANTHROPIC_API_KEY }}' "$FILE"
    grep -q "vars.SMOLAGENT_MODEL || 'anthropic/claude-sonnet-4-5'" "$FILE"
    rm "$FILE"
    printf '[provider.corp]\nbase_url = https://models.example/v1\nkey_env = CORP_KEY\n' >conf
    run_split "$BIN" init ci --config conf -m corp/big
    grep -q 'CORP_KEY: ${{ secrets.CORP_KEY }}' "$FILE"
    rm "$FILE"
    run_split "$BIN" init ci -m "x' y"
    [ "$status" = 0 ]
    grep -q "|| 'openai/gpt-5-mini'" "$FILE"
}

@test "every step of the job and every expression in it is known here" {
    "$BIN" init ci
    [ "$(grep -c '^      - name: ' "$FILE")" = 3 ]
    for name in 'Get smolagent' 'Run the agent' 'Keep the trail of what was done'; do [ -n "$(block "$name")" ]; done
    [ "$(grep -o '\${{ [^}]* }}' "$FILE" | sort)" = "$(printf '%s\n' '${{ inputs.task }}' \
        '${{ secrets.OPENAI_API_KEY }}' '${{ vars.SMOLAGENT_MODEL || '"'openai/gpt-5-mini'"' }}' \
        '${{ vars.SMOLAGENT_SHA256 }}' '${{ vars.SMOLAGENT_URL }}' | sort)" ]
    # Nothing that others may write is put into the text of a script.
    ! sed -n '/run: |/,/^      [-#]/p' "$FILE" | grep '\${{' || false
}

@test "the job of init ci gets the program, runs the task and hands its status on" {
    command -v curl || skip "no curl"
    "$BIN" init ci
    offer
    step 'Get smolagent'
    [ "$status" = 0 ]
    [ "$(cat temp/path)" = "$dir/temp/smolagent/bin" ]
    replies r.jsonl 'final_answer("# It is " + str(len(list(stdin))))' && echo >file
    vars_SMOLAGENT_MODEL=replay:$dir/r.jsonl
    step 'Run the agent'
    [ "$status" = 0 ]
    [[ $output != *::error::* ]]
    [[ $(cat temp/summary) == "> What is it?"*"# It is "[1-9]*"| ok | 1 |"* ]]
    grep -q '"what":"end"' smolagent-audit.jsonl
    ! grep -r "$secret_OPENAI_API_KEY" temp/summary smolagent-audit.jsonl || false
}

@test "the job of init ci fails with the program's status and says what it means" {
    command -v curl || skip "no curl"
    "$BIN" init ci
    offer
    step 'Get smolagent'
    : >none.jsonl
    vars_SMOLAGENT_MODEL=replay:$dir/none.jsonl
    step 'Run the agent'
    [ "$status" = 10 ] || [ "$status" = 9 ]
    [[ $output == *"::error::smolagent ended with status $status: "[a-z]* ]]
    grep -q "Failed (exit status $status)" temp/summary
    vars_SMOLAGENT_MODEL=nosuch/model
    step 'Run the agent'
    [ "$status" = 10 ]
    [[ $output == *"::error::smolagent ended with status 10: bad configuration"* ]]
    secret_OPENAI_API_KEY=
    step 'Run the agent'
    [ "$status" = 0 ]
    [[ $output == *"::notice::no secret OPENAI_API_KEY here"* ]]
}

@test "the job of init ci takes no program that is not the one asked for" {
    command -v curl || skip "no curl"
    "$BIN" init ci
    offer
    vars_SMOLAGENT_SHA256=${vars_SMOLAGENT_SHA256//[0-9]/0}
    step 'Get smolagent'
    [ "$status" != 0 ]
    [ ! -e temp/smolagent/bin/smolagent ]
    [ ! -s temp/path ]
    vars_SMOLAGENT_URL=
    step 'Get smolagent'
    [ "$status" = 1 ]
    [[ $output == *"::error::set the variables SMOLAGENT_URL and SMOLAGENT_SHA256"* ]]
    mkdir own && cp "$BIN" own/smolagent
    path=$dir/own:/usr/bin:/bin
    step 'Get smolagent'
    [ "$status" = 0 ]
    [ ! -s temp/path ]
}

@test "what code prints is not a command to the CI service, whole or in pieces" {
    replies r.jsonl "print('::set-output name=a::b')
print('  ::add-mask::x', '##vso[task.setvariable]x', '###[error]y', 'a::b', '## Title')
print(':', end='')
print(':set-env name=c::d')
print('#', end='')
print('#[group]e')
final_answer('::notice::answer')"
    CI=true run_split "$BIN" run -m replay:r.jsonl x
    [ "$output" = '::notice::answer' ]
    ! grep -qE '^[[:space:]]*::|##[a-z]*\[' <<<"$errors" || false
    grep -q '^: :set-output name=a::b' <<<"$errors"
    grep -q ': :add-mask::x ##vso \[task.setvariable]x ### \[error]y a::b ## Title' <<<"$errors"
    grep -q '^: :set-env' <<<"$errors"
    CI=true run "$BIN" run -m replay:r.jsonl x
    ! grep -qE '^[[:space:]]*::' <<<"$output" || false
    CI= GITHUB_ACTIONS= run_split "$BIN" run -m replay:r.jsonl x
    grep -q '^::set-output' <<<"$errors"
}
