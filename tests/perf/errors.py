# Exceptions raised and caught, try/finally, context managers.
class Guard:
    depth = 0

    def __enter__(self):
        Guard.depth += 1
        return self

    def __exit__(self, kind, value, trace):
        Guard.depth -= 1
        return kind is KeyError


def risky(n):
    if n % 3 == 0:
        raise ValueError(n)
    if n % 5 == 0:
        return {}["missing"]
    return n


total = 0
for i in range(700000):
    try:
        with Guard():
            total += risky(i)
    except ValueError as e:
        total -= e.args[0] % 7
    finally:
        total += 1
print(total, Guard.depth)
