# A function gets other code while its arguments are bound, from keywords and defaults that are compared by methods of
# their own: the frame is filled as the code that it was made for needs it.
class Key(str):
    def __hash__(self): fire(); return str.__hash__(self)
    def __eq__(self, other): fire(); return str.__eq__(self, other)
left = 0
def fire():
    global left
    if left:
        left -= 1
        if not left: f.__code__, f.__defaults__ = new.__code__, defaults
exec('def many(' + ', '.join('a%d' % n for n in range(200)) + '): return a0')
exec('def given(' + ', '.join('a%d=1' % n for n in range(200)) + '): return a0')
def none(): return 1
def named(*, a0=0, a1=0, a2=0): return 1
calls = [lambda: f(1, **keywords), lambda: f(*range(9), **keywords), lambda: f(**keywords), lambda: f(1), lambda: list(map(f, [1]))]
seen = set()
for new in (many, given, none, named):
    for defaults in (None, given.__defaults__):
        for at in range(1, 6):
            for call in calls:
                def f(a, b=5, *, c=3, **rest): return a, b, c, rest
                keywords = {Key('zz'): 1}
                f.__kwdefaults__ = {Key('c'): 4}
                left = at
                try: shown = str(call())
                except TypeError as e: shown = str(e)
                left = 0
                if 'object object' in shown: print('what is nowhere was seen', new.__name__, at, shown)
                seen.add(shown)
print(len(seen) > 5, '(1, 5, 4, {})' in seen)
