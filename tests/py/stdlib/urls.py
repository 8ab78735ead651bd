from urllib.parse import *
import colorsys, timeit
u = urlparse('http://user:pw@Example.com:8080/a/b;p?q=1&r=2#frag'); print(u, u.hostname, u.port, u.username, u.password, u.geturl())
print(urlsplit('//h/p?x'), urlsplit('mailto:a@b'), urlunsplit(('http', 'h', 'p', 'q', 'f')))
for r in ('g', './g', 'g/', '/g', '//g', '?y', 'g?y', '#s', '', '.', './', '..', '../', '../g', '../..', '../../g', '../../../g', 'g;x=1/../y', 'http:g', 'mailto:x'):
    print(r, urljoin('http://a/b/c/d;p?q', r))
print(quote('a b/é?&='), quote_plus('a b&c'), unquote('a%20b%C3%A9%zz%'), unquote_plus('a+b'), unquote_to_bytes('%ff%41'))
print(urlencode({'a': 1, 'b': 'x y', 'c': ['1', '2']}), urlencode([('c', ['1', '2'])], doseq=True), parse_qs('a=1&a=2&b=&c=%20'), parse_qsl('a=1&b=', keep_blank_values=True), urldefrag('http://x/y#z'))
print(colorsys.rgb_to_hsv(.2, .4, .4), colorsys.hsv_to_rgb(.5, .5, .4), colorsys.rgb_to_hls(.1, .9, .3), colorsys.hls_to_rgb(.3, .6, .7))
print(timeit.timeit('x+1', 'x=1', number=10) >= 0, len(timeit.repeat(lambda: 0, number=3, repeat=2)))
