# odict views and iterators: names, set operations, and what a change during the loop does
from collections import OrderedDict
def od(): return OrderedDict(a=1,b=2,c=3)
d=od()
print(d.items(), d.keys(), d.values(), type(d.items()), type(d.keys()), type(d.values()))
print(d.items() & {('a',1)}, sorted(d.keys() | {'z'}), len(d.values()), 'a' in d.keys(), list(reversed(d.items())), d.keys()=={'a','b','c'})
print(isinstance(d.keys(), type({}.keys())), type(d.items()).__mro__, type(d.items()).__module__)
def loop(make, act):
    d=od()
    seen=[]
    try:
        for k in make(d):
            seen.append(k)
            act(d,k)
            if len(seen)>6: break
        print(seen, dict(d))
    except Exception as e: print(type(e).__name__, e, seen, dict(d))
for make in (lambda d:d, lambda d:d.keys(), lambda d: d.items(), lambda d: d.values(), reversed, lambda d: reversed(d.items())):
    loop(make, lambda d,k: d.pop('c', None))
    loop(make, lambda d,k: d.pop('a', None))
    loop(make, lambda d,k: d.update(z=1))
    loop(make, lambda d,k: d.move_to_end('a'))
    loop(make, lambda d,k: d.clear())
    loop(make, lambda d,k: (d.pop('c', None), d.update(c=1)))
    loop(make, lambda d,k: d.popitem())
    loop(make, lambda d,k: d.__setitem__('a',5))
it=iter(d); print(type(it).__name__, hasattr(it, '__length_hint__'), type(iter(d.items())).__name__, type(reversed(d)).__name__)
class S(OrderedDict): pass
print(S(a=1).items())
import copy, json
print(list(copy.copy(iter(d))), json.dumps(d), repr(d.items()))
import random
random.seed(5)
for rnd in range(60):
    d=OrderedDict(); log=[]
    for _ in range(30):
        k=random.choice([1,1.0,2,'a','b',True,7,8,9]); r=random.randrange(9)
        try:
            if r<4: d[k]=random.randrange(9)
            elif r==4: d.move_to_end(k)
            elif r==5: d.move_to_end(k, last=False)
            elif r==6: log.append(d.popitem(random.random()<.5))
            elif r==7: del d[k]
            else: log.append(list(reversed(d)))
        except Exception as e: log.append(repr(e))
    print(log, d, list(d.keys()), list(reversed(d.values())))
