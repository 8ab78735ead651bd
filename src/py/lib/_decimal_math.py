# Integer arithmetic under module decimal: powers of ten, decimal digits of ints of any size, and exp, ln and
# log10 in binary fixed point, repeated with more bits until the rounding of the result is certain.
from math import isqrt as _isqrt

P10 = [10 ** i for i in range(320)]
_CHUNK = 600  # digits that int <-> str converts whatever its limit is set to
_cache = {}


def ten(n):
    return P10[n] if n < 320 else 10 ** n


def ndigits(c):
    """Number of decimal digits; 1 for 0."""
    if c < 10:
        return 1
    n = (c.bit_length() - 1) * 30102999566398119521373889 // 10 ** 26 + 1
    return n + 1 if c >= ten(n) else n


def digits(c):
    if c.bit_length() < 1990:
        return str(c)
    half = ndigits(c) // 2
    high, low = divmod(c, 10 ** half)
    return digits(high) + digits(low).zfill(half)


def from_digits(text):
    if len(text) <= _CHUNK:
        return int(text or '0')
    half = len(text) // 2
    return from_digits(text[:-half]) * 10 ** half + from_digits(text[-half:])


def strip(c, most):
    """c without trailing zeros, at most that many, and how many they were."""
    n, step = 0, 16
    while step:
        if n + step <= most:
            q, r = divmod(c, P10[step])
            if not r:
                c = q
                n += step
                continue
        step >>= 1
    return c, n


def _atanh_inv(n, bits):
    # atanh(1/n) * 2**bits
    term = (1 << bits) // n
    total, k, square = term, 3, n * n
    while term:
        term //= square
        total += term // k
        k += 2
    return total


def _constant(name, bits):
    have = _cache.get(name)
    if have is None or have[0] < bits:
        w = bits + 16
        if name == 'ln2':
            value = 18 * _atanh_inv(26, w) - 2 * _atanh_inv(4801, w) + 8 * _atanh_inv(8749, w)
        else:  # ln 10 = 3 ln 2 + ln(5/4)
            value = 3 * _constant('ln2', w) + 2 * _atanh_inv(9, w)
        have = _cache[name] = (bits, value >> 16)
    return have[1] >> (have[0] - bits)


def _fixed_ln(num, den, bits):
    # ln(num / den) * 2**bits, some units wrong.
    k = num.bit_length() - den.bit_length()
    halvings = _isqrt(bits) // 3 + 4
    w = bits + 2 * halvings + 16
    m = (num << w) // (den << k) if k >= 0 else (num << (w - k)) // den
    one = 1 << w
    for _ in range(halvings):
        m = _isqrt(m << w)
    y = ((m - one) << w) // (m + one)
    square, term, total, i = y * y >> w, y, y, 3
    while term and term != -1:
        term = term * square >> w
        total += term // i
        i += 2
    return (total << (halvings + 1) >> (w - bits)) + k * _constant('ln2', bits)


def _fixed_exp(x, bits):
    # exp(x / 2**bits) as (m, k): m / 2**bits * 10**k, m in about [1, 10); some units wrong.
    extra = max(0, x.bit_length() - bits) + 8
    halvings = _isqrt(bits) + 2
    w = bits + halvings + extra + 8
    k, r = divmod(x << (w - bits), _constant('ln10', w))
    r >>= halvings
    one = 1 << w
    term, total, i = one, one, 1
    while term:
        term = (term * r >> w) // i
        total += term
        i += 1
    for _ in range(halvings):
        total = total * total >> w
    return total >> (w - bits), k


def _settle(p, compute):
    # compute(q) gives q-odd digits as (sign, c, e) with an error below 100 units; more of them until p + 1
    # are certain. The last digit given is odd when the rest is not zero, so any rounding works.
    guard = 8
    while True:
        s, c, e = compute(p + guard)
        drop = ndigits(c) - p - 1
        unit = ten(drop) if drop > 0 else 1
        rest = c % unit
        if drop > 2 and 200 < rest < unit - 200:
            c //= unit
            return s, c * 10 + 1, e + drop - 1
        guard *= 2


def exp_digits(s, c, e, p):
    """exp of the value, not zero, of moderate size: (coefficient, exponent), more than p digits, sticky."""
    def compute(q):
        bits = q * 10 // 3 + 40
        if e >= 0:
            x = (c * ten(e)) << bits
        elif -e > bits + ndigits(c):
            x = 1
        else:
            x = (c << bits) // ten(-e)
        m, k = _fixed_exp(-x if s else x, bits)
        return 0, m * ten(q) >> bits, k - q
    return _settle(p, compute)[1:]


def _ratio(c, e, f, p):
    # f(num, den, bits) * 10**-q for the value c * 10**e, kept to p relative digits although f may be near 0.
    num, den = (c * ten(e), 1) if e >= 0 else (c, ten(-e))
    near = num - den
    near = max(0, den.bit_length() - abs(near).bit_length()) if near else 0

    def compute(q):
        bits = q * 10 // 3 + near + 40
        v = f(num, den, bits)
        s = 1 if v < 0 else 0
        v = abs(v)
        shift = q - (v.bit_length() - bits) * 30103 // 100000
        v = v * ten(shift) >> bits if shift >= 0 else (v >> bits) // ten(-shift)
        return s, v, -shift
    return _settle(p, compute)


def _split(c, e):
    # c * 10**e with the power of ten taken out when it is large: (c, e, tens).
    if abs(e) < 2000:
        return c, e, 0
    n = ndigits(c) - 1
    return c, -n, e + n


def ln_digits(c, e, p):
    """ln of c * 10**e, not 1: (sign, coefficient, exponent), more than p digits, sticky."""
    c, e, tens = _split(c, e)
    size = tens.bit_length()

    def f(num, den, bits):
        return _fixed_ln(num, den, bits) + (tens * _constant('ln10', bits + size) >> size)
    return _ratio(c, e, f, p)


def log10_digits(c, e, p):
    """log10 of c * 10**e, which is not a power of ten."""
    c, e, tens = _split(c, e)

    def f(num, den, bits):
        return ((_fixed_ln(num, den, bits + 8) << bits) // _constant('ln10', bits + 8)) + (tens << bits)
    return _ratio(c, e, f, p)
