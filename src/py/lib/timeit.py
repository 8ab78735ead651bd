# Module timeit: run times of small pieces of code by the host's clock.
import time as _time
from itertools import count as _count, repeat as _repeat

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
    """All lines but the first moved in by so many blanks."""
    return src.replace('\n', '\n' + ' ' * indent)


def _as_text(what, code, functions):
    """Source that runs the code; a function is kept among `functions` and called."""
    if isinstance(code, str):
        return code
    if not callable(code):
        raise ValueError(f'{what} is neither a string nor callable')
    functions['_' + what] = code
    return f'_{what}()'


class Timer:
    """Runs a statement, text or a function, many times over and tells the seconds that took."""

    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        self.timer = timer
        names = {}
        # Each is compiled by itself first: what is wrong alone would hide in the function's text.
        first = _as_text('setup', setup, names)
        compile(first, dummy_src_name, 'exec')
        body = _as_text('stmt', stmt, names)
        compile(f'{first}\n{body}' if first is setup else body, dummy_src_name, 'exec')
        self.src = template.format(setup=reindent(first, 4), stmt=reindent(body, 8),
                                   init=''.join(f', {name}={name}' for name in names))
        exec(compile(self.src, dummy_src_name, 'exec'), {} if globals is None else globals, names)
        self.inner = names['inner']

    def print_exc(self, file=None):
        """Prints the traceback of an exception that the statement raised."""
        import traceback
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        """Seconds that so many runs take, after one run of the setup."""
        return self.inner(_repeat(None, number), self.timer)

    def repeat(self, repeat=default_repeat, number=default_number):
        """What timeit() gives, as often; the least of them tells most."""
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        """A number of runs that takes at least 0.2 s, of 1, 2, 5, 10, 20..., and what they took."""
        for number in (digit * 10 ** zeros for zeros in _count() for digit in (1, 2, 5)):
            taken = self.timeit(number)
            if callback:
                callback(number, taken)
            if taken >= 0.2:
                return number, taken


def timeit(stmt='pass', setup='pass', timer=default_timer, number=default_number, globals=None):
    """Seconds that so many runs of a statement take."""
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat,
           number=default_number, globals=None):
    """The same several times, as a list."""
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
