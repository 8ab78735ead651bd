#!/usr/bin/env python3
"""A worker for --executor command: the protocol of docs/worker-protocol.md in a page, locked in by
nothing. smolagent -e command --worker 'python3 docs/examples/worker.py' "What is 6 * 7?" """
import ast, inspect, io, json, sys, traceback

wire, space = sys.stdout.buffer, {"__name__": "__main__"}

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

def final_answer(answer): raise Answer(answer)

def define(name, kind, value=None, stub="", **more):
    def tool(*args, **named):
        send("call", kind="tool", name=name, args=signature.bind(*args, **named).arguments)
        result = receive()
        if "error" in result: raise RuntimeError(result["error"])
        return result.get("value")
    if stub:
        exec("from __future__ import annotations\n" + stub, stubs := {})
        signature = inspect.signature(stubs[name])
    space[name] = tool if stub else value

def run(code, file, **more):
    tree, last = ast.parse(code, file), ast.Constant(None)
    if tree.body and isinstance(tree.body[-1], ast.Expr): last = tree.body.pop().value
    exec(compile(tree, file, "exec"), space)
    value = eval(compile(ast.Expression(ast.fix_missing_locations(last)), file, "eval"), space)
    return {} if value is None else {"value": value, "text": str(value), "repr": repr(value)}

requests = {"define": define, "run": run, "compile": lambda code, file, **more: ast.parse(code, file) and {}}
sys.stdout, space["final_answer"] = Printed(), final_answer
send("hello", version=receive()["version"])
while (request := receive())["t"] != "bye":
    if (kind := request.pop("t")) in requests:
        try: send("ok", **(requests[kind](**request) or {}))
        except Answer as e: send("final", value=e.args[0], text=str(e.args[0]))
        except BaseException as e: send("error", error=traceback.format_exc(), error_type=type(e).__name__)
