# Where a search begins and ends fits a machine word, as in CPython; negative or long ends are clipped.
import re

p = re.compile('a')
for bounds in ((10**30,), (0, 10**30), (-10**30,), (0, -10**30), (-5, 2**63 - 1), (2**63 - 1,), (1, -1), ('1',)):
    for method in (p.match, p.search, p.fullmatch, p.findall, p.finditer):
        try:
            found = method('aab', *bounds)
            print(list(found) if method == p.finditer else found, end=' ')
        except Exception as e:
            print(type(e).__name__, e, end=' ')
    print(bounds)
