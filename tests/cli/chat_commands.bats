#!/usr/bin/env bats
# The commands of a chat: each does what its row says, and is in help, man page and guide.
load helper

# chat TEXT [OPTION...]: each line a turn, on a pipe; $output has standard output, $errors the rest.
chat() {
    local text=$1
    shift
    printf '%s\n' "$text" >turns
    output=$("$BIN" chat -q --no-config -m replay:r.jsonl "$@" <turns 2>errors) && status=0 || status=$?
    errors=$(cat errors)
}

@test "chat commands: rows, help, man page and guide have the same ones" {
    root=$BATS_TEST_DIRNAME/../..
    sed -n 's/^CHAT(\([a-z]*\), .*/\/\1/p' "$root/src/cli/chat.def" | sort >rows
    [ "$(wc -l <rows)" -ge 17 ]
    "$BIN" chat --help | sed -n 's/^  \(\/[a-z]*\) .*/\1/p' | sort | diff rows -
    "$BIN" help man | sed -n 's/^  \(\/[a-z]*\) .*/\1/p' | sort | diff rows -
    sed -n '/^## Chat/,/^What is typed/p' "$root/docs/guide.md" | grep '^| `/' | cut -d'|' -f2 | grep -o '/[a-z]*' | sort | diff rows -
    : >r.jsonl
    chat /help
    printf '%s\n' "$output" | sed -n 's/^  \(\/[a-z]*\) .*/\1/p' | sort | diff rows -
}

@test "chat commands: a name's beginning will do, others get a suggestion, none goes to the model" {
    : >r.jsonl
    chat '/contex
/hlp
/c
/nothing at all
/vars x
/ mo'
    [[ $output == *" tokens (0 %), 0 messages" ]]
    [[ $errors == *"unknown command /hlp; did you mean /help?"*"/c: /code, /compact, /cost, /context, /clear?"* ]]
    [[ $errors == *"unknown command /nothing; see /help"*"/vars takes no words"* ]]
    [ "$status" = 0 ]
}

@test "chat commands: what begins with a slash and is no name is a turn" {
    replies r.jsonl 'final_answer("a path")' 'final_answer("a comment")'
    chat '/etc/hosts: what is it?
/* what is this? */'
    [ "$output" = "a path
a comment" ]
}

@test "chat commands: /model changes the model and keeps the conversation, or stays" {
    replies r.jsonl 'x = 6
final_answer("first")'
    replies other.jsonl 'final_answer(x * 7)'
    chat 'go
/model replay:none/there.jsonl
/model nobody/here
/model replay:other.jsonl
and now?
/context
/model'
    [[ $output == "first
42
about "*", 6 messages" ]]
    [[ $errors == *"the model stays replay:r.jsonl"*"the model stays replay:r.jsonl"*"from now on: replay other.jsonl"* ]]
    chat '/model replay:other.jsonl
/model' --max-cost 1
    [[ $errors == *"--max-cost needs a price"* ]]
}

@test "chat commands: /models and /tools show what the subcommands do" {
    mkdir -p config/smolagent
    printf '[tool.say]\ndescription = says it\ncommand = ["echo"]\n' >config/smolagent/smolagent.conf
    : >r.jsonl
    printf '/models\n/tools\n/models nobody\n' | "$BIN" chat -q -m replay:r.jsonl >out 2>err
    { "$BIN" models -m replay:r.jsonl && "$BIN" tools; } | diff - out
    grep -q nobody err
}

@test "chat commands: /code prints what ran, /vars what it left, /clear and /reset forget" {
    replies r.jsonl 'x = base + 1
final_answer(x)' 'y = 2
final_answer(y)'
    chat '/code
one
two
/code
/clear
/context
/vars
/reset
/vars
/code' --var base=40
    [[ $errors == "no code ran yet"*"conversation forgotten; variables stay"*"conversation and variables forgotten"*"no code ran yet" ]]
    [[ $output == '41
2
# turn 1, step 1
x = base + 1
final_answer(x)

# turn 2, step 1
y = 2
final_answer(y)
about 0 of 100000 tokens (0 %), 0 messages
base: int = 40
x: int = 41
y: int = 2
base: int = 40' ]]
}

@test "chat commands: /retry runs the last turn again, as if it had not been" {
    replies r.jsonl 'final_answer("one")' 'final_answer("two")' 'final_answer("three")'
    chat '/retry
first
/context
second
/retry
/context'
    [[ $errors == "there is no turn to run again" ]]
    [[ $output == 'one
about '*', 4 messages
two
three
about '*', 6 messages' ]]
}

@test "chat commands: /compact puts the model's summary in place of the conversation" {
    printf '{"text": "<code>\\nrows = [1, 2]\\nfinal_answer(3)\\n</code>"}\n{"text": "The sum of rows was 3."}\n{"text": "As before: 3."}\n' >r.jsonl
    chat '/compact
go
/compact
/retry
/context
and?'
    [[ $errors == *"there is no conversation to sum up"*"the conversation is its summary now: about "*"the last turn is in the conversation no more"* ]]
    [[ $output == '3
about '*', 2 messages
As before: 3.' ]]
    # Without a summary it stays as it was.
    printf '{"text": "<code>\\nfinal_answer(3)\\n</code>"}\n' >r.jsonl
    chat 'go
/compact
/context'
    [[ $output == '3
about '*', 4 messages' ]]
    [ "$status" != 0 ]
}

@test "chat commands: /cost, /context and /limits have the figures of the whole chat" {
    for n in 1 2; do
        printf '{"text": "<code>\\nfinal_answer(%s)\\n</code>", "usage": {"input_tokens": 1000, "output_tokens": 20}}\n' $n
    done >r.jsonl
    mkdir -p config/smolagent
    printf '[prices]\nreplay:r.jsonl = 1 2\n' >config/smolagent/smolagent.conf
    printf 'a\nb\n/cost\n/limits\n' | "$BIN" chat -q -m replay:r.jsonl --max-tokens 9000 --max-cost 0.5 --timeout 5m >out 2>err
    cat out
    grep -q '^2 turns, 2 model calls, 0 tool calls, ' out
    grep -q '^2000 tokens in, 40 out$' out
    grep -q '^\$0.0021$' out
    grep -q '^tokens  *2040 of 9000  *--max-tokens$' out
    grep -q '^money  *\$0.0021 of \$0.50  *--max-cost$' out
    grep -q '^tool calls  *0, no limit  *--max-tool-calls$' out
    grep -q '^time of turns .* of 5m' out
    grep -q '^steps of a turn  *20 ' out
}

@test "chat: budgets are those of all turns, with a warning at 80 %, once" {
    for n in 1 2 3 4 5 6; do
        printf '{"text": "<code>\\nfinal_answer(%s)\\n</code>", "usage": {"input_tokens": 400, "output_tokens": 20}}\n' $n
    done >r.jsonl
    chat 'a
b
c
d' --max-tokens 1000
    [ "$output" = "1
2
3" ]
    [ "$(grep -c "% of the chat's tokens are spent" errors)" = 1 ]
    grep -q "84 % of the chat's tokens are spent: 840 of 1000 (--max-tokens)" errors
    grep -q "token limit reached: 1260 of 1000 (--max-tokens)" errors
    [ "$status" = 5 ]
}

@test "chat: a reply in prose is the answer of its turn, without a second call" {
    printf '{"text": "Hello! What shall we do?"}\n{"text": "<code>\\nfinal_answer(1)\\n</code>"}\n' >r.jsonl
    chat 'hello
one'
    [ "$output" = "Hello! What shall we do?
1" ]
    [ -z "$errors" ]
    [ "$status" = 0 ]
}

@test "chat: lines that go on, quotes and words on the command line" {
    replies r.jsonl 'final_answer("first")' 'final_answer("second")' 'final_answer("third")'
    printf '/instructions one\\\n  two\n/instructions\na \\\nb\n"""c\n\nd"""\n' >turns
    output=$("$BIN" chat -q --no-config -m replay:r.jsonl hello there <turns 2>errors)
    [ "$output" = "first
one
  two
second
third" ]
}

@test "chat: /instructions are told with the next turn, and stand in the prompt after /clear" {
    : >r.jsonl
    chat '/instructions
/instructions Speak German.
/instructions
/instructions -
/instructions' --instructions 'Be short.'
    [ "$output" = "Be short.
Speak German.
no instructions" ]
}
