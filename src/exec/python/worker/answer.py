"""final_answer()."""
import types

from . import running
from .pictures import show_value
from .values import TEXT_MAX, TOO_LARGE, plain, too_large

MISTAKEN = (  # what an answer is never meant to be, and what was meant instead
    ((types.FunctionType, types.BuiltinFunctionType, types.MethodType),
     "call it, and give what it returns"),
    (types.CoroutineType, "await it"),
    (types.GeneratorType, "make a list of it, with list(...)"),
    (types.AsyncGeneratorType, "make a list of it, with [x async for x in ...]"),
    (type, "give an instance of it, or its name as text"),
    (types.ModuleType, "give a value from it"))
none_given = False  # final_answer(None) was called


def final_answer(answer):
    """Ends the run with this answer."""
    global none_given
    for kinds, instead in MISTAKEN:
        if isinstance(answer, kinds):
            raise TypeError("the answer is a %s, which says nothing outside of this program: %s"
                            % (type(answer).__name__, instead))
    none_given = answer is None and not none_given
    if none_given:
        raise TypeError("the answer is None: did a function return nothing? If None is meant, "
                        "say final_answer(None) again")
    value, text = plain(answer, False), str(answer)
    if too_large(value) or len(text) > TEXT_MAX:
        raise ValueError("the final answer is " + TOO_LARGE)
    cell = running.cell
    if not cell.answer:
        show_value(answer)
    cell.answer = cell.answer or {"value": value, "text": text}
    cell.end("final")
