# A year said beside one of ISO weeks, weeks beside weeks: which directives go together, in either order.
import datetime, itertools
V={'%Y':'2020','%G':'2020','%V':'11','%u':'3','%j':'145','%U':'3'}
for n in range(1,7):
    for c in itertools.combinations(V,n):
        for o in (c, c[::-1]):
            try: print(o, datetime.datetime.strptime(' '.join(V[x] for x in o),' '.join(o)))
            except Exception as e: print(o, str(e)[:60])
