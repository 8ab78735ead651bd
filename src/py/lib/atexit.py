# Module atexit: functions to be called when the program ends. The run of a whole program
# (py_run_script) ends with _run_exitfuncs(); the cells of a session have no end of their own.
_entries = []


def register(func, /, *args, **kwargs):
    """Has a function called when the program ends; gives the function back."""
    if not callable(func):
        raise TypeError('the first argument must be callable')
    _entries.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Calls off what register() asked for, every time it did."""
    _entries[:] = [entry for entry in _entries if not (entry[0] is func or entry[0] == func)]


def _clear():
    """Calls off everything."""
    _entries.clear()


def _ncallbacks():
    """How many functions are going to be called."""
    return len(_entries)


def _run_exitfuncs():
    """Run all registered exit functions, the last one first; errors are reported, not raised."""
    for func, args, kwargs in _entries[::-1]:
        try:
            func(*args, **kwargs)
        except BaseException as err:
            _report(func, err)
    _entries.clear()


def _report(func, err):
    import sys
    import traceback
    print(f'Exception ignored in atexit callback: {func!r}', file=sys.stderr)
    traceback.print_exception(type(err), err, err.__traceback__.tb_next)
