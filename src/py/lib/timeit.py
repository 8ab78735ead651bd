# Module timeit: run times of small pieces of code by the host's clock.
import time as _time

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']
default_timer = _time.perf_counter
default_number, default_repeat = 1000000, 5


class Timer:
    def __init__(self, stmt='pass', setup='pass', timer=default_timer, globals=None):
        for name, part in (('stmt', stmt), ('setup', setup)):
            if not isinstance(part, str) and not callable(part):
                raise ValueError(f'{name} is neither a string nor callable')
        self.timer, self._names = timer, {} if globals is None else globals
        self._stmt = compile(stmt, '<timeit-src>', 'exec') if isinstance(stmt, str) else stmt
        self._setup = compile(setup, '<timeit-src>', 'exec') if isinstance(setup, str) else setup

    def timeit(self, number=default_number):
        stmt, names = self._stmt, dict(self._names)
        if callable(self._setup):
            self._setup()
        else:
            exec(self._setup, names)
        start = self.timer()
        if callable(stmt):
            for _ in range(number):
                stmt()
        else:
            for _ in range(number):
                exec(stmt, names)
        return self.timer() - start

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
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
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt='pass', setup='pass', timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
