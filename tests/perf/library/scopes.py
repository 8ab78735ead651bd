# collections.ChainMap: names looked up through scopes, scopes opened, settings merged.
from collections import ChainMap

scope = ChainMap({f'a{i}': i for i in range(20)}, {f'b{i}': i for i in range(20)}, {f'c{i}': i for i in range(20)})
names = [f'{c}{i}' for c in 'abc' for i in range(20)]
n = 0
for _ in range(800):
    for name in names:
        n += scope[name]
    n += scope.get('nothing', 1) + ('c7' in scope) + ('d' in scope) + scope.get('b3')
for i in range(8000):
    inner = scope.new_child({'a1': i})
    inner['x'] = i
    n += inner['x'] + inner['a1'] + inner['c1'] + len(inner.parents.maps)
for _ in range(1000):
    n += len(scope) + len(list(scope)) + sum(dict(scope).values())
print(n)
