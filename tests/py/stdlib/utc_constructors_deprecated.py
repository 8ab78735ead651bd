# utcnow() and utcfromtimestamp() warn, also where they fail afterwards.
import warnings
from datetime import datetime
class Mine(datetime): pass
for make in (datetime.utcnow, Mine.utcnow, lambda: datetime.utcfromtimestamp(0), lambda: Mine.utcfromtimestamp(1e30)):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: print(type(make()).__name__)
        except Exception as e: print(type(e).__name__)
        print([(x.category.__name__, str(x.message), x.lineno) for x in w])
    warnings.simplefilter('error')
    try: make()
    except DeprecationWarning as e: print('raised', e)
