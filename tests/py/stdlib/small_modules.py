# sched, gettext, locale, token, timeit, colorsys: every public name.
import colorsys
import gettext
import io
import locale
import sched
import struct
import timeit
import token


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r)


now = [0]
log = []
s = sched.scheduler(lambda: now[0], lambda d: now.__setitem__(0, now[0] + d))
for t, pri, x in ((5, 1, 'a'), (3, 2, 'b'), (3, 1, 'c'), (1, 1, 'd')):
    s.enter(t, pri, log.append, (x,))
e = s.enterabs(2, 1, lambda **k: log.append(k), kwargs={'z': 1})
gone = s.enterabs(2, 1, log.append, ('no',))
s.cancel(gone)
print([tuple(q)[:2] for q in s.queue], s.empty(), s.run(blocking=False), log)
s.run()
print(log, now, s.empty(), e.time, e.priority, e._fields)
attempt(s.cancel, gone)

for form in ('n != 1', 'n>1', '0', 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2', '!(n==1)', 'n/2*3-1'):
    f = gettext.c2py(form)
    print(form, [f(n) for n in range(25)])
for form in ('n++', 'x', '(n', 'n ? 1', '', 'n n'):
    try:
        gettext.c2py(form)
    except ValueError:
        print(form, 'ValueError')
texts = {'': 'Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n', 'hello': 'salut é',
         'ctx\x04hello': 'bonjour', 'one\0many': 'un\0plusieurs', 'ctx\x04one\0many': 'seul\0tous'}
rows = sorted((k.encode(), v.encode()) for k, v in texts.items())
blob, ids, strs, base = b'', [], [], 28 + 16 * len(rows)
for i, column in enumerate((0, 1)):
    for row in rows:
        (ids, strs)[i].append((len(row[column]), base + len(blob)))
        blob += row[column] + b'\0'
mo = struct.pack('<7I', 0x950412de, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0)
mo += b''.join(struct.pack('<2I', *x) for x in ids + strs) + blob
t = gettext.GNUTranslations(io.BytesIO(mo))
n = gettext.NullTranslations()
t.add_fallback(n)
for g in (t, n, gettext.translation('d', fallback=True), gettext):
    print(g.gettext('hello'), g.gettext('other'), [g.ngettext('one', 'many', i) for i in (0, 1, 2)], g.pgettext('ctx', 'hello'),
          g.pgettext('no', 'hello'), [g.npgettext('ctx', 'one', 'many', i) for i in (1, 2)], g.ngettext('a', 'b', 2))
print(t.info(), t.charset(), n.info(), n.charset())
attempt(gettext.translation, 'nothing-here')
print(gettext.find('nothing-here'), gettext.textdomain(), gettext.textdomain('x'), gettext.bindtextdomain('x', '/l'), gettext.bindtextdomain('x'),
      gettext.dgettext('d', 'a'), gettext.dngettext('d', 'a', 'b', 1), gettext.dpgettext('d', 'c', 'a'), gettext.dnpgettext('d', 'c', 'a', 'b', 2),
      gettext.Catalog is gettext.translation)
gettext.install('nothing-here')
print(_('x'))

print(locale.localeconv(), locale.getlocale(locale.LC_NUMERIC), locale.setlocale(locale.LC_NUMERIC, 'C'), locale.strcoll('a', 'b'),
      locale.strxfrm('a'), locale.str(1.5), locale.atof('1.5'), locale.atoi('7'), locale.format_string('%.2f %s', (1.234, 'x'), True),
      locale.format_string('%(a)d%%', {'a': 5}), locale.delocalize('1.5'), locale.localize('1234.5', True), locale.CHAR_MAX, locale.normalize('C'))
attempt(locale.currency, 5)
attempt(locale.setlocale, locale.LC_ALL, 'xx_YY')
attempt(locale.format_string, '%d', ())
print(locale.LC_CTYPE, locale.LC_TIME, locale.LC_COLLATE, locale.LC_MONETARY, locale.LC_MESSAGES, locale.Error.__mro__[1], locale.getencoding())

print([(name, getattr(token, name)) for name in token.__all__ if name.isupper() and isinstance(getattr(token, name), int)])
print(token.EXACT_TOKEN_TYPES, token.tok_name[1], token.ISEOF(0), token.ISTERMINAL(5), token.ISNONTERMINAL(300))

clock = iter(range(100))
tm = timeit.Timer('x.append(n)', 'x = []; n = 5', timer=lambda: next(clock))
print(tm.timeit(3), tm.repeat(2, 4), timeit.timeit('pass', number=2) >= 0, len(timeit.repeat(lambda: 1, number=1, repeat=3)),
      timeit.default_number, timeit.default_repeat, timeit.dummy_src_name, timeit.reindent('a\nb', 4), timeit.default_timer() > 0)
print(timeit.template)
for bad in (('x y',), ('pass', 'x y'), (5,), ('pass', 5), ('return',), ('break',)):
    attempt(timeit.Timer, *bad)
try:
    timeit.Timer('1/0').timeit(1)
except ZeroDivisionError:
    out = io.StringIO()
    tm.print_exc(out)
    print(out.getvalue().splitlines()[-1])
print(timeit.Timer('pass', globals={'a': 1}).autorange(lambda n, t: None)[0] > 0)
for rgb in ((.2, .4, .4), (0, 0, 0), (1, .5, .25)):
    print(colorsys.rgb_to_yiq(*rgb), colorsys.yiq_to_rgb(*rgb), colorsys.rgb_to_hls(*rgb), colorsys.hls_to_rgb(*rgb),
          colorsys.rgb_to_hsv(*rgb), colorsys.hsv_to_rgb(*rgb))
print(colorsys.ONE_THIRD, colorsys.ONE_SIXTH, colorsys.TWO_THIRD)
