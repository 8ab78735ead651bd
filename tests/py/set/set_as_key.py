# A set, or an instance of a subclass, looked for in a set stands for its frozenset.
s = {frozenset('ab')}
print({'a','b'} in s)
class SS(set): pass
print(SS('ab') in s); s.discard(SS('ab')); print(s)
