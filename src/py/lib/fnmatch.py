# Module fnmatch: shell patterns turned into regular expressions.
import functools as _functools
import re as _re

__all__ = ['filter', 'fnmatch', 'fnmatchcase', 'translate']


def translate(pat):
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
            body = pat[i:j].replace('\\', '\\\\').replace('[', '\\[')
            i = j + 1
            if body[0] == '!':
                body = '^' + body[1:]
            elif body[0] == '^':
                body = '\\' + body
            out.append(f'[{body}]')
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
