# HtmlDiff of module difflib: two texts side by side as an HTML table. Loaded on first use.
import re as _re
from collections import deque as _deque

from difflib import IS_CHARACTER_JUNK, ndiff as _ndiff

# A changed part of a line is between \0, its kind ('+', '-' or '^') and \1.
_SPANS = {'\0+': '<span class="diff_add">', '\0-': '<span class="diff_sub">',
          '\0^': '<span class="diff_chg">', '\1': '</span>', '\t': '&nbsp;'}
_BLANK = ('', '\n')


def _pairs(delta):
    """Yields ((number, text), (number, text), changed) from the lines of an ndiff delta."""
    lines, counts, sides = _deque(), [0, 0], (_deque(), _deque())

    def take(side, kind=None):
        counts[side] += 1
        text = lines.popleft()
        if kind == '?':  # the next line says which parts changed
            for m in reversed(list(_re.finditer(r'(\++|-+|\^+)', lines.popleft()))):
                i, j = m.span()
                text = text[:i] + '\0' + m[0][0] + text[i:j] + '\1' + text[j:]
            text = text[2:]
        else:
            text = text[2:]
            if kind:
                text = '\0' + kind + (text or ' ') + '\1'
        sides[side].append((counts[side], text))

    def balance(extra):
        """Blank lines for the shorter side, `extra` being the line that is about to follow."""
        ahead = len(sides[1]) - len(sides[0]) + extra
        sides[ahead < 0].extend([_BLANK] * abs(ahead))

    end = False
    while not end:
        while len(lines) < 4:
            lines.append(next(delta, 'X'))
        s = ''.join([line[0] for line in lines])
        changed = s[0] != ' '
        if s[0] == 'X':
            balance(0)
            end = True
        elif s[0] == ' ':
            sides[0].append((counts[0] + 1, lines[0][2:]))
            counts[0] += 1
            take(1)
        elif s.startswith('-?+?'):
            take(0, '?')
            take(1, '?')
        elif s.startswith('--++'):
            take(0, '-')
        elif s.startswith(('--?+', '--+', '- ')):
            balance(-1)
            take(0, '-')
        elif s.startswith('-+?'):
            take(0)
            take(1, '?')
        elif s.startswith('-?+'):
            take(0, '?')
            take(1)
        elif s[0] == '-':
            take(0, '-')
        else:
            if s.startswith(('+ ', '+-')) and not s.startswith('+--'):
                balance(1)
            take(1, '+')
        while sides[0] and sides[1]:
            yield sides[0].popleft(), sides[1].popleft(), changed


def _mdiff(fromlines, tolines, context=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    """Pairs of lines, all of them or those within `context` lines of a change."""
    pairs = _pairs(_ndiff(fromlines, tolines, linejunk, charjunk))
    if context is None:
        yield from pairs
        return
    before, count, after = _deque(maxlen=context), 0, 0
    for pair in pairs:
        if pair[2]:
            if count > len(before):
                yield None, None, None
            yield from before
            before.clear()
            count, after = 0, context
            yield pair
        elif after:
            after -= 1
            yield pair
        else:
            count += 1
            before.append(pair)


def _wrapped(number, text, width):
    """The (number, text) pieces of a line, at most width characters each without marks."""
    while number and len(text) - text.count('\0') * 3 > width and len(text) > width:
        i = n = 0
        mark = ''
        while n < width and i < len(text):
            if text[i] == '\0':
                mark = text[i + 1]
                i += 2
            elif text[i] == '\1':
                mark = ''
                i += 1
            else:
                i += 1
                n += 1
        yield number, text[:i] + ('\1' if mark else '')
        number, text = '>', ('\0' + mark if mark else '') + text[i:]
    yield number, text


_PAGE = '''
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
          "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">

<html>

<head>
    <meta http-equiv="Content-Type"
          content="text/html; charset=%(charset)s" />
    <title></title>
    <style type="text/css">%(styles)s
    </style>
</head>

<body>
    %(table)s%(legend)s
</body>

</html>'''

_STYLES = '''
        table.diff {font-family:Courier; border:medium;}
        .diff_header {background-color:#e0e0e0}
        td.diff_header {text-align:right}
        .diff_next {background-color:#c0c0c0}
        .diff_add {background-color:#aaffaa}
        .diff_chg {background-color:#ffff77}
        .diff_sub {background-color:#ffaaaa}'''

_COLUMNS = '        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>\n'
_TABLE = '''
    <table class="diff" id="difflib_chg_%(prefix1)s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
''' + _COLUMNS * 2 + '''        %(header_row)s
        <tbody>
%(data_rows)s        </tbody>
    </table>'''

_LEGEND = '''
    <table class="diff" summary="Legends">
        <tr> <th colspan="2"> Legends </th> </tr>
        <tr> <td> <table border="" summary="Colors">
                      <tr><th> Colors </th> </tr>
                      <tr><td class="diff_add">&nbsp;Added&nbsp;</td></tr>
                      <tr><td class="diff_chg">Changed</td> </tr>
                      <tr><td class="diff_sub">Deleted</td> </tr>
                  </table></td>
             <td> <table border="" summary="Links">
                      <tr><th colspan="2"> Links </th> </tr>
                      <tr><td>(f)irst change</td> </tr>
                      <tr><td>(n)ext change</td> </tr>
                      <tr><td>(t)op</td> </tr>
                  </table></td> </tr>
    </table>'''


class HtmlDiff:
    """Side by side comparison of two lists of lines as an HTML table or page."""
    __module__ = 'difflib'
    _default_prefix = 0
    _file_template, _styles, _table_template, _legend = _PAGE, _STYLES, _TABLE, _LEGEND

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        self._tabsize, self._wrapcolumn = tabsize, wrapcolumn
        self._linejunk, self._charjunk = linejunk, charjunk

    def make_file(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5, *,
                  charset='utf-8'):
        """A whole page with styles and a legend."""
        table = self.make_table(fromlines, tolines, fromdesc, todesc, context, numlines)
        page = self._file_template % dict(styles=self._styles, legend=self._legend, table=table,
                                          charset=charset)
        return page.encode(charset, 'xmlcharrefreplace').decode(charset)

    def make_table(self, fromlines, tolines, fromdesc='', todesc='', context=False, numlines=5):
        """A table; unchanged lines far from changes are left out with context."""
        number = HtmlDiff._default_prefix
        HtmlDiff._default_prefix += 1
        self._prefix = [f'from{number}_', f'to{number}_']
        diffs = _mdiff(list(map(self._expand, fromlines)), list(map(self._expand, tolines)),
                      numlines if context else None, self._linejunk, self._charjunk)
        rows = [None if flag is None else (self._cell(0, *left), self._cell(1, *right), flag)
                for left, right, flag in (self._wrap(diffs) if self._wrapcolumn else diffs)]
        rows, ids, links = self._link(rows, context, numlines)
        out = []
        for i, row in enumerate(rows):
            if row is not None:
                out.append(f'            <tr><td class="diff_next"{ids[i]}>{links[i]}</td>{row[0]}'
                           f'<td class="diff_next">{links[i]}</td>{row[1]}</tr>\n')
            elif i:
                out.append('        </tbody>        \n        <tbody>\n')
        header = ''
        if fromdesc or todesc:
            cells = [f'<th class="diff_next"><br /></th><th colspan="2" class="diff_header">{text}'
                     '</th>' for text in (fromdesc, todesc)]
            header = f'<thead><tr>{"".join(cells)}</tr></thead>'
        table = self._table_template % dict(data_rows=''.join(out), header_row=header,
                                            prefix1=self._prefix[1])
        for mark, html in _SPANS.items():
            table = table.replace(mark, html)
        return table

    def _expand(self, line):
        # Spaces that a tab stands for become tabs, so that they compare as what they were.
        line = line.replace(' ', '\0').expandtabs(self._tabsize).replace(' ', '\t')
        return line.replace('\0', ' ').rstrip('\n')

    def _wrap(self, diffs):
        for left, right, flag in diffs:
            if flag is None:
                yield left, right, flag
                continue
            left = list(_wrapped(*left, self._wrapcolumn))
            right = list(_wrapped(*right, self._wrapcolumn))
            for i in range(max(len(left), len(right))):
                yield (left[i] if i < len(left) else ('', ' '),
                       right[i] if i < len(right) else ('', ' '), flag)

    def _cell(self, side, number, text):
        name = f' id="{self._prefix[side]}{number}"' if isinstance(number, int) else ''
        text = text.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;')
        text = text.replace(' ', '&nbsp;').rstrip()
        return f'<td class="diff_header"{name}>{number}</td><td nowrap="nowrap">{text}</td>'

    def _link(self, rows, context, numlines):
        """Rows, the id and the link of each, that lead from change to change."""
        prefix = f'difflib_chg_{self._prefix[1]}_'
        if not rows:
            text = 'No Differences Found' if context else 'Empty File'
            rows = [(f'<td></td><td>&nbsp;{text}&nbsp;</td>',) * 2 + (False,)]
        ids, links = [''] * len(rows), [''] * len(rows)
        count = last = 0
        inside = False
        for i, row in enumerate(rows):
            changed = bool(row and row[2])
            if changed and not inside:
                ids[max(0, i - numlines)] = f' id="{prefix}{count}"'
                count, last = count + 1, i
                links[i] = f'<a href="#{prefix}{count}">n</a>'
            inside = changed
        if not (rows[0] and rows[0][2]):
            links[0] = f'<a href="#{prefix}0">f</a>'
        links[last] = f'<a href="#{prefix}top">t</a>'
        return rows, ids, links
