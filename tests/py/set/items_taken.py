# How many items of an iterator each method takes before it is done, or fails.
class It:
    def __init__(s, v): s.v, s.seen = v, 0
    def __iter__(s):
        for x in s.v:
            s.seen += 1
            yield x
def t(name, mk, v):
    o = It(v)
    try: r = mk(o)
    except Exception as e: r = type(e).__name__ + str(e)
    print(name, r, o.seen)

seqs = [[0,1,2,3,4],[5,1,2,3],[1,1,1,1],[],[1,2,[3],4],[[3]],[1,[2]], [2,2,1,1,0]]
import collections
for base in ([], [1], [1,2], [0,1,2]):
    for v in seqs:
        for T in (set, frozenset):
            for m in 'union intersection difference symmetric_difference isdisjoint issubset issuperset update intersection_update difference_update symmetric_difference_update'.split():
                if hasattr(T, m):
                    s = T(base)
                    t((T.__name__, base, v, m), lambda o: (getattr(s, m)(o), s), v)
        d = dict.fromkeys(base, 1)
        import operator
        for nm in ('and_','or_','sub','xor'):
            t(('keys', base, v, nm), lambda o: (getattr(operator,nm)(d.keys(), o)), v)
            t(('rkeys', base, v, nm), lambda o: (getattr(operator,nm)(o, d.keys())), v)
        t(('keys', base, v, 'isdisjoint'), lambda o: d.keys().isdisjoint(o), v)
        v2 = [(x, 1) for x in v]
        for nm in ('and_','or_','sub','xor'):
            t(('items', base, v2, nm), lambda o: (getattr(operator,nm)(d.items(), o)), v2)
        t(('items', base, v, 'isdisjoint'), lambda o: d.items().isdisjoint(o), v2)
