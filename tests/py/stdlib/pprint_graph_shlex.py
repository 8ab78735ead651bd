import pprint, graphlib
pprint.pprint({'b': 1, 'a': [1, 2]}); pprint.pprint({'key%d' % i: list(range(i, i + 12)) for i in range(4)})
pprint.pprint([('name', 'x' * 30), {'nested': {'deep': ['y' * 40, 'z' * 40]}}], width=60)
pprint.pprint(list(range(40)), compact=True, width=40); pprint.pp({'z': 1, 'a': 2}); print(pprint.pformat([[[[1]]]], depth=2), pprint.pformat({3, 1, 2}))
a = graphlib.TopologicalSorter({'D': ['B', 'C'], 'B': ['A'], 'C': ['A']}); print(list(a.static_order()))
try: list(graphlib.TopologicalSorter({1: [2], 2: [1]}).static_order())
except graphlib.CycleError as e: print(e.args[0])
import shlex
print(shlex.split('a "b c" d\\ e \'f"g\' "h\\"i" "" x#y'), shlex.split('a # c\nb', comments=True), shlex.quote("it's"), shlex.join(['a', 'b c', '']))
for bad in ('"a', 'a\\'):
    try: shlex.split(bad)
    except ValueError as e: print(e)
s = graphlib.TopologicalSorter({1: [2]}); s.prepare(); s.get_ready(); s.done(2)
for n in (2, 1, 9):
    try: s.done(n)
    except ValueError as e: print(e)
