# Module colorsys: colours between RGB, YIQ, HLS and HSV.

__all__ = ['rgb_to_yiq', 'yiq_to_rgb', 'rgb_to_hls', 'hls_to_rgb', 'rgb_to_hsv', 'hsv_to_rgb']

ONE_THIRD, ONE_SIXTH, TWO_THIRD = 1.0 / 3.0, 1.0 / 6.0, 2.0 / 3.0


def rgb_to_yiq(r, g, b):
    y = 0.30 * r + 0.59 * g + 0.11 * b
    return y, 0.74 * (r - y) - 0.27 * (b - y), 0.48 * (r - y) + 0.41 * (b - y)


def yiq_to_rgb(y, i, q):
    rgb = (y + 0.9468822170900693 * i + 0.6235565819861433 * q,
           y - 0.27478764629897834 * i - 0.6356910791873801 * q,
           y - 1.1085450346420322 * i + 1.7090069284064666 * q)
    return tuple([min(max(c, 0.0), 1.0) for c in rgb])


def _hue(r, g, b, high, low):
    rc, gc, bc = [(high - c) / (high - low) for c in (r, g, b)]
    h = bc - gc if r == high else 2.0 + rc - bc if g == high else 4.0 + gc - rc
    return (h / 6.0) % 1.0


def rgb_to_hls(r, g, b):
    high, low = max(r, g, b), min(r, g, b)
    total, span = high + low, high - low
    light = total / 2.0
    if high == low:
        return 0.0, light, 0.0
    saturation = span / total if light <= 0.5 else span / (2.0 - high - low)
    return _hue(r, g, b, high, low), light, saturation


def hls_to_rgb(h, l, s):
    if s == 0.0:
        return l, l, l
    top = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - top

    def part(hue):
        hue %= 1.0
        if hue < 1.0 / 6.0:
            return low + (top - low) * hue * 6.0
        if hue < 0.5:
            return top
        return low + (top - low) * (2.0 / 3.0 - hue) * 6.0 if hue < 2.0 / 3.0 else low
    return part(h + 1.0 / 3.0), part(h), part(h - 1.0 / 3.0)


def rgb_to_hsv(r, g, b):
    high, low = max(r, g, b), min(r, g, b)
    if high == low:
        return 0.0, 0.0, high
    return _hue(r, g, b, high, low), (high - low) / high, high


def hsv_to_rgb(h, s, v):
    if s == 0.0:
        return v, v, v
    # In each sixth of the circle one channel is at its height, one at its least, and one on its
    # way up (even sixths) or down. Every second sixth the three change places.
    sixth = int(h * 6.0)
    way = h * 6.0 - sixth
    if sixth % 2 == 0:
        channels = v, v * (1.0 - s * (1.0 - way)), v * (1.0 - s)
    else:
        channels = v * (1.0 - s * way), v, v * (1.0 - s)
    turn = 3 - sixth // 2 % 3
    return channels[turn:] + channels[:turn]
