"""Errors of a cell as they are told: without frames of the worker, with hints that hold here."""
import re
import types

from . import running
from .imports import authorised
from .running import is_ours
from .settings import AGENT
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


def mend_hint(error, text):
    """Python suggests modules that may not be imported, and not the keys of a dict."""
    if isinstance(error, NameError) and not authorised(getattr(error, "name", "")):
        text = re.sub(r"(\. D| Or d)id you forget to import '[^']*'\??\n$", "\n", text)
    of = getattr(error, "obj", None)
    if isinstance(error, AttributeError) and isinstance(of, dict) and len(of):
        keys = [repr(key) for key in dict.keys(of) if type(key) is str and len(key) <= 40]
        shown = ", ".join(keys[:12]) + (", " * bool(keys) + "...") * (len(of) > len(keys[:12]))
        text = text.rstrip("\n")
        text += "." * (text[-1:] not in ".?") + " Its keys are read with [...]: " + shown + "\n"
    return text


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
    if AGENT:
        text = mend_hint(error, text)
    return {"error": text[:TEXT_MAX], "error_type": class_name(error), "line": line}
