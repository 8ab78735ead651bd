# Module atexit: functions to be called when the program ends. The run of a whole program
# (py_run_script) ends with _run_exitfuncs(); the cells of a session have no end of their own.
_entries = []


def register(func, /, *args, **kwargs):
    """Register a function to be executed upon normal program termination; returns it."""
    if not callable(func):
        raise TypeError('the first argument must be callable')
    _entries.append((func, args, kwargs))
    return func


def unregister(func, /):
    """Unregister an exit function which was previously registered."""
    _entries[:] = [entry for entry in _entries if not (entry[0] is func or entry[0] == func)]


def _clear():
    """Clear the list of previously registered exit functions."""
    _entries.clear()


def _ncallbacks():
    """Return the number of registered exit functions."""
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
