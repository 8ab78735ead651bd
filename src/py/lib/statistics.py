"""Basic statistics module.

Functions for averages, spread, relations between two inputs, and class NormalDist. Sums are exact:
they are kept as integer ratios, rounded once at the end.
"""

__all__ = ['NormalDist', 'StatisticsError', 'correlation', 'covariance', 'fmean', 'geometric_mean',
           'harmonic_mean', 'linear_regression', 'mean', 'median', 'median_grouped', 'median_high', 'median_low',
           'mode', 'multimode', 'pstdev', 'pvariance', 'quantiles', 'stdev', 'variance']

from math import sqrt, log, exp, erf, tau, fabs, fsum, hypot, isfinite, isqrt, isnan, isinf, sumprod
from bisect import bisect_left, bisect_right
from _namedtuple import namedtuple
from fractions import Fraction
from functools import reduce
from itertools import count, groupby, repeat
from operator import itemgetter
import numbers

_SQRT2 = sqrt(2.0)


class StatisticsError(ValueError):
    pass


# --- exact sums ---------------------------------------------------------------------------------------

def _is_decimal(T):
    return any(c.__name__ == 'Decimal' and c.__module__ in ('decimal', '_decimal', '_pydecimal') for c in T.__mro__)


def _coerce(T, S):
    """The type that values of T and S have together."""
    if T is S or S is int or S is bool:
        return T
    if T is int:
        return S
    if issubclass(S, T):
        return S
    if issubclass(T, S):
        return T
    if issubclass(T, int):
        return S
    if issubclass(S, int):
        return T
    if issubclass(T, Fraction) and issubclass(S, float):
        return S
    if issubclass(T, float) and issubclass(S, Fraction):
        return T
    msg = "don't know how to coerce %s and %s"
    raise TypeError(msg % (T.__name__, S.__name__))


def _exact_ratio(x):
    """x as a pair of ints; (x, None) for NaN and infinities."""
    try:
        return x.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return x, None
    try:
        return x.numerator, x.denominator
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None


def _isfinite(x):
    try:
        return x.is_finite()
    except AttributeError:
        return isfinite(x)


def _total(partials):
    """The Fraction that a {denominator: numerator} dict of sums stands for."""
    if None in partials:
        assert not _isfinite(partials[None])
        return partials[None]
    total = Fraction(0)
    for d, n in partials.items():
        total += Fraction(n, d)
    return total


def _sum(data):
    """Type, exact sum and count of the data."""
    n = 0
    types = set()
    partials = {}
    get = partials.get
    for x in data:
        types.add(type(x))
        num, den = _exact_ratio(x)
        partials[den] = get(den, 0) + num
        n += 1
    T = reduce(_coerce, types, int)
    return T, _total(partials), n


def _ss(data, c=None):
    """Type, sum of squared deviations, mean and count."""
    if c is not None:
        T, ssd, n = _sum((d := x - c) * d for x in data)
        return T, ssd, c, n
    n = 0
    types = set()
    sx, sxx = {}, {}
    for x in data:
        types.add(type(x))
        num, den = _exact_ratio(x)
        sx[den] = sx.get(den, 0) + num
        sxx[den] = sxx.get(den, 0) + num * num
        n += 1
    if not n:
        ssd = c = Fraction(0)
    elif None in sx:
        ssd = c = sx[None]
    else:
        s = _total(sx)
        squares = Fraction(0)
        for den, num in sxx.items():
            squares += Fraction(num, den * den)
        ssd = (n * squares - s * s) / n
        c = s / n
    return reduce(_coerce, types, int), ssd, c, n


def _convert(value, T):
    """An exact value as type T."""
    if type(value) is T:
        return value
    if issubclass(T, int) and value.denominator != 1:
        T = float
    try:
        return T(value)
    except TypeError:
        if _is_decimal(T):
            return T(value.numerator) / T(value.denominator)
        raise


def _float_sqrt_of_frac(n, m):
    """Square root of n/m as a float, rounded correctly."""
    q = (n.bit_length() - m.bit_length() - 109) // 2
    if q >= 0:
        return (_integer_sqrt_of_frac_rto(n, m << 2 * q) << q) / 1
    return _integer_sqrt_of_frac_rto(n << -2 * q, m) / (1 << -q)


def _integer_sqrt_of_frac_rto(n, m):
    """Root of n/m, the lowest bit set when it is not exact (round to odd)."""
    a = isqrt(n // m)
    return a | (a * a * m != n)


def _decimal_sqrt_of_frac(n, m):
    """Square root of n/m as a Decimal, rounded correctly."""
    from decimal import Decimal
    if n <= 0:
        if not n:
            return Decimal('0.0')
        n, m = -n, -m
    root = (Decimal(n) / Decimal(m)).sqrt()  # rounded twice: a neighbour may be nearer
    square = Fraction(n, m)
    for other in (root.next_plus(), root.next_minus()):
        middle = (Fraction(root) + Fraction(other)) / 2
        if (square > middle * middle) if other > root else (square < middle * middle):
            return other
    return root


def _root(mss, T):
    if _is_decimal(T):
        return _decimal_sqrt_of_frac(mss.numerator, mss.denominator)
    return _float_sqrt_of_frac(mss.numerator, mss.denominator)


def _fail_neg(values, errmsg='negative value'):
    for x in values:
        if x < 0:
            raise StatisticsError(errmsg)
        yield x


# --- averages -------------------------------------------------------------------------------------------

def mean(data):
    """Return the sample arithmetic mean of data.

    If data is empty, StatisticsError will be raised.
    """
    T, total, n = _sum(data)
    if n < 1:
        raise StatisticsError('mean requires at least one data point')
    return _convert(total / n, T)


def fmean(data, weights=None):
    """Convert data to floats and compute the arithmetic mean."""
    if weights is None:
        try:
            n = len(data)
        except TypeError:
            n, items = 0, data

            def counted():
                nonlocal n
                for item in items:
                    n += 1
                    yield item

            data = counted()
        total = fsum(data)
        if not n:
            raise StatisticsError('fmean requires at least one data point')
        return total / n
    if not isinstance(weights, (list, tuple)):
        weights = list(weights)
    try:
        num = sumprod(data, weights)
    except ValueError:
        raise StatisticsError('data and weights must be the same length')
    den = fsum(weights)
    if not den:
        raise StatisticsError('sum of weights must be non-zero')
    return num / den


def geometric_mean(data):
    """Convert data to floats and compute the geometric mean."""
    try:
        return exp(fmean(map(log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None


def harmonic_mean(data, weights=None):
    """Return the harmonic mean of data."""
    if iter(data) is data:
        data = list(data)
    errmsg = 'harmonic mean does not support negative values'
    n = len(data)
    if n < 1:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if n == 1 and weights is None:
        x = data[0]
        if not isinstance(x, (numbers.Real,)) and not _is_decimal(type(x)):
            raise TypeError('unsupported type')
        if x < 0:
            raise StatisticsError(errmsg)
        return x
    if weights is None:
        weights = repeat(1, n)
        sum_weights = n
    else:
        if iter(weights) is weights:
            weights = list(weights)
        if len(weights) != n:
            raise StatisticsError('Number of weights does not match data size')
        _, sum_weights, _ = _sum(w for w in _fail_neg(weights, errmsg))
    try:
        data = _fail_neg(data, errmsg)
        T, total, _ = _sum(w / x if w else 0 for w, x in zip(weights, data))
    except ZeroDivisionError:
        return 0
    if total <= 0:
        raise StatisticsError('Weighted sum must be positive')
    return _convert(sum_weights / total, T)


def median(data):
    """Return the median (middle value) of numeric data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    i = n // 2
    return data[i] if n % 2 else (data[i - 1] + data[i]) / 2


def median_low(data):
    """Return the low median of numeric data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[(n - 1) // 2]


def median_high(data):
    """Return the high median of data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2]


def median_grouped(data, interval=1.0):
    """Estimates the median for numeric data binned around the midpoints of consecutive intervals."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    i = bisect_left(data, x)
    j = bisect_right(data, x, lo=i)
    try:
        interval = float(interval)
        x = float(x)
    except ValueError:
        raise TypeError(f'Value cannot be converted to a float')
    return x - interval / 2.0 + interval * (n / 2 - i) / (j - i)


def mode(data):
    """Return the most common data point from discrete or nominal data."""
    from collections import Counter
    pairs = Counter(iter(data)).most_common(1)
    try:
        return pairs[0][0]
    except IndexError:
        raise StatisticsError('no mode for empty data') from None


def multimode(data):
    """Return a list of the most frequently occurring values."""
    from collections import Counter
    counts = Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, n in counts.items() if n == most]


def quantiles(data, *, n=4, method='exclusive'):
    """Divide data into n continuous intervals with equal probability."""
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        raise StatisticsError('must have at least two data points')
    result = []
    if method == 'inclusive':
        m = ld - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == 'exclusive':
        m = ld + 1
        for i in range(1, n):
            j = i * m // n
            j = 1 if j < 1 else ld - 1 if j > ld - 1 else j
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f'Unknown method: {method!r}')


# --- spread ---------------------------------------------------------------------------------------------

def variance(data, xbar=None):
    """Return the sample variance of data."""
    T, ss, c, n = _ss(data, xbar)
    if n < 2:
        raise StatisticsError('variance requires at least two data points')
    return _convert(ss / (n - 1), T)


def pvariance(data, mu=None):
    """Return the population variance of data."""
    T, ss, c, n = _ss(data, mu)
    if n < 1:
        raise StatisticsError('pvariance requires at least one data point')
    return _convert(ss / n, T)


def stdev(data, xbar=None):
    """Return the square root of the sample variance."""
    T, ss, c, n = _ss(data, xbar)
    if n < 2:
        raise StatisticsError('stdev requires at least two data points')
    return _root(ss / (n - 1), T)


def pstdev(data, mu=None):
    """Return the square root of the population variance."""
    T, ss, c, n = _ss(data, mu)
    if n < 1:
        raise StatisticsError('pstdev requires at least one data point')
    return _root(ss / n, T)


# --- relations between two inputs ----------------------------------------------------------------------------

def covariance(x, y, /):
    """Covariance of the two inputs."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('covariance requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('covariance requires at least two data points')
    xbar = fsum(x) / n
    ybar = fsum(y) / n
    sxy = sumprod((xi - xbar for xi in x), (yi - ybar for yi in y))
    return sxy / (n - 1)


def _rank(data, /, *, key=None, reverse=False, ties='average', start=1):
    """Ranks of the data, ties given their average rank."""
    if ties != 'average':
        raise ValueError(f'Unknown tie resolution method: {ties!r}')
    if key is not None:
        data = map(key, data)
    val_pos = sorted(zip(data, count()), reverse=reverse)
    i = start - 1
    result = [0] * len(val_pos)
    for value, g in groupby(val_pos, key=itemgetter(0)):
        group = list(g)
        size = len(group)
        rank = i + (size + 1) / 2
        for value, orig_pos in group:
            result[orig_pos] = rank
        i += size
    return result


def correlation(x, y, /, *, method='linear'):
    """Pearson's correlation coefficient, or Spearman's with method='ranked'."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('correlation requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('correlation requires at least two data points')
    if method not in {'linear', 'ranked'}:
        raise ValueError(f'Unknown method: {method!r}')
    if method == 'ranked':
        start = (n - 1) / -2
        x = _rank(x, start=start)
        y = _rank(y, start=start)
    else:
        xbar = fsum(x) / n
        ybar = fsum(y) / n
        x = [xi - xbar for xi in x]
        y = [yi - ybar for yi in y]
    sxy = sumprod(x, y)
    sxx = sumprod(x, x)
    syy = sumprod(y, y)
    try:
        return sxy / _sqrtprod(sxx, syy)
    except ZeroDivisionError:
        raise StatisticsError('at least one of the inputs is constant')


def _sqrtprod(x, y):
    """sqrt(x * y), nearly rounded correctly and without overflow."""
    h = sqrt(x * y)
    if isnan(h) or isinf(h):
        if isinf(h) and not isinf(x) and not isinf(y):
            scale = 2.0 ** -512
            return _sqrtprod(scale * x, scale * y) / scale
        return h
    if not h:
        if x and y:
            scale = 2.0 ** 537
            return _sqrtprod(scale * x, scale * y) / scale
        return h
    d = sumprod((x, h), (y, -h))
    return h + d / (2.0 * h)


LinearRegression = namedtuple('LinearRegression', ('slope', 'intercept'), module='statistics')


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept for simple linear regression."""
    n = len(x)
    if len(y) != n:
        raise StatisticsError('linear regression requires that both inputs have same number of data points')
    if n < 2:
        raise StatisticsError('linear regression requires at least two data points')
    if not proportional:
        xbar = fsum(x) / n
        ybar = fsum(y) / n
        x = [xi - xbar for xi in x]
        y = (yi - ybar for yi in y)
    sxy = sumprod(x, y) + 0.0
    sxx = sumprod(x, x)
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError('x is constant')
    intercept = 0.0 if proportional else ybar - slope * xbar
    return LinearRegression(slope=slope, intercept=intercept)


# --- the normal distribution -----------------------------------------------------------------------------------

# Wichura, algorithm AS 241 (1988), PPND16: coefficients of numerator and denominator, highest power first.
_CENTRE = ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
            1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
           (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
            5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0))
_MIDDLE = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
            1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
            4.63033784615654529590e+0, 1.42343711074968357734e+0),
           (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
            1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
            2.05319162663775882187e+0, 1.0))
_TAIL = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
          2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
          5.46378491116411436990e+0, 6.65790464350110377720e+0),
         (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
          7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
          5.99832206555887937690e-1, 1.0))


def _poly(coefficients, r):
    v = coefficients[0]
    for c in coefficients[1:]:
        v = v * r + c
    return v


def _normal_dist_inv_cdf(p, mu, sigma):
    q = p - 0.5
    if fabs(q) <= 0.425:
        r = 0.180625 - q * q
        x = _poly(_CENTRE[0], r) * q / _poly(_CENTRE[1], r)
        return mu + (x * sigma)
    r = p if q <= 0.0 else 1.0 - p
    r = sqrt(-log(r))
    table, r = (_MIDDLE, r - 1.6) if r <= 5.0 else (_TAIL, r - 5.0)
    x = _poly(table[0], r) / _poly(table[1], r)
    if q <= 0.0:
        x = -x
    return mu + (x * sigma)


class NormalDist:
    "Normal distribution of a random variable"

    __slots__ = {'_mu': 'Arithmetic mean of a normal distribution',
                 '_sigma': 'Standard deviation of a normal distribution'}

    def __init__(self, mu=0.0, sigma=1.0):
        "NormalDist where mu is the mean and sigma is the standard deviation."
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        "Make a normal distribution instance from sample data."
        T, ss, xbar, n = _ss(data)
        if n < 2:
            raise StatisticsError('stdev requires at least two data points')
        return cls(_convert(xbar, float), _root(ss / (n - 1), float))

    def samples(self, n, *, seed=None):
        "Generate *n* samples for a given mean and standard deviation."
        import random
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in repeat(None, n)]

    def pdf(self, x):
        "Probability density function.  P(x <= X < x+dx) / dx"
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError('pdf() not defined when sigma is zero')
        diff = x - self._mu
        return exp(diff * diff / (-2.0 * variance)) / sqrt(tau * variance)

    def cdf(self, x):
        "Cumulative distribution function.  P(X <= x)"
        if not self._sigma:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + erf((x - self._mu) / (self._sigma * _SQRT2)))

    def inv_cdf(self, p):
        "Inverse cumulative distribution function.  x : P(X <= x) = p"
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        return _normal_dist_inv_cdf(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        "Divide into *n* continuous intervals with equal probability."
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        "Compute the overlapping coefficient (OVL) between two normal distributions."
        if not isinstance(other, NormalDist):
            raise TypeError('Expected another NormalDist instance')
        X, Y = self, other
        if (Y._sigma, Y._mu) < (X._sigma, X._mu):
            X, Y = Y, X
        X_var, Y_var = X.variance, Y.variance
        if not X_var or not Y_var:
            raise StatisticsError('overlap() not defined when sigma is zero')
        dv = Y_var - X_var
        dm = fabs(Y._mu - X._mu)
        if not dv:
            return 1.0 - erf(dm / (2.0 * X._sigma * _SQRT2))
        a = X._mu * Y_var - Y._mu * X_var
        b = X._sigma * Y._sigma * sqrt(dm * dm + dv * log(Y_var / X_var))
        x1 = (a + b) / dv
        x2 = (a - b) / dv
        return 1.0 - (fabs(Y.cdf(x1) - X.cdf(x1)) + fabs(Y.cdf(x2) - X.cdf(x2)))

    def zscore(self, x):
        "Compute the Standard Score.  (x - mean) / stdev"
        if not self._sigma:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self._mu) / self._sigma

    @property
    def mean(self):
        "Arithmetic mean of the normal distribution."
        return self._mu

    @property
    def median(self):
        "Return the median of the normal distribution"
        return self._mu

    @property
    def mode(self):
        "Return the mode of the normal distribution"
        return self._mu

    @property
    def stdev(self):
        "Standard deviation of the normal distribution."
        return self._sigma

    @property
    def variance(self):
        "Square of the standard deviation."
        return self._sigma * self._sigma

    def __add__(x1, x2):
        "Add a constant or another NormalDist instance."
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu + x2._mu, hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu + x2, x1._sigma)

    def __sub__(x1, x2):
        "Subtract a constant or another NormalDist instance."
        if isinstance(x2, NormalDist):
            return NormalDist(x1._mu - x2._mu, hypot(x1._sigma, x2._sigma))
        return NormalDist(x1._mu - x2, x1._sigma)

    def __mul__(x1, x2):
        "Multiply both mu and sigma by a constant."
        return NormalDist(x1._mu * x2, x1._sigma * fabs(x2))

    def __truediv__(x1, x2):
        "Divide both mu and sigma by a constant."
        return NormalDist(x1._mu / x2, x1._sigma / fabs(x2))

    def __pos__(x1):
        "Return a copy of the instance."
        return NormalDist(x1._mu, x1._sigma)

    def __neg__(x1):
        "Negates mu while keeping sigma the same."
        return NormalDist(-x1._mu, x1._sigma)

    __radd__ = __add__

    def __rsub__(x1, x2):
        "Subtract a NormalDist from a constant or another NormalDist."
        return -(x1 - x2)

    __rmul__ = __mul__

    def __eq__(x1, x2):
        "Two NormalDist objects are equal if their mu and sigma are both equal."
        if not isinstance(x2, NormalDist):
            return NotImplemented
        return x1._mu == x2._mu and x1._sigma == x2._sigma

    def __hash__(self):
        "NormalDist objects hash equal if their mu and sigma are both equal."
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f'{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})'

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state
