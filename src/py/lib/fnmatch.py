# Module fnmatch: shell patterns turned into regular expressions.
import functools as _functools
import re as _re

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']


def _set(body):
    """The regular expression of what stands between brackets."""
    if '-' in body:
        chunks, i, k = [], 0, 2 if body[0] == '!' else 1
        while (k := body.find('-', k)) >= 0:
            chunks.append(body[i:k])
            i, k = k + 1, k + 3
        if body[i:]:
            chunks.append(body[i:])
        else:
            chunks[-1] += '-'
        later = chunks[::-1]
        chunks = [later[0]]
        for chunk in later[1:]:
            if chunk[-1] > chunks[0][0]:  # a range that holds nothing
                chunks[0] = chunk[:-1] + chunks[0][1:]
            else:
                chunks.insert(0, chunk)
        body = '-'.join([c.replace('\\', r'\\').replace('-', r'\-') for c in chunks])
    else:
        body = body.replace('\\', r'\\')
    body = _re.sub('([&~|])', r'\\\1', body)
    if not body:
        return '(?!)'
    if body == '!':
        return '.'
    if body[0] == '!':
        return f'[^{body[1:]}]'
    return f'[\\{body}]' if body[0] in '^[' else f'[{body}]'


def translate(pat):
    """The regular expression that a shell pattern amounts to."""
    out, i, n = [], 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == '*':
            if not out or out[-1] != '.*':
                out.append('.*')
        elif c == '?':
            out.append('.')
        elif c == '[':
            j = i + 1 if pat[i:i + 1] == '!' else i
            j = pat.find(']', j + 1)
            if j < 0:
                out.append('\\[')
                continue
            out.append(_set(pat[i:j]))
            i = j + 1
        else:
            out.append(_re.escape(c))
    # Every inner star takes the shortest text for good: matching stays linear per star.
    stars = [k for k, part in enumerate(out) if part == '.*']
    if len(stars) > 1:
        result = ''.join(out[:stars[0]])
        if stars[0] == 0:
            result = ''
        for a, b in zip(stars, stars[1:]):
            result += f'(?>.*?{"".join(out[a + 1:b])})'
        return f'(?s:{result}.*{"".join(out[stars[-1] + 1:])})\\Z'
    return f'(?s:{"".join(out)})\\Z'


@_functools.lru_cache(maxsize=256)
def _compiled(pat):
    if isinstance(pat, bytes):
        return _re.compile(translate(pat.decode('latin-1')).encode('latin-1')).match
    return _re.compile(translate(pat)).match


def fnmatchcase(name, pat):
    return _compiled(pat)(name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    match = _compiled(pat)
    return [name for name in names if match(name) is not None]
