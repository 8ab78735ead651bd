#!/usr/bin/env bats
# `smolagent tools` and `smolagent tool describe`: looking at tools, calling one, faults, scripts that
# say themselves what they are.
load helper

conf() {
    cat >conf <<'END'
[tool.rates]
description = Rates of a day.
command = ["sh", "-c", "cat"]
inputs = {"properties":{"day":{"type":"string","format":"date"},"kinds":{"type":"array","items":{"enum":["buy","sell"]}}},"required":["day"]}
output = {"type":"object","properties":{"EUR":{"type":"number"}}}
effects = reads,network
foreign = yes
examples = rates("2026-01-31")
timeout = 5
END
}

@test "list has a line for each tool, show all that is known of one" {
    conf
    run_split "$BIN" tools --config conf list
    [ "$status" = 0 ]
    [[ "$output" =~ ^rates\ +config\ +reads,\ network\ +Rates\ of\ a\ day\.$ ]]
    run_split "$BIN" tools --config conf show rates
    [ "$status" = 0 ]
    [[ "$output" = *'def rates(day: str, kinds: list[Literal["buy", "sell"]] | None = None) -> dict:'* ]]
    [[ "$output" = *'{"EUR"?: float}'*'rates("2026-01-31")'* ]]
    [[ "$output" = *"source      config"*"effects     reads, network"*"at most 1048576 bytes, written by strangers"*"time-out    5 s"* ]]
    [[ "$output" = *'inputs      {"properties":{"day":'*'output      {"type":"object"'* ]]
    run_split "$BIN" tools --config conf show rate
    [ "$status" = 2 ]
    [[ "$errors" = *"there is no tool 'rate' (did you mean 'rates'?)"* ]]
}

@test "call calls a tool with checked arguments, and fails with its error" {
    conf
    run_split "$BIN" tools --config conf call rates '{"day":"2026-01-31","kinds":["buy"]}'
    [ "$status" = 0 ]
    [ "$output" = '{"day":"2026-01-31","kinds":["buy"]}' ]
    run_split "$BIN" tools --config conf call rates '{"day":"31.1.2026"}'
    [ "$status" = 11 ]
    [[ "$errors" = *"argument 'day' must be a date as 2024-05-31, not \"31.1.2026\"; it is rates("* ]]
    run_split "$BIN" tools --config conf call rates '{"day":"2026-01-31","kinds":["bye"]}'
    [ "$status" = 11 ]
    [[ "$errors" = *"TypeError: rates(): argument 'kinds[0]' must be one of [\"buy\", \"sell\"], not \"bye\"; it is rates("* ]]
    run_split "$BIN" tools --config conf call rates
    [ "$status" = 11 ]
    [[ "$errors" = *"missing required argument: 'day'"* ]]
    run_split "$BIN" tools --config conf call rates '{day}'
    [ "$status" = 2 ]
    [[ "$errors" = *"the arguments are no JSON"* ]]
}

@test "check names faults" {
    conf
    run_split "$BIN" tools --config conf check
    [ "$status" = 0 ]
    [ "$output" = "1 tool, no faults" ]
    cat >>conf <<'END'
[tool.odd]
description = Odd.
command = ["/nowhere/prog"]
inputs = {"properties":{"a":{"type":"text"},"b":{"$ref":"#/$defs/b"},"c":{"$dynamicRef":"#b"}}}
END
    run_split "$BIN" tools --config conf check
    [ "$status" = 10 ]
    [[ "$output" = *"odd: there is no program '/nowhere/prog' here"* ]]
    [[ "$output" = *"odd: inputs: properties.a: there is no type 'text'"* ]]
    [[ "$output" = *"odd: inputs: there is nothing at \$ref '#/\$defs/b'"* ]]
    [[ "$output" = *"odd: inputs: properties.c: the keyword '\$dynamicRef' is not supported"* ]]
    [[ "$output" != *rates* ]]
}

script() {
    cat >area <<'END'
#!/bin/sh
[ "$1" = --describe ] && cat <<'JSON' && exit
{"name": "area", "description": "The area\nof a room.", "effects": ["pure"],
 "inputs": {"properties": {"a": {"type": "number"}, "b": {"type": "number"}}, "required": ["a", "b"]},
 "output": "number", "examples": ["area(2, 3)", "area(a=1, b=1)"]}
JSON
sed 's/.*"a":\([0-9]*\),"b":\([0-9]*\).*/\1 \2/' | { read -r a b; echo $((a * b)); }
END
    chmod +x area
}

@test "a script that describes itself is a tool without more words" {
    script
    run_split "$BIN" tool describe ./area
    [ "$status" = 0 ]
    [ "$output" = '[tool.area]
command = ["./area"]
description = The area of a room.
inputs = {"properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}
output = number
examples = area(2, 3)
examples = area(a=1, b=1)
effects = pure' ]
    printf '%s\n' "$output" >printed
    printf '[tool.area]\ncommand = ["./area"]\ndescribe = yes\ndescription = Mine.\n' >asked
    for conf in printed asked; do
        run_split "$BIN" tools --config "$conf" call area '{"a":6,"b":7}'
        [ "$output" = 42 ]
    done
    run_split "$BIN" tools --config asked show area
    [[ "$output" = *"def area(a: float, b: float) -> float:"*"Mine."*"area(2, 3)"*"effects     pure"* ]]
}

@test "a script that does not describe itself is a fault of the configuration" {
    printf '#!/bin/sh\necho no\n' >mute
    chmod +x mute
    run_split "$BIN" tool describe ./mute
    [ "$status" = 10 ]
    [[ "$errors" = *"./mute --describe: "* ]]
    printf '[tool.mute]\ncommand = ["./mute"]\ndescribe = yes\n' >conf
    run_split "$BIN" tools --config conf
    [ "$status" = 10 ]
    [[ "$errors" = *"[tool.mute] describe: ./mute --describe: "* ]]
    run_split "$BIN" tool describe ./nowhere
    [ "$status" = 10 ]
    run_split "$BIN" tool
    [ "$status" = 2 ]
    run_split "$BIN" tools frob
    [ "$status" = 2 ]
}

@test "a call of a tool by hand is ended by a signal" {
    printf '[tool.slow]\ndescription = Waits.\ncommand = ["sh", "-c", "echo >begun; sleep 300"]\nstdin = none\n' >conf
    "$BIN" tools --config conf call slow 2>errors &
    pid=$!
    await [ -f begun ]
    kill -TERM $pid
    wait $pid && status=0 || status=$?
    [ "$status" = 143 ]
}

@test "the table of values in tools.md names every class of the table that runs" {
    page=$(sed -n '/^## Values$/,/^## Calls at once$/p' "$BATS_TEST_DIRNAME/../../docs/tools.md")
    run_split "$BIN" python --no-config -c 'import _values
print(*[name.rpartition(".")[2] for name in _values.TABLE], sep="\n")'
    [ "$(wc -l <<<"$output")" -gt 60 ]
    while read -r name; do
        grep -qF "\`$name\`" <<<"$page" || { echo "missing: $name"; false; }
    done <<<"$output"
}

@test "random values cross to tools, sub-agents, answers and from --vars by the table, or are refused, under each executor" {
    where=local
    ! grants jail || where+=' jail'
    ! grants python || where+=' python'
    BIN=$BIN sh "$BATS_TEST_DIRNAME/../values/values.sh" 150 "${RANDOM}" $where >out || { cat out; false; }
    [ "$(grep -c ': tool: 150, ' out)" = "$(wc -w <<<"$where")" ]
}
