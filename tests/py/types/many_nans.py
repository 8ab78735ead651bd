# NaNs are hashed by identity: many of them in a set or dict cost no more than other floats
nan = float("nan")
d = {nan: 1, 1.5: 2}
print(d[nan], nan in d, float("nan") in d, len({nan, nan}), len({float("nan") for _ in range(50000)}))
z = complex(nan, 1)
print({z: 3}[z], len({complex(nan, i) for i in range(20000)}), hash(nan) == hash(nan), hash(1.5) == hash(complex(1.5)))
from collections import Counter
print(Counter([nan, nan, 1.0, 1])[nan], Counter([nan, nan, 1.0, 1])[1])
print(hash(float("inf")), hash(-0.5), hash(1e300), hash(complex(1, 2)), hash(2.0**61))
