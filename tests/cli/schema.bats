#!/usr/bin/env bats
# What --schema is given and is no schema: the start ends with the reason, before a model is asked.
load helper

# refused STATUS SCHEMA MESSAGE
refused() {
    run_split "$BIN" run --model replay:replies --schema "$2" task
    echo "$2: $status: $output: $errors"
    [ "$status" = "$1" ]
    [ -z "$output" ]
    [ "$errors" = "smolagent: --schema$3" ]
}

@test "schema: a file that cannot be read" {
    replies replies 'final_answer(1)'
    refused 10 none.json ": cannot open none.json: No such file or directory"
    refused 10 "$dir" ": cannot read $dir: it is a directory"
    head -c 1048577 /dev/zero >large.json
    run_split "$BIN" run --model replay:replies --schema large.json task
    [ "$status" != 0 ]
    [ -z "$output" ]
    [[ $errors == "smolagent: --schema: "*large.json* ]]
}

@test "schema: text that is no JSON, no object, or has a NUL" {
    replies replies 'final_answer(1)'
    refused 2 '{"type": ' ": bad JSON at line 1 column 10: value expected"
    echo '["integer"]' >list.json
    refused 2 list.json " list.json: it is no JSON object"
    refused 2 '{"const": "a\u0000b"}' ": text with a NUL character"
    printf '{"title": "a\0b"}' >nul.json
    run_split "$BIN" run --model replay:replies --schema nul.json task
    [ "$status" = 2 ]
    [[ $errors == "smolagent: --schema nul.json: bad JSON at line 1 "* ]]
}

@test "schema: what is not supported or not meant is named" {
    replies replies 'final_answer(1)'
    refused 2 '{"$dynamicRef": "#a"}' ": the keyword '\$dynamicRef' is not supported"
    refused 2 '{"properties": {"a": {"requird": ["b"]}}}' ": properties.a: the keyword 'requird' is not known"
    refused 2 '{"type": "objekt", "minimum": "1"}' ": there is no type 'objekt' (and 1 more)"
    refused 2 '{"$ref": "#/$defs/none"}' ": there is nothing at \$ref '#/\$defs/none'"
    refused 2 '{"$ref": "https://example.org/schema.json"}' ": there is nothing at \$ref 'https://example.org/schema.json'"
    refused 2 '{"$ref": "#"}' ": \$ref '#' leads back to itself"
    refused 2 '{"pattern": "("}' ": pattern: '(': wrong pattern at character 1: missing closing parenthesis"
}

@test "schema: the type is called what the title says, as far as Python can" {
    replies replies 'final_answer(1)'
    named() {
        run_split "$BIN" run --model openai/m --base-url http://localhost:1/v1 --dry-run --schema "{\"title\": \"$1\"}" task
        echo "$1: $errors"
        [ "$status" = 0 ]
        [[ $output == *"def final_answer(answer: $2) -> None"* ]]
    }
    named Invoice Invoice
    named "invoice data" InvoiceData
    named "list" List
    named "" Answer
    named "2 numbers" Answer
    named "</code>; import os" CodeImportOs
    named "meine Kühe" MeineKühe
    named "ValueError" Answer
}
