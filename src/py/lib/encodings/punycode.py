# Punycode (RFC 3492): any text in letters, digits and hyphens. Names in capitals are the RFC's.
BASE, TMIN, TMAX, SKEW, DAMP, INITIAL_BIAS, INITIAL_N = 36, 1, 26, 38, 700, 72, 128
_DIGITS = b'abcdefghijklmnopqrstuvwxyz0123456789'


def _adapt(delta, points, first):
    delta = delta // DAMP if first else delta // 2
    delta += delta // points
    k = 0
    while delta > (BASE - TMIN) * TMAX // 2:
        delta //= BASE - TMIN
        k += BASE
    return k + (BASE - TMIN + 1) * delta // (delta + SKEW)


def _threshold(k, bias):
    return min(max(k - bias, TMIN), TMAX)


def _number(out, q, bias):
    """The variable-length digits of q, least first."""
    k = BASE
    while q >= (t := _threshold(k, bias)):
        out.append(_DIGITS[t + (q - t) % (BASE - t)])
        q = (q - t) // (BASE - t)
        k += BASE
    out.append(_DIGITS[q])


def punycode_encode(text):
    out = bytearray(ord(c) for c in text if c < '\x80')
    done = basic = len(out)
    if basic:
        out += b'-'
    codes = [ord(c) for c in text]
    n, delta, bias = INITIAL_N, 0, INITIAL_BIAS
    for m in sorted({c for c in codes if c >= INITIAL_N}):
        delta += (m - n) * (done + 1)
        n = m
        for c in codes:
            if c < n:
                delta += 1
            elif c == n:
                _number(out, delta, bias)
                bias = _adapt(delta, done + 1, done == basic)
                delta, done = 0, done + 1
        delta, n = delta + 1, n + 1
    return bytes(out)


def punycode_decode(text, errors):
    if isinstance(text, str):
        text = text.encode('ascii')
    elif not isinstance(text, bytes):
        text = bytes(text)
    head, _, tail = text.rpartition(b'-')
    out, tail = list(str(head, 'ascii', errors)), str(tail, 'ascii', errors).upper()
    n, i, bias, at = INITIAL_N, 0, INITIAL_BIAS, 0
    first = True
    while at < len(tail):
        start, w, k = i, 1, BASE
        while True:
            if at >= len(tail):
                if errors == 'strict':
                    raise UnicodeError('incomplete punicode string')
                return ''.join(out)
            c = tail[at]
            at += 1
            digit = ord(c) - 65 if 'A' <= c <= 'Z' else ord(c) - 22 if '0' <= c <= '9' else None
            if digit is None:
                if errors == 'strict':
                    raise UnicodeError(f"Invalid extended code point '{c}'")
                return ''.join(out)
            i += digit * w
            t = _threshold(k, bias)
            if digit < t:
                break
            w *= BASE - t
            k += BASE
        n += i // (len(out) + 1)
        if n > 0x10ffff:
            if errors == 'strict':
                raise UnicodeError(f'Invalid character U+{n:x}')
            n = ord('?')
        bias = _adapt(i - start, len(out) + 1, first)
        first = False
        i %= len(out) + 1
        out.insert(i, chr(n))
        i += 1
    return ''.join(out)
