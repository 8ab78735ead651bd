# setdefault() hashes its key once and compares it once with each that has the same hash.
class Key:
    asked = []

    def __init__(self, name):
        self.name = name

    def __hash__(self):
        Key.asked.append(f'hash {self.name}')
        return 42

    def __eq__(self, other):
        Key.asked.append(f'{self.name} == {other.name}')
        return self is other


def seen(call):
    Key.asked.clear()
    call()
    print(sorted(Key.asked))


a, b = Key('a'), Key('b')
d = {a: 1}
seen(lambda: d.setdefault(b, 2))
seen(lambda: d.setdefault(b, 3))
seen(lambda: d.setdefault(a))
print(list(d.values()))


class Emptier(Key):
    __hash__ = Key.__hash__

    def __eq__(self, other):
        d.clear()
        return False


d = {a: 1}
print(d.setdefault(Emptier('c'), 5), len(d))
