# Module random. The generator is the Mersenne Twister of mod/random.c; here is what turns its numbers
# into other distributions. A seed gives the numbers that it gives under CPython, so the method of each
# distribution and the order of its operations are fixed; the literature is named beside them.
from _random import Random as _Twister, _sha512, _urandom
from bisect import bisect as _bisect
from itertools import accumulate as _accumulate, repeat as _repeat
from math import (acos as _acos, ceil as _ceil, cos as _cos, exp as _exp, fabs as _fabs, floor as _floor,
                  isfinite as _isfinite, lgamma as _lgamma, log as _log, log2 as _log2, sin as _sin, sqrt as _sqrt,
                  e as _e, pi as _pi, tau as TWOPI)
from operator import index as _index

BPF = 53                                # bits of a float's fraction
RECIP_BPF = 2.0 ** -BPF
NV_MAGICCONST = 4.0 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
SG_MAGICCONST = 1.0 + _log(4.5)

# What a subclass may redefine, and the method that then draws below a bound.
_BELOW = {'_randbelow': None, 'getrandbits': '_randbelow_with_getrandbits',
          'random': '_randbelow_without_getrandbits'}
_ONE = 1
_SEEDS = type(None), int, float, str, bytes, bytearray


def _text_seed(text):
    """The number that a str, bytes or bytearray stands for: itself followed by its SHA-512."""
    raw = text.encode() if isinstance(text, str) else text
    return int.from_bytes(raw + _sha512(raw))


def _old_text_seed(text):
    """The same before Python 3.2: the string hash of those days, of 64 bits."""
    codes = text if isinstance(text, bytes) else list(map(ord, text))
    if not codes:
        return 0
    mixed = codes[0] << 7
    for code in codes:
        mixed = mixed * 1000003 & 0xFFFFFFFFFFFFFFFF ^ code
    return mixed ^ len(codes)


# By version of seed(): what is text, and the number that it stands for.
_TEXT_SEEDS = {1: ((str, bytes), _old_text_seed), 2: ((str, bytes, bytearray), _text_seed)}


def _unsigned(words):
    """The words of a state of version 2, which could be negative."""
    try:
        return tuple([word % 2 ** 32 for word in words])
    except ValueError as error:
        raise TypeError from error


def _weight_ends(weights, cumulated, size):
    """The cumulated weights of so many items, and their total; choices() was given one kind of them."""
    ends = cumulated
    if weights is not None:
        if cumulated is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if isinstance(weights, int):
            raise TypeError(f'The number of choices must be a keyword argument: k={weights!r}')
        ends = list(_accumulate(weights))
    if len(ends) != size:
        raise ValueError('The number of weights does not match the population')
    total = ends[-1] + 0.0
    if total > 0.0 and _isfinite(total):
        return ends, total
    raise ValueError(f"Total of weights must be {'greater than zero' if total <= 0.0 else 'finite'}")


def _nothing_to_draw(start, stop, step):
    """What is wrong with the arguments of randrange()."""
    if stop is None:
        return ValueError('empty range for randrange()') if step is _ONE else \
            TypeError('Missing a non-None stop argument')
    stride = _index(step)
    if not stride:
        return ValueError('zero step for randrange()')
    return ValueError(f"empty range in randrange({start}, {stop}{'' if stride == 1 else f', {step}'})")


# --- distributions: each takes the source of numbers in [0, 1) ------------------------------------

def _normal_by_ratio(uniform):
    """A. J. Kinderman, J. F. Monahan, Computer generation of random variables using the ratio of
    uniform deviates (1977)."""
    while True:
        above = NV_MAGICCONST * (uniform() - 0.5)
        below = 1.0 - uniform()
        ratio = above / below
        if _log(below) <= -ratio * ratio / 4.0:
            return ratio


def _normal_pair(uniform):
    """G. E. P. Box, M. E. Muller, A note on the generation of random normal deviates (1958)."""
    angle = uniform() * TWOPI
    radius = _sqrt(-2.0 * _log(1.0 - uniform()))
    return _cos(angle) * radius, _sin(angle) * radius


def _gamma_above_one(uniform, shape):
    """R. C. H. Cheng, The generation of gamma variables with non-integral shape parameters (1977): GA."""
    root = _sqrt(2.0 * shape - 1.0)
    offset, slope = shape - LOG4, shape + root
    while True:
        first = uniform()
        if 1e-7 < first < 0.9999999:
            second = 1.0 - uniform()
            v = _log(first / (1.0 - first)) / root
            x = shape * _exp(v)
            z = first * first * second
            r = offset + slope * v - x
            if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                return x


def _gamma_below_one(uniform, shape):
    """J. H. Ahrens, U. Dieter, Computer methods for sampling from gamma ... distributions (1974): GS."""
    bound = (_e + shape) / _e
    while True:
        p = bound * uniform()
        if p > 1.0:
            x = -_log((bound - p) / shape)
            if uniform() <= x ** (shape - 1.0):
                return x
        else:
            x = p ** (1.0 / shape)
            if uniform() <= _exp(-x):
                return x


def _binomial_by_gaps(uniform, trials, p):
    """L. Devroye, Non-Uniform Random Variate Generation (1986), X.4.3: the second waiting time method."""
    scale = _log2(1.0 - p)
    if not scale:
        return 0
    wins, place = 0, _floor(_log2(uniform()) / scale) + 1
    while place <= trials:
        wins += 1
        place += _floor(_log2(uniform()) / scale) + 1
    return wins


def _binomial_by_rejection(uniform, trials, p):
    """W. Hoermann, The generation of binomial random variates (1993): BTRS."""
    spread = _sqrt(trials * p * (1.0 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    centre, squeeze, hat = trials * p + 0.5, 0.92 - 4.2 / b, (2.83 + 5.1 / b) * spread
    chance = None   # of a number of wins, against that of the likeliest; seldom needed, so not made before
    while True:
        u = uniform() - 0.5
        edge = 0.5 - _fabs(u)
        wins = _floor((2.0 * a / edge + b) * u + centre)
        if 0 <= wins <= trials:
            v = uniform()
            if edge >= 0.07 and v <= squeeze:
                return wins
            chance = chance or _binomial_chance(trials, p)
            if _log(v * (hat / (a / (edge * edge) + b))) <= chance(wins):
                return wins


def _binomial_chance(trials, p):
    """The logarithm of how likely a number of wins is, against the likeliest one."""
    likeliest, odds = _floor((trials + 1) * p), _log(p / (1.0 - p))
    top = _lgamma(likeliest + 1) + _lgamma(trials - likeliest + 1)
    return lambda wins: top - _lgamma(wins + 1) - _lgamma(trials - wins + 1) + (wins - likeliest) * odds


def _von_mises_cosine(uniform, kappa):
    """N. I. Fisher, Statistical Analysis of Circular Data (1993), 3.3.6: the cosine of the deviation."""
    s = 0.5 / kappa
    r = s + _sqrt(1.0 + s * s)
    while True:
        z = _cos(_pi * uniform())
        d = z / (r + z)
        chance = uniform()
        if chance < 1.0 - d * d or chance <= (1.0 - d) * _exp(d):
            break
    turn = 1.0 / r
    return (turn + z) / (1.0 + turn * z)


class Random(_Twister):
    """A generator of random numbers with a state of its own; subclasses may bring their own random()."""

    VERSION = 3     # of the states that getstate() gives

    def __init__(self, x=None):
        self.gauss_next = None  # here too: a subclass's seed() need not know of it
        self.seed(x)

    def __init_subclass__(cls, /, **kwargs):
        super().__init_subclass__(**kwargs)
        # The closest class decides: with new bits or new numbers the bound is drawn from those.
        source = next(name for base in cls.__mro__ for name in _BELOW if name in vars(base))
        if _BELOW[source]:
            cls._randbelow = getattr(cls, _BELOW[source])

    # --- state ---

    def seed(self, a=None, version=2):
        """Start anew from a (None: from entropy). Version 1 treats strings as Python before 3.2 did."""
        if not isinstance(a, _SEEDS):
            raise TypeError('The only supported seed types are: None,\n'
                            'int, float, str, bytes, and bytearray.')
        kinds, number = _TEXT_SEEDS.get(version, ((), None))
        super().seed(number(a) if isinstance(a, kinds) else a)
        self.gauss_next = None

    def getstate(self):
        """The state, for setstate()."""
        words = super().getstate()
        return self.VERSION, words, self.gauss_next

    def setstate(self, state):
        """Go back to a state of getstate()."""
        readers = {3: lambda words: words, 2: _unsigned}
        if state[0] not in [*readers]:
            raise ValueError(f'state with version {state[0]} passed to Random.setstate() of version {self.VERSION}')
        version, words, self.gauss_next = state
        super().setstate(readers[version](words))

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return type(self), (), self.getstate()

    # --- integers ---

    _randbelow = _Twister._randbelow_mt

    def _randbelow_with_getrandbits(self, n):
        """An int in [0, n): bits are drawn until they make one."""
        draw, bits = self.getrandbits, n.bit_length()
        while (value := draw(bits)) >= n:
            pass
        return value

    def _randbelow_without_getrandbits(self, n, maxsize=1 << BPF):
        """An int in [0, n), where random() is all there is."""
        uniform = self.random
        if n < maxsize:
            limit = (maxsize - maxsize % n) / maxsize   # above it the remainders are not equally likely
            while (share := uniform()) >= limit:
                pass
            return _floor(share * maxsize) % n
        from warnings import warn
        warn('Underlying random() generator does not supply \n'
             'enough bits to choose from a population range this large.\n'
             'To remove the range limitation, add a getrandbits() method.')
        return _floor(uniform() * n)

    def randrange(self, start, stop=None, step=_ONE):
        """An item of range(start, stop, step)."""
        low = _index(start)
        if stop is not None:
            end, stride = _index(stop), _index(step)
            if stride == 1:
                if end > low:
                    return low + self._randbelow(end - low)
            elif stride and (items := -((low - end) // stride)) > 0:    # the distance over the step, rounded up
                return low + stride * self._randbelow(items)
        elif low > 0 and step is _ONE:
            return self._randbelow(low)
        raise _nothing_to_draw(start, stop, step)

    def randint(self, a, b):
        """An int from a to b, both included."""
        return self.randrange(a, b + 1)

    def randbytes(self, n):
        """n random bytes."""
        return self.getrandbits(8 * n).to_bytes(n, 'little')

    # --- sequences ---

    def choice(self, seq):
        """One item of a sequence."""
        size = len(seq)
        if not size:
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(size)]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """A list of k items, each drawn from the whole population, by weights where given."""
        size, uniform = len(population), self.random
        if weights is None and cum_weights is None:
            share = size + 0.0
            return [population[_floor(uniform() * share)] for _ in _repeat(None, k)]
        ends, total = _weight_ends(weights, cum_weights, size)
        last = size - 1
        return [population[_bisect(ends, uniform() * total, 0, last)] for _ in _repeat(None, k)]

    def shuffle(self, x):
        """Put a list's items into random order, in place."""
        # R. Durstenfeld, Algorithm 235: Random permutation (1964).
        size = len(x)
        for last, other in zip(range(size - 1, 0, -1), map(self._randbelow, range(size, 1, -1))):
            x[last], x[other] = x[other], x[last]

    def sample(self, population, k, *, counts=None):
        """A list of k different items; counts says how often each one is there."""
        from _collections_abc import Sequence
        if not isinstance(population, Sequence):
            raise TypeError('Population must be a sequence.  For dicts or sets, use sorted(d).')
        size = len(population)
        if counts is not None:
            return self._sample_counted(population, k, list(_accumulate(counts)), size)
        if not 0 <= k <= size:
            raise ValueError('Sample larger than population or is negative')
        # A set of the places that are taken, where a list of those that are left would be larger.
        few = 21 if k <= 5 else 21 + 4 ** _ceil(_log(k * 3, 4))
        below, taken = self._randbelow, {}
        if size > few:
            while len(taken) < k:
                taken[below(size)] = None
            return [population[place] for place in taken]
        left = list(population)
        for end in range(size - 1, size - 1 - k, -1):
            place = below(end + 1)
            left[place], left[end] = left[end], left[place]
        return left[size - k:][::-1]

    def _sample_counted(self, population, k, ends, size):
        """sample() where item i is there for the places before ends[i]."""
        if len(ends) != size:
            raise ValueError('The number of counts does not match the population')
        total = ends.pop()
        if not isinstance(total, int):
            raise TypeError('Counts must be integers')
        if not total > 0:
            raise ValueError('Total of counts must be greater than zero')
        return [population[_bisect(ends, place)] for place in self.sample(range(total), k=k)]

    # --- continuous distributions ---

    def uniform(self, a, b):
        """A number between a and b."""
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """A number from low to high that is likeliest at mode, the middle if not said."""
        share, span = self.random(), high - low
        if mode is None:
            peak = 0.5
        elif span:
            peak = (mode - low) / span
        else:
            return low
        if share > peak:
            return high + (low - high) * _sqrt((1.0 - share) * (1.0 - peak))
        return low + span * _sqrt(share * peak)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """Normal distribution: mean mu, standard deviation sigma."""
        return mu + _normal_by_ratio(self.random) * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """As normalvariate(), faster, but not for several threads at once."""
        deviation, self.gauss_next = self.gauss_next, None
        if deviation is None:
            deviation, self.gauss_next = _normal_pair(self.random)
        return mu + deviation * sigma

    def lognormvariate(self, mu, sigma):
        """A number whose logarithm is normally distributed."""
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        """Exponential distribution: lambd is 1 over the mean."""
        return -_log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        """An angle around mu, concentrated there by kappa."""
        uniform = self.random
        if kappa <= 1e-6:
            return TWOPI * uniform()
        turn = _acos(_von_mises_cosine(uniform, kappa))
        return (mu + turn if uniform() > 0.5 else mu - turn) % TWOPI

    def gammavariate(self, alpha, beta):
        """Gamma distribution: shape alpha, scale beta (their product is the mean)."""
        if not alpha > 0.0 or beta <= 0.0:
            raise ValueError('gammavariate: alpha and beta must be > 0.0')
        if alpha == 1.0:
            return -_log(1.0 - self.random()) * beta
        return (_gamma_above_one if alpha > 1.0 else _gamma_below_one)(self.random, alpha) * beta

    def betavariate(self, alpha, beta):
        """Beta distribution, from 0 to 1."""
        part = self.gammavariate(alpha, 1.0)
        return part / (part + self.gammavariate(beta, 1.0)) if part else 0.0

    def paretovariate(self, alpha):
        """Pareto distribution of shape alpha."""
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """Weibull distribution: scale alpha, shape beta."""
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)

    # --- discrete distributions ---

    def binomialvariate(self, n=1, p=0.5):
        """How many of n trials succeed that each do so with probability p."""
        if n < 0:
            raise ValueError('n must be non-negative')
        if p < 0.0 or p > 1.0:
            raise ValueError('p must be in the range 0.0 <= p <= 1.0')
        if p in (0.0, 1.0):
            return n if p else 0
        if n == 1:
            return int(self.random() < p)
        if p > 0.5:             # the methods want the rarer outcome
            return n - self.binomialvariate(n, 1.0 - p)
        return (_binomial_by_gaps if n * p < 10.0 else _binomial_by_rejection)(self.random, n, p)


class SystemRandom(Random):
    """Random numbers from the host's entropy: no seed, no state."""

    def random(self):
        """A number in [0, 1)."""
        return (int.from_bytes(_urandom(7)) >> 3) * RECIP_BPF

    def getrandbits(self, k):
        """An int of k random bits."""
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        return int.from_bytes(_urandom((k + 7) // 8)) >> -k % 8

    def randbytes(self, n):
        """n random bytes."""
        return _urandom(n)

    def seed(self, *args, **kwds):
        """Does nothing."""

    def _notimplemented(self, *args, **kwds):
        """There is no state to give or take."""
        raise NotImplementedError('System entropy source does not have state.')

    getstate = setstate = _notimplemented


_inst = Random()
_METHODS = [
    'betavariate', 'binomialvariate', 'choice', 'choices', 'expovariate', 'gammavariate', 'gauss', 'getrandbits',
    'getstate', 'lognormvariate', 'normalvariate', 'paretovariate', 'randbytes', 'randint', 'random', 'randrange',
    'sample', 'seed', 'setstate', 'shuffle', 'triangular', 'uniform', 'vonmisesvariate', 'weibullvariate']
globals().update((_name, getattr(_inst, _name)) for _name in _METHODS)
__all__ = ['Random', 'SystemRandom', *_METHODS]
