# The classes of constants that are to go: their instances by value, and classes derived from them.
import ast
import warnings


class Text(str):
    pass


class Whole(int):
    pass


def show(f):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(f(), end=' ')
        except Exception as error:
            print(type(error).__name__, error, end=' ')
        print([str(w.message).split(' is ')[0] for w in caught])


with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    old = ast.Num, ast.Str, ast.Bytes, ast.NameConstant, ast.Ellipsis


class Number(old[0]):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.more = True


class Other(old[0]):
    pass


for value in 1, True, None, ..., 'a', b'a', 1.5, 1j, Text('b'), Whole(2), (1,):
    node = ast.Constant(value)
    show(lambda: [isinstance(node, cls) for cls in old])
show(lambda: [isinstance(ast.Constant(), cls) for cls in old])
for make in lambda: Number(42), lambda: Number(n=42), lambda: Other(1):
    show(lambda: (type(make()).__name__, make().n, getattr(make(), 'more', None)))
    show(lambda: [isinstance(make(), cls) for cls in (Number, Other, old[0], old[1])])
show(lambda: isinstance(old[0](42), Number))
