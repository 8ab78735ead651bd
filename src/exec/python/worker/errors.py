"""Errors of a cell as they are told: without frames of the worker."""
import types

from . import running
from .running import is_ours
from .values import TEXT_MAX


def strip(error, seen):
    """Takes our own frames out of a traceback and of those chained to it."""
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        kept, tb = [], error.__traceback__
        while tb:
            if not is_ours(tb.tb_frame.f_globals):
                kept.append(tb)
            tb = tb.tb_next
        chain = None
        for tb in reversed(kept):
            chain = types.TracebackType(chain, tb.tb_frame, tb.tb_lasti, tb.tb_lineno)
        error.__traceback__ = chain
        strip(error.__cause__, seen)
        error = error.__context__


def class_name(error):
    kind = type(error)
    plainly = kind.__module__ in ("builtins", "__main__")
    return kind.__qualname__ if plainly else kind.__module__ + "." + kind.__qualname__


def failure(error):
    import traceback
    strip(error, set())
    line, tb, file = 0, error.__traceback__, running.cell.file
    while tb:
        if tb.tb_frame.f_code.co_filename == file:
            line = tb.tb_lineno
        tb = tb.tb_next
    if isinstance(error, SyntaxError) and error.filename == file:
        line = error.lineno or 0
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return {"error": text[:TEXT_MAX], "error_type": class_name(error), "line": line}
