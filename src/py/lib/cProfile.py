# Module cProfile: runs what it is given. There is no profiler here, so anything that would show
# figures is refused.
__all__ = ['run', 'runctx', 'Profile']


def _refuse(what):
    raise NotImplementedError(f'cProfile: {what}: there is no profiler here; time.perf_counter() '
                              'and the module timeit measure')


def run(statement, filename=None, sort=-1):
    """Refused: would print a profile."""
    _refuse('run()')


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Refused: would print a profile."""
    _refuse('runctx()')


class Profile:
    """Refused when it is enabled."""

    def __init__(self, timer=None, timeunit=0.0, subcalls=True, builtins=True):
        _refuse('Profile')
