# Slice bounds whose __index__ changes the sequence: the bounds hold for what is left.
import array
class Bound:
    def __init__(self, value, left): self.value, self.left = value, left
    def __index__(self):
        global rounds
        rounds += 1
        if rounds == 2: del seq[self.left:]
        return self.value
def cases(make):
    global seq, rounds
    for left in (0, 3, 400):
        for lo, hi, step in ((1, 500, 1), (1, 500, 3), (900, 2, -1), (0, 10 ** 30, 2)):
            for op in ('get', 'set', 'delete'):
                seq, rounds = make(), 0
                key = slice(Bound(lo, left), Bound(hi, left), Bound(step, left))
                try:
                    if op == 'get': result = seq[key]
                    elif op == 'set': seq[key] = make()[:5]; result = seq
                    else: del seq[key]; result = seq
                    yield len(result), sum(result) if len(result) else 0, rounds
                except ValueError as e: yield str(e)
for make in (lambda: list(range(1000)), lambda: bytearray(range(250)) * 4, lambda: array.array('i', range(1000))):
    print(list(cases(make)))
