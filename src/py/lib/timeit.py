"""Module timeit: run times of small pieces of code by the host's clock.

main() takes the words of a command line, a statement of one or more lines behind options:
  -n, --number=N   runs in a loop; without it, enough for 0.2 s
  -r, --repeat=N   loops, of which the fastest counts (5)
  -s, --setup=S    a line that runs once before each loop; may be given several times
  -p, --process    the processor's time is measured instead
  -u, --unit=U     nsec, usec, msec or sec
  -v, --verbose    says more; twice: with more digits
  -h, --help       this text
"""
import sys as _sys
import time as _time
from itertools import count as _count, repeat as _repeat

__all__ = ['Timer', 'timeit', 'repeat', 'default_timer']

_UNITS = {'nsec': 1e-9, 'usec': 1e-6, 'msec': 1e-3, 'sec': 1.0}
# Options of main(): the letter, the long name, whether a value follows.
_OPTIONS = (('n', 'number', True), ('s', 'setup', True), ('r', 'repeat', True), ('p', 'process', False),
            ('v', 'verbose', False), ('u', 'unit', True), ('h', 'help', False))
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


def _long_option(word):
    """(letter, takes a value, value) of --name or --name=value; names may be cut short."""
    name, given, value = word.partition('=')
    fits = [row for row in _OPTIONS if row[1].startswith(name)]
    if len(fits) != 1:
        raise ValueError(f'option --{name} not ' + ('a unique prefix' if fits else 'recognized'))
    letter, full, wants = fits[0]
    if given and not wants:
        raise ValueError(f'option --{full} must not have an argument')
    return letter, wants, value if given else None


def _short_option(word):
    """The same of the first letter of -nvalue or -vp, and the letters that are left."""
    for letter, _, wants in _OPTIONS:
        if letter == word[0]:
            return letter, wants, (word[1:] or None) if wants else None, '' if wants else word[1:]
    raise ValueError(f'option -{word[0]} not recognized')


def _options(words):
    """{letter: values} of the options in front, and the words behind them."""
    found, words = {}, list(words)
    while words and words[0].startswith('-') and words[0] != '-':
        word = words.pop(0)
        if word == '--':
            break
        if word.startswith('--'):
            letter, wants, value = _long_option(word[2:])
            rest = ''
        else:
            letter, wants, value, rest = _short_option(word[1:])
        if rest:
            words.insert(0, '-' + rest)
        if wants and value is None:
            if not words:
                raise ValueError(f'option {word} requires argument')
            value = words.pop(0)
        found.setdefault(letter, []).append(value)
    return found, words


class _Report:
    """What main() prints, in a unit and with so many digits."""

    def __init__(self, unit, digits):
        self.unit, self.digits = unit, digits

    def text(self, seconds):
        unit = self.unit or next((u for u in ('sec', 'msec', 'usec') if seconds >= _UNITS[u]), 'nsec')
        return f'{seconds / _UNITS[unit]:.{self.digits}g} {unit}'

    def tried(self, number, seconds):
        print(f'{number} loop{"s" * (number != 1)} -> {seconds:.{self.digits}g} secs')

    def result(self, number, times):
        each = [t / number for t in times]
        best, worst = min(each), max(each)
        print(f'{number} loop{"s" * (number != 1)}, best of {len(each)}: {self.text(best)} per loop')
        if worst >= best * 4:
            import warnings
            warnings.warn_explicit(
                f'The test results are likely unreliable. The worst time ({self.text(worst)}) was more than '
                f'four times slower than the best time ({self.text(best)}).', UserWarning, '', 0)


def main(args=None, *, _wrap_timer=None):
    """Times the statement of a command line; gives its exit status, None if all went well."""
    try:
        options, words = _options(_sys.argv[1:] if args is None else args)
    except ValueError as error:
        print(error)
        print('use -h/--help for command line help')
        return 2
    if 'h' in options:
        print(__doc__, end=' ')
        return 0
    unit = options.get('u', [None])[-1]
    if unit is not None and unit not in _UNITS:
        print('Unrecognized unit. Please select nsec, usec, msec, or sec.', file=_sys.stderr)
        return 2
    number = int(options.get('n', [0])[-1])
    rounds = max(1, int(options.get('r', [default_repeat])[-1]))
    verbose = len(options.get('v', ()))
    clock = _time.process_time if 'p' in options else default_timer
    report = _Report(unit, 3 + max(0, verbose - 1))
    timer = Timer('\n'.join(words) or 'pass', '\n'.join(options.get('s', ())) or 'pass',
                  _wrap_timer(clock) if _wrap_timer else clock)
    try:
        if number == 0:
            number, _ = timer.autorange(report.tried if verbose else None)
            if verbose:
                print()
        times = timer.repeat(rounds, number)
    except BaseException:
        timer.print_exc()
        return 1
    if verbose:
        print('raw times:', ', '.join(map(report.text, times)), end='\n\n')
    report.result(number, times)
