# tomllib and configparser: every public name, documents right and wrong, with CPython 3.12's messages.
import configparser as c
import decimal
import io
import tomllib
import warnings


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r)


DOC = '''# title
title = "a\\tb\\u00e9\\U0001F600" # c
'q k' = 'lit\\n'
a.b.c = 1
"x" = [1, 2, [3.5, "y"], {z = 1, w.v = true},]
multi = """
one \\
   two
"q" """
raw = \'\'\'
l1
l2\'\'\'
ints = [0xff, 0o17, 0b11, 1_000, -5, +6]
floats = [1.5, 1e3, -inf, nan, 6.26e-3]
times = [1979-05-27T07:32:00Z, 1979-05-27 00:32:00.999999-07:00, 1979-05-27, 07:32:00.5, 1979-05-27T07:32:00]
[t]
k = 1
[t.sub]
[[arr]]
n = 1
[[arr]]
n = 2
[arr.deep]
e = {}
'''
attempt(tomllib.loads, DOC)
attempt(tomllib.load, io.BytesIO(DOC.encode()))
attempt(tomllib.load, io.StringIO(DOC))
attempt(tomllib.loads, 'a=1.5\nb=inf', parse_float=decimal.Decimal)
attempt(tomllib.loads, 'a=1.5', parse_float=lambda s: [])
print(issubclass(tomllib.TOMLDecodeError, ValueError))
for bad in ('a', 'a =', '=1', 'a=1 b=2', 'a=1\na=2', '[a]\n[a]', '[a', '[[a]', '[a]b=1', 'a=[1', 'a=[1 2]', 'a={b=1', 'a={b=1,}',
            'a="x', 'a="\n"', "a='x", 'a="""x', 'a="\\z"', 'a="\\u12"', 'a="\\ud800"', 'a=01', 'a=1__0', 'a=.5', 'a=1.', 'a=tru',
            'a=2020-13-01', 'a=2021-02-30', 'a=25:00:00', 'a.b=1\n[a]', '[a]\nb=1\n[a.b]', 'a=1\n[a.b]', 'a=[1]\n[[a]]', 'a={}\na.b=1',
            '[[a]]\n[a]', '[a]\n[[a]]', 'a\x01=1', 'a="\x01"', "a='\x7f'", '# \x01', 'a={b=1,b=2}', 'a={b={c=1},b.d=2}', 'a=0x', 'a.=1',
            '[]', '[a.]', 'a b=1', 'é=1', 'x=1\r', '[a]\nb.c=1\n[a.b]', 'a=2020-01-01T', 'a = "\\   x"', 'b=[,]', '\\'):
    attempt(tomllib.loads, bad)

INI = '''[DEFAULT]
base = /srv
[one]
path = %(base)s/x
n : 5
f=2.5
flag = yes
many = a
  b

  c
; comment
# comment
Empty =
esc = 100%%
[two words]
ref = %(path)s
'''
p = c.ConfigParser()
p.read_string(INI)
print(p.sections(), p.defaults(), p.options('one'), p.items('one'), p.has_section('one'), p.has_option('one', 'BASE'), list(p),
      len(p), 'one' in p, p['one'], p['one']['n'], dict(p['one']), p.has_section('DEFAULT'))
print(p.get('one', 'path'), p.get('one', 'path', raw=True), p.getint('one', 'n'), p.getfloat('one', 'f'), p.getboolean('one', 'flag'),
      p.get('one', 'x', fallback='fb'), p.getint('no', 'x', fallback=7), p.get('one', 'path', vars={'base': 'V'}), repr(p.get('one', 'many')))
s = p['one']
print(s.name, s.parser is p, s.get('n'), s.getint('n'), s.get('zz', 'd'), s.getboolean('flag'), s.getfloat('q', 1.5), 'n' in s, len(s), list(s))
for f, a in ((p.get, ('no', 'x')), (p.get, ('one', 'x')), (p.get, ('two words', 'ref')), (p.getint, ('one', 'flag')), (p.getboolean, ('one', 'n')),
             (p.add_section, ('one',)), (p.add_section, ('DEFAULT',)), (p.add_section, (5,)), (p.set, ('one', 'x', 5)), (p.set, ('no', 'x', 'y')),
             (p.set, ('one', 'x', '%')), (p.items, ('no',)), (p.options, ('no',)), (p.__getitem__, ('no',)), (p.__delitem__, ('DEFAULT',)),
             (s.__getitem__, ('no',)), (p.remove_option, ('no', 'x')), (p.read_string, ('x=1',)), (p.read_string, ('[a]\n[a]',)),
             (p.read_string, ('[a]\nx=1\nX=2',)), (p.read_string, ('[a]\nnovalue\n=x\n',)), (p.read_dict, ({'q': {'k': 1, 'K': 2}},)),
             (p.read_file, (['[z]', 'a=1'],)), (p.read_dict, ({'d': {'k': 1, 'none': 'v'}},)), (c.ConfigParser, ({'a': 5},))):
    attempt(f, *a) if f is not c.ConfigParser else print(dict(f(*a)['DEFAULT']))
p['new'] = {'k': 'v'}
p['one']['n'] = '9'
print(p.remove_option('one', 'f'), p.remove_section('two words'), p.remove_section('no'), p.popitem())
for spaces in (True, False):
    out = io.StringIO()
    p.write(out, space_around_delimiters=spaces)
    print(out.getvalue())
r = c.RawConfigParser(allow_no_value=True, delimiters=('->',), comment_prefixes=('//',), inline_comment_prefixes=('!',), strict=False,
                      empty_lines_in_values=False, default_section='common')
r.optionxform = str
r.read_string('[common]\nz -> 1\n[s]\nAlone\nk -> v ! note\n// c\n[s]\nk -> %(w)s\n', 'src')
print({n: dict(v) for n, v in r.items()}, r.default_section)
e = c.ConfigParser(interpolation=c.ExtendedInterpolation(), converters={'list': str.split, 'path': lambda x: '/' + x})
e.read_string('[a]\nx = 1 2\ny = ${x}/${b:z}\nbad = ${b:no}\nsyn = ${x\ncolons=${a:b:c}\nd = $$5\n[b]\nz = ${a:x}!\n')
print(e.getlist('a', 'x'), e['a'].getlist('x'), e['a'].getpath('x'), e.get('a', 'y'), e.get('a', 'd'), sorted(e.converters))
for k in ('bad', 'syn', 'colons'):
    attempt(e.get, 'a', k)
attempt(e.set, 'a', 'q', '$')
loop = c.ConfigParser()
loop.read_string('[s]\na=%(b)s\nb=%(a)s\nc=%(\nd=%x')
for k in 'acd':
    attempt(loop.get, 's', k)
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    old = c.ConfigParser(interpolation=c.LegacyInterpolation())
old.read_string('[s]\na=1\nb=%(a)s/%(a)s\nc=%(zz)s')
print(old.get('s', 'b'))
attempt(old.get, 's', 'c')
attempt(c.ConfigParser, interpolation=5)
print(c.DEFAULTSECT, c.MAX_INTERPOLATION_DEPTH, isinstance(p['new'], c.SectionProxy), isinstance(e.converters, c.ConverterMapping))
for err in (c.NoSectionError('s'), c.NoOptionError('o', 's'), c.DuplicateSectionError('s'), c.DuplicateSectionError('s', 'f', 3),
            c.DuplicateOptionError('s', 'o', 'f', 3), c.ParsingError('f'), c.MissingSectionHeaderError('f', 1, 'x'),
            c.InterpolationError('o', 's', 'm'), c.InterpolationDepthError('o', 's', 'r'),
            c.InterpolationMissingOptionError('o', 's', 'r', 'k'), c.InterpolationSyntaxError('o', 's', 'm'), c.Error('x')):
    print(repr(err), '|', err, err.args)
i = c.Interpolation()
print(i.before_get(p, 's', 'o', 'v', {}), i.before_set(p, 's', 'o', 'v'), i.before_read(p, 's', 'o', 'v'), i.before_write(p, 's', 'o', 'v'),
      isinstance(c.BasicInterpolation(), c.Interpolation))
