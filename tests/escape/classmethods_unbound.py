# Classmethods of natives called with something else for their class: what they would take it for is
# memory. Also by the quick way of calls, which asks whether the receiver is an instance.
descriptor = type(dict.__dict__['fromkeys'])
def all_classes():
    seen, todo = set(), [object]
    while todo:
        c = todo.pop()
        if c in seen: continue
        seen.add(c)
        yield c
        todo += type.__subclasses__(c)
import array, datetime, itertools, decimal, fractions
count = 0
def attempt(f, *args):
    global count
    try: f(*args)
    except Exception: pass
    count += 1
things = (5, 'abc', [1], None, len, int, object, type, (1, 2), 1.5, {}, 2 ** 70, b'x', datetime.date(2020, 1, 1), array.array('b'), ValueError())
rests = ((), (b'a',), ('ab',), ([1],), ('ab', 1), (1,), ('2020-01-01', '%Y-%m-%d'), (None,))
for c in all_classes():
    for name, d in list(c.__dict__.items()):
        if type(d) is not descriptor: continue
        try: own = (c(),)
        except Exception: own = ()
        for first in things + own:
            for rest in rests:
                attempt(d, first, *rest)
                attempt(lambda: d.__get__(None, first)(*rest))
                attempt(lambda: d.__get__(first)(*rest))
print(count > 1000)
def T(f, *args):
    try: print(f(*args))
    except TypeError as e: print(e)
fromkeys = dict.__dict__['fromkeys']
for i in range(3): # known to the call site from the second on
    T(fromkeys)
    T(fromkeys, 5, [1])
    T(fromkeys, {}, [1])
    T(fromkeys, list, [1])
    T(fromkeys, dict, [1])
    T(int.__dict__['from_bytes'], 5, b'a')
    T(int.__dict__['from_bytes'], bool, b'a')
    T(float.__dict__['fromhex'], int, '1')
