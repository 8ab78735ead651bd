import string, textwrap, unicodedata as u, json, re
print(string.capwords('hello  world'), string.Template('$a ${b} $$').substitute(a=1,b='x'), string.Template('$a $b').safe_substitute(a=1), string.punctuation)
try: string.Template('$a $').substitute(a=1)
except ValueError as e: print(e)
try: string.Template('$b').substitute(a=1)
except KeyError as e: print(repr(e))
print(string.Formatter().format('{0} {x!r:>5} {1[0]}', 1, [2], x='q'), string.Formatter().vformat('{a}',(),{'a':3}))
t = "Hello there, how are you this fine day?  I'm glad to hear it! self-explanatory --option well-known-thing"
print(textwrap.wrap(t, 20), textwrap.fill(t, 30, initial_indent='* ', subsequent_indent='  '), textwrap.shorten(t, 25), textwrap.dedent("   a\n     b\n   c\n"), textwrap.indent("a\n\nb","> "))
print(textwrap.wrap("aaaaaaaaaaaaaaaaaaaaaaaaaaa bb", 10), textwrap.wrap("x"*5+" y",3,break_long_words=False), textwrap.wrap("a b c d e f g h i", 9, max_lines=2))
print(u.name('a'), u.name('é'), u.name('中'), u.name('한'), u.lookup('GREEK SMALL LETTER ALPHA'), u.category('a'), u.category('1'), u.bidirectional('a'), u.combining('\u0301'), u.east_asian_width('中'), u.east_asian_width('a'), u.decomposition('é'), u.numeric('½'), u.decimal('5'), u.digit('²'), u.mirrored('('))
print([len(u.normalize(f,'é\u1e9b\u0323ﬁ')) for f in ('NFC','NFD','NFKC','NFKD')], u.normalize('NFC','e\u0301'), u.is_normalized('NFC','é'), u.unidata_version)
for f in (lambda: u.name('\x00'), lambda: u.lookup('FOO'), lambda: u.numeric('a'), lambda: u.category('ab'), lambda: u.normalize('X','é')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print("\N{BULLET}")
for x in [1, -1.5, 1e100, 1e-7, float('nan'), float('inf'), 10**30, True, None, "a\"b\\c\n\t\x00é😀\x7f", [], {}, [[]], {"a":[1,{"b":()}]}, (1,2), {1:2,None:3,True:4,1.5:5}]:
    print(json.dumps(x), json.dumps(x, ensure_ascii=False, indent=1), json.dumps(x, separators=(',',':')))
class E(json.JSONEncoder):
    def default(self, o):
        return list(o) if isinstance(o, set) else super().default(o)
print(json.dumps({1,}, cls=E), json.dumps([{2}], default=list), E(indent=2).encode([{3}]))
for s in ['', '{', '[1,]', '{"a" 1}', '{"a":1,}', '[1 2]', '"abc', '"a\nb"', '"\\q"', '"\\u12"', 'nul', '01', '1.', '-', '[1]x', '{1:2}', '\ufeff1', '"\\ud83d\\ude00"', '1e5', '1E+2', '-0', '-0.0', '123456789012345678901234567890', ' [ 1 , 2 ] ', 'NaN', '-Infinity', '"\\ud800"','[1,\n2,\n x]', '1.5e', '{"a":{"b":[1,2,{"c":null}]}}', '"\x7f"', '[' * 5]:
    try: print(repr(json.loads(s)))
    except json.JSONDecodeError as e: print(repr(s), e, e.pos, e.lineno, e.colno, e.msg)
print(json.loads(b'{"a": "\xc3\xa9"}'), json.loads('[1.5, 2]', parse_float=str, parse_int=lambda x: x+'!'), json.loads('{"a":1,"b":2}', object_pairs_hook=lambda p: p), json.loads('{"a":{"b":1}}', object_hook=lambda d: tuple(d.items())))
for f in (lambda: json.dumps({(1,2):3}), lambda: json.dumps({(1,2):3}, skipkeys=True), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.dumps(object), lambda: json.loads(1), lambda: json.dumps({'b':1,'a':2}, sort_keys=True), lambda: json.dumps({1:2,'a':3}, sort_keys=True), lambda: json.dumps({'a':1}, indent='\t'), lambda: json.JSONDecoder().raw_decode('[1] x'), lambda: json.JSONDecoder().decode(' 1 '), lambda: json.dumps([1,[2]], indent=0)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a=[]; a.append(a)
try: json.dumps(a)
except ValueError as e: print(e)
d={}; d['x']=d
try: json.dumps(d)
except ValueError as e: print(e)
try: json.dumps([object()], default=lambda o: [o])
except ValueError as e: print(e)
print(json.dumps("\u2028"), json.dumps({"k": 10**20}), json.dumps([1.0,0.1,1e16,123456789.123]))
