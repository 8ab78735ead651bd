# Module html.entities: the named character references. The tables are made when first asked for.
__all__ = ['html5', 'name2codepoint', 'codepoint2name', 'entitydefs']

_MOVED = {'lang': 0x2329, 'rang': 0x232a}  # HTML 4 meant other code points by these


def _load():
    from html._table import TABLE
    html5, html4 = {}, {}
    for row in TABLE.split():
        name, mark, codes = row.partition(next(filter(row.__contains__, ':=~!')))
        value = ''.join([chr(int(code, 16)) for code in codes.split('.')])
        if mark in '=!':
            html5[name] = value
        html5[name + ';'] = value
        if mark in '=~':
            html4[name] = _MOVED.get(name) or ord(value)
    html5 = dict(sorted(html5.items(), key=lambda item: (item[0].lower(), item[0])))
    html4 = dict(sorted(html4.items()))
    globals().update(html5=html5, name2codepoint=html4,
                     codepoint2name={code: name for name, code in html4.items()},
                     entitydefs={name: chr(code) for name, code in html4.items()})


def __getattr__(name):
    if name in __all__:
        _load()
        return globals()[name]
    raise AttributeError(f"module 'html.entities' has no attribute {name!r}")
