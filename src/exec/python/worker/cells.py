"""Cells: run, compiled, looked at whether they go on; and the frames that say how they ended."""
import ast
import io
import linecache

from . import running
from .awaited import Awaited
from .channel import send
from .errors import failure
from .limits import limit, start_ticks, stop_ticks
from .loop import run_cell
from .names import answer_by_name, binds_answer, guard, restore, write_notes
from .output import Printed, flush
from .pictures import show_value, tell_figures, tell_last_figures
from .running import Ended, space
from .settings import AGENT, LEVEL, LINES, SCRIPT
from .tools import laters
from .values import TEXT_MAX, tagged, too_large

AWAIT = getattr(ast, "PyCF_ALLOW_TOP_LEVEL_AWAIT", 0) if AGENT else 0  # from 3.8 on
ballast = bytearray(4 << 20)  # so that there is room to say that there is none


def close(kind, members):
    """The frame that ends what the host has asked for."""
    flush()
    cell = running.cell
    wall = cell.spent() if cell else 0
    if cell and cell.imports:
        members["imports"] = ",".join(cell.imports)
    cost = {"wall_ns": wall, "host_ns": cell.host_ns if cell else 0}
    try:
        import resource
        cost["peak_bytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    except ImportError:
        pass
    send(kind, cost=cost, **members)


def value_of(v):
    """What a closing frame says of the value of a cell."""
    if v is None:
        return {}
    shown = repr(v)[:TEXT_MAX]
    members = {"repr": shown, "text": v[:TEXT_MAX] if isinstance(v, str) else shown}
    try:
        data = tagged(v)
        if not too_large(data):
            members["value"] = data
    except (TypeError, ValueError):
        pass  # it does not cross
    return members


def without_nul(code):
    """The code; Pythons differ in what they say where a NUL is in it."""
    if "\0" in code:
        raise SyntaxError("source code string cannot contain null bytes")
    return code


def execute(code, file):
    """Runs the cell; the value of its last expression, and whether its last statement binds the
    name of final_answer."""
    without_nul(code)
    lines = [line + "\n" for line in code.splitlines()]
    linecache.cache[file] = (len(code), None, lines, file)
    if SCRIPT and not file.startswith("<"):
        space["__file__"] = file
    if LINES:
        exec(compile(code, file, "single", optimize=LEVEL), space)
        return None, False
    tree = compile(code, file, "exec", ast.PyCF_ONLY_AST | AWAIT)
    if AGENT and laters:
        Awaited().rewrite(tree)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not SCRIPT:
        last = ast.Expression(tree.body.pop().value)
    answers = AGENT and not last and binds_answer(tree.body)
    if AGENT:
        guard(tree.body)
    parts = [compile(tree, file, "exec", AWAIT, optimize=LEVEL)]
    if last:
        parts.append(compile(last, file, "eval", AWAIT, optimize=LEVEL))
    if not any(part.co_flags & 0x80 for part in parts):
        return [eval(part, space) for part in parts][-1], answers
    if last:  # what awaits is one coroutine
        target = ast.copy_location(ast.Name("__value__", ast.Store()), last.body)
        tree.body.append(ast.copy_location(ast.Assign([target], last.body), last.body))
    run_cell(eval(compile(tree, file, "exec", AWAIT, optimize=LEVEL), space))
    return space.pop("__value__", None), answers


def tell_safely():
    try:
        tell_figures()
    except Exception:
        pass  # a figure of a kind that is not known


def outcome(request):
    """Closing frame of a run: its type and members."""
    global ballast
    cell = running.cell
    try:
        value, answers = execute(request["code"], request["file"])
        if answers:
            answer_by_name()
        tell_safely()
        show_value(value)
        return "ok", value_of(value)
    except Ended:
        if cell.ended == "final":
            tell_last_figures()
        return None  # cell.ended says why
    except MemoryError as e:
        ballast = None
        return limit("memory", failure(e)["line"])
    except SystemExit as e:
        code = e.code
        if code is not None and not isinstance(code, int):
            Printed(2).write(str(code) + "\n")
            code = 1
        return "exit", {"code": (code or 0) & 255, "error": ""}
    except BaseException as e:
        tell_safely()
        return "error", failure(e)


def run(request):
    global ballast
    if AGENT:
        restore()
    cell, result = running.begin(request["file"]), None
    start_ticks()
    try:
        result = outcome(request)
        if AGENT and result:
            write_notes()
        cell.open = False
    except Ended:
        cell.open = False  # it came while an exception was being described
    stop_ticks()
    if cell.ended == "final":
        result = "final", cell.answer
    elif cell.ended == "interrupted":
        result = "interrupted", {}
    elif cell.ended:
        result = limit(cell.ended, cell.line)
    close(*result)
    running.over()
    try:
        ballast = ballast or bytearray(4 << 20)
    except MemoryError:
        pass


def compile_only(request):
    running.begin(request["file"])
    try:
        code = compile(without_nul(request["code"]), request["file"], "exec", AWAIT)
        text = ""
        if request.get("text"):
            import dis
            out = io.StringIO()
            dis.dis(code, file=out)
            text = out.getvalue()
        result = "ok", {"text": text}
    except (SyntaxError, ValueError, MemoryError, RecursionError) as e:
        result = "error", failure(e)
    running.over()
    close(*result)


def incomplete(request):
    import codeop
    import warnings
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            more = codeop.compile_command(request["code"], "<stdin>", "exec") is None
    except (SyntaxError, ValueError, OverflowError):
        more = False
    close("ok", {"value": more})
