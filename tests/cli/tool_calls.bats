#!/usr/bin/env bats
# Calls of tools as code makes them: outside of a coroutine, inside one, awaited and not, gathered, in threads. The tool
# `meet` ends when as many of its kind as `n` says are under way in a room: what overlaps ends, what does not runs
# into its time limit.
load helper

# Sets $executors to those that can run here; those elsewhere, which run the jail's worker, in the tests that ask.
all_executors() {
    executors="local jail"
    grants python && executors="$executors python"
    [ -z "${elsewhere:-}" ] || ! has_docker || executors="$executors docker"
    [ -z "${elsewhere:-}" ] || ! start_e2b || executors="$executors e2b"
}

has_docker() { grants docker || fake_engine; }

tools() {
    cat >meet.sh <<'END'
mkdir -p "rooms/$2"
: >"rooms/$2/$$"
until [ "$(ls "rooms/$2" | wc -l)" -ge "$3" ]; do sleep 0.02; done
echo $((2 * $1))
END
    for kind in no yes; do
        printf '[tool.%s]\ndescription = Waits for others.\ncommand = ["sh", "meet.sh", "{x}", "{room}", "{n}"]\n' \
            "$([ $kind = yes ] && echo ameet || echo meet)"
        printf 'input.x = integer\ninput.room = string = "one"\ninput.n = integer = 1\noutput = integer\nasync = %s\n' $kind
    done >conf
}

# every KIND.. CODE: one run of the CODE for a tool of each KIND under each executor; its answer is True. `tool` is the
# tool there, room() names one that nobody is in.
every() {
    local code="${!#}" kind
    all_executors
    for executor in $executors; do
        for kind in "${@:1:$#-1}"; do
            rm -rf rooms
            replies r.jsonl "import asyncio, concurrent.futures, functools, itertools
number = itertools.count()
def room(): return f'{next(number)}'
tool, xs, N = $kind, range(3), 3
$code"
            run_split "$BIN" run --config conf -m replay:r.jsonl -e "$executor" --sandbox auto --imports '*' -vv task
            echo "$executor, $kind: $output $errors"
            [ "$output" = True ]
        done
    done
}

@test "a call outside of a coroutine gives its result" {
    tools
    every meet ameet '
def double(x): return tool(x) + 1
async def nothing(): return 5
first = tool(1)
asyncio.run(nothing())
final_answer((first, tool(x=2), [tool(x) for x in xs], double(3), list(map(tool, xs))) == (2, 4, [0, 2, 4], 7, [0, 2, 4]))'
}

@test "a call of a plain tool inside a coroutine gives its result, and that may be awaited" {
    tools
    every meet '
def helper(x): return tool(x)
async def one(x): return tool(x)
async def main():
    value = tool(1)
    results = [tool(x) for x in xs]
    helped = [helper(x) for x in xs]
    both = tool(4)
    return [value + 1, results[2], await helper(3), await both, both + 1, helped[1],
            await asyncio.gather(*helped), await asyncio.gather(*[one(x) for x in xs]),
            await asyncio.wait_for(helper(1), 60), await asyncio.create_task(helper(1)),
            [type(x).__name__ for x in [tool(1)]]]
final_answer(asyncio.run(main()) == [3, 4, 6, 8, 9, 2, [0, 2, 4], [0, 2, 4], 2, 2, ["int"]])'
}

@test "a call of an async tool inside a coroutine is what async def gives" {
    tools
    every ameet '
async def main():
    waiting = tool(1)
    kind = type(waiting).__name__
    others = [tool(x) for x in xs]
    for each in others: kind += " " + type(each).__name__
    return kind, await waiting, [await each for each in others]
final_answer(asyncio.run(main()) == ("coroutine coroutine coroutine coroutine", 2, [0, 2, 4]))'
}

@test "a call that is awaited at once" {
    tools
    every meet ameet '
value = await tool(1)
async def main():
    return [await tool(x) for x in xs], await (tool(1) if N else tool(2)), await tool(**{"x": 3})
final_answer((value, await main()) == (2, ([0, 2, 4], 2, 6)))'
}

@test "calls in gather overlap, however they get there" {
    tools
    elsewhere=yes
    every meet ameet '
from asyncio import gather
import asyncio as aio
async def main():
    got, r = [], room()
    got.append(await asyncio.gather(*[tool(x, r, N) for x in xs]))
    r = room()
    got.append(await gather(*(tool(x, room=r, n=N) for x in xs)))
    r = room()
    got.append(await aio.gather(tool(0, r, N), tool(1, r, N), return_exceptions=True, *[tool(2, r, N)]))
    r = room()
    got.append(await asyncio.gather(*map(tool, xs, [r] * N, [N] * N)))
    r = room()
    calls = [tool(x, r, N) for x in xs]
    got.append(await asyncio.gather(*calls))
    got.append(await asyncio.gather(*map(*(tool, xs))))
    r = room()
    calls = []
    for x in xs:
        calls.append(tool(x, r, N))
    got.append(await asyncio.gather(*calls))
    r = room()
    a, b = tool(0, r, N), tool(1, r, N)
    c = tool(2, r, N)
    got.append(await asyncio.gather(a, b, c))
    r = room()
    by_name = {x: tool(x, r, N) for x in xs}
    got.append(await asyncio.gather(*by_name.values()))
    r = room()
    async def one(x): return await tool(x, r, N)
    got.append(await asyncio.gather(*[one(x) for x in xs]))
    return got
final_answer(asyncio.run(main()) == [[0, 2, 4]] * 10)'
}

@test "calls overlap in tasks, groups, as they are completed and in gather at the top level" {
    tools
    every meet ameet '
got, r = [], room()
tasks = [asyncio.create_task(tool(x, r, N)) for x in xs]
got.append([await task for task in tasks])
r = room()
async with asyncio.TaskGroup() as group:
    tasks = [group.create_task(tool(x, r, N)) for x in xs]
got.append([task.result() for task in tasks])
r = room()
got.append(sorted([await each for each in asyncio.as_completed([tool(x, r, N) for x in xs])]))
r = room()
tasks = {asyncio.ensure_future(tool(x, r, N)): x for x in xs}
done, _ = await asyncio.wait(tasks)
got.append(sorted(task.result() for task in done))
r = room()
limit = asyncio.Semaphore(N)
async def one(x):
    async with limit:
        return await asyncio.wait_for(tool(x, r, N), 60)
got.append(await asyncio.gather(*[one(x) for x in xs]))
final_answer(got == [[0, 2, 4]] * 5)'
}

@test "calls overlap in threads" {
    tools
    elsewhere=yes
    every meet ameet '
async def main():
    got, r = [], room()
    got.append(await asyncio.gather(*[asyncio.to_thread(tool, x, r, n=N) for x in xs]))
    r = room()
    loop = asyncio.get_running_loop()
    got.append(await asyncio.gather(*[loop.run_in_executor(None, tool, x, r, N) for x in xs]))
    r = room()
    got.append(await asyncio.gather(*[loop.run_in_executor(None, functools.partial(tool, x, r, n=N)) for x in xs]))
    return got
got, r = asyncio.run(main()), room()
with concurrent.futures.ThreadPoolExecutor(N) as pool:
    got.append(list(pool.map(tool, xs, [r] * N, [N] * N)))
    r = room()
    futures = [pool.submit(tool, x, r, n=N) for x in xs]
    got.append(sorted(f.result() for f in concurrent.futures.as_completed(futures)))
    got.append([pool.submit(tool, x).result() for x in xs])
final_answer(got == [[0, 2, 4]] * 6)'
}

@test "a call that is run by a loop from outside of a coroutine" {
    tools
    every meet ameet '
got = [asyncio.run(tool(1)), asyncio.run(asyncio.wait_for(tool(2), 60))]
final_answer(got == [2, 4])'
}

@test "what only looks like asyncio gets results" {
    tools
    every meet '
class Tracker:
    def create_task(self, title): return title + 1
    def gather(self, *titles): return list(titles)
def shield(value): return value + 1
async def main():
    tracker = Tracker()
    return [tracker.create_task(tool(1)), tracker.gather(tool(1), *[tool(x) for x in xs]), shield(tool(3)),
            await asyncio.sleep(tool(0), tool(5))]
final_answer(asyncio.run(main()) == [3, [2, 0, 2, 4], 7, 10])'
}

@test "awaiting what no tool gave is the error that it is" {
    tools
    every meet '
errors = []
async def main():
    for value in (5, None, "x"):
        try: await value
        except TypeError as e: errors.append(str(e))
    tool(1)
    for value in ((1, 2), {1}, b"x", tool, object):
        try: await value
        except TypeError as e: errors.append(str(e))
asyncio.run(main())
final_answer(len(errors) == 8 and all("in '"'await'"' expression" in e for e in errors))'
}

@test "errors of calls come where they are awaited" {
    tools
    every meet ameet '
async def main():
    try: await tool()
    except TypeError as e: missing = str(e)
    try: await tool("x")
    except TypeError as e: wrong = str(e)
    try: await tool(room=1, n=2)
    except TypeError as e: both = str(e)
    got = await asyncio.gather(tool(1), tool("y"), return_exceptions=True)
    return "x" in missing, "of type int" in wrong, "it is " in both, got[0], type(got[1]).__name__
final_answer(asyncio.run(main()) == (True, True, True, 2, "TypeError"))'
}

@test "tools of files and built-in ones are awaited like others" {
    mkdir notes
    for name in a b c; do echo "text $name" >notes/$name; done
    cat >tools.py <<'END'
from smolagents import tool

@tool
def double(x: int) -> int:
    """Doubles.

    Args:
        x: what is doubled
    """
    return 2 * x
END
    replies r.jsonl 'import asyncio
texts = await asyncio.gather(*[read_file(name) for name in "abc"])
calls = [double(x) for x in range(3)]
final_answer([texts, await asyncio.gather(*calls), await double(5), double(6)])'
    all_executors
    for executor in $executors; do
        run_split "$BIN" run --no-config -m replay:r.jsonl -e "$executor" --sandbox auto --tools files --tool-file tools.py \
            --folder notes --approve never -vv task
        echo "$executor: $output $errors"
        [ "$output" = '[["text a\n", "text b\n", "text c\n"], [0, 2, 4], 10, 12]' ]
    done
}
