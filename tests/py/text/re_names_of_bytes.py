# Group names of bytes patterns are ASCII; what Scanner and template() show.
import re
import warnings


def show(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        print(type(error).__name__, error)


for name in b'\xc2\xb5', b'a.', b"'", b'\\', b'1', b'a1':
    for pattern in b'(?P<%s>x)', b'(?P<a1>x)(?P=%s)', b'(?P<a1>x)(?(%s)y)':
        show(re.compile, pattern % name)
    show(re.sub, b'(?P<a1>x)', b'\\g<%s>' % name, b'xx')
show(re.compile, '(?P<\xb5>x)(?P=\xb5)')
scanner = re.compile('[a-z]').scanner('ab1')
print(scanner.pattern, scanner.match(), scanner.search(), scanner.match())
for call in (lambda: re.template('a'), lambda: re.template('b', re.X), lambda: re.compile('c', re.T), lambda: re.compile('d', re.TEMPLATE | re.I)):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        print(call(), [(str(w.message), w.category) for w in caught])
