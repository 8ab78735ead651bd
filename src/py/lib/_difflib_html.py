# HtmlDiff of module difflib: two texts side by side as an HTML table. Loaded on first use.
import re as _re
from collections import deque as _deque

from difflib import IS_CHARACTER_JUNK, ndiff as _ndiff
from itertools import zip_longest as _zip_longest

# A changed part of a line is between \0, its kind ('+', '-' or '^') and \1.
_SPANS = {'\0+': '<span class="diff_add">', '\0-': '<span class="diff_sub">',
          '\0^': '<span class="diff_chg">', '\1': '</span>', '\t': '&nbsp;'}
_BLANK = ('', '\n')


def _entries(delta):
    """(sign, text, marks) of the lines of an ndiff delta; marks: the line of those behind it, or ''."""
    entries = []
    for line in delta:
        if line[0] == '?':
            entries[-1] = *entries[-1][:2], line[2:]
        else:
            entries.append((line[0], line[2:], ''))
    return entries


def _with_marks(text, marks):
    """The text with the parts marked that the line of marks is below."""
    for part in reversed(list(_re.finditer(r'\++|-+|\^+', marks))):
        start, end = part.span()
        text = f'{text[:start]}\0{part[0][0]}{text[start:end]}\1{text[end:]}'
    return text


def _is_pair(entry, following):
    """Is a line that went changed into the one behind it?"""
    return entry[0] == '-' and following[0] == '+' and bool(entry[2] or following[2])


def _is_last(sign, ahead):
    """Does a line that went or came, before these three, end what stands side by side?"""
    first, second, third = ahead
    if sign == '+':     # two that went, one after the other, may stand beside what came
        return first[0] == ' ' or first[0] == '-' and (bool(first[2]) or second[0] != '-')
    return first[0] == ' ' or _is_pair(first, second) or first[0] == '-' and second[0] == '+' != third[0]


class _Sides:
    """Both texts, line by line: what one has without a counterpart waits for a blank line of the other's."""

    def __init__(self):
        self._numbers, self._waiting = [0, 0], (_deque(), _deque())

    def put(self, side, text, changed=True):
        self._numbers[side] += 1
        self._waiting[side].append((self._numbers[side], text, changed))

    def level(self, *to_come):
        """Blank lines for the one that is shorter, or will be when these sides have got a line more."""
        longer = len(self._waiting[1]) + to_come.count(1) - len(self._waiting[0]) - to_come.count(0)
        self._waiting[longer < 0].extend([(*_BLANK, True)] * abs(longer))

    def ready(self):
        left, right = self._waiting
        while left and right:
            (number, text, changed), (other, its_text, its_change) = left.popleft(), right.popleft()
            yield (number, text), (other, its_text), changed or its_change


def _pairs(delta):
    """Yields ((number, text), (number, text), changed) from the lines of an ndiff delta."""
    entries, sides, at = _entries(delta), _Sides(), 0
    size = len(entries)
    entries += [('', '', '')] * 3
    while at < size:
        (sign, text, marks), *ahead = entries[at:at + 4]
        if sign == ' ':
            sides.put(0, text, False)
            sides.put(1, text, False)
        elif _is_pair(entries[at], ahead[0]):
            at += 1
            sides.put(0, _with_marks(text, marks))
            sides.put(1, _with_marks(*ahead[0][1:]))
        else:
            side = '-+'.index(sign)
            if _is_last(sign, ahead):
                sides.level(side)
            sides.put(side, f'\0{sign}{text or " "}\1')
        at += 1
        yield from sides.ready()
    sides.level()
    yield from sides.ready()


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
    piece = _re.compile('(?s)(?:(?:\0.|\1)*[^\0\1]){%d}' % width)
    while number and width < len(text) - 3 * text.count('\0'):
        head = piece.match(text)[0]
        rest, opened = text[len(head):], head.rfind('\0')
        if opened > head.rfind('\1'):   # it is marked where it breaks
            head, rest = head + '\1', head[opened:opened + 2] + rest
        yield number, head
        number, text = '>', rest
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
        for row in diffs:
            *sides, flag = row
            if flag is None:
                yield row
            else:
                columns = [_wrapped(*side, self._wrapcolumn) for side in sides]
                yield from [(*pair, flag) for pair in _zip_longest(*columns, fillvalue=('', ' '))]

    def _cell(self, side, number, text):
        name = f' id="{self._prefix[side]}{number}"' if isinstance(number, int) else ''
        text = text.replace('&', '&amp;').replace('>', '&gt;').replace('<', '&lt;')
        text = text.replace(' ', '&nbsp;').rstrip()
        return f'<td class="diff_header"{name}>{number}</td><td nowrap="nowrap">{text}</td>'

    def _link(self, rows, context, numlines):
        """Rows, the id and the link of each, that lead from change to change."""
        goal = f'difflib_chg_{self._prefix[1]}_'
        if not rows:
            text = 'No Differences Found' if context else 'Empty File'
            rows = [(f'<td></td><td>&nbsp;{text}&nbsp;</td>',) * 2 + (False,)]
        changed = [bool(row and row[2]) for row in rows]
        starts = [i for i, here in enumerate(changed) if here and not (i and changed[i - 1])]
        ids, links = [''] * len(rows), [''] * len(rows)
        for count, i in enumerate(starts):
            ids[max(0, i - numlines)] = f' id="{goal}{count}"'
            links[i] = f'<a href="#{goal}{count + 1}">n</a>'
        if not changed[0]:
            links[0] = f'<a href="#{goal}0">f</a>'
        links[starts[-1] if starts else 0] = f'<a href="#{goal}top">t</a>'
        return rows, ids, links
