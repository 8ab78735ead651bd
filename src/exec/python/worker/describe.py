"""Variables, one a line, for `describe`."""
import types

from .cells import close
from .names import kept
from .running import space
from .values import TEXT_MAX

own = set()  # names that the namespace of cells has before any cell


def beginning(v):
    """Equal to v as far as it is shown."""
    if type(v) in (str, list, tuple):
        return v[:100]
    if type(v) is dict:
        return dict(pair for i, pair in zip(range(40), v.items()))
    return v


def parameters(code, defaults):
    names, n, keywords = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    rest = code.co_flags & 4
    shown = [name + "=..." * (i + defaults >= n) for i, name in enumerate(names[:n])]
    if rest or keywords:
        shown.append("*" + (names[n + keywords] if rest else ""))
    shown += names[n:n + keywords]
    if code.co_flags & 8:
        shown.append("**" + names[n + keywords + bool(rest)])
    return ", ".join(shown)


def describe_one(name, v):
    size = ""
    if type(v) in (list, tuple, dict, set, str):
        n, text = len(v), type(v) is str
        size = " of %d%s" % (n, " characters" * text) if n > (100 if text else 10) else ""
    if isinstance(v, types.FunctionType):
        shown = "%s(%s)" % (v.__name__, parameters(v.__code__, len(v.__defaults__ or ())))
    else:
        shown = repr(beginning(v)).replace("\n", " ")
    shown = shown if len(shown) <= 100 else shown[:97] + "..."
    return "%s: %s%s = %s\n" % (name, type(v).__name__, size, shown)


def describe(request):
    lines = []
    for name, v in list(space.items()):
        hidden = name.startswith("_") or name in own or kept.get(name) is v
        if hidden or isinstance(v, types.ModuleType):
            continue
        try:
            lines.append(describe_one(name, v))
        except Exception as e:
            lines.append("%s: %s = <%s>\n" % (name, type(v).__name__, type(e).__name__))
    close("ok", {"text": "".join(lines)[:TEXT_MAX]})
