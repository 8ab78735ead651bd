#!/usr/bin/env bats
# docs/examples: each folder's README is run as it stands there, from the recorded replies. What it says
# the model sees is what a request has, so a recording that no longer fits its prompt is found.
load helper

# example NAME: goes into a copy of that folder, with `smolagent` in PATH.
example() {
    cp -R "$BATS_TEST_DIRNAME/../../docs/examples/$1" "$dir/$1"
    cd "$dir/$1" || exit 1
    mkdir "$dir/bin"
    ln -s "$BIN" "$dir/bin/smolagent"
    PATH=$dir/bin:$PATH
}

# block KIND: what the README's fences of that kind hold.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" README.md; }

recorded() { block sh | grep -- ' -m replay:'; }

# prints_what_it_says: the recorded run gives the README's answer and plays every reply.
prints_what_it_says() {
    run_split sh -c "$(recorded)"
    [ "$status" = 0 ]
    [ -n "$output" ]
    [ "$output" = "$(block text)" ]
    run_split sh -c "$(recorded) --output jsonl"
    [ "$(grep -c '"type":"usage"' <<<"$output")" = "$(grep -c '"text"' run.jsonl)" ]
}

# the_prompt_fits: a model is asked the same, and sees of tools what the README shows.
the_prompt_fits() {
    local real
    real=$(block sh | grep -v -- ' -m replay:')
    [ "$(printf '%s' "$real" | sed 's/ -m [^ ]*/ -m replay:run.jsonl/')" = "$(recorded)" ]
    [ -n "$(block python)" ]
    block python >stub
    run_split sh -c "$(recorded | sed 's/ -m [^ ]*/ -m ollama\/any/') --dry-run --output json"
    [ "$status" = 0 ]
    printf '%s\n' "$output" >request
    run_split "$BIN" python --file stub --file request -c '
import json
told = json.load(open("request"))["request"]["body"]["messages"]
assert open("stub").read().strip() in told[0]["content"], told[0]["content"]
print(told[-1]["content"])'
    [ "$status" = 0 ]
    [[ $output == *"$(printf '%s' "$real" | sed 's/^[^"]*"//; s/".*//')"* ]]
}

@test "every folder of docs/examples has a test here, or with the library" {
    for each in "$BATS_TEST_DIRNAME"/../../docs/examples/*/; do
        name=$(basename "$each")
        grep -q -e "example $name\$" -e "docs/examples/$name\"" "$BATS_TEST_FILENAME" "$BATS_TEST_DIRNAME/embed.bats"
        grep -q "($name)" "$BATS_TEST_DIRNAME/../../docs/examples/README.md"
    done
}

@test "the example of text to SQL mends its query and answers from the rows; other rows, another answer" {
    command -v python3 >/dev/null || skip "no python3"
    example text-to-sql
    prints_what_it_says
    the_prompt_fits
    run_split sh -c "$(recorded)"
    [[ $errors == *"ambiguous column name: id"* ]]
    echo "UPDATE rentals SET days = 30 WHERE customer = 'Brandt' AND bike_id = 5;" >>rentals.sql
    run_split sh -c "$(recorded)"
    [ "$output" = "tandem: 900.00 (rentals: 1; of all kinds not over yet: 1)" ]
    echo "ALTER TABLE bikes ADD COLUMN colour TEXT;" >>rentals.sql
    run_split "$BIN" tools --config agent.conf
    [[ $output == *"day_price REAL, colour TEXT)"* ]]
    run_split "$BIN" tools --config agent.conf call query '{"sql": "DELETE FROM bikes"}'
    [ "$status" = 11 ]
    [[ $errors == *readonly* ]]
}

@test "the example of retrieval finds paragraphs and answers from them; another handbook, another answer" {
    example retrieval
    prints_what_it_says
    the_prompt_fits
    sed -i 's/half a plot 48/half a plot 60/; s/key, 20 euros/key, 25 euros/' handbook/money.md
    run_split sh -c "$(recorded)"
    [ "$output" = "80.00 euros: 30.00 for the plot, 25 deposit for the key and 25 for another one (handbook/money.md)" ]
    run_split "$BIN" tools --config agent.conf call search_handbook '{"question": "cans beside tanks", "best": 1}'
    [[ $output == '"handbook/water.md (Water)\n'*'Cans hang beside the tanks."' ]]
    run_split "$BIN" tools --config agent.conf call search_handbook '{"question": ""}'
    [ "$output" = '"nothing found"' ]
}

@test "the example of structured output meets its schema at the second answer; never met, nothing is printed" {
    example structured-output
    prints_what_it_says
    the_prompt_fits
    run_split sh -c "$(recorded)"
    [[ $errors == *'answer.date: must be a date as 2024-05-31, not "3 March 2026"'* ]]
    sed -i 's/ 12 x Tulips, white /  2 x Tulips, red   /; s/38.40/29.90/' letter.txt
    run_split sh -c "$(recorded)"
    [[ $output == *'{"what": "Tulips, red", "quantity": 2, "price": 0.85}'*'"total": 29.9}' ]]
    sed -i '$d' run.jsonl
    sed -n '2p' run.jsonl >>run.jsonl
    run_split sh -c "$(recorded) --max-steps 2"
    [ "$status" = 4 ]
    [ -z "$output" ]
}

# told N: the N-th of the fences that show what is told of a run, on standard error.
told() { awk -v n="$1" '/^```/ { inside = /^```told$/ && ++seen == n; next } inside' README.md; }

@test "the example of plans has its own form of them; other sales, another answer; on a terminal they are asked about" {
    example plan-customisation
    prints_what_it_says
    run_split sh -c "$(recorded) --color never"
    for n in 1 2; do
        [ -n "$(told $n)" ]
        [[ $errors == *"$(told $n)"* ]]
    done
    [[ $errors == *"ValueError: invalid literal for int() with base 10: '4 boxes'"*"$(told 2)"* ]]
    [ -n "$(block markdown)" ]
    run_split sh -c "$(recorded | sed 's/ -m [^ ]*/ -m ollama\/any/') --dry-run --output json"
    block markdown >question
    printf '%s\n' "$output" >request
    "$BIN" python --file question --file request -c '
import json
told = json.load(open("request"))["request"]["body"]["messages"][-1]["content"]
assert told.endswith("\n\n" + open("question").read().rstrip("\n")), told'
    sed -i 's/,5 boxes/,1 box/' sales.csv
    run_split sh -c "$(recorded)"
    [ "$output" = "soap: 17, tea lights: 32" ]

    recorded | sed 's/$/ --approve-plan/' >approved
    run_split sh approved
    [ "$status" = 6 ]
    printf '%s\n' 'expect plan, 8 steps left' 'expect y/e/n/s>' 'send y\n' 'expect the plan anew, 6 steps left' \
        'expect y/e/n/s>' 'send y\n' 'expect soap: 17, tea lights: 32' >script
    run "$HELPERS/pty" script /bin/sh approved
    [ "$status" = 0 ]
}

@test "the example of a manager with a web researcher computes from what is found; another web, another answer" {
    command -v python3 >/dev/null || skip "no python3"
    example web-researcher
    export SMOLAGENT_SANDBOX=auto
    prints_what_it_says
    the_prompt_fits
    run_split sh -c "$(recorded)"
    [ "$(grep -c '^tool researcher ' <<<"$errors")" = 2 ]
    [ "$(grep -c '^researcher.[12]|    \* visit_webpage ' <<<"$errors")" = 2 ]
    sed -i 's/seats for 32/seats for 24/' site/ship.html
    run_split sh -c "$(recorded)"
    [ "$output" = "In 2029: about 71,076 passengers at 8.0% more a year, and 70,080 seats (Lunde ferry: passengers by year; Lunde ferry: the ship)" ]
    rm site/passengers.html
    run_split sh -c "$(recorded)"
    [ "$status" != 0 ]
    [ -z "$output" ]
}
