#!/usr/bin/env bats
# Agents that other agents call as functions: under every executor, in both kinds of agents, several at once.
load helper
load screen

# Sets $executors to those that can run here.
all_executors() {
    executors="local jail"
    grants python && executors="$executors python"
    grants docker || fake_engine || return 0
    executors="$executors docker"
}

# says AGENT CODE...: appends to r.jsonl that the agent ("": the first one) answers with each CODE in turn.
says() {
    local agent=$1
    shift
    replies one.jsonl "$@"
    if [ "$agent" ]; then sed "s/^{/{\"agent\": \"$agent\", /" one.jsonl >>r.jsonl; else cat one.jsonl >>r.jsonl; fi
}

# agent NAME LINE...: a section of conf with a description and these lines.
agent() {
    printf '[agent.%s]\ndescription = Does what %s does.\n' "$1" "$1" >>conf
    shift
    printf '%s\n' "$@" >>conf
}

smol() { run_split "$BIN" run --config conf -m replay:r.jsonl "$@"; }

@test "an agent is a function that gives its answer, under every executor, and several are under way at once" {
    all_executors
    agent one
    agent two
    says "" 'import asyncio
a, b, c = await asyncio.gather(one("first", n=[1, 2]), two("second"), two("third"))
print(a, b, c)' 'final_answer([a, b, c, one("last")])'
    says one 'final_answer({"n": sum(globals().get("n", [])), "task": "one"})' 'final_answer({"n": 0})'
    says two 'final_answer("done")' 'final_answer("done")'
    for executor in $executors; do
        smol -q -e "$executor" task
        echo "$executor: $output $errors"
        [ "$output" = '[{"n": 3, "task": "one"}, "done", "done", {"n": 0}]' ]
    done
}

@test "an agent that calls tools calls agents beside each other, and may be one that is called" {
    agent one 'agent = tool_calling'
    cat >r.jsonl <<'END'
{"text":"","calls":[{"id":"a","name":"one","arguments":"{\"task\":\"x\",\"variables\":{\"v\":\"a value\"}}"},{"id":"b","name":"one","arguments":"{\"task\":\"y\"}"}]}
{"agent":"one","text":"","calls":[{"id":"c","name":"final_answer","arguments":"{\"answer\":[1]}"}]}
{"agent":"one","text":"","calls":[{"id":"c","name":"final_answer","arguments":"{\"answer\":[1]}"}]}
{"text":"","calls":[{"id":"d","name":"final_answer","arguments":"{\"answer\":\"both\"}"}]}
END
    smol --agent tool_calling --output jsonl -q task
    [ "$status" = 0 ]
    [ "$(grep '"type":"tool.result"' <<<"$output" | grep -c '"name":"one".*"ok":true,"value":\[1\]')" = 2 ]
    grep -q '"answer":"both"' <<<"$output"
}

@test "a failing agent is an exception that the caller can handle, and says which agent, how far and why" {
    agent one 'max_steps = 1' 'on_max_steps = fail'
    says "" 'try:
    one("x")
except RuntimeError as e:
    print(e)
    final_answer(str(e))'
    says one 'print(1)'
    smol -q task
    [ "$output" = 'the agent one gave no answer, after 1 step: no answer within 1 steps (--max-steps)' ]
}

@test "an agent's own time is a TimeoutError, of which its caller hears at once" {
    agent one 'timeout = 0.2s'
    says "" 'try:
    one("x")
except TimeoutError as e:
    final_answer(str(e))'
    says one 'while True: pass'
    smol -q --max-operations 0 --step-timeout 0 task
    [[ "$output" = "the agent one gave no answer, after "*" step"*": time limit of 200 ms for the run reached"*" (raise it with --timeout)" ]]
}

@test "an agent without descriptors to keep its time by does not begin: none sleeps past its time" {
    agent one 'timeout = 0.2s'
    says "" 'import asyncio
ends = await asyncio.gather(*[one("x") for _ in range(16)], return_exceptions=True)
final_answer([str(e) for e in ends if not isinstance(e, (TimeoutError, RuntimeError))])'
    # shellcheck disable=SC2046 # words are wanted
    says one $(printf 'import_time_sleep %.0s' {1..16})
    sed -i 's/import_time_sleep/import time; time.sleep(4); final_answer(1)/' r.jsonl
    local free
    for free in 18 22 26 30; do
        (ulimit -n $free && "$BIN" run --config conf -m replay:r.jsonl -q --executor local task >out 2>err) || true
        [[ "$(cat out)" = "[]" || ! -s out ]]
    done
    [ "$(cat out)" = "[]" ]
}

@test "summary = true: the answer comes with a summary of the steps" {
    agent one 'summary = true' 'schema = {"type": "integer"}'
    says "" 'r = one("x")
final_answer([r["answer"], r["summary"]])'
    says one 'print("seen")' 'final_answer(7)'
    smol -q task
    [ "$output" = '[7, "Step 1\n  code: print(\"seen\")\n  printed: seen\nStep 2\n  code: final_answer(7)"]' ]
    smol --dry-run -m openai/x task
    grep -q 'Returns: its answer, and a summary of its steps' <<<"$output"
    grep -qF '{\"answer\": int, \"summary\": str}' <<<"$output"
}

@test "agents call the agents that their sections name, as deep as --agent-depth lets them" {
    agent one 'agents = two'
    agent two
    says "" 'final_answer(one("x"))'
    says one 'final_answer(["one", two("y")])'
    says two 'final_answer("two" in globals())'
    smol -q --output jsonl task
    grep -q '"answer":\["one", false\]' <<<"$output"
    grep -q '"depth":2,"type":"run.start","name":"two","task":"y"' <<<"$output"
    smol -q --agent-depth 1 task
    [ "$status" != 0 ]
    smol -q --agent-depth 1 --output jsonl task
    grep -q "NameError: name 'two' is not defined" <<<"$output"
    smol --agent-depth 0 --dry-run -m openai/x task
    ! grep -q 'def one' <<<"$output" || false
}

@test "--agents names those that there are, none of them with none, and --no-tools leaves them out" {
    agent one
    agent two
    smol --dry-run -m openai/x task
    grep -q 'def one(task: str, \*\*variables)' <<<"$output"
    grep -q '^# agent two: openai/x, executor local$' <<<"$output"
    smol --dry-run -m openai/x --agents two task
    [[ "$output" != *"def one"* ]]
    [[ "$output" = *"def two"* ]]
    for flag in --agents=none --no-tools; do
        smol --dry-run -m openai/x "$flag" task
        [[ "$output" != *"def one"* ]]
        [[ "$output" != *"def two"* ]]
    done
    says "" 'final_answer(1)'
    smol --agents three task
    [ "$status" = 2 ]
    [ "$errors" = "smolagent: --agents: there is no agent 'three'; those of the configuration: one, two" ]
}

@test "an agent that is named twice is there once" {
    agent one 'agents = two, two'
    agent two
    says "" 'final_answer(one("x"))'
    says one 'final_answer(two("y"))'
    says two 'final_answer(1)'
    smol -q --agents one,one task
    [ "$output" = 1 ]
}

@test "a section without a description is a fault of its own place, whoever names it" {
    agent one 'max_steps = 3'
    sed -i '/^description/d' conf
    says "" 'final_answer(1)'
    local flag
    for flag in '' --agents=one; do
        # shellcheck disable=SC2086 # none is no word
        smol $flag task
        [ "$status" = 10 ]
        [[ "$errors" = "smolagent: conf:2: [agent.one] needs a description: "* ]]
    done
}

@test "an agent has the tools that its section names: built-in ones, commands, of files; and no others" {
    cat >tools.py <<'END'
from smolagents import tool

@tool
def half(x: int) -> int:
    """Halves.

    Args:
        x: what
    """
    return x // 2
END
    cat >conf <<'END'
[tool.shout]
description = Shouts.
command = ["tr", "a-z", "A-Z"]
stdin = {text}
input.text = string
[tool.other]
description = Other.
command = ["true"]
END
    mkdir data
    echo kept >data/f
    agent one 'tools = shout, files' 'folder = data' 'tool_file = tools.py'
    says "" 'final_answer(one("x"))'
    says one 'final_answer([shout(text="abc"), half(9), read_file("f"), "other" in globals(), open("f").read()])'
    smol -q --allow tool-file/half task
    [ "$output" = '["ABC", 4, "kept\n", false, "kept\n"]' ]
    sed -i 's/^tools = .*/tools = shuot/' conf
    smol -q task
    [ "$status" = 10 ]
    [[ "$errors" = *"agent one: conf:"*": tools: there is no tool 'shuot'"* ]]
}

@test "tools of a server, which is started once, and its pictures are for all agents that name them" {
    cat >server.sh <<END
echo started >>started
exec "$HELPERS/mcpserver" stdio
END
    printf '[mcp.fake]\ncommand = sh server.sh\n' >conf
    agent one 'tools = mcp.fake'
    agent two 'tools = add, echo'
    says "" 'import asyncio
a, b, c, picture = await asyncio.gather(one("a"), two("b"), two("c"), one("d", draw=True))
final_answer([a, b, c, str(picture).split(" ")[0]])'
    says one 'final_answer(parts()[1] if globals().get("draw") else add(a=1, b=2)["sum"])' \
        'final_answer(parts()[1] if globals().get("draw") else add(a=1, b=2)["sum"])'
    says two 'final_answer([echo("hi"), "fail" in globals()])' 'final_answer([echo("hi"), "fail" in globals()])'
    smol -q --approve never task
    echo "$output $errors"
    [ "$output" = '[3, ["hi", false], ["hi", false], "image-1"]' ]
    [ "$(wc -l <started)" = 1 ]
    printf '[agent.bad]\ndescription = x\ntools = mcp.nobody\n' >>conf
    smol -q task
    [ "$status" = 10 ]
    [[ "$errors" = *"agent bad: conf:"*": tools: there is no tool 'mcp.nobody'"* ]]
}

@test "an agent that is run by itself has the tools and the agents that its section names, and no others" {
    cat >conf <<'END'
[tool.shout]
description = Shouts.
command = ["tr", "a-z", "A-Z"]
stdin = {text}
input.text = string
[tool.other]
description = Other.
command = ["true"]
END
    agent boss 'agents = one' 'tools = shout'
    agent one 'tools = shout'
    agent two
    says "" 'final_answer([one("x"), shout("a"), "two" in globals(), "other" in globals()])'
    says one 'final_answer(shout(text="abc"))'
    smol -q -A boss task
    [ "$output" = '["ABC", "A", false, false]' ]
}

@test "what a caller was given its agents do not get: instructions, folders, variables, tools" {
    mkdir data
    echo given >file
    agent one
    says "" "final_answer([open('$dir/file').read(), one('x')])"
    says one 'try:
    import os
    got = os.listdir(".")
except Exception as e:
    got = type(e).__name__
try:
    read = open("'"$dir"'/file").read()
except OSError as e:
    read = type(e).__name__
final_answer([got, read, "v" in globals(), "shell" in globals()])'
    smol -q --folder data --file file --var v=1 --tools shell --instructions "Be brief." task
    echo "$output $errors"
    [[ "$output" = '["given\n", ['*', "PermissionError", false, false]]' ]]
    [[ "$output" != *'[[]'* ]]
}

@test "tokens and costs of three agents at once add up, and the budget of all ends all" {
    printf '[prices]\nreplay:r.jsonl = 1 1\n' >conf
    agent one
    cat >r.jsonl <<'END'
{"text":"<code>\nimport asyncio\nprint(await asyncio.gather(*[one(str(i)) for i in range(3)], return_exceptions=True))\n</code>","usage":{"input_tokens":100,"output_tokens":10}}
{"text":"<code>\nfinal_answer(1)\n</code>","usage":{"input_tokens":1000,"output_tokens":10}}
END
    for _ in 1 2 3 4 5 6; do
        echo '{"agent":"one","text":"<code>\nprint(1)\n</code>","usage":{"input_tokens":50,"output_tokens":7}}'
    done >>r.jsonl
    for _ in 1 2 3; do
        echo '{"agent":"one","text":"<code>\nfinal_answer(2)\n</code>","usage":{"input_tokens":60,"output_tokens":9}}'
    done >>r.jsonl
    smol -q --output json --max-repeats 0 task
    grep -q '"answer":1,"usage":{"input_tokens":1580,"output_tokens":89' <<<"$output"
    grep -q '"cost":0.001669,' <<<"$output"
    smol -q --output jsonl --max-tokens 300 task
    [ "$status" = 5 ]
    [ "$(grep -c '"depth":1,"type":"run.end","status":"budget"' <<<"$output")" -ge 2 ]
    tail -n 1 <<<"$output" | grep -q '"status":"budget","exit_code":5,"error":"token limit reached: '
}

@test "a cap on costs is refused where the model of an agent that may be called has no price" {
    printf '[prices]\nreplay:r.jsonl = 1 1\n' >conf
    agent one 'model = replay:other.jsonl'
    says "" 'final_answer(1)'
    cp r.jsonl other.jsonl
    smol -q --max-cost 1 task
    [ "$status" = 10 ]
    [[ "$errors" = *"agent one: --max-cost needs a price: write \`replay:other.jsonl = IN OUT\`"* ]]
    smol -q --max-cost 1 --agents none task
    [ "$output" = 1 ]
}

@test "who calls an agent that reads what strangers wrote gets that: as its code is kept behind a wall, so is the caller's" {
    agent one 'tools = web'
    agent two 'agents = one'
    agent three
    smol --dry-run -m openai/x task
    grep -qx '# executor: jail' <<<"$output"
    grep -q '^# agent two: openai/x, executor jail, agents: one$' <<<"$output"
    grep -q '^# agent three: openai/x, executor local$' <<<"$output"
    smol --dry-run -m openai/x --agents three task
    grep -qx '# executor: local' <<<"$output"
}

@test "an agent's answer is checked by what its section says, with the steps of its own run" {
    cat >check.py <<'END'
def check(answer, steps):
    codes = [s["code"] for s in steps]
    assert answer == 2, f"refused {answer} after {len(codes)}"
    assert all("one(" not in c for c in codes)
END
    agent one 'check_py = check.py'
    says "" 'final_answer(one("x"))'
    says one 'final_answer(1)' 'final_answer(2)'
    smol --output jsonl -q task
    grep -q '"answer":2,' <<<"$output"
    grep -q '"depth":1,"type":"check".*refused 1 after 1' <<<"$output"
}

@test "the trail has the runs of agents under their names, in one chain" {
    agent one
    says "" 'import asyncio
final_answer(await asyncio.gather(one("a"), one("b")))'
    says one 'final_answer(1)' 'final_answer(1)'
    smol -q --audit trail task
    [ "$output" = '[1, 1]' ]
    [ "$(grep -c '"what":"start","data":{"name":"one","task":"[ab]"' trail)" = 2 ]
    run_split "$BIN" sessions audit trail
    [ "$status" = 0 ]
    [[ "$output" = *"whole: 14 lines, 1 run"$'\n'* ]]
    grep -q ' end      \.2 {"status":"ok"' <<<"$output"
    grep -v '"run":"[^".]*","what":"end"' trail >cut
    "$BIN" sessions audit cut >out && status=0 || status=$?
    [ "$status" = 4 ]
    grep -q 'has no end' out
}

@test "a signal ends the agents that are under way with whoever called them" {
    agent one
    says "" 'import asyncio
await asyncio.gather(*[one(str(i)) for i in range(3)])'
    says one 'while True: pass' 'while True: pass' 'while True: pass'
    for executor in local jail; do
        "$BIN" run --config conf -m replay:r.jsonl -e "$executor" --max-operations 0 --step-timeout 0 --output jsonl -q task \
            >out 2>err </dev/null &
        pid=$!
        for _ in $(seq 3000); do [ "$(grep -c '"type":"code"' out)" = 4 ] && break; nap; done
        kill -TERM $pid
        wait $pid && status=0 || status=$?
        [ "$status" = 143 ]
        [ "$(grep -c '"depth":1,"type":"run.end","status":"interrupted"' out)" = 3 ]
        tail -n 1 out | grep -q '"type":"run.end","status":"interrupted","exit_code":143'
    done
}

@test "what code no longer waits for is ended: a cancelled agent, while the others go on" {
    agent slow
    agent fast
    says "" 'import asyncio
task = asyncio.create_task(slow("x"))
print(await fast("y"))
task.cancel()
try:
    await task
except asyncio.CancelledError:
    final_answer("cancelled")'
    says slow 'while True: pass'
    says fast 'final_answer("fast")'
    smol -q --max-operations 0 --step-timeout 0 --output jsonl task
    [ "$status" = 0 ]
    grep -q '"answer":"cancelled"' <<<"$output"
    grep -q '"depth":1,"type":"run.end","status":"interrupted"' <<<"$output"
}

@test "what an agent cannot be made of is said before anything runs, with its place" {
    agent one 'model = nobody/x'
    says "" 'final_answer(1)'
    smol task
    [ "$status" = 10 ]
    echo "$errors"
    [[ "$errors" = *"agent one: "*"nobody"* ]]
    printf '[agent.no-name]\ndescription = x\n' >conf
    smol task
    [ "$status" = 10 ]
    [[ "$errors" = *"tool 'no-name': the name is no Python identifier"* ]]
}

@test "variables come to an agent as they are: a float stays one, and a long integer whole" {
    all_executors
    agent one
    local e
    for e in $executors; do
        rm -f r.jsonl
        says "" 'final_answer(one("x", a=2.0, b=[-0.0, 1e5, {"c": 3.0}], d=12345678901234567890123, e=4))'
        says one 'final_answer(repr([a, b, d, e]))'
        smol -q -e "$e" task
        [ "$output" = "[2.0, [-0.0, 100000.0, {'c': 3.0}], 12345678901234567890123, 4]" ] || { echo "$e: $output $errors"; false; }
    done
    rm r.jsonl # whose task is made a text on its way
    says "" 'final_answer(one(5, a=2.0, b=[-0.0, 1e5, {"c": 3.0}], d=12345678901234567890123, e=4))'
    says one 'final_answer(repr([a, b, d, e]))'
    smol -q task
    [ "$output" = "[2.0, [-0.0, 100000.0, {'c': 3.0}], 12345678901234567890123, 4]" ]
}

@test "variables={...} and additional_args={...} of a call are unpacked" {
    agent one
    for call in 'variables={"a": 2.0, "b": [1]}' 'additional_args={"a": 2.0, "b": [1]}' 'a=2.0, additional_args={"b": [1]}' \
        'a=2.0, b=[1], additional_args=None' 'a=2.0, variables={"b": [1]}, additional_args={}'; do
        rm -f r.jsonl
        says "" "final_answer(one(\"x\", $call))"
        says one 'final_answer(repr([a, b, "variables" in globals(), "additional_args" in globals()]))'
        smol -q task
        [ "$output" = "[2.0, [1], False, False]" ]
    done
    rm r.jsonl # what is in such an object is a variable, whatever its name
    says "" 'final_answer(one("x", variables={"variables": {"a": 1}}))'
    says one 'final_answer(repr(variables))'
    smol -q task
    [ "$output" = "{'a': 1}" ]
    cat >r.jsonl <<'END'
{"text":"","calls":[{"id":"a","name":"one","arguments":"{\"task\":\"x\",\"additional_args\":{\"a\":2}}"}]}
{"agent":"one","text":"","calls":[{"id":"c","name":"final_answer","arguments":"{\"answer\":1}"}]}
{"text":"","calls":[{"id":"d","name":"final_answer","arguments":"{\"answer\":\"both\"}"}]}
END
    smol --agent tool_calling --output jsonl -q task
    grep -q '"depth":1,"type":"run.start".*"variables":\["a"\]' <<<"$output"
}

@test "variables that cannot be are a TypeError of the call" {
    agent one
    says "" 'try:
    one("x", final_answer=1)
except TypeError as e:
    final_answer(str(e))'
    smol -q task
    [ "$output" = "one(): 'final_answer' is the name of a function that it has" ]
    sed -i 's/final_answer=1/__builtins__=1/' r.jsonl
    smol -q task
    [ "$output" = "one(): '__builtins__' is no variable name: Python has names of that form for itself" ]
}

@test "a recording of a run with several agents plays again" {
    agent one
    says "" 'import asyncio
a, b = await asyncio.gather(one("x"), one("y"))
final_answer([a, b])'
    says one 'print(1)' 'print(1)' 'final_answer(task_is)' 'final_answer(task_is)'
    sed -i 's/task_is/1/' r.jsonl
    smol -q --record rec.jsonl task
    [ "$output" = '[1, 1]' ]
    [ "$(grep -c '"agent":"one","request":"' rec.jsonl)" = 4 ]
    mv rec.jsonl r.jsonl
    smol -q task
    [ "$output" = '[1, 1]' ]
}

@test "lines of agents begin with their names, whole, on a pipe and on a terminal" {
    agent one
    says "" 'import asyncio
found = await asyncio.gather(one("first task"), one("second task"))
print("all", found)' 'final_answer(len(found))'
    for _ in 1 2; do
        says one 'print("half", end="")
print(" and\nmore")
final_answer(1)'
    done
    smol task
    [ "$output" = 2 ]
    for n in 1 2; do
        grep -qx "one\.$n|    | final_answer(1)" <<<"$errors"
        grep -qx "one\.$n|    > half and" <<<"$errors"
        grep -qx "one\.$n|    > more" <<<"$errors"
        grep -qx "one\.$n| \[ok: 1 step, .* tokens\]" <<<"$errors"
    done
    grep -qxE 'one\.[12]\| task: (first|second) task' <<<"$errors"
    grep -qx 'all \[1, 1\]' <<<"$errors"
    on_screen 90x50 "$BIN" run --config conf -m replay:r.jsonl task
    until_ended
    until_shown 'all [1, 1]'
    for n in 1 2; do
        [[ "$screen_seen" = *"one.$n|    > half and"* ]]
        [[ "$screen_seen" = *"one.$n|    > more"* ]]
        [[ "$screen_seen" = *"one.$n| [ok: 1 step"* ]]
    done
}

@test "an agent's question says whose it is, and the answer is for all: two that ask at once are asked about once" {
    cat >tools.py <<'END'
from smolagents import tool

@tool
def touch(x: int) -> int:
    """Touches.

    Args:
        x: what
    """
    return x
END
    agent one 'tool_file = tools.py'
    says "" 'import asyncio
final_answer(await asyncio.gather(one("a"), one("b")))'
    says one 'final_answer(touch(3))' 'final_answer(touch(3))'
    on_screen 100x40 "$BIN" run --config conf -m replay:r.jsonl task
    until_shown 'The code of the agent one wants to call touch (source: tool-file):'
    until_shown 'y/n>'
    types a
    keys Enter
    until_shown 'always:'
    keys Enter
    until_ended
    [ "$status" = 0 ]
    [ "$(shown -S - | grep -c 'The code of the agent one wants to call touch')" = 1 ]
}

@test "a signal ends a run whose agent is asking, though the caller's code has more to say meanwhile" {
    printf '[approve]\napprove = tools\nallow = one\n' >conf
    agent two
    agent one 'agents = two'
    says "" 'import asyncio
task = asyncio.create_task(one("a"))
while True:
    print("still here")
    await asyncio.sleep(0.01)'
    says one 'two("b")'
    on_screen 100x40 sh -c 'echo $$ >pid; exec "$@"' - "$BIN" run --config conf -m replay:r.jsonl --max-output 0 task
    until_shown 'The code of the agent one wants to call two (source: agent):'
    until_shown 'y/n>'
    kill -TERM "$(cat pid)"
    until_ended
    [ "$status" = 143 ]
    until_shown 'interrupted by SIGTERM'
    [[ "$screen_seen" != *"did not end by itself"* ]]
}

@test "a question of user_input says which agent asks; the first one's is nobody else's" {
    agent one 'tools = user_input'
    agent two 'tools = ask' 'agents = one' 'agent = tool_calling'
    says "" 'final_answer([user_input("Where to?"), one("x"), two("y")])'
    says one 'final_answer(user_input("Which colour?"))' 'final_answer(user_input("How deep?"))'
    cat >>r.jsonl <<'E'
{"agent":"two","text":"","calls":[{"id":"a","name":"user_input","arguments":"{\"question\":\"How far?\"}"}]}
{"agent":"two","text":"","calls":[{"id":"b","name":"one","arguments":"{\"task\":\"z\"}"}]}
{"agent":"two","text":"","calls":[{"id":"c","name":"final_answer","arguments":"{\"answer\":\"far\"}"}]}
E
    on_screen 90x50 "$BIN" run --config conf -m replay:r.jsonl --tools user_input -q task
    until_shown $'Where to?\n?'
    [[ "$screen_seen" != *"The agent "* ]]
    types out && keys Enter
    until_shown $'The agent one asks:\nWhich colour?\n?'
    types blue && keys Enter
    until_shown $'The agent two asks:\nHow far?\n?'
    types far && keys Enter
    until_shown $'The agent one asks:\nHow deep?\n?'
    types deep && keys Enter
    until_ended
    [ "$status" = 0 ]
    until_shown '["out", "blue", "far"]'
}

@test "what an agent wants to do is shown with the question about it, not into another agent's" {
    printf '%s\n' '[approve]' 'ask = note' '[tool.until_go]' 'description = Waits.' \
        'command = ["sh", "-c", "until [ -e go ]; do sleep 0.05; done"]' \
        '[tool.note]' 'description = Notes.' 'command = ["true"]' >conf
    agent one 'tools = user_input'
    agent two 'tools = until_go, note'
    says "" 'import asyncio
final_answer(await asyncio.gather(one("x"), two("y")))'
    says one 'final_answer(user_input("Which colour?"))'
    says two 'until_go()
note()
final_answer(1)'
    # shellcheck disable=SC2016
    on_screen 90x40 sh -c '"$@" >events' - "$BIN" run --config conf -m replay:r.jsonl --output jsonl -q task
    until_shown $'The agent one asks:\nWhich colour?\n?'
    touch go
    await grep -q '"type":"approval.asked"' events
    grep -q '"type":"approval.asked"' events
    types blue
    until_shown '? blue'
    keys Enter
    until_shown 'y/n>'
    [[ "$screen_seen" == *$'? blue\nThe code of the agent two wants to call note (source: config):\nAllow it?'* ]]
    types y && keys Enter
    until_ended
    [ "$status" = 0 ]
}

# told PLACE: what is told of progress in the run that has this behind the first one's id, and in its call, a letter
# each: c begins, p gets on, r ends.
told() {
    grep "\"run\":\"[^\".]*$1\"" <<<"$output" |
        sed -n 's/.*"type":"tool\.\([a-z]\)[a-z]*","step":1,"name":"progress".*/\1/p' | tr -d '\n'
}

@test "progress of a server is told in the run whose call it is of, while that is under way" {
    printf '[mcp.fake]\ncommand = %s stdio\n' "$HELPERS/mcpserver" >conf
    agent one 'tools = progress' 'agents = two'
    agent two 'tools = mcp.fake'
    says "" 'import asyncio
await asyncio.gather(one("x"), one("y"))
final_answer(progress())'
    says one 'progress()
final_answer(two("z"))' 'progress()
final_answer(two("z"))'
    says two 'final_answer(progress())' 'final_answer(progress())'
    smol -q --output jsonl --approve never task
    [ "$status" = 0 ]
    for place in '' '\.1' '\.2' '\.1\.1' '\.2\.1'; do [ "$(told "$place")" = cpppr ]; done
    [ "$(grep -c '"type":"tool.progress"' <<<"$output")" = 15 ]
    grep '"type":"tool.progress"' <<<"$output" | grep -q '\.2\.1","parent":"[^"]*\.2","depth":2,'
}

@test "what agents below say is told apart: their names before folded lines, too, words whole, marks as those of the first" {
    agent one 'agent = tool_calling' 'tools = word_count'
    printf '%s\n' '[tool.word_count]' 'description = Counts.' 'command = ["wc", "-w"]' 'stdin = {text}' 'input.text = string' >>conf
    says "" 'print(one("Count the words of this text, each of them once, and do tell me how many there are"))' 'final_answer(1)'
    cat >>r.jsonl <<'END'
{"agent":"one","text":"I have them counted.","calls":[{"id":"a","name":"word_count","arguments":"{\"text\":\"a b\"}"},{"id":"b","name":"word_count","arguments":"{}"}]}
{"agent":"one","text":"It seems that there are two of them, which I say without a call."}
{"agent":"one","text":"","calls":[{"id":"c","name":"final_answer","arguments":"{\"answer\":2}"}]}
END
    local missing="word_count(): missing required argument: 'text'; it is word_count(text: str)"
    smol task
    [ "$status" = 0 ]
    grep '^one' <<<"$errors" | diff - <(
        echo 'one.1| task: Count the words of this text, each of them once, and do tell me how many there are'
        echo 'one.1| 1  I have them counted.'
        echo 'one.1|    * word_count {"text": "a b"}'
        echo 'one.1|    * word_count {}'
        echo "one.1|    word_count failed: $missing"
        echo 'one.1| 2  It seems that there are two of them, which I say without a call.'
        echo 'one.1|    no tool call in the reply'
        echo 'one.1| 3'
        echo 'one.1| [ok: 3 steps, 0 tokens]'
    )
    on_screen 50x40 "$BIN" run --config conf -m replay:r.jsonl task
    until_ended
    [ "$status" = 0 ]
    screen_seen=$(shown)
    [[ $screen_seen == *'
   one.1| task: Count the words of this text,
   one.1|       each of them once, and do tell me
   one.1|       how many there are
   one.1| 1  I have them counted.
   one.1|    * word_count {"text": "a b"}
   one.1|    * word_count {}
   one.1|    word_count failed: word_count():
   one.1|    missing required argument: '?text?';
   one.1|    it is word_count(text: str)
   one.1| 2  It seems that there are two of them,
   one.1|    which I say without a call.
'* ]]
    on_screen 20x60 "$BIN" run --config conf -m replay:r.jsonl task # half of it is the name: folded lines go without
    until_ended
    [[ $status = 0 && $(shown) == *$'\n   one.1| 2  It se'* ]]
}

@test "the recording of the guide plays" {
    agent counter 'agent = tool_calling'
    sed -n '/^A recording has a reply/,/^```$/p' "$BATS_TEST_DIRNAME/../../docs/guide.md" | grep '^{' >r.jsonl
    [ "$(wc -l <r.jsonl)" = 3 ]
    smol t
    [[ $status = 0 && $output = both && $errors == *$'\ncounter.1| [ok: 1 step, '*$'\n2\n'* ]]
}
