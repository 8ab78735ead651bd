# urllib.parse: every public name, for text and bytes, and random URLs.
import random
import urllib.parse as u
import warnings


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(r)


for name in ('uses_relative', 'uses_netloc', 'uses_params', 'uses_query', 'uses_fragment', 'non_hierarchical', 'scheme_chars'):
    print(name, getattr(u, name))
for url in ('http://user:pa%20ss@Host.COM:8080/p/a;x?q=1#f', b'HTTP://u@h:1/p?q#f', 'mailto:a@b', '//h/p', 'p?x#', '', b'',
            'http://[::1%eth0]:80/', 'http://[1.2.3.4]/', 'http://[v1.x]/', 'http://[zz]/', 'http://a]/', 'http://h:x/',
            'http://h:99999/', b'http://h:x/', 'http://h:/', 'x:y', '1x:y', 'http:///p', ' http://h', 'ht\ntp://h\t/p',
            'http://a\uff0fb/', 'tel:+1-816;ext=5', None, 5):
    for f in (u.urlsplit, u.urlparse, u.urldefrag):
        attempt(f, url)
        try:
            r = f(url)
        except Exception:
            continue
        attempt(r.geturl)
        for n in ('username', 'password', 'hostname', 'port') if f is not u.urldefrag else ():
            attempt(getattr, r, n)
        attempt(lambda: r.encode() if isinstance(url, str) else r.decode())
print(u.DefragResult('a', 'b').encode(), u.SplitResultBytes(b'', b'', b'', b'', b'').decode(), u.ParseResult(*'abcdef'),
      u.SplitResult(*'abcde'), u.ParseResultBytes(*[b'x'] * 6), u.DefragResultBytes(b'a', b'b').geturl(), u.ResultBase.__module__)
attempt(u.urlsplit, 'a', b'b')
attempt(u.urljoin, 'http://a/b', b'c')
attempt(u.urlsplit, 'a:b', 'http', False)
attempt(u.urlunsplit, ('http', 'h', 'p', 'q', 'f'))
attempt(u.urlunparse, (b'http', b'h', b'/p', b'x', b'q', b'f'))
random.seed(8)
parts = ['http:', 'ftp:', 'x:', '//', 'h', '/', '..', '.', 'a', 'b;c', '?', 'q=1', '#', 'f', ':', '@', 'é', '%20', ';', '///']
for k in range(250):
    a, b = (''.join(random.choice(parts) for _ in range(random.randrange(7))) for _ in range(2))
    print(repr(a), repr(b))
    attempt(u.urljoin, a, b)
    attempt(lambda: (u.urlunsplit(u.urlsplit(a)), u.urlunparse(u.urlparse(b)), u.urldefrag(a)))
for q in ('a=1&b=2;c&=3&d=', 'a=%20+b&a=2', b'a=%ff', '', 'a;b', '%zz=1'):
    for k in ({}, dict(keep_blank_values=True), dict(strict_parsing=True), dict(separator=';'), dict(max_num_fields=2)):
        attempt(u.parse_qsl, q, **k)
        attempt(u.parse_qs, q, **k)
attempt(u.parse_qs, 'a', separator='')
for v in ('a b/ü~+', b'a b\xff', '', b'', bytearray(b'x y'), 5, None):
    for f in (u.quote, u.quote_plus, u.quote_from_bytes, u.unquote, u.unquote_plus, u.unquote_to_bytes):
        attempt(f, v)
attempt(u.quote, 'a/b c', safe='')
attempt(u.quote, 'é', encoding='latin-1')
attempt(u.quote, b'x', 'a', 'utf-8')
attempt(u.unquote, '%E9%zz%', 'latin-1')
attempt(u.unquote, 'a%FFb%C3%A9')
for q in ({'a': 1, 'b c': 'é'}, [('a', [1, 2])], 'ab', [1], 5, {'x': b'\xff'}, {'a': ('b', b'c')}):
    attempt(u.urlencode, q)
    attempt(u.urlencode, q, True, quote_via=u.quote)
print(u.unwrap('<URL:http://x>'), u.unwrap(' x '), u.clear_cache())
warnings.simplefilter('always')
for name, args in dict(splittype=('A:b',), splithost=('//a/b',), splituser=('a@b',), splitpasswd=('a:b',), splitport=('a:1',),
                       splitnport=('a:x',), splitquery=('a?b',), splittag=('a#b',), splitattr=('a;b;c',),
                       splitvalue=('a=b',), to_bytes=('a',)).items():
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter('always')
        print(name, getattr(u, name)(*args), log[0].message)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    print(u.Quoter(b'x'), log[0].message)
