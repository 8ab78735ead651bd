#!/usr/bin/env bats
# Text of others on its way out: printable on a terminal, the same bytes elsewhere, never with a key.
load helper

evil='\x1b]0;PWN\x07\x1b[2J\x1b]52;c;ZXZpbA==\x07\x1b]8;;http://evil\x1b\\\\x\x9b31m\x1b[201~'
turned='a\u202eb\u2066c\u200ed\u061ce\u200bf\ufeffg\u2060h\xadi\U000e0041j'

# clean: nothing in $output drives a terminal or hides; $1: more that must be there.
clean() {
    ! printf '%s' "$output" | LC_ALL=C grep -qP '\x1b\]|\x1b\[2J|\x1b\[201|\x07|\xc2\x9b|\xe2\x80[\x8b\x8e\xae]|\xe2\x81[\xa0\xa6]|\xd8\x9c|\xef\xbb\xbf|\xc2\xad|\xf3\xa0' || false
    [[ $output == *"$1"* ]]
}

on_terminal() {
    : >script
    run "$HELPERS/pty" script "$@"
    printf '%.500s\n' "$output" | cat -v
}

@test "an answer cannot drive the terminal, and bidi controls are seen" {
    replies r.jsonl "final_answer('$evil $turned')"
    on_terminal "$BIN" run -q -m replay:r.jsonl t
    clean '\x1b]52;c;ZXZpbA==\x07'
    clean 'a\u202eb\u2066c\u200ed\u061ce\u200bf\ufeffg\u2060h\u00adi\U000e0041j'
    run_split "$BIN" run -q -m replay:r.jsonl t
    [[ $output == *$'\x1b]52;c;ZXZpbA==\x07'*$'a\u202eb\u2066c'* ]]
    "$BIN" run -q -m replay:r.jsonl -o answer t
    [ "$(cat answer)" = "$output" ]
    on_terminal "$BIN" run -q --output json -m replay:r.jsonl t
    clean ''
}

@test "what joins letters and emoji is left as it is" {
    replies r.jsonl 'final_answer("\U0001f468\u200d\U0001f469 \u2764\ufe0f 1\ufe0f\u20e3 \u0645\u06cc\u200c\u062e x\u200dy")'
    on_terminal "$BIN" run -q -m replay:r.jsonl t
    [[ $output == *$'\U1f468\u200d\U1f469 \u2764\ufe0f 1\ufe0f\u20e3 \u0645\u06cc\u200c\u062e x\\u200dy'* ]]
}

@test "thoughts, code, prints, errors, names and tools cannot drive the terminal" {
    mkdir -p config/smolagent
    printf '[tool.say]\ndescription = d\ncommand = ["cat", "%s/said"]\n' "$dir" >config/smolagent/smolagent.conf
    printf "$evil" >said
    printf '{"text": "thought \\u001b]0;PWN\\u0007\\u202e\\n<code>\\n%s\\n</code>"}\n' \
        "x = '\\u001b]0;PWN\\u0007'\\nprint('$(printf %s "$evil" | sed 's/\\/\\\\/g')')\\nprint(say())\\nraise ValueError(x)" >r.jsonl
    printf '{"text": "<code>final_answer(1)</code>"}\n' >>r.jsonl
    on_terminal "$BIN" run -vv --color always -m replay:r.jsonl t
    clean '\x1b]0;PWN\x07'
    [[ $output == *"thought "*"ValueError"* ]]
}

@test "a chat and its variables cannot drive the terminal" {
    replies r.jsonl "x = '$evil $turned'
final_answer(x)"
    printf 'expect smolagent>\nsend go\\n\nexpect ]52;c\nexpect smolagent>\nsend /vars\\n\nexpect x: str\nexpect smolagent>\nsend \\x04\n' >script
    run "$HELPERS/pty" script "$BIN" chat -m replay:r.jsonl
    [ "$status" = 0 ]
    output=$(printf '%s' "$output" | sed 's/\x1b\[[0-9]*[A-Za-z]//g')
    clean '\x1b]52;c'
}

@test "a program under python, and the REPL, cannot drive the terminal" {
    echo "import sys; print('$evil $turned é ☃'); print('e$evil', file=sys.stderr); raise ValueError('$evil')" >p.py
    on_terminal "$BIN" python p.py
    clean '\x1b]52;c;ZXZpbA==\x07'
    [[ $output == *'é ☃'* ]]
    on_terminal "$BIN" python -c "import sys
for b in ['é', '☃'] * 20000: sys.stdout.write(b)"
    [[ $output != *'\x'* && $output == *'é☃é☃'* ]]
    run_split "$BIN" python p.py
    [[ $output == *$'\x1b]52;c;ZXZpbA==\x07'* && $errors == *$'\x1b]52;c;ZXZpbA==\x07'* ]]
    printf 'expect >>>\nsend print(chr(27) + "]0;P" + "WN" + chr(7) + chr(0x202e))\\n\nexpect PWN\nexpect >>>\nsend \\x04\n' >script
    run "$HELPERS/pty" script "$BIN" python
    output=$(printf '%s' "$output" | sed 's/\x1b\[[0-9]*[A-Za-z]//g')
    clean '\x1b]0;PWN\x07\u202e'
}

@test "settings, names of files and folders, and trails cannot drive the terminal" {
    printf '[limits]\nmax_steps = 3\x1b]0;PWN\x07\n' >smolagent.conf
    for command in config doctor tools models; do
        SMOLAGENT_MODEL=$'x/\x1b]0;PWN\x07' on_terminal "$BIN" $command
        clean '\x1b]0;PWN\x07'
    done
    folder=$'f\x1b]0;PWN\x07\u202e'
    mkdir "$folder" && cd "$folder"
    printf '[limits]\nmax_steps = 3\n' >smolagent.conf
    replies r.jsonl 'final_answer(1)'
    on_terminal "$BIN" run -m replay:r.jsonl t
    clean 'f\x1b]0;PWN\x07\u202e/smolagent.conf'
    on_terminal "$BIN" python $'no\x1b]0;PWN\x07.py'
    clean 'no\x1b]0;PWN\x07.py'
    printf '{"v":1,"n":1,"ts":"\\u001b]0;PWN\\u0007","run":"r","what":"a\\u001b]0;PWN\\u0007","data":{}}\n' >t.jsonl
    on_terminal "$BIN" sessions audit t.jsonl
    clean ''
}

@test "a key does not leave in an answer, a file, a chat or /vars" {
    export MY_API_KEY=plainkeyvalue0123456789
    replies r.jsonl 'a = "plainkey" + "value0123456789"
final_answer("it is " + a)' 'final_answer("again " + a)'
    run_split "$BIN" run -m replay:r.jsonl t
    [ "$status" = 0 ]
    [ "$output" = "it is ***" ]
    [[ $errors != *plainkeyvalue* ]]
    "$BIN" run -q -m replay:r.jsonl -o answer t
    [ "$(cat answer)" = "it is ***" ]
    run_split "$BIN" run -q --fallback-answer $MY_API_KEY -m replay:/dev/null t
    [ "$output" = "***" ]
    printf 'go\n/vars\n' >lines
    run bash -c '"$1" chat -m replay:r.jsonl <lines 2>/dev/null' - "$BIN"
    [[ $output == "it is ***"*"a: str"*"***"* && $output != *plainkeyvalue* ]]
    run_split "$BIN" run -q --max-answer 20 -m replay:r.jsonl t
    [[ $output != *plainkey* ]]
    replies r.jsonl 'x = "plainkeyvalue0123456789"' "y = '$MY_API_KEY'
final_answer(1)"
    run_split "$BIN" run --output jsonl -v -m replay:r.jsonl t
    [[ $status = 0 && $output == *'"type":"code"'*'x = \"***\"'* && $output$errors != *plainkey* ]]
}
