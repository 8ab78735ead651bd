# The two parsers behind string.Formatter.


def formatter_parser(s):
    i, n = 0, len(s)
    while i < n:
        literal = []
        field = None
        while i < n:
            c = s[i]
            i += 1
            if c not in '{}':
                literal.append(c)
            elif i < n and s[i] == c:
                literal.append(c)
                i += 1
                break
            elif c == '}':
                raise ValueError("Single '}' encountered in format string")
            elif i == n:
                raise ValueError("Single '{' encountered in format string")
            else:
                field, i = _field(s, i)
                break
        yield (''.join(literal), *(field or (None, None, None)))


def _field(s, i):
    start, n, c = i, len(s), ''
    while i < n:
        c = s[i]
        if c == '{':
            raise ValueError("unexpected '{' in field name")
        if c == '[':
            while i < n and s[i] != ']':
                i += 1
            continue
        if c in '}:!':
            break
        i += 1
    if i >= n:
        raise ValueError("expected '}' before end of string")
    name, conversion = s[start:i], None
    i += 1
    if c == '!':
        if i >= n:
            raise ValueError('end of string while looking for conversion specifier')
        conversion = s[i]
        i += 1
        c = ':'
        if i < n:
            c = s[i]
            i += 1
            if c not in '}:':
                raise ValueError("expected ':' after conversion specifier")
    if c == '}':
        return (name, '', conversion), i
    start, depth = i, 1
    while i < n:
        depth += (s[i] == '{') - (s[i] == '}')
        i += 1
        if not depth:
            return (name, s[start:i - 1], conversion), i
    raise ValueError("unmatched '{' in format spec")


def formatter_field_name_split(name):
    i = 0
    while i < len(name) and name[i] not in '.[':
        i += 1
    first = name[:i]
    return int(first) if first.isdigit() else first, _rest(name, i)


def _rest(name, i):
    n = len(name)
    while i < n:
        c = name[i]
        i += 1
        start = i
        if c == '.':
            while i < n and name[i] not in '.[':
                i += 1
            part, attr = name[start:i], True
        elif c == '[':
            i = name.find(']', i)
            if i < 0:
                raise ValueError("Missing ']' in format string")
            part, attr = name[start:i], False
            i += 1
        else:
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        if not part:
            raise ValueError('Empty attribute in format string')
        yield attr, int(part) if not attr and part.isdigit() else part
