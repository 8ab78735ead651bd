# Module timeit: run times of small pieces of code by the host's clock.
import time as _time
from itertools import repeat as _repeat

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

dummy_src_name, default_number, default_repeat = '<timeit-src>', 1000000, 5
default_timer = _time.perf_counter

# The statement runs as a loop inside a function, so that its names are local and fast.
template = '''
def inner(_it, _timer{init}):
    {setup}
    _t0 = _timer()
    for _i in _it:
        {stmt}
        pass
    _t1 = _timer()
    return _t1 - _t0
'''


def reindent(src, indent):
    """Helper to reindent a multi-line statement."""
    return src.replace('\n', '\n' + ' ' * indent)


class Timer:
    """Class for timing execution speed of small code snippets."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer, before, init = timer, '', ''
        names, made = {} if globals is None else globals, {}
        if isinstance(setup, str):
            compile(setup, dummy_src_name, 'exec')  # what is wrong alone is wrong inside, too
            before, setup = setup + '\n', reindent(setup, 4)
        elif callable(setup):
            made['_setup'], setup, init = setup, '_setup()', ', _setup=_setup'
        else:
            raise ValueError('setup is neither a string nor callable')
        if isinstance(stmt, str):
            compile(before + stmt, dummy_src_name, 'exec')
            stmt = reindent(stmt, 8)
        elif callable(stmt):
            made['_stmt'], stmt = stmt, '_stmt()'
            init += ', _stmt=_stmt'
        else:
            raise ValueError('stmt is neither a string nor callable')
        self.src = template.format(stmt=stmt, setup=setup, init=init)
        exec(compile(self.src, dummy_src_name, 'exec'), names, made)
        self.inner = made['inner']

    def print_exc(self, file=None):
        """Helper to print a traceback from the timed code."""
        import traceback
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """Time 'number' executions of the main statement -> seconds"""
        return self.inner(_repeat(None, number), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """Call timeit() a few times -> list of seconds"""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """A number of loops that takes at least 0.2 s, and the time they took."""
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
