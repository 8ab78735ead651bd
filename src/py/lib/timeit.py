"""Module timeit: run times of small pieces of code by the host's clock."""
import sys
import time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']
dummy_src_name = '<timeit-src>'
default_number, default_repeat = 1000000, 5
default_timer = time.perf_counter
_globals = globals
template = """
def inner(_it, _timer{init}):
    {setup}
    _t0 = _timer()
    for _i in _it:
        {stmt}
        pass
    _t1 = _timer()
    return _t1 - _t0
"""


def reindent(src, indent):
    """Indent every line but the first by that many spaces."""
    return src.replace('\n', '\n' + ' ' * indent)


def _check(code, name):
    """Statements must compile by themselves; callables pass."""
    if isinstance(code, str):
        compile(code, dummy_src_name, 'exec')
        return True
    if not callable(code):
        raise ValueError(f'{name} is neither a string nor callable')
    return False


class Timer:
    """Class for timing execution speed of small code snippets."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer, names, init = timer, {}, ''
        space = _globals() if globals is None else globals
        prefix = ''
        if _check(setup, 'setup'):
            prefix, setup_text = setup + '\n', reindent(setup, 4)
        else:
            names['_setup'], setup_text = setup, '_setup()'
            init += ', _setup=_setup'
        if isinstance(stmt, str):
            compile(prefix + stmt, dummy_src_name, 'exec')
            stmt_text = reindent(stmt, 8)
        elif _check(stmt, 'stmt') is False:
            names['_stmt'], stmt_text = stmt, '_stmt()'
            init += ', _stmt=_stmt'
        self.src = template.format(stmt=stmt_text, setup=setup_text, init=init)
        exec(compile(self.src, dummy_src_name, 'exec'), space, names)
        self.inner = names['inner']

    def print_exc(self, file=None):
        """Helper to print a traceback from the timed code."""
        import traceback
        traceback.print_exc(file=sys.stderr if file is None else file)

    def timeit(self, number=default_number):
        """Time number executions of the main statement."""
        return self.inner(iter(range(number)), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """Call timeit() a few times."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """Return the number of loops and time taken so that total time >= 0.2."""
        scale = 1
        while True:
            for k in (1, 2, 5):
                taken = self.timeit(scale * k)
                if callback:
                    callback(scale * k, taken)
                if taken >= 0.2:
                    return scale * k, taken
            scale *= 10


def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    """Convenience function to create Timer object and call timeit method."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat,
           number=default_number, globals=None):
    """Convenience function to create Timer object and call repeat method."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


def main(args=None, *, _wrap_timer=None):
    raise NotImplementedError('timeit.main: there is no command line here')
