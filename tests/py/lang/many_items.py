# Displays of many items and calls of many arguments: order, errors, and how few places they need.
def f(*args, **kwargs):
    return len(args), sum(args), list(kwargs.items())[:2], len(kwargs)


class Meta(type):
    def __call__(cls, *args, **kwargs):
        return cls.__name__, len(args), len(kwargs)


class C(metaclass=Meta):
    pass


class D:
    def m(self, *args, **kwargs):
        return type(self).__name__, f(*args, **kwargs)


class E(D):
    def m(self, *args, **kwargs):
        return eval('super().m(' + 'self and 1, ' * 40 + ')', {'super': lambda: super(E, self), 'self': self})


order = []


def note(x):
    order.append(x)
    return x


for n in (30, 31, 32, 100, 3000):
    items = ', '.join(f'note({i})' for i in range(n))
    names = ', '.join(f'k{i}=note({i})' for i in range(n))
    pairs = ', '.join(f'note({i}): note({-i})' for i in range(n))
    for source in (f'[{items}]', f'({items})', f'{{{items}}}', f'{{{pairs}}}', f'f({items})', f'f({names})',
                   f'f({items}, {names})', f'C({items})', f'D().m({items})', f'D().m({names})',
                   f'[{items}, *order[:3]]', f'f({items}, *order[:3], **dict(a=1))', f'E().m({items})'):
        order.clear()
        value = eval(source)
        count = len(order)
        right = order == sorted(order, key=abs) if '{' in source else sorted(order[:n]) == order[:n]
        print(n, type(value).__name__, len(value), count, right, value if len(value) < 5 else '')
    code = compile(f'[{items}]', 'f', 'eval').co_stacksize, compile(f'f({names})', 'f', 'eval').co_stacksize
    print(all(size <= 40 for size in code), n < 40 or all(size < 10 for size in code))


def takes(a, *, b=1):
    return a, b


many = ', '.join(map(str, range(40)))
names = ', '.join(f'k{i}={i}' for i in range(40))
for source in (f'takes({many})', f'takes(1, {names})', f'takes({names})', f'f({names}, **{{"k3": 1}})',
               f'f(**{{"k3": 1}}, {names})', f'None({many})', f'(1).bit_length({many})', f'f({many}, **3)',
               f'f({many}, *3)', f'[].nothing({many})', f'takes(*[1], {names})'):
    try:
        print(eval(source))
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
try:
    compile(f'f({names}, k3=1)', 'f', 'eval')
except SyntaxError as e:
    print(e.msg)


def deep(n):
    if n:
        return deep(n - 1) + eval(f'(lambda *a: len(a))({many})')
    return 0


print(deep(50))
