# Large objects that take the place of dead ones: nothing of those is seen in them.
from array import array


def churn(size):
    for k in range(100):
        garbage = b'\xff' * (size + k * 4096), [k] * (size // 8), 'é' * size
        room = bytearray(size + k * 1000)
        assert not any(room[::4099]) and room.count(0) == len(room)
        room.extend(b'\xff' * 5000)
        room.extend(bytes(70_000))
        assert room.count(0) == len(room) - 5000
        del garbage
    items = [None] * (size // 8)
    items.extend(range(size // 8))
    table = dict.fromkeys(range(size // 64), 'x')
    keys = set(range(size // 64))
    numbers = array('q', bytes(size // 8 * 8))
    assert items.count(None) == size // 8 and sum(items[size // 8:]) == sum(range(size // 8))
    assert len(table) == len(keys) == size // 64 and sum(table) == sum(keys)
    assert -1 not in table and -1 not in keys and not any(numbers)
    return len(items)


print([churn(size) for size in (270_000, 600_000, 1_500_000)])

text = ''
for i in range(300_000, 400_000, 1000):
    text = 'x' * i + text[-i:]
print(len(text), set(text))
big = 1 << 4_000_000
print([(big + i) % 1_000_003 for i in range(5)], (big - 1).bit_count())
