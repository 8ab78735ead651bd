"""Averages, spread, relations between two inputs, and the normal distribution.

>>> mean([1, 2, 6]), median([1, 2, 6]), stdev([1, 2, 6])
(3, 2, 2.6457513110645907)
"""
# Sums are exact: fractions, made of whatever the data are, so that a result is rounded once, to the data's
# class. What is computed in floats has its order of operations fixed by the results that CPython gives.
import numbers
import sys as _sys
from fractions import Fraction
from functools import reduce
from itertools import count, groupby, repeat
from math import erf, exp, fabs, fsum, hypot, isfinite, isqrt, log, sqrt, sumprod, tau
from operator import itemgetter

from _later import names as _later
from _namedtuple import namedtuple
from _statistics import _normal_dist_inv_cdf

__all__ = [
    'mean', 'fmean', 'geometric_mean', 'harmonic_mean', 'median', 'median_low', 'median_high', 'median_grouped',
    'mode', 'multimode', 'quantiles', 'variance', 'pvariance', 'stdev', 'pstdev', 'covariance', 'correlation',
    'linear_regression', 'NormalDist', 'StatisticsError']

_SQRT2 = sqrt(2.0)


class StatisticsError(ValueError):
    """Data for which a figure is not defined."""


LinearRegression = namedtuple('LinearRegression', ('slope', 'intercept'))


# --- classes of numbers ---------------------------------------------------------------------------

def _isfinite(x):
    """Neither infinite nor a NaN, for a float or a Decimal."""
    return x.is_finite() if hasattr(x, 'is_finite') else isfinite(x)


def _exact_ratio(x):
    """A number as numerator and denominator; the latter is None for an infinity or a NaN."""
    try:
        ratio = x.as_integer_ratio
    except AttributeError:
        if hasattr(x, 'numerator') and hasattr(x, 'denominator'):
            return x.numerator, x.denominator
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None
    try:
        return ratio()
    except (OverflowError, ValueError):
        if _isfinite(x):
            raise
        return x, None


# When numbers of class `narrow` become ones of class `wide`, by precedence.
_GIVES_WAY = (
    lambda narrow, wide: narrow is int,
    lambda narrow, wide: issubclass(wide, narrow),
    lambda narrow, wide: issubclass(narrow, int),
    lambda narrow, wide: issubclass(narrow, Fraction) and issubclass(wide, float),
)


def _coerce(T, S):
    """The class for results from numbers of both classes."""
    if S in (T, int, bool):
        return T
    for gives_way in _GIVES_WAY:
        if gives_way(T, S):
            return S
        if gives_way(S, T):
            return T
    raise TypeError(f"don't know how to coerce {T.__name__} and {S.__name__}")


def _is_decimal(T):
    decimal = _sys.modules.get('decimal')   # without the module there is no such class
    return decimal is not None and issubclass(T, decimal.Decimal)


def _convert(value, T):
    """An exact value as a number of class T; an int class cannot hold a fraction, so that gives a float."""
    if type(value) is T:
        return value
    if issubclass(T, int) and value.denominator != 1:
        return float(value)
    if _is_decimal(T) and isinstance(value, Fraction):
        return T(value.numerator) / value.denominator
    return T(value)


# --- exact sums and roots -------------------------------------------------------------------------

def _numerators(data):
    """The class of results, the numerators by denominator (under None what is not finite), the count."""
    kinds, ratios = {}, None
    if type(data) in (list, tuple):     # nearly always all are ints or all are finite floats
        kinds = dict.fromkeys(map(type, data))
        if [*kinds] == [int]:
            return int, {1: data}, len(data)
        if [*kinds] == [float] and all(map(isfinite, data)):
            ratios = [*map(float.as_integer_ratio, data)]
    found, count = {}, 0
    for numerator, denominator in _ratios(data, kinds) if ratios is None else ratios:
        count += 1
        if denominator in found:
            found[denominator].append(numerator)
        else:
            found[denominator] = [numerator]
    return reduce(_coerce, kinds, int), found, count


def _ratios(data, kinds):
    """Each of the data as a ratio; its class becomes a key of kinds."""
    for x in data:
        kinds[type(x)] = None
        yield _exact_ratio(x)


def _sum(data):
    """The class of results, the exact sum, the number of items."""
    kind, found, count = _numerators(data)
    if None in found:
        return kind, sum(found[None]), count
    return kind, sum([Fraction(sum(tops), bottom) for bottom, tops in found.items()]), count


def _ss(data, c=None):
    """The class of results, the sum of squared deviations from c, the mean if not said; c; the count."""
    if c is not None:
        kind, total, count = _sum((x - c) * (x - c) for x in data)
        return kind, total, c, count
    kind, found, count = _numerators(data)
    if None in found:
        odd = sum(found[None])
        return kind, odd, odd, count
    if not count:
        return kind, Fraction(0), Fraction(0), 0
    total = sum([Fraction(sum(tops), bottom) for bottom, tops in found.items()])
    squares = sum([Fraction(sumprod(tops, tops), bottom * bottom) for bottom, tops in found.items()])
    return kind, squares - total * total / count, total / count, count


def _integer_sqrt_of_frac_rto(n, m):
    """The root of n / m, made odd where it is not exact: another rounding will still know of the rest."""
    root = isqrt(n // m)
    return root if root * root * m == n else root | 1


def _float_sqrt_of_frac(n, m):
    """The float nearest to the root of n / m."""
    # The root is taken of 4 ** -scale of it, so that it has three bits more than a float's 53.
    scale = (n.bit_length() - m.bit_length() - 2 * 53 - 3) // 2
    up, down = max(scale, 0), max(-scale, 0)
    return (_integer_sqrt_of_frac_rto(n << 2 * down, m << 2 * up) << up) / (1 << down)


def _decimal_sqrt_of_frac(n, m):
    """The Decimal of the context's precision that is nearest to the root of n / m."""
    from decimal import Decimal
    if not n:
        return Decimal('0.0')
    root = (Decimal(n) / Decimal(m)).sqrt()
    exact = Fraction(n, m)

    def beyond_middle(neighbour):
        middle = (Fraction(root) + Fraction(neighbour)) / 2
        return exact > middle * middle if neighbour > root else exact < middle * middle

    return next(filter(beyond_middle, (root.next_plus(), root.next_minus())), root)


def _root(value, T):
    return (_decimal_sqrt_of_frac if _is_decimal(T) else _float_sqrt_of_frac)(value.numerator, value.denominator)


def _fail_neg(values, errmsg='negative value'):
    """The values, none of which may be negative."""
    for value in values:
        if value < 0:
            raise StatisticsError(errmsg)
        yield value


def _sized(data):
    return data if hasattr(data, '__len__') else list(data)


# --- averages -------------------------------------------------------------------------------------

def mean(data):
    """The arithmetic mean."""
    kind, total, count = _sum(data)
    if not count:
        raise StatisticsError('mean requires at least one data point')
    return _convert(total / count, kind)


def fmean(data, weights=None):
    """The arithmetic mean in floats, which is faster, with weights where given."""
    if weights is not None:
        return _weighted_mean(_sized(data), _sized(weights))
    if hasattr(data, '__len__'):
        total, size = fsum(data), len(data)
    else:       # counted on the way
        counter = count()
        total, size = fsum(map(itemgetter(0), zip(data, counter))), next(counter)
    if not size:
        raise StatisticsError('fmean requires at least one data point')
    return total / size


def _weighted_mean(data, weights):
    if len(data) != len(weights):
        raise StatisticsError('data and weights must be the same length')
    weight = fsum(weights)
    if not weight:
        raise StatisticsError('sum of weights must be non-zero')
    return sumprod(data, weights) / weight


def geometric_mean(data):
    """The mean by products, for growth: the exponential of the mean logarithm."""
    try:
        return exp(fmean(map(log, data)))
    except ValueError:
        message = 'geometric mean requires a non-empty dataset containing positive numbers'
        raise StatisticsError(message) from None


def harmonic_mean(data, weights=None):
    """The mean of rates: the reciprocal of the mean reciprocal."""
    rates = _sized(data)
    if weights is None and len(rates) == 1:
        return _only_rate(rates[0])
    shares, whole = _shares(weights, len(rates))
    try:
        kind, total, _ = _sum(share / rate if share else 0 for rate, share in zip(_fail_neg(rates, _NO_RATE), shares))
    except ZeroDivisionError:   # with a rate of 0 it takes for ever
        return 0
    if not total <= 0:
        return _convert(whole / total, kind)
    raise StatisticsError('Weighted sum must be positive')


_NO_RATE = 'harmonic mean does not support negative values'


def _only_rate(x):
    if not isinstance(x, numbers.Real) and not _is_decimal(type(x)):
        raise TypeError('unsupported type')
    if x < 0:
        raise StatisticsError(_NO_RATE)
    return x


def _shares(weights, count):
    """The weights of so many rates, each 1 where there are none, and their sum."""
    if not count:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if weights is None:
        return repeat(1), count
    weights = _sized(weights)
    if len(weights) != count:
        raise StatisticsError('Number of weights does not match data size')
    return weights, _sum(_fail_neg(weights, _NO_RATE))[1]


# --- places in the order --------------------------------------------------------------------------

def _ordered(data):
    """The data sorted, and their number."""
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data, len(data)


def median(data):
    """The middle value; of an even number of data the mean of both."""
    data, size = _ordered(data)
    middle = size // 2
    return data[middle] if size % 2 else (data[middle - 1] + data[middle]) / 2


def median_low(data):
    """The middle value; of an even number of data the smaller one."""
    data, size = _ordered(data)
    return data[(size - 1) // 2]


def median_high(data):
    """The middle value; of an even number of data the larger one."""
    data, size = _ordered(data)
    return data[size // 2]


def median_grouped(data, interval=1.0):
    """The median of data that were rounded to the middles of classes, each as wide as interval."""
    data, size = _ordered(data)
    middle = data[size // 2]
    below, inside = data.index(middle), data.count(middle)
    try:
        width, middle = float(interval), float(middle)
    except ValueError:
        raise TypeError('Value cannot be converted to a float') from None
    return middle - width / 2.0 + width * (size / 2 - below) / inside


def mode(data):
    """The most frequent value, the first of several."""
    for value in multimode(data):
        return value
    raise StatisticsError('no mode for empty data')


def multimode(data):
    """All values that are most frequent, in the order of the data."""
    pairs, most = _frequencies(data)
    return [value for value, frequency in pairs if frequency == most]


def _frequencies(data):
    """Pairs of value and frequency, and the highest one."""
    from collections import Counter
    counts = Counter(iter(data))
    return counts.items(), max(counts.values(), default=0)


# What the number of data is changed by for the length that is divided, and where the first one lies.
_QUANTILES = {'exclusive': (1, 1), 'inclusive': (-1, 0)}


def quantiles(data, *, n=4, method='exclusive'):
    """The n - 1 places that divide the data into n parts of equal probability."""
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError('must have at least two data points')
    if method not in _QUANTILES:
        raise ValueError(f'Unknown method: {method!r}')
    more, first = _QUANTILES[method]
    cuts = []
    for place in range(size + more, n * (size + more), size + more):     # in n-ths
        at = min(max(place // n - first, 0), size - 2)
        share = place - (at + first) * n
        cuts.append((data[at] * (n - share) + data[at + 1] * share) / n)
    return cuts


# --- spread ---------------------------------------------------------------------------------------

def _mean_square(name, data, centre, sample):
    """The class of results, the mean squared deviation (of a sample by one fewer than its size), the centre."""
    kind, total, centre, count = _ss(data, centre)
    if count <= sample:
        raise StatisticsError(name + ' requires at least ' + ('two data points' if sample else 'one data point'))
    return kind, total / (count - sample), centre


def variance(data, xbar=None):
    """The variance that a sample tells of; xbar is its mean if known."""
    kind, square, _ = _mean_square('variance', data, xbar, 1)
    return _convert(square, kind)


def pvariance(data, mu=None):
    """The variance of a whole population; mu is its mean if known."""
    kind, square, _ = _mean_square('pvariance', data, mu, 0)
    return _convert(square, kind)


def stdev(data, xbar=None):
    """The standard deviation that a sample tells of: the root of its variance()."""
    kind, square, _ = _mean_square('stdev', data, xbar, 1)
    return _root(square, kind)


def pstdev(data, mu=None):
    """The standard deviation of a whole population: the root of its pvariance()."""
    kind, square, _ = _mean_square('pstdev', data, mu, 0)
    return _root(square, kind)


# --- two inputs -----------------------------------------------------------------------------------

def _paired(name, x, y):
    size = len(x)
    if len(y) != size:
        raise StatisticsError(name + ' requires that both inputs have same number of data points')
    if size < 2:
        raise StatisticsError(name + ' requires at least two data points')
    return size


def _centred(data, size):
    """The mean, in floats, and the deviations from it."""
    centre = fsum(data) / size
    return centre, [value - centre for value in data]


def _ranks(data, size):
    """The places in the order, from the middle one, equal values sharing the mean of theirs."""
    ranks, below = {}, 0
    for value, equals in groupby(sorted(data)):
        share = len(list(equals))
        ranks[value] = below + (share - size) / 2
        below += share
    return [ranks[value] for value in data]


def covariance(x, y, /):
    """How two inputs vary together, as samples."""
    size = _paired('covariance', x, y)
    return sumprod(_centred(x, size)[1], _centred(y, size)[1]) / (size - 1)


def correlation(x, y, /, *, method='linear'):
    """Pearson's coefficient, from -1 to 1; by method='ranked' Spearman's, of the places in the order."""
    size = _paired('correlation', x, y)
    if method == 'linear':
        x, y = _centred(x, size)[1], _centred(y, size)[1]
    elif method == 'ranked':
        x, y = _ranks(x, size), _ranks(y, size)
    else:
        raise ValueError(f'Unknown method: {method!r}')
    scale = sqrt(sumprod(x, x) * sumprod(y, y))
    if scale == 0.0:
        raise StatisticsError('at least one of the inputs is constant')
    return sumprod(x, y) / scale


def linear_regression(x, y, /, *, proportional=False):
    """The line of least squares, through the origin if proportional: its slope and intercept."""
    size = _paired('linear regression', x, y)
    x_mean = y_mean = 0.0
    if not proportional:
        (x_mean, x), (y_mean, y) = _centred(x, size), _centred(y, size)
    square = sumprod(x, x)
    if not square:
        raise StatisticsError('x is constant')
    slope = (sumprod(x, y) + 0.0) / square
    return LinearRegression(slope, 0.0 if proportional else y_mean - slope * x_mean)


# --- the normal distribution ----------------------------------------------------------------------

def _crossings(slim, wide, apart):
    """The two places where the densities are equal."""
    more = wide.variance - slim.variance
    middle = slim._mu * wide.variance - wide._mu * slim.variance
    reach = slim._sigma * wide._sigma * sqrt(apart * apart + more * log(wide.variance / slim.variance))
    return (middle + reach) / more, (middle - reach) / more


class NormalDist:
    """A normal distribution, by its mean and standard deviation; sums and multiples are ones too."""

    __slots__ = {'_mu': 'the mean', '_sigma': 'the standard deviation'}

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        """The distribution that data look drawn from."""
        _, square, centre = _mean_square('stdev', data, None, 1)
        if isinstance(square, Fraction):
            return cls(float(centre), _float_sqrt_of_frac(square.numerator, square.denominator))
        return cls(float(centre), float('nan'))    # data with an infinity or a NaN

    mean = property(lambda self: self._mu, doc='The mean.')
    median = property(lambda self: self._mu, doc='The middle: the mean.')
    mode = property(lambda self: self._mu, doc='The likeliest value: the mean.')
    stdev = property(lambda self: self._sigma, doc='The standard deviation.')
    variance = property(lambda self: self._sigma * self._sigma, doc='The square of the standard deviation.')

    def samples(self, n, *, seed=None):
        """A list of n random values."""
        import random
        source = random if seed is None else random.Random(seed)
        return [source.gauss(self._mu, self._sigma) for _ in repeat(None, n)]

    def _spread(self, name):
        if self._sigma:
            return self._sigma
        raise StatisticsError(name + '() not defined when sigma is zero')

    def pdf(self, x):
        """The density of probability at x."""
        sigma = self._spread('pdf')
        offset = x - self._mu
        return exp(offset * offset / (-2.0 * (sigma * sigma))) / sqrt(tau * (sigma * sigma))

    def cdf(self, x):
        """The probability of x and below."""
        return 0.5 * (1.0 + erf((x - self._mu) / (self._spread('cdf') * _SQRT2)))

    def zscore(self, x):
        """By how many standard deviations x lies above the mean."""
        sigma = self._spread('zscore')
        return (x - self._mu) / sigma

    def inv_cdf(self, p):
        """The x for which cdf(x) is p."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        """The n - 1 places that divide it into n parts of equal probability."""
        return [self.inv_cdf(part / n) for part in range(1, n)]

    def overlap(self, other):
        """The area that both densities cover, from 0 to 1."""
        # H. F. Inman, E. L. Bradley, The overlapping coefficient as a measure of agreement (1989).
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        slim, wide = sorted((self, other), key=lambda dist: (dist._sigma, dist._mu))
        if not slim.variance:
            raise StatisticsError('overlap() not defined when sigma is zero')
        apart = fabs(wide._mu - slim._mu)
        if slim.variance == wide.variance:
            return 1.0 - erf(apart / (2.0 * slim._sigma * _SQRT2))
        right, left = [fabs(wide.cdf(x) - slim.cdf(x)) for x in _crossings(slim, wide, apart)]
        return 1.0 - (right + left)

    # --- arithmetic ---

    def __add__(self, other):
        """Shifted by a number, or the sum of two independent variables."""
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        """Shifted by a number, or the difference of two independent variables."""
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, factor):
        """Stretched by a factor."""
        return NormalDist(self._mu * factor, self._sigma * fabs(factor))

    def __truediv__(self, divisor):
        """Shrunk by a divisor."""
        return NormalDist(self._mu / divisor, self._sigma / fabs(divisor))

    def __pos__(self):
        """A copy."""
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        """Mirrored at zero."""
        return NormalDist(-self._mu, self._sigma)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        """A number less this."""
        return -(self - other)

    def __eq__(self, other):
        if isinstance(other, NormalDist):
            return (self._mu, self._sigma) == (other._mu, other._sigma)
        return NotImplemented

    def __hash__(self):
        return hash(self.__getstate__())

    def __repr__(self):
        return f'{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})'

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state


__getattr__ = _later(globals(), Counter='collections', Decimal='decimal', defaultdict='collections', math='math',
                     random='random')
