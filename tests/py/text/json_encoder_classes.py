# Encoders of the program's own: dumps() asks encode() and that iterencode(), dump() iterencode()
# alone, and the class is told all options. Sequences of a class of its own are iterated.
import io
import json


class Shout(json.JSONEncoder):
    def iterencode(self, o, _one_shot=False):
        for chunk in super().iterencode(o, _one_shot):
            yield chunk.replace('a', 'A')


class Framed(json.JSONEncoder):
    def encode(self, o):
        return '<' + super().encode(o) + '>'

    def default(self, o):
        return sorted(o) if isinstance(o, set) else super().default(o)


class Told(json.JSONEncoder):
    def __init__(self, **options):
        print(sorted(options.items(), key=str))
        super().__init__(**options)


class Backwards(list):
    def __iter__(self):
        return reversed(list(super().__iter__()))


class Doubled(tuple):
    def __iter__(self):
        return (2 * item for item in super().__iter__())


for cls in (Shout, Framed, Told):
    for options in ({}, {'indent': 1}, {'sort_keys': True, 'separators': (',', ':')}):
        print(json.dumps({'b': ['a'], 'a': 1}, cls=cls, **options))
        stream = io.StringIO()
        json.dump({'b': ['a'], 'a': 1}, stream, cls=cls, **options)
        print(stream.getvalue())
print(json.dumps('a', cls=Shout), ''.join(Shout().iterencode('a')), json.dumps({1}, cls=Framed))
for value in (Backwards([1, 2, 3]), Doubled((1, 2)), Backwards(), [Doubled((Backwards([1, 2]),))]):
    print(json.dumps(value), json.dumps(value, indent=1))
looped = Backwards([1])
looped.append(looped)
try:
    json.dumps(looped)
except ValueError as error:
    print(error)
