"""Names that stay what they are: final_answer and the tools. Cells may bind them, and are told
so."""
import ast
import builtins
import types

from . import running
from .output import Printed
from .running import space

TOOL_MODULES = {name: types.ModuleType(name)  # that models import tools from
                for name in ("functions", "tools", "default_api")}
kept, notes = {}, {}  # by name: what stays; what became of it in the cell
lost = []  # names of coroutines that were never awaited


def keep(name, function):
    kept[name] = function
    if not hasattr(builtins, name):
        setattr(builtins, name, function)  # what hides it can be deleted
    for offered in TOOL_MODULES.values():
        setattr(offered, name, function)


def look_at(name, declared):
    """After a statement that has bound a name of these."""
    now = space.get(name, kept[name])
    if now is kept[name]:
        return
    answer = name == "final_answer"
    if declared or answer and callable(now):
        space[name] = kept[name]
        notes[name] = (
            "is there already: another definition of it was dropped" if answer else
            "is a tool: another definition or import of it was dropped; what is to be used "
            "beside the tool needs another name")


def bound_by(node):
    """Names that a statement binds, and whether by def or import."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}, not isinstance(node, ast.ClassDef)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).partition(".")[0] for a in node.names}, True
    if hasattr(node, "body"):
        return set(), False
    return {n.id for n in ast.walk(node)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}, False


def guard(body):
    """Puts a look behind what binds one of the names, outside of functions and classes."""
    for at in range(len(body) - 1, -1, -1):
        node = body[at]
        names, declared = bound_by(node)
        for name in kept.keys() & names:
            look = ast.Expr(ast.Call(ast.Name("__look_at__", ast.Load()),
                                     [ast.Constant(name), ast.Constant(declared)], []))
            ast.copy_location(look, node)
            body.insert(at + 1, ast.fix_missing_locations(look))
        if not names:
            for part in ("body", "orelse", "finalbody"):
                guard(getattr(node, part, []))
            for part in getattr(node, "handlers", []) + getattr(node, "cases", []):
                guard(part.body)


def binds_answer(body):
    """Does the last statement bind the name final_answer?"""
    node = body[-1] if body else None
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = getattr(node, "targets", None) or [node.target]
        return bool(node.value) and any(isinstance(t, ast.Name) and t.id == "final_answer"
                                        for t in targets)
    if isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try)):
        return binds_answer(node.body) or binds_answer(getattr(node, "orelse", None))
    return False


def answer_by_name():
    """final_answer = x at the end of a cell gives the answer, as final_answer(x) does."""
    final_answer = kept["final_answer"]
    value = space.get("final_answer", final_answer)
    if value is not final_answer:
        final_answer(value)


def restore():
    """Before a cell."""
    space["final_answer"] = kept["final_answer"]  # a variable of that name does not hide it
    for name, function in kept.items():
        now = space.get(name, function)
        if now is not function:  # it is not lost
            space[name + "_value"] = now
        space[name] = function


def write_notes():
    """What the cell is told at its end."""
    lines = ["%s %s" % note for note in notes.items()]
    final_answer = kept["final_answer"]
    if space.get("final_answer", final_answer) is not final_answer:
        lines.append("final_answer is a function: final_answer(value) gives the answer; the "
                     "variable of that name is gone after this cell")
    for name, function in kept.items():
        now = space.get(name, function)
        if now is not function and name != "final_answer":
            lines.append("%s is a tool: after this cell it is so again, and the variable of "
                         "that name (%s) is %s_value" % (name, type(now).__name__, name))
    lines += ["coroutine '%s' was never awaited" % name for name in dict.fromkeys(lost)]
    notes.clear()
    del lost[:]
    for line in lines:
        Printed(2).write("\n" * running.cell.within + "Note: %s\n" % line)
