#!/usr/bin/env python3
"""A worker for --executor command: the protocol of docs/worker-protocol.md in a hundred lines, locked in
by nothing. smolagent -e command --worker 'python3 docs/examples/worker.py' "What is 6 * 7?" """
import ast, asyncio, base64, builtins, inspect, io, json, os, sys, traceback

wire, space, ended = sys.stdout.buffer, {"__name__": "__main__"}, {}
AWAIT = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT

class Answer(BaseException): pass

class Printed(io.TextIOBase):
    def write(self, text): send("out", fd=1, text=text)

def send(t, **members):
    data = json.dumps({"t": t, **members}, default=str).encode()
    wire.write(len(data).to_bytes(4, "big") + data)
    wire.flush()

def receive():
    size = int.from_bytes(sys.stdin.buffer.read(4), "big")
    return json.loads(sys.stdin.buffer.read(size)) if size else {"t": "bye"}

def call(kind, name, **args):
    send("call", kind=kind, name=name, args=args)
    return receive()

def final_answer(answer): raise Answer(answer)

def result_of(result):
    if "error" in result: raise getattr(builtins, result.get("error_type", ""), RuntimeError)(result["error"])
    return result.get("value")

async def awaited(name, args):  # others may start theirs before this one has ended
    number = call("start", name, **args)["call"]
    while number not in ended:
        await asyncio.sleep(0)
        result = call("wait", "", timeout_ns=50_000_000) if number not in ended else {}
        if "call" in result: ended[result["call"]] = result
    return result_of(ended.pop(number))

def define(name, kind, value=None, stub="", **more):
    if kind != "tool": return space.update({name: value})
    exec("from __future__ import annotations\n" + stub, stubs := {})
    signature = inspect.signature(stubs[name])
    def tool(*args, **named):
        args = signature.bind(*args, **named).arguments
        return awaited(name, args) if inspect.iscoroutinefunction(stubs[name]) else result_of(call("tool", name, **args))
    space[name] = tool

# Folders that were granted are the host's; a worker that does not see them asks for what is in them.
def folder(op, path, data=b"", **numbers):
    base = lambda data: base64.b64encode(data).decode()
    result = call("folder", op, path=base(os.fsencode(path)), data=base(data), **numbers)
    if result["errno"]: raise OSError(result["errno"], result["error"], path)
    return base64.b64decode(result.get("data", ""))

class Kept(io.StringIO):  # what is written goes to the host when the file is closed
    def close(self):
        if not self.closed: folder("write", self.name, self.getvalue().encode(), at=0)
        super().close()

def open_there(path, mode="r"):
    if mode == "r": return io.StringIO(folder("read", path).decode())
    if mode != "w": raise ValueError("modes here are r and w")
    folder("open", path, at=1 | 4)  # made where it is not there, and empty
    file = Kept()
    file.name = path
    return file

# Tools that are no coroutines give values. Code may await those as well: such calls are made one after the other.
async def given(value): return await value if inspect.isawaitable(value) else value

gather = asyncio.gather
asyncio.gather = lambda *values, **options: gather(*map(given, values), **options)

class Awaits(ast.NodeTransformer):
    def visit_Await(self, node):
        value = self.generic_visit(node).value
        return ast.copy_location(ast.Await(ast.Call(ast.Name("__given__", ast.Load()), [value], [])), node)

def evaluate(tree, file, mode):
    tree = ast.fix_missing_locations(Awaits().visit(tree))
    result = eval(compile(tree, file, mode, AWAIT), space)
    async def wait(): return await result
    return asyncio.run(wait()) if inspect.iscoroutine(result) else result

def run(code, file, **more):
    tree, last = ast.parse(code, file), ast.Constant(None)
    if tree.body and isinstance(tree.body[-1], ast.Expr): last = tree.body.pop().value
    evaluate(tree, file, "exec")
    value = evaluate(ast.Expression(last), file, "eval")
    return {} if value is None else {"value": value, "text": str(value), "repr": repr(value)}

requests = {"define": define, "run": run, "compile": lambda code, file, **more: ast.parse(code, file) and {}}
hello = receive()
sys.stdout, space["final_answer"], space["__given__"] = Printed(), final_answer, given
if hello.get("folders"): space["open"] = open_there
send("hello", version=hello["version"])
while (request := receive())["t"] != "bye":
    if (kind := request.pop("t")) in requests:
        try: send("ok", **(requests[kind](**request) or {}))
        except Answer as e: send("final", value=e.args[0], text=str(e.args[0]))
        except BaseException as e: send("error", error=traceback.format_exc(), error_type=type(e).__name__)
